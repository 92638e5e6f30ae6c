"""Bots, found by name: a bot gets what a browser gets, and answers with the text of an act."""

from typing import Protocol

from spyring.core import Game, Log, UnreadableText, View
from spyring.generator import Generator


class Bot(Protocol):
    """Plays one seat. An `instant` bot answers in no time; any other one thinks in a process of its own."""

    instant: bool

    def choose(self, view: View, feed: Log, legal: list[str], rng: Generator) -> str:
        """One of the legal texts; where time goes on without this seat (beats), also `""`: nothing now."""
        ...


class Uniform:
    """Does anything legal, everything equally often."""

    instant = True

    def choose(self, view: View, feed: Log, legal: list[str], rng: Generator) -> str:
        return legal[rng.below(len(legal))]


def bot_names(game: Game) -> list[str]:
    """The bots that can play this game, the weakest first."""
    return ["uniform"]


def find_bot(game: Game, name: str) -> Bot:
    """The bot of this name, which may carry a thinking time (`hard:200ms`); raises UnreadableText."""
    if name == "uniform":
        return Uniform()
    raise UnreadableText(f"{game.title} has no bot {name!r}; it has {', '.join(bot_names(game))}")
