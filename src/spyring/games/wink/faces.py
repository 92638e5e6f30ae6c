"""What the eyes of two seats tell a third: who looks at whom, how often, and who looks away first."""

from math import exp
from typing import Final

from spyring.core import Seat

# Fitted to games of good players, as log odds that a seat holds the number under a pawn.
FIRST_MEETING: Final = 1.1  # the two have looked at each other in one beat
MORE_MEETING: Final = 0.9  # for each of two beats more
LOOKED: Final = 1.0  # the seat at the owner, who looked elsewhere, for each of three beats
SOUGHT: Final = -0.3  # the owner at the seat, who looked elsewhere, for each of four
LOOKS: Final = 1.6  # the seat at the owner now
LEFT: Final = 0.5  # the seat looked away first, once or twice
WAS_LEFT: Final = -0.8  # the owner did


class Face:
    """What was seen between the owner of a pawn and one other seat since it was placed, in beats."""

    __slots__ = ("left", "looked", "looks", "met", "sought", "was_left")

    def __init__(self) -> None:
        self.met = 0
        self.looked = 0
        self.sought = 0
        self.left = 0
        self.was_left = 0
        self.looks = False

    def see(self, there: bool, back: bool, met: bool) -> None:
        """A beat: whether the seat looked at the owner, the owner at the seat, and both the beat before."""
        self.looks = there
        if there and back:
            self.met += 1
        elif there:
            self.looked += 1
            self.was_left += met
        elif back:
            self.sought += 1
            self.left += met

    def odds(self) -> float:
        """How much likelier this is if the seat holds the number, but for what all seats have in common."""
        odds = SOUGHT * min(self.sought, 4) + LOOKED * min(self.looked, 3)
        odds += LEFT * min(self.left, 2) + WAS_LEFT * min(self.was_left, 2)
        if self.met:
            odds += FIRST_MEETING + MORE_MEETING * (min(self.met, 3) - 1)
        return exp(odds + LOOKS * self.looks)


class Faces:
    """All faces round all pawns."""

    def __init__(self, seats: int) -> None:
        self.seats = seats
        self.before = [-1] * seats
        self.faces = [[Face() for _ in range(seats)] for _ in range(seats)]

    def forget(self, owner: Seat) -> None:
        """A pawn was placed anew."""
        self.faces[owner] = [Face() for _ in range(self.seats)]

    def beat(self, looks: list[int]) -> None:
        """A beat is over, in which everybody looked there in the end."""
        before = self.before
        for owner, row in enumerate(self.faces):
            for seat, face in enumerate(row):
                if looks[seat] == owner or looks[owner] == seat:
                    met = before[seat] == owner and before[owner] == seat
                    face.see(looks[seat] == owner, looks[owner] == seat, met)
                else:
                    face.looks = False
        self.before = looks

    def odds(self, owner: Seat) -> list[float]:
        """By seat: how much the looks speak for its holding the number under this pawn."""
        return [face.odds() for face in self.faces[owner]]
