"""The book of verbs of Wink: every action of rules.md, its code, and who is told what (W50)."""

from collections.abc import Sequence
from typing import Any, Final

from spyring.bits import bit, members
from spyring.claims import Claims
from spyring.core import Actor, Seat
from spyring.games.wink.cards import MOST_NUMBERS, MOST_SEATS, SQUARE
from spyring.verbs import Book, Operand, Verb, first_hears, seat_operand

GUESS_CODE: Final = 0  # + seat
DECLINE_CODE: Final = 8
LEAVE_CODE: Final = 9
WINK_CODE: Final = 10
BEAT_CODE: Final = 11
FIRST_CODE: Final = 16  # + seat
LOOK_CODE: Final = 32  # + seat or SQUARE
PLACE_CODE: Final = 64  # + number
DEAL_CODE: Final = 512  # + seat * SHIFT + number
ACCUSE_CODE: Final = 1024  # + seat * SHIFT + number
SAY_CODE: Final = 2048  # from here on claims (W60), which are no actions of the rules
SHIFT: Final = 64


SEAT = seat_operand(MOST_SEATS)
TARGET = seat_operand(MOST_SEATS, room=16, noun="place to look", other="square")
NUMBERS = [str(number) for number in range(1, MOST_NUMBERS + 1)]
NUMBER = Operand(
    noun="agent card",
    form="NUMBER",
    words=NUMBERS,
    first=1,
    room=SHIFT,
    in_play=lambda state: NUMBERS[: state.setup.numbers],  # W1
)


def _watchers_hear(state: Any, actor: Actor, numbers: Sequence[int]) -> tuple[Seat, ...]:
    """W42, W43: the winker and those who look at the winker; nobody says who they are."""
    assert isinstance(actor, int)
    return tuple(members(state.watchers[actor] | bit(actor)))


CLAIMS = Claims(  # W60
    SAY_CODE,
    ("partner", "who", SEAT),
    ("not", "who", SEAT),
    ("saw", "who", SEAT, SEAT),
    ("trust", "trust"),
    ("doubt", "trust", SEAT),
    ("who", "ask", SEAT),
    ("seen", "ask", SEAT),
)
BOOK = Book(
    Verb("deal", DEAL_CODE, SEAT, NUMBER, to=first_hears, hidden=[NUMBER]),  # W2
    Verb("first", FIRST_CODE, SEAT),  # W4
    Verb("guess", GUESS_CODE, SEAT),  # W10
    Verb("decline", DECLINE_CODE),
    Verb("place", PLACE_CODE, NUMBER),  # W14
    Verb("leave", LEAVE_CODE),
    Verb("accuse", ACCUSE_CODE, SEAT, NUMBER),  # W20
    Verb("look", LOOK_CODE, TARGET),  # W41; the log has every look, wink and beat (W47)
    Verb("wink", WINK_CODE, to=_watchers_hear, silent=True),  # W42
    Verb("beat", BEAT_CODE),  # W44
    *CLAIMS,
    alike=lambda state: state.setup.numbers,
)


def look_word(target: int) -> int | str:
    """What a seat looks at, as views write it."""
    return "square" if target == SQUARE else target
