"""Eyes on the screen: where a seat looks, and when it may wink (W41 to W45)."""

from typing import Final

from spyring._native import append, i64
from spyring.bits import bit, members
from spyring.games.wink.cards import NOWHERE, SQUARE
from spyring.games.wink.position import Position
from spyring.seats import skip

# A wink is one number: by whom, at whom, the seats that saw it as bits, and the beat.
AT_SHIFT: Final = 4
SEEN_SHIFT: Final = 8
BEAT_SHIFT: Final = 16


def count_looks(state: Position, seat: i64) -> i64:
    """How many places a seat may look at now."""
    if state.looked >> seat & 1 == 1:  # W44
        return 0
    return state.seats - 1  # W41: the others and the square, but not where the seat is looking already


def nth_look(state: Position, seat: i64, index: i64) -> i64:
    """Number `index` of them: the other seats, ascending, then the square."""
    now = state.looks[seat]
    if now == SQUARE:
        now = state.seats - 1
    elif now > seat:
        now -= 1
    place = skip(index, now)
    if place == state.seats - 1:
        return SQUARE
    return skip(place, seat)


def look(state: Position, seat: i64, target: i64) -> None:
    """W41: from now on a seat looks there."""
    state.watchers[state.looks[seat]] &= ~bit(seat)
    state.watchers[target] |= bit(seat)
    state.looks[seat] = target
    state.looked |= bit(seat)


def may_wink(state: Position, seat: i64) -> bool:
    """Whether this seat may wink at the seat that it is looking at."""
    target = state.looks[seat]
    if state.winked >> seat & 1 == 1 or target == SQUARE:  # W44, W45
        return False
    number = state.pawns[target]
    return state.setup.bluff or (number != NOWHERE and state.holds(seat, number))  # W45


def wink(state: Position, seat: i64) -> None:
    """W42: seen by those who look at the seat at this moment."""
    seen = state.watchers[seat]
    state.winks = append(state.winks, pack_wink(seat, state.looks[seat], state.beat, seen))
    state.winked |= bit(seat)


def strike_beat(state: Position) -> None:
    """W44: the next beat begins, and everybody may look and wink again."""
    state.beat += 1
    state.turn_beats += 1
    state.looked = 0
    state.winked = 0
    state.unasked = state.everyone()


def pack_wink(by: i64, at: i64, beat: i64, seen: i64) -> i64:
    """A wink as one number; `seen` is a set of seats."""
    return by + (at << AT_SHIFT) + (seen << SEEN_SHIFT) + (beat << BEAT_SHIFT)


def unpack_wink(packed: i64) -> tuple[int, int, int, list[int]]:
    """Who winked, at whom, in which beat, and who saw it."""
    by = packed % bit(AT_SHIFT)
    at = (packed >> AT_SHIFT) % bit(SEEN_SHIFT - AT_SHIFT)
    seen = (packed >> SEEN_SHIFT) % bit(BEAT_SHIFT - SEEN_SHIFT)
    return by, at, packed >> BEAT_SHIFT, members(seen)


def winks_seen(wink: Position, seat: i64) -> list[int]:
    """W42: the winks of others that a seat saw, in order."""
    return [packed for packed in wink.winks if packed >> (SEEN_SHIFT + seat) & 1]
