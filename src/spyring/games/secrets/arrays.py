"""Secrets in numbers: what a seat knows (S50, S51) as an array, and every act with its number.

The notes are a word for each turn, all of it public: who offered what pair to whom, who abstained, who
received which card, and the place that its effect named. Sights are remembered with `memory strict` too: the
seat was told of them, and a program does not forget.
"""

from collections.abc import Sequence
from typing import Final, cast, final

from spyring._native import i64, mypyc_attr, vec
from spyring.arrays import BYTE, CHANCE_ALONE, Arrays, number_of
from spyring.bits import bit
from spyring.core import Actor, State
from spyring.games.secrets import cards
from spyring.games.secrets.cards import CENTRE, DECK, HIPPIE, KINDS, MOST_SEATS, PLACES, full_display
from spyring.games.secrets.memory import (
    KNOWN,
    KNOWN_SHIFT,
    LOOKER,
    LOOKER_SHIFT,
    MOVE,
    ONLOOKER,
    PLACE,
    SHOWN,
    TEAM,
    TEAM_SHIFT,
    TURN_SHIFT,
)
from spyring.games.secrets.position import (
    ASKING_UN,
    BULLET,
    CHOOSING_FIRST,
    DISPLAY,
    DOWN,
    GIVER_SHIFT,
    KIND,
    NOBODY,
    OFFERING,
    OVER,
    WORTH_MASK,
    WORTH_SHIFT,
)
from spyring.games.secrets.rules import STAGES, Secrets
from spyring.games.secrets.verbs import (
    ABSTAIN,
    ACCEPT,
    EXCHANGE,
    INTERRUPT,
    LEFT,
    LOOK,
    OFFER,
    REFUSE,
    RIGHT,
    SEAT_SHIFT,
    SEND,
    SHOOT,
    SWAP,
)

# A card in a display: nothing, face up, face down, a bullet, or a bullet of known value.
FACE_DOWN: Final = KINDS
SHOT: Final = 2 * KINDS + 1
MOST_SHOT: Final = SHOT + len(cards.BULLETS)

# What is remembered of tokens: one row for each sight, look and move. No copy of a card is received twice,
# so there are at most three first looks and as many rows as the effects of all copies make.
SAW: Final = 1
LOOKED: Final = 2
MOVED: Final = 3
MOST_SIGHTS: Final = 36

# Where in a word of the notes things are.
RECEIVER_AT: Final = 40
NAMED_AT: Final = 56


def all_codes(seats: int) -> list[int]:
    """Every act of a seat at such a table; claims are no acts (S60)."""
    each = range(seats)
    codes = [OFFER + card * SEAT_SHIFT + seat for card in range(KINDS) for seat in each]
    codes += [INTERRUPT, ABSTAIN, ACCEPT, REFUSE, EXCHANGE + LEFT, EXCHANGE + RIGHT]
    codes += [LOOK + place for place in [*each, CENTRE]]
    codes += [SEND + seat for seat in each]
    codes += [SHOOT + seat for seat in each]
    codes += [SWAP + one * SEAT_SHIFT + other for one in each for other in each if one < other]
    return codes


@mypyc_attr(acyclic=True)
@final
class SecretsArrays(Arrays):
    """What a seat of this table knows, and what it may do."""

    def __init__(self, state: Secrets) -> None:
        seats = int(state.seats)
        super().__init__(seats, all_codes(seats))
        turns = seats * (int(full_display(seats)) - 1) + 1  # each lays down a card at least
        self.turns: i64 = turns
        self.notes = turns + 1  # the last word is for the cards that lie open while a feed is read
        self.add_word(
            ("stage", OVER),
            ("seat", seats - 1),
            ("active", seats),
            ("turn", turns),
            ("revealed", KINDS),
            ("revealed_second", KINDS),
            ("target", seats),
            ("offered", KINDS),
        )
        self.add_word(("receiver", seats), ("un", seats), ("deck", DECK), ("bullet", len(cards.BULLETS)))
        self.displays_at = self.add_rows("displays", DISPLAY, MOST_SHOT, seats)
        self.tokens_at = self.add_rows("tokens", PLACES, HIPPIE + 1)  # at the end
        self.sights_at = self.add_rows("sights", 5, max(turns, PLACES), MOST_SIGHTS)
        self.turns_at = self.add_rows("turns", 8, max(KINDS, PLACES), turns)

    def ready(self, state: State) -> i64:
        here = cast(Secrets, state)
        if here.stage < OFFERING:
            return CHANCE_ALONE
        if here.stage == OVER:
            return 0
        return bit(STAGES[here.stage].seat(here))

    def due(self, state: State) -> i64:
        return self.ready(state)

    def write(self, state: State, notes: vec[i64], seat: i64, into: vec[i64], at: i64) -> None:
        here = cast(Secrets, state)
        first = here.stage | seat << 8 | (here.first_open + 1) << 32 | (here.second_open + 1) << 40
        first |= (here.target + 1) << 48
        if here.receiver != NOBODY or seat == here.active:
            first |= (here.offered + 1) << 56
        if here.stage > CHOOSING_FIRST and here.stage != OVER:
            first |= (here.active + 1) << 16 | here.turn << 24
        into[at] = first
        second = here.receiver + 1 | (here.un + 1) << 8 | here.deck_size() << 16
        if seat == here.receiver:
            second |= (here.bullet + 1) << 24
        into[at + 1] = second
        self._write_displays(here, seat, into, at + self.displays_at)
        self._write_tokens(here, into, at + self.tokens_at)
        self._write_sights(here, seat, into, at + self.sights_at)
        turns_at = at + self.turns_at
        for turn in range(self.turns):
            into[turns_at + turn] = notes[turn]

    def _write_displays(self, here: Secrets, seat: i64, into: vec[i64], at: i64) -> None:
        for owner in range(here.seats):
            row: i64 = 0
            first = owner * DISPLAY
            for place in range(here.sizes[owner]):
                card = here.displays[first + place]
                shown = (card & KIND) + 1
                if shown == BULLET + 1:
                    shown = SHOT
                    if here.stage == OVER or card >> GIVER_SHIFT == seat:
                        shown += 1 + (card >> WORTH_SHIFT & WORTH_MASK)
                elif card & DOWN != 0:
                    shown += FACE_DOWN
                row |= shown << place * BYTE
            into[at + owner] = row

    def _write_tokens(self, here: Secrets, into: vec[i64], at: i64) -> None:
        row: i64 = 0
        centre: i64 = 0
        if here.stage == OVER:
            for seat in range(here.seats):
                row |= (here.tokens[seat] + 1) << seat * BYTE
            centre = here.tokens[CENTRE] + 1
        into[at] = row
        into[at + 1] = centre

    def _write_sights(self, here: Secrets, seat: i64, into: vec[i64], at: i64) -> None:
        """What was seen, by the seat itself or by whom, and what was moved: a row each."""
        end = at + MOST_SIGHTS
        for number in range(len(here.history)):
            record = here.history[number]
            known = record >> KNOWN_SHIFT & KNOWN
            knows = known >> seat & 1 == 1
            looker = record >> LOOKER_SHIFT & LOOKER
            row: i64 = (record >> TURN_SHIFT) << 32
            if record & MOVE != 0:
                row |= MOVED
                if known >> ONLOOKER == 0:  # S26: everybody knows by whom
                    row |= _lowest(known) << 24
                if knows:
                    row |= ((record & PLACE) + 1) << 8
            elif knows or looker != SHOWN:
                row |= LOOKED | ((record & PLACE) + 1) << 8
                if looker != SHOWN:
                    row |= (looker + 1) << 24
                if knows:
                    row += SAW - LOOKED
                    row |= ((record >> TEAM_SHIFT & TEAM) + 1) << 16
            else:
                continue
            into[at] = row
            at += 1
        while at < end:
            into[at] = 0
            at += 1

    def note(self, state: State, notes: vec[i64], seat: i64, action: i64) -> None:
        here = cast(Secrets, state)
        turn = here.turn - 1
        if action >= OFFER and action < LOOK:
            opened = here.first_open + 1 | (here.second_open + 1) << 8
            notes[turn] = seat + 1 | opened << 8 | ((action - OFFER) % SEAT_SHIFT + 1) << 24
        elif action == ABSTAIN:
            notes[turn] |= (seat + 1) << 32
        elif action == REFUSE:
            notes[turn] |= _received(here.active, here.offered)
        elif action == ACCEPT or here.stage == ASKING_UN:
            notes[turn] |= _received(seat, here.offered)
        elif action >= LOOK and action < SWAP:
            notes[turn] |= _named(action)

    def hear(self, notes: vec[i64], actor: Actor, text: str) -> None:
        verb, *words = text.split()
        seat = number_of(actor)
        turn: i64 = 0
        while turn + 1 < self.turns and notes[turn + 1] != 0:
            turn += 1
        if verb == "reveal":
            _open(notes, self.turns, cards.KEYS.index(words[0]))
        elif verb == "offer":
            if notes[turn] != 0:
                turn += 1
            notes[turn] = seat + 1 | notes[self.turns] << 8 | (i64(int(words[-1])) + 1) << 24
            notes[self.turns] = 0
        elif verb == "abstain":
            notes[turn] |= (seat + 1) << 32
        elif verb == "receives":
            notes[turn] |= _received(seat, cards.KEYS.index(words[0]))
        elif verb == "look" or verb == "send" or verb == "shoot":
            notes[turn] |= (i64(_place(words)) + 1) << NAMED_AT


def _open(notes: vec[i64], at: i64, card: i64) -> None:
    """S10: the first card, and the first that differs from it."""
    if notes[at] == 0:
        notes[at] = card + 1
    elif notes[at] != card + 1:
        notes[at] |= (card + 1) << 8


def _received(seat: i64, card: i64) -> i64:
    return (seat + 1) << RECEIVER_AT | (card + 1) << (RECEIVER_AT + BYTE)


def _named(action: i64) -> i64:
    """S23, S21, S27: the place that an effect named."""
    place = action - LOOK
    if action >= SHOOT:
        place = action - SHOOT
    elif action >= SEND:
        place = action - SEND
    return (place + 1) << NAMED_AT


def _place(words: Sequence[str]) -> int:
    if words[0].isdigit():
        return int(words[0])
    return CENTRE


def _lowest(known: i64) -> i64:
    """The first seat of a set, from 1 on."""
    seat: i64 = 0
    while known >> seat & 1 == 0 and seat < MOST_SEATS:
        seat += 1
    return seat + 1


def new(state: State) -> Arrays:
    """The arrays of the table that a position belongs to."""
    return SecretsArrays(cast(Secrets, state))
