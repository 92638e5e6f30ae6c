"""A ledger of claims: who said what, and what has been proved of it since, as far as one seat can know."""

from typing import NamedTuple

from spyring.bots.minds import new_mind
from spyring.claims import is_claim
from spyring.core import CHANCE, Game, Log, Seat, View


class Said(NamedTuple):
    """One claim: its number in the seat's feed, who made it, and whether it has proved true."""

    number: int
    seat: Seat
    text: str
    true: bool | None  # None: nobody in that seat can know


def ledger(game: Game, view: View, feed: Log) -> list[Said]:
    """All claims that a seat has heard, from its view and its feed alone."""
    claims = [
        (number, actor, text)
        for number, (actor, text) in enumerate(feed)
        if actor != CHANCE and is_claim(text)
    ]
    if not claims:
        return []
    mind = new_mind(game, view)
    mind.hear(view, feed)
    verdicts = mind.trust.verdicts
    return [Said(number, int(seat), text, verdicts.get(number)) for number, seat, text in claims]
