"""The games, found by their folders: every package here that has a `GAME`."""

from functools import cache
from importlib import import_module
from pathlib import Path

from spyring.core import Game, UnreadableText


@cache
def games() -> dict[str, Game]:
    """All games by key, in alphabetical order of their folders."""
    folders = sorted(path.parent.name for path in Path(__file__).parent.glob("*/__init__.py"))
    found = [import_module(f"{__name__}.{folder}").GAME for folder in folders]
    return {game.key: game for game in found}


def find_game(key: str) -> Game:
    """The game with this key; raises UnreadableText if there is none."""
    if key not in games():
        raise UnreadableText(f"there is no game {key!r}; the games are {', '.join(games())}")
    return games()[key]
