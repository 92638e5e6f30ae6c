"""What a good player of Heimlich & Co wants: how a position stands for an agent, and sensible play."""

from typing import Final, cast

from spyring._native import i64, mypyc_attr, vec
from spyring.core import CHANCE, Actor, State
from spyring.games.heimlich.cards import FINISH, RING, WORTH
from spyring.games.heimlich.dossier import true_dossier
from spyring.games.heimlich.moves import MOST_POINTS, MOVES
from spyring.games.heimlich.position import MOVING, MOVING_SAFE, PLAYING, WRITING
from spyring.games.heimlich.rows import BITS, MOST, at_least, entry, put
from spyring.games.heimlich.rules import Heimlich
from spyring.games.heimlich.town import arrivals, scored, walked
from spyring.games.heimlich.verbs import DONE, DOSSIER, MOVE, PASS, SAFE
from spyring.generator import Generator
from spyring.playout import Policy

# Values are in hundredths of a point, in whole numbers.
POINT: Final = 100
# Before the next scoring an agent goes a few steps more, whoever moves it: how likely 0, 1, 2 ... steps are.
DRIFT: Final = (30, 20, 18, 14, 10, 8)
HOPE: Final = 0.55  # what a building's worth counts before it is scored
RIVAL: Final = 75  # per cent of the foremost other marker that count against one's own
FIELD: Final = 25  # per cent of the mean of all others that do
VICTORY: Final = 40 * POINT  # what it is worth that the game ends with the own agent ahead
TRIES: Final = 3  # moves that sensible play compares
IDEAS: Final = 12  # moves that it compares for a branch of a search
PLAY_ONE_IN: Final = 4  # goes of a card phase in which sensible play thinks of a card
CARD_WORTH: Final = 2 * POINT  # what a card in the hand is worth
OWN_SAFE: Final = 40  # per cent of a safe's worth that count for an agent within reach of it


def _hopes() -> vec[i64]:
    """For each building what it is likely to bring."""
    worth = [int(points) for points in WORTH]
    return vec[i64](
        [
            round(HOPE * sum(share * worth[(place + step) % RING] for step, share in enumerate(DRIFT)))
            for place in range(RING)
        ]
    )


HOPES: Final = _hopes()


def standing(table: Heimlich, agent: i64) -> i64:
    """How far ahead of the others an agent is: markers, what is about to be scored, and hopes."""
    return _standing(table, table.at, table.arrived, agent)


def split_value(table: Heimlich, split: i64, agent: i64) -> i64:
    """How an agent would stand after a split of the points."""
    at = walked(table.at, split)
    return _standing(table, at, arrivals(at, split, table.safe), agent)


def _standing(table: Heimlich, at: i64, arrived: i64, agent: i64) -> i64:
    """How an agent would stand with all of them in these buildings, these having arrived at the safe."""
    points = table.points
    if arrived != 0:
        points = scored(points, at)
        if at_least(points, FINISH) != 0:  # H20
            return _at_the_end(points, agent)
    hopes = HOPES
    best: i64 = 0
    field: i64 = 0
    number: i64 = 0
    while number < table.agents:
        if number != agent:
            value = entry(points, number) * POINT + hopes[entry(at, number)]
            field += value
            if value > best:
                best = value
        number += 1
    own = entry(points, agent) * POINT + hopes[entry(at, agent)]
    return own - RIVAL * best // 100 - FIELD * field // (100 * (table.agents - 1))


def _at_the_end(points: i64, agent: i64) -> i64:
    """How good it is for an agent that the game ends with these markers."""
    others = put(points, agent, 0)
    farthest: i64 = 0
    while others != 0:
        if others & MOST > farthest:
            farthest = others & MOST
        others >>= BITS
    return last_word(entry(points, agent), farthest)


def last_word(marker: i64, farthest: i64) -> i64:
    """How good the end of the game is for an agent with this marker."""
    if marker >= farthest:
        return VICTORY + (marker - farthest) * POINT
    return (marker - farthest) * POINT - VICTORY


def safe_value(table: Heimlich, building: i64, agent: i64) -> i64:
    """How good a place for the safe is for an agent: near if it stands well now, far if it does not."""
    near: i64 = 0
    mean: i64 = 0
    number: i64 = 0
    while number < table.agents:
        place = entry(table.at, number)
        distance = building - place
        if distance < 0:
            distance += RING
        if 1 <= distance <= MOST_POINTS:
            near += MOST_POINTS + 1 - distance
        mean += WORTH[place]
        number += 1
    own = entry(table.at, agent)
    lead = WORTH[own] * POINT - mean * POINT // table.agents
    value = lead * near // table.agents
    distance = building - own
    if distance < 0:
        distance += RING
    if 1 <= distance <= MOST_POINTS:
        value += WORTH[building] * OWN_SAFE
    return value


@mypyc_attr(acyclic=True)
class Sensible(Policy):
    """Every seat wants its own agent ahead, and takes the best of a few moves that come to mind.

    Seats that play to win are easily read, so their dossiers are taken to be right.
    """

    def __init__(self, tries: int = TRIES, ideas: int = IDEAS) -> None:
        self.tries: i64 = tries
        self.ideas: i64 = ideas

    def pick(self, state: State, rng: Generator) -> tuple[Actor, i64]:
        """What a sensible seat does next."""
        table = cast(Heimlich, state)
        if table.stage == MOVING:
            return table.active, MOVE + self._number(table, self.ideas, rng)
        if table.stage == MOVING_SAFE:
            return table.active, SAFE + self._building(table, rng)
        if table.stage == PLAYING:
            return table.go, self._play(table, rng)
        if table.stage == WRITING:
            return table.actors()[0], DOSSIER + true_dossier(table)
        return table.pick(rng)

    def step(self, state: State, rng: Generator) -> bool:
        """Let it happen."""
        table = cast(Heimlich, state)
        if table.stage == MOVING:
            table.apply(CHANCE, MOVE + self._number(table, self.tries, rng))
            return True
        if table.stage == MOVING_SAFE:
            table.apply(CHANCE, SAFE + self._building(table, rng))
            return True
        if table.stage == PLAYING:
            table.apply(CHANCE, self._play(table, rng))
            return True
        if table.stage == WRITING:
            table.apply(table.actors()[0], DOSSIER + true_dossier(table))
            return True
        return table.step(rng)

    def _number(self, table: Heimlich, tries: i64, rng: Generator) -> i64:
        """The best of a few splits for the agent of the active seat."""
        agent = table.agent_of(table.active)
        best = table.first_split + rng.below(table.split_count)
        value = split_value(table, MOVES.splits[best], agent)
        for _ in range(tries - 1):
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

    def _play(self, table: Heimlich, rng: Generator) -> i64:
        """Now and then a card that comes to mind, if it gains more than it is worth in the hand."""
        nothing = PASS
        if table.played:
            nothing = DONE
        if table.hand_sizes[table.go] == 0 or rng.below(PLAY_ONE_IN) != 0:
            return nothing
        action = table.nth(table.go, rng.below(table.count(table.go)))
        if action == nothing:
            return nothing
        agent = table.agent_of(table.go)
        after = table.copy()
        after.apply(table.go, action)
        if standing(after, agent) > standing(table, agent) + CARD_WORTH:
            return action
        return nothing
