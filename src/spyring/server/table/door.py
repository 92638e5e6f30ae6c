"""The one door out: here is collected what a viewer may see of a game, be it a browser or a bot."""

from typing import NamedTuple

from spyring.core import Log, Seat, View
from spyring.server.table.feed import Heard, Told, Viewer
from spyring.server.table.table import Table


class Sight(NamedTuple):
    """What is new for one viewer, its view now, and what it may do (as codes)."""

    told: list[Told]
    view: View | None
    legal: tuple[int, ...]


def look(table: Table, viewer: Viewer, since: int, again: int = 0) -> Sight:
    """What a viewer sees that was told everything up to a number.

    It asks for nothing but this viewer's feed, this viewer's view, and this viewer's acts. Up to the number
    `again` the feed is asked for again.
    """
    told = recall(table, viewer, since, len(table.told[viewer]), again)
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


def recall(table: Table, viewer: Viewer, since: int, to: int, again: int = 0) -> list[Told]:
    """The feed between two numbers, without what was told once and is asked for again before the end."""
    told = table.told[viewer][since:to]
    # Anybody may watch, so nobody knows who has seen what onlookers were shown.
    shown = again if viewer is None else min(again, table.shown[viewer])
    if table.told_once and not table.over:
        for number in range(since, min(to, shown)):
            told[number - since] = table.told_once.get((viewer, number), told[number - since])
    return told
