"""What a good player of Secrets wants to do: sensible play from what each seat has seen."""

from typing import Final, cast

from spyring._native import i64, mypyc_attr, vec
from spyring.core import Actor, State
from spyring.games.secrets.cards import (
    ANY_TEAM,
    CENTRE,
    HIPPIE,
    PLACES,
    POLITICIAN,
)
from spyring.games.secrets.memory import KNOWN_SHIFT, MOVE, PLACE, TEAM, TEAM_SHIFT
from spyring.games.secrets.outlook import DISTANCE, Outlook, acceptance, care, first_card_odds, gain
from spyring.games.secrets.position import (
    ANSWERING,
    ASKING_UN,
    EXCHANGING,
    LOOKING,
    OFFERING,
    OVER,
    SENDING,
    SHOOTING,
    SWAPPING,
)
from spyring.games.secrets.rules import Secrets
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
from spyring.generator import Generator
from spyring.playout import Policy
from spyring.seats import after, before

INSIGHT: Final = 25  # of a hundred tokens that a seat has not seen, how many it has guessed


@mypyc_attr(acyclic=True)
class Sensible(Policy):
    """Every seat imagines the tokens in one way that fits what it has seen, and does what is best then."""

    def __init__(self) -> None:
        self.outlook = Outlook()
        self.knows: vec[i64] = vec[i64]([ANY_TEAM] * PLACES)
        self.hidden: vec[i64] = vec[i64]([0] * PLACES)

    def plans(self) -> bool:
        """No: below an offer in a tree, the target would answer as if it had seen the card (S11)."""
        return False

    def reward(self, state: State, seat: int) -> float:
        """S43: all winners win together, and no less for it."""
        if seat in state.winners():
            return 1.0
        return 0.0

    def pick(self, state: State, rng: Generator) -> tuple[Actor, i64]:
        """What a sensible seat does next."""
        table = cast(Secrets, state)
        if table.stage < OFFERING or table.stage == OVER:
            return table.pick(rng)
        return table.actors()[0], self._act(table, rng)

    def step(self, state: State, rng: Generator) -> bool:
        """Let it happen."""
        table = cast(Secrets, state)
        if table.stage < OFFERING or table.stage == OVER:
            return table.step(rng)
        table.apply(table.actors()[0], self._act(table, rng))
        return True

    def _act(self, table: Secrets, rng: Generator) -> i64:
        stage = table.stage
        self.outlook.look(table)
        if stage == OFFERING:
            self.imagine(table, table.active, rng)
            return self._offer(table)
        if stage == ANSWERING:
            self.imagine(table, table.target, rng)
            return self._answer(table)
        if stage == ASKING_UN:
            self.imagine(table, table.un, rng)
            return self._interrupt(table)
        seat = table.receiver
        self.imagine(table, seat, rng)
        if stage == LOOKING:
            return self._look(table, rng)
        if stage == SWAPPING:
            return self._swap(table, seat)
        if stage == EXCHANGING:
            left = self.outlook.with_swap(seat, after(seat, table.seats), CENTRE)
            if left > self.outlook.with_swap(seat, before(seat, table.seats), CENTRE):
                return EXCHANGE + LEFT
            return EXCHANGE + RIGHT
        if stage == SENDING:
            return SEND + self._give(table, seat, POLITICIAN)
        assert stage == SHOOTING
        return SHOOT + self._give(table, seat, -1)

    # What a seat imagines.

    def imagine(self, table: Secrets, witness: i64, rng: Generator) -> None:
        """Lay the tokens as a seat may think they are: as seen, or guessed right, or in any order."""
        self.recall(table, witness)
        teams = self.outlook.teams
        hidden: i64 = 0
        for place in range(PLACES):
            if place >= table.seats and place != CENTRE:
                continue
            teams[place] = table.tokens[place]
            known = self.knows[place]
            if known & (known - 1) and rng.below(100) >= INSIGHT:
                self.hidden[hidden] = place
                hidden += 1
        while hidden > 1:
            other = self.hidden[rng.below(hidden)]
            hidden -= 1
            self.outlook.swap(self.hidden[hidden], other)

    def recall(self, table: Secrets, witness: i64) -> None:
        """What may lie at each place, for all that a seat has seen: a bit for each team."""
        knows = self.knows
        for place in range(PLACES):
            knows[place] = ANY_TEAM
        history = table.history
        number: i64 = 0
        while number < len(history):
            record = history[number]
            place = record & PLACE
            if record & MOVE == 0:
                if record >> (KNOWN_SHIFT + witness) & 1:
                    knows[place] = i64(1) << (record >> TEAM_SHIFT & TEAM)
                number += 1
                continue
            other = history[number + 1]  # a swap is two moves
            number += 2
            if other >> (KNOWN_SHIFT + witness) & 1:
                shown = knows[place]
                knows[place] = knows[other & PLACE]
                knows[other & PLACE] = shown
            else:  # S26: one neighbour of the Diplomat has it
                diplomat: i64 = 0
                while other >> (KNOWN_SHIFT + diplomat) & 1 == 0:
                    diplomat += 1
                one = after(diplomat, table.seats)
                two = before(diplomat, table.seats)
                shown = knows[CENTRE]
                knows[CENTRE] = knows[one] | knows[two]
                knows[one] |= shown
                knows[two] |= shown

    # What it then does.

    def _offer(self, table: Secrets) -> i64:
        seat = table.active
        best = -1.0
        found: i64 = 0
        first_back = self.outlook.with_card(table, seat, seat, table.first_open)
        second_back = self.outlook.with_card(table, seat, seat, table.second_open)
        for target in range(table.seats):
            if target == seat:
                continue
            accepted = self._acceptance(table, target)
            value = self.outlook.with_card(table, seat, target, table.first_open)
            value = accepted * value + (1.0 - accepted) * first_back
            if value > best:
                best = value
                found = table.first_open * SEAT_SHIFT + target
            value = self.outlook.with_card(table, seat, target, table.second_open)
            value = accepted * value + (1.0 - accepted) * second_back
            if value > best:
                best = value
                found = table.second_open * SEAT_SHIFT + target
        return OFFER + found

    def _first_odds(self, table: Secrets, target: i64) -> float:
        """How likely the first open card is on offer, as the active seat and the target are imagined."""
        teams = self.outlook.teams
        first = float(gain(table, target, table.first_open))
        second = float(gain(table, target, table.second_open))
        return first_card_odds(DISTANCE * care(teams[table.active], teams[target]), first, second)

    def _acceptance(self, table: Secrets, target: i64) -> float:
        """How likely a target accepts, as it is imagined."""
        teams = self.outlook.teams
        seat = table.active
        odds = self._first_odds(table, target)
        own = odds * float(gain(table, target, table.first_open))
        own += (1.0 - odds) * float(gain(table, target, table.second_open))
        if teams[target] == HIPPIE:
            own = -own
        back = odds * float(gain(table, seat, table.first_open))
        back += (1.0 - odds) * float(gain(table, seat, table.second_open))
        return acceptance(own, DISTANCE * care(teams[target], teams[seat]) * back)

    def _with_offer(self, table: Secrets, seat: i64, receiver: i64, odds: float) -> float:
        """A seat's chance when the card on offer, whichever it is, comes to a receiver."""
        first = self.outlook.with_card(table, seat, receiver, table.first_open)
        second = self.outlook.with_card(table, seat, receiver, table.second_open)
        return odds * first + (1.0 - odds) * second

    def _answer(self, table: Secrets) -> i64:
        seat = table.target
        odds = self._first_odds(table, seat)
        accepted = self._with_offer(table, seat, seat, odds)
        if accepted > self._with_offer(table, seat, table.active, odds):
            return ACCEPT
        return REFUSE

    def _interrupt(self, table: Secrets) -> i64:
        seat = table.un
        odds = self._first_odds(table, table.target)
        accepted = self._acceptance(table, table.target)
        abstained = accepted * self._with_offer(table, seat, table.target, odds)
        abstained += (1.0 - accepted) * self._with_offer(table, seat, table.active, odds)
        if self._with_offer(table, seat, seat, odds) > abstained:
            return INTERRUPT
        return ABSTAIN

    def _look(self, table: Secrets, rng: Generator) -> i64:
        """At a place that it knows least of."""
        best = rng.below(table.seats)
        for _ in range(2):
            place = rng.below(table.seats)
            if self.knows[place] > self.knows[best]:
                best = place
        return LOOK + best

    def _swap(self, table: Secrets, seat: i64) -> i64:
        best = -1.0
        found: i64 = 0
        for one in range(table.seats):
            for other in range(one + 1, table.seats):
                if one != seat and other != seat:
                    value = self.outlook.with_swap(seat, one, other)
                    if value > best:
                        best = value
                        found = one * SEAT_SHIFT + other
        return SWAP + found

    def _give(self, table: Secrets, seat: i64, card: i64) -> i64:
        """To whom the Politician goes, or the bullet."""
        best = -1.0
        found: i64 = 0
        for other in range(table.seats):
            if other != seat:
                change = -table.bullet
                if card == POLITICIAN:
                    change = gain(table, other, POLITICIAN)
                value = self.outlook.with_points(seat, other, change)
                if value > best:
                    best = value
                    found = other
        return found
