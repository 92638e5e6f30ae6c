"""How strong the bots are: the figures of docs/bots.md, measured anew. `scripts/strength --help` says how.

Every claim is a tournament with rotated seats and replayed deals. With `--folder` every finished game is
kept there, and the same command goes on where it was stopped.
"""

import argparse
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from spyring import PURE_SWITCH, mode
from spyring.bots import Hard, find_bot
from spyring.core import CHANCE, Game, Options
from spyring.games import find_game, games
from spyring.generator import Generator
from spyring.lab.arena import Archive, Tournament, line_up, play_tournament
from spyring.lab.figures import figures
from spyring.lab.match import Match, play_match
from spyring.referee import Referee

SEED = 1
SEARCHED = 20_000  # iterations in each position of which the speed is taken
POSITIONS = 12
TIMED_GAMES = 4  # of normal bots, of which the times of decisions are taken


@dataclass(frozen=True)
class Claim:
    """The first bot of a line-up has at least so much of a figure."""

    game: str
    seats: int
    bots: tuple[str, str]
    figure: str  # `share` of all wins, `relative` to an even share, or `lead` on the second bot in its place
    least: float


CLAIMS = (
    Claim("heimlich", 2, ("hard:200ms", "uniform"), "share", 0.9),
    Claim("heimlich", 2, ("hard:200ms", "normal"), "share", 0.6),
    Claim("heimlich", 4, ("hard:200ms", "normal"), "relative", 1.5),
    Claim("heimlich", 4, ("normal", "uniform"), "relative", 1.0),
    Claim("secrets", 5, ("hard:200ms", "normal"), "lead", 1.25),
    Claim("secrets", 5, ("normal", "uniform"), "lead", 1.0),
    Claim("wink", 4, ("hard:200ms", "normal"), "relative", 1.5),
    Claim("wink", 6, ("hard:200ms", "normal"), "relative", 1.5),
    Claim("wink", 4, ("normal", "uniform"), "relative", 1.0),
)


def measure(claim: Claim, count: int, jobs: int, folder: Path | None) -> str:
    """One claim in a line: what came out, with its interval."""
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
        f"{first['decisions']['mean_ms']:.1f} ms a decision, p99 {first['decisions']['p99_ms']:.1f}"
    )


def _tournament(
    key: str, bots: tuple[str, str], seats: int, count: int, jobs: int, folder: Path | None
) -> dict[str, Any]:
    lineup = line_up(bots, seats)
    tournament = Tournament(key, seats, find_game(key).settle(seats, {}), SEED, lineup)
    archive = None
    if folder is not None:
        name = "-".join([key, str(seats), *bots]).replace(":", "-")
        archive = Archive(folder / f"{name}.jsonl", tournament)
    games = tournament.games(count)
    return figures(tournament, play_tournament(tournament, games=games, jobs=jobs, archive=archive))


def positions(game: Game, seats: int, options: Options) -> Iterator[tuple[Match, int]]:
    """Decisions with a choice, evenly from the first game of normal bots."""
    bots = [find_bot(game, "normal") for _ in range(seats)]
    whole = play_match(game, game.settle(seats, options), bots, seed=SEED)
    for number in range(POSITIONS):
        table = Referee(game, seats, options)
        log = iter(whole.table.log)
        for _ in range(len(whole.table.log) * number // POSITIONS):
            table.act(*next(log))
        while (seat := _decider(table)) is None:
            line = next(log, None)
            if line is None:
                return
            table.act(*line)
        yield Match(table, bots, Generator(0), Generator(0), [Generator(0)] * seats), seat


def _decider(table: Referee) -> int | None:
    """A seat with a choice: the first of them, though where there are beats chance may act as well."""
    seats = [actor for actor in table.state.actors() if actor != CHANCE]
    return next((seat for seat in seats if len(table.legal()[seat]) > 1), None)


def search_speed(key: str, seats: int, options: Options) -> str:
    """Iterations per CPU second over a whole game, everything that a decision takes included."""
    game = find_game(key)
    iterations = 0
    spent = 0.0
    for match, seat in positions(game, seats, options):
        bot = Hard(game, seconds=None, iterations=SEARCHED)
        legal = match.table.legal()[seat]
        view, feed = match.table.view(seat), match.feeds[seat]
        began = time.process_time()
        bot.choose(view, feed, legal, Generator(SEED))
        if bot.searched:  # not every decision is worth a search
            spent += time.process_time() - began
            iterations += bot.searched
    if not iterations:
        return f"{key} {seats} seats {options or ''}: nothing to search in these positions"
    return (
        f"{key} {seats} seats {options or ''}: {iterations / spent:,.0f} iterations per CPU second, {mode()}"
    )


def decision_times(key: str) -> list[str]:
    """CPU time of a decision of `normal`, for every number of seats."""
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
            f"{key} {seats} seats: normal takes {1000 * spent / decisions:.2f} ms a decision, {mode()}"
        )
    return found


class _Timed:
    """A normal bot with a watch."""

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


def dossiers(count: int) -> str:
    """How many agents `normal` names correctly in a dossier, and how many `uniform` does."""
    game = find_game("heimlich")
    shares = []
    for name in ("normal", "uniform"):
        right = named = 0
        for deal in range(count):
            bots = [find_bot(game, name if seat == 0 else "normal") for seat in range(4)]
            match = play_match(game, game.settle(4, {"dossier": "on"}), bots, seed=SEED, deal=deal)
            view = match.table.view(None)
            dossier = view["dossiers"][0] or {}
            named += len(dossier)
            right += sum(view["owners"][agent] == owner for agent, owner in dossier.items())
        shares.append(right / max(named, 1))
    return f"heimlich 4 seats, dossier: normal names {shares[0]:.0%} correctly, uniform {shares[1]:.0%}"


def interpreted_times(key: str) -> list[str]:
    """The times of `normal` in a process that runs the rules interpreted."""
    code = (
        f"import json; from spyring.lab import strength; print(json.dumps(strength.decision_times({key!r})))"
    )
    environment = os.environ | {PURE_SWITCH: "1"}
    run = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, check=True)
    return [str(line) for line in json.loads(run.stdout)]


def main(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser(prog="scripts/strength", description="Measure how strong the bots are.")
    parser.add_argument("--game", action="append", help="only this game; may be given several times")
    parser.add_argument("--games", type=int, default=400, help="games of each tournament (400)")
    parser.add_argument("--jobs", type=int, default=1, help="processes at once (1)")
    parser.add_argument("--folder", type=Path, help="keep the games here, and go on where it was stopped")
    parser.add_argument("--quick", action="store_true", help="no tournaments: speeds and dossiers only")
    chosen = parser.parse_args(arguments)
    keys = [key for key in chosen.game or games() if find_spec(f"spyring.games.{key}.bot")]
    for key in keys:
        print(search_speed(key, 4 if 4 in find_game(key).seats else find_game(key).seats[0], {}), flush=True)
        print("\n".join(interpreted_times(key)), flush=True)
    if "heimlich" in keys:
        print(dossiers(20), flush=True)
    for claim in CLAIMS:
        if claim.game in keys and not chosen.quick:
            print(measure(claim, chosen.games, chosen.jobs, chosen.folder), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
