"""The Top Secret cards: whom each may be played on (H36: it must change something), and what it does."""

from typing import Final

from spyring._native import append, i64, mypyc_attr, vec
from spyring.games.heimlich.cards import CHURCH, MARKER_STEP, MARKER_STOP, RING, RUINS
from spyring.games.heimlich.position import ALL_IN_CHURCH, Position
from spyring.games.heimlich.rows import entry, put
from spyring.games.heimlich.verbs import ALONE, BACK, FORWARD, SHIFT


@mypyc_attr(acyclic=True)
class Card:
    """One kind of card; the same object serves all games."""

    def add_plays(self, state: Position, play: i64, plays: vec[i64]) -> vec[i64]:
        """The plays found so far, and those of this card, whose code is `play`, one for each target."""
        raise AssertionError("a card names its targets")

    def act(self, state: Position, target: i64) -> bool:
        """Do what the card says; returns whether that brought an agent into the ruins (H32)."""
        raise AssertionError("a card does something")


# One agent.


class Walk(Card):
    """One agent walks in one of several ways, numbered as in the book of verbs."""

    def __init__(self, low: i64, high: i64) -> None:
        self.low = low
        self.high = high

    def fits(self, state: Position, agent: i64) -> bool:
        """Whether this agent may walk."""
        return True

    def steps(self, way: i64) -> i64:
        """How far, clockwise."""
        return way

    def add_plays(self, state: Position, play: i64, plays: vec[i64]) -> vec[i64]:
        for agent in range(state.agents):
            if self.fits(state, agent):
                for way in range(self.low, self.high + 1):
                    plays = append(plays, play + agent * SHIFT + way)
        return plays

    def act(self, state: Position, target: i64) -> bool:
        return state.walk(target // SHIFT, self.steps(target % SHIFT))


class WalkBack(Walk):
    """H40."""

    def steps(self, way: i64) -> i64:
        return -way


class OneStep(Walk):
    """H41: forward or back."""

    def __init__(self) -> None:
        super().__init__(BACK, FORWARD)

    def steps(self, way: i64) -> i64:
        if way == FORWARD:
            return 1
        return -1


class OffTheSafe(OneStep):
    """H44: an agent that stands in the safe's building."""

    def fits(self, state: Position, agent: i64) -> bool:
        return entry(state.at, agent) == state.safe


class ToRuins(Card):
    """H45."""

    def building(self, state: Position) -> i64:
        """Where the agent goes, wherever it is."""
        return RUINS

    def add_plays(self, state: Position, play: i64, plays: vec[i64]) -> vec[i64]:
        building = self.building(state)
        for agent in range(state.agents):
            if entry(state.at, agent) != building:
                plays = append(plays, play + agent * SHIFT)
        return plays

    def act(self, state: Position, target: i64) -> bool:
        return state.go_to(target // SHIFT, self.building(state))


class ToSafe(ToRuins):
    """H51."""

    def building(self, state: Position) -> i64:
        return state.safe


# Two agents.


class Pair(Card):
    """Two different agents."""

    def fits(self, state: Position, one: i64, other: i64) -> bool:
        """Whether these two may be named."""
        return True

    def add_plays(self, state: Position, play: i64, plays: vec[i64]) -> vec[i64]:
        for one in range(state.agents):
            for other in range(one + 1, state.agents):
                if self.fits(state, one, other):
                    plays = append(plays, play + one * SHIFT + other)
        return plays


class TwoWalk(Pair):
    """H42, H43: one building each; they need not share a building."""

    def __init__(self, steps: i64) -> None:
        self.steps = steps

    def act(self, state: Position, target: i64) -> bool:
        return state.walk(target // SHIFT, self.steps) | state.walk(target % SHIFT, self.steps)


class SwapAgents(Pair):
    """H47: two agents in different buildings."""

    def fits(self, state: Position, one: i64, other: i64) -> bool:
        return entry(state.at, one) != entry(state.at, other)

    def act(self, state: Position, target: i64) -> bool:
        one = target // SHIFT
        other = target % SHIFT
        building = entry(state.at, one)
        return state.go_to(one, entry(state.at, other)) | state.go_to(other, building)


class JoinAgent(Card):
    """H48: one agent goes to the building of another; which of them goes matters."""

    def add_plays(self, state: Position, play: i64, plays: vec[i64]) -> vec[i64]:
        for one in range(state.agents):
            for other in range(one + 1, state.agents):
                if entry(state.at, one) != entry(state.at, other):
                    plays = append(plays, play + one * SHIFT + other)
                    plays = append(plays, play + other * SHIFT + one)
        return plays

    def act(self, state: Position, target: i64) -> bool:
        return state.go_to(target // SHIFT, entry(state.at, target % SHIFT))


class RuinsToChurch(Card):
    """H49: one or two agents from the ruins."""

    def add_plays(self, state: Position, play: i64, plays: vec[i64]) -> vec[i64]:
        for one in range(state.agents):
            if entry(state.at, one) == RUINS:
                plays = append(plays, play + one * SHIFT + ALONE)
                for other in range(one + 1, state.agents):
                    if entry(state.at, other) == RUINS:
                        plays = append(plays, play + one * SHIFT + other)
        return plays

    def act(self, state: Position, target: i64) -> bool:
        state.go_to(target // SHIFT, CHURCH)
        if target % SHIFT != ALONE:
            state.go_to(target % SHIFT, CHURCH)
        return False


class MarkersPlus3(Pair):
    """H53: two markers below 40, where they stop, so that they cannot end the game (H39)."""

    def fits(self, state: Position, one: i64, other: i64) -> bool:
        return entry(state.points, one) < MARKER_STOP and entry(state.points, other) < MARKER_STOP

    def act(self, state: Position, target: i64) -> bool:
        self._advance(state, target // SHIFT)
        self._advance(state, target % SHIFT)
        return False

    def _advance(self, state: Position, agent: i64) -> None:
        marker = entry(state.points, agent) + MARKER_STEP
        if marker > MARKER_STOP:
            marker = MARKER_STOP
        state.points = put(state.points, agent, marker)


# No agent in particular.


class AllToChurch(Card):
    """H46."""

    def add_plays(self, state: Position, play: i64, plays: vec[i64]) -> vec[i64]:
        if state.at == ALL_IN_CHURCH:
            return plays
        return append(plays, play)

    def act(self, state: Position, target: i64) -> bool:
        for agent in range(state.agents):
            state.go_to(agent, CHURCH)
        return False


class MoveSafe(Card):
    """H52: to any other building; by itself this never scores."""

    def add_plays(self, state: Position, play: i64, plays: vec[i64]) -> vec[i64]:
        for building in range(RING):
            if building != state.safe:
                plays = append(plays, play + building)
        return plays

    def act(self, state: Position, target: i64) -> bool:
        state.move_safe(target)
        return False


class SwapIdentity(Card):
    """H54: the agent card is drawn, in a stage of its own."""

    def add_plays(self, state: Position, play: i64, plays: vec[i64]) -> vec[i64]:
        return append(plays, play)


CARDS: Final = vec[Card](  # as numbered in cards.py
    [
        WalkBack(1, 2),
        OneStep(),
        TwoWalk(-1),
        TwoWalk(1),
        OffTheSafe(),
        ToRuins(),
        AllToChurch(),
        SwapAgents(),
        JoinAgent(),
        RuinsToChurch(),
        Walk(1, 3),  # H50
        ToSafe(),
        MoveSafe(),
        MarkersPlus3(),
        SwapIdentity(),
    ]
)
