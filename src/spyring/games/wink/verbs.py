"""The book of verbs of Wink: every action of rules.md, its code, and who is told what (W50)."""

from collections.abc import Sequence
from typing import Any, Final

from spyring.bits import bit, members
from spyring.core import Actor, IllegalAction, Seat
from spyring.games.wink.cards import MOST_NUMBERS, MOST_SEATS, SQUARE
from spyring.verbs import Book, Operand, Verb, first_hears, seat_operand, sitting

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
SHIFT: Final = 64


def _in_play(state: Any, number: int) -> int:  # W1
    if number > state.setup.numbers:
        raise IllegalAction(
            f"{number} is not in play with {state.seats} seats; the highest is {state.setup.numbers}"
        )
    return number


def _to_look_at(state: Any, target: int) -> int:  # W41
    return target if target == SQUARE else sitting(state, target)


SEAT = seat_operand(MOST_SEATS)
TARGET = Operand(
    noun="place to look", form="SEAT|square", words=[*SEAT.words, "square"], room=16, enter=_to_look_at
)
NUMBER = Operand(
    noun="agent card",
    form="NUMBER",
    words=[str(number) for number in range(1, MOST_NUMBERS + 1)],
    first=1,
    room=SHIFT,
    enter=_in_play,
)


def _watchers_hear(state: Any, actor: Actor, numbers: Sequence[int]) -> tuple[Seat, ...]:
    """W42: the winker knows it, and whoever looks at the winker."""
    assert isinstance(actor, int)
    return tuple(members(state.watchers[actor] | bit(actor)))


BOOK = Book(
    Verb("deal", DEAL_CODE, SEAT, NUMBER, to=first_hears, hidden=[NUMBER]),  # W2
    Verb("first", FIRST_CODE, SEAT),  # W4
    Verb("guess", GUESS_CODE, SEAT),  # W10
    Verb("decline", DECLINE_CODE),
    Verb("place", PLACE_CODE, NUMBER),  # W14
    Verb("leave", LEAVE_CODE),
    Verb("accuse", ACCUSE_CODE, SEAT, NUMBER),  # W20
    Verb("look", LOOK_CODE, TARGET),  # W41
    Verb("wink", WINK_CODE, to=_watchers_hear, silent=True),
    Verb("beat", BEAT_CODE),  # W44
)


def look_word(target: int) -> int | str:
    """What a seat looks at, as views write it."""
    return "square" if target == SQUARE else target
