"""Why an act is not allowed now, in a sentence for the one who tried it.

It says only what that actor may know: the table, and their own cards.
"""

from spyring.core import CHANCE, Actor
from spyring.games.heimlich import cards, codes, position
from spyring.games.heimlich.moves import MOVES, unpack
from spyring.games.heimlich.rules import Heimlich
from spyring.games.heimlich.view import agents_in_play, hand

WAITING = {
    position.DEAL_AGENTS: "the agent cards are being dealt, seat by seat from 0",
    position.DEAL_CARDS: "the first cards are being dealt, two rounds from seat 0",
    position.CHOOSE_FIRST: "the first seat is being chosen",
    position.ROLL: "the die is to be rolled",
    position.DRAW_FOR_MOVE: "a card is to be drawn first",
    position.DRAW_FOR_CARD: "a card is to be drawn first",
    position.DRAW_IDENTITY: "a free agent card is to be drawn first",
    position.OVER: "the game is over",
}


def refusal(table: Heimlich, actor: Actor, action: int) -> str:
    """One sentence for an act that is not allowed."""
    actors = table.actors()
    if actor not in actors:
        return _not_now(table, actor)
    if actor == CHANCE:
        return f"that cannot happen now: {WAITING[table.stage]}, and only from what is left"
    if table.stage == position.MOVE:
        return _why_not_move(table, action)
    if table.stage == position.CARDS:
        assert isinstance(actor, int)
        return _why_not_in_card_phase(table, actor, action)
    if table.stage == position.SAFE:
        if codes.SAFE_CODE <= action < codes.SAFE_CODE + cards.RING:
            return f"the safe is in {cards.BUILDINGS[table.safe]} already: name another building"
        return "you have to move the safe to another building"
    if action >= codes.DOSSIER_CODE:
        return "a dossier leaves out your own agent and names every other seat exactly once"
    return "everybody writes a dossier now: say for every agent but your own whose it is, or free"


def _not_now(table: Heimlich, actor: Actor) -> str:
    who = "nothing happens by chance now" if actor == CHANCE else "it is not your turn to act"
    if table.stage in WAITING:
        return f"{who}: {WAITING[table.stage]}"
    if table.stage == position.DOSSIER:
        if actor == CHANCE:
            return f"{who}: the seats write their dossiers"
        return "you have written your dossier: wait for the others"
    turn = table.go if table.stage == position.CARDS else table.active
    return f"{who}: the table waits for seat {turn}"


def _why_not_move(table: Heimlich, action: int) -> str:
    face = cards.FACES[table.face]
    if codes.MOVE_CODE <= action < codes.DOSSIER_CODE:
        points = sum(steps for _, steps in unpack(MOVES.splits[action - codes.MOVE_CODE]))
        return f"the die shows {face}: the steps must add up to that, not to {points}"
    if action == codes.STAY_CODE and not table.top_secret:
        return "staying belongs to the Top Secret variant, which is off at this table"
    if action == codes.STAY_CODE:
        return f"you may stay only on 1-3, and the die shows {face}"
    return f"you have to move agents now: the die shows {face}"


def _why_not_in_card_phase(table: Heimlich, seat: int, action: int) -> str:
    if action == codes.PASS_CODE:
        return "you have played a card in this go: end it with done"
    if action == codes.DONE_CODE:
        return "you have not played a card in this go: pass"
    if not codes.PLAY_CODE <= action < codes.MOVE_CODE:
        return "this is the card phase: play a card, or pass"
    card, target = divmod(action - codes.PLAY_CODE, codes.PLAY_SHIFT)
    if card not in hand(table, seat):
        return f"you have no {cards.KEYS[card]} in your hand"
    return _why_not_target(table, card, target // codes.SHIFT)


def _why_not_target(table: Heimlich, card: int, agent: int) -> str:
    key = cards.KEYS[card]
    if card == cards.OFF_THE_SAFE:
        return f"{agents_in_play(table)[agent]} does not stand in the building of the safe"
    if card == cards.RUINS_TO_CHURCH:
        return f"{key} moves agents that stand in the ruins, and one of these does not"
    if card == cards.MARKERS_PLUS_3:
        return f"{key} needs two markers below {cards.MARKER_STOP}"
    return f"{key} would change nothing there: a card must change something"
