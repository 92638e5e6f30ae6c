"""The code book: every action of the rules as a small integer."""

from typing import Final

# Agents are numbered as they are in play (H1), seats from 0, and three bits hold either.
SHIFT: Final = 8

ROLL_CODE: Final = 0  # + face
STAY_CODE: Final = 16
PASS_CODE: Final = 17
DONE_CODE: Final = 18
FIRST_CODE: Final = 24  # + seat
SAFE_CODE: Final = 32  # + building
DEAL_CODE: Final = 64  # + seat * SHIFT + agent
IDENTITY_CODE: Final = 128  # + seat * SHIFT + agent
DRAW_CODE: Final = 256  # + seat * DRAW_SHIFT + card
DRAW_SHIFT: Final = 16
PLAY_CODE: Final = 1024  # + card * PLAY_SHIFT + target
PLAY_SHIFT: Final = 64
MOVE_CODE: Final = 4096  # + number of a split in MOVES
DOSSIER_CODE: Final = 65536  # + for each agent its owner * SHIFT ** agent, the writer's own included
FREE: Final = 7  # the owner of a free agent in a dossier

# The target of a card is a building (H52), or first * SHIFT + second: an agent and another agent,
# or an agent and how it moves.
ALONE: Final = 7  # no second agent (H49)
BACK: Final = 0
FORWARD: Final = 1
