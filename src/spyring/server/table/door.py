"""The one door out: what a viewer is shown of a game is gathered here, for a browser and for a bot alike."""

from typing import NamedTuple

from spyring.core import Log, Seat, View
from spyring.server.table.feed import Heard, Told, Viewer
from spyring.server.table.table import Table


class Sight(NamedTuple):
    """All that is new for one viewer, how things stand for it, and what it may do (in codes)."""

    told: list[Told]
    view: View | None
    legal: tuple[int, ...]


def look(table: Table, viewer: Viewer, since: int) -> Sight:
    """What a viewer sees who was told everything up to a number.

    It asks for nothing but this viewer's feed, this viewer's view, and this viewer's acts.
    """
    told = table.told[viewer][since:]
    if not table.begun:
        return Sight(told, None, ())
    referee = table.referee
    legal: list[int] = []
    if viewer is not None and table.phase == "playing":
        legal = referee.state.legal_actions(viewer)
    return Sight(told, referee.view(viewer), tuple(legal))


def listen(table: Table, seat: Seat, since: int, to: int) -> Log:
    """The lines of the game that a seat was told between two numbers."""
    return [(told.actor, told.text) for told in table.told[seat][since:to] if isinstance(told, Heard)]
