"""Why an act is not allowed now, in a sentence for the one who tried it.

It says only what that actor may know: the table, and their own cards.
"""

from typing import Final

from spyring.core import CHANCE, Actor
from spyring.games.wink import codes, position
from spyring.games.wink.cards import NOWHERE, SQUARE
from spyring.games.wink.notation import look_word
from spyring.games.wink.rules import Wink

SETTING_UP: Final = {
    position.DEAL: "the cards are being dealt, one by one and round by round from seat 0",
    position.CHOOSE_FIRST: "the first seat is being chosen",
}


def refusal(table: Wink, actor: Actor, action: int) -> str:
    """One sentence for an act that is not allowed."""
    if table.stage == position.OVER:
        return "the game is over"
    if table.stage in SETTING_UP:
        return f"that cannot be done now: {SETTING_UP[table.stage]}"
    if not isinstance(actor, int):
        return (
            "nothing happens by chance now but the beat" if table.screen else "nothing happens by chance now"
        )
    if action >= codes.ACCUSE_CODE:
        return _why_not_accuse(table, actor, *divmod(action - codes.ACCUSE_CODE, codes.SHIFT))
    if action >= codes.DEAL_CODE or action == codes.BEAT_CODE or _is_first(action):
        return f"that is not for a seat to do, but for {CHANCE}"
    if action == codes.WINK_CODE or codes.LOOK_CODE <= action < codes.PLACE_CODE:
        return _why_not_eyes(table, actor, action)
    return _why_not_in_turn(table, actor, action)


def _is_first(action: int) -> bool:
    return codes.FIRST_CODE <= action < codes.LOOK_CODE


def _why_not_accuse(table: Wink, accuser: int, accused: int, number: int) -> str:
    owner = table.owner_of_pawn_on(number)
    if table.counter[accuser] == 0:
        return "you have no counter-espionage card left"
    if owner == position.NOBODY:
        return f"no pawn stands on {number}: accuse about a number under another seat's pawn"
    if owner == accuser:
        return "you cannot accuse about the card under your own pawn"
    if accused == accuser:
        return "you cannot accuse yourself"
    if accused == owner:
        return f"seat {accused} owns the pawn on {number}: accuse somebody else of holding its twin"
    return (
        f"an accusation about {number} was wrong: nobody may make another until that pawn has left the card"
    )


def _why_not_eyes(table: Wink, seat: int, action: int) -> str:
    if not table.screen:
        return "at this table you look and wink with your own eyes"
    if action == codes.WINK_CODE:
        return _why_not_wink(table, seat)
    target = action - codes.LOOK_CODE
    if target == seat:
        return "look at another seat or at the square, not at yourself"
    if target == table.looks[seat]:
        where = "the square" if target == SQUARE else f"seat {look_word(target)}"
        return f"you look at {where} already: look elsewhere"
    return "you have looked elsewhere in this beat: wait for the next"


def _why_not_wink(table: Wink, seat: int) -> str:
    target = table.looks[seat]
    if target == SQUARE:
        return "you look at the square: look at a seat to wink at it"
    if table.winked >> seat & 1:
        return "you have winked in this beat: wait for the next"
    if table.pawns[target] == NOWHERE:
        return f"the pawn of seat {target} is off the square: there is nothing to wink about"
    return f"you may wink only at a seat whose card you hold, and you do not hold {table.pawns[target]}"


def _why_not_in_turn(table: Wink, seat: int, action: int) -> str:
    if seat != table.active:
        return f"it is the turn of seat {table.active}, not yours"
    guessing = action <= codes.DECLINE_CODE
    if table.stage == position.GUESS:
        if guessing:
            return "name another seat as the holder, not yourself"
        return "first guess who holds the twin of your card, or decline"
    if guessing:
        return "you have no guess now: put your pawn on a card"
    if table.screen and table.turn_beats < table.beats:
        return f"wait: your turn lasts {table.beats} beats, and {table.turn_beats} have been struck"
    if action == codes.LEAVE_CODE:
        return "there is a card for your pawn: put it there"
    return _why_not_place(table, seat, action - codes.PLACE_CODE)


def _why_not_place(table: Wink, seat: int, number: int) -> str:
    if table.pawns[seat] == number:
        return f"your pawn stands on {number}: put it on another card"
    if not table.open >> number & 1:
        return f"{number} is out of play: put your pawn on a face-up card"
    if table.stood_on >> number & 1:
        return f"a pawn stands on {number} already"
    return f"you hold the twin of {number} yourself"
