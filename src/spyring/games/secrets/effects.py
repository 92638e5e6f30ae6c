"""The eight characters (S20 to S28): what each does, and the choice that it asks for.

As in rules.md, "you" are the seat whose display received the card.
"""

from typing import Final

from spyring._native import i64, mypyc_attr, vec
from spyring.bits import bit, count_bits, nth_bit
from spyring.core import CHANCE, Event
from spyring.games.secrets.cards import CENTRE, POLITICIAN, SCIENTIST
from spyring.games.secrets.ending import end_turn
from spyring.games.secrets.memory import ONLOOKER, everybody, only
from spyring.games.secrets.position import (
    ASKING_UN,
    DRAWING_BULLET,
    DRAWING_UN_BULLET,
    EXCHANGING,
    LOOKING,
    NOTHING,
    SENDING,
    SHOOTING,
    SWAPPING,
    Position,
    bullet_card,
)
from spyring.games.secrets.stage import Stage
from spyring.games.secrets.verbs import (
    BULLET,
    EXCHANGE,
    LEFT,
    LOOK,
    SEAT_SHIFT,
    SEND,
    SHOOT,
    SWAP,
    all_down_text,
)
from spyring.seats import after, before, skip


@mypyc_attr(acyclic=True)
class Effect(Stage):
    """The effect of a character and, if it asks for a choice, the stage in which that is made."""

    kept: bool = True  # whether its card lies in your display

    def begin(self, state: Position, seat: i64) -> None:
        """Apply it for a seat: at once, or up to the choice."""
        raise AssertionError("a character has an effect")


class DoubleAgent(Effect):
    """S20: swap your token with the centre, then look at the new one, alone."""

    def begin(self, state: Position, seat: i64) -> None:
        state.swap_tokens(seat, everybody(state.seats), CENTRE, everybody(state.seats))
        state.see(seat, only(seat), seat)
        end_turn(state)


class Politician(Effect):
    """S21: send it to another seat, whose token you alone see; until then it is in nobody's display."""

    kept = False

    def begin(self, state: Position, seat: i64) -> None:
        state.stage = SENDING

    def count(self, state: Position) -> i64:
        return state.seats - 1

    def nth(self, state: Position, index: i64) -> i64:
        return SEND + skip(index, state.receiver)

    def do(self, state: Position, action: i64) -> None:
        seat = action - SEND
        state.add_to_display(seat, POLITICIAN)
        state.see(seat, only(state.receiver), state.receiver)
        end_turn(state)


class Psychiatrist(Effect):
    """S22: swap the tokens of two other seats, face down; everybody sees whose."""

    def begin(self, state: Position, seat: i64) -> None:
        state.stage = SWAPPING

    def count(self, state: Position) -> i64:
        others = state.seats - 1
        return others * (others - 1) // 2

    def nth(self, state: Position, index: i64) -> i64:
        last = state.seats - 2  # of the others
        one: i64 = 0
        while index >= last - one:
            index -= last - one
            one += 1
        other = one + 1 + index
        return SWAP + skip(one, state.receiver) * SEAT_SHIFT + skip(other, state.receiver)

    def do(self, state: Position, action: i64) -> None:
        one = (action - SWAP) // SEAT_SHIFT
        other = (action - SWAP) % SEAT_SHIFT
        state.swap_tokens(one, everybody(state.seats), other, everybody(state.seats))
        end_turn(state)


class Detective(Effect):
    """S23: look at one token, a seat's or the centre, alone."""

    def begin(self, state: Position, seat: i64) -> None:
        state.stage = LOOKING

    def count(self, state: Position) -> i64:
        return state.seats + 1

    def nth(self, state: Position, index: i64) -> i64:
        if index == state.seats:
            return LOOK + CENTRE
        return LOOK + index

    def do(self, state: Position, action: i64) -> None:
        state.see(action - LOOK, only(state.receiver), state.receiver)
        end_turn(state)


class Journalist(Effect):
    """S24: show your token to all other seats, but not to onlookers; you do not see it."""

    def begin(self, state: Position, seat: i64) -> None:
        state.see(seat, everybody(state.seats) - only(seat) - only(ONLOOKER))
        end_turn(state)


class Scientist(Effect):
    """S25: with a second one face up, all your characters are turned face down."""

    def begin(self, state: Position, seat: i64) -> None:
        if state.open_copies(seat, SCIENTIST) > 1:
            state.turn_all_down(seat)
            if state.trace is not None:
                state.trace.append(Event(CHANCE, all_down_text(seat)))
        end_turn(state)


class Diplomat(Effect):
    """S26: the centre is shown to all, then swapped with a neighbour's token; only you know whose."""

    def begin(self, state: Position, seat: i64) -> None:
        state.show(CENTRE)
        state.stage = EXCHANGING

    def count(self, state: Position) -> i64:
        return 2

    def nth(self, state: Position, index: i64) -> i64:
        return EXCHANGE + index

    def do(self, state: Position, action: i64) -> None:
        if action == EXCHANGE + LEFT:
            neighbour = after(state.receiver, state.seats)  # S4
        else:
            neighbour = before(state.receiver, state.seats)
        state.swap_tokens(CENTRE, everybody(state.seats), neighbour, only(state.receiver))
        end_turn(state)


class Assassin(Effect):
    """S27: draw a bullet, look at it alone, and give it to another seat, face down."""

    def begin(self, state: Position, seat: i64) -> None:
        if state.stage == ASKING_UN:
            state.stage = DRAWING_UN_BULLET
        else:
            state.stage = DRAWING_BULLET

    def count(self, state: Position) -> i64:
        return state.seats - 1

    def nth(self, state: Position, index: i64) -> i64:
        return SHOOT + skip(index, state.receiver)

    def do(self, state: Position, action: i64) -> None:
        state.add_to_display(action - SHOOT, bullet_card(state.bullet, state.receiver))
        state.bullet = NOTHING
        end_turn(state)


class DrawBullet(Stage):
    """S27: chance draws the bullet."""

    def count(self, state: Position) -> i64:
        return count_bits(state.bullets)

    def nth(self, state: Position, index: i64) -> i64:
        return BULLET + nth_bit(state.bullets, index)

    def do(self, state: Position, action: i64) -> None:
        state.bullet = action - BULLET
        state.bullets -= bit(state.bullet)
        state.stage = SHOOTING


EFFECTS: Final = vec[Effect](  # by character, as numbered in cards.py
    [
        DoubleAgent(),
        Politician(),
        Psychiatrist(),
        Detective(),
        Journalist(),
        Scientist(),
        Diplomat(),
        Assassin(),
    ]
)
