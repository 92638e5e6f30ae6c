"""The rules of Courier: who has the letter, and who finds out."""

from typing import Final, cast, final

from spyring._native import i64, mypyc_attr
from spyring.core import Actor, Event, Options, Seat, State, View, heading
from spyring.games.courier.verbs import (
    ACCUSE,
    BLANK_INSIDE,
    BOOK,
    ENVELOPES,
    FIRST,
    LETTER,
    LETTER_INSIDE,
    PASS,
)
from spyring.seats import CHANCE_NOW, OVER_NOW, SEAT_NOW, skip

NOBODY: Final = -1


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class Courier(State):
    """One position."""

    holder: i64 = NOBODY  # of the letter
    first: i64 = NOBODY
    turn: i64 = 0
    accuser: i64 = NOBODY
    accused: i64 = NOBODY

    def __init__(self, seats: i64, options: Options) -> None:
        super().__init__(seats, options)
        self.turns: i64 = int(options["rounds"]) * seats  # in all rounds together

    def copy(self) -> "Courier":
        twin = Courier(self.seats, self.options)
        twin.holder = self.holder
        twin.first = self.first
        twin.turn = self.turn
        twin.accuser = self.accuser
        twin.accused = self.accused
        return twin

    def dealt(self) -> bool:
        return self.first != NOBODY

    def over(self) -> bool:
        return self.accused != NOBODY or self.turn == self.turns  # C5, C6

    def active(self) -> i64:
        """C2: whose turn it is."""
        return (self.first + self.turn) % self.seats

    def actors(self) -> tuple[Actor, ...]:
        if not self.dealt():
            return CHANCE_NOW
        if self.over():
            return OVER_NOW
        return SEAT_NOW[self.active()]

    def count(self, actor: Actor) -> i64:
        if not self.dealt():
            return self.seats  # C1, C2
        if self.active() == self.holder or self.turn >= self.turns - self.seats:
            return 2 * (self.seats - 1)  # C3, C4
        return self.seats - 1

    def nth(self, actor: Actor, index: i64) -> i64:
        """For a seat: a blank to each of the others, then the letter to each (C3), or accusations (C4)."""
        if self.holder == NOBODY:
            return LETTER + index
        if not self.dealt():
            return FIRST + index
        others = self.seats - 1
        seat = skip(index % others, self.active())
        if index < others:
            return PASS + seat * ENVELOPES + BLANK_INSIDE
        if self.active() == self.holder:
            return PASS + seat * ENVELOPES + LETTER_INSIDE  # C3
        return ACCUSE + seat  # C4

    def apply(self, actor: Actor, action: i64) -> None:
        if self.trace is not None:
            self.trace.append(BOOK.event(self, actor, action))
        if action >= PASS:
            if (action - PASS) % ENVELOPES == LETTER_INSIDE:
                self.holder = (action - PASS) // ENVELOPES
            self.turn += 1
        elif action >= ACCUSE:
            self.accuser = self.active()
            self.accused = action - ACCUSE
        elif action >= FIRST:
            self.first = action - FIRST
        else:
            self.holder = action - LETTER
        if self.trace is not None and self.dealt() and self.over():
            self.trace.append(Event(int(self.holder), "shows letter"))

    def scores(self) -> list[int]:
        winners = self.winners()
        return [int(seat in winners) for seat in range(self.seats)]

    def winners(self) -> list[Seat]:
        if not self.dealt() or not self.over():
            return []
        if self.accused == self.holder:
            return [int(self.accuser)]  # C5
        return [int(self.holder)]  # C5, C6


def view(state: State, seat: Seat | None) -> View:
    """The position as this seat, or an onlooker (None), sees it."""
    courier = cast(Courier, state)
    over = courier.dealt() and courier.over()
    playing = courier.dealt() and not over
    phase = "over" if over else "pass" if playing else "deal"
    shown = heading("courier", state, seat, phase=phase, active=courier.active() if playing else None)
    shown["round"] = 1 + min(courier.turn, courier.turns - 1) // courier.seats
    if seat is not None:
        shown["letter"] = None if courier.holder == NOBODY else seat == courier.holder  # C1
    if over:
        accused = courier.accused != NOBODY
        shown["holder"] = courier.holder
        shown["accuser"] = courier.accuser if accused else None
        shown["accused"] = courier.accused if accused else None
        shown["scores"] = courier.scores()
        shown["winners"] = courier.winners()
    return shown
