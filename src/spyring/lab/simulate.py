"""Many random games of one set-up, and what they show."""

import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from spyring.core import Options
from spyring.games import find_game
from spyring.generator import Generator
from spyring.lab.ratings import interval
from spyring.lab.series import Jobs, play_each
from spyring.playout import playout

BATCH = 2000  # games that a worker plays between two ticks of the progress bar


@dataclass
class Tally:
    """Counts over some games."""

    games: int = 0
    acts: int = 0
    cpu_seconds: float = 0.0
    wins: Counter[int] = field(default_factory=Counter)
    nobody: int = 0
    ends: Counter[str] = field(default_factory=Counter)

    def add(self, other: "Tally") -> None:
        self.games += other.games
        self.acts += other.acts
        self.cpu_seconds += other.cpu_seconds
        self.wins += other.wins
        self.nobody += other.nobody
        self.ends += other.ends


def play_batch(key: str, seats: int, options: Options, seed: int, games: int, batch: int) -> Tally:
    """Play some of so many games; each has its own generator, so the batch size does not matter."""
    game = find_game(key)
    start = game.new(seats, options)
    numbers = range(batch * BATCH, min(games, (batch + 1) * BATCH))
    tally = Tally(games=len(numbers))
    began = time.process_time()
    for number in numbers:
        state = start.copy()
        tally.acts += playout(state, Generator(seed, stream=number))
        winners = state.winners()
        tally.wins.update(winners)
        tally.nobody += not winners
        if game.ending is not None:
            tally.ends[game.ending(state)[0]["id"]] += 1
    tally.cpu_seconds = time.process_time() - began
    return tally


def simulate(
    key: str,
    seats: int,
    options: Options,
    *,
    games: int,
    seed: int,
    jobs: Jobs,
    tick: Callable[[int], object] = lambda games: None,
) -> dict[str, Any]:
    """Play many games in several processes; `tick` is called for every batch that is done."""
    began = time.perf_counter()
    total = Tally()
    play = partial(play_batch, key, seats, options, seed, games)
    for batch in play_each(play, range(-(-games // BATCH)), jobs, in_order=True):
        total.add(batch)
        tick(batch.games)
    return report(key, seats, options, seed, jobs, total, time.perf_counter() - began)


def report(
    key: str, seats: int, options: Options, seed: int, jobs: Jobs, total: Tally, seconds: float
) -> dict[str, Any]:
    """The figures as JSON; everything but the speed is the same for the same seed."""
    figures: dict[str, Any] = {
        "game": key,
        "seats": seats,
        "options": options,
        "seed": seed,
        "jobs": jobs if isinstance(jobs, int) else str(jobs),
        "games": total.games,
        "games_per_second": total.games / seconds if seconds else 0.0,
        "games_per_cpu_second": total.games / total.cpu_seconds if total.cpu_seconds else 0.0,
        "mean_length": total.acts / total.games if total.games else 0.0,
        "wins": [interval(total.wins[seat], total.games)._asdict() for seat in range(seats)],
        "nobody": interval(total.nobody, total.games)._asdict(),
    }
    if total.ends:
        figures["ends"] = {
            end: interval(hits, total.games)._asdict() for end, hits in sorted(total.ends.items())
        }
    return figures
