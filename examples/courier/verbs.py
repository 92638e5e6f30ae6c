"""The book of verbs of Courier: what can be done, and who is told what."""

from collections.abc import Sequence
from typing import Any, Final

from spyring.core import Actor, Seat
from spyring.verbs import Book, Operand, Verb, first_hears, seat_operand

MOST_SEATS: Final = 6

LETTER: Final = 0  # + seat
FIRST: Final = 8  # + seat
ACCUSE: Final = 16  # + seat
PASS: Final = 24  # + seat * ENVELOPES + envelope

ENVELOPES: Final = 2
BLANK_INSIDE: Final = 0
LETTER_INSIDE: Final = 1

SEAT = seat_operand(MOST_SEATS)
ENVELOPE = Operand(noun="envelope", words=("blank", "letter"), room=ENVELOPES)


def both_hear(state: Any, actor: Actor, numbers: Sequence[int]) -> tuple[Seat, ...]:
    """C3: the giver and the receiver of an envelope know what is in it."""
    assert isinstance(actor, int)
    return (actor, numbers[0])


BOOK = Book(
    Verb("letter", LETTER, SEAT, to=first_hears, hidden=[SEAT]),  # C1
    Verb("first", FIRST, SEAT),  # C2
    Verb("pass", PASS, SEAT, ENVELOPE, to=both_hear, hidden=[ENVELOPE]),  # C3
    Verb("accuse", ACCUSE, SEAT),  # C4
)
