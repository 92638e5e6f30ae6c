"""Sets of small numbers, such as seats, as the bits of one machine integer."""

from typing import Final

from spyring._native import i64, vec

CHUNK: Final = 8  # bits per table lookup
CHUNK_BITS: Final = 255
TOP_PLACE: Final = 62
TOP: Final = 1 << 62


def _places(chunk: int) -> list[int]:
    return [place for place in range(CHUNK) if chunk >> place & 1]


COUNTS: Final = vec[i64]([len(_places(chunk)) for chunk in range(CHUNK_BITS + 1)])
PLACES: Final = vec[i64](
    [place for chunk in range(CHUNK_BITS + 1) for place in (_places(chunk) + [0] * CHUNK)[:CHUNK]]
)


def bit(place: i64) -> i64:
    """The set that has only this member."""
    return TOP >> (TOP_PLACE - place)  # when compiled, a literal `1 << place` would be cut off at 32 bits


def count_bits(bits: i64) -> i64:
    """The size of a set."""
    counts = COUNTS
    count: i64 = 0
    while bits != 0:
        chunk = bits & CHUNK_BITS
        count += counts[chunk]
        bits >>= CHUNK
    return count


def nth_bit(bits: i64, index: i64) -> i64:
    """The member at `index`, in ascending order."""
    counts = COUNTS
    first: i64 = 0
    chunk = bits & CHUNK_BITS
    while index >= counts[chunk]:
        index -= counts[chunk]
        bits >>= CHUNK
        first += CHUNK
        chunk = bits & CHUNK_BITS
    place = chunk * CHUNK + index
    return first + PLACES[place]


def members(bits: i64) -> list[int]:
    """All members of a set, in ascending order."""
    return [nth_bit(bits, index) for index in range(count_bits(bits))]
