"""The things of Secrets: characters, identity tokens, bullets, and the places where tokens lie."""

from typing import Final

from spyring._native import i64, vec

DOUBLE_AGENT: Final = 0
POLITICIAN: Final = 1
PSYCHIATRIST: Final = 2
DETECTIVE: Final = 3
JOURNALIST: Final = 4
SCIENTIST: Final = 5
DIPLOMAT: Final = 6
ASSASSIN: Final = 7
KINDS: Final = 8

KEYS: Final = (
    "double-agent",
    "politician",
    "psychiatrist",
    "detective",
    "journalist",
    "scientist",
    "diplomat",
    "assassin",
)
WORTH: Final = vec[i64]([2, 3, -1, -2, 3, 5, 1, 0])
COPIES: Final = (3, 4, 2, 3, 4, 6, 3, 4)
DECK: Final = 29  # the sum of all copies

BULLETS: Final = ("0", "-1", "-2", "-3")  # a bullet is its index here, and costs that many points
ALL_BULLETS: Final = 15  # a set of bullets has a bit for each

CIA: Final = 0
KGB: Final = 1
HIPPIE: Final = 2
TEAMS: Final = ("cia", "kgb", "hippie")
ANY_TEAM: Final = 7  # a set of teams has a bit for each
TOKENS: Final = {4: (2, 2, 1), 5: (2, 2, 2), 6: (3, 3, 1), 7: (3, 3, 2), 8: (4, 4, 1)}  # S1

# A token lies in front of a seat or in the centre; a place is the seat's number, or CENTRE.
MOST_SEATS: Final = 8
CENTRE: Final = 8
PLACES: Final = 9

SEATS_THAT_LOOK_RIGHT: Final = 5  # S3: from this many seats on
SEATS_THAT_SEE_THE_CENTRE: Final = 7  # S3


def full_display(seats: i64) -> i64:
    """S40: the number of cards in a display that ends the game."""
    if seats <= 6:
        return 5
    return 4
