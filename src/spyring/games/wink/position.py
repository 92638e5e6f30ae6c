"""One position of Wink: what lies on the table, and where everybody looks."""

from typing import Final

from spyring._native import append, i64, mypyc_attr, vec
from spyring.bits import bit
from spyring.core import State
from spyring.games.wink.cards import NOWHERE

# What the table waits for.
DEAL: Final = 0
CHOOSE_FIRST: Final = 1
GUESS: Final = 2
PLACE: Final = 3
OVER: Final = 4

NOBODY: Final = -1

# A card that lies face up is one number: the seat in front of which it lies, and its own number.
CARD_SHIFT: Final = 64


@mypyc_attr(acyclic=True)
class Position(State):
    """Everything on the table, secrets included; sets of seats and of numbers are bits."""

    def __init__(
        self,
        seats: i64,
        numbers: i64,
        screen: bool,
        bluff: bool,
        beats: i64,
        stage: i64,
        active: i64,
        first: i64,
        round: i64,
        pile: i64,
        deals: i64,
        dealt: vec[i64],
        hands: vec[i64],
        hand_sizes: vec[i64],
        open: i64,
        down: i64,
        pawns: vec[i64],
        stood_on: i64,
        accusable: i64,
        counter: vec[i64],
        armed: i64,
        face_up: vec[i64],
        face_down: vec[i64],
        looks: vec[i64],
        watchers: vec[i64],
        looked: i64,
        winked: i64,
        beat: i64,
        turn_beats: i64,
        winks: vec[i64],
        unasked: i64,
    ) -> None:
        self.trace = None
        self.seats = seats
        self.numbers = numbers  # agent cards in a deck (W1)
        self.screen = screen  # eyes on the screen (W41), not at a table (W40)
        self.bluff = bluff
        self.beats = beats
        self.stage = stage
        self.active = active
        self.first = first
        self.round = round
        self.pile = pile  # the numbers that are not dealt yet
        self.deals = deals
        self.dealt = dealt  # numbers in the order of the deal; once dealt, replaced and never changed
        self.hands = hands  # the numbers dealt to each seat: those still held are the open ones; likewise
        self.hand_sizes = hand_sizes
        self.open = open  # the numbers face up in the square; a twin is in a hand just as long
        self.down = down  # the numbers face down in it; all others are taken
        self.pawns = pawns  # the number under each, or NOWHERE
        self.stood_on = stood_on  # these numbers as a set
        self.accusable = accusable  # the seats whose pawn stands on a number that may be named (W21, W24)
        self.counter = counter  # counter-espionage cards left
        self.armed = armed  # the seats that have one
        self.face_up = face_up  # in the order in which they were laid
        self.face_down = face_down  # how many by seat
        self.looks = looks  # a seat or SQUARE
        self.watchers = watchers  # by seat, and SQUARE: who looks there
        self.looked = looked  # the seats that have looked elsewhere in this beat
        self.winked = winked  # the seats that have winked in it
        self.beat = beat
        self.turn_beats = turn_beats  # struck in this turn
        self.winks = winks  # as eyes.py packs them
        self.unasked = unasked  # random play: the seats that still have their say in this beat

    def everyone(self) -> i64:
        """The set of all seats."""
        return bit(self.seats) - 1

    def holds(self, seat: i64, number: i64) -> bool:
        """Whether a seat was dealt this number; of an open one: whether it is in that hand."""
        return self.hands[seat] >> number & 1 == 1

    def holder_of(self, number: i64) -> i64:
        """The seat that was dealt this number."""
        for seat in range(self.seats):
            if self.holds(seat, number):
                return seat
        raise AssertionError("every number of the square is dealt")

    def hand(self, seat: i64) -> list[int]:
        """The numbers that a seat holds, in the order in which they were dealt."""
        dealt = [self.dealt[deal] for deal in range(seat, self.deals, self.seats)]
        return [number for number in dealt if self.open >> number & 1]

    def a_hand_is_empty(self) -> bool:
        """W30: whether some seat holds no card any more."""
        return any(self.hand_sizes[seat] == 0 for seat in range(self.seats))

    def owner_of_pawn_on(self, number: i64) -> i64:
        """The seat whose pawn stands on this number, or NOBODY."""
        for seat in range(self.seats):
            if self.pawns[seat] == number:
                return seat
        return NOBODY

    def free_cards(self, seat: i64) -> i64:
        """W14: where this seat may put its pawn; its own card is none of them, for a pawn stands there."""
        return self.open & ~self.stood_on & ~self.hands[seat]

    def lift_pawn(self, seat: i64) -> None:
        """Take a pawn off the square, if it is there."""
        self.stood_on &= ~bit(self.pawns[seat])
        self.pawns[seat] = NOWHERE
        self.accusable &= ~bit(seat)  # W24: the ban ends when the pawn leaves

    def lay_face_up(self, seat: i64, number: i64) -> None:
        """One more point for a seat (W32)."""
        self.face_up = append(self.face_up, seat * CARD_SHIFT + number)

    def scores(self) -> list[int]:
        """W32: face-up cards, and counter-espionage cards that were not used."""
        scores = list(self.counter)
        for card in self.face_up:
            scores[card // CARD_SHIFT] += 1
        return scores

    def winners(self) -> list[int]:
        """W33: the most points, then the most counter-espionage, then the fewest face-down cards."""
        if self.stage != OVER:
            return []
        scores = self.scores()
        ranks = [(scores[seat], self.counter[seat], -self.face_down[seat]) for seat in range(self.seats)]
        return [seat for seat in range(self.seats) if ranks[seat] == max(ranks)]

    def give(self, seat: i64, number: i64) -> None:
        """Let a seat have been dealt this number, beside what it is known to hold."""
        self.hands = self.hands[:]
        self.hands[seat] |= bit(number)

    def lay_hidden(self, deals: list[list[int]], winks: list[int]) -> None:
        """Let every seat have been dealt these numbers, in this order, and these be all the winks."""
        self.dealt = self.dealt[:]
        self.hands = self.hands[:]
        self.pile = self.open
        for seat, numbers in enumerate(deals):
            self.hands[seat] = 0
            for turn, number in enumerate(numbers):
                self.dealt[turn * self.seats + seat] = number
                self.hands[seat] |= bit(number)
                self.pile &= ~bit(number)
        self.winks = vec[i64](winks)
