"""Seats around a table, and who acts: what the rules of every game need."""

from typing import Final

from spyring._native import i64
from spyring.core import CHANCE, Actor

MOST_SEATS: Final = 8

OVER_NOW: Final[tuple[Actor, ...]] = ()
CHANCE_NOW: Final[tuple[Actor, ...]] = (CHANCE,)
SEAT_NOW: Final[list[tuple[Actor, ...]]] = [(seat,) for seat in range(MOST_SEATS)]


def after(seat: i64, seats: i64) -> i64:
    """The next seat clockwise."""
    if seat + 1 == seats:
        return 0
    return seat + 1


def before(seat: i64, seats: i64) -> i64:
    """The next seat counter-clockwise."""
    if seat == 0:
        return seats - 1
    return seat - 1


def skip(index: i64, without: i64) -> i64:
    """The number at `index` among 0, 1, 2, ... without one of them: the other seats, the other buildings."""
    if index >= without:
        return index + 1
    return index
