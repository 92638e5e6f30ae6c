"""One position of Secrets: deck, displays and tokens, and how they are moved or seen."""

from typing import Final

from spyring._native import append, i64, mypyc_attr, vec
from spyring.core import CHANCE, Event, Options, State
from spyring.games.secrets.cards import ALL_BULLETS, DECK, KINDS, WORTH
from spyring.games.secrets.memory import SHOWN, everybody, move, seers, sight
from spyring.games.secrets.verbs import sight_text, unseen_text

# What the table waits for: first chance, then a seat.
DEALING: Final = 0
CHOOSING_FIRST: Final = 1
REVEALING: Final = 2
DRAWING_BULLET: Final = 3  # after the Assassin was received by an answer
DRAWING_UN_BULLET: Final = 4  # after it was received by an interruption
OFFERING: Final = 5
ASKING_UN: Final = 6
ANSWERING: Final = 7
SENDING: Final = 8
SWAPPING: Final = 9
LOOKING: Final = 10
EXCHANGING: Final = 11
SHOOTING: Final = 12
OVER: Final = 13

NOBODY: Final = -1
NOTHING: Final = -1  # no card, no bullet

# A card in a display: its kind, or a bullet; which way up; for a bullet, its value and its giver.
DISPLAY: Final = 5  # places for each seat, S40
KIND: Final = 0xF
BULLET: Final = 8
DOWN: Final = 1 << 4
WORTH_SHIFT: Final = 5
WORTH_MASK: Final = 0x3
GIVER_SHIFT: Final = 7

# The cards under the deck are a ring buffer; the one that comes back next is at `under_next`.
RING: Final = 32
RING_MASK: Final = RING - 1


@mypyc_attr(acyclic=True)
class Position(State):
    """Everything on the table, secrets included."""

    stage: i64 = DEALING
    turn: i64 = 0
    active: i64 = NOBODY
    dealt: i64 = 0  # tokens
    unseen_size: i64 = DECK
    under_next: i64 = 0
    under_size: i64 = 0
    first_open: i64 = NOTHING  # the two cards of S10, to the end of the turn
    second_open: i64 = NOTHING
    offered: i64 = NOTHING
    target: i64 = NOBODY
    receiver: i64 = NOBODY  # whose display received the card; this seat applies its effect
    un: i64 = NOBODY  # who holds the UN token
    bullets: i64 = ALL_BULLETS  # a set as bits: those still to be drawn
    bullet: i64 = NOTHING  # drawn, and not given yet
    fresh: i64 = 0  # the first record that strict memory still shows (S50)

    def __init__(self, seats: i64, options: Options) -> None:
        super().__init__(seats, options)
        # Empty, because a copy replaces them at once; `new` in rules.py lays them out.
        self.tokens = vec[i64]()  # the team of each place, see cards.py
        self.bag = vec[i64]()  # how many tokens of each team are still to be dealt
        self.unseen = vec[i64]()  # how many of each kind are in the deck and have never been revealed
        self.under = vec[i64]()
        self.displays = vec[i64]()  # DISPLAY places for each seat
        self.sizes = vec[i64]()
        self.history = vec[i64]()  # see memory.py

    # The deck: an unseen part in random order, and under it the cards that came back, in order.

    def deck_size(self) -> i64:
        """Cards in the deck, without open or offered ones."""
        return self.unseen_size + self.under_size

    def nth_on_top(self, index: i64) -> i64:
        """The card that is drawn with number `index` of all equally likely ones."""
        if self.unseen_size == 0:
            return self.under[self.under_next]
        for card in range(KINDS):
            index -= self.unseen[card]
            if index < 0:
                return card
        raise AssertionError("the deck has fewer cards")

    def take_from_deck(self, card: i64) -> None:
        """Draw this card from the top."""
        if self.unseen_size > 0:
            self.unseen[card] -= 1
            self.unseen_size -= 1
        else:
            self.under_next = (self.under_next + 1) & RING_MASK
            self.under_size -= 1

    def put_under(self, card: i64) -> None:
        """Lay a card under the deck."""
        last = (self.under_next + self.under_size) & RING_MASK
        self.under[last] = card
        self.under_size += 1

    def has_other_kind(self, card: i64) -> bool:
        """Whether the deck holds a card of another kind."""
        for kind in range(KINDS):
            if kind != card and self.unseen[kind] > 0:
                return True
        for place in range(self.under_size):
            if self.under[(self.under_next + place) & RING_MASK] != card:
                return True
        return False

    # The displays.

    def add_to_display(self, seat: i64, card: i64) -> None:
        """Lay a card in front of a seat, as the last one."""
        self.displays[seat * DISPLAY + self.sizes[seat]] = card
        self.sizes[seat] += 1

    def open_copies(self, seat: i64, card: i64) -> i64:
        """How many cards of one kind lie face up in a display."""
        copies: i64 = 0
        first = seat * DISPLAY
        for place in range(first, first + self.sizes[seat]):
            if self.displays[place] == card:
                copies += 1
        return copies

    def turn_down(self, seat: i64, card: i64) -> None:
        """Turn all face-up cards of one kind face down."""
        first = seat * DISPLAY
        for place in range(first, first + self.sizes[seat]):
            if self.displays[place] == card:
                self.displays[place] = card | DOWN

    def turn_all_down(self, seat: i64) -> None:
        """Turn all characters of a display face down; bullets already are."""
        first = seat * DISPLAY
        for place in range(first, first + self.sizes[seat]):
            self.displays[place] |= DOWN

    def score(self, seat: i64) -> i64:
        """S41: the face-up characters and the bullets of a display."""
        score: i64 = 0
        first = seat * DISPLAY
        for place in range(first, first + self.sizes[seat]):
            card = self.displays[place]
            if card & DOWN == 0:
                score += WORTH[card]
            elif card & KIND == BULLET:
                score -= card >> WORTH_SHIFT & WORTH_MASK
        return score

    # The tokens.

    def swap_tokens(self, place: i64, known: i64, other: i64, other_known: i64) -> None:
        """Swap two tokens, and record for each place who knows that its token changed."""
        token = self.tokens[place]
        self.tokens[place] = self.tokens[other]
        self.tokens[other] = token
        self.history = append(self.history, move(place, known, self.turn))
        self.history = append(self.history, move(other, other_known, self.turn))

    def see(self, place: i64, known: i64, looker: i64 = SHOWN) -> None:
        """Show a token to some seats, and tell them; everybody sees who looks."""
        record = sight(place, self.tokens[place], known, looker, self.turn)
        self.history = append(self.history, record)
        if self.trace is not None:
            line = sight_text(place, self.tokens[place])
            again: str | None = None
            if self.options["memory"] == "strict":  # S50: no second look, not even in the feed
                again = unseen_text(place)
            self.trace.append(Event(CHANCE, line, seers(record, self.seats), None, again))

    def show(self, place: i64) -> None:
        """Show a token to everybody."""
        self.see(place, everybody(self.seats))


def bullet_card(bullet: i64, giver: i64) -> i64:
    """A bullet as it lies in a display."""
    return BULLET | DOWN | bullet << WORTH_SHIFT | giver << GIVER_SHIFT
