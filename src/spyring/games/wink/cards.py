"""The things of Wink: agent cards, counter-espionage cards, and where a seat can look."""

from typing import Final

MOST_SEATS: Final = 8
MOST_NUMBERS: Final = 36
NUMBERS: Final = {4: 36, 5: 35, 6: 36, 7: 35, 8: 32}  # W1: the agent cards of one deck, from 1
COUNTER_CARDS: Final = 4  # W3
BAN_SEATS: Final = 4  # W24: there is a ban only with four seats
MOST_BEATS: Final = 10**9  # W44 names no limit; this one fits into any counter

SQUARE: Final = 8  # W41: where a seat looks if not at a seat
NOWHERE: Final = 0  # the number under a pawn that is off the square
