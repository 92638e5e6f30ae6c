"""One position of Heimlich & Co: what is on the table, and how it moves."""

from typing import Final

from spyring._native import i64, mypyc_attr, vec
from spyring.core import Options, State
from spyring.games.heimlich.cards import (
    CHURCH,
    KINDS,
    MOST_AGENTS,
    MOST_IN_HAND,
    RING,
    RUINS,
    SAFE_AT_START,
)
from spyring.games.heimlich.rows import ONES, entries, entry, put, row_of
from spyring.games.heimlich.town import scored
from spyring.games.heimlich.verbs import FREE

# What the table waits for: first what chance does, then what one seat does.
DEALING: Final = 0
DEALING_CARDS: Final = 1
CHOOSING_FIRST: Final = 2
ROLLING: Final = 3
DRAWING_FOR_MOVE: Final = 4
DRAWING_FOR_CARD: Final = 5
DRAWING_IDENTITY: Final = 6
MOVING: Final = 7
PLAYING: Final = 8
MOVING_SAFE: Final = 9
WRITING: Final = 10
OVER: Final = 11

NOBODY: Final = -1
ALL_IN_CHURCH: Final = CHURCH * ONES
ALL_FREE: Final = FREE * ONES


@mypyc_attr(acyclic=True)
class Position(State):
    """Everything on the table, secrets included; agents are numbered as they are in play."""

    # Chosen before the game, and never changed.
    agents: i64 = 0
    top_secret: bool = False
    with_dossier: bool = False

    stage: i64 = DEALING
    dealt: i64 = 0  # how many cards the set-up has dealt
    active: i64 = 0
    face: i64 = 0
    first_split: i64 = 0  # of the splits in MOVES that the face allows
    split_count: i64 = 0
    safe: i64 = SAFE_AT_START  # H3
    # Rows, see rows.py.
    at: i64 = ALL_IN_CHURCH  # the building of each agent
    points: i64 = 0  # the marker of each agent
    arrived: i64 = 0  # 1 for those moved into the safe's building in this turn (H37)
    owner: i64 = ALL_FREE  # the seat of each agent, or FREE
    # Top Secret cards.
    pile_size: i64 = 0
    drew: i64 = 0  # bit by seat: has drawn in this turn (H32)
    go: i64 = NOBODY  # whose go it is in the card phase
    passes: i64 = 0  # in a row (H35)
    played: bool = False  # a card in this go
    plays_known: bool = False

    def __init__(self, seats: i64, options: Options) -> None:
        super().__init__(seats, options)
        # Empty, because a copy replaces them at once; `new` in rules.py lays them out.
        self.hands = vec[i64]()  # MOST_IN_HAND places for each seat
        self.hand_sizes = vec[i64]()
        self.pile = vec[i64]()  # how many of each card: its order is drawn when it is needed
        self.discard = vec[i64]()
        self.plays = vec[i64]()  # the cards that the seat whose go it is may play now
        self.dossiers = vec[i64]()  # by seat, or NOBODY; replaced, never changed in place
        self.written = vec[i64]()  # likewise the seats that have written, in their order

    def walk(self, agent: i64, steps: i64) -> bool:
        """Move an agent by a card, forward or back; returns whether it ends in the ruins."""
        return self.go_to(agent, (entry(self.at, agent) + RING + steps) % RING)

    def go_to(self, agent: i64, building: i64) -> bool:
        """Move an agent by a card; returns whether it comes into the ruins from elsewhere (H32)."""
        if entry(self.at, agent) == building:
            return False
        self.at = put(self.at, agent, building)
        self.arrived = put(self.arrived, agent, i64(building == self.safe))  # H37: leaving clears it
        return building == RUINS

    def gain(self, agent: i64, building: i64) -> i64:
        """H13: what a scoring brings an agent in a building."""
        after = scored(self.points, put(self.at, agent, building))
        return entry(after, agent) - entry(self.points, agent)

    def move_safe(self, building: i64) -> None:
        """H14, H52: bring the safe to another building."""
        self.safe = building
        self.arrived = 0  # H37: a safe that arrives where an agent stands never scores

    def farthest(self) -> i64:
        """The points of the foremost marker."""
        return max(entries(self.points, self.agents))

    def agent_of(self, seat: i64) -> i64:
        """The agent whose card a seat holds, or NOBODY."""
        for agent in range(self.agents):
            if entry(self.owner, agent) == seat:
                return agent
        return NOBODY

    def scores(self) -> list[int]:
        """The marker of each seat's own agent; 0 before the deal."""
        scores = [0] * self.seats
        for owner, points in self.markers():
            if owner != FREE:
                scores[owner] = points
        return scores

    def winners(self) -> list[int]:
        """H21, H63: the owners of the farthest agents; none if these are all free."""
        if self.stage != OVER:
            return []
        farthest = self.farthest()
        return sorted([owner for owner, points in self.markers() if points == farthest and owner != FREE])

    def markers(self) -> list[tuple[int, int]]:
        """By agent, its owner and its points."""
        return [(entry(self.owner, agent), entry(self.points, agent)) for agent in range(self.agents)]

    # Hands, pile and discard of Top Secret cards.

    def owes_card(self, seat: i64) -> bool:
        """Whether a seat draws a card now; an empty pile is replaced by the shuffled discard."""
        if self.drew & (1 << seat) or self.hand_sizes[seat] == MOST_IN_HAND:  # H32, H33
            return False
        if self.pile_size == 0:  # H34
            for card in self.discard:
                self.pile[card] += 1
            self.pile_size = len(self.discard)
            self.discard = vec[i64]()
        return self.pile_size > 0

    def take_card(self, seat: i64, card: i64) -> None:
        """Let a seat draw this card."""
        self.pile[card] -= 1
        self.pile_size -= 1
        self.hands[seat * MOST_IN_HAND + self.hand_sizes[seat]] = card
        self.hand_sizes[seat] += 1
        self.drew |= 1 << seat
        self.plays_known = False

    def nth_in_pile(self, index: i64) -> i64:
        """The card that is drawn with number `index` of all equally likely ones."""
        for card in range(KINDS):
            index -= self.pile[card]
            if index < 0:
                return card
        raise AssertionError("the pile has fewer cards")

    def remove_from_hand(self, card: i64) -> None:
        """Take out the first card of this kind; the others close ranks."""
        first = self.go * MOST_IN_HAND
        end = first + self.hand_sizes[self.go]
        place = first
        while self.hands[place] != card:
            place += 1
        while place + 1 < end:
            self.hands[place] = self.hands[place + 1]
            place += 1
        self.hand_sizes[self.go] -= 1

    # Other worlds: the same position with something else in it.

    def hold(self, seat: i64, card: i64) -> None:
        """Assume that the first card in a hand is this one."""
        self.hands[seat * MOST_IN_HAND] = card

    def set_markers(self, points: list[int]) -> None:
        """Put all markers at these points."""
        self.points = row_of(points)

    def write_dossiers(self, dossiers: list[int]) -> None:
        """Assume these dossiers, by seat; NOBODY stands for one that is not written."""
        self.dossiers = vec[i64](dossiers)

    def lay_hidden(
        self, owner: list[int], dossiers: list[int], hands: list[list[int]], pile: list[int]
    ) -> None:
        """Assume this for everything that is face down; the numbers of cards stay the same."""
        self.owner = row_of(owner + [FREE] * (MOST_AGENTS - self.agents))
        self.dossiers = vec[i64](dossiers)
        self.plays_known = False
        if self.top_secret:
            for seat, hand in enumerate(hands):
                for place, card in enumerate(hand):
                    self.hands[seat * MOST_IN_HAND + place] = card
            self.pile = vec[i64]([0] * KINDS)
            for card in pile:
                self.pile[card] += 1
