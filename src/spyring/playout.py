"""Whole games of uniformly random play: the innermost loop of simulation and search."""

from spyring._native import i64
from spyring.core import State
from spyring.generator import Generator


def playout(state: State, rng: Generator) -> i64:
    """Play on to the end, everybody at random; returns how many acts it took, chance included."""
    acts: i64 = 0
    while state.step(rng):
        acts += 1
    return acts


def playouts(start: State, games: i64, rng: Generator) -> i64:
    """So many games from one position; returns all their acts together."""
    acts: i64 = 0
    for _ in range(games):
        acts += playout(start.copy(), rng)
    return acts
