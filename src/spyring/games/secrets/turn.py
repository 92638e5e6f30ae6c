"""The set-up and the turn, stage by stage, up to the card that a seat receives (S2 to S15)."""

from spyring._native import i64
from spyring.core import Event
from spyring.games.secrets.cards import CENTRE, SEATS_THAT_LOOK_RIGHT, SEATS_THAT_SEE_THE_CENTRE
from spyring.games.secrets.effects import EFFECTS
from spyring.games.secrets.ending import begin_turn
from spyring.games.secrets.memory import only
from spyring.games.secrets.position import (
    ANSWERING,
    ASKING_UN,
    CHOOSING_FIRST,
    NOBODY,
    NOTHING,
    OFFERING,
    Position,
)
from spyring.games.secrets.stage import Stage
from spyring.games.secrets.verbs import (
    ABSTAIN,
    ACCEPT,
    FIRST,
    INTERRUPT,
    OFFER,
    REVEAL,
    SEAT_SHIFT,
    TEAM_SHIFT,
    TOKEN,
    receive_text,
)
from spyring.seats import before, skip


class Deal(Stage):
    """S2: a token to each seat, the last one to the centre; then the first look."""

    def count(self, state: Position) -> i64:
        return state.seats + 1 - state.dealt

    def nth(self, state: Position, index: i64) -> i64:
        team: i64 = 0
        while index >= state.bag[team]:
            index -= state.bag[team]
            team += 1
        return TOKEN + state.dealt * TEAM_SHIFT + team

    def do(self, state: Position, action: i64) -> None:
        team = (action - TOKEN) % TEAM_SHIFT
        state.tokens[state.dealt] = team
        state.bag[team] -= 1
        state.dealt += 1
        if state.dealt == state.seats:
            last: i64 = 0
            while state.bag[last] == 0:
                last += 1
            state.tokens[CENTRE] = last
            first_look(state)
            state.stage = CHOOSING_FIRST


def first_look(state: Position) -> None:
    """S3: everybody sees their own token; with more seats also their right neighbour's, and the centre."""
    for seat in range(state.seats):
        state.see(seat, only(seat))
    if state.seats >= SEATS_THAT_LOOK_RIGHT:
        for seat in range(state.seats):
            state.see(before(seat, state.seats), only(seat))
    if state.seats >= SEATS_THAT_SEE_THE_CENTRE:
        state.show(CENTRE)


class ChooseFirst(Stage):
    """S4: any seat may begin."""

    def count(self, state: Position) -> i64:
        return state.seats

    def nth(self, state: Position, index: i64) -> i64:
        return FIRST + index

    def do(self, state: Position, action: i64) -> None:
        begin_turn(state, action - FIRST)


class Reveal(Stage):
    """S10: card by card, until two different ones lie open."""

    def count(self, state: Position) -> i64:
        if state.unseen_size == 0:
            return 1  # the cards under the deck come back in their order
        return state.unseen_size

    def nth(self, state: Position, index: i64) -> i64:
        return REVEAL + state.nth_on_top(index)

    def do(self, state: Position, action: i64) -> None:
        card = action - REVEAL
        state.take_from_deck(card)
        if state.first_open == NOTHING:
            state.first_open = card
        elif card == state.first_open:
            state.put_under(card)
            assert state.has_other_kind(card), "two kinds can always be drawn"
        else:
            state.second_open = card
            state.stage = OFFERING


class Offer(Stage):
    """S11, S12: one of the two to another seat, face down; the other one goes under the deck."""

    def seat(self, state: Position) -> i64:
        return state.active

    def count(self, state: Position) -> i64:
        return 2 * (state.seats - 1)

    def nth(self, state: Position, index: i64) -> i64:
        card = state.first_open
        if index >= state.seats - 1:
            card = state.second_open
            index -= state.seats - 1
        return OFFER + card * SEAT_SHIFT + skip(index, state.active)

    def do(self, state: Position, action: i64) -> None:
        state.offered = (action - OFFER) // SEAT_SHIFT
        state.target = (action - OFFER) % SEAT_SHIFT
        if state.offered == state.first_open:
            state.put_under(state.second_open)
        else:
            state.put_under(state.first_open)
        state.stage = ANSWERING
        if state.un != NOBODY and state.un != state.active:  # S13
            state.stage = ASKING_UN


class AskUN(Stage):
    """S13: the UN player may take the card unseen."""

    def seat(self, state: Position) -> i64:
        return state.un

    def count(self, state: Position) -> i64:
        return 2

    def nth(self, state: Position, index: i64) -> i64:
        return INTERRUPT + index

    def do(self, state: Position, action: i64) -> None:
        if action == ABSTAIN:
            state.stage = ANSWERING
        else:
            receive(state, state.un)


class Answer(Stage):
    """S14: the target takes the card, or it goes back to the active seat."""

    def seat(self, state: Position) -> i64:
        return state.target

    def count(self, state: Position) -> i64:
        return 2

    def nth(self, state: Position, index: i64) -> i64:
        return ACCEPT + index

    def do(self, state: Position, action: i64) -> None:
        if action == ACCEPT:
            receive(state, state.target)
        else:
            receive(state, state.active)


def receive(state: Position, seat: i64) -> None:
    """S15: reveal the offered card for a seat, who applies its effect at once."""
    card = state.offered
    if state.trace is not None:
        state.trace.append(Event(int(seat), receive_text(card)))
    state.receiver = seat
    effect = EFFECTS[card]
    if effect.kept:
        state.add_to_display(seat, card)
    effect.begin(state, seat)
