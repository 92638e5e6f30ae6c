"""What a good player of Heimlich & Co wants: how a position stands for an agent, and sensible play."""

from typing import Final, cast

from spyring._native import i64, mypyc_attr, vec
from spyring.core import CHANCE, Actor, State
from spyring.games.heimlich.cards import RING, WORTH
from spyring.games.heimlich.codes import DONE_CODE, MOVE_CODE, PASS_CODE, SAFE_CODE
from spyring.games.heimlich.moves import AGENT, AGENT_BITS, MOVES, PAIR_BITS, STEPS
from spyring.games.heimlich.position import CARDS, MOVE, SAFE
from spyring.games.heimlich.rules import Heimlich
from spyring.generator import Generator
from spyring.playout import Policy

# Before the next scoring an agent goes a few steps more, whoever moves it: how likely 0, 1, 2 ... steps are.
DRIFT: Final = (30, 20, 18, 14, 10, 8)
HOPE: Final = 0.55  # what a building's worth counts before it is scored
RIVAL: Final = 0.75  # how much the foremost other marker counts against one's own
FIELD: Final = 0.25  # how much all others together do
TRIES: Final = 4  # moves that sensible play compares
PLAY_ONE_IN: Final = 4  # goes of a card phase in which sensible play uses a card


def _prospects() -> vec[i64]:
    """For each building what it is likely to bring, in hundredths of a point."""
    worth = list(WORTH)
    return vec[i64](
        [
            sum(share * worth[(place + step) % RING] for step, share in enumerate(DRIFT))
            for place in range(RING)
        ]
    )


PROSPECT: Final = _prospects()


def prospect(table: Heimlich, agent: i64) -> float:
    """What an agent has and may hope for: its marker, what is about to be scored, its building."""
    building = table.at[agent]
    marker = table.points[agent]
    if table.arrived != 0:
        marker += WORTH[building]
        if marker < 0:
            marker = 0
    return float(marker) + HOPE * float(PROSPECT[building]) / 100.0


def standing(table: Heimlich, agent: i64) -> float:
    """How far ahead of the others an agent is, in points."""
    best = 0.0
    field = 0.0
    number: i64 = 0
    while number < table.agents:
        if number != agent:
            value = prospect(table, number)
            field += value
            if value > best:
                best = value
        number += 1
    return prospect(table, agent) - RIVAL * best - FIELD * field / float(table.agents - 1)


def standings(table: Heimlich) -> list[float]:
    """The standing of every agent, at the price of one."""
    values = [prospect(table, agent) for agent in range(table.agents)]
    first = max(values)
    leader = values.index(first)
    second = 0.0
    for agent, value in enumerate(values):
        if agent != leader and value > second:
            second = value
    total = sum(values)
    field = FIELD / float(table.agents - 1)
    found = [value - RIVAL * first - field * (total - value) for value in values]
    found[leader] = first - RIVAL * second - field * (total - first)
    return found


def _go(table: Heimlich, split: i64) -> None:
    """Move the agents of a split, and note whether one arrives at the safe."""
    table.arrived = 0
    while split != 0:
        agent = split & AGENT
        building = table.at[agent] + (split >> AGENT_BITS & STEPS)
        if building >= RING:
            building -= RING
        table.at[agent] = building
        if building == table.safe:
            table.arrived = 1
        split >>= PAIR_BITS


def _go_back(table: Heimlich, split: i64) -> None:
    table.arrived = 0
    while split != 0:
        agent = split & AGENT
        building = table.at[agent] - (split >> AGENT_BITS & STEPS)
        if building < 0:
            building += RING
        table.at[agent] = building
        split >>= PAIR_BITS


def split_value(table: Heimlich, split: i64, agent: i64) -> float:
    """How an agent would stand after a split of the points; the table is left as it was."""
    _go(table, split)
    value = standing(table, agent)
    _go_back(table, split)
    return value


def split_values(table: Heimlich, split: i64) -> list[float]:
    """How every agent would stand after a split of the points; the table is left as it was."""
    _go(table, split)
    values = standings(table)
    _go_back(table, split)
    return values


def safe_value(table: Heimlich, building: i64, agent: i64) -> float:
    """How good a place for the safe is for an agent: near if it stands well now, far if it does not."""
    near: i64 = 0
    mean: i64 = 0
    number: i64 = 0
    while number < table.agents:
        distance = (building + RING - table.at[number]) % RING
        if 1 <= distance <= STEPS - 1:
            near += 7 - distance
        mean += WORTH[table.at[number]]
        number += 1
    lead = float(WORTH[table.at[agent]]) - float(mean) / float(table.agents)
    distance = (building + RING - table.at[agent]) % RING
    own = 0.0
    if 1 <= distance <= STEPS - 1:
        own = float(WORTH[building])
    return lead * float(near) / float(table.agents) + 0.4 * own


@mypyc_attr(acyclic=True)
class Sensible(Policy):
    """Every seat wants its own agent ahead, and takes the best of a few moves that come to mind."""

    def pick(self, state: State, rng: Generator) -> tuple[Actor, i64]:
        """What a sensible seat does next."""
        table = cast(Heimlich, state)
        if table.stage == MOVE:
            return table.active, MOVE_CODE + self._number(table, rng)
        if table.stage == SAFE:
            return table.active, SAFE_CODE + self._building(table, rng)
        if table.stage == CARDS and rng.below(PLAY_ONE_IN) != 0:
            if table.played:
                return table.go, DONE_CODE
            return table.go, PASS_CODE
        return table.pick(rng)

    def step(self, state: State, rng: Generator) -> bool:
        """Let it happen."""
        table = cast(Heimlich, state)
        if table.stage == MOVE:
            table.apply(CHANCE, MOVE_CODE + self._number(table, rng))
            return True
        if table.stage == SAFE:
            table.apply(CHANCE, SAFE_CODE + self._building(table, rng))
            return True
        if table.stage == CARDS and rng.below(PLAY_ONE_IN) != 0:
            if table.played:
                table.apply(CHANCE, DONE_CODE)
            else:
                table.apply(CHANCE, PASS_CODE)
            return True
        return table.step(rng)

    def _number(self, table: Heimlich, rng: Generator) -> i64:
        """The best of a few splits for the agent of the active seat."""
        agent = table.agent_of(table.active)
        best = table.first_split + rng.below(table.split_count)
        value = split_value(table, MOVES.splits[best], agent)
        for _ in range(TRIES - 1):
            other = table.first_split + rng.below(table.split_count)
            found = split_value(table, MOVES.splits[other], agent)
            if found > value:
                best = other
                value = found
        return best

    def _building(self, table: Heimlich, rng: Generator) -> i64:
        """The better of two buildings for the safe."""
        agent = table.agent_of(table.active)
        one = rng.below(RING - 1)
        if one >= table.safe:
            one += 1
        other = rng.below(RING - 1)
        if other >= table.safe:
            other += 1
        if safe_value(table, other, agent) > safe_value(table, one, agent):
            return other
        return one
