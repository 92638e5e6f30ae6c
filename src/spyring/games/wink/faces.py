"""What the eyes of two seats tell a third: who looks at whom, how often, and who looks away first."""

from math import exp
from typing import Final

from spyring.core import Seat
from spyring.games.wink.cards import SQUARE

# Fitted to games of good players, as log odds that a seat holds the number under a pawn; what it tells
# that a seat looks at the owner at all is in the belief already.
MET: Final = 0.6  # the two have looked at each other
TURNED: Final = 0.57  # the seat looked back when the owner looked at it, once or twice
SOUGHT: Final = -0.26  # the owner looked at the seat, who looked elsewhere, for each of four beats
LEFT: Final = 0.4  # the seat looked away first, once or twice
WAS_LEFT: Final = -0.65  # the owner did
LOOKS: Final = 0.6  # the seat looks at the owner now, who looks elsewhere
LOOKS_ON: Final = -0.55  # the owner went on to a seat that it had not looked at before, up to three times


class Face:
    """What was seen between the owner of a pawn and one other seat since it was placed."""

    __slots__ = ("left", "looks", "met", "moved_on", "sought", "turned", "was_left")

    def __init__(self) -> None:
        self.met = False
        self.sought = -1  # beats; -1 until the owner has looked here at all
        self.turned = 0
        self.left = 0
        self.was_left = 0
        self.moved_on = 0
        self.looks = False

    def see(self, there: bool, back: bool, there_before: bool, back_before: bool, new: bool) -> None:
        """A beat: whether the seat looked at the owner, and the owner at it, now and in the beat before.

        `new` is whether the owner looks where it has not looked before.
        """
        if back:
            self.moved_on = 0
            self.sought = max(self.sought, 0) + (not there)
        elif self.sought >= 0:
            self.moved_on += new
        self.met |= there and back
        self.turned += there and back_before and not there_before
        if there_before and back_before:
            self.left += back and not there
            self.was_left += there and not back
        self.looks = there and not back

    def odds(self) -> float:
        """How much likelier this is if the seat holds the number, but for what all seats have in common."""
        return exp(
            MET * self.met
            + TURNED * min(self.turned, 2)
            + SOUGHT * min(max(self.sought, 0), 4)
            + LEFT * min(self.left, 2)
            + WAS_LEFT * min(self.was_left, 2)
            + LOOKS * self.looks
            + LOOKS_ON * min(self.moved_on, 3)
        )


class Faces:
    """All faces round all pawns."""

    def __init__(self, seats: int) -> None:
        self.seats = seats
        self.before = [SQUARE] * seats
        self.faces = [[Face() for _ in range(seats)] for _ in range(seats)]
        self.seen: list[set[int]] = [{SQUARE} for _ in range(seats)]  # where each owner has looked

    def forget(self, owner: Seat) -> None:
        """A pawn was placed anew."""
        self.faces[owner] = [Face() for _ in range(self.seats)]
        self.seen[owner] = {SQUARE}

    def beat(self, looks: list[int]) -> None:
        """A beat is over, in which everybody looked there in the end."""
        before = self.before
        for owner, row in enumerate(self.faces):
            at, was_at = looks[owner], before[owner]
            new = at not in self.seen[owner]
            for seat, face in enumerate(row):
                face.see(looks[seat] == owner, at == seat, before[seat] == owner, was_at == seat, new)
            self.seen[owner].add(at)
        self.before = looks

    def odds(self, owner: Seat) -> list[float]:
        """By seat: how much the looks speak for its holding the number under this pawn."""
        return [face.odds() for face in self.faces[owner]]
