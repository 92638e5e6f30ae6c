"""Heimlich & Co: everybody moves every agent, and one of them is secretly yours.

The numbers in the comments are those of rules.md. Read from top to bottom: a position, the turn,
the scoring, the Top Secret cards, the dossier, and the end.
"""

from typing import final

from spyring._native import append, i64, mypyc_attr, vec
from spyring.core import CHANCE, Actor, Event, Options
from spyring.games.heimlich.cards import (
    DOSSIER_AT,
    DOSSIER_POINTS,
    FACE_1_3,
    FACE_COUNT,
    FINISH,
    FIRST_HAND,
    MOST_IN_HAND,
    RING,
    RUINS,
    SWAP_IDENTITY,
    agents_in_play,
    deck,
)
from spyring.games.heimlich.dossier import count_dossiers, named_right, nth_dossier
from spyring.games.heimlich.moves import MOVES
from spyring.games.heimlich.position import (
    CHOOSING_FIRST,
    DEALING,
    DEALING_CARDS,
    DRAWING_FOR_CARD,
    DRAWING_FOR_MOVE,
    DRAWING_IDENTITY,
    MOVING,
    MOVING_SAFE,
    NOBODY,
    OVER,
    PLAYING,
    ROLLING,
    WRITING,
    Position,
)
from spyring.games.heimlich.rows import at_least, entries, entry, equal, put
from spyring.games.heimlich.top_secret import find_plays, perform
from spyring.games.heimlich.town import arrivals, scored, walked
from spyring.games.heimlich.verbs import (
    BOOK,
    DEAL,
    DONE,
    DOSSIER,
    DRAW,
    DRAW_SHIFT,
    FIRST,
    FREE,
    IDENTITY,
    MOVE,
    PASS,
    PLAY,
    PLAY_SHIFT,
    ROLL,
    SAFE,
    SHIFT,
    STAY,
    reveal_texts,
    scoring_text,
)
from spyring.generator import Generator
from spyring.seats import CHANCE_NOW, OVER_NOW, SEAT_NOW, after, skip


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class Heimlich(Position):
    """One position of Heimlich & Co; agents are numbered as they are in play."""

    def copy(self) -> "Heimlich":
        """The same position again, with nobody listening."""
        twin = Heimlich(self.seats, self.options)
        twin.agents = self.agents
        twin.top_secret = self.top_secret
        twin.with_dossier = self.with_dossier
        twin.stage = self.stage
        twin.dealt = self.dealt
        twin.active = self.active
        twin.face = self.face
        twin.first_split = self.first_split
        twin.split_count = self.split_count
        twin.safe = self.safe
        twin.at = self.at
        twin.points = self.points
        twin.arrived = self.arrived
        twin.owner = self.owner
        if self.top_secret:
            twin.hands = self.hands[:]
            twin.hand_sizes = self.hand_sizes[:]
            twin.pile = self.pile[:]
            twin.pile_size = self.pile_size
            twin.discard = self.discard[:]
            twin.drew = self.drew
            twin.go = self.go
            twin.passes = self.passes
            twin.played = self.played
        twin.dossiers = self.dossiers
        twin.written = self.written
        return twin

    # Who acts, and what they may do.

    def actors(self) -> tuple[Actor, ...]:
        """Chance, the active seat, the seat whose go it is, or all that still write a dossier."""
        stage = self.stage
        if stage == MOVING or stage == MOVING_SAFE:
            return SEAT_NOW[self.active]
        if stage == PLAYING:
            return SEAT_NOW[self.go]
        if stage == WRITING:
            return tuple([seat for seat in range(self.seats) if self.dossiers[seat] == NOBODY])
        if stage == OVER:
            return OVER_NOW
        return CHANCE_NOW

    def count(self, actor: Actor) -> i64:
        """How many actions an actor has; in a dossier phase every writer has equally many."""
        stage = self.stage
        if stage == ROLLING:
            return FACE_COUNT
        if stage == MOVING:
            if self._may_stay():
                return self.split_count + 1
            return self.split_count
        if stage == PLAYING:
            return len(self._plays_now()) + 1
        if stage == MOVING_SAFE:
            return RING - 1
        if stage == DEALING:
            return self.agents - self.dealt
        if stage == CHOOSING_FIRST:
            return self.seats
        if stage == DRAWING_IDENTITY:
            return self.agents - self.seats
        if stage == WRITING:
            return count_dossiers(self)
        return self.pile_size

    def nth(self, actor: Actor, index: i64) -> i64:
        """Number `index` of an actor's actions."""
        stage = self.stage
        if stage == MOVING:
            if index == self.split_count:
                return STAY
            return MOVE + self.first_split + index
        if stage == ROLLING:
            return ROLL + index
        if stage == PLAYING:
            return self._nth_in_card_phase(index)
        if stage == MOVING_SAFE:
            return SAFE + skip(index, self.safe)  # H14
        if stage == DEALING:
            return DEAL + self.dealt * SHIFT + self.nth_free_agent(index)
        if stage == CHOOSING_FIRST:
            return FIRST + index
        if stage == DRAWING_IDENTITY:
            return IDENTITY + self.go * SHIFT + self.nth_free_agent(index)
        if stage == WRITING:
            return DOSSIER + nth_dossier(self, index, i64(actor))
        return DRAW + self._drawer() * DRAW_SHIFT + self.nth_in_pile(index)

    def allows(self, actor: Actor, action: i64) -> bool:
        """Whether this actor may do this now; a move and a place for the safe need no search."""
        if self.stage == MOVING:
            if action < MOVE:
                return action == STAY and self._may_stay() and actor in self.actors()
            split = action - MOVE - self.first_split
            return 0 <= split < self.split_count and actor in self.actors()
        return super().allows(actor, action)

    def apply(self, actor: Actor, action: i64) -> None:
        """Do a legal action."""
        if self.trace is not None:
            self.trace.append(BOOK.event(self, actor, action))
        stage = self.stage
        if stage == ROLLING:
            self._roll(action - ROLL)
        elif stage == MOVING:
            if action == STAY:
                self._stay()
            else:
                self._move(MOVES.splits[action - MOVE])
        elif stage == PLAYING:
            self._act_in_card_phase(action)
        elif stage == MOVING_SAFE:
            self.move_safe(action - SAFE)
            self._end_after_scoring()
        elif stage == DRAWING_FOR_MOVE:
            self.take_card(self.active, (action - DRAW) % DRAW_SHIFT)
            self._open_card_phase()
        elif stage == DRAWING_FOR_CARD:
            self.take_card(self.go, (action - DRAW) % DRAW_SHIFT)
            self.stage = PLAYING
        elif stage == DRAWING_IDENTITY:
            self._swap_identity((action - IDENTITY) % SHIFT)
        elif stage == WRITING:
            self._write(i64(actor), action - DOSSIER)
        else:
            self._set_up(action)

    def step(self, rng: Generator) -> bool:
        """One act of random play; where only one may act and nobody listens, who it is does not matter."""
        stage = self.stage
        if stage == WRITING or stage == OVER or self.trace is not None:
            return super().step(rng)
        if stage == ROLLING:
            self._roll(rng.below(FACE_COUNT))
        elif stage == MOVING and not self._may_stay():
            number = self.first_split + rng.below(self.split_count)
            self._move(MOVES.splits[number])
        else:
            self.apply(CHANCE, self.nth(CHANCE, rng.below(self.count(CHANCE))))
        return True

    # Set-up.

    def _set_up(self, action: i64) -> None:
        if self.stage == DEALING:  # H4
            self.owner = put(self.owner, (action - DEAL) % SHIFT, self.dealt)
            self.dealt += 1
            if self.dealt == self.seats:
                self.dealt = 0
                self.stage = CHOOSING_FIRST
                if self.top_secret:
                    self.stage = DEALING_CARDS
        elif self.stage == DEALING_CARDS:  # H30
            self.take_card(self._drawer(), (action - DRAW) % DRAW_SHIFT)
            self.dealt += 1
            if self.dealt == self.seats * FIRST_HAND:
                self.stage = CHOOSING_FIRST
        else:
            self.active = action - FIRST  # H5
            self._begin_turn()

    def _drawer(self) -> i64:
        """The seat that chance owes a card."""
        if self.stage == DEALING_CARDS:
            return self.dealt % self.seats
        if self.stage == DRAWING_FOR_MOVE:
            return self.active
        return self.go

    # The turn.

    def _begin_turn(self) -> None:
        self.stage = ROLLING
        self.arrived = 0
        self.drew = 0

    def _roll(self, face: i64) -> None:  # H10
        self.face = face
        place = self.agents * FACE_COUNT + face
        self.first_split = MOVES.first[place]
        self.split_count = MOVES.count[place]
        self.stage = MOVING

    def _move(self, steps: i64) -> None:
        self.at = walked(self.at, steps)
        self.arrived = arrivals(self.at, steps, self.safe)
        if not self.top_secret:
            self._close_turn()
        elif arrivals(self.at, steps, RUINS) != 0 and self.owes_card(self.active):  # H32
            self.stage = DRAWING_FOR_MOVE
        else:
            self._open_card_phase()

    def _may_stay(self) -> bool:  # H31
        return self.top_secret and self.face == FACE_1_3

    def _stay(self) -> None:  # H31
        if self.owes_card(self.active):
            self.stage = DRAWING_FOR_MOVE
        else:
            self._open_card_phase()

    def _close_turn(self) -> None:
        """H12, H37: score if an agent that was moved into the safe's building is there."""
        if self.arrived == 0:
            self._pass_the_die()
        else:
            self._score()

    def _score(self) -> None:
        before = self.points
        self.points = scored(before, self.at)
        if self.trace is not None:
            gains = scoring_text(self, entries(before, self.agents), entries(self.points, self.agents))
            self.trace.append(Event(CHANCE, gains))
        self.stage = MOVING_SAFE  # H14, H38: the active seat moves it, whoever caused the scoring
        self._ask_for_dossiers()

    def _end_after_scoring(self) -> None:
        if at_least(self.points, FINISH) != 0:  # H20; without a scoring no marker gets there (H39)
            self._end_game()
        else:
            self._pass_the_die()

    def _pass_the_die(self) -> None:  # H15
        self.active = after(self.active, self.seats)
        self._begin_turn()

    # The card phase, H35.

    def _open_card_phase(self) -> None:
        for seat in range(self.seats):
            if self.hand_sizes[seat] > 0:
                self.stage = PLAYING
                self.go = self.active
                self.passes = 0
                self._begin_go()
                return
        self._close_turn()

    def _begin_go(self) -> None:
        self.played = False
        self.plays_known = False

    def _act_in_card_phase(self, action: i64) -> None:
        if action == PASS or action == DONE:
            if action == PASS:
                self.passes += 1
            self.go = after(self.go, self.seats)
            self._begin_go()
            if self.passes == self.seats:
                self.go = NOBODY
                self._close_turn()
            return
        card = (action - PLAY) // PLAY_SHIFT
        self.passes = 0
        self.played = True
        self.plays_known = False
        self.remove_from_hand(card)
        if card == SWAP_IDENTITY:  # H54: on the discard when the agent card has been drawn
            self.stage = DRAWING_IDENTITY
            return
        ruined = perform(self, card, (action - PLAY) % PLAY_SHIFT)
        self.discard = append(self.discard, card)  # H34: before a draw that it causes
        if ruined and self.owes_card(self.go):  # H32
            self.stage = DRAWING_FOR_CARD
        self._ask_for_dossiers()

    def _plays_now(self) -> vec[i64]:
        """What the seat whose go it is may play, found when first asked for."""
        if not self.plays_known:
            self.plays = find_plays(self)
            self.plays_known = True
        return self.plays

    def _nth_in_card_phase(self, index: i64) -> i64:
        plays = self._plays_now()
        if index < len(plays):
            return plays[index]
        if self.played:
            return DONE
        return PASS

    def _swap_identity(self, drawn: i64) -> None:  # H54
        given_up = equal(self.owner, self.go)
        self.owner = put(self.owner + given_up * (FREE - self.go), drawn, self.go)
        self.discard = append(self.discard, SWAP_IDENTITY)
        self.stage = PLAYING

    # The Secret Dossier.

    def _ask_for_dossiers(self) -> None:
        """H60: once in a game, at the end of the scoring or card that brought a marker to 29."""
        if self.with_dossier and len(self.written) == 0 and at_least(self.points, DOSSIER_AT) != 0:
            self.stage = WRITING

    def _write(self, seat: i64, dossier: i64) -> None:
        self.dossiers = self.dossiers[:]
        self.dossiers[seat] = dossier
        self.written = append(self.written[:], seat)
        if len(self.written) == self.seats:
            self.stage = PLAYING
            if self.go == NOBODY:
                self.stage = MOVING_SAFE

    # The end.

    def _end_game(self) -> None:
        self.stage = OVER
        if self.with_dossier:
            for agent in range(self.agents):  # H62
                owner = entry(self.owner, agent)
                if owner != FREE:
                    marker = entry(self.points, agent) + DOSSIER_POINTS * named_right(self, owner)
                    self.points = put(self.points, agent, marker)
        if self.trace is not None:
            for line in reveal_texts(self, entries(self.owner, self.agents), list(self.dossiers)):
                self.trace.append(Event(CHANCE, line))


def new(seats: int, options: Options) -> Heimlich:
    """H1, H3: a table before the deal; options as `Game.settle` returns them."""
    table = Heimlich(seats, options)
    table.agents = agents_in_play(seats)
    table.top_secret = options["top-secret"] == "on"
    table.with_dossier = options["dossier"] == "on"
    if table.top_secret:
        table.hands = vec[i64]([0] * (seats * MOST_IN_HAND))
        table.hand_sizes = vec[i64]([0] * seats)
        table.pile = vec[i64](deck(seats))
        table.pile_size = sum(table.pile)
    table.dossiers = vec[i64]([NOBODY] * seats)
    return table
