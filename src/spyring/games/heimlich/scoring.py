"""How a turn and the game end: the scoring, the next turn, and what is revealed."""

from spyring._native import i64
from spyring.core import CHANCE, Event
from spyring.games.heimlich.cards import DOSSIER_POINTS, FINISH
from spyring.games.heimlich.dossier import ask_for_dossiers, named_right
from spyring.games.heimlich.position import MOVING_SAFE, OVER, ROLLING, Position
from spyring.games.heimlich.rows import at_least, entries, entry, put
from spyring.games.heimlich.town import scored
from spyring.games.heimlich.verbs import FREE, reveal_texts, scoring_text
from spyring.seats import after


def begin_turn(state: Position, seat: i64) -> None:
    """H10: the seat rolls the die next."""
    state.active = seat
    state.stage = ROLLING
    state.arrived = 0
    state.drew = 0


def close_turn(state: Position) -> None:
    """H12, H37: score if an agent that was moved into the safe's building is there."""
    if state.arrived == 0:
        pass_the_die(state)
    else:
        score(state)


def pass_the_die(state: Position) -> None:
    """H15: to the left."""
    begin_turn(state, after(state.active, state.seats))


def score(state: Position) -> None:
    """H13: all agents score; then the safe moves."""
    before = state.points
    state.points = scored(before, state.at)
    if state.trace is not None:
        gains = [entry(state.points, agent) - entry(before, agent) for agent in range(state.agents)]
        state.trace.append(Event(CHANCE, scoring_text(state, gains)))
    state.stage = MOVING_SAFE  # H14, H38: the active seat moves it, whoever caused the scoring
    ask_for_dossiers(state)


def end_after_scoring(state: Position) -> None:
    """H20: when the safe has moved; without a scoring no marker reaches the finish (H39)."""
    if at_least(state.points, FINISH) == 0:
        pass_the_die(state)
        return
    state.stage = OVER
    if state.with_dossier:
        _count_dossiers(state)
    if state.trace is not None:
        for line in reveal_texts(state, entries(state.owner, state.agents), list(state.dossiers)):
            state.trace.append(Event(CHANCE, line))


def _count_dossiers(state: Position) -> None:
    """H62: each seat's own marker advances for every agent that it named correctly."""
    for agent in range(state.agents):
        owner = entry(state.owner, agent)
        if owner != FREE:
            marker = entry(state.points, agent) + DOSSIER_POINTS * named_right(state, owner)
            state.points = put(state.points, agent, marker)
