"""Why an act is not allowed now, in a sentence for whoever tried it.

It says only what that actor may know: the table, and their own cards. If a seat may read it, it has an id
by which the page finds it in the reader's language; for chance it is in English only.
"""

from typing import Final

from spyring.core import CHANCE, Actor
from spyring.games.wink import position, verbs
from spyring.games.wink.cards import NOWHERE, SQUARE
from spyring.games.wink.rules import Wink
from spyring.reason import Reason

SETTING_UP: Final = {
    position.DEAL: "the cards are being dealt, one by one and round by round from seat 0",
    position.CHOOSE_FIRST: "the first seat is being chosen",
}


def refusal(state: Wink, actor: Actor, action: int) -> str:
    """One sentence for an act that is not allowed."""
    if action >= verbs.SAY_CODE:
        if actor == CHANCE:
            return "chance says nothing: only a seat makes a claim"
        return Reason("claims", "claims are made from the choice of the first seat to the end of the game")
    if state.stage == position.OVER:
        return Reason("over", "the game is over")
    if state.stage in SETTING_UP:
        return Reason("dealing", f"that cannot be done now: {SETTING_UP[state.stage]}")
    if not isinstance(actor, int):
        return (
            "nothing happens by chance now but the beat"
            if state.setup.screen
            else "nothing happens by chance now"
        )
    if action >= verbs.ACCUSE_CODE:
        return _why_not_accuse(state, actor, *divmod(action - verbs.ACCUSE_CODE, verbs.SHIFT))
    if action >= verbs.DEAL_CODE or action == verbs.BEAT_CODE or _is_first(action):
        return Reason("by-chance", f"that is not for a seat to do, but for {CHANCE}")
    if action == verbs.WINK_CODE or verbs.LOOK_CODE <= action < verbs.PLACE_CODE:
        return _why_not_eyes(state, actor, action)
    return _why_not_in_turn(state, actor, action)


def _is_first(action: int) -> bool:
    return verbs.FIRST_CODE <= action < verbs.LOOK_CODE


def _why_not_accuse(state: Wink, accuser: int, accused: int, number: int) -> str:
    owner = state.owner_of_pawn_on(number)
    if state.counter[accuser] == 0:
        return Reason("no-counter", "you have no counter-espionage card left")
    if owner == position.NOBODY:
        return Reason(
            "no-pawn-there",
            "no pawn stands on {number}: accuse about a number under another seat's pawn",
            number=number,
        )
    if owner == accuser:
        return Reason("own-pawn", "you cannot accuse about the card under your own pawn")
    if accused == accuser:
        return Reason("accuse-yourself", "you cannot accuse yourself")
    if accused == owner:
        return Reason(
            "accuse-owner",
            "seat {seat} owns the pawn on {number}: accuse somebody else of holding its twin",
            seat=accused,
            number=number,
        )
    return Reason(
        "accused-before",
        "an accusation about {number} was wrong: nobody may make another until that pawn has left the card",
        number=number,
    )


def _why_not_eyes(state: Wink, seat: int, action: int) -> str:
    if not state.setup.screen:
        return Reason("own-eyes", "at this table you look and wink with your own eyes")
    if action == verbs.WINK_CODE:
        return _why_not_wink(state, seat)
    target = action - verbs.LOOK_CODE
    if target == seat:
        return Reason("look-yourself", "look at another seat or at the square, not at yourself")
    if target == state.looks[seat]:
        if target == SQUARE:
            return Reason("look-square", "you look at the square already: look elsewhere")
        return Reason("look-same", "you look at seat {seat} already: look elsewhere", seat=target)
    return Reason("looked", "you have looked elsewhere in this beat: wait for the next")


def _why_not_wink(state: Wink, seat: int) -> str:
    target = state.looks[seat]
    if target == SQUARE:
        return Reason("wink-square", "you look at the square: look at a seat to wink at it")
    if state.winked >> seat & 1:
        return Reason("winked", "you have winked in this beat: wait for the next")
    if state.pawns[target] == NOWHERE:
        return Reason(
            "wink-nothing",
            "the pawn of seat {seat} is off the square: there is nothing to wink about",
            seat=target,
        )
    return Reason(
        "wink-unheld",
        "you may wink only at a seat whose card you hold, and you do not hold {number}",
        number=state.pawns[target],
    )


def _why_not_in_turn(state: Wink, seat: int, action: int) -> str:
    if seat != state.active:
        return Reason("not-your-turn", "it is the turn of seat {seat}, not yours", seat=state.active)
    guessing = action <= verbs.DECLINE_CODE
    if state.stage == position.GUESS:
        if guessing:
            return Reason("guess-yourself", "name another seat as the holder, not yourself")
        return Reason("guess-first", "first guess who holds the twin of your card, or decline")
    if guessing:
        return Reason("no-guess", "you have no guess now: put your pawn on a card")
    if state.setup.screen and state.turn_beats < state.setup.beats:
        return Reason(
            "beats",
            "wait: your turn lasts {beats} beats, and {struck} have been struck",
            beats=state.setup.beats,
            struck=state.turn_beats,
        )
    if action == verbs.LEAVE_CODE:
        return Reason("stay-on", "there is a card for your pawn: put it there")
    return _why_not_place(state, seat, action - verbs.PLACE_CODE)


def _why_not_place(state: Wink, seat: int, number: int) -> str:
    if state.pawns[seat] == number:
        return Reason("same-card", "your pawn stands on {number}: put it on another card", number=number)
    if not state.open >> number & 1:
        return Reason(
            "out-of-play", "{number} is out of play: put your pawn on a face-up card", number=number
        )
    if state.stood_on >> number & 1:
        return Reason("pawn-there", "a pawn stands on {number} already", number=number)
    return Reason("own-twin", "you hold the twin of {number} yourself", number=number)
