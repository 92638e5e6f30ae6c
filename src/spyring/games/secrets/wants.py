"""What a good player of Secrets wants to do: sensible play from what each seat has seen."""

from typing import Final, cast

from spyring._native import i64, mypyc_attr, vec
from spyring.core import Actor, State
from spyring.games.secrets.cards import (
    ANY_TEAM,
    CENTRE,
    HIPPIE,
    MOST_SEATS,
    PLACES,
    POLITICIAN,
    TEAMS,
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

NEVER: Final = -1
INSIGHT: Final = 25  # percentage of unseen tokens that a seat guesses correctly


def _question(tokens: vec[i64], seats: i64, target: i64, card: i64) -> int:
    """A number for an offer of a card to a target, with the tokens here."""
    found = card * MOST_SEATS + target
    for seat in range(seats):
        found = found * len(TEAMS) + tokens[seat]
    return found


@mypyc_attr(acyclic=True)
class Sensible(Policy):
    """Every seat imagines a layout of the tokens that fits what it has seen, and does what is best there."""

    def __init__(self) -> None:
        self.turn: i64 = NEVER  # in which the answer to an offer is foreseen
        self.answers: dict[int, float] = {}  # how likely it is to be accepted, by the number of its question
        self.outlook = Outlook()
        self.knows: vec[i64] = vec[i64]([ANY_TEAM] * PLACES)
        self.hidden: vec[i64] = vec[i64]([0] * PLACES)

    def foresee(self, turn: int, tokens: list[int], target: int, card: int, odds: float) -> None:
        """How likely a target is to accept a card in this turn, with these tokens in front of the seats."""
        if turn != self.turn:
            self.turn = turn
            self.answers = {}
        self.answers[_question(vec[i64](tokens), len(tokens), target, card)] = odds

    def plans(self) -> bool:
        """No: below an offer in a tree, the target would answer as if it had seen the card (S11)."""
        return False

    def reward(self, state: State, seat: int) -> float:
        """S43: all winners win together, and a shared win counts in full."""
        if seat in state.winners():
            return 1.0
        return 0.0

    def pick(self, state: State, rng: Generator) -> tuple[Actor, i64]:
        """What a sensible seat does next."""
        position = cast(Secrets, state)
        if position.stage < OFFERING or position.stage == OVER:
            return position.pick(rng)
        return position.actors()[0], self._act(position, rng)

    def step(self, state: State, rng: Generator) -> bool:
        """Do it; False when the game is over."""
        position = cast(Secrets, state)
        if position.stage < OFFERING or position.stage == OVER:
            return position.step(rng)
        position.apply(position.actors()[0], self._act(position, rng))
        return True

    def _act(self, state: Secrets, rng: Generator) -> i64:
        stage = state.stage
        self.outlook.look(state)
        if stage == OFFERING:
            self.imagine(state, state.active, rng)
            return self._offer(state)
        if stage == ANSWERING:
            if state.turn == self.turn:
                odds = self.answers.get(_question(state.tokens, state.seats, state.target, state.offered))
                if odds is not None:
                    if rng.fraction() < odds:
                        return ACCEPT
                    return REFUSE
            self.imagine(state, state.target, rng)
            return self._answer(state)
        if stage == ASKING_UN:
            self.imagine(state, state.un, rng)
            return self._interrupt(state)
        seat = state.receiver
        self.imagine(state, seat, rng)
        if stage == LOOKING:
            return self._look(state, rng)
        if stage == SWAPPING:
            return self._swap(state, seat)
        if stage == EXCHANGING:
            left = self.outlook.with_swap(seat, after(seat, state.seats), CENTRE)
            if left > self.outlook.with_swap(seat, before(seat, state.seats), CENTRE):
                return EXCHANGE + LEFT
            return EXCHANGE + RIGHT
        if stage == SENDING:
            return SEND + self._give(state, seat, POLITICIAN)
        assert stage == SHOOTING
        return SHOOT + self._give(state, seat, -1)

    # What a seat imagines.

    def imagine(self, state: Secrets, witness: i64, rng: Generator) -> None:
        """Lay out the tokens as a seat may imagine them: as seen, guessed correctly, or in any order."""
        self.recall(state, witness)
        teams = self.outlook.teams
        hidden: i64 = 0
        for place in range(PLACES):
            if place >= state.seats and place != CENTRE:
                continue
            teams[place] = state.tokens[place]
            known = self.knows[place]
            if known & (known - 1) and rng.below(100) >= INSIGHT:
                self.hidden[hidden] = place
                hidden += 1
        while hidden > 1:
            other = self.hidden[rng.below(hidden)]
            hidden -= 1
            self.outlook.swap(self.hidden[hidden], other)

    def recall(self, state: Secrets, witness: i64) -> None:
        """What may lie at each place, given what a seat has seen: a bit for each team."""
        knows = self.knows
        for place in range(PLACES):
            knows[place] = ANY_TEAM
        history = state.history
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
                one = after(diplomat, state.seats)
                two = before(diplomat, state.seats)
                shown = knows[CENTRE]
                knows[CENTRE] = knows[one] | knows[two]
                knows[one] |= shown
                knows[two] |= shown

    # What it then does.

    def _offer(self, state: Secrets) -> i64:
        seat = state.active
        best = -1.0
        found: i64 = 0
        first_back = self.outlook.with_card(state, seat, seat, state.first_open)
        second_back = self.outlook.with_card(state, seat, seat, state.second_open)
        for target in range(state.seats):
            if target == seat:
                continue
            accepted = self._acceptance(state, target)
            value = self.outlook.with_card(state, seat, target, state.first_open)
            value = accepted * value + (1.0 - accepted) * first_back
            if value > best:
                best = value
                found = state.first_open * SEAT_SHIFT + target
            value = self.outlook.with_card(state, seat, target, state.second_open)
            value = accepted * value + (1.0 - accepted) * second_back
            if value > best:
                best = value
                found = state.second_open * SEAT_SHIFT + target
        return OFFER + found

    def _first_odds(self, state: Secrets, target: i64) -> float:
        """How likely the first open card is to be on offer, given the imagined active seat and target."""
        teams = self.outlook.teams
        first = float(gain(state, target, state.first_open))
        second = float(gain(state, target, state.second_open))
        return first_card_odds(DISTANCE * care(teams[state.active], teams[target]), first, second)

    def _acceptance(self, state: Secrets, target: i64) -> float:
        """How likely a target is to accept, given how it is imagined."""
        teams = self.outlook.teams
        seat = state.active
        odds = self._first_odds(state, target)
        own = odds * float(gain(state, target, state.first_open))
        own += (1.0 - odds) * float(gain(state, target, state.second_open))
        if teams[target] == HIPPIE:
            own = -own
        back = odds * float(gain(state, seat, state.first_open))
        back += (1.0 - odds) * float(gain(state, seat, state.second_open))
        return acceptance(own, DISTANCE * care(teams[target], teams[seat]) * back)

    def _with_offer(self, state: Secrets, seat: i64, receiver: i64, odds: float) -> float:
        """A seat's chance if the card on offer, whichever it is, goes to a receiver."""
        first = self.outlook.with_card(state, seat, receiver, state.first_open)
        second = self.outlook.with_card(state, seat, receiver, state.second_open)
        return odds * first + (1.0 - odds) * second

    def _answer(self, state: Secrets) -> i64:
        seat = state.target
        odds = self._first_odds(state, seat)
        accepted = self._with_offer(state, seat, seat, odds)
        if accepted > self._with_offer(state, seat, state.active, odds):
            return ACCEPT
        return REFUSE

    def _interrupt(self, state: Secrets) -> i64:
        seat = state.un
        odds = self._first_odds(state, state.target)
        accepted = self._acceptance(state, state.target)
        abstained = accepted * self._with_offer(state, seat, state.target, odds)
        abstained += (1.0 - accepted) * self._with_offer(state, seat, state.active, odds)
        if self._with_offer(state, seat, seat, odds) > abstained:
            return INTERRUPT
        return ABSTAIN

    def _look(self, state: Secrets, rng: Generator) -> i64:
        """Look at a place about which the seat knows least."""
        best = rng.below(state.seats)
        for _ in range(2):
            place = rng.below(state.seats)
            if self.knows[place] > self.knows[best]:
                best = place
        return LOOK + best

    def _swap(self, state: Secrets, seat: i64) -> i64:
        best = -1.0
        found: i64 = 0
        for one in range(state.seats):
            for other in range(one + 1, state.seats):
                if one != seat and other != seat:
                    value = self.outlook.with_swap(seat, one, other)
                    if value > best:
                        best = value
                        found = one * SEAT_SHIFT + other
        return SWAP + found

    def _give(self, state: Secrets, seat: i64, card: i64) -> i64:
        """To whom the Politician goes, or the bullet."""
        best = -1.0
        found: i64 = 0
        for other in range(state.seats):
            if other != seat:
                change = -state.bullet
                if card == POLITICIAN:
                    change = gain(state, other, POLITICIAN)
                value = self.outlook.with_points(seat, other, change)
                if value > best:
                    best = value
                    found = other
        return found
