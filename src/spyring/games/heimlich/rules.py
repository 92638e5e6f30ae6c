"""Heimlich & Co: everybody moves every agent, and one of them is secretly yours.

The numbers in the comments are those of rules.md. What may be done in a stage, and doing it, is in deal.py
for the set-up, in turn.py for the turn, in card_phase.py and top_secret.py for the cards, and in dossier.py.
The end of a turn and of the game is in scoring.py. This module dispatches each act to its stage.
"""

from typing import Final, final

from spyring._native import i64, mypyc_attr, vec
from spyring.core import CHANCE, Actor, Options
from spyring.games.heimlich.card_phase import DrawForCard, DrawForMove, DrawIdentity, Play
from spyring.games.heimlich.cards import FACE_COUNT, MOST_IN_HAND, agents_in_play, deck
from spyring.games.heimlich.deal import ChooseFirst, DealAgents, DealCards
from spyring.games.heimlich.dossier import Write
from spyring.games.heimlich.moves import MOVES
from spyring.games.heimlich.position import (
    CHOOSING_FIRST,
    MOVING,
    NOBODY,
    OVER,
    ROLLING,
    WRITING,
    Position,
)
from spyring.games.heimlich.stage import Stage
from spyring.games.heimlich.turn import Move, MoveSafe, Roll, may_stay, move, roll
from spyring.games.heimlich.verbs import BOOK, SAY
from spyring.generator import Generator
from spyring.seats import CHANCE_NOW, OVER_NOW, SEAT_NOW

STAGES: Final = vec[Stage](  # as numbered in position.py, all but OVER
    [
        DealAgents(),
        DealCards(),
        ChooseFirst(),
        Roll(),
        DrawForMove(),
        DrawForCard(),
        DrawIdentity(),
        Move(),
        Play(),
        MoveSafe(),
        Write(),
    ]
)


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

    def actors(self) -> tuple[Actor, ...]:
        """Chance, the active seat, the seat whose go it is, or all that still write a dossier."""
        if self.stage < MOVING:
            return CHANCE_NOW
        if self.stage < WRITING:
            return SEAT_NOW[STAGES[self.stage].seat(self)]
        if self.stage == WRITING:
            return tuple([seat for seat in range(self.seats) if self.dossiers[seat] == NOBODY])
        return OVER_NOW

    def count(self, actor: Actor) -> i64:
        """How many actions an actor has."""
        return STAGES[self.stage].count(self, actor)

    def nth(self, actor: Actor, index: i64) -> i64:
        """Number `index` of them."""
        return STAGES[self.stage].nth(self, actor, index)

    def apply(self, actor: Actor, action: i64) -> None:
        """Do a legal action."""
        if self.trace is not None:
            self.trace.append(BOOK.event(self, actor, action))
        if action < SAY:  # H80: a claim changes nothing
            STAGES[self.stage].do(self, actor, action)

    def legal_actions(self, actor: Actor) -> list[int]:
        """All actions of an actor; those of a seat have no weights, so there are no duplicates to remove."""
        if actor == CHANCE or actor not in self.actors():
            return super().legal_actions(actor)
        return STAGES[self.stage].legal(self, actor)

    def allows(self, actor: Actor, action: i64) -> bool:
        """Whether this actor may do this now; claims are free for every seat (H80)."""
        if action >= SAY:
            return actor != CHANCE and CHOOSING_FIRST < self.stage < OVER
        return actor in self.actors() and STAGES[self.stage].allows(self, actor, action)

    def step(self, rng: Generator) -> bool:
        """One act of random play; if only one may act and nobody listens, it does not matter who."""
        if self.trace is not None or self.stage >= WRITING:
            return super().step(rng)
        if self.stage == ROLLING:  # most acts are rolls and moves, so they do not go through the list
            roll(self, rng.below(FACE_COUNT))
        elif self.stage == MOVING and not may_stay(self):
            number = self.first_split + rng.below(self.split_count)
            move(self, MOVES.splits[number])
        else:
            stage = STAGES[self.stage]
            stage.do(self, CHANCE, stage.nth(self, CHANCE, rng.below(stage.count(self, CHANCE))))
        return True


def new(seats: int, options: Options) -> Heimlich:
    """H1, H3: the position before the deal; options as `Game.settle` returns them."""
    state = Heimlich(seats, options)
    state.agents = agents_in_play(seats)
    state.top_secret = options["top-secret"] == "on"
    state.with_dossier = options["dossier"] == "on"
    if state.top_secret:
        state.hands = vec[i64]([0] * (seats * MOST_IN_HAND))
        state.hand_sizes = vec[i64]([0] * seats)
        state.pile = vec[i64](deck(seats))
        state.pile_size = sum(state.pile)
    state.dossiers = vec[i64]([NOBODY] * seats)
    return state
