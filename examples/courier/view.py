"""What a seat of Courier, or an onlooker, may see: built up from nothing, field by field."""

from spyring.core import Seat, View
from spyring.games.courier.rules import NOBODY, Courier


def view(table: Courier, seat: Seat | None) -> View:
    """The position as this seat sees it; as an onlooker does for None."""
    dealt = table.dealt()
    over = dealt and table.over()
    shown: View = {
        "game": "courier",
        "seats": table.seats,
        "options": {"rounds": str(table.turns // table.seats)},
        "phase": "over" if over else "pass" if dealt else "deal",
        "active": table.active() if dealt and not over else None,
        "round": 1 + min(table.turn, table.turns - 1) // table.seats,
    }
    if seat is not None:
        shown["seat"] = seat
        shown["letter"] = None if table.holder == NOBODY else seat == table.holder  # C1
    if over:
        shown["holder"] = table.holder
        shown["accuser"] = table.accuser if table.accused != NOBODY else None
        shown["accused"] = table.accused if table.accused != NOBODY else None
        shown["scores"] = table.scores()
        shown["winners"] = table.winners()
    return shown
