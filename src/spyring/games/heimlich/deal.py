"""The set-up, stage by stage: agent cards, Top Secret cards, and who begins."""

from spyring._native import i64
from spyring.core import Actor
from spyring.games.heimlich.card_phase import Draw
from spyring.games.heimlich.cards import FIRST_HAND
from spyring.games.heimlich.position import CHOOSING_FIRST, DEALING_CARDS, Position
from spyring.games.heimlich.rows import nth_equal, put
from spyring.games.heimlich.scoring import begin_turn
from spyring.games.heimlich.stage import Stage
from spyring.games.heimlich.verbs import DEAL, FIRST, FREE, SHIFT


class DealAgents(Stage):
    """H4: an agent card to each seat; the rest are free."""

    def count(self, state: Position, actor: Actor) -> i64:
        return state.agents - state.dealt

    def nth(self, state: Position, actor: Actor, index: i64) -> i64:
        return DEAL + state.dealt * SHIFT + nth_equal(state.owner, FREE, index)

    def do(self, state: Position, actor: Actor, action: i64) -> None:
        state.owner = put(state.owner, (action - DEAL) % SHIFT, state.dealt)
        state.dealt += 1
        if state.dealt == state.seats:
            state.dealt = 0
            state.stage = CHOOSING_FIRST
            if state.top_secret:
                state.stage = DEALING_CARDS


class DealCards(Draw):
    """H30: two cards to each seat, clockwise."""

    def seat(self, state: Position) -> i64:
        return state.dealt % state.seats

    def go_on(self, state: Position) -> None:
        state.dealt += 1
        if state.dealt == state.seats * FIRST_HAND:
            state.stage = CHOOSING_FIRST


class ChooseFirst(Stage):
    """H5: any seat may begin."""

    def count(self, state: Position, actor: Actor) -> i64:
        return state.seats

    def nth(self, state: Position, actor: Actor, index: i64) -> i64:
        return FIRST + index

    def do(self, state: Position, actor: Actor, action: i64) -> None:
        begin_turn(state, action - FIRST)
