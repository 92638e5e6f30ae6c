"""Wink in numbers: what a seat knows (W50) as an array, and every act with its number.

The notes are a set for each seat: the numbers that everybody can tell it does not hold, because it put its
pawn there (W14) or was accused wrongly (W23). Doing nothing has a number, because time may pass by itself.
"""

from typing import Final, cast, final

from spyring._native import i64, mypyc_attr, vec
from spyring.arrays import BYTE, CHANCE_ALONE, MOST, SPREAD, Arrays, digits, number_of, write_bits
from spyring.bits import bit
from spyring.core import Actor, State
from spyring.games.wink.cards import COUNTER_CARDS, NOWHERE, SQUARE
from spyring.games.wink.eyes import AT_SHIFT, BEAT_SHIFT, SEEN_SHIFT, count_looks, may_wink, nth_look
from spyring.games.wink.position import CARD_SHIFT, CHOOSE_FIRST, GUESS, OVER
from spyring.games.wink.rules import Wink
from spyring.games.wink.verbs import (
    ACCUSE_CODE,
    DECLINE_CODE,
    GUESS_CODE,
    LEAVE_CODE,
    LOOK_CODE,
    PLACE_CODE,
    SHIFT,
    WINK_CODE,
)

LAST_WINKS: Final = 16  # how many of the winks that it saw are in a seat's array
LOW: Final = 15  # the seat in the lowest bits of a wink


def all_codes(state: Wink) -> list[int]:
    """Every act of a seat at such a table; first the places, in whole words of a mask."""
    each, numbers = range(int(state.seats)), range(1, int(state.setup.numbers) + 1)
    codes = [PLACE_CODE + number for number in numbers]
    codes += [GUESS_CODE + seat for seat in each]
    codes += [DECLINE_CODE, LEAVE_CODE]
    codes += [ACCUSE_CODE + seat * SHIFT + number for seat in each for number in numbers]
    if state.setup.screen:
        codes += [LOOK_CODE + place for place in [*each, SQUARE]]
        codes += [WINK_CODE]
    return codes


@mypyc_attr(acyclic=True)
@final
class WinkArrays(Arrays):
    """What a seat of this table knows, and what it may do."""

    def __init__(self, state: Wink) -> None:
        seats, numbers = int(state.seats), int(state.setup.numbers)
        super().__init__(seats, all_codes(state), nothing=True)
        self.notes = seats + 1  # the last word is for an accusation while a feed is read
        self.screen = state.setup.screen
        self.long: i64 = (numbers + 7) // 8  # words for a row with a byte for every number
        self.hand_words: i64 = (numbers // seats + 7) // 8
        self.add_word(
            ("stage", OVER),
            ("seat", seats - 1),
            ("active", seats),
            ("first", seats),
            ("round", MOST),
            ("round_128", MOST),
            ("round_16384", MOST),
        )
        self.square_at = self.add_rows("square", numbers, 2)
        self.held_at = self.add_rows("held", numbers, 1)
        self.pawns_at = self.add_rows("pawns", seats, numbers)
        self.add_rows("accusable", seats, 1)
        self.add_rows("hand_sizes", seats, numbers // seats)
        self.add_rows("counter", seats, COUNTER_CARDS)
        self.add_rows("face_down", seats, numbers)
        self.face_up_at = self.add_rows("face_up", 4 * numbers, numbers)  # a seat, from 1 on, and a number
        self.hands_at = self.add_rows("hands", numbers // seats, numbers, seats)
        self.not_held_at = self.add_rows("not_held", numbers, 1, seats)
        self.eyes_at: i64 = 0
        self.winks_at: i64 = 0
        if self.screen:
            self.eyes_at = self.add_word(
                ("beat", MOST),
                ("beat_128", MOST),
                ("beat_16384", MOST),
                ("turn_beats", MOST),
                ("turn_beats_128", MOST),
                ("turn_beats_16384", MOST),
                ("winked", 1),
            )
            self.add_rows("looks", seats, SQUARE + 1)
            self.add_rows("looked", seats, 1)
            self.winks_at = self.add_rows("winks", 5, MOST, LAST_WINKS)

    def ready(self, state: State) -> i64:
        here = cast(Wink, state)
        if here.in_turn():
            if self.screen:
                return here.to_be_asked() | CHANCE_ALONE
            return here.to_be_asked()
        if here.stage == OVER:
            return 0
        return CHANCE_ALONE

    def due(self, state: State) -> i64:
        here = cast(Wink, state)
        if self.screen or not here.in_turn():
            return 0
        return bit(here.active)

    def write(self, state: State, notes: vec[i64], seat: i64, into: vec[i64], at: i64) -> None:
        here = cast(Wink, state)
        first = here.stage | seat << 8
        if here.stage > CHOOSE_FIRST:
            first |= (here.first + 1) << 24 | digits(here.round) << 32
            if here.stage != OVER:
                first |= (here.active + 1) << 16
        into[at] = first
        self._write_square(here, seat, into, at)
        self._write_seats(here, into, at + self.pawns_at)
        self._write_hands(here, seat, into, at + self.hands_at)
        not_held_at = at + self.not_held_at
        for other in range(here.seats):
            write_bits(into, not_held_at, (notes[other] & here.open) >> 1, self.long)
            not_held_at += self.long
        if self.screen:
            self._write_eyes(here, seat, into, at + self.eyes_at)

    def _write_square(self, here: Wink, seat: i64, into: vec[i64], at: i64) -> None:
        opened = here.open >> 1
        down = here.down >> 1
        held: i64 = here.hands[seat] >> 1 & opened
        square_at = at + self.square_at
        held_at = at + self.held_at
        for word in range(self.long):
            into[square_at + word] = SPREAD[opened & 255] + 2 * SPREAD[down & 255]
            into[held_at + word] = SPREAD[held & 255]
            opened >>= BYTE
            down >>= BYTE
            held >>= BYTE
        face_up_at = at + self.face_up_at
        cards: i64 = len(here.face_up)
        for word in range(face_up_at + (cards >> 2), at + self.hands_at):
            into[word] = 0
        word_at: i64 = 0
        for place in range(cards):
            card = here.face_up[place]
            pair = card // CARD_SHIFT + 1 | card % CARD_SHIFT << BYTE
            word_at |= pair << (place & 3) * 2 * BYTE
            if place & 3 == 3 or place == cards - 1:
                into[face_up_at + (place >> 2)] = word_at
                word_at = 0

    def _write_seats(self, here: Wink, into: vec[i64], at: i64) -> None:
        pawns: i64 = 0
        sizes: i64 = 0
        counter: i64 = 0
        down: i64 = 0
        for seat in range(here.seats):
            shift = seat * BYTE
            pawns |= here.pawns[seat] << shift
            sizes |= here.hand_sizes[seat] << shift
            counter |= here.counter[seat] << shift
            down |= here.face_down[seat] << shift
        into[at] = pawns
        into[at + 1] = SPREAD[here.accusable]
        into[at + 2] = sizes
        into[at + 3] = counter
        into[at + 4] = down

    def _write_hands(self, here: Wink, seat: i64, into: vec[i64], at: i64) -> None:
        """One's own hand in the order of the deal; at the end everybody's."""
        for word in range(at, at + here.seats * self.hand_words):
            into[word] = 0
        for other in range(here.seats):
            if other != seat and here.stage != OVER:
                continue
            place: i64 = 0
            first = at + other * self.hand_words
            for deal in range(other, here.deals, here.seats):
                number = here.dealt[deal]
                if here.open >> number & 1 == 1:
                    into[first + (place >> 3)] |= number << (place & 7) * BYTE
                    place += 1

    def _write_eyes(self, here: Wink, seat: i64, into: vec[i64], at: i64) -> None:
        beats: i64 = 0
        if here.stage > CHOOSE_FIRST:
            beats = digits(here.beat) | digits(here.turn_beats) << 24
        into[at] = beats | (here.winked >> seat & 1) << 48
        looks: i64 = 0
        for other in range(here.seats):
            looks |= (here.looks[other] + 1) << other * BYTE
        into[at + 1] = looks
        into[at + 2] = SPREAD[here.looked]
        first = at + self.winks_at - self.eyes_at
        end = first + LAST_WINKS
        at = first
        wink: i64 = len(here.winks) - 1  # the last one first
        while wink >= 0 and at < end:
            packed = here.winks[wink]
            if packed >> (SEEN_SHIFT + seat) & 1 == 1:
                into[at] = (packed & LOW) + 1 | ((packed >> AT_SHIFT & LOW) + 1) << 8
                into[at] |= digits(packed >> BEAT_SHIFT) << 16
                at += 1
            wink -= 1
        while at < end:
            into[at] = 0
            at += 1

    def note(self, state: State, notes: vec[i64], seat: i64, action: i64) -> None:
        if action >= ACCUSE_CODE:
            accused = (action - ACCUSE_CODE) // SHIFT
            number = (action - ACCUSE_CODE) % SHIFT
            if not cast(Wink, state).holds(accused, number):
                notes[accused] |= bit(number)
        elif action > PLACE_CODE:
            notes[seat] |= bit(action - PLACE_CODE)

    def hear(self, notes: vec[i64], actor: Actor, text: str) -> None:
        verb, *words = text.split()
        if verb == "place":
            notes[number_of(actor)] |= bit(i64(int(words[0])))
        elif verb == "accuse":
            notes[self.seats] = i64(int(words[1]))
        elif verb == "yes" or verb == "no":
            if verb == "no" and notes[self.seats] != NOWHERE:
                notes[number_of(actor)] |= bit(notes[self.seats])
            notes[self.seats] = NOWHERE

    def mask(self, state: State, seat: i64, into: vec[i64], at: i64) -> None:
        here = cast(Wink, state)
        if seat == here.active:
            self._mask_turn(here, into, at)
        for index in range(here.count_accusations(seat)):
            self.mark(into, at, self.numbers[here.nth_accusation(seat, index)])
        if self.screen:
            for index in range(count_looks(here, seat)):
                self.mark(into, at, self.numbers[LOOK_CODE + nth_look(here, seat, index)])
            if may_wink(here, seat):
                self.mark(into, at, self.numbers[WINK_CODE])

    def _mask_turn(self, here: Wink, into: vec[i64], at: i64) -> None:
        if here.stage == GUESS:
            for other in range(here.seats):
                if other != here.active:
                    self.mark(into, at, self.numbers[GUESS_CODE + other])
            self.mark(into, at, self.numbers[DECLINE_CODE])
        elif here.may_act_in_turn():
            free = here.free_cards(here.active)
            if free == 0:
                self.mark(into, at, self.numbers[LEAVE_CODE])
                return
            write_bits(into, at, free >> 1, self.long)
            self.low = 0
            if self.high < self.long - 1:
                self.high = self.long - 1


def new(state: State) -> Arrays:
    """The arrays of the table that a position belongs to."""
    return WinkArrays(cast(Wink, state))
