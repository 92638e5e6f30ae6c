"""Who saw which token, and which tokens moved: the history of a game in small numbers (S6, S50).

A record is a sight or a move of one place, and who knows of it: a bit for each seat, and one for
the onlooker. Everything that a view says about sights, moves and looks is read from here.
"""

from typing import Final

from spyring._native import i64, vec
from spyring.games.secrets.cards import MOST_SEATS

ONLOOKER: Final = MOST_SEATS  # the bit of the onlooker

PLACE: Final = 0xF
KNOWN_SHIFT: Final = 4
KNOWN: Final = 0x1FF
TEAM_SHIFT: Final = 13
TEAM: Final = 0x3
MOVE: Final = 1 << 15
LOOKER_SHIFT: Final = 16
LOOKER: Final = 0xF
SHOWN: Final = 0xF  # no single looker: the token was shown, or it is the first look
TURN_SHIFT: Final = 20


def only(seat: i64) -> i64:
    """Known to one seat alone."""
    return i64(1) << seat


def everybody(seats: i64) -> i64:
    """Known to all seats and to the onlooker."""
    return (i64(1) << seats) - 1 | 1 << ONLOOKER


def sight(place: i64, team: i64, known: i64, looker: i64, turn: i64) -> i64:
    """The record of a token that somebody saw."""
    seen = place | known << KNOWN_SHIFT | team << TEAM_SHIFT
    return seen | looker << LOOKER_SHIFT | turn << TURN_SHIFT


def move(place: i64, known: i64, turn: i64) -> i64:
    """The record of a place whose token changed."""
    return MOVE | place | known << KNOWN_SHIFT | turn << TURN_SHIFT


def seers(record: i64, seats: i64) -> tuple[int, ...] | None:
    """The seats that know of a record; None for everybody."""
    known = record >> KNOWN_SHIFT & KNOWN
    if known >> ONLOOKER:
        return None
    return tuple([int(seat) for seat in range(seats) if known >> seat & 1])


def sightings(history: vec[i64], first: i64, witness: i64) -> list[tuple[int, int, int, int, int]]:
    """S50: what a witness saw from record `first` on: number, place, team, turn, and moves known since."""
    seen: list[tuple[int, int, int, int, int]] = []
    for number in range(first, len(history)):
        record = history[number]
        if not record & MOVE and record >> (KNOWN_SHIFT + witness) & 1:
            place = record & PLACE
            moved = _moves(history, number, place, witness)
            seen.append((number, place, record >> TEAM_SHIFT & TEAM, record >> TURN_SHIFT, moved))
    return seen


def _moves(history: vec[i64], since: i64, place: i64, witness: i64) -> i64:
    moves: i64 = 0
    for number in range(since + 1, len(history)):
        record = history[number]
        if record & MOVE and record & PLACE == place and record >> (KNOWN_SHIFT + witness) & 1:
            moves += 1
    return moves


def looks(history: vec[i64]) -> list[tuple[int, int, int]]:
    """S51: who looked at which place in which turn; everybody knows this."""
    looked: list[tuple[int, int, int]] = []
    for record in history:
        looker = record >> LOOKER_SHIFT & LOOKER
        if not record & MOVE and looker != SHOWN:
            looked.append((looker, record & PLACE, record >> TURN_SHIFT))
    return looked
