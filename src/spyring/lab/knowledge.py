"""A seat's array from its view and feed alone: what a bot at a table has, and no more."""

from spyring.core import Log, View
from spyring.generator import Generator
from spyring.lab.batch import SetUp
from spyring.lab.lanes import Lane


def recall(setup: SetUp, view: View, feed: Log, rng: Generator) -> Lane:
    """A game that fits what a seat knows: its array for that seat is the real one."""
    lane = Lane(setup.arrays, setup.game.sample(view, feed, rng))
    for actor, text in feed:
        setup.arrays.hear(lane.notes, actor, text)
    return lane
