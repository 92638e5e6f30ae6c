"""Secrets: offer a card, and guess who is on your side, while the tokens change hands.

The numbers in the comments are those of rules.md. What may be done in a stage, and doing it, is in turn.py
up to the offered card, and in effects.py from there. The end of a turn and of the game is in ending.py.
This module dispatches each act to its stage.
"""

from typing import Final, final

from spyring._native import i64, mypyc_attr, vec
from spyring.core import CHANCE, Actor, Options
from spyring.games.secrets.cards import (
    ASSASSIN,
    COPIES,
    DETECTIVE,
    DIPLOMAT,
    PLACES,
    POLITICIAN,
    PSYCHIATRIST,
    TOKENS,
)
from spyring.games.secrets.effects import EFFECTS, DrawBullet
from spyring.games.secrets.ending import winning_seats
from spyring.games.secrets.position import CHOOSING_FIRST, DISPLAY, OFFERING, OVER, RING, Position
from spyring.games.secrets.stage import Stage
from spyring.games.secrets.turn import Answer, AskUN, ChooseFirst, Deal, Offer, Reveal
from spyring.games.secrets.verbs import BOOK, SAY
from spyring.generator import Generator
from spyring.seats import CHANCE_NOW, OVER_NOW, SEAT_NOW

STAGES: Final = vec[Stage](  # as numbered in position.py, all but OVER
    [
        Deal(),
        ChooseFirst(),
        Reveal(),
        DrawBullet(),
        DrawBullet(),
        Offer(),
        AskUN(),
        Answer(),
        EFFECTS[POLITICIAN],
        EFFECTS[PSYCHIATRIST],
        EFFECTS[DETECTIVE],
        EFFECTS[DIPLOMAT],
        EFFECTS[ASSASSIN],
    ]
)


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class Secrets(Position):
    """One position of Secrets; at any time at most one actor may act."""

    def copy(self) -> "Secrets":
        """The same position again, with nobody listening."""
        twin = Secrets(self.seats, self.options)
        twin.stage = self.stage
        twin.turn = self.turn
        twin.active = self.active
        twin.dealt = self.dealt
        twin.unseen_size = self.unseen_size
        twin.under_next = self.under_next
        twin.under_size = self.under_size
        twin.first_open = self.first_open
        twin.second_open = self.second_open
        twin.offered = self.offered
        twin.target = self.target
        twin.receiver = self.receiver
        twin.un = self.un
        twin.bullets = self.bullets
        twin.bullet = self.bullet
        twin.fresh = self.fresh
        twin.tokens = self.tokens[:]
        twin.bag = self.bag[:]
        twin.unseen = self.unseen[:]
        twin.under = self.under[:]
        twin.displays = self.displays[:]
        twin.sizes = self.sizes[:]
        twin.history = self.history[:]
        return twin

    def actors(self) -> tuple[Actor, ...]:
        """Chance, the active seat, the UN player, the target, or who applies an effect."""
        if self.stage < OFFERING:
            return CHANCE_NOW
        if self.stage == OVER:
            return OVER_NOW
        return SEAT_NOW[STAGES[self.stage].seat(self)]

    def count(self, actor: Actor) -> i64:
        """How many actions the one who acts has."""
        return STAGES[self.stage].count(self)

    def nth(self, actor: Actor, index: i64) -> i64:
        """Number `index` of them."""
        return STAGES[self.stage].nth(self, index)

    def allows(self, actor: Actor, action: i64) -> bool:
        """Whether this actor may do this now; claims are free for every seat (S60)."""
        if action >= SAY:
            return actor != CHANCE and CHOOSING_FIRST < self.stage < OVER
        return super().allows(actor, action)

    def apply(self, actor: Actor, action: i64) -> None:
        """Do a legal action."""
        if self.trace is not None:
            self.trace.append(BOOK.event(self, actor, action))  # S51
        if action < SAY:  # S60: a claim changes nothing
            self._act(STAGES[self.stage], action)

    def step(self, rng: Generator) -> bool:
        """One act of random play, faster than by way of `actors`."""
        if self.trace is not None:
            return super().step(rng)
        if self.stage == OVER:
            return False
        stage = STAGES[self.stage]
        self._act(stage, stage.nth(self, rng.below(stage.count(self))))
        return True

    def _act(self, stage: Stage, action: i64) -> None:
        if self.stage != CHOOSING_FIRST:  # S50: the first look lasts to the first reveal
            self.fresh = len(self.history)
        stage.do(self, action)

    def scores(self) -> list[int]:
        """S41: the points of each display, so far or at the end."""
        return [self.score(seat) for seat in range(self.seats)]

    def winners(self) -> list[int]:
        """S42, S43: one Hippie, or all members of the better team; none when the teams are equal."""
        if self.stage != OVER:
            return []
        return winning_seats(self)


def new(seats: int, options: Options) -> Secrets:
    """S1, S5: the position before the tokens are dealt; options as `Game.settle` returns them."""
    state = Secrets(seats, options)
    state.tokens = vec[i64]([0] * PLACES)
    state.bag = vec[i64](TOKENS[seats])
    state.unseen = vec[i64](COPIES)
    state.under = vec[i64]([0] * RING)
    state.displays = vec[i64]([0] * (seats * DISPLAY))
    state.sizes = vec[i64]([0] * seats)
    return state
