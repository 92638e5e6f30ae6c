"""The turn, stage by stage: the die, the move, and the safe after a scoring."""

from spyring._native import i64
from spyring.core import Actor
from spyring.games.heimlich.card_phase import draw_or_go_on, open_card_phase
from spyring.games.heimlich.cards import FACE_1_3, FACE_COUNT, RING, RUINS
from spyring.games.heimlich.moves import MOVES
from spyring.games.heimlich.position import MOVING, Position
from spyring.games.heimlich.scoring import close_turn, end_after_scoring
from spyring.games.heimlich.stage import Stage
from spyring.games.heimlich.town import arrivals, walked
from spyring.games.heimlich.verbs import MOVE, ROLL, SAFE, STAY
from spyring.seats import skip


class Roll(Stage):
    """H10: a face of the die says how the points may be split."""

    def count(self, state: Position, actor: Actor) -> i64:
        return FACE_COUNT

    def nth(self, state: Position, actor: Actor, index: i64) -> i64:
        return ROLL + index

    def do(self, state: Position, actor: Actor, action: i64) -> None:
        roll(state, action - ROLL)


def roll(state: Position, face: i64) -> None:
    """The die shows a face."""
    state.face = face
    place = state.agents * FACE_COUNT + face
    state.first_split = MOVES.first[place]
    state.split_count = MOVES.count[place]
    state.stage = MOVING


class Move(Stage):
    """H11: any split of the points; H31: or stay."""

    def count(self, state: Position, actor: Actor) -> i64:
        if may_stay(state):
            return state.split_count + 1
        return state.split_count

    def nth(self, state: Position, actor: Actor, index: i64) -> i64:
        if index == state.split_count:
            return STAY
        return MOVE + state.first_split + index

    def do(self, state: Position, actor: Actor, action: i64) -> None:
        if action == STAY:
            draw_or_go_on(state)
        else:
            move(state, MOVES.splits[action - MOVE])

    def legal(self, state: Position, actor: Actor) -> list[int]:
        first = MOVE + state.first_split
        acts = list(range(first, first + state.split_count))  # hundreds, in one go
        if may_stay(state):
            acts.append(STAY)
        return acts

    def allows(self, state: Position, actor: Actor, action: i64) -> bool:
        if action == STAY:
            return may_stay(state)
        return 0 <= action - MOVE - state.first_split < state.split_count


def may_stay(state: Position) -> bool:
    """H31: on this face, if there are cards to draw."""
    return state.top_secret and state.face == FACE_1_3


def move(state: Position, steps: i64) -> None:
    """The agents take their steps."""
    state.at = walked(state.at, steps)
    state.arrived = arrivals(state.at, steps, state.safe)  # H12
    if not state.top_secret:
        close_turn(state)
    elif arrivals(state.at, steps, RUINS) != 0:  # H32
        draw_or_go_on(state)
    else:
        open_card_phase(state)


class MoveSafe(Stage):
    """H14: to any other building."""

    def count(self, state: Position, actor: Actor) -> i64:
        return RING - 1

    def nth(self, state: Position, actor: Actor, index: i64) -> i64:
        return SAFE + skip(index, state.safe)

    def do(self, state: Position, actor: Actor, action: i64) -> None:
        state.move_safe(action - SAFE)
        end_after_scoring(state)
