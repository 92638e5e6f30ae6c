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

# Values are whole numbers of hundredths of a point.
POINT: Final = 100
# Before the next scoring an agent moves a few more steps, whoever moves it: how likely 0, 1, 2 ... steps are.
DRIFT: Final = (30, 20, 18, 14, 10, 8)
HOPE: Final = 0.55  # how much of a building's value counts before it is scored
RIVAL: Final = 75  # percentage of the leading rival's marker that counts against one's own
FIELD: Final = 25  # percentage of the mean of all others that does
VICTORY: Final = 40 * POINT  # the value of an end with one's own agent ahead
TRIES: Final = 3  # moves that sensible play compares
IDEAS: Final = 12  # moves that it compares for a branch of a search
PLAY_ONE_IN: Final = 4  # sensible play considers a card in one of this many goes
CARD_WORTH: Final = 2 * POINT  # what a card in hand is worth
OWN_SAFE: Final = 40  # percentage of a safe's value that counts for an agent within reach of it


def _hopes() -> vec[i64]:
    """For each building, what it is likely to bring."""
    worth = [int(points) for points in WORTH]
    return vec[i64](
        [
            round(HOPE * sum(share * worth[(place + step) % RING] for step, share in enumerate(DRIFT)))
            for place in range(RING)
        ]
    )


HOPES: Final = _hopes()


def standing(state: Heimlich, agent: i64) -> i64:
    """How far ahead of the others an agent is: markers, what is about to be scored, and hopes."""
    return _standing(state, state.at, state.arrived, agent)


def split_value(state: Heimlich, split: i64, agent: i64) -> i64:
    """How an agent would stand after a split of the points."""
    at = walked(state.at, split)
    return _standing(state, at, arrivals(at, split, state.safe), agent)


def _standing(state: Heimlich, at: i64, arrived: i64, agent: i64) -> i64:
    """How an agent would stand with all agents in these buildings, and these having reached the safe."""
    points = state.points
    if arrived != 0:
        points = scored(points, at)
        if at_least(points, FINISH) != 0:  # H20
            return _at_the_end(points, agent)
    hopes = HOPES
    best: i64 = 0
    field: i64 = 0
    number: i64 = 0
    while number < state.agents:
        if number != agent:
            value = entry(points, number) * POINT + hopes[entry(at, number)]
            field += value
            if value > best:
                best = value
        number += 1
    own = entry(points, agent) * POINT + hopes[entry(at, agent)]
    return own - RIVAL * best // 100 - FIELD * field // (100 * (state.agents - 1))


def _at_the_end(points: i64, agent: i64) -> i64:
    """How good an end with these markers is for an agent."""
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


def safe_value(state: Heimlich, building: i64, agent: i64) -> i64:
    """How good a building for the safe is for an agent: near if the agent is well placed now, else far."""
    near: i64 = 0
    mean: i64 = 0
    number: i64 = 0
    while number < state.agents:
        place = entry(state.at, number)
        distance = building - place
        if distance < 0:
            distance += RING
        if 1 <= distance <= MOST_POINTS:
            near += MOST_POINTS + 1 - distance
        mean += WORTH[place]
        number += 1
    own = entry(state.at, agent)
    lead = WORTH[own] * POINT - mean * POINT // state.agents
    value = lead * near // state.agents
    distance = building - own
    if distance < 0:
        distance += RING
    if 1 <= distance <= MOST_POINTS:
        value += WORTH[building] * OWN_SAFE
    return value


@mypyc_attr(acyclic=True)
class Sensible(Policy):
    """Every seat wants its own agent ahead, and takes the best of a few random moves.

    Seats that play to win are easy to read, so their dossiers are assumed to be right.
    """

    def __init__(self, tries: int = TRIES, ideas: int = IDEAS) -> None:
        self.tries: i64 = tries
        self.ideas: i64 = ideas

    def pick(self, state: State, rng: Generator) -> tuple[Actor, i64]:
        """What a sensible seat does next."""
        position = cast(Heimlich, state)
        if position.stage == MOVING:
            return position.active, MOVE + self._number(position, self.ideas, rng)
        if position.stage == MOVING_SAFE:
            return position.active, SAFE + self._building(position, rng)
        if position.stage == PLAYING:
            return position.go, self._play(position, rng)
        if position.stage == WRITING:
            return position.actors()[0], DOSSIER + true_dossier(position)
        return position.pick(rng)

    def step(self, state: State, rng: Generator) -> bool:
        """Do it; False when the game is over."""
        position = cast(Heimlich, state)
        if position.stage == MOVING:
            position.apply(CHANCE, MOVE + self._number(position, self.tries, rng))
            return True
        if position.stage == MOVING_SAFE:
            position.apply(CHANCE, SAFE + self._building(position, rng))
            return True
        if position.stage == PLAYING:
            position.apply(CHANCE, self._play(position, rng))
            return True
        if position.stage == WRITING:
            position.apply(position.actors()[0], DOSSIER + true_dossier(position))
            return True
        return position.step(rng)

    def _number(self, state: Heimlich, tries: i64, rng: Generator) -> i64:
        """The best of a few splits for the agent of the active seat."""
        agent = state.agent_of(state.active)
        best = state.first_split + rng.below(state.split_count)
        value = split_value(state, MOVES.splits[best], agent)
        for _ in range(tries - 1):
            other = state.first_split + rng.below(state.split_count)
            found = split_value(state, MOVES.splits[other], agent)
            if found > value:
                best = other
                value = found
        return best

    def _building(self, state: Heimlich, rng: Generator) -> i64:
        """The better of two buildings for the safe."""
        agent = state.agent_of(state.active)
        one = rng.below(RING - 1)
        if one >= state.safe:
            one += 1
        other = rng.below(RING - 1)
        if other >= state.safe:
            other += 1
        if safe_value(state, other, agent) > safe_value(state, one, agent):
            return other
        return one

    def _play(self, state: Heimlich, rng: Generator) -> i64:
        """Now and then a random card, if it gains more than it is worth in hand."""
        nothing = PASS
        if state.played:
            nothing = DONE
        if state.hand_sizes[state.go] == 0 or rng.below(PLAY_ONE_IN) != 0:
            return nothing
        action = state.nth(state.go, rng.below(state.count(state.go)))
        if action == nothing:
            return nothing
        agent = state.agent_of(state.go)
        after = state.copy()
        after.apply(state.go, action)
        if standing(after, agent) > standing(state, agent) + CARD_WORTH:
            return action
        return nothing
