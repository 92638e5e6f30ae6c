"""Whether minds are as sure as they should be: what they say with 70 % ought to be true in 70 % of the cases.

Bots play games. Now and then every mind is asked how likely each seat is to be, or to have, each thing that
it may still be; afterwards the truth is known. Certain cases are left out: there the rules decide. Two
others are measured beside it: somebody who only knows what fits the rules, and chance.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import log
from random import Random
from typing import Any

from rich.console import Console
from rich.table import Table

from spyring.bots.match import new_match
from spyring.core import Game, Log, Options, View
from spyring.lab.observing import asked, telling
from spyring.mind import Mind

BINS = 10
ENOUGH = 200  # cases, for a bin to count
STAGES = (10, 25, 50)  # acts of others that a seat has seen: below the first, the second, the third, and more
LEAST = 1e-4  # a probability of 0 would have an infinite price
RESAMPLES = 200


@dataclass(frozen=True)
class Case:
    """One thing that may be so: what was said about it, and whether it was true."""

    game: int
    acts: int  # of others, that the seat has seen
    said: float
    fits: float
    chance: float
    true: bool


def cases(game: Game, seats: int, options: Options, bot: str, games: int, seed: int) -> Iterator[Case]:
    """What the minds of all seats said in some games."""
    truth = telling(game).truth
    found: list[Case] = []

    def ask(mind: Mind, _: View, feed: Log) -> None:
        real = truth(match.referee.state)
        believed, fitting = mind.believes(), mind.fitting(feed)
        ways: dict[Any, int] = defaultdict(int)  # that a question may be answered
        for (seat, kind), share in fitting.items():
            if 0 < share < 1:
                ways[mind.question(seat, kind)] += 1
        acts = sum(
            actor not in ("chance", mind.seat) and not text.startswith(("look", "say"))
            for actor, text in feed
        )
        for (seat, kind), share in fitting.items():
            if 0 < share < 1:
                found.append(
                    Case(
                        deal,
                        acts,
                        min(believed[seat, kind], 1.0),
                        share,
                        1 / ways[mind.question(seat, kind)],
                        kind in real[seat],
                    )
                )

    for deal in range(games):
        bots = [asked(game, bot, ask) for _ in range(seats)]
        match = new_match(game, options, bots, seed=seed, deal=deal)
        match.play()
        yield from found
        found.clear()


def log_score(said: float, true: bool) -> float:
    """The price of what was said, in bits: 0 for whoever was sure and right."""
    return -log(max(said if true else 1 - said, LEAST)) / log(2)


def curve(chosen: Sequence[Case], seed: int) -> list[dict[str, float]]:
    """The reliability curve: in each bin, what was said, how often it was true, and its interval.

    The cases of one game are no independent trials, so the interval comes from resampling whole games.
    """
    rows = []
    bins: list[list[Case]] = [[] for _ in range(BINS)]
    for case in chosen:
        bins[min(int(case.said * BINS), BINS - 1)].append(case)
    for own in bins:
        if not own:
            continue
        by_game: dict[int, list[int]] = defaultdict(lambda: [0, 0])
        for case in own:
            by_game[case.game][0] += case.true
            by_game[case.game][1] += 1
        pairs, random = list(by_game.values()), Random(seed)
        draws = []
        for _ in range(RESAMPLES):
            drawn = random.choices(pairs, k=len(pairs))
            draws.append(sum(hits for hits, _ in drawn) / sum(count for _, count in drawn))
        draws.sort()
        tail = RESAMPLES // 40
        rows.append(
            {
                "said": sum(case.said for case in own) / len(own),
                "true": sum(case.true for case in own) / len(own),
                "low": draws[tail],
                "high": draws[-1 - tail],
                "cases": len(own),
            }
        )
    return rows


def figures(found: Sequence[Case], seed: int) -> dict[str, Any]:
    """All that is known about how sure the minds were."""
    stages = []
    bounds = [0, *STAGES, 10**9]
    for first, end in pairwise(bounds):
        own = [case for case in found if first <= case.acts < end]
        if own:
            rows = curve(own, seed)
            gaps = [abs(row["said"] - row["true"]) for row in rows if row["cases"] >= ENOUGH]
            stages.append(
                {
                    "acts": [first, end - 1],
                    "cases": len(own),
                    "gap": max(gaps, default=0.0),
                    **{
                        name: sum(log_score(getattr(case, name), case.true) for case in own) / len(own)
                        for name in ("said", "fits", "chance")
                    },
                }
            )
    rows = curve(found, seed)
    return {
        "cases": len(found),
        "curve": rows,
        "gap": max((abs(row["said"] - row["true"]) for row in rows if row["cases"] >= ENOUGH), default=0.0),
        "stages": stages,
    }


def show(title: str, found: dict[str, Any]) -> None:
    """The curve and the scores as tables."""
    console = Console(highlight=False)
    table = Table(title=title)
    for column in ("said", "true", "95 % interval", "cases", "off by"):
        table.add_column(column, justify="right")
    for row in found["curve"]:
        table.add_row(
            f"{row['said']:.1%}",
            f"{row['true']:.1%}",
            f"{row['low']:.1%} to {row['high']:.1%}",
            f"{row['cases']:,}",
            f"{100 * (row['true'] - row['said']):+.1f}" + ("" if row["cases"] >= ENOUGH else " (few)"),
        )
    console.print(table)
    scores = Table(title="log score in bits, by acts of others that were seen")
    for column in ("acts", "cases", "mind", "what fits", "chance", "largest gap"):
        scores.add_column(column, justify="right")
    for stage in found["stages"]:
        first, last = stage["acts"]
        scores.add_row(
            f"{first} to {last}" if last < STAGES[-1] else f"{first} or more",
            f"{stage['cases']:,}",
            f"{stage['said']:.3f}",
            f"{stage['fits']:.3f}",
            f"{stage['chance']:.3f}",
            f"{100 * stage['gap']:.1f} points",
        )
    console.print(scores)
