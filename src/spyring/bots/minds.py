"""Minds: what a seat believes and wants. A game brings its own in `bot.py`, or has a plain one."""

from importlib import import_module
from importlib.util import find_spec
from typing import Protocol, cast

from spyring.core import Game, Log, Seat, State, View
from spyring.generator import Generator
from spyring.playout import Policy


class Mind(Protocol):
    """One seat's thoughts through one game, made of its views and its feed alone."""

    seat: Seat
    thorough: bool  # whether there is time to think: then it may read more out of what it hears

    @property
    def policy(self) -> Policy:
        """How all seats are thought to play on in a search."""
        ...

    def hear(self, view: View, lines: Log) -> None:
        """Take in the lines of the feed that are new, and the view after them."""
        ...

    def options(self, legal: list[str]) -> list[str]:
        """What to choose from: the legal texts, and `""` where doing nothing is a choice."""
        ...

    def weigh(self, options: list[str], rng: Generator) -> list[float]:
        """How good each of them looks."""
        ...

    def searches(self, options: list[str]) -> bool:
        """Whether a search would know better than `weigh`."""
        ...

    def draw(self, rng: Generator) -> State:
        """A world, as likely as this mind thinks it is."""
        ...

    def claim(self, text: str, rng: Generator) -> str:
        """What to say at the table before doing this, true or not; `""` for nothing."""
        ...


class PlainMind:
    """Believes every world that fits, and has no preferences: for a game without a mind of its own."""

    def __init__(self, game: Game, view: View) -> None:
        self.game = game
        self.seat: Seat = view["seat"]
        self.thorough = False
        self.view = view
        self.feed: Log = []
        self.policy = Policy()

    def hear(self, view: View, lines: Log) -> None:
        self.view = view
        self.feed += lines

    def options(self, legal: list[str]) -> list[str]:
        return legal

    def weigh(self, options: list[str], rng: Generator) -> list[float]:
        return [0.0] * len(options)

    def searches(self, options: list[str]) -> bool:
        return True

    def draw(self, rng: Generator) -> State:
        return self.game.sample(self.view, self.feed, rng)

    def claim(self, text: str, rng: Generator) -> str:
        return ""


def new_mind(game: Game, view: View) -> Mind:
    """A fresh mind for the seat that has this view."""
    module = f"spyring.games.{game.key}.bot"
    if find_spec(module) is None:
        return PlainMind(game, view)
    return cast(Mind, import_module(module).Mind(view))
