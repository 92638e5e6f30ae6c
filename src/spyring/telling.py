"""The `story.py` of a game: what was true, and what each seat could know of it."""

from importlib import import_module
from importlib.util import find_spec
from typing import Protocol, cast

from spyring.core import Game, Log, State, View


class Knowledge(Protocol):
    """What one seat can know of the game's secrets."""

    def __init__(self, view: View) -> None: ...

    def hear(self, view: View, lines: Log) -> None:
        """Take in the new lines of the seat's feed, and the view after them."""
        ...

    def possible(self) -> int:
        """How many arrangements of the secrets fit what the seat was told."""
        ...

    def sure(self, state: State) -> list[float | None]:
        """By seat, how likely the truth about it looked; None if there is nothing to find out."""
        ...


class Telling(Protocol):
    """The `story.py` of a game."""

    SIGHTS: tuple[str, ...]  # first words of lines told to a few seats that are moments
    ACCUSATIONS: tuple[str, ...]  # first words of acts that reveal what a seat believes
    IDLE: tuple[str, ...]  # first words of lines that decide little, if there are many of them
    Knowledge: type[Knowledge]

    def truth(self, state: State) -> list[list[str]]:
        """What each seat is, in the words of the game's notation."""
        ...

    def played(self, text: str) -> str:
        """The card that an act plays, or gets; empty for any other act."""
        ...


def find_telling(game: Game) -> Telling | None:
    """The `story.py` of a game, if it has one."""
    module = f"spyring.games.{game.key}.story"
    return None if find_spec(module) is None else cast(Telling, import_module(module))
