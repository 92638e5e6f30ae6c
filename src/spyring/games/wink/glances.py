"""Where to look, and when to wink: eyes have to serve one's own pawn, the others' pawns, and curiosity."""

from collections.abc import Collection, Sequence
from typing import Final

from spyring.core import Seat
from spyring.games.wink.belief import Belief
from spyring.games.wink.cards import NOWHERE, SQUARE
from spyring.games.wink.rules import Wink

# What a look is worth. A wink is due to whom stands on a number that one holds.
EYE_TO_EYE: Final = 1.0  # the other one looks already: the next thing is a wink
WATCHED: Final = 0.35  # the same, while a third one who could accuse looks on
TURN_IS_NEAR: Final = 0.25
TURN_IS_FAR: Final = 0.0
COVER: Final = 0.3  # to look back at whoever looks here: so that it tells nothing when it matters
PARTNER: Final = 0.6  # to look for one's own partner, where it is for certain
LOOKS_BACK: Final = 1.5  # times as much if that seat looks at oneself
SPYING: Final = 0.25  # to see a wink that is likely
IDLE_SPYING: Final = 0.5  # the same, with nothing else to look for
ONE_SIDED: Final = 0.4  # of it while only one of the two looks at the other
STAYING: Final = 0.04  # a little patience


class Glances:
    """The eyes of one seat at one moment."""

    def __init__(self, table: Wink, seat: Seat, belief: Belief, told: Collection[Seat]) -> None:
        self.table = table
        self.seat = seat
        self.belief = belief
        self.looks = [int(target) for target in table.looks]
        self.pawns = [int(number) for number in table.pawns]
        self.due = [
            other
            for other, number in enumerate(self.pawns)
            if other != seat and number != NOWHERE and other not in told and table.holds(seat, number)
        ]  # the seats that wait for a wink of this one
        own = self.pawns[seat]
        self.partners: Sequence[float] = belief.holders(own) if own != NOWHERE else [0.0] * table.seats

    def watched(self) -> bool:
        """Whether a seat that could accuse looks at this one, besides the one that it looks at."""
        table = self.table
        watchers = int(table.watchers[self.seat]) & int(table.armed)
        target = self.looks[self.seat]
        return watchers & ~(1 << target) != 0

    def should_wink(self) -> bool:
        """A wink pays when the one it is for looks here, and nobody else who could accuse does."""
        target = self.looks[self.seat]
        return target in self.due and self.looks[target] == self.seat and not self.watched()

    def values(self, patience: float) -> list[float]:
        """By seat, and SQUARE: what it is worth to look there; `patience` is how sure one wants to be."""
        table = self.table
        found = [0.0] * (SQUARE + 1)
        for other in self.due:
            found[other] += self._due(other)
        searching = 0.0 < max(self.partners) < patience
        if searching:
            for other, share in enumerate(self.partners):
                back = LOOKS_BACK if self.looks[other] == self.seat else 1.0
                found[other] += PARTNER * share * back
        if table.counter[self.seat] > 0:
            self._spy(found, SPYING if searching or self.due else IDLE_SPYING)
        for other, target in enumerate(self.looks):
            if target == self.seat:
                found[other] += COVER
        found[self.looks[self.seat]] += STAYING
        return found

    def _due(self, other: Seat) -> float:
        """How much a look at a seat that waits for a wink is worth."""
        if self.looks[other] == self.seat:
            return WATCHED if self.watched() else EYE_TO_EYE
        turns = (other - int(self.table.active)) % int(self.table.seats)
        return TURN_IS_NEAR if turns <= 1 else TURN_IS_FAR

    def _spy(self, found: list[float], worth: float) -> None:
        """Look at those who may be about to wink at somebody else."""
        accusable = int(self.table.accusable)
        for owner, number in enumerate(self.pawns):
            if owner == self.seat or not accusable >> owner & 1:
                continue
            for other, share in enumerate(self.belief.holders(number)):
                if other in (owner, self.seat) or share == 0.0:
                    continue
                there, back = self.looks[other] == owner, self.looks[owner] == other
                if there or back:
                    found[other] += worth * share * (1.0 if there and back else ONE_SIDED)
