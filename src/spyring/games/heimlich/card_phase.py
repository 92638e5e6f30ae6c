"""The card phase of the Top Secret variant, stage by stage, and the cards that are drawn (H30 to H37)."""

from spyring._native import append, i64, vec
from spyring.core import Actor
from spyring.games.heimlich.cards import MOST_IN_HAND, SWAP_IDENTITY
from spyring.games.heimlich.dossier import ask_for_dossiers
from spyring.games.heimlich.position import (
    DRAWING_FOR_CARD,
    DRAWING_FOR_MOVE,
    DRAWING_IDENTITY,
    NOBODY,
    PLAYING,
    Position,
)
from spyring.games.heimlich.rows import equal, nth_equal, put
from spyring.games.heimlich.scoring import close_turn
from spyring.games.heimlich.stage import Stage
from spyring.games.heimlich.top_secret import CARDS
from spyring.games.heimlich.verbs import (
    DONE,
    DRAW,
    DRAW_SHIFT,
    FREE,
    IDENTITY,
    PASS,
    PLAY,
    PLAY_SHIFT,
    SHIFT,
)
from spyring.seats import after


class Draw(Stage):
    """Chance draws a card for a seat."""

    def count(self, state: Position, actor: Actor) -> i64:
        return state.pile_size

    def nth(self, state: Position, actor: Actor, index: i64) -> i64:
        return DRAW + self.seat(state) * DRAW_SHIFT + state.nth_in_pile(index)

    def do(self, state: Position, actor: Actor, action: i64) -> None:
        state.take_card(self.seat(state), (action - DRAW) % DRAW_SHIFT)
        self.go_on(state)

    def go_on(self, state: Position) -> None:
        """What comes after the draw."""
        raise AssertionError("a draw goes on")


class DrawForMove(Draw):
    """H31, H32: the active seat stayed, or moved an agent into the ruins."""

    def go_on(self, state: Position) -> None:
        open_card_phase(state)


def draw_or_go_on(state: Position) -> None:
    """The active seat draws a card if it may."""
    if state.owes_card(state.active):
        state.stage = DRAWING_FOR_MOVE
    else:
        open_card_phase(state)


def open_card_phase(state: Position) -> None:
    """H35: it goes around from the active seat; there is none if nobody has a card."""
    for seat in range(state.seats):
        if state.hand_sizes[seat] > 0:
            state.stage = PLAYING
            state.passes = 0
            begin_go(state, state.active)
            return
    close_turn(state)


def begin_go(state: Position, seat: i64) -> None:
    """It is this seat's go."""
    state.go = seat
    state.played = False
    state.plays_known = False


class Play(Stage):
    """H35: in their go a seat passes, or plays cards, one after another, and is done."""

    def seat(self, state: Position) -> i64:
        return state.go

    def count(self, state: Position, actor: Actor) -> i64:
        return len(plays(state)) + 1

    def nth(self, state: Position, actor: Actor, index: i64) -> i64:
        found = plays(state)
        if index < len(found):
            return found[index]
        if state.played:
            return DONE
        return PASS

    def do(self, state: Position, actor: Actor, action: i64) -> None:
        if action == PASS:
            state.passes += 1
            begin_go(state, after(state.go, state.seats))
            if state.passes == state.seats:
                state.go = NOBODY
                close_turn(state)
        elif action == DONE:
            begin_go(state, after(state.go, state.seats))
        else:
            play(state, (action - PLAY) // PLAY_SHIFT, (action - PLAY) % PLAY_SHIFT)


def plays(state: Position) -> vec[i64]:
    """What the seat whose go it is may play: every card in hand with every target; computed on demand."""
    if not state.plays_known:
        found = vec[i64]()
        first = state.go * MOST_IN_HAND
        for place in range(first, first + state.hand_sizes[state.go]):
            card = state.hands[place]
            seen = False
            for earlier in range(first, place):
                if state.hands[earlier] == card:
                    seen = True
            if not seen:
                found = CARDS[card].add_plays(state, PLAY + card * PLAY_SHIFT, found)
        state.plays = found
        state.plays_known = True
    return state.plays


def play(state: Position, card: i64, target: i64) -> None:
    """H34: a card leaves the hand, acts, and is discarded before any draw that it causes."""
    state.passes = 0
    state.played = True
    state.plays_known = False
    state.remove_from_hand(card)
    if card == SWAP_IDENTITY:  # H54: on the discard when the agent card has been drawn
        state.stage = DRAWING_IDENTITY
        return
    ruined = CARDS[card].act(state, target)
    state.discard = append(state.discard, card)
    if ruined and state.owes_card(state.go):  # H32
        state.stage = DRAWING_FOR_CARD
    ask_for_dossiers(state)


class DrawForCard(Draw):
    """H32: a card brought an agent into the ruins."""

    def seat(self, state: Position) -> i64:
        return state.go

    def go_on(self, state: Position) -> None:
        state.stage = PLAYING


class DrawIdentity(Stage):
    """H54: one of the agent cards that were free before; the one given up is free from then on."""

    def count(self, state: Position, actor: Actor) -> i64:
        return state.agents - state.seats

    def nth(self, state: Position, actor: Actor, index: i64) -> i64:
        return IDENTITY + state.go * SHIFT + nth_equal(state.owner, FREE, index)

    def do(self, state: Position, actor: Actor, action: i64) -> None:
        given_up = equal(state.owner, state.go)
        freed = state.owner + given_up * (FREE - state.go)
        state.owner = put(freed, (action - IDENTITY) % SHIFT, state.go)
        state.discard = append(state.discard, SWAP_IDENTITY)
        state.stage = PLAYING
