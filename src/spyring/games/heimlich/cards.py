"""The things of Heimlich & Co: agents, buildings, the die, the Top Secret cards."""

from typing import Final

from spyring._native import i64, vec

AGENTS: Final = ("grey", "yellow", "orange", "red", "green", "blue", "purple")  # H1
MOST_AGENTS: Final = 7
MOST_SEATS: Final = 7


def agents_in_play(seats: int) -> int:
    """H1: 5 with two players, 6 with three, 7 with four or more."""
    return min(seats + 3, MOST_AGENTS)


# H2: clockwise from the church; a building is its place in this ring.
BUILDINGS: Final = ("church", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "ruins")
CHURCH: Final = 0
RUINS: Final = 11
RING: Final = 12
RUINS_LOSS: Final = 3
WORTH: Final = vec[i64]([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, -RUINS_LOSS])
SAFE_AT_START: Final = 7  # H3

FACES: Final = ("1-3", "2", "3", "4", "5", "6")  # H10
FACE_1_3: Final = 0
FACE_COUNT: Final = 6

FINISH: Final = 42  # H20
DOSSIER_AT: Final = 29  # H60
DOSSIER_POINTS: Final = 5  # H62
MARKER_STEP: Final = 3  # H53
MARKER_STOP: Final = 40  # H53
MOST_IN_HAND: Final = 4  # H33
FIRST_HAND: Final = 2  # H30

# The Top Secret cards, H40 to H54, in that order.
BACK_1_2: Final = 0
ONE_STEP: Final = 1
TWO_BACK: Final = 2
TWO_FORWARD: Final = 3
OFF_THE_SAFE: Final = 4
TO_RUINS: Final = 5
ALL_TO_CHURCH: Final = 6
SWAP_AGENTS: Final = 7
JOIN_AGENT: Final = 8
RUINS_TO_CHURCH: Final = 9
FORWARD_1_3: Final = 10
TO_SAFE: Final = 11
MOVE_SAFE: Final = 12
MARKERS_PLUS_3: Final = 13
SWAP_IDENTITY: Final = 14
KINDS: Final = 15

KEYS: Final = (
    "back-1-2",
    "one-step",
    "two-back",
    "two-forward",
    "off-the-safe",
    "to-ruins",
    "all-to-church",
    "swap-agents",
    "join-agent",
    "ruins-to-church",
    "forward-1-3",
    "to-safe",
    "move-safe",
    "markers-plus-3",
    "swap-identity",
)
COPIES: Final = (2, 2, 2, 2, 2, 2, 1, 1, 1, 2, 2, 2, 2, 2, 1)


def deck(seats: int) -> list[int]:
    """How many copies of each card are in the deck; H54: no swap of identity with seven players."""
    copies = list(COPIES)
    if agents_in_play(seats) == seats:
        copies[SWAP_IDENTITY] = 0
    return copies
