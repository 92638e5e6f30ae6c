"""How fast batches step, beside the environments of OpenSpiel and PettingZoo, in one run."""

import random
import time
import warnings
from collections.abc import Callable, Iterator
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from spyring.core import Game, Options
from spyring.lab.batch import Batch, has_arrays
from spyring.lab.bench import SAMPLES, variants

GAMES = 256  # in a batch
# What others bring along: small games, which step faster than large ones.
OPEN_SPIEL = ("kuhn_poker", "leduc_poker", "connect_four")
PETTINGZOO = ("tictactoe_v3", "connect_four_v3")

Steps = Callable[[], int]  # does some steps, and says how many


def best_pace(steps: Steps, seconds: float) -> float:
    """Steps per CPU second, the best of a few samples: noise only ever slows a program down."""
    steps()
    best = 0.0
    for _ in range(SAMPLES):
        done, began = 0, time.process_time()
        while (spent := time.process_time() - began) < seconds / SAMPLES:
            done += steps()
        best = max(best, done / spent)
    return best


def batch_steps(game: Game, seats: int, options: Options) -> Steps:
    """Random steps of a batch, with arrays and masks written."""
    batch = Batch(game, seats, options, games=GAMES, seed=1)

    def steps() -> int:
        batch.step(batch.random_acts())
        return GAMES

    return steps


def open_spiel_steps(name: str) -> Steps:
    """Random games of OpenSpiel from Python, one after another, without observations."""
    pyspiel: Any = import_module("pyspiel")
    game = pyspiel.load_game(name)

    def steps() -> int:
        state, done = game.new_initial_state(), 0
        while not state.is_terminal():
            state.apply_action(random.choice(state.legal_actions()))
            done += 1
        return done

    return steps


def pettingzoo_steps(name: str) -> Steps:
    """Random games of one of PettingZoo's classics, which write an observation and a mask."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it would rather be asked in another way, which older versions lack
        environment: Any = import_module(f"pettingzoo.classic.{name}").env()

    def steps() -> int:
        environment.reset(seed=1)
        done = 0
        for _ in environment.agent_iter():
            observation, _, ended, cut, _ = environment.last()
            legal = observation["action_mask"].nonzero()[0].tolist()
            environment.step(None if ended or cut else random.choice(legal))
            done += 1
        return done

    return steps


def peers() -> Iterator[tuple[str, str, Steps]]:
    """What can be compared with here: kind, name, and its steps."""
    if find_spec("pyspiel"):
        for name in OPEN_SPIEL:
            yield "OpenSpiel", name, open_spiel_steps(name)
    if find_spec("pettingzoo") and find_spec("pygame"):  # its classics draw with pygame
        for name in PETTINGZOO:
            yield "PettingZoo", name, pettingzoo_steps(name)


def paces(games: list[Game], seconds: float, seats: list[int] | None) -> Iterator[dict[str, Any]]:
    """One row at a time: steps per CPU second of ours, then of what others bring."""
    for game in filter(has_arrays, games):
        for count in seats or [max(4, game.seats[0])]:
            for name, options in variants(game):
                pace = best_pace(batch_steps(game, count, options), seconds)
                yield {"of": "spyring", "name": " ".join([game.key, str(count), name]).strip(), "steps": pace}
    for kind, name, steps in peers():
        yield {"of": kind, "name": name, "steps": best_pace(steps, seconds)}
