"""What the eyes of two seats tell a third: who looks at whom, how often, and who looks away first."""

from math import exp
from typing import Final, NamedTuple

from spyring.core import Seat
from spyring.games.wink.cards import SQUARE

MANY_SEATS: Final = 5  # from here on, seats have more to look at
OFTEN: Final = 3  # seeing something more often tells no more
MET_TWICE: Final = 2

# How the owner of a pawn looks elsewhere than at a seat.
AT_NEW: Final = 0  # at a seat that it has not looked at before
AT_OLD: Final = 1
AT_SQUARE: Final = 2


class Reading(NamedTuple):
    """What looks between a pawn's owner and a seat tell, as log odds that the seat holds the number.

    All rows but the owner's have three columns: the two have met unwatched never, once, or more often.
    """

    moves: tuple[tuple[float, ...], ...]  # by four bits: the seat looked there, the owner back, and now
    now: tuple[tuple[float, ...], ...]  # by the last two of them, for the last beat only
    owner: tuple[tuple[float, ...], ...]  # columns: has not met this seat, another one since, nobody since
    watched: float  # the two looked at each other while a third seat that could accuse watched


# Fitted to 130 games of `normal` with 4 seats and 60 with 6.
FEW: Final = Reading(
    moves=(
        (0.16, 0.04, -0.07),
        (-0.53, -0.03, 0.15),
        (0.42, 0.37, 0.23),
        (0.26, 0.12, 0.05),
        (-0.07, -0.05, 0.25),
        (-0.20, 0.18, 0.48),
        (0.57, -0.11, 0.00),
        (0.61, -0.03, -0.01),
        (-0.11, 0.09, -0.11),
        (-0.48, -0.13, 0.05),
        (0.31, 0.43, 0.42),
        (0.43, 0.44, -0.18),
        (0.04, 0.23, 0.09),
        (-0.16, 0.06, 0.33),
        (0.26, 0.37, -0.36),
        (0.22, 0.06, 0.26),
    ),
    now=(
        (-0.54, -0.19, -0.19),
        (-0.16, 0.08, 0.29),
        (0.00, 0.24, 0.12),
        (0.10, 0.09, 0.17),
    ),
    owner=(
        (0.32, -0.26, -0.20),
        (0.00, 0.24, 0.15),
        (-0.26, -0.02, 0.28),
    ),
    watched=0.48,
)
MANY: Final = Reading(
    moves=(
        (0.18, 0.04, 0.09),
        (-0.78, -0.27, 0.01),
        (-0.05, 0.16, -0.07),
        (0.30, 0.39, 0.09),
        (0.01, -0.20, 0.16),
        (-0.48, -0.09, 0.40),
        (0.60, 0.07, 0.05),
        (0.96, 0.06, 0.11),
        (0.10, 0.16, -0.24),
        (-0.60, 0.03, -0.01),
        (-0.16, 0.20, 0.14),
        (0.56, 0.10, 0.11),
        (-0.15, 0.05, 0.00),
        (-0.64, -0.10, 0.34),
        (-0.30, 0.15, -0.23),
        (0.47, 0.09, -0.10),
    ),
    now=(
        (-0.29, -0.27, -0.10),
        (0.14, -0.26, 0.01),
        (0.59, 0.09, -0.13),
        (0.24, 0.01, -0.03),
    ),
    owner=(
        (0.14, -0.41, -0.30),
        (-0.16, -0.04, 0.05),
        (-0.32, 0.18, 0.14),
    ),
    watched=0.20,
)


class Face:
    """What was seen between the owner of a pawn and one other seat since it was placed."""

    __slots__ = ("last", "met", "met_last", "reading", "seen", "sum")

    def __init__(self, reading: Reading) -> None:
        self.reading = reading
        self.seen: dict[tuple[str, int, int], int] = {}
        self.met = 0  # beats in which one could have winked and nobody else seen it
        self.met_last = False  # nobody met the owner after this seat
        self.sum = 0.0
        self.last = 0.0

    def see(self, move: int, watched: bool, owner_at: int) -> None:
        """A beat. `move` is four bits: whether the seat looked at the owner, and the owner at it, twice."""
        reading = self.reading
        there, back = move & 2, move & 1
        self._count("moves", move, self.met, reading.moves)
        self.last = reading.now[move & 3][self.met]
        if not back:
            self._count("owner", owner_at, (self.met > 0) + self.met_last, reading.owner)
        elif there:
            if watched:
                self._count("watched", 0, 0, ((reading.watched,),))
            else:
                self.met = min(self.met + 1, MET_TWICE)

    def _count(self, kind: str, row: int, column: int, weights: tuple[tuple[float, ...], ...]) -> None:
        times = self.seen.get((kind, row, column), 0)
        if times < OFTEN:
            self.seen[kind, row, column] = times + 1
            self.sum += weights[row][column]

    def odds(self) -> float:
        """Log odds that the seat holds the number, up to a constant that all seats share."""
        return exp(self.sum + self.last)


class Faces:
    """All faces around all pawns."""

    def __init__(self, seats: int) -> None:
        self.seats = seats
        self.reading = MANY if seats >= MANY_SEATS else FEW
        self.before = [SQUARE] * seats
        self.faces: list[list[Face]] = [[] for _ in range(seats)]  # by owner, of a pawn on the square
        self.seen: list[set[int]] = [{SQUARE} for _ in range(seats)]  # where each owner has looked

    def forget(self, owner: Seat) -> None:
        """Forget what was seen: the pawn was placed on another card."""
        self.faces[owner] = [Face(self.reading) for _ in range(self.seats)]
        self.seen[owner] = {SQUARE}

    def beat(self, looks: list[int], armed: int) -> None:
        """Take in a beat; `looks` is where everybody looked at its end, `armed` is who could accuse."""
        before = self.before
        watchers = [0] * (SQUARE + 1)
        for seat, at in enumerate(looks):
            watchers[at] |= armed & 1 << seat
        for owner, row in enumerate(self.faces):
            if row:
                at, was_at = looks[owner], before[owner]
                owner_at = AT_SQUARE if at == SQUARE else AT_OLD if at in self.seen[owner] else AT_NEW
                self.seen[owner].add(at)
                for seat, face in enumerate(row):
                    move = (before[seat] == owner) << 3 | (was_at == seat) << 2 | (looks[seat] == owner) << 1
                    face.see(move | (at == seat), watchers[seat] & ~(1 << owner) != 0, owner_at)
                if at != SQUARE and row[at].met and looks[at] == owner:
                    self._meet(row, at, watchers[at] & ~(1 << owner) != 0)
        self.before = looks

    def _meet(self, row: list[Face], with_seat: Seat, watched: bool) -> None:
        if not watched:
            for seat, face in enumerate(row):
                face.met_last = seat == with_seat

    def odds(self, owner: Seat) -> list[float]:
        """By seat: how strongly the looks suggest that it holds the number under this pawn."""
        return [face.odds() for face in self.faces[owner]] or [1.0] * self.seats
