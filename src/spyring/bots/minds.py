"""The mind of a bot: the game's own from its `bot.py`, or a plain one."""

from importlib import import_module
from importlib.util import find_spec
from typing import cast

from spyring.core import Actor, Game, Log, State, View
from spyring.generator import Generator
from spyring.mind import Mind


class PlainMind(Mind):
    """Believes every world that fits and has no preferences: for games without their own mind."""

    def __init__(self, game: Game, view: View) -> None:
        super().__init__(view)
        self.game = game
        self.feed: Log = []

    def listen(self, actor: Actor, text: str) -> None:
        self.feed.append((actor, text))

    def draw(self, rng: Generator) -> State:
        return self.game.sample(self.view, self.feed, rng)


def new_mind(game: Game, view: View) -> Mind:
    """A fresh mind for the seat that has this view."""
    module = f"spyring.games.{game.key}.bot"
    if find_spec(module) is None:
        return PlainMind(game, view)
    return cast(Mind, import_module(module).Mind(view))
