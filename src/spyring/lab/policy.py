"""Bots that see arrays: a policy trained on batches sits at any table, and in the arena."""

from abc import ABC, abstractmethod
from typing import Any

from spyring.arrays import CHANCE_ALONE
from spyring.core import Game, IllegalAction, Log, View
from spyring.generator import Generator
from spyring.lab.batch import SetUp
from spyring.lab.extras import need
from spyring.lab.knowledge import recall
from spyring.lab.lanes import Lane


class ArrayBot(ABC):
    """A bot whose `act` gets an array and a mask and answers with a number: `policy.py:Mine`."""

    instant = True

    def __init__(self, game: Game) -> None:
        self.game = game
        self.setup: SetUp | None = None

    @abstractmethod
    def act(self, observation: Any, mask: Any) -> int:
        """The number of a legal act."""

    def choose(self, view: View, feed: Log, legal: list[str], rng: Generator) -> str:
        """The text of the act: the array is made from the view and the feed alone."""
        numpy = need("numpy", "lab")
        setup, seat = self._set_up(view), view["seat"]
        lane = recall(setup, view, feed, rng)
        texts = {setup.number(lane.state, seat, text): text for text in legal}
        if may_do_nothing(lane, seat):
            texts[int(setup.arrays.nothing)] = ""
        mask = numpy.zeros(setup.acts, dtype="i1")
        mask[list(texts)] = 1
        chosen = int(self.act(numpy.frombuffer(lane.array(seat), dtype="u1").copy(), mask))
        if chosen not in texts:
            raise IllegalAction(f"{chosen} is not a legal act of seat {seat}; those that its mask marks are")
        return texts[chosen]

    def _set_up(self, view: View) -> SetUp:
        if self.setup is None or (self.setup.seats, self.setup.options) != (view["seats"], view["options"]):
            self.setup = SetUp(self.game, view["seats"], view["options"])
        return self.setup


def may_do_nothing(lane: Lane, seat: int) -> bool:
    """Whether this seat may wait: time passes by itself, or others can act and nobody waits for it."""
    arrays = lane.arrays
    ready = int(arrays.ready(lane.state))
    if arrays.nothing < 0 or ready == 1 << seat:
        return False
    return bool(ready & CHANCE_ALONE) or not int(arrays.due(lane.state)) >> seat & 1
