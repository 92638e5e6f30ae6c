"""How a turn and the game end: pairs, the UN token, the score, and who has won (S30 to S43)."""

from spyring._native import i64
from spyring.core import CHANCE, Event
from spyring.games.secrets.cards import CENTRE, CIA, HIPPIE, KGB, full_display
from spyring.games.secrets.position import (
    BULLET,
    DISPLAY,
    DOWN,
    KIND,
    NOBODY,
    NOTHING,
    OVER,
    REVEALING,
    WORTH_MASK,
    WORTH_SHIFT,
    Position,
)
from spyring.games.secrets.verbs import full_text, identity_text, pair_down_text, shot_text, un_text
from spyring.seats import after


def begin_turn(state: Position, active: i64) -> None:
    """S10: the active seat reveals cards."""
    state.active = active
    state.turn += 1
    state.stage = REVEALING


def end_turn(state: Position) -> None:
    """S16: pairs, the UN token, and the end of the game or the next turn."""
    turn_pairs_down(state)
    _pass_un_token(state)
    state.first_open = NOTHING
    state.second_open = NOTHING
    state.offered = NOTHING
    state.target = NOBODY
    state.receiver = NOBODY
    if not some_display_is_full(state):
        begin_turn(state, after(state.active, state.seats))  # S4
        return
    state.stage = OVER
    if state.trace is not None:
        for line in (*all_full(state), *all_revealed(state)):
            state.trace.append(Event(CHANCE, line))


def turn_pairs_down(state: Position) -> None:  # S30
    """Turn every pair of equal face-up characters in a display face down."""
    for seat in range(state.seats):
        seen: i64 = 0
        first = seat * DISPLAY
        for place in range(first, first + state.sizes[seat]):
            card = state.displays[place]
            if card & DOWN == 0:
                if seen >> card & 1:
                    state.turn_down(seat, card)
                    if state.trace is not None:
                        state.trace.append(Event(CHANCE, pair_down_text(seat, card)))
                seen |= i64(1) << card


def _pass_un_token(state: Position) -> None:
    holder = un_holder(state)
    if holder != state.un and state.trace is not None:
        state.trace.append(Event(CHANCE, un_text(CENTRE if holder == NOBODY else holder)))
    state.un = holder


def un_holder(state: Position) -> i64:  # S31
    """The only seat with the fewest cards, or NOBODY."""
    fewest: i64 = 0
    alone = True
    for seat in range(1, state.seats):
        if state.sizes[seat] < state.sizes[fewest]:
            fewest = seat
            alone = True
        elif state.sizes[seat] == state.sizes[fewest]:
            alone = False
    if alone:
        return fewest
    return NOBODY


def some_display_is_full(state: Position) -> bool:  # S40
    """Whether the game ends with this turn."""
    largest: i64 = 0
    for seat in range(state.seats):
        if state.sizes[seat] > largest:
            largest = state.sizes[seat]
    return largest >= full_display(state.seats)


def all_full(state: Position) -> list[str]:  # S40
    """What everybody hears of the displays that ended the game."""
    return [full_text(seat) for seat in range(state.seats) if state.sizes[seat] >= full_display(state.seats)]


def all_revealed(state: Position) -> list[str]:  # S41
    """What everybody hears at the end: all tokens, and the bullets in each display."""
    lines = [identity_text(seat, state.tokens[seat]) for seat in range(state.seats)]
    lines.append(identity_text(CENTRE, state.tokens[CENTRE]))
    for seat in range(state.seats):
        first = seat * DISPLAY
        display = state.displays[first : first + state.sizes[seat]]
        shot = [card >> WORTH_SHIFT & WORTH_MASK for card in display if card & KIND == BULLET]
        lines.append(shot_text(seat, shot))
    return lines


def won_by(state: Position) -> i64:
    """The side that wins with the displays as they are: a team, HIPPIE for one of them, or NOBODY."""
    if lone_hippie(state) != NOBODY:
        return HIPPIE
    cia = team_total(state, CIA)
    kgb = team_total(state, KGB)
    if cia > kgb:
        return CIA
    if kgb > cia:
        return KGB
    return NOBODY


def winning_seats(state: Position) -> list[int]:
    """The seats of that side."""
    side = won_by(state)
    if side == HIPPIE:
        return [lone_hippie(state)]
    return [seat for seat in range(state.seats) if state.tokens[seat] == side]


def lone_hippie(state: Position) -> i64:  # S42
    """The Hippie whose score is below that of every other seat, or NOBODY."""
    lowest: i64 = 0
    alone = True
    for seat in range(1, state.seats):
        if state.score(seat) < state.score(lowest):
            lowest = seat
            alone = True
        elif state.score(seat) == state.score(lowest):
            alone = False
    if alone and state.tokens[lowest] == HIPPIE:
        return lowest
    return NOBODY


def team_total(state: Position, team: i64) -> i64:  # S43
    """The sum of the scores of a team's members."""
    total: i64 = 0
    for seat in range(state.seats):
        if state.tokens[seat] == team:
            total += state.score(seat)
    return total
