"""The text of every action, written and read: the Notation table of rules.md.

Reading has two steps, because a file may be wrong in two ways: a word that no table has is
unreadable, whatever the position; a seat or number that is merely not in play is illegal.
"""

from typing import Final

from spyring.core import IllegalAction, UnreadableText
from spyring.games.wink import codes
from spyring.games.wink.cards import MOST_NUMBERS, MOST_SEATS, SQUARE
from spyring.words import expect, look_up, sitting

ALONE: Final = {
    "decline": codes.DECLINE_CODE,
    "leave": codes.LEAVE_CODE,
    "wink": codes.WINK_CODE,
    "beat": codes.BEAT_CODE,
}
ALONE_TEXTS: Final = {code: verb for verb, code in ALONE.items()}
SEATS: Final = tuple(str(seat) for seat in range(MOST_SEATS))
NUMBERS: Final = tuple(str(number) for number in range(1, MOST_NUMBERS + 1))
SQUARE_WORD: Final = "square"


def text(action: int) -> str:
    """The text of an action."""
    if action >= codes.ACCUSE_CODE:
        seat, number = divmod(action - codes.ACCUSE_CODE, codes.SHIFT)
        return f"accuse {seat} {number}"
    if action >= codes.DEAL_CODE:
        seat, number = divmod(action - codes.DEAL_CODE, codes.SHIFT)
        return f"deal {seat} {number}"
    if action >= codes.PLACE_CODE:
        return f"place {action - codes.PLACE_CODE}"
    if action >= codes.LOOK_CODE:
        return f"look {look_word(action - codes.LOOK_CODE)}"
    if action >= codes.FIRST_CODE:
        return f"first {action - codes.FIRST_CODE}"
    if action >= codes.DECLINE_CODE:
        return ALONE_TEXTS[action]
    return f"guess {action - codes.GUESS_CODE}"


def look_word(target: int) -> int | str:
    """What a seat looks at, as texts and views write it."""
    return SQUARE_WORD if target == SQUARE else target


def _seat(word: str) -> int:
    return look_up(SEATS, word, "seat")


def _number(word: str) -> int:
    return 1 + look_up(NUMBERS, word, "agent card")


class Reader:
    """Reads texts for one table: its seats, and the numbers in play."""

    def __init__(self, seats: int, numbers: int) -> None:
        self.seats = seats
        self.numbers = numbers

    def read(self, line: str) -> int:
        """The action that a text stands for."""
        verb, *words = line.split() or [""]
        match verb:
            case "deal" | "accuse":
                expect(words, 2, f"{verb} SEAT NUMBER")
                seat, number = _seat(words[0]), _number(words[1])
                code = codes.DEAL_CODE if verb == "deal" else codes.ACCUSE_CODE
                return code + sitting(seat, self.seats) * codes.SHIFT + self._in_play(number)
            case "first" | "guess":
                expect(words, 1, f"{verb} SEAT")
                code = codes.FIRST_CODE if verb == "first" else codes.GUESS_CODE
                return code + sitting(_seat(words[0]), self.seats)
            case "place":
                expect(words, 1, "place NUMBER")
                return codes.PLACE_CODE + self._in_play(_number(words[0]))
            case "look":
                expect(words, 1, "look SEAT|square")
                if words[0] == SQUARE_WORD:
                    return codes.LOOK_CODE + SQUARE
                return codes.LOOK_CODE + sitting(
                    look_up((*SEATS, SQUARE_WORD), words[0], "place to look"), self.seats
                )
            case _ if verb in ALONE:
                expect(words, 0, verb)
                return ALONE[verb]
        raise UnreadableText(
            f"{verb!r} begins no action; one begins with deal, first, guess, decline, place, leave, "
            "accuse, look, wink or beat"
        )

    def _in_play(self, number: int) -> int:
        if number > self.numbers:
            raise IllegalAction(
                f"{number} is not in play with {self.seats} seats; the highest is {self.numbers}"
            )
        return number
