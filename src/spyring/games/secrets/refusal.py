"""Why an act is not allowed now, in a sentence for the one who tried it.

It says only what that actor may know: what lies open, and their own offer.
"""

from typing import Final

from spyring.core import CHANCE, Actor
from spyring.games.secrets import cards, codes, position
from spyring.games.secrets.rules import Secrets

CHANCE_OWES: Final = {
    position.DEAL_TOKENS: "the tokens are being dealt, seat by seat from 0",
    position.CHOOSE_FIRST: "the first seat is being chosen",
    position.REVEAL: "cards are being revealed until two different ones lie open",
    position.DRAW_BULLET: "a bullet is to be drawn first",
    position.DRAW_UN_BULLET: "a bullet is to be drawn first",
}
SEAT_OWES: Final = {
    position.ASK_UN: "you hold the UN token: interrupt, or abstain",
    position.ANSWER: "a card is offered to you: accept, or refuse",
    position.SEND: "you have to send the Politician to another seat",
    position.SWAP: "you have to swap the tokens of two other seats",
    position.LOOK: "you have to look at one token: a seat's, or the centre",
    position.EXCHANGE: "you have to exchange the centre token with your left or your right neighbour",
    position.SHOOT: "you have to give the bullet to another seat",
}


def refusal(table: Secrets, actor: Actor, action: int) -> str:
    """One sentence for an act that is not allowed."""
    if action >= codes.SAY_CODE:
        if actor == CHANCE:
            return "chance says nothing: only a seat makes a claim"
        return "claims are made from the choice of the first seat to the end of the game"
    if table.stage == position.OVER:
        return "the game is over"
    if actor not in table.actors():
        return _not_now(table, actor)
    if actor == CHANCE:
        return _why_not_by_chance(table)
    if table.stage == position.OFFER:
        first, second = cards.KEYS[table.first_open], cards.KEYS[table.second_open]
        return f"you have to offer {first} or {second} to another seat"
    return SEAT_OWES[table.stage]


def _not_now(table: Secrets, actor: Actor) -> str:
    if table.stage in CHANCE_OWES:
        return f"it is not your turn to act: {CHANCE_OWES[table.stage]}"
    who = "nothing happens by chance now" if actor == CHANCE else "it is not your turn to act"
    return f"{who}: the table waits for seat {table.actors()[0]}"


def _why_not_by_chance(table: Secrets) -> str:
    why = f"that cannot happen now: {CHANCE_OWES[table.stage]}"
    if table.stage == position.REVEAL and table.unseen_size == 0:
        return f"{why}, and the cards under the deck come back in their order"
    return f"{why}, and only from what is left"
