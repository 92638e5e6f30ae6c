"""Wink (Fred Krahwinkel): find your partner by a wink that nobody else must see."""

from typing import cast

from spyring.core import Game, Option, UnreadableText, choice
from spyring.games.wink.cards import MOST_BEATS
from spyring.games.wink.refusal import refusal
from spyring.games.wink.rules import Wink, new
from spyring.games.wink.verbs import BOOK, CLAIMS
from spyring.games.wink.view import ending, view
from spyring.games.wink.worlds import sample


def _read_beats(value: str, seats: int) -> str:
    """W44: how many beats a turn lasts at least."""
    readable = value.isascii() and value.isdecimal() and len(value) <= len(str(MOST_BEATS))
    if not readable or int(value) > MOST_BEATS or value != str(int(value)):
        raise UnreadableText(f"option beats is a number from 0 to {MOST_BEATS}, not {value!r}")
    return value


GAME = Game(
    key="wink",
    title="Wink",
    seats=range(4, 9),
    options=(
        choice("eyes", "screen", "table"),
        choice("bluff", "off", "on", where={"eyes": "screen"}),  # W40
        Option(key="beats", default="3", examples=("3",), read=_read_beats, where={"eyes": "screen"}),
    ),
    new=new,
    text=BOOK.text,
    parse=BOOK.parse,
    refusal=lambda state, actor, action: refusal(cast(Wink, state), actor, action),
    view=lambda state, seat: view(cast(Wink, state), seat),
    sample=sample,
    claims=CLAIMS,
    defaults=lambda state, seat: cast(Wink, state).waited_acts(),
    ending=lambda state: ending(cast(Wink, state)),
)
