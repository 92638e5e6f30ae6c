"""Plays what `examples/learn.py` has learned: its weights lie beside this file, as `weights.npz`.

`spyring arena heimlich learned/learned.py:Learned normal --seats 4 --games 400`
"""

from pathlib import Path

import numpy as np

from spyring.core import UnreadableText
from spyring.lab.policy import ArrayBot

WEIGHTS = Path(__file__).with_name("weights.npz")
CLASSES = 24  # a number in an array becomes one of at most so many classes, each with weights of its own


def classes(setup):
    """The places of the numbers in an array, and the largest value of each."""
    places, highs = [], []
    for part in setup.parts:
        for row in range(part.rows):
            first = part.first + row * part.stride
            places += range(first, first + part.width)
            highs += [part.high] * part.width
    return np.array(places), np.array(highs)


def encode(observations, places, highs):
    """The rows of the first weights that belong to some arrays."""
    few = np.minimum(highs + 1, CLASSES)
    values = observations[..., places].astype("i4")
    coarse = np.where(highs < CLASSES, values, values * (CLASSES - 1) // np.maximum(highs, 1))
    return (np.cumsum(few) - few + coarse).astype("i4")


def alike(setup):
    """Bytes and acts that change places: a row of each table for every agent that may be one's own.

    All agents of Heimlich are alike. If one's own changes places with the first, what is learned of one agent
    holds for all of them. In other games nothing changes places.
    """
    names = list(setup.game.view(setup.start, None).get("agents", ())) if setup.game.key == "heimlich" else []
    texts = [setup.text(setup.start, 0, act) for act in range(setup.acts)]
    numbers = {_key(text): number for number, text in enumerate(texts)}
    columns = np.tile(np.arange(setup.size), (len(names) + 1, 1))
    acts = np.tile(np.arange(setup.acts), (len(names) + 1, 1))
    for own, name in enumerate(names, 1):
        swap = {name: names[0], names[0]: name}
        acts[own] = [numbers[_key(" ".join(swap.get(word, word) for word in text.split()))] for text in texts]
        for part in setup.parts:
            for row in range(part.rows if part.width == len(names) else 0):
                first = part.first + row * part.stride
                columns[own, [first, first + own - 1]] = first + own - 1, first
    return columns, acts


def _key(text):
    """A move is the same in whatever order its agents are named."""
    verb, *words = text.split() or [""]
    return verb, frozenset(zip(words[::2], words[1::2], strict=False)) if verb == "move" else tuple(words)


class Learned(ArrayBot):
    """Takes the act that the network thinks most likely to lead to a win."""

    def __init__(self, game):
        super().__init__(game)
        if not WEIGHTS.exists():
            raise UnreadableText(f"there are no weights in {WEIGHTS.parent}; examples/learn.py writes them")
        self.weights = dict(np.load(WEIGHTS))
        self.known = None  # the set-up that the tables below are for

    def act(self, observation, mask):
        """The best legal act."""
        if self.known is not self.setup:
            self._meet(self.setup)
        own = int(observation[self.own].sum()) % len(self.columns)
        rows = encode(observation[self.columns[own]], *self.coding)
        values = np.maximum(self.weights["first"][rows].sum(axis=0) + self.weights["first_bias"], 0.0)
        values = np.maximum(self.weights["second"] @ values + self.weights["second_bias"], 0.0)
        forecasts = self.weights["acts"] @ values
        swapped = self.swapped[own]
        return int(swapped[np.where(mask[swapped], forecasts, -np.inf).argmax()])

    def _meet(self, setup):
        given, trained = describe(setup), str(self.weights["setup"])
        if given != trained:
            raise UnreadableText(f"these weights are for {trained}, not for {given}")
        self.known, self.coding = setup, classes(setup)
        self.columns, self.swapped = alike(setup)
        self.own = [part.first for part in setup.parts if part.name == "me"]


def describe(setup):
    """A set-up in words."""
    options = [f"{name}={value}" for name, value in sorted(setup.options.items())]
    return " ".join([setup.game.key, "with", str(setup.seats), "seats", *options])
