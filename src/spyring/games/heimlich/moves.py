"""Every way to split movement points among the agents (H11), with a fixed number for each.

A split is a row: the steps of each agent. The splits of 1, 2 and 3 points are consecutive, so the face
`1-3` (H10) is a range of splits like every other face.
"""

from typing import Final

from spyring._native import append, i64, vec
from spyring.games.heimlich.cards import FACE_1_3, FACE_COUNT, MOST_AGENTS
from spyring.games.heimlich.rows import entries, row_of

MOST_POINTS: Final = 6


def shares(points: int, agents: int) -> list[list[int]]:
    """All ways to give `points` steps to `agents` agents, as one number of steps per agent."""
    if agents == 1:
        return [[points]]
    return [[steps, *rest] for steps in range(points, -1, -1) for rest in shares(points - steps, agents - 1)]


def walkers(split: int) -> list[tuple[int, int]]:
    """The agents that move, each with its steps."""
    return [(agent, steps) for agent, steps in enumerate(entries(split, MOST_AGENTS)) if steps]


class Moves:
    """All splits, and where those for each number of agents and face of the die begin."""

    def __init__(self) -> None:
        self.splits: vec[i64] = vec[i64]()
        self.first: vec[i64] = vec[i64]()  # split, by agents * FACE_COUNT + face
        self.count: vec[i64] = vec[i64]()  # of splits, likewise
        self.numbers: list[dict[int, int]] = [{} for _ in range(MOST_AGENTS + 1)]  # by agents and split
        for agents in range(MOST_AGENTS + 1):
            firsts = self._add_splits(agents)
            for face in range(FACE_COUNT):
                low = high = face + 1
                if face == FACE_1_3:
                    low, high = 1, 3
                self.first = append(self.first, firsts[low])
                self.count = append(self.count, firsts[high + 1] - firsts[low])

    def _add_splits(self, agents: int) -> list[int]:
        """The first split for each number of points, 0 to one more than the most."""
        firsts = [len(self.splits)]
        for points in range(1, MOST_POINTS + 1):
            firsts.append(len(self.splits))
            if agents:
                for share in shares(points, agents):
                    split = row_of(share)
                    self.numbers[agents][split] = len(self.splits)
                    self.splits = append(self.splits, split)
        firsts.append(len(self.splits))
        return firsts


MOVES: Final = Moves()
