"""Reading the words of an act: what no table lists is unreadable, what is merely not in play is illegal."""

from collections.abc import Sequence

from spyring.core import IllegalAction, UnreadableText


def look_up(table: Sequence[str], word: str, what: str) -> int:
    """The place of a word in its table."""
    if word not in table:
        raise UnreadableText(f"{word!r} is no {what}; it is one of {', '.join(table)}")
    return table.index(word)


def expect(words: Sequence[str], count: int, form: str) -> None:
    """Make sure that an act has as many words as its form."""
    if len(words) != count:
        raise UnreadableText(f"write it as `{form}`")


def sitting(seat: int, seats: int) -> int:
    """The same seat, if anybody sits there at this table."""
    if seat >= seats:
        raise IllegalAction(f"there is no seat {seat} at this table of {seats}")
    return seat
