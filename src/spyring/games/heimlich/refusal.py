"""Why an act is not allowed now, in a sentence for whoever tried it.

It says only what that actor may know: the table, and their own cards. If a seat may read it, it has an id
by which the page finds it in the reader's language; for chance it is in English only.
"""

from typing import Final

from spyring.core import CHANCE, Actor
from spyring.games.heimlich import cards, position, verbs
from spyring.games.heimlich.moves import MOVES, walkers
from spyring.games.heimlich.rules import Heimlich
from spyring.games.heimlich.view import hand
from spyring.reason import Reason

WAITING: Final = {
    position.DEALING: Reason("dealing", "the agent cards are being dealt, seat by seat from 0"),
    position.DEALING_CARDS: Reason("dealing", "the first cards are being dealt, two rounds from seat 0"),
    position.CHOOSING_FIRST: Reason("dealing", "the first seat is being chosen"),
    position.ROLLING: Reason("rolling", "the die is to be rolled"),
    position.DRAWING_FOR_MOVE: Reason("drawing", "a card is to be drawn first"),
    position.DRAWING_FOR_CARD: Reason("drawing", "a card is to be drawn first"),
    position.DRAWING_IDENTITY: Reason("drawing", "a free agent card is to be drawn first"),
    position.OVER: Reason("over", "the game is over"),
}


def refusal(state: Heimlich, actor: Actor, action: int) -> str:
    """One sentence for an act that is not allowed."""
    if action >= verbs.SAY:
        if actor == CHANCE:
            return "chance says nothing: only a seat makes a claim"
        return Reason("claims", "claims are made from the choice of the first seat to the end of the game")
    actors = state.actors()
    if actor not in actors:
        return _not_now(state, actor)
    if actor == CHANCE:
        return f"that cannot happen now: {WAITING[state.stage]}, and only from what is left"
    if state.stage == position.MOVING:
        return _why_not_move(state, action)
    if state.stage == position.PLAYING:
        assert isinstance(actor, int)
        return _why_not_in_card_phase(state, actor, action)
    if state.stage == position.MOVING_SAFE:
        if verbs.SAFE <= action < verbs.SAFE + cards.RING:
            where = cards.BUILDINGS[state.safe]
            return Reason("same-building", f"the safe is in {where} already: name another building")
        return Reason("move-safe", "you have to move the safe to another building")
    if action >= verbs.DOSSIER:
        return Reason(
            "bad-dossier", "a dossier leaves out your own agent and names every other seat exactly once"
        )
    return Reason(
        "write-dossier",
        "everybody writes a dossier now: say for every agent but your own whose it is, or free",
    )


def _not_now(state: Heimlich, actor: Actor) -> str:
    who = "nothing happens by chance now" if actor == CHANCE else "it is not your turn to act"
    if state.stage in WAITING:
        why = WAITING[state.stage]
        return Reason(why.id, f"{who}: {why}")
    if state.stage == position.WRITING:
        if actor == CHANCE:
            return f"{who}: the seats write their dossiers"
        return Reason("dossier-written", "you have written your dossier: wait for the others")
    turn = state.go if state.stage == position.PLAYING else state.active
    return Reason("not-your-turn", f"{who}: the table waits for seat {{seat}}", seat=turn)


def _why_not_move(state: Heimlich, action: int) -> str:
    face = cards.FACES[state.face]
    if verbs.MOVE <= action < verbs.DOSSIER:
        points = sum(steps for _, steps in walkers(MOVES.splits[action - verbs.MOVE]))
        return Reason(
            "wrong-sum",
            "the die shows {face}: the steps must add up to that, not to {points}",
            face=face,
            points=points,
        )
    if action == verbs.STAY and not state.top_secret:
        return Reason("no-staying", "staying belongs to the Top Secret variant, which is off at this table")
    if action == verbs.STAY:
        return Reason("stay-on-1-3", "you may stay only on 1-3, and the die shows {face}", face=face)
    return Reason("move-agents", "you have to move agents now: the die shows {face}", face=face)


def _why_not_in_card_phase(state: Heimlich, seat: int, action: int) -> str:
    if action == verbs.PASS:
        return Reason("be-done", "you have played a card in this go: end it with done")
    if action == verbs.DONE:
        return Reason("pass-instead", "you have not played a card in this go: pass")
    if not verbs.PLAY <= action < verbs.MOVE:
        return Reason("card-phase", "this is the card phase: play a card, or pass")
    card, target = divmod(action - verbs.PLAY, verbs.PLAY_SHIFT)
    if card not in hand(state, seat):
        return Reason("no-such-card", "you have no {card} in your hand", card=cards.KEYS[card])
    return _why_not_target(state, card, target // verbs.SHIFT)


def _why_not_target(state: Heimlich, card: int, agent: int) -> str:
    key = cards.KEYS[card]
    if card == cards.OFF_THE_SAFE:
        name = verbs.names(state)[agent]
        return Reason("not-at-safe", "{agent} does not stand in the building of the safe", agent=name)
    if card == cards.RUINS_TO_CHURCH:
        return Reason(
            "not-in-ruins", "{card} moves agents that stand in the ruins, and one of these does not", card=key
        )
    if card == cards.MARKERS_PLUS_3:
        return Reason(
            "markers-too-far", "{card} needs two markers below {most}", card=key, most=cards.MARKER_STOP
        )
    return Reason("no-change", "{card} would change nothing there: a card must change something", card=key)
