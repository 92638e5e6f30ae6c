"""The arguments and options that several commands share, and how they are read."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click
from click.shell_completion import CompletionItem

from spyring.core import Game, Options, UnreadableText
from spyring.games import find_game, games
from spyring.stop import Stop

SEED_BITS = 64

FC = TypeVar("FC", bound=Callable[..., Any] | click.Command)


def option(*names: str, **settings: Any) -> Callable[[FC], FC]:
    """An option that can also be set in the environment: `--port` as SPYRING_PORT, for every command."""
    word = names[0].removeprefix("--").replace("-", "_").upper()
    return click.option(*names, envvar=f"SPYRING_{word}", **settings)


class Number(click.ParamType[float]):
    """A number in a range; a whole number if `least` is an int."""

    name = "number"

    def __init__(self, least: float, most: float) -> None:
        self.least = least
        self.most = most

    def convert(self, value: Any, param: click.Parameter | None, context: click.Context | None) -> Any:
        try:
            number = type(self.least)(value)
        except ValueError:
            number = None
        if number is None or not self.least <= number <= self.most:
            kind = "whole number" if isinstance(self.least, int) else "number"
            self.fail(f"expected a {kind} from {self.least} to {self.most}, not {value!r}.", param, context)
        return number


def read_options(_: click.Context, __: click.Parameter, pairs: tuple[str, ...]) -> Options:
    """The `--option KEY=VALUE` pairs of a command; for a repeated key the last one counts."""
    for pair in pairs:
        if "=" not in pair:
            raise click.BadParameter(f"expected KEY=VALUE, not {pair!r}.")
    return dict(pair.split("=", 1) for pair in pairs)


class GameKey(click.ParamType[Game]):
    """A game by its key."""

    name = "game"

    def convert(self, value: Any, param: click.Parameter | None, context: click.Context | None) -> Game:
        try:
            return value if isinstance(value, Game) else find_game(value)
        except UnreadableText as error:
            raise Stop(capital(error)) from None

    def shell_complete(
        self, context: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        return [
            CompletionItem(key, help=game.title)
            for key, game in games().items()
            if key.startswith(incomplete)
        ]


def capital(error: Exception) -> str:
    """An error message of the rules as a complete sentence."""
    text = str(error)
    if text.split()[0].isalpha():  # not a file name or a quoted word
        text = text[0].upper() + text[1:]
    return f"{text}."


def settle(game: Game, seats: int | None, options: Options) -> tuple[int, Options]:
    """The number of seats and all options, checked; raises Stop if the game does not allow them."""
    count = game.seats[0] if seats is None else seats
    try:
        return count, game.settle(count, options)
    except UnreadableText as error:
        raise Stop(capital(error)) from None


file_argument = click.argument("file", type=click.Path(path_type=Path, exists=True, dir_okay=False))
game_argument = click.argument("game", type=GameKey())
seats_option = option(
    "--seats", type=int, metavar="NUMBER", help="Number of seats.", show_default="as few as the game allows"
)
seed_option = option(
    "--seed",
    type=Number(0, 2**SEED_BITS - 1),
    default=1,
    show_default=True,
    help="Seed of the random generator; the same seed gives the same games.",
)
json_option = option("--json", "as_json", is_flag=True, help="Print one line of JSON.")
table_option = option(
    "--option",
    "options",
    multiple=True,
    metavar="KEY=VALUE",
    callback=read_options,
    help="Option of the game; repeat it for more.",
    show_default="none",
)
