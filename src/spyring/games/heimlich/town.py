"""The town: what a move and a scoring do to all agents at once, as rows."""

from spyring._native import i64
from spyring.games.heimlich.cards import RING, RUINS, RUINS_LOSS
from spyring.games.heimlich.rows import at_least, equal, less


def walked(at: i64, steps: i64) -> i64:
    """H11: where the agents are after these steps clockwise."""
    at += steps
    return at - at_least(at, RING) * RING


def arrivals(at: i64, steps: i64, building: i64) -> i64:
    """H12: 1 for each agent that was moved by these steps and ended in a building."""
    return at_least(steps, 1) & equal(at, building)


def scored(points: i64, at: i64) -> i64:
    """H13: the markers after a scoring; a building is worth its number, except the ruins."""
    return less(points + at, equal(at, RUINS) * (RUINS + RUINS_LOSS))
