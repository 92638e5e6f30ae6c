"""The command that shows a game between bots: play."""

import secrets
import time

import click
from rich.console import Console
from rich.markup import escape

from spyring.arguments import (
    SEED_BITS,
    Number,
    capital,
    game_argument,
    option,
    seats_option,
    settle,
    table_option,
)
from spyring.bots.match import FailedBot, Match, new_match
from spyring.core import CHANCE, Game, IllegalAction, Options, UnreadableText
from spyring.epilog import games_and
from spyring.lab.arena import enlist
from spyring.lab.render import render, render_value
from spyring.stop import Stop


@click.command(
    epilog=games_and(
        "spyring play secrets --seats 5",
        "spyring play heimlich --bot hard:200ms --option top-secret=on",
    ),
)
@game_argument
@seats_option
@option(
    "--bot",
    default="normal",
    show_default=True,
    help="Bot on every seat: uniform, easy, normal, hard, or any other that `spyring arena` accepts.",
)
@option(
    "--seed",
    type=Number(0, 2**SEED_BITS - 1),
    help="Seed of the random generator; the same seed gives the same game.",
    show_default="a new one each time",
)
@option(
    "--pace",
    type=Number(0.0, 60),
    default=0.4,
    show_default=True,
    help="Seconds between two acts, if the output is a terminal.",
)
@table_option
def play(game: Game, seats: int | None, bot: str, seed: int | None, options: Options, pace: float) -> None:
    """Watch bots play GAME in the terminal. To play yourself, start the server (`spyring serve`)."""
    count, settled = settle(game, seats, options)
    try:
        bots = [enlist(game, bot) for _ in range(count)]
        chance = secrets.randbits(SEED_BITS) if seed is None else seed
        watch(new_match(game, settled, bots, seed=chance), pace)
    except (UnreadableText, IllegalAction) as error:
        raise Stop(capital(error)) from None
    except FailedBot as error:
        raise Stop(f"{bot} failed: {error.why}.", 1) from None


def watch(match: Match, pace: float) -> None:
    """Show a match act by act with all secrets open, then how it ended."""
    referee = match.referee
    console = Console(highlight=False)
    console.rule(f"{referee.game.title}, {referee.seats} seats")
    scores = None
    shown = 0
    while match.step():
        for actor, text in referee.log[shown:]:
            who = "[dim]chance[/]" if actor == CHANCE else f"[bold]seat {actor}[/]"
            console.print(f"{who}  {escape(text)}")
            if console.is_terminal and actor != CHANCE:
                time.sleep(pace)
        shown = len(referee.log)
        before, scores = scores, referee.view(None).get("scores")
        if scores != before:
            console.print(f"        [yellow]scores[/]  {escape(render_value(scores))}")
    console.rule("the end")
    console.print(escape(render(referee.view(None))))
