"""What a seat, or an onlooker, may see (W50): built up from nothing, field by field."""

from functools import lru_cache
from typing import Any, Final

from spyring.core import Ending, Seat, View, heading
from spyring.games.wink import position
from spyring.games.wink.cards import NOWHERE
from spyring.games.wink.eyes import unpack_wink, winks_seen
from spyring.games.wink.rules import Wink
from spyring.games.wink.verbs import look_word

PHASES: Final = {
    position.DEAL: "deal",
    position.CHOOSE_FIRST: "deal",
    position.GUESS: "guess",
    position.PLACE: "place",
    position.OVER: "over",
}


def view(wink: Wink, seat: Seat | None) -> View:
    """The position as this seat sees it; as an onlooker does for None."""
    phase = PHASES[wink.stage]
    begun = phase != "deal"
    shown = heading(
        "wink", wink, seat, phase=phase, active=wink.active if begun and phase != "over" else None
    )
    shown["first"] = wink.first if begun else None
    shown["round"] = wink.round if begun else None
    shown["square"] = dict(_square(wink.setup.numbers, wink.open, wink.down))
    shown["pawns"] = [number or None for number in wink.pawns]
    shown["hand_sizes"] = list(wink.hand_sizes)
    shown["counter"] = list(wink.counter)
    shown["banned"] = _banned(wink)
    shown["face_up"] = _face_up(wink)
    shown["face_down"] = list(wink.face_down)
    if wink.setup.screen:
        shown["beat"] = wink.beat if begun else None
        shown["turn_beats"] = wink.turn_beats if begun else None
        shown["looks"] = [look_word(target) for target in wink.looks]
        shown["winks"] = [] if seat is None else [_wink(packed) for packed in winks_seen(wink, seat)]
    if seat is not None:
        shown["hand"] = wink.hand(seat)
    if phase == "over":
        _show_end(wink, shown)
    return shown


@lru_cache(maxsize=256)
def _square(numbers: int, open: int, down: int) -> dict[str, str]:
    """Every number with its card; all viewers see the same, so it is made only once."""
    return {
        str(number): "open" if open >> number & 1 else "down" if down >> number & 1 else "taken"
        for number in range(1, numbers + 1)
    }


def ending(wink: Wink) -> Ending:
    """Which rule ended the game (W30), and what decided between the seats that were level (W33)."""
    spent = [seat for seat in range(wink.seats) if wink.hand_sizes[seat] == 0]
    reasons: Ending = [{"id": "hand", "seats": spent} if wink.open else {"id": "square"}]
    scores = wink.scores()
    level = [seat for seat in range(wink.seats) if scores[seat] == max(scores)]
    if len(level) > 1:
        winners = wink.winners()
        most = max(wink.counter[seat] for seat in level)
        closer = [seat for seat in level if wink.counter[seat] == most]
        decided = "shared" if winners == closer else "down"
        reasons.append(
            {
                "id": "tie",
                "by": "counter" if len(closer) == 1 else decided,
                "level": level,
                "winners": winners,
            }
        )
    return reasons


def _banned(wink: Wink) -> list[int]:
    """W24: the numbers under a pawn that nobody may be accused of now."""
    return [
        number
        for seat, number in enumerate(wink.pawns)
        if number != NOWHERE and not wink.accusable >> seat & 1
    ]


def _face_up(wink: Wink) -> list[list[int]]:
    laid: list[list[int]] = [[] for _ in range(wink.seats)]
    for card in wink.face_up:
        seat, number = divmod(card, position.CARD_SHIFT)
        laid[seat].append(number)
    return laid


def _wink(packed: int) -> dict[str, Any]:
    by, at, beat, _ = unpack_wink(packed)
    return {"by": by, "at": at, "beat": beat}


def _show_end(wink: Wink, shown: View) -> None:
    """W50: what nobody may know before the end."""
    shown["scores"] = wink.scores()
    shown["winners"] = wink.winners()
    shown["ending"] = ending(wink)
    shown["hands"] = [wink.hand(seat) for seat in range(wink.seats)]
    if wink.setup.screen:
        shown["all_winks"] = [{**_wink(packed), "seen": unpack_wink(packed)[3]} for packed in wink.winks]
