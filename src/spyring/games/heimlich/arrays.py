"""Heimlich & Co in numbers: what a seat knows (H70) as an array, and every act with its number.

The notes are rows, one for each seat: how many steps it has given to each agent since it last swapped its
identity. Everybody sees them, and they are what a seat's secret can be read from.
"""

from typing import Final, cast, final

from spyring._native import i64, mypyc_attr, vec
from spyring.arrays import BYTE, CHANCE_ALONE, MOST, Arrays, number_of, write_bits
from spyring.bits import bit
from spyring.core import Actor, State
from spyring.games.heimlich import cards
from spyring.games.heimlich.cards import FACE_COUNT, MOST_IN_HAND, RING
from spyring.games.heimlich.dossier import count_dossiers, nth_dossier
from spyring.games.heimlich.moves import MOVES
from spyring.games.heimlich.position import CHOOSING_FIRST, MOVING, NOBODY, OVER, PLAYING, ROLLING, WRITING
from spyring.games.heimlich.rows import ONES, TOPS, put
from spyring.games.heimlich.rules import Heimlich
from spyring.games.heimlich.turn import may_stay
from spyring.games.heimlich.verbs import (
    ALONE,
    DONE,
    DOSSIER,
    FREE,
    MOVE,
    PASS,
    PLAY,
    PLAY_SHIFT,
    SAFE,
    SHIFT,
    STAY,
)

DECK: Final = sum(cards.COPIES)
OWNERS: Final = FREE + 1  # an owner is written from 1 on


def targets(card: int, agents: int) -> list[int]:
    """Every target that a card can ever have."""
    each = range(agents)
    pairs = [one * SHIFT + other for one in each for other in each if one < other]
    if card in (cards.BACK_1_2, cards.ONE_STEP, cards.OFF_THE_SAFE, cards.FORWARD_1_3):
        low, high = {cards.BACK_1_2: (1, 2), cards.FORWARD_1_3: (1, 3)}.get(card, (0, 1))
        return [agent * SHIFT + way for agent in each for way in range(low, high + 1)]
    if card in (cards.TO_RUINS, cards.TO_SAFE):
        return [agent * SHIFT for agent in each]
    if card == cards.JOIN_AGENT:
        return sorted(pairs + [pair % SHIFT * SHIFT + pair // SHIFT for pair in pairs])
    if card == cards.RUINS_TO_CHURCH:
        return sorted(pairs + [agent * SHIFT + ALONE for agent in each])
    if card == cards.MOVE_SAFE:
        return list(range(RING))
    if card in (cards.ALL_TO_CHURCH, cards.SWAP_IDENTITY):
        return [0]
    return pairs


def all_codes(state: Heimlich) -> list[int]:
    """Every act of a seat at such a table, but for dossiers: moves, the safe, cards."""
    agents = int(state.agents)
    first = int(MOVES.first[agents * FACE_COUNT])
    last = agents * FACE_COUNT + FACE_COUNT - 1
    end = int(MOVES.first[last] + MOVES.count[last])
    codes = [*range(MOVE + first, MOVE + end), *range(SAFE, SAFE + RING)]
    if state.top_secret:
        codes += [STAY, PASS, DONE]
        for card in range(cards.KINDS):
            codes += [PLAY + card * PLAY_SHIFT + target for target in targets(card, agents)]
    return codes


@mypyc_attr(acyclic=True)
@final
class HeimlichArrays(Arrays):
    """What a seat of this table knows, and what it may do."""

    def __init__(self, state: Heimlich) -> None:
        seats, agents = int(state.seats), int(state.agents)
        dossiers = 0
        if state.with_dossier:
            dossiers = int(count_dossiers(state))
        codes = all_codes(state)
        super().__init__(seats, codes, more=dossiers)
        self.first_dossier: i64 = len(codes)
        self.first_move: i64 = MOVES.first[state.agents * FACE_COUNT]
        self.agents = state.options["agents"].split(",")
        self.top_secret = state.top_secret
        self.with_dossier = state.with_dossier
        self.notes = seats
        self.add_word(
            ("stage", OVER),
            ("seat", seats - 1),
            ("active", seats),
            ("roll", FACE_COUNT),
            ("safe", RING - 1),
            ("me", agents),
            ("go", seats),
            ("passes", seats),
        )
        self.add_rows("agents", agents, RING - 1)
        self.add_rows("scores", agents, MOST)
        self.add_rows("arrived", agents, 1)
        self.add_rows("owners", agents, OWNERS)
        self.steps_at = self.add_rows("steps", agents, MOST, seats)
        self.cards_at: i64 = 0
        self.discard_at: i64 = 0
        if state.top_secret:
            self.cards_at = self.add_rows("hand", MOST_IN_HAND, cards.KINDS)
            self.add_rows("hand_sizes", seats, MOST_IN_HAND)
            self.add_rows("drew", seats, 1)
            self.add_word(("pile", DECK), ("played", 1))
            self.discard_at = self.add_rows("discard", DECK, cards.KINDS)
        self.dossiers_at: i64 = 0
        if state.with_dossier:
            self.dossiers_at = self.add_rows("written", seats, seats)
            self.add_rows("dossiers", agents, OWNERS, seats)

    def ready(self, state: State) -> i64:
        here = cast(Heimlich, state)
        if here.stage < MOVING:
            return CHANCE_ALONE
        if here.stage == PLAYING:
            return bit(here.go)
        if here.stage < WRITING:
            return bit(here.active)
        found: i64 = 0
        if here.stage == WRITING:
            for seat in range(here.seats):
                if here.dossiers[seat] == NOBODY:
                    found |= bit(seat)
        return found

    def due(self, state: State) -> i64:
        return self.ready(state)

    def write(self, state: State, notes: vec[i64], seat: i64, into: vec[i64], at: i64) -> None:
        here = cast(Heimlich, state)
        first = here.stage | seat << 8 | here.safe << 32 | (here.agent_of(seat) + 1) << 40
        if here.stage > CHOOSING_FIRST and here.stage != OVER:
            first |= (here.active + 1) << 16
            if here.stage != ROLLING:
                first |= (here.face + 1) << 24
                if here.go != NOBODY:
                    first |= (here.go + 1) << 48 | here.passes << 56
        used = bit(here.agents * BYTE) - 1
        into[at] = first
        into[at + 1] = here.at & used
        into[at + 2] = here.points & used
        into[at + 3] = here.arrived & used
        into[at + 4] = 0
        if here.stage == OVER:
            into[at + 4] = here.owner + ONES & used
        steps_at = at + self.steps_at
        for other in range(here.seats):
            into[steps_at + other] = notes[other]
        if self.top_secret:
            self._write_cards(here, seat, into, at + self.cards_at)
        if self.with_dossier:
            self._write_dossiers(here, seat, into, at + self.dossiers_at)

    def _write_cards(self, here: Heimlich, seat: i64, into: vec[i64], at: i64) -> None:
        hand: i64 = 0
        first = seat * MOST_IN_HAND
        for place in range(here.hand_sizes[seat]):
            hand |= (here.hands[first + place] + 1) << place * BYTE
        into[at] = hand
        sizes: i64 = 0
        for other in range(here.seats):
            sizes |= here.hand_sizes[other] << other * BYTE
        into[at + 1] = sizes
        write_bits(into, at + 2, here.drew, 1)
        into[at + 3] = here.pile_size
        if here.stage == PLAYING and here.played:
            into[at + 3] |= 1 << BYTE
        for word in range(at + 4, at + 8):
            into[word] = 0
        for place in range(len(here.discard)):
            into[at + 4 + (place >> 3)] |= (here.discard[place] + 1) << (place & 7) * BYTE

    def _write_dossiers(self, here: Heimlich, seat: i64, into: vec[i64], at: i64) -> None:
        written: i64 = 0
        for place in range(len(here.written)):
            written |= (here.written[place] + 1) << place * BYTE
        into[at] = written
        for writer in range(here.seats):
            row: i64 = 0
            dossier = here.dossiers[writer]
            if dossier != NOBODY and (writer == seat or here.stage == OVER):
                for agent in range(here.agents):
                    row |= (dossier % SHIFT + 1) << agent * BYTE
                    dossier //= SHIFT
            into[at + 1 + writer] = row

    def note(self, state: State, notes: vec[i64], seat: i64, action: i64) -> None:
        if action >= DOSSIER:
            return
        if action >= MOVE:
            notes[seat] = _more(notes[seat], MOVES.splits[action - MOVE])
        elif action == PLAY + cards.SWAP_IDENTITY * PLAY_SHIFT:
            notes[seat] = 0

    def hear(self, notes: vec[i64], actor: Actor, text: str) -> None:
        words = text.split()
        if words[0] == "move":
            steps: i64 = 0
            for place in range(1, len(words), 2):
                steps = put(steps, self.agents.index(words[place]), int(words[place + 1]))
            notes[number_of(actor)] = _more(notes[number_of(actor)], steps)
        elif words[:2] == ["play", cards.KEYS[cards.SWAP_IDENTITY]]:
            notes[number_of(actor)] = 0

    def action(self, state: State, seat: i64, number: i64) -> i64:
        if number >= self.first_dossier:
            return DOSSIER + nth_dossier(cast(Heimlich, state), number - self.first_dossier, seat)
        return self.codes[number]

    def number(self, state: State, seat: i64, action: i64) -> i64:
        if action < DOSSIER:
            return self.numbers[action]
        here = cast(Heimlich, state)
        index: i64 = 0
        while nth_dossier(here, index, seat) != action - DOSSIER:
            index += 1
        return self.first_dossier + index

    def nth(self, state: State, seat: i64, index: i64) -> i64:
        if cast(Heimlich, state).stage == WRITING:
            return self.first_dossier + index
        return self.numbers[state.nth(int(seat), index)]

    def mask(self, state: State, seat: i64, into: vec[i64], at: i64) -> None:
        here = cast(Heimlich, state)
        if here.stage == MOVING:
            self.mark_range(into, at, here.first_split - self.first_move, here.split_count)
            if may_stay(here):
                self.mark(into, at, self.numbers[STAY])
        elif here.stage == WRITING:
            self.mark_range(into, at, self.first_dossier, self.acts - self.first_dossier)
        else:
            super().mask(state, seat, into, at)


def _more(row: i64, steps: i64) -> i64:
    """A row with these steps added; an entry stops at the largest."""
    total = row + steps
    over = total >> 7 & ONES
    return total & ~TOPS | over * MOST


def new(state: State) -> Arrays:
    """The arrays of the table that a position belongs to."""
    return HeimlichArrays(cast(Heimlich, state))
