"""Shares and ratings, each with its 95 % confidence interval."""

from collections.abc import Sequence
from math import log10, sqrt
from random import Random
from typing import NamedTuple

Z_95 = 1.96
ELO = 400  # a bot rated higher by this much wins ten times as often
SETTLED = 1e-7  # the fit ends when strengths change by less than this
ROUNDS = 2000
RESAMPLES = 300
TAIL = 0.025


class Interval(NamedTuple):
    """A share with its 95 % confidence interval (Wilson)."""

    share: float
    low: float
    high: float

    def times(self, factor: float) -> dict[str, float]:
        """The same in another unit."""
        return {"value": self.share * factor, "low": self.low * factor, "high": self.high * factor}


def interval(hits: float, trials: int, z: float = Z_95) -> Interval:
    """The share of hits among trials; another `z` makes the interval wider or narrower."""
    if trials == 0:
        return Interval(0.0, 0.0, 1.0)
    share = hits / trials
    spread = z * sqrt(share * (1 - share) / trials + z**2 / (4 * trials**2))
    middle = share + z**2 / (2 * trials)
    scale = 1 + z**2 / trials
    low = min((middle - spread) / scale, share)  # rounding must not part a share of 0 or 1 from its interval
    high = max((middle + spread) / scale, share)
    return Interval(share, max(low, 0.0), min(high, 1.0))


class Contest(NamedTuple):
    """Who sat at a table together (a bot may sit there several times), and what each won."""

    entrants: tuple[int, ...]
    games: float
    wins: tuple[float, ...]  # by bot; a shared win is split


def strengths(contests: Sequence[Contest], bots: int) -> list[float]:
    """Bradley-Terry for tables of any size, by the MM algorithm (Hunter 2004).

    A seat's chance of winning is its strength divided by the sum of the strengths at its table. To keep
    the strengths finite, each bot gets one drawn game against a bot of strength 1.
    """
    won = [0.5 + sum(contest.wins[bot] for contest in contests) for bot in range(bots)]
    found = [1.0] * bots
    for _ in range(ROUNDS):
        rivals = [1 / (own + 1) for own in found]
        for contest in contests:
            share = contest.games / sum(found[bot] for bot in contest.entrants)
            for bot in contest.entrants:
                rivals[bot] += share
        better = [wins / against for wins, against in zip(won, rivals, strict=True)]
        change = max(abs(new / old - 1) for new, old in zip(better, found, strict=True))
        found = better
        if change < SETTLED:
            break
    return found


def points(found: Sequence[float]) -> list[float]:
    """Strengths as ratings around zero."""
    logs = [ELO * log10(strength) for strength in found]
    middle = sum(logs) / len(logs)
    return [value - middle for value in logs]


def ratings(deals: Sequence[Sequence[Contest]], bots: int, seed: int) -> list[dict[str, float]]:
    """The rating of every bot; the interval comes from resampling whole deals (bootstrap)."""
    exact = points(strengths(_sum(deals), bots))
    random = Random(seed)
    draws = [
        points(strengths(_sum(random.choices(deals, k=len(deals))), bots))
        for _ in range(RESAMPLES if len(deals) > 1 else 0)
    ]
    found = []
    for bot, value in enumerate(exact):
        seen = sorted(draw[bot] for draw in draws)
        low, high = (
            (seen[int(TAIL * len(seen))], seen[-1 - int(TAIL * len(seen))]) if seen else (value, value)
        )
        found.append({"value": value, "low": low, "high": high})
    return found


def _sum(deals: Sequence[Sequence[Contest]]) -> list[Contest]:
    """Contests with the same entrants, merged into one."""
    total: dict[tuple[int, ...], Contest] = {}
    for contests in deals:
        for contest in contests:
            before = total.get(contest.entrants)
            if before is not None:
                wins = tuple(one + other for one, other in zip(before.wins, contest.wins, strict=True))
                contest = Contest(contest.entrants, before.games + contest.games, wins)
            total[contest.entrants] = contest
    return list(total.values())
