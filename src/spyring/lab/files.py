"""The commands that read and write game files: analyse, legal, random, verify."""

import json
import sys
from pathlib import Path

import click

from spyring import gamefile
from spyring import verify as proof
from spyring.arguments import (
    capital,
    file_argument,
    game_argument,
    json_option,
    option,
    seats_option,
    seed_option,
    settle,
    table_option,
)
from spyring.core import Game, Options, UnreadableText
from spyring.epilog import examples, games_and
from spyring.generator import Generator
from spyring.referee import Referee
from spyring.stop import Stop


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
        raise Stop(f"{path}:1: this is a folder, not a game file") from None
    except OSError as error:
        raise Stop(f"{path}:1: the file cannot be read: {(error.strerror or str(error)).lower()}") from None


@click.command(
    epilog=examples(
        "spyring analyse heimlich-K7QX2M.game",
        "spyring random secrets | spyring analyse - --bot hard:500it --json",
    ),
)
@click.argument("file", type=click.Path(allow_dash=True))
@option("--bot", default="hard:2000it", show_default=True, metavar="BOT", help="Who judges, with iterations.")
@seed_option
@json_option
def analyse(file: str, bot: str, seed: int, as_json: bool) -> None:
    """Judge every decision of a finished game FILE (- for standard input), by what the seat knew then.

    A decision's chances are how often the seat wins from there: with what the bot would have done, and with
    what the seat did. What it gave away is how much likelier the truth about it looked to the others.
    """
    from spyring import analysis
    from spyring.lab import judged
    from spyring.lab.commands import progress_bar

    referee = replay_file(file)
    with progress_bar() as progress:
        task = progress.add_task("judging", total=len(referee.log))
        try:
            found = analysis.analyse(referee, bot, seed, tick=lambda: progress.advance(task))
        except UnreadableText as error:
            raise Stop(capital(error)) from None
    if as_json:
        click.echo(json.dumps(analysis.as_json(found)))
    else:
        judged.show(f"{referee.game.title}, {referee.seats} seats, by {bot}", found, referee.seats)


@click.command(
    epilog=examples(
        "spyring legal one.game",
        "spyring random heimlich | head -20 | spyring legal - --json",
    ),
)
@click.argument("file", type=click.Path(allow_dash=True))
@json_option
def legal(file: str, as_json: bool) -> None:
    """List what everybody may do after a game FILE (- for standard input), one act per line."""
    texts = {str(actor): sorted(texts) for actor, texts in replay_file(file).legal().items()}
    if as_json:
        click.echo(json.dumps(texts))
    else:
        for actor, actions in texts.items():
            for action in actions:
                click.echo(f"{actor} {action}")


@click.command(
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
    """Play GAME at random to its end and print it as a game file."""
    count, settled = settle(game, seats, options)
    referee = Referee(game, count, settled)
    rng = Generator(seed)
    while referee.state.actors():
        referee.do(*referee.state.pick(rng))
    click.echo(gamefile.write(game, count, settled, referee.log), nl=False)


@click.command(epilog=examples("spyring verify heimlich-K7QX2M.game"))
@file_argument
def verify(file: Path) -> None:
    """Check that a finished game was dealt fairly and played by the rules.

    FILE is the one that the page offers for download when a game is over; nothing else is needed.
    """
    try:
        found = proof.verify(file.read_bytes(), str(file))
    except gamefile.BadFile as error:
        raise Stop(str(error), error.status) from None
    except proof.NotProven as error:
        raise Stop(f"{file}: {error}.", error.status) from None
    for sentence in found:
        click.echo(f"- {sentence}")
