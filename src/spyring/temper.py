"""Tempers: how a bot talks, listens and takes risks, as a few numbers on top of its mind.

They are the same for all games. A mind asks them when it has a choice; what it knows and wants is its own
business. The last few are for the laboratory: partners that do one thing always.
"""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, kw_only=True)
class Temper:
    """One character: percentages first."""

    talk: int  # of the moments in which it has something to say, it says something
    lies: int  # of the lies that would pay, it tells so many
    spite: int = 0  # of the truths that it could tell, it turns so many into lies
    stirs: int = 0  # of what it says, so much casts doubt on somebody
    open: bool = True  # whether it says who it is
    ear: float = 1.0  # how much of what others say counts: 0 for nothing
    grudge: float = 1.0  # for how many lies one proved lie counts
    # How much it hopes for the better of two outcomes; below 0, how much it fears the worse.
    risk: float = 0.0

    def bets(self, chance: float, one: float, other: float) -> float:
        """What a gamble looks worth: the mean of its two outcomes, and the hope or the fear."""
        mean = chance * one + (1 - chance) * other
        if self.risk > 0:
            return mean + self.risk * (max(one, other) - mean)
        return mean + self.risk * (mean - min(one, other))


STEADY: Final = "steady"
TEMPERS: Final = {
    STEADY: Temper(talk=30, lies=15),
    "loyal": Temper(talk=45, lies=0),  # keeps its word
    "gambler": Temper(talk=40, lies=60, risk=0.3),
    "sceptic": Temper(talk=15, lies=15, ear=0.1, risk=-0.1),  # trusts nobody
    "grudge": Temper(talk=30, lies=10, grudge=5.0),  # never forgets a lie
    "stirrer": Temper(talk=60, lies=60, stirs=60),  # sows doubt
}
PARTNERS: Final = {
    "silent": Temper(talk=0, lies=0),
    "truthful": Temper(talk=100, lies=0),
    "discreet": Temper(talk=100, lies=0, open=False),  # the truth, but not who it is
    "liar": Temper(talk=100, lies=100, spite=100),
    "sly": Temper(talk=100, lies=100),  # lies whenever it pays
    "deaf": Temper(talk=30, lies=15, ear=0.0),
}


class Trust:
    """What the word of each seat is worth to one listener, by what it has said so far and what was proved."""

    def __init__(self, seats: int) -> None:
        self.temper = TEMPERS[STEADY]
        self.kept = [0] * seats
        self.broken = [0] * seats
        self.verdicts: dict[int, bool] = {}  # by the claim's number in the feed

    def proved(self, seat: int, claim: int, *again: int, true: bool) -> None:
        """Something that a seat said has turned out to be true, or a lie; to say it again counts no more."""
        self.verdicts.update(dict.fromkeys((claim, *again), true))
        if true:
            self.kept[seat] += 1
        else:
            self.broken[seat] += 1

    def honesty(self, seat: int, usual: float) -> float:
        """How likely a claim of this seat is to be true, where such claims usually are so often."""
        kept = FAITH * usual + self.kept[seat]
        broken = FAITH * (1 - usual) + self.temper.grudge * self.broken[seat]
        return kept / (kept + broken)

    def weight(self, likelihood: float) -> float:
        """How much a likelihood counts for this listener."""
        return float(likelihood**self.temper.ear)


FAITH: Final = 3.0  # how many proved claims it takes to know somebody half
