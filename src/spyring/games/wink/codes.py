"""The code book: every action of the rules as a small integer."""

from typing import Final

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
