"""Secret dossiers: one number that gives every agent an owner, the writer's own agent included."""

from spyring._native import append, i64
from spyring.core import Actor
from spyring.games.heimlich.cards import DOSSIER_AT
from spyring.games.heimlich.position import ALL_FREE, MOVING_SAFE, NOBODY, PLAYING, WRITING, Position
from spyring.games.heimlich.rows import at_least, entry, nth_equal, put
from spyring.games.heimlich.stage import Stage
from spyring.games.heimlich.verbs import DOSSIER, FREE, SHIFT


def ask_for_dossiers(state: Position) -> None:
    """H60: once in a game, at the end of the scoring or card that brought a marker to 29."""
    if state.with_dossier and len(state.written) == 0 and at_least(state.points, DOSSIER_AT) != 0:
        state.stage = WRITING


class Write(Stage):
    """H60: all seats write at the same time, and each has the same number of dossiers to choose from."""

    def count(self, state: Position, actor: Actor) -> i64:
        return count_dossiers(state)

    def nth(self, state: Position, actor: Actor, index: i64) -> i64:
        return DOSSIER + nth_dossier(state, index, i64(actor))

    def do(self, state: Position, actor: Actor, action: i64) -> None:
        writer = i64(actor)
        state.dossiers = state.dossiers[:]
        state.dossiers[writer] = action - DOSSIER
        state.written = append(state.written[:], writer)
        if len(state.written) == state.seats:
            state.stage = PLAYING
            if state.go == NOBODY:
                state.stage = MOVING_SAFE


def count_dossiers(state: Position) -> i64:
    """H61: every opponent is named exactly once, so each takes one of the agents that are left."""
    count: i64 = 1
    for left in range(state.agents - state.seats + 1, state.agents):
        count *= left
    return count


def nth_dossier(state: Position, index: i64, writer: i64) -> i64:
    """Number `index` of all possible dossiers of a seat."""
    named = put(ALL_FREE, state.agent_of(writer), writer)
    left = state.agents - 1
    for seat in range(state.seats):
        if seat != writer:
            named = put(named, nth_equal(named, FREE, index % left), seat)
            index //= left
            left -= 1
    return _number(named, state.agents)


def true_dossier(state: Position) -> i64:
    """The dossier of somebody who has read everybody correctly; the same for every writer."""
    return _number(state.owner, state.agents)


def _number(owners: i64, agents: i64) -> i64:
    """The dossier that names these owners."""
    number: i64 = 0
    for agent in range(agents - 1, -1, -1):
        number = number * SHIFT + entry(owners, agent)
    return number


def named_right(state: Position, seat: i64) -> i64:
    """H62: how many agents a dossier names correctly; the writer's present agent never counts."""
    dossier = state.dossiers[seat]
    right: i64 = 0
    for agent in range(state.agents):
        owner = entry(state.owner, agent)
        if owner != seat and dossier % SHIFT == owner:
            right += 1
        dossier //= SHIFT
    return right
