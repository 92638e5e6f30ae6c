"""What the owner of a card on offer says that it is (S60), and how far that is believed."""

from collections.abc import Sequence

from spyring.core import Seat
from spyring.games.secrets import cards
from spyring.temper import Trust

# How often a claim about the card on offer is true: to a friend, and to others.
FRANK = 0.97
SLY = 0.88
FRIEND = 0.5  # how much one wants to help a friend, at least


class Words:
    """The words that go with one offer; the last ones count."""

    def __init__(self, trust: Trust) -> None:
        self.trust = trust
        self.claims: dict[
            str, list[int]
        ] = {}  # the card that it is said to be, or advice: the claims' numbers

    def hear(self, words: str, number: int) -> None:
        """Its owner says that it is this card, or what one should do with it."""
        self.claims[words] = [*self.claims.pop(words, ()), number]

    def forget(self) -> None:
        """The card is open."""
        self.claims = {}

    def card(self, pair: Sequence[int], gains: Sequence[int]) -> int | None:
        """Which of the two cards it should be, by what its owner said last."""
        return self._meant(next(reversed(self.claims), ""), pair, gains)

    def prove(self, seat: Seat, card: int, pair: Sequence[int], gains: Sequence[int]) -> None:
        """The card is open: what was true of all that was said?"""
        for words, numbers in self.claims.items():
            meant = self._meant(words, pair, gains)
            if meant is not None:
                self.trust.proved(seat, *numbers, true=meant == card)

    def _meant(self, words: str, pair: Sequence[int], gains: Sequence[int]) -> int | None:
        """Which card was meant, by its name or by what the cards bring the target; None if neither fits."""
        if words in cards.KEYS:
            named = cards.KEYS.index(words)
            return named if named in pair else None
        if not words or gains[0] == gains[1]:
            return None
        return pair[0] if (gains[0] > gains[1]) == (words == "take") else pair[1]

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
