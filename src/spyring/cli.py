"""The command line: one command a capability, one sentence an error."""

import json
import secrets
import sys
import time
from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from spyring import __version__, gamefile, mode
from spyring.bots import arena as tournaments
from spyring.bots import report
from spyring.bots.figures import figures as tournament_figures
from spyring.bots.match import StuckGame
from spyring.core import CHANCE, Game, Options, UnreadableText
from spyring.games import find_game, games
from spyring.generator import Generator
from spyring.lab import bench as benchmark
from spyring.lab import simulate as simulation
from spyring.referee import Referee
from spyring.server import commands as table

YARDSTICK_SEATS = 4


class Sentence(click.ClickException):
    """An error as one sentence on standard error, with its exit status."""

    exit_code = 2

    def __init__(self, message: str, status: int = 2) -> None:
        super().__init__(message)
        vars(self)["exit_code"] = status

    def show(self, file: Any = None) -> None:
        click.echo(self.format_message(), err=True)


@click.group(invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, message=f"spyring %(version)s ({mode()} rules)")
@click.pass_context
def main(context: click.Context) -> None:
    """Spyring: a table for games of secret identity. Without a command: serve."""
    if context.invoked_subcommand is None:
        context.invoke(table.serve)


for command in (table.serve, table.tables, table.verify):
    main.add_command(command)


def read_game(_: click.Context, __: click.Parameter, key: str) -> Game:
    """The GAME argument of a command."""
    try:
        return find_game(key)
    except UnreadableText as error:
        raise Sentence(f"{error}.") from None


def read_options(_: click.Context, __: click.Parameter, pairs: tuple[str, ...]) -> Options:
    """The `--option K=V` of a command, the last of a key counting."""
    for pair in pairs:
        if "=" not in pair:
            raise Sentence(f"An option is given as KEY=VALUE, not as {pair!r}.")
    return dict(pair.split("=", 1) for pair in pairs)


game_argument = click.argument("game", callback=read_game)
seats_option = click.option("--seats", type=int, help="How many seats; the fewest if not said.")
seed_option = click.option("--seed", type=click.IntRange(min=0), default=1, show_default=True)
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON.")
table_option = click.option(
    "--option",
    "options",
    multiple=True,
    metavar="KEY=VALUE",
    callback=read_options,
    help="An option of the game, as in a game file; may be given several times.",
)


def settle(game: Game, seats: int | None, options: Options) -> tuple[int, Options]:
    """Seats and options that this game can be played with."""
    count = game.seats[0] if seats is None else seats
    try:
        return count, game.settle(count, options)
    except UnreadableText as error:
        raise Sentence(f"{error}.") from None


def replay_file(path: str) -> Referee:
    """Replay a game file, or standard input for `-`."""
    try:
        if path == "-":
            return gamefile.replay(sys.stdin.buffer, path)
        with Path(path).open("rb") as file:
            return gamefile.replay(file, path)
    except gamefile.BadFile as error:
        raise Sentence(str(error), error.status) from None
    except IsADirectoryError:
        raise Sentence(f"{path}:1: this is a folder; name a game file in it") from None
    except OSError as error:
        raise Sentence(
            f"{path}:1: the file cannot be read: {(error.strerror or str(error)).lower()}"
        ) from None


@main.command()
@click.argument("file")
@click.option("--seat", help="As this seat sees it, or `all` for everybody; an onlooker if not said.")
@json_option
def replay(file: str, seat: str | None, as_json: bool) -> None:
    """Replay a game FILE (- for standard input) and show the position."""
    referee = replay_file(file)
    seats = {str(number): number for number in range(referee.seats)}
    if seat == "all":
        shown: Any = {
            "onlooker": referee.view(None),
            "seats": [referee.view(number) for number in range(referee.seats)],
        }
    elif seat is None:
        shown = referee.view(None)
    elif seat in seats:
        shown = referee.view(seats[seat])
    else:
        raise Sentence(f"There is no seat {seat!r}: name one of {', '.join(seats)}, or all.")
    click.echo(json.dumps(shown) if as_json else render(shown))


@main.command()
@click.argument("file")
@json_option
def legal(file: str, as_json: bool) -> None:
    """Print all legal actions of every actor after a game FILE (- for standard input)."""
    texts = {str(actor): sorted(texts) for actor, texts in replay_file(file).legal().items()}
    if as_json:
        click.echo(json.dumps(texts))
    else:
        for actor, actions in texts.items():
            for action in actions:
                click.echo(f"{actor} {action}")


@main.command()
@game_argument
@seats_option
@seed_option
@table_option
def random(game: Game, seats: int | None, seed: int, options: Options) -> None:
    """Print a complete random game as a game file."""
    count, settled = settle(game, seats, options)
    referee = Referee(game, count, settled)
    rng = Generator(seed)
    while referee.state.actors():
        referee.do(*referee.state.pick(rng))
    click.echo(gamefile.write(game, count, settled, referee.log), nl=False)


@main.command()
@game_argument
@seats_option
@click.option(
    "--seed", type=click.IntRange(min=0), help="The same game again; another one each time if not said."
)
@click.option("--pace", type=click.FloatRange(min=0), default=0.4, show_default=True, help="Seconds an act.")
@table_option
def play(game: Game, seats: int | None, seed: int | None, options: Options, pace: float) -> None:
    """Watch a game of bots in the terminal."""
    count, settled = settle(game, seats, options)
    referee = Referee(game, count, settled)
    rng = Generator(secrets.randbits(64) if seed is None else seed)
    console = Console(highlight=False)
    console.rule(f"{game.title}, {count} seats")
    while referee.state.actors():
        before = referee.view(None)
        actor, action = referee.state.pick(rng)
        referee.do(actor, action)
        who = "[dim]chance[/]" if actor == CHANCE else f"[bold]seat {actor}[/]"
        console.print(f"{who}  {referee.log[-1][1]}")
        changed = {key: value for key, value in referee.view(None).items() if before.get(key) != value}
        if "scores" in changed:
            console.print(f"        [yellow]scores[/]  {render_value(changed['scores'])}")
        if console.is_terminal and actor != CHANCE:
            time.sleep(pace)
    console.rule("the end")
    console.print(render(referee.view(None)))


@main.command()
@game_argument
@seats_option
@click.option("--games", "count", type=click.IntRange(min=1), default=10_000, show_default=True)
@seed_option
@click.option("--jobs", type=click.IntRange(min=1), default=1, show_default=True, help="Processes at once.")
@table_option
@json_option
def simulate(
    game: Game, seats: int | None, count: int, seed: int, jobs: int, options: Options, as_json: bool
) -> None:
    """Play many random games and show what came out."""
    chairs, settled = settle(game, seats, options)
    with Progress(console=Console(stderr=True), transient=True) as progress:
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
        f"{figures['games_per_second']:,.0f} games a second, {figures['mean_length']:.1f} acts a game "
        "(chance included)"
    )


@main.command()
@game_argument
@click.argument("bots", nargs=-1, required=True, metavar="BOT BOT ...")
@click.option("--seats", type=int, help="Two bots fill so many; of more bots every choice of so many plays.")
@click.option("--games", "count", type=click.IntRange(min=1), default=100, show_default=True)
@seed_option
@click.option("--jobs", type=click.IntRange(min=1), default=1, show_default=True, help="Processes at once.")
@click.option("--report", "folder", type=click.Path(path_type=Path), help="Write a page, and keep the games.")
@table_option
@json_option
def arena(
    game: Game,
    bots: tuple[str, ...],
    seats: int | None,
    count: int,
    seed: int,
    jobs: int,
    folder: Path | None,
    options: Options,
    as_json: bool,
) -> None:
    """Let bots play a tournament: one BOT for every seat, or two with --seats.

    Of two, the first takes one seat and the second all others. Every deal is played once for each
    rotation of the seats, so games are filled up to whole deals. A bot is uniform, easy, normal, hard,
    hard:200ms, hard:5000it, or mine.py:Careful, a class in a Python file. With --report every finished
    game is kept, and the same command goes on where it was stopped.
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
        with Progress(console=Console(stderr=True), transient=True) as progress:
            task = progress.add_task(f"{game.title}, {chairs} seats", total=total)
            records = tournaments.play_tournament(
                tournament,
                games=total,
                jobs=jobs,
                archive=archive,
                tick=lambda done: progress.advance(task, done),
            )
    except UnreadableText as error:
        raise Sentence(f"{error}.") from None
    except (report.NoPlots, StuckGame, OSError) as error:
        raise Sentence(f"{error}.", 1) from None
    figures = tournament_figures(tournament, records)
    if folder is not None:
        click.echo(f"the report is in {report.write_report(folder, figures, records)}", err=True)
    if as_json:
        click.echo(json.dumps(figures))
    else:
        Console().print(report.table(figures))


@main.command()
@click.option("--game", "keys", multiple=True, help="Only this game; may be given several times.")
@click.option(
    "--seats", type=int, multiple=True, help="Only this number of seats; may be given several times."
)
@click.option(
    "--seconds", type=click.FloatRange(min=0.01), default=0.5, show_default=True, help="CPU time a row."
)
@click.option(
    "--yardstick", type=click.Path(path_type=Path), help="A C++ program to compile and compare with."
)
@json_option
def bench(
    keys: tuple[str, ...], seats: tuple[int, ...], seconds: float, yardstick: Path | None, as_json: bool
) -> None:
    """Measure all games, interpreted and compiled, in one run; read the ratios."""
    try:
        chosen = [find_game(key) for key in keys] or list(games().values())
        for game in chosen:
            for count in seats:
                game.settle(count, {})
        compared = None if yardstick is None else benchmark.yardstick(yardstick, 5 * seconds)
    except UnreadableText as error:
        raise Sentence(f"{error}.") from None
    except benchmark.NoYardstick as error:
        raise Sentence(f"{error}.", 1) from None
    rows = []
    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("measuring", total=None)
        for row in benchmark.bench(chosen, seconds, list(seats) or None):
            rows.append(row)
            progress.update(task, description=f"{row['game']} {row['seats']} {row['variant']}")
    if as_json:
        click.echo(json.dumps({"rows": rows, "yardstick": compared}))
    else:
        show_bench(rows, compared)


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
        console.print("the rules are not compiled here: there was no compiler when Spyring was installed")
    if compared:
        console.print(f"the yardstick: {compared['games_s']:,.0f} games per CPU second")
        for row in rows:
            if row["seats"] == YARDSTICK_SEATS and not row["variant"] and "compiled" in row:
                share = row["compiled"]["games"] / compared["games_s"]
                console.print(f"{row['game']} {row['seats']}, compiled: {share:.2f} of the yardstick")


def render(shown: Any) -> str:
    """A view for the eye: one field a line."""
    if "onlooker" in shown:
        parts = [("The onlooker sees", shown["onlooker"])]
        parts += [(f"Seat {seat} sees", view) for seat, view in enumerate(shown["seats"])]
        return "\n\n".join(f"{title}:\n{render(view)}" for title, view in parts)
    return "\n".join(
        f"{field:>12}  {render_value(value)}" for field, value in shown.items() if value is not None
    )


def render_value(value: Any) -> str:
    """One field of a view in a line."""
    if isinstance(value, dict):
        return "  ".join(f"{key} {render_value(item)}" for key, item in value.items()) or "-"
    if isinstance(value, list):
        return "  ".join(render_value(item) for item in value) or "-"
    return "-" if value is None else str(value)
