"""The commands of the laboratory: simulate, arena, bench."""

import json
from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from spyring.arguments import (
    GameKey,
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
from spyring.epilog import examples, games_and
from spyring.games import games
from spyring.lab import arena as tournaments
from spyring.lab import bench as benchmark
from spyring.lab import pace, report
from spyring.lab import simulate as simulation
from spyring.lab.extras import MissingExtra
from spyring.lab.figures import figures as tournament_figures
from spyring.lab.jobs import jobs_option
from spyring.lab.series import Jobs
from spyring.stop import Stop

YARDSTICK_SEATS = 4
MOST_GAMES = 10**12
MOST_BOT_GAMES = 10**7


def progress_bar() -> Progress:
    """A progress bar, if somebody is watching."""
    console = Console(stderr=True)
    return Progress(console=console, transient=True, disable=not console.is_terminal)


@click.command(
    epilog=games_and(
        "spyring simulate heimlich --seats 4 --games 100000 --jobs 2",
        "spyring simulate wink --seats 6 --option eyes=table --json",
    ),
)
@game_argument
@seats_option
@option(
    "--games", "count", type=Number(1, MOST_GAMES), default=10_000, show_default=True, help="Number of games."
)
@seed_option
@jobs_option
@table_option
@json_option
def simulate(
    game: Game, seats: int | None, count: int, seed: int, jobs: Jobs, options: Options, as_json: bool
) -> None:
    """Play many random games of GAME and count who wins.

    The figures depend only on the seed, not on the number of jobs.
    """
    chairs, settled = settle(game, seats, options)
    with progress_bar() as progress:
        task = progress.add_task(f"{game.title}, {chairs} seats", total=count)
        figures = simulation.simulate(
            game.key,
            chairs,
            settled,
            games=count,
            seed=seed,
            jobs=jobs,
            tick=lambda done: progress.advance(task, done),
        )
    if as_json:
        click.echo(json.dumps(figures))
    else:
        show_simulation(game, figures)


def show_simulation(game: Game, figures: dict[str, Any]) -> None:
    """The figures of a simulation as a table."""
    table = Table(title=f"{game.title}, {figures['seats']} seats, {figures['games']:,} random games")
    for column in ("", "share", "95 % interval"):
        table.add_column(column, justify="left" if not column else "right")
    rows = [(f"seat {seat} wins", share) for seat, share in enumerate(figures["wins"])]
    rows += [("nobody wins", figures["nobody"])]
    rows += [(f"ends: {end}", share) for end, share in figures.get("ends", {}).items()]
    for name, share in rows:
        table.add_row(name, f"{share['share']:.1%}", f"{share['low']:.1%} to {share['high']:.1%}")
    console = Console()
    console.print(table)
    console.print(
        f"{figures['games_per_second']:,.0f} games per second, {figures['mean_length']:.1f} acts per game "
        "(including chance)"
    )


@click.command(
    epilog=examples(
        "spyring arena heimlich hard:200ms normal --seats 4 --games 400 --jobs 2",
        "spyring arena secrets easy normal normal hard        # one bot per seat",
        "spyring arena secrets normal/liar normal --seats 5   # a temper: does lying pay?",
        "spyring arena heimlich mine.py:Eager normal          # a bot of your own",
        "spyring arena heimlich uniform easy normal --seats 2 --report cup",
    ),
)
@game_argument
@click.argument("bots", nargs=-1, required=True, metavar="BOT BOT ...")
@option(
    "--seats",
    type=int,
    metavar="NUMBER",
    help="Number of seats. With two bots, the first takes one seat and the second the rest; "
    "with more bots than seats, every combination plays.",
    show_default="one per bot",
)
@option(
    "--games",
    "count",
    type=Number(1, MOST_BOT_GAMES),
    default=100,
    show_default=True,
    help="Number of games, rounded up to whole deals.",
)
@seed_option
@jobs_option
@option(
    "--report",
    "folder",
    type=click.Path(path_type=Path),
    help="Write a page with plots to this folder and keep every finished game there, "
    "so that the same command resumes where it stopped.",
    show_default="none",
)
@table_option
@json_option
def arena(
    game: Game,
    bots: tuple[str, ...],
    seats: int | None,
    count: int,
    seed: int,
    jobs: Jobs,
    folder: Path | None,
    options: Options,
    as_json: bool,
) -> None:
    """Run a tournament of GAME: name one BOT per seat, or use --seats.

    Every deal is played once for each rotation of the seats, so luck cancels out.

    A bot is uniform, easy, normal or hard. hard:200ms thinks for 200 ms per decision. hard:5000it
    searches 5,000 iterations and is repeatable. normal/gambler has a temper: how it talks, listens and takes
    risks. mine.py:Eager is the class Eager in the file mine.py.
    """
    try:
        lineups = tournaments.line_up(bots, seats)
        for bot in bots:
            tournaments.enlist(game, bot)
        chairs, settled = settle(game, len(lineups[0]), options)
        tournament = tournaments.Tournament(game.key, chairs, settled, seed, lineups)
        archive = None
        if folder is not None:
            report.plotter()
            archive = tournaments.Archive(folder / "games.jsonl", tournament)
        total = tournament.games(count)
        with progress_bar() as progress:
            task = progress.add_task(f"{game.title}, {chairs} seats", total=total)
            records = tournaments.play_tournament(
                tournament,
                games=total,
                jobs=jobs,
                archive=archive,
                tick=lambda done: progress.advance(task, done),
            )
    except UnreadableText as error:
        raise Stop(capital(error)) from None
    except (report.NoPlots, StuckGame) as error:
        raise Stop(capital(error), 1) from None
    figures = tournament_figures(tournament, records)
    if folder is not None:
        click.echo(f"The report is in {report.write_report(folder, figures, records)}.", err=True)
    if as_json:
        click.echo(json.dumps(figures))
    else:
        Console().print(report.table(figures))


@click.command(
    epilog=examples(
        "spyring bench                                       # every game: a few minutes",
        "spyring bench --game heimlich --seats 4 --seconds 2",
        "spyring bench --arrays --seats 4                    # batches, beside OpenSpiel and PettingZoo",
    ),
)
@option(
    "--game",
    "chosen",
    type=GameKey(),
    multiple=True,
    help="Measure only this game; repeat it for more.",
    show_default="all games",
)
@option(
    "--seats",
    type=int,
    metavar="NUMBER",
    multiple=True,
    help="Measure only this number of seats; repeat it for more.",
    show_default="all",
)
@option(
    "--seconds",
    type=Number(0.01, 3600),
    default=0.5,
    show_default=True,
    help="CPU time for each figure, in seconds.",
)
@option(
    "--yardstick",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help="C++ program to compile (-O3 -march=native) and compare with.",
    show_default="none",
)
@option(
    "--arrays",
    is_flag=True,
    help="Measure steps of batches instead, beside OpenSpiel and PettingZoo if they are installed.",
)
@json_option
def bench(
    chosen: tuple[Game, ...],
    seats: tuple[int, ...],
    seconds: float,
    yardstick: Path | None,
    arrays: bool,
    as_json: bool,
) -> None:
    """Measure how fast random games run, interpreted and compiled, in one run.

    Compare the ratios: other programs on the machine slow down both figures of a row equally.
    """
    measured = list(chosen or games().values())
    for game in measured:
        for count in seats:
            settle(game, count, {})
    if arrays:
        if yardstick is not None:
            raise Stop("A yardstick is for whole games: leave out --arrays or --yardstick.")
        bench_arrays(measured, seconds, list(seats), as_json=as_json)
        return
    try:
        compared = None if yardstick is None else benchmark.yardstick(yardstick, 5 * seconds)
    except benchmark.NoYardstick as error:
        raise Stop(f"{error}.", 1) from None
    rows = []
    with progress_bar() as progress:
        task = progress.add_task("measuring", total=None)
        for row in benchmark.bench(measured, seconds, list(seats) or None):
            rows.append(row)
            progress.update(task, description=f"{row['game']} {row['seats']} {row['variant']}")
    if as_json:
        click.echo(json.dumps({"rows": rows, "yardstick": compared}))
    else:
        show_bench(rows, compared)


def bench_arrays(measured: list[Game], seconds: float, seats: list[int], *, as_json: bool) -> None:
    """Measure batches, and show how many times faster they are than the fastest of what others bring."""
    rows = []
    try:
        with progress_bar() as progress:
            task = progress.add_task("measuring", total=None)
            for row in pace.paces(measured, seconds, seats or None):
                rows.append(row)
                progress.update(task, description=f"{row['of']} {row['name']}")
    except MissingExtra as error:
        raise Stop(capital(error), 1) from None
    fastest = {row["of"]: 0.0 for row in rows if row["of"] != "spyring"}
    for row in rows:
        if row["of"] in fastest:
            fastest[row["of"]] = max(fastest[row["of"]], row["steps"])
    if as_json:
        click.echo(json.dumps({"rows": rows, "fastest": fastest}))
        return
    table = Table(title="steps per CPU second", box=None, pad_edge=False)
    table.add_column("environment")
    for column in ("steps", *[f"times {kind}" for kind in fastest]):
        table.add_column(column, justify="right")
    for row in rows:
        ratios = [f"{row['steps'] / other:.1f}" for other in fastest.values()]
        table.add_row(f"{row['of']} {row['name']}", f"{row['steps']:,.0f}", *ratios)
    console = Console(highlight=False)
    console.print(table)
    if not fastest:
        console.print("To compare, install open_spiel, or pettingzoo with pygame.")


def show_bench(rows: list[dict[str, Any]], compared: dict[str, Any] | None) -> None:
    """The rows of a benchmark as a table, all speeds per CPU second."""
    table = Table(title="random games per CPU second", box=None, pad_edge=False)
    table.add_column("game")
    for column in ("interpreted", "compiled", "ratio", "decisions", "copy ns"):
        table.add_column(column, justify="right")
    for row in rows:
        name = " ".join(filter(None, [row["game"], str(row["seats"]), row["variant"]]))
        fast = row.get("compiled")
        cells = [name, f"{row['interpreted']['games']:,.0f}"]
        if fast:
            cells += [f"{fast['games']:,.0f}", f"{row['ratio']:.0f}", f"{fast['decisions']:,.0f}"]
            cells += [f"{fast['copy_ns']:.0f}"]
        table.add_row(*cells)
    console = Console(highlight=False)
    console.print(table)
    if not any("compiled" in row for row in rows):
        console.print("The rules are not compiled: there was no C compiler when Spyring was installed.")
    if compared:
        console.print(
            f"Yardstick ({' '.join(benchmark.COMPILER)}): {compared['games_s']:,.0f} games per CPU second"
        )
        for row in rows:
            if row["seats"] == YARDSTICK_SEATS and not row["variant"] and "compiled" in row:
                share = row["compiled"]["games"] / compared["games_s"]
                console.print(f"{row['game']} {row['seats']}, compiled: {share:.2f} of the yardstick")
