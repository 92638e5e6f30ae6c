"""Why an act is not allowed now, in a sentence for whoever tried it.

It says only what that actor may know: what is open, and their own offer. If a seat may read it, it has an
id by which the page finds it in the reader's language; for chance it is in English only.
"""

from typing import Final

from spyring.core import CHANCE, Actor
from spyring.games.secrets import cards, position, verbs
from spyring.games.secrets.rules import Secrets
from spyring.reason import Reason

CHANCE_OWES: Final = {
    position.DEALING: Reason("dealing", "the tokens are being dealt, seat by seat from 0"),
    position.CHOOSING_FIRST: Reason("dealing", "the first seat is being chosen"),
    position.REVEALING: Reason("revealing", "cards are being revealed until two different ones lie open"),
    position.DRAWING_BULLET: Reason("drawing", "a bullet is to be drawn first"),
    position.DRAWING_UN_BULLET: Reason("drawing", "a bullet is to be drawn first"),
}
SEAT_OWES: Final = {
    position.ASKING_UN: Reason("un", "you hold the UN token: interrupt, or abstain"),
    position.ANSWERING: Reason("answer", "a card is offered to you: accept, or refuse"),
    position.SENDING: Reason("send", "you have to send the Politician to another seat"),
    position.SWAPPING: Reason("swap", "you have to swap the tokens of two other seats"),
    position.LOOKING: Reason("look", "you have to look at one token: a seat's, or the centre"),
    position.EXCHANGING: Reason(
        "exchange", "you have to exchange the centre token with your left or your right neighbour"
    ),
    position.SHOOTING: Reason("shoot", "you have to give the bullet to another seat"),
}


def refusal(state: Secrets, actor: Actor, action: int) -> str:
    """One sentence for an act that is not allowed."""
    if action >= verbs.SAY:
        if actor == CHANCE:
            return "chance says nothing: only a seat makes a claim"
        return Reason("claims", "claims are made from the choice of the first seat to the end of the game")
    if state.stage == position.OVER:
        return Reason("over", "the game is over")
    if actor not in state.actors():
        return _not_now(state, actor)
    if actor == CHANCE:
        return _why_not_by_chance(state)
    if state.stage == position.OFFERING:
        first, second = cards.KEYS[state.first_open], cards.KEYS[state.second_open]
        return Reason("offer", f"you have to offer {first} or {second} to another seat")
    return SEAT_OWES[state.stage]


def _not_now(state: Secrets, actor: Actor) -> str:
    if state.stage in CHANCE_OWES:
        why = CHANCE_OWES[state.stage]
        return Reason(why.id, f"it is not your turn to act: {why}")
    who = "nothing happens by chance now" if actor == CHANCE else "it is not your turn to act"
    return Reason("not-your-turn", f"{who}: the table waits for seat {{seat}}", seat=state.actors()[0])


def _why_not_by_chance(state: Secrets) -> str:
    why = f"that cannot happen now: {CHANCE_OWES[state.stage]}"
    if state.stage == position.REVEALING and state.unseen_size == 0:
        return f"{why}, and the cards under the deck come back in their order"
    return f"{why}, and only from what is left"
