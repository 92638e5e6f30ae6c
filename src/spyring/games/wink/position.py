"""One position of Wink: what lies on the table, and where everybody looks."""

from typing import Final, final

from spyring._native import append, i64, mypyc_attr, vec
from spyring.bits import bit
from spyring.core import Options, State
from spyring.games.wink.cards import COUNTER_CARDS, NOWHERE, NUMBERS, SQUARE

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
@final
class SetUp:
    """What the table chose before the game; all copies of a position share it."""

    def __init__(self, seats: int, options: Options) -> None:
        self.seats: i64 = seats
        self.options = options
        self.numbers: i64 = NUMBERS[seats]  # agent cards in a deck (W1)
        self.screen = options["eyes"] == "screen"  # eyes on the screen (W41), not at a table (W40)
        self.bluff = options["bluff"] == "on"  # W45
        self.beats: i64 = int(options["beats"])  # W44


@mypyc_attr(acyclic=True)
class Position(State):
    """Everything on the table, secrets included; sets of seats and of numbers are bits."""

    stage: i64 = DEAL
    active: i64 = NOBODY
    first: i64 = NOBODY
    round: i64 = 0
    deals: i64 = 0
    pile: i64 = 0  # the numbers that are not dealt yet
    open: i64 = 0  # the numbers face up in the square; as long as one is, its twin is in a hand
    down: i64 = 0  # the numbers face down in it; all others are taken
    stood_on: i64 = 0  # the numbers under pawns
    accusable: i64 = 0  # the seats whose pawn stands on a number that may be named (W21, W24)
    armed: i64 = 0  # the seats that have a counter-espionage card
    looked: i64 = 0  # the seats that have looked elsewhere in this beat
    winked: i64 = 0  # the seats that have winked in it
    beat: i64 = 0
    turn_beats: i64 = 0  # struck in this turn
    unasked: i64 = 0  # random play: the seats that are still to be asked in this beat

    def __init__(self, setup: SetUp) -> None:
        super().__init__(setup.seats, setup.options)
        self.setup = setup
        self.dealt: vec[i64] = vec[i64]()  # numbers in the order of the deal; then replaced, never changed
        self.hands: vec[i64] = vec[i64]()  # likewise the numbers dealt to each seat: it holds the open ones
        self.hand_sizes: vec[i64] = vec[i64]()
        self.pawns: vec[i64] = vec[i64]()  # the number under each, or NOWHERE
        self.counter: vec[i64] = vec[i64]()  # counter-espionage cards left
        self.face_up: vec[i64] = vec[i64]()  # in the order in which they were laid
        self.face_down: vec[i64] = vec[i64]()  # how many by seat
        self.looks: vec[i64] = vec[i64]()  # a seat or SQUARE
        self.watchers: vec[i64] = vec[i64]()  # by seat, and SQUARE: who looks there
        self.winks: vec[i64] = vec[i64]()  # as eyes.py packs them

    def lay_out(self) -> None:
        """W1, W3, W41: the position before the deal."""
        seats = int(self.seats)
        self.pile = self.open = bit(self.setup.numbers + 1) - 2
        self.armed = self.unasked = self.everyone()
        self.dealt = vec[i64]([0] * int(self.setup.numbers))
        self.hands = vec[i64]([0] * seats)
        self.hand_sizes = vec[i64]([0] * seats)
        self.pawns = vec[i64]([NOWHERE] * seats)
        self.counter = vec[i64]([COUNTER_CARDS] * seats)
        self.face_down = vec[i64]([0] * seats)
        self.looks = vec[i64]([SQUARE] * seats)
        self.watchers = vec[i64]([0] * SQUARE + [int(self.everyone())])

    def everyone(self) -> i64:
        """The set of all seats."""
        return bit(self.seats) - 1

    def holds(self, seat: i64, number: i64) -> bool:
        """Whether a seat was dealt this number; if it is open, whether it is in that hand."""
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
        """W30: whether some seat has no cards left."""
        return any(self.hand_sizes[seat] == 0 for seat in range(self.seats))

    def owner_of_pawn_on(self, number: i64) -> i64:
        """The seat whose pawn stands on this number, or NOBODY."""
        for seat in range(self.seats):
            if self.pawns[seat] == number:
                return seat
        return NOBODY

    def free_cards(self, seat: i64) -> i64:
        """W14: where this seat may put its pawn; not where it is, because a pawn is there."""
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
        """Assume that a seat was dealt this number too."""
        self.hands = self.hands[:]
        self.hands[seat] |= bit(number)

    def lay_hidden(self, deals: list[list[int]], winks: list[int]) -> None:
        """Assume that the seats were dealt these numbers in this order, and that these are all winks."""
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
