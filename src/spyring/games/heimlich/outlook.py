"""How every agent would stand after any move, or with the safe elsewhere, computed together."""

from spyring.games.heimlich import cards, wants
from spyring.games.heimlich.moves import MOST_POINTS, MOVES, walkers
from spyring.games.heimlich.rows import entries
from spyring.games.heimlich.rules import Heimlich

SPLITS = [walkers(split) for split in MOVES.splits]  # by number: the agents that move, each with its steps


class Outlook:
    """What can become of a position: of every agent, after any number of steps."""

    def __init__(self, state: Heimlich) -> None:
        self.agents = int(state.agents)
        self.state = state
        self.at = entries(state.at, self.agents)
        hopes, worth = list(wants.HOPES), list(cards.WORTH)
        reach = range(MOST_POINTS + 1)
        places = [[(at + steps) % cards.RING for steps in reach] for at in self.at]
        points = entries(state.points, self.agents)
        self.lands = [[place == state.safe for place in row] for row in places]
        self.ruined = [[place == cards.RUINS for place in row] for row in places]
        self.markers = [
            [max(points[agent] + worth[place], 0) for place in row] for agent, row in enumerate(places)
        ]
        self.quiet = [
            [points[agent] * wants.POINT + hopes[place] for place in row] for agent, row in enumerate(places)
        ]
        self.scored = [
            [marker * wants.POINT + hopes[place] for marker, place in zip(markers, row, strict=True)]
            for markers, row in zip(self.markers, places, strict=True)
        ]
        self.still = [row[0] for row in self.quiet]  # if nobody moves
        self.markers_still = [row[0] for row in self.markers]
        self.scored_still = [row[0] for row in self.scored]

    def _values(self, split: int) -> tuple[list[int], bool]:
        """What every agent has and may hope for after a split, or its marker if the game then ends."""
        pairs = SPLITS[split]
        lands = self.lands
        for agent, steps in pairs:
            if lands[agent][steps]:
                break
        else:
            return _moved(self.quiet, self.still, pairs), False
        markers = _moved(self.markers, self.markers_still, pairs)
        if max(markers) >= cards.FINISH:
            return markers, True
        return _moved(self.scored, self.scored_still, pairs), False

    def of(self, own: int, split: int) -> float:
        """The standing of one agent after a split, in points: `wants.standing`."""
        values, ending = self._values(split)
        value = values[own]
        values[own] = 0
        best = max(values)
        if ending:
            return wants.last_word(value, best) / wants.POINT
        behind = wants.RIVAL * best + wants.FIELD * sum(values) / (self.agents - 1)
        return (100 * value - behind) / (100 * wants.POINT)

    def after(self, split: int) -> list[float]:
        """The standing of every agent after a split, in points, as fast as that of one."""
        values, ending = self._values(split)
        first = max(values)
        leader = values.index(first)
        second = max(0, *values[:leader], *values[leader + 1 :])
        if ending:
            rivals = [second if agent == leader else first for agent in range(self.agents)]
            ends = [wants.last_word(value, rival) for value, rival in zip(values, rivals, strict=True)]
            return [value / wants.POINT for value in ends]
        total = sum(values)
        field = wants.FIELD / (self.agents - 1)
        share = 1 / (100 * wants.POINT)
        ahead = wants.RIVAL * max(first, 0)
        found = [(100 * value - ahead - field * (total - value)) * share for value in values]
        found[leader] = (100 * first - wants.RIVAL * second - field * (total - first)) * share
        return found

    def into_ruins(self, split: int) -> bool:
        """Whether a split moves an agent into the ruins (H32)."""
        return any(self.ruined[agent][steps] for agent, steps in SPLITS[split])

    def with_safe(self, building: int) -> list[float]:
        """How good a building for the safe is for every agent, in points: `wants.safe_value` of each."""
        distances = [(building - place) % cards.RING for place in self.at]
        reached = [1 <= distance <= MOST_POINTS for distance in distances]
        near = sum(
            MOST_POINTS + 1 - distance for distance, close in zip(distances, reached, strict=True) if close
        )
        worths = [int(cards.WORTH[place]) for place in self.at]
        mean = sum(worths) / self.agents
        own = cards.WORTH[building] * wants.OWN_SAFE / 100
        return [
            (worth - mean) * near / self.agents + (own if close else 0.0)
            for worth, close in zip(worths, reached, strict=True)
        ]


def _moved(rows: list[list[int]], still: list[int], pairs: list[tuple[int, int]]) -> list[int]:
    """What the agents have after these of them have moved."""
    values = still.copy()
    for agent, steps in pairs:
        values[agent] = rows[agent][steps]
    return values
