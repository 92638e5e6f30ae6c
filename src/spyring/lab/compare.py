"""Two bots in the same place: each sits among the same others, on the same seats, with the same deals.

What one wins more than the other is far less a matter of luck than what each wins.
"""

from collections.abc import Callable
from math import sqrt
from pathlib import Path
from statistics import fmean, stdev
from typing import Any

from spyring.lab.arena import Archive, Tournament, play_tournament
from spyring.lab.ratings import Z_95, interval
from spyring.lab.series import Jobs


def wins(
    tournament: Tournament,
    games: int,
    jobs: Jobs,
    folder: Path | None,
    tick: Callable[[int], object] = lambda games: None,
) -> list[bool]:
    """Whether the first of a line-up won, game by game."""
    archive = None
    if folder is not None:
        first, *others = tournament.lineups[0]
        name = "".join(letter if letter.isalnum() else "-" for letter in f"{first} among {others[0]}")
        archive = Archive(folder / f"{name}.jsonl", tournament)
    records = play_tournament(tournament, games=games, jobs=jobs, archive=archive, tick=tick)
    return [-record.number % tournament.seats in record.winners for record in records]


def figures(one: list[bool], other: list[bool], seats: int) -> dict[str, Any]:
    """How often each won, and how much more often the first did, with an interval over whole deals."""
    more = [
        fmean(one[first : first + seats]) - fmean(other[first : first + seats])
        for first in range(0, len(one), seats)
    ]
    varied = len(set(more)) > 1  # otherwise these deals say nothing about how much they differ
    spread = Z_95 * stdev(more) / sqrt(len(more)) if varied else 1.0
    gain = fmean(more)
    return {
        "games": len(one),
        "one": interval(sum(one), len(one))._asdict(),
        "other": interval(sum(other), len(other))._asdict(),
        "gain": {"value": gain, "low": max(gain - spread, -1.0), "high": min(gain + spread, 1.0)},
    }
