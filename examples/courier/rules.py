"""The rules of Courier: who has the letter, and who says so."""

from typing import Final, final

from spyring._native import i64, mypyc_attr
from spyring.core import CHANCE, Actor, Event, Options, Seat, State

NOBODY: Final = -1
CODES: Final = 8  # seats of one kind of action
BLANK: Final = 0
LETTER: Final = 1
ACCUSE: Final = 2
DEAL: Final = 3
FIRST: Final = 4


def new(seats: int, options: Options) -> "Courier":
    """A table before the letter is given to anybody."""
    return Courier(seats, int(options["rounds"]) * seats, NOBODY, NOBODY, 0, NOBODY, NOBODY)


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class Courier(State):
    """One position."""

    def __init__(
        self, seats: i64, turns: i64, holder: i64, first: i64, turn: i64, accuser: i64, accused: i64
    ) -> None:
        self.trace = None
        self.seats = seats
        self.turns = turns  # in all rounds together
        self.holder = holder  # of the letter
        self.first = first
        self.turn = turn
        self.accuser = accuser
        self.accused = accused

    def copy(self) -> "Courier":
        return Courier(self.seats, self.turns, self.holder, self.first, self.turn, self.accuser, self.accused)

    def dealt(self) -> bool:
        return self.first != NOBODY

    def over(self) -> bool:
        return self.accused != NOBODY or self.turn == self.turns  # C5, C6

    def active(self) -> i64:
        """C2: whose turn it is."""
        return (self.first + self.turn) % self.seats

    def last_round(self) -> bool:
        return self.turn >= self.turns - self.seats

    def actors(self) -> tuple[Actor, ...]:
        if not self.dealt():
            return (CHANCE,)
        if self.over():
            return ()
        return (int(self.active()),)

    def count(self, actor: Actor) -> i64:
        if not self.dealt():
            return self.seats  # C1, C2
        if self.active() == self.holder or self.last_round():
            return 2 * (self.seats - 1)
        return self.seats - 1

    def nth(self, actor: Actor, index: i64) -> i64:
        """For a seat: a blank for each of the others, then what only it can do, or all but it."""
        if self.holder == NOBODY:
            return DEAL * CODES + index
        if not self.dealt():
            return FIRST * CODES + index
        others = self.seats - 1
        seat = (self.active() + 1 + index % others) % self.seats
        if index < others:
            return BLANK * CODES + seat
        if self.active() == self.holder:
            return LETTER * CODES + seat  # C3
        return ACCUSE * CODES + seat  # C4

    def apply(self, actor: Actor, action: i64) -> None:
        kind = action // CODES
        seat = action % CODES
        if kind == DEAL:
            self.holder = seat
            self._tell(Event(CHANCE, f"letter {seat}", (int(seat),), "letter"))
            return
        if kind == FIRST:
            self.first = seat
            self._tell(Event(CHANCE, f"first {seat}"))
            return
        by = int(self.active())
        if kind == ACCUSE:
            self.accuser = by
            self.accused = seat
            self._tell(Event(by, f"accuse {seat}"))
        else:
            if kind == LETTER:
                self.holder = seat
            what = "letter" if kind == LETTER else "blank"
            self._tell(Event(by, f"pass {seat} {what}", (by, int(seat)), f"pass {seat}"))
            self.turn += 1
        if self.over():
            self._tell(Event(int(self.holder), "shows letter"))

    def _tell(self, event: Event) -> None:
        if self.trace is not None:
            self.trace.append(event)

    def scores(self) -> list[int]:
        winners = self.winners()
        return [int(seat in winners) for seat in range(self.seats)]

    def winners(self) -> list[Seat]:
        if not self.dealt() or not self.over():
            return []
        if self.accused == self.holder:
            return [int(self.accuser)]  # C5
        return [int(self.holder)]  # C5, C6
