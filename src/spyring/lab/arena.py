"""Tournaments of bots: every deal is played with the bots on all seats in turn, so that luck cancels out.

If the bots are repeatable, game number n of a tournament is always the same.
"""

import importlib.util
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations
from math import ceil, floor, log
from pathlib import Path
from typing import cast

from spyring.bots import Bot, find_bot
from spyring.bots.match import FailedBot, blame, play_match
from spyring.core import Game, IllegalAction, Options, UnreadableText
from spyring.games import find_game
from spyring.lab import series

TIME_STEP = 1.05  # decision times are counted in classes, each longer than the one before by this factor
SHORTEST = 1e-7  # seconds


@dataclass(frozen=True)
class Tournament:
    """Who plays what: every line-up in every rotation of its seats, deal after deal."""

    game: str
    seats: int
    options: Options
    seed: int
    lineups: tuple[tuple[str, ...], ...]

    @property
    def bots(self) -> list[str]:
        """Every bot once, in the order in which it was named."""
        return list(dict.fromkeys(name for lineup in self.lineups for name in lineup))

    @property
    def per_deal(self) -> int:
        """How many games are played with one deal."""
        return len(self.lineups) * self.seats

    def games(self, least: int) -> int:
        """The number of games, rounded up to whole deals."""
        return ceil(least / self.per_deal) * self.per_deal

    def seated(self, number: int) -> list[str]:
        """The bots of a game, seat by seat."""
        turn = number % self.per_deal
        lineup = self.lineups[turn // self.seats]
        return [lineup[(seat + turn) % self.seats] for seat in range(self.seats)]


@dataclass
class Record:
    """One finished game."""

    number: int
    bots: list[str]
    winners: list[int]
    scores: list[int]
    acts: int
    seconds: list[float]  # by seat, over all its decisions
    times: list[dict[str, int]]  # by seat: the number of decisions in each time class


def time_class(seconds: float) -> str:
    """The class of a decision time."""
    return str(floor(log(max(seconds, SHORTEST)) / log(TIME_STEP)))


def class_time(name: str) -> float:
    """The longest time of a class, in seconds."""
    return float(TIME_STEP ** (int(name) + 1))


def line_up(bots: Sequence[str], seats: int | None) -> tuple[tuple[str, ...], ...]:
    """Which bots sit together: all of them, the first among copies of the second, or every combination."""
    count = len(bots) if seats is None else seats
    if len(bots) == count > 1:
        return (tuple(bots),)
    if len(bots) == 2 and count > 2:
        return ((bots[0], *[bots[1]] * (count - 1)),)
    if len(bots) > count >= 2:
        return tuple(combinations(bots, count))
    raise UnreadableText(
        f"{', '.join(bots)} cannot fill a table of {max(count, 2)} seats; name one bot per seat, or two "
        "with --seats: the first takes one seat, the second the rest"
    )


def enlist(game: Game, name: str) -> Bot:
    """A bot by its name, or from a Python file: `mine.py:Eager` is made as `Eager(game)`."""
    path, colon, maker = name.rpartition(":")
    if name.endswith(".py"):
        raise UnreadableText(f"name the class as well, as in {name}:Eager")
    if not (colon and path.endswith(".py")):
        return find_bot(game, name)
    spec = importlib.util.spec_from_file_location(Path(path).stem, path)
    if spec is None or spec.loader is None or not Path(path).is_file():
        raise UnreadableText(f"there is no file {path!r}")
    module = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
        if not hasattr(module, maker):
            raise UnreadableText(f"there is no {maker!r} in {path}")
        return cast(Bot, getattr(module, maker)(game))
    except UnreadableText:
        raise
    except Exception as error:
        raise UnreadableText(f"{name} cannot be loaded: {blame(error)}") from error


def play_game(tournament: Tournament, number: int) -> Record:
    """One game of a tournament."""
    game = find_game(tournament.game)
    names = tournament.seated(number)
    deal, turn = divmod(number, tournament.per_deal)
    bots = [enlist(game, name) for name in names]
    try:
        match = play_match(game, tournament.options, bots, seed=tournament.seed, deal=deal, turn=turn)
    except FailedBot as error:
        raise UnreadableText(f"{names[error.seat]} failed in game {number}: {error.why}") from error
    except (IllegalAction, UnreadableText) as error:
        raise UnreadableText(f"game {number} of {', '.join(names)} cannot go on: {error}") from None
    times: list[dict[str, int]] = [{} for _ in names]
    for seat, spent in enumerate(match.seconds):
        for seconds in spent:
            name = time_class(seconds)
            times[seat][name] = times[seat].get(name, 0) + 1
    state = match.referee.state
    return Record(
        number=number,
        bots=names,
        winners=state.winners(),
        scores=state.scores(),
        acts=len(match.referee.log),
        seconds=[sum(spent) for spent in match.seconds],
        times=times,
    )


class Archive(series.Archive[Record]):
    """The file of a tournament."""

    def __init__(self, path: Path, tournament: Tournament) -> None:
        super().__init__(path, tournament, Record)


def play_tournament(
    tournament: Tournament,
    *,
    games: int,
    jobs: series.Jobs,
    archive: Archive | None = None,
    tick: Callable[[int], object] = lambda games: None,
) -> list[Record]:
    """All games up to a number, in order; `tick` is called for every game that is done."""
    play = partial(play_game, tournament)
    return series.play_series(play, games=games, jobs=jobs, archive=archive, tick=tick)
