"""The commands that study a game and its bots: calibration, compare, dataset, report."""

import json
import shlex
import sys
from functools import partial
from pathlib import Path
from typing import Any

import click

from spyring.arguments import (
    Number,
    capital,
    game_argument,
    json_option,
    option,
    seats_option,
    seed_option,
    settle,
    table_option,
)
from spyring.bots.match import StuckGame
from spyring.core import Game, Options, UnreadableText
from spyring.epilog import examples
from spyring.lab import arena as tournaments
from spyring.lab import calibration as calibrating
from spyring.lab import compare as comparing
from spyring.lab import dataset as decisions
from spyring.lab.bench import variants
from spyring.lab.commands import progress_bar
from spyring.lab.extras import MissingExtra
from spyring.lab.figures import figures as tournament_figures
from spyring.lab.jobs import jobs_option
from spyring.lab.observing import Sighting, Study, asked, observe, telling
from spyring.lab.report import NoPlots, plotter
from spyring.lab.series import Archive, Jobs, play_series
from spyring.lab.survey import findings, survey, variant
from spyring.lab.survey_page import write_page
from spyring.stop import Stop

MOST_GAMES = 10**6
PART = 4  # a variant, and a tournament, gets one game in so many

bot_option = option("--bot", default="normal", show_default=True, metavar="BOT", help="The bot on all seats.")
count_option = option(
    "--games", "count", type=Number(1, MOST_GAMES), default=100, show_default=True, help="Number of games."
)


@click.group(
    epilog=examples(
        "spyring lab calibration secrets --seats 5 --games 200",
        "spyring lab report heimlich --seats 4 --games 1000 --jobs 2 --out heimlich",
        "spyring lab dataset heimlich --seats 4 --games 1000 --jobs 2 --out games.parquet",
    )
)
def lab() -> None:
    """Study the games, and what the bots believe."""


@lab.command(
    short_help="Compare how sure minds are with how often they are right.",
    epilog=examples(
        "spyring lab calibration secrets --seats 5 --games 200",
        "spyring lab calibration wink --games 20 --bot hard:300it --json",
    ),
)
@game_argument
@seats_option
@bot_option
@count_option
@seed_option
@table_option
@json_option
def calibration(
    game: Game, seats: int | None, bot: str, count: int, seed: int, options: Options, as_json: bool
) -> None:
    """Compare how sure the minds of GAME's bots are with how often they are right.

    The log score is the mean price of what was said, in bits: the lower the better.
    """
    chairs, settled = settle(game, seats, options)
    try:
        found = calibrating.figures(list(calibrating.cases(game, chairs, settled, bot, count, seed)), seed)
    except UnreadableText as error:
        raise Stop(capital(error)) from None
    if as_json:
        click.echo(json.dumps(found))
    else:
        calibrating.show(f"{game.title}, {chairs} seats, {bot}, {count:,} games", found)


@lab.command(
    short_help="Compare two bots in the same place.",
    epilog=examples(
        "spyring lab compare heimlich hard:500it normal --seats 4 --games 400 --jobs 2",
        "spyring lab compare secrets normal normal/deaf --among normal/truthful --seats 5 --games 400",
    ),
)
@game_argument
@click.argument("one", metavar="BOT")
@click.argument("other", metavar="OTHER")
@option(
    "--among",
    metavar="BOT",
    help="The bot on all other seats.",
    show_default="OTHER, so that what BOT gains is what OTHER can be exploited for",
)
@seats_option
@count_option
@seed_option
@jobs_option
@option(
    "--folder",
    type=click.Path(path_type=Path),
    help="Keep the games in this folder, so that the same command resumes where it stopped.",
    show_default="none",
)
@table_option
@json_option
def compare(
    game: Game,
    one: str,
    other: str,
    among: str | None,
    seats: int | None,
    count: int,
    seed: int,
    jobs: Jobs,
    folder: Path | None,
    options: Options,
    as_json: bool,
) -> None:
    """How much more often BOT wins at GAME than OTHER would in its place.

    Both play the same deals, on every seat in turn, among the same other bots.
    """
    chairs, settled = settle(game, seats, options)
    rest = [among or other] * (chairs - 1)
    fields = [
        tournaments.Tournament(game.key, chairs, settled, seed, ((bot, *rest),)) for bot in (one, other)
    ]
    try:
        for bot in (one, other, *rest):
            tournaments.enlist(game, bot)
        games = fields[0].games(count)
        with progress_bar() as progress:
            task = progress.add_task(f"{game.title}, {chairs} seats", total=2 * games)
            tick = partial(progress.advance, task)
            first, second = (comparing.wins(field, games, jobs, folder, tick) for field in fields)
    except UnreadableText as error:
        raise Stop(capital(error)) from None
    except StuckGame as error:
        raise Stop(capital(error), 1) from None
    found = {"game": game.key, "seats": chairs, **comparing.figures(first, second, chairs)}
    if as_json:
        click.echo(json.dumps(found))
        return
    for bot, side in ((one, found["one"]), (other, found["other"])):
        shown = f"{side['share']:.1%} ({side['low']:.1%} to {side['high']:.1%})"
        click.echo(f"{bot} wins {shown} of {found['games']:,} games among {rest[0]}.")
    gain = {name: 100 * value for name, value in found["gain"].items()}
    click.echo(f"That is {gain['value']:+.1f} points ({gain['low']:+.1f} to {gain['high']:+.1f}).")


@lab.command(
    short_help="Write what a game is like to a page with plots.",
    epilog=examples(
        "spyring lab report heimlich --seats 4 --games 1000 --jobs 2 --out heimlich",
        "spyring lab report secrets --seats 5 --games 1000 --rival easy --rival hard:500it --out secrets",
    ),
)
@game_argument
@seats_option
@bot_option
@count_option
@seed_option
@jobs_option
@option(
    "--rival",
    "rivals",
    multiple=True,
    metavar="BOT",
    help="Also play a tournament of this bot among the others; repeat it for more.",
    show_default="none",
)
@option(
    "--out",
    "folder",
    type=click.Path(path_type=Path),
    required=True,
    help="Write index.html to this folder and keep every finished game there, "
    "so that the same command resumes where it stopped.",
)
@table_option
@json_option
def report(
    game: Game,
    seats: int | None,
    bot: str,
    count: int,
    seed: int,
    jobs: Jobs,
    rivals: tuple[str, ...],
    folder: Path,
    options: Options,
    as_json: bool,
) -> None:
    """Watch bots play GAME, and write a page about it.

    It shows who wins, how long it takes, what is known when, and what cards and options are worth. The
    figures depend only on the seed, not on the jobs. Variants and rivals get a quarter of the games.
    """
    chairs, settled = settle(game, seats, options)
    study = Study(game.key, chairs, settled, seed, bot)
    others = [
        (name, Study(game.key, chairs, game.settle(chairs, {**options, **changed}), seed, bot))
        for name, changed in variants(game)
        if name and not changed.keys() & options.keys()
    ]
    part = -(-count // PART)
    try:
        telling(game)
        asked(game, bot, lambda *_: None)
        for rival in rivals:
            tournaments.enlist(game, rival)
        plotter()
        fields = [tournaments.line_up((rival, bot), chairs) for rival in rivals]
        cups = [tournaments.Tournament(game.key, chairs, settled, seed, field) for field in fields]
        total = count + part * len(others) + sum(cup.games(part) for cup in cups)
        with progress_bar() as progress:
            task = progress.add_task(f"{game.title}, {chairs} seats", total=total)
            tick = partial(progress.advance, task)
            watch = partial(_watch, folder=folder, jobs=jobs, tick=tick)
            figures = survey(study, watch(study, "games", count))
            figures["variants"] = [
                {"name": name, **variant(one, watch(one, name.replace(" ", "-"), part))}
                for name, one in others
            ]
            figures["rivals"] = []
            for rival, cup in zip(rivals, cups, strict=True):
                name = "rival-" + "".join(letter if letter.isalnum() else "-" for letter in rival)
                archive = tournaments.Archive(folder / f"{name}.jsonl", cup)
                records = tournaments.play_tournament(
                    cup, games=cup.games(part), jobs=jobs, archive=archive, tick=tick
                )
                first = tournament_figures(cup, records)["bots"][0]
                figures["rivals"].append({"bot": rival, "relative": first["relative"]})
    except UnreadableText as error:
        raise Stop(capital(error)) from None
    except (NoPlots, StuckGame) as error:
        raise Stop(capital(error), 1) from None
    page = write_page(folder, game, figures, shlex.join(["spyring", *sys.argv[1:]]))
    if as_json:
        click.echo(json.dumps(figures))
    else:
        click.echo("\n".join(findings(figures)))
        click.echo(f"The report is in {page}.", err=True)


def _watch(study: Study, name: str, games: int, *, folder: Path, jobs: Jobs, tick: Any) -> list[Sighting]:
    archive = Archive(folder / f"{name}.jsonl", study, Sighting)
    return play_series(partial(observe, study), games=games, jobs=jobs, archive=archive, tick=tick)


@lab.command(
    short_help="Write every decision of many games to a Parquet file.",
    epilog=examples(
        "spyring lab dataset heimlich --seats 4 --games 1000 --jobs 2 --out games.parquet",
        "spyring lab dataset wink --option eyes=table --bot uniform --out random.parquet",
    ),
)
@game_argument
@seats_option
@bot_option
@count_option
@seed_option
@jobs_option
@option(
    "--out",
    "path",
    type=click.Path(path_type=Path, dir_okay=False),
    required=True,
    help="The file to write.",
)
@table_option
@json_option
def dataset(
    game: Game,
    seats: int | None,
    bot: str,
    count: int,
    seed: int,
    jobs: Jobs,
    path: Path,
    options: Options,
    as_json: bool,
) -> None:
    """Play games of GAME between bots and write every decision with a choice as a row.

    A row has what the seat knew as an array, the mask of its legal acts, the act and its text, what the seat
    won in the end, and what its bot believed. The rows depend only on the seed, not on the number of jobs.
    """
    chairs, settled = settle(game, seats, options)
    try:
        tournaments.enlist(game, bot)
        with progress_bar() as progress:
            task = progress.add_task(f"{game.title}, {chairs} seats", total=count)
            rows = decisions.write_dataset(
                Study(game.key, chairs, settled, seed, bot),
                path,
                games=count,
                jobs=jobs,
                tick=partial(progress.advance, task),
            )
    except UnreadableText as error:
        raise Stop(capital(error)) from None
    except (MissingExtra, StuckGame) as error:
        raise Stop(capital(error), 1) from None
    size = path.stat().st_size
    if as_json:
        click.echo(json.dumps({"path": str(path), "games": count, "rows": rows, "bytes": size}))
    else:
        click.echo(f"{rows:,} decisions of {count:,} games are in {path} ({size / 1e6:.1f} MB).")
