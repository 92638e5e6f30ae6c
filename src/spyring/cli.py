"""The command line: one command a capability, one sentence an error."""

import json
import secrets
import sys
import time
from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.markup import escape

from spyring import __version__, gamefile, mode
from spyring.arguments import (
    SEED_BITS,
    Number,
    capital,
    examples,
    game_argument,
    games_and,
    json_option,
    seats_option,
    seed_option,
    settle,
    table_option,
)
from spyring.core import CHANCE, Game, IllegalAction, Options, UnreadableText
from spyring.generator import Generator
from spyring.lab import commands as lab
from spyring.lab.arena import enlist
from spyring.lab.match import FailedBot, Match, new_match
from spyring.referee import Referee
from spyring.server.admin import commands as table
from spyring.stop import Stop, one_sentence


class CommandLine(click.Group):
    """Ends with one sentence, whatever is wrong with the words, the files or the disk."""

    def make_context(self, *arguments: Any, **keywords: Any) -> click.Context:
        with one_sentence():
            return super().make_context(*arguments, **keywords)

    def invoke(self, context: click.Context) -> Any:
        with one_sentence():
            return super().invoke(context)


@click.group(
    cls=CommandLine,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog=examples(
        "spyring                                     # open the table, and say where",
        "spyring play secrets --seats 5              # watch bots play in the terminal",
        "spyring random wink > wink.game             # a whole random game as a file",
        "spyring replay wink.game --seat 0           # how it ended, as seat 0 sees it",
        "spyring COMMAND --help                      # more about one command",
    ),
)
@click.version_option(
    __version__,
    message=f"spyring %(version)s ({mode()} rules)",
    help="Show the version, and whether the rules run compiled or interpreted.",
)
@click.pass_context
def main(context: click.Context) -> None:
    """Spyring: a table for games of secret identity.

    Without a command it opens the table, as `spyring serve` does.
    """
    if context.invoked_subcommand is None:
        context.invoke(table.serve)


for command in (table.serve, table.tables, table.verify, lab.simulate, lab.arena, lab.bench):
    main.add_command(command)


def replay_file(path: str) -> Referee:
    """Replay a game file, or standard input for `-`."""
    try:
        if path == "-":
            return gamefile.replay(sys.stdin.buffer, path)
        with Path(path).open("rb") as file:
            return gamefile.replay(file, path)
    except gamefile.BadFile as error:
        raise Stop(str(error), error.status) from None
    except IsADirectoryError:
        raise Stop(f"{path}:1: this is a folder; name a game file in it") from None
    except OSError as error:
        raise Stop(f"{path}:1: the file cannot be read: {(error.strerror or str(error)).lower()}") from None


@main.command(
    short_help="Show the position at the end of a game file.",
    epilog=examples(
        "spyring replay one.game                     # as an onlooker",
        "spyring replay one.game --seat all",
        "spyring random wink | spyring replay - --seat 0 --json",
    ),
)
@click.argument("file", type=click.Path(allow_dash=True))
@click.option("--seat", help="A seat's number: as it sees it; `all`: everybody.  [default: an onlooker]")
@json_option
def replay(file: str, seat: str | None, as_json: bool) -> None:
    """Replay a game FILE (- for standard input) and show the position at its end."""
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
        raise Stop(f"There is no seat {seat!r}: name one of {', '.join(seats)}, or all.")
    click.echo(json.dumps(shown) if as_json else render(shown))


@main.command(
    short_help="Print what everybody may do after a game file.",
    epilog=examples(
        "spyring legal one.game",
        "spyring random heimlich | head -20 | spyring legal - --json",
    ),
)
@click.argument("file", type=click.Path(allow_dash=True))
@json_option
def legal(file: str, as_json: bool) -> None:
    """Print what everybody may do after a game FILE (- for standard input), one act a line."""
    texts = {str(actor): sorted(texts) for actor, texts in replay_file(file).legal().items()}
    if as_json:
        click.echo(json.dumps(texts))
    else:
        for actor, actions in texts.items():
            for action in actions:
                click.echo(f"{actor} {action}")


@main.command(
    short_help="Print a whole random game as a game file.",
    epilog=games_and(
        "spyring random secrets > one.game",
        "spyring random heimlich --seats 4 --seed 7 --option top-secret=on",
    ),
)
@game_argument
@seats_option
@seed_option
@table_option
def random(game: Game, seats: int | None, seed: int, options: Options) -> None:
    """Print a whole game of GAME, played at random, as a game file."""
    count, settled = settle(game, seats, options)
    referee = Referee(game, count, settled)
    rng = Generator(seed)
    while referee.state.actors():
        referee.do(*referee.state.pick(rng))
    click.echo(gamefile.write(game, count, settled, referee.log), nl=False)


@main.command(
    short_help="Watch bots play in the terminal.",
    epilog=games_and(
        "spyring play secrets --seats 5",
        "spyring play heimlich --bot hard:200ms --option top-secret=on",
    ),
)
@game_argument
@seats_option
@click.option(
    "--bot",
    default="normal",
    show_default=True,
    help="Who plays: uniform, easy, normal, hard, or whatever else `spyring arena` takes.",
)
@click.option(
    "--seed", type=Number(0, 2**SEED_BITS - 1), help="The same game again.  [default: another one each time]"
)
@click.option(
    "--pace",
    type=Number(0.0, 60),
    default=0.4,
    show_default=True,
    help="Seconds between two acts; none where the output is not a terminal.",
)
@table_option
def play(game: Game, seats: int | None, bot: str, seed: int | None, options: Options, pace: float) -> None:
    """Watch bots play GAME in the terminal; a person plays in the page (`spyring serve`)."""
    count, settled = settle(game, seats, options)
    try:
        bots = [enlist(game, bot) for _ in range(count)]
        chance = secrets.randbits(SEED_BITS) if seed is None else seed
        watch(new_match(game, settled, bots, seed=chance), pace)
    except (UnreadableText, IllegalAction) as error:
        raise Stop(capital(error)) from None
    except FailedBot as error:
        raise Stop(f"The game was broken off by {bot}: {error.why}.", 1) from None


def watch(match: Match, pace: float) -> None:
    """Show a match act by act, with secrets open, and how it ended."""
    table = match.table
    console = Console(highlight=False)
    console.rule(f"{table.game.title}, {table.seats} seats")
    scores = None
    shown = 0
    while match.step():
        for actor, text in table.log[shown:]:
            who = "[dim]chance[/]" if actor == CHANCE else f"[bold]seat {actor}[/]"
            console.print(f"{who}  {escape(text)}")
            if console.is_terminal and actor != CHANCE:
                time.sleep(pace)
        shown = len(table.log)
        before, scores = scores, table.view(None).get("scores")
        if scores != before:
            console.print(f"        [yellow]scores[/]  {escape(render_value(scores))}")
    console.rule("the end")
    console.print(escape(render(table.view(None))))


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
