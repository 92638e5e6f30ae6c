"""Where to look and when to wink: for one's own pawn, for the others' pawns, and out of curiosity."""

from collections.abc import Collection, Sequence
from typing import Final

from spyring.core import Seat
from spyring.games.wink.belief import Belief
from spyring.games.wink.cards import NOWHERE, SQUARE
from spyring.games.wink.rules import Wink

# What a look is worth. A seat owes a wink to whoever's pawn is on a number that it holds.
EYE_TO_EYE: Final = 1.0  # the other is looking already: the next thing is a wink
WATCHED: Final = 0.35  # the same, while a third seat that could accuse is watching
TURN_IS_NEAR: Final = 0.25
TURN_IS_FAR: Final = 0.0
COVER: Final = 0.3  # to look back at whoever looks here, so that doing so gives nothing away when it matters
PARTNER: Final = 0.6  # to look at one's own partner, if it is certain who that is
LOOKS_BACK: Final = 1.5  # factor if that seat is looking back
SPYING: Final = 0.25  # to see a wink that is likely
IDLE_SPYING: Final = 0.5  # the same, with nothing else to look for
ONE_SIDED: Final = 0.4  # factor while only one of the two looks at the other
STAYING: Final = 0.04  # to keep looking at the same place


class Glances:
    """The eyes of one seat at one moment."""

    def __init__(self, state: Wink, seat: Seat, belief: Belief, told: Collection[Seat]) -> None:
        self.state = state
        self.seat = seat
        self.belief = belief
        self.looks = [int(target) for target in state.looks]
        self.pawns = [int(number) for number in state.pawns]
        self.due = [
            other
            for other, number in enumerate(self.pawns)
            if other != seat and number != NOWHERE and other not in told and state.holds(seat, number)
        ]  # the seats that are waiting for this seat's wink
        own = self.pawns[seat]
        self.partners: Sequence[float] = belief.holders(own) if own != NOWHERE else [0.0] * state.seats

    def watched(self) -> bool:
        """Whether a seat that could accuse looks at this one, other than the seat that it looks at."""
        state = self.state
        watchers = int(state.watchers[self.seat]) & int(state.armed)
        target = self.looks[self.seat]
        return watchers & ~(1 << target) != 0

    def should_wink(self) -> bool:
        """Wink if the seat that it is meant for looks here, and nobody else who could accuse does."""
        target = self.looks[self.seat]
        return target in self.due and self.looks[target] == self.seat and not self.watched()

    def values(self, patience: float) -> list[float]:
        """By seat, and SQUARE: what a look there is worth; `patience` is how sure the seat wants to be."""
        state = self.state
        found = [0.0] * (SQUARE + 1)
        for other in self.due:
            found[other] += self._due(other)
        searching = 0.0 < max(self.partners) < patience
        if searching:
            for other, share in enumerate(self.partners):
                back = LOOKS_BACK if self.looks[other] == self.seat else 1.0
                found[other] += PARTNER * share * back
        if state.counter[self.seat] > 0:
            self._spy(found, SPYING if searching or self.due else IDLE_SPYING)
        for other, target in enumerate(self.looks):
            if target == self.seat:
                found[other] += COVER
        found[self.looks[self.seat]] += STAYING
        return found

    def _due(self, other: Seat) -> float:
        """What a look at a seat that is waiting for a wink is worth."""
        if self.looks[other] == self.seat:
            return WATCHED if self.watched() else EYE_TO_EYE
        turns = (other - int(self.state.active)) % int(self.state.seats)
        return TURN_IS_NEAR if turns <= 1 else TURN_IS_FAR

    def _spy(self, found: list[float], worth: float) -> None:
        """Look at those who may be about to wink at somebody else."""
        accusable = int(self.state.accusable)
        for owner, number in enumerate(self.pawns):
            if owner == self.seat or not accusable >> owner & 1:
                continue
            for other, share in enumerate(self.belief.holders(number)):
                if other in (owner, self.seat) or share == 0.0:
                    continue
                there, back = self.looks[other] == owner, self.looks[owner] == other
                if there or back:
                    found[other] += worth * share * (1.0 if there and back else ONE_SIDED)
