"""What a seat, or an onlooker, may see (W50): built up from nothing, field by field."""

from typing import Any, Final

from spyring.core import Ending, Seat, View
from spyring.games.wink import position
from spyring.games.wink.cards import NOWHERE
from spyring.games.wink.eyes import unpack_wink
from spyring.games.wink.rules import Wink
from spyring.games.wink.verbs import look_word

PHASES: Final = {
    position.DEAL: "deal",
    position.CHOOSE_FIRST: "deal",
    position.GUESS: "guess",
    position.PLACE: "place",
    position.OVER: "over",
}


def view(table: Wink, seat: Seat | None) -> View:
    """The position as this seat sees it; as an onlooker does for None."""
    phase = PHASES[table.stage]
    begun = phase != "deal"
    shown: View = {
        "game": "wink",
        "seats": table.seats,
        "options": {
            "eyes": "screen" if table.setup.screen else "table",
            "bluff": "on" if table.setup.bluff else "off",
            "beats": str(table.setup.beats),
        },
        "phase": phase,
        "first": table.first if begun else None,
        "active": table.active if begun and phase != "over" else None,
        "waiting": table.waiting(),
        "round": table.round if begun else None,
        "square": {str(number): _card(table, number) for number in range(1, table.setup.numbers + 1)},
        "pawns": [None if number == NOWHERE else number for number in table.pawns],
        "hand_sizes": list(table.hand_sizes),
        "counter": list(table.counter),
        "banned": _banned(table),
        "face_up": _face_up(table),
        "face_down": list(table.face_down),
    }
    if table.setup.screen:
        shown["beat"] = table.beat if begun else None
        shown["turn_beats"] = table.turn_beats if begun else None
        shown["looks"] = [look_word(target) for target in table.looks]
        shown["winks"] = [_wink(wink) for wink in table.winks if _saw(seat, wink)]
    if seat is not None:
        shown["seat"] = seat
        shown["hand"] = table.hand(seat)
    if phase == "over":
        _show_end(table, shown)
    return shown


def ending(table: Wink) -> Ending:
    """Which rule ended the game (W30), and what decided between the seats that were level (W33)."""
    spent = [seat for seat in range(table.seats) if table.hand_sizes[seat] == 0]
    reasons: Ending = [{"id": "hand", "seats": spent} if table.open else {"id": "square"}]
    scores = table.scores()
    level = [seat for seat in range(table.seats) if scores[seat] == max(scores)]
    if len(level) > 1:
        winners = table.winners()
        most = max(table.counter[seat] for seat in level)
        closer = [seat for seat in level if table.counter[seat] == most]
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


def _card(table: Wink, number: int) -> str:
    if table.open >> number & 1:
        return "open"
    return "down" if table.down >> number & 1 else "taken"


def _banned(table: Wink) -> list[int]:
    """W24: the numbers under a pawn that nobody may be accused of now."""
    return [
        number
        for seat, number in enumerate(table.pawns)
        if number != NOWHERE and not table.accusable >> seat & 1
    ]


def _face_up(table: Wink) -> list[list[int]]:
    laid: list[list[int]] = [[] for _ in range(table.seats)]
    for card in table.face_up:
        seat, number = divmod(card, position.CARD_SHIFT)
        laid[seat].append(number)
    return laid


def _saw(seat: Seat | None, wink: int) -> bool:  # W42
    return seat in unpack_wink(wink)[3]


def _wink(wink: int) -> dict[str, Any]:
    by, at, beat, _ = unpack_wink(wink)
    return {"by": by, "at": at, "beat": beat}


def _show_end(table: Wink, shown: View) -> None:
    """W50: what nobody may know before the end."""
    shown["scores"] = table.scores()
    shown["winners"] = table.winners()
    shown["ending"] = ending(table)
    shown["hands"] = [table.hand(seat) for seat in range(table.seats)]
    if table.setup.screen:
        shown["all_winks"] = [{**_wink(wink), "seen": unpack_wink(wink)[3]} for wink in table.winks]
