"""The command line: one command a capability, one sentence an error."""

import json
import sys
from pathlib import Path
from typing import Any

import click

from spyring import __version__, gamefile, mode
from spyring.core import Game, Options, UnreadableText
from spyring.games import find_game
from spyring.generator import Generator
from spyring.referee import Referee
from spyring.server import commands as table


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
@click.option("--json", "as_json", is_flag=True, help="Print the view as JSON.")
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
@click.option("--json", "as_json", is_flag=True, help="Print JSON: the texts by actor.")
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
