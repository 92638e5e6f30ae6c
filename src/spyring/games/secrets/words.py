"""What the owner of a card on offer says that it is (S60), and how far that is believed."""

from collections.abc import Sequence

from spyring.core import Seat
from spyring.temper import Trust

# How often a claim about the card on offer is true: to a friend, and to others.
FRANK = 0.97
SLY = 0.88
FRIEND = 0.5  # how much one wants to help a friend, at least


class Words:
    """The words that go with one offer."""

    def __init__(self, trust: Trust) -> None:
        self.trust = trust
        self.named: int | None = None  # the card that its owner says it is
        self.advice = ""  # or what its owner says one should do with it
        self.number = 0  # of the claim that says so

    def forget(self) -> None:
        """The card is open."""
        self.named = None
        self.advice = ""

    def card(self, pair: Sequence[int], gains: Sequence[int]) -> int | None:
        """Which of the two cards it should be, by its name or by what they bring the target."""
        if self.named in pair:
            return self.named
        if not self.advice or gains[0] == gains[1]:
            return None
        return pair[0] if (gains[0] > gains[1]) == (self.advice == "take") else pair[1]

    def truth(self, seat: Seat, sympathy: float, *, true: bool) -> float:
        """How likely a seat is to say what is true, or what is not, to a friend or to somebody else."""
        honesty = self.trust.honesty(seat, FRANK if sympathy > FRIEND else SLY)
        return honesty if true else 1 - honesty

    def sway(self, odds: float, seat: Seat, sympathy: float, *, first: bool | None, ear: float) -> float:
        """The odds of the first card for somebody who hears its owner say which one it is."""
        if first is None:
            return odds
        true = self.truth(seat, sympathy, true=first) ** ear
        false = self.truth(seat, sympathy, true=not first) ** ear
        return float(odds * true / (odds * true + (1 - odds) * false))
