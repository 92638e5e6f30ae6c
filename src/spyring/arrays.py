"""What a seat knows and may do, as numbers: a view in another form, for programs that learn.

An array is a row of small numbers, 0 to 127, one byte each, with a name for every part. It is made from the
position without texts, and says nothing that the seat's view and feed do not say. Acts are numbered from 0.
What the feed tells and the position does not keep is in `notes`, some machine words for each game.

Eight bytes are written at a time, as one machine word, the first byte lowest.
"""

from typing import Final, NamedTuple

from spyring._native import i64, mypyc_attr, vec
from spyring.bits import bit
from spyring.core import Actor, State

BYTE: Final = 8  # bits
WORD: Final = 8  # bytes
MOST: Final = 127
ONES: Final = 0x0101010101010101
TABLE: Final = 8  # chance, as a number next to those of the seats
CHANCE_ALONE: Final = 1 << TABLE

# Eight bits as eight bytes, each 0 or 1.
SPREAD: Final = vec[i64](
    [sum((bits >> place & 1) << BYTE * place for place in range(WORD)) for bits in range(256)]
)
# So many ones from the first byte on.
LOWEST: Final = vec[i64]([SPREAD[(1 << count) - 1] for count in range(WORD + 1)])


class Part(NamedTuple):
    """A named part of an array: rows of `width` bytes, each `stride` bytes after the one before."""

    name: str
    first: int
    rows: int
    width: int
    stride: int
    high: int  # the largest value


@mypyc_attr(allow_interpreted_subclasses=True, acyclic=True)
class Arrays:
    """The arrays and the numbered acts of one set-up; one object serves all its games."""

    def __init__(self, seats: int, codes: list[int], *, more: int = 0, nothing: bool = False) -> None:
        self.seats: i64 = seats
        self.parts: list[Part] = []
        self.words: i64 = 0  # the length of an array
        self.notes: i64 = 0  # how many words of notes a game needs
        self.codes = vec[i64](codes)  # by number, the action
        self.numbers = vec[i64]([-1] * (max(codes) + 1))  # and back
        for number, code in enumerate(codes):
            self.numbers[code] = number
        self.nothing: i64 = -1  # the number of doing nothing, where that is a choice
        if nothing:
            self.nothing = len(codes) + more
        self.acts: i64 = len(codes) + more + int(nothing)
        self.mask_words: i64 = (int(self.acts) + WORD - 1) // WORD
        # The words of the mask that were written last, so that only these have to be cleared.
        self.low: i64 = 0
        self.high: i64 = 0

    # The layout, in words.

    def add_word(self, *fields: tuple[str, int]) -> i64:
        """Up to eight numbers, each with its name and its largest value."""
        assert len(fields) <= WORD
        for place, (name, high) in enumerate(fields):
            self.parts.append(Part(name, int(self.words) * WORD + place, 1, 1, WORD, high))
        return self._add(1)

    def add_rows(self, name: str, width: int, high: int, rows: int = 1) -> i64:
        """A row of numbers, or several of the same width."""
        words = (width + WORD - 1) // WORD
        self.parts.append(Part(name, int(self.words) * WORD, rows, width, words * WORD, high))
        return self._add(rows * words)

    def _add(self, words: int) -> i64:
        first = self.words
        self.words += words
        return first

    # What a game says.

    def ready(self, state: State) -> i64:
        """Who may act, as bits, chance as `CHANCE_ALONE`; a set that everybody may know."""
        found: i64 = 0
        for actor in state.actors():
            found |= bit(number_of(actor))
        return found

    def due(self, state: State) -> i64:
        """Whom the table waits for, as bits: they cannot do nothing, unless time passes by itself."""
        found: i64 = 0
        for seat in state.waiting():
            found |= bit(seat)
        return found

    def write(self, state: State, notes: vec[i64], seat: i64, into: vec[i64], at: i64) -> None:
        """Write what a seat knows into the words from `at` on; every word, for there is an older array."""
        raise AssertionError("a game writes its arrays")

    def note(self, state: State, notes: vec[i64], seat: i64, action: i64) -> None:
        """Remember an act of a seat that is about to be done; only what everybody hears of it."""

    def hear(self, notes: vec[i64], actor: Actor, text: str) -> None:
        """Remember the same from a line of a feed."""

    # Acts and their numbers.

    def action(self, state: State, seat: i64, number: i64) -> i64:
        """The action with this number."""
        return self.codes[number]

    def number(self, state: State, seat: i64, action: i64) -> i64:
        """The number of this action."""
        return self.numbers[action]

    def nth(self, state: State, seat: i64, index: i64) -> i64:
        """The number of the act at `index` among a seat's legal ones."""
        return self.number(state, seat, state.nth(int(seat), index))

    def mask(self, state: State, seat: i64, into: vec[i64], at: i64) -> None:
        """Set a byte for each legal act of a seat in a mask that is clear."""
        for index in range(state.count(int(seat))):
            self.mark(into, at, self.nth(state, seat, index))

    # Writing a mask.

    def mark(self, into: vec[i64], at: i64, number: i64) -> None:
        """Set the byte of one number."""
        word = number >> 3
        into[at + word] |= bit((number & 7) * BYTE)
        if word < self.low:
            self.low = word
        if word > self.high:
            self.high = word

    def mark_range(self, into: vec[i64], at: i64, first: i64, count: i64) -> None:
        """Set the bytes of consecutive numbers, a word at a time."""
        end = first + count
        word = first >> 3
        last = end >> 3
        if word < self.low:
            self.low = word
        if last > self.high:
            self.high = last
        if word == last:
            into[at + word] |= LOWEST[end & 7] - LOWEST[first & 7]
            return
        into[at + word] |= ONES - LOWEST[first & 7]
        for full in range(at + word + 1, at + last):
            into[full] = ONES
        if end & 7 != 0:
            into[at + last] |= LOWEST[end & 7]
        elif last == self.mask_words:
            self.high = last - 1

    def clear(self, into: vec[i64], at: i64, low: i64, high: i64) -> None:
        """Clear a mask from one word to another, and begin anew."""
        for word in range(at + low, at + high + 1):
            into[word] = 0
        self.low = self.mask_words
        self.high = -1


def number_of(actor: Actor) -> i64:
    """An actor as a number."""
    if isinstance(actor, str):
        return TABLE
    return actor


def write_bits(into: vec[i64], at: i64, bits: i64, words: i64) -> None:
    """A set as bytes, each 0 or 1, eight members to a word."""
    for word in range(words):
        into[at + word] = SPREAD[bits & 255]
        bits >>= BYTE


def digits(number: i64) -> i64:
    """A number up to two millions as three bytes of seven bits, the lowest first."""
    if number >= 1 << 21:
        number = (1 << 21) - 1
    return number & MOST | (number >> 7 & MOST) << 8 | number >> 14 << 16
