"""The code book: every action of the rules as a small integer."""

from typing import Final

# Cards, teams, seats and places are numbered as in cards.py.
SEAT_SHIFT: Final = 8
TEAM_SHIFT: Final = 4

TOKEN_CODE: Final = 0  # + seat * TEAM_SHIFT + team
FIRST_CODE: Final = 32  # + seat
REVEAL_CODE: Final = 40  # + card
INTERRUPT_CODE: Final = 48
ABSTAIN_CODE: Final = 49
ACCEPT_CODE: Final = 50
REFUSE_CODE: Final = 51
EXCHANGE_CODE: Final = 52  # + side
BULLET_CODE: Final = 56  # + bullet
OFFER_CODE: Final = 64  # + card * SEAT_SHIFT + seat
LOOK_CODE: Final = 128  # + place
SEND_CODE: Final = 144  # + seat
SHOOT_CODE: Final = 152  # + seat
SWAP_CODE: Final = 192  # + seat * SEAT_SHIFT + other seat, ascending

# Claims (S60) come last: they are no actions of the rules.
SAY_CODE: Final = 256
SAY_CARD_CODE: Final = 256  # + card
SAY_TEAM_CODE: Final = 272  # + seat * TEAM_SHIFT + team
SAY_DOUBT_CODE: Final = 304  # + seat
SAY_TRUST_CODE: Final = 312  # + bare claim, see notation.py

LEFT: Final = 0  # the sides of an exchange (S26)
RIGHT: Final = 1
