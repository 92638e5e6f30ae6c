"""How strong the bots are: the figures of docs/bots.md, measured again. `scripts/strength --help` says how.

A game's claims are in `strength.py` in its folder. Every claim is a tournament in which each deal is played
in every rotation of the seats.
"""

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any

import click

from spyring import PURE_SWITCH, mode
from spyring.arguments import GameKey, Number, option
from spyring.bots import Hard, find_bot
from spyring.bots.match import Match, play_match
from spyring.core import CHANCE, Game, Options
from spyring.games import find_game, games
from spyring.generator import Generator
from spyring.lab import bench
from spyring.lab.arena import Archive, Tournament, line_up, play_tournament
from spyring.lab.figures import figures
from spyring.lab.jobs import jobs_option
from spyring.lab.series import Jobs
from spyring.referee import Referee
from spyring.temper import STEADY, TEMPERS

SEED = 1
SEARCHED = 20_000  # iterations in each position where the speed is measured
POSITIONS = 12
RANDOM_SECONDS = 0.1  # of random games next to each of them
TIMED_GAMES = 4  # between `normal` bots, to time their decisions
GUESSED_GAMES = 20
MOST_GAMES = 10**6
USUAL_SEATS = 4  # for the speed of a search, if the game allows it
USUAL = "normal"
SEARCH = "hard:500it"  # the same games on every machine


@dataclass(frozen=True)
class Claim:
    """The first of two bots, among copies of the second, reaches at least this value of a figure."""

    game: str
    seats: int
    bots: tuple[str, str]
    figure: str  # `share` of all wins, `relative` to an even share, or `lead` on the second bot in its place
    least: float


def of_game(key: str) -> ModuleType | None:
    """The module of a game with its claims."""
    name = f"spyring.games.{key}.strength"
    return import_module(name) if find_spec(name) else None


def claims(key: str) -> list[Claim]:
    """What a game claims about its bots."""
    return [Claim(key, *row) for row in getattr(of_game(key), "CLAIMS", ())]


def measure(claim: Claim, count: int, jobs: Jobs, folder: Path | None) -> str:
    """The result of one claim in one line, with its interval."""
    found = _tournament(claim.game, claim.bots, claim.seats, count, jobs, folder)
    first = found["bots"][0]
    if claim.figure == "share":
        share = first["share"]
        value, low, high = share["share"], share["low"], share["high"]
    elif claim.figure == "relative":
        value, low, high = (first["relative"][key] for key in ("value", "low", "high"))
    else:
        others = (claim.bots[1], claim.bots[1])
        usual = _tournament(claim.game, others, claim.seats, count, jobs, folder)["bots"][0]["wins"]["share"]
        value, low, high = (first["wins"][key] / max(usual, 1e-9) for key in ("share", "low", "high"))
    verdict = "reached" if value >= claim.least else "NOT REACHED"
    return (
        f"{claim.game} {claim.seats} seats, {claim.bots[0]} among {claim.bots[1]}: "
        f"{claim.figure} {value:.2f} ({low:.2f} to {high:.2f}), wanted {claim.least}: {verdict}; "
        f"{found['games']} games, nobody won {found['nobody']['share']:.1%}, "
        f"{first['decisions']['mean_ms']:.1f} ms per decision, p99 {first['decisions']['p99_ms']:.1f}"
    )


def _tournament(
    key: str, bots: tuple[str, str], seats: int, count: int, jobs: Jobs, folder: Path | None
) -> dict[str, Any]:
    lineup = line_up(bots, seats)
    tournament = Tournament(key, seats, find_game(key).settle(seats, {}), SEED, lineup)
    archive = None
    if folder is not None:
        name = "-".join([key, str(seats), *bots]).replace(":", "-").replace("/", "-")
        archive = Archive(folder / f"{name}.jsonl", tournament)
    games = tournament.games(count)
    return figures(tournament, play_tournament(tournament, games=games, jobs=jobs, archive=archive))


def company(key: str, count: int, jobs: Jobs, folder: Path | None) -> Iterator[str]:
    """Every level, and every temper of `normal`, among `normal`: how often it wins, as lines of a table."""
    game = find_game(key)
    seats = getattr(of_game(key), "COMPANY", game.seats[0])
    names = ["uniform", "easy", *(f"{USUAL}/{temper}" for temper in TEMPERS if temper != STEADY), SEARCH]
    usual = _tournament(key, (USUAL, USUAL), seats, count, jobs, folder)["bots"][0]["wins"]["share"]
    for name in names:
        found = _tournament(key, (name, USUAL), seats, count, jobs, folder)
        value, low, high = (
            found["bots"][0]["wins"][part] / max(usual, 1e-9) for part in ("share", "low", "high")
        )
        figure = f"{value:.2f} ({low:.2f} to {high:.2f})"
        yield f"| {game.title}, {seats} seats | `{name}` | {figure} | {found['games']} |"


def positions(game: Game, seats: int, options: Options) -> Iterator[tuple[Match, int]]:
    """Positions with a choice, spread evenly over the first game between `normal` bots."""
    bots = [find_bot(game, "normal") for _ in range(seats)]
    whole = play_match(game, game.settle(seats, options), bots, seed=SEED)
    for number in range(POSITIONS):
        table = Referee(game, seats, options)
        log = iter(whole.referee.log)
        for _ in range(len(whole.referee.log) * number // POSITIONS):
            table.act(*next(log))
        while (seat := _decider(table)) is None:
            line = next(log, None)
            if line is None:
                return
            table.act(*line)
        yield Match(table, bots, Generator(0), Generator(0), [Generator(0)] * seats), seat


def _decider(table: Referee) -> int | None:
    """The first seat that has a choice; in a game with beats, chance may be able to act as well."""
    seats = [actor for actor in table.state.actors() if actor != CHANCE]
    return next((seat for seat in seats if len(table.legal()[seat]) > 1), None)


def search_speed(key: str, seats: int, options: Options) -> str:
    """Iterations per CPU second over a whole game, including everything that a decision takes.

    Random games are measured alongside for the ratio: the figures alone depend on the machine and its load.
    """
    game = find_game(key)
    iterations, spent = 0, 0.0
    random = []
    speeds = []
    for match, seat in positions(game, seats, options):
        bot = Hard(game, seconds=None, iterations=SEARCHED)
        legal = match.referee.legal()[seat]
        view, feed = match.referee.view(seat), match.feeds[seat]
        began = time.process_time()
        bot.choose(view, feed, legal, Generator(SEED))
        took = time.process_time() - began
        if bot.searched:  # not every decision is worth a search
            iterations, spent = iterations + bot.searched, spent + took
            speeds.append(bot.searched / took)
            random.append(bench.measure(key, seats, options, RANDOM_SECONDS)["games"])
    setup = " ".join([key, f"{seats} seats", *(f"{name}={value}" for name, value in options.items())])
    if not speeds:
        return f"{setup}: nothing to search in these positions"
    return (
        f"{setup}: {iterations / spent:,.0f} iterations per CPU second ({min(speeds):,.0f} to "
        f"{max(speeds):,.0f} by position); one takes as long as {max(random) * spent / iterations:.1f} "
        f"random games, {mode()}"
    )


def decision_times(key: str) -> list[str]:
    """CPU time per decision of `normal`, for every number of seats."""
    game = find_game(key)
    found = []
    for seats in game.seats:
        spent, decisions = 0.0, 0
        for deal in range(TIMED_GAMES):
            bots = [_Timed(game) for _ in range(seats)]
            play_match(game, game.settle(seats, {}), bots, seed=SEED, deal=deal)
            spent += sum(bot.spent for bot in bots)
            decisions += sum(bot.decisions for bot in bots)
        found.append(
            f"{key} {seats} seats: normal takes {1000 * spent / decisions:.2f} ms per decision, {mode()}"
        )
    return found


class _Timed:
    """A `normal` bot with a stopwatch."""

    instant = True

    def __init__(self, game: Game) -> None:
        self.bot = find_bot(game, "normal")
        self.spent = 0.0
        self.decisions = 0

    def choose(self, view: Any, feed: Any, legal: list[str], rng: Generator) -> str:
        began = time.process_time()
        text = self.bot.choose(view, feed, legal, rng)
        self.spent += time.process_time() - began
        self.decisions += 1
        return text


def guessing(key: str, count: int) -> str:
    """How many guesses of `normal` and of `uniform` are right at the end of a game."""
    said = of_game(key)
    assert said is not None
    game = find_game(key)
    seats, options = said.GUESSING
    shares = []
    for name in ("normal", "uniform"):
        right = made = 0
        for deal in range(count):
            bots = [find_bot(game, name if seat == 0 else "normal") for seat in range(seats)]
            match = play_match(game, game.settle(seats, options), bots, seed=SEED, deal=deal)
            hits, guesses = said.guesses(match.referee.view(None), 0)
            right, made = right + hits, made + guesses
        shares.append(f"{right / max(made, 1):.0%} of {name}'s")
    return f"{key} {seats} seats: {' and '.join(shares)} guesses are right"


def interpreted_times(key: str) -> list[str]:
    """The times of `normal` in a process with interpreted rules."""
    code = (
        f"import json; from spyring.lab import strength; print(json.dumps(strength.decision_times({key!r})))"
    )
    environment = os.environ | {PURE_SWITCH: "1"}
    run = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, check=True)
    return [str(line) for line in json.loads(run.stdout)]


@click.command()
@option("--game", "chosen", type=GameKey(), multiple=True, help="Measure only this game; repeat it for more.")
@option(
    "--games",
    "count",
    type=Number(1, MOST_GAMES),
    default=400,
    show_default=True,
    help="Games per tournament.",
)
@jobs_option
@option(
    "--folder",
    type=click.Path(path_type=Path),
    help="Keep the games in this folder, so that the same command resumes where it stopped.",
)
@option("--quick", is_flag=True, help="Skip the tournaments.")
@option("--tempers", is_flag=True, help="Only compare all levels and tempers, each among `normal`.")
def main(
    chosen: tuple[Game, ...], count: int, jobs: Jobs, folder: Path | None, quick: bool, tempers: bool
) -> None:
    """Measure how strong and how fast the bots are."""
    for game in chosen or games().values():
        if tempers:
            for line in company(game.key, count, jobs, folder):
                click.echo(line)
            continue
        seats = USUAL_SEATS if USUAL_SEATS in game.seats else game.seats[0]
        click.echo(search_speed(game.key, seats, {}))
        click.echo("\n".join(interpreted_times(game.key)))
        if hasattr(of_game(game.key), "GUESSING"):
            click.echo(guessing(game.key, GUESSED_GAMES))
        for claim in [] if quick else claims(game.key):
            click.echo(measure(claim, count, jobs, folder))


if __name__ == "__main__":
    main(prog_name="scripts/strength")
