"""Rows: a small number for each agent, one byte each in a machine integer.

One operation works on a whole row, so all agents move, arrive and score at once, and copying a position
copies no list. Entries go from 0 to 127; the highest bit of each byte is reserved for comparisons.
"""

from typing import Final

from spyring._native import i64
from spyring.games.heimlich.cards import MOST_AGENTS

BITS: Final = 8
MOST: Final = 127
ONES: Final = 0x01010101010101  # 1 for each of seven agents
TOPS: Final = 0x80808080808080  # the highest bit of each


def row_of(numbers: list[int]) -> i64:
    """The row with these entries."""
    row: i64 = 0
    for number in reversed(numbers):
        row = row << BITS | number
    return row


def entry(row: i64, agent: i64) -> i64:
    """The number of one agent."""
    return row >> agent * BITS & MOST


def entries(row: i64, agents: i64) -> list[int]:
    """The numbers of the first agents."""
    return [entry(row, agent) for agent in range(agents)]


def put(row: i64, agent: i64, number: i64) -> i64:
    """The same row with another number for one agent."""
    change = entry(row, agent) ^ number
    return row ^ change << agent * BITS


def at_least(row: i64, number: i64) -> i64:
    """1 for each agent whose entry is this number (from 1) or more, 0 for the others."""
    return row + (MOST + 1 - number) * ONES >> BITS - 1 & ONES


def equal(row: i64, number: i64) -> i64:
    """1 for each agent whose entry is this number, 0 for the others."""
    return ONES - at_least(row ^ number * ONES, 1)


def nth_equal(row: i64, number: i64, index: i64) -> i64:
    """The agent at `index` among those whose entry is this number."""
    for agent in range(MOST_AGENTS):
        if entry(row, agent) == number:
            if index == 0:
                return agent
            index -= 1
    raise AssertionError("fewer agents have this number")


def less(row: i64, other: i64) -> i64:
    """One row minus another; no entry goes below 0."""
    left = row + TOPS - other
    return left & (left >> BITS - 1 & ONES) * MOST
