"""The examples that learn, for tests: their modules, and weights that nobody has trained."""

import importlib.util
import shutil
import sys
from pathlib import Path

import numpy as np

from spyring.lab.batch import SetUp

EXAMPLES = Path(__file__).parents[1] / "examples"


def load_example(name):
    """A module of the examples."""
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    module = sys.modules[name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def write_random(folder, game, seats=None, width=8):
    """Random weights for a set-up, with the bot that plays them; returns its name."""
    setup, learned = SetUp(game, seats), load_example("learned")
    folder.mkdir(exist_ok=True)
    shutil.copy(EXAMPLES / "learned.py", folder)
    rng = np.random.default_rng(1)
    rows = int(np.minimum(learned.classes(setup)[1] + 1, learned.CLASSES).sum())
    shapes = {"first": (rows, width), "second": (width, width), "acts": (setup.acts, width)}
    shapes |= {"first_bias": (width,), "second_bias": (width,)}
    weights = {name: rng.normal(size=shape) for name, shape in shapes.items()}
    np.savez(folder / "weights.npz", setup=learned.describe(setup), **weights)
    return f"{folder / 'learned.py'}:Learned"
