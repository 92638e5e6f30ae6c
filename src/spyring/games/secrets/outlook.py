"""What a position of Secrets is worth to a seat: its chance of winning, and what a card would change."""

from math import exp
from typing import Final, final

from spyring._native import i64, mypyc_attr, vec
from spyring.games.secrets.cards import (
    ASSASSIN,
    CENTRE,
    CIA,
    DOUBLE_AGENT,
    HIPPIE,
    KGB,
    MOST_SEATS,
    PLACES,
    POLITICIAN,
    SCIENTIST,
    WORTH,
    full_display,
)
from spyring.games.secrets.position import (
    DISPLAY,
    Position,
)

# Log odds, fitted to games of good players: a lead counts for less the more cards are to come, and a Hippie
# who is level with the lowest of the others rarely ends up alone at the bottom.
LEAD_ODDS: Final = 0.16  # for each point, with one card to come
HIPPIE_ODDS: Final = 0.33  # for each point below
CROWD_ODDS: Final = 0.45  # against a Hippie, for each seat

# By card: what its effect is likely to bring its receiver's team, in points.
EFFECT: Final = [0.0, 1.5, 0.7, 0.3, 0.0, 0.0, 0.7, 1.0]

HIPPIE_CARE: Final = 0.15  # how much a team wants a Hippie's score to grow
LOVE_AND_PEACE: Final = 0.3  # how much a Hippie wants the others' scores to grow
KEENNESS: Final = 2.5  # points that make one of the two cards clearly more likely to be on offer
CAUTION: Final = 1.5  # points that make an answer clear
DISTANCE: Final = 0.6  # how much of a friendship the other is thought to know


def curve(x: float) -> float:
    """An S-curve from 0 to 1, with 0.5 at 0."""
    if x < 0.0:
        return 0.5 / (1.0 - x)
    return 1.0 - 0.5 / (1.0 + x)


def logistic(x: float) -> float:
    """The probability for these log odds."""
    return 1.0 / (1.0 + exp(-x))


def care(team: i64, other: i64) -> float:
    """How much a member of one team wants the score of a member of another to grow."""
    if team == HIPPIE:
        return LOVE_AND_PEACE
    if other == HIPPIE:
        return HIPPIE_CARE
    if team == other:
        return 1.0
    return -1.0


def gain(state: Position, seat: i64, card: i64) -> i64:
    """What a character would change in the score of a display (S25, S30, S41)."""
    if card == SCIENTIST and state.open_copies(seat, SCIENTIST) > 0:
        open_score: i64 = 0
        first = seat * DISPLAY
        for place in range(first, first + state.sizes[seat]):
            kind = state.displays[place]
            if kind <= ASSASSIN:
                open_score += WORTH[kind]
        return -open_score
    if state.open_copies(seat, card) > 0:
        return -WORTH[card]
    return WORTH[card]


def first_card_odds(care_for_target: float, first: float, second: float) -> float:
    """How likely the first of two cards is to be on offer, by what each would bring the target."""
    return curve(care_for_target * (first - second) / KEENNESS)


def acceptance(own: float, back: float) -> float:
    """How likely a target is to accept, by what it expects from the card, and from giving it back."""
    return curve((own - back) / CAUTION)


@mypyc_attr(acyclic=True)
@final
class Outlook:
    """How a game may end, given how somebody imagines the tokens."""

    def __init__(self) -> None:
        self.seats: i64 = 0
        self.teams: vec[i64] = vec[i64]([0] * PLACES)
        self.points: vec[i64] = vec[i64]([0] * MOST_SEATS)
        self.sizes: vec[i64] = vec[i64]([0] * MOST_SEATS)
        self.full: i64 = 0
        self.most: i64 = 0

    def look(self, state: Position) -> None:
        """Take in the displays."""
        self.seats = state.seats
        self.full = full_display(state.seats)
        self.most = 0
        for seat in range(state.seats):
            self.points[seat] = state.score(seat)
            self.sizes[seat] = state.sizes[seat]
            if state.sizes[seat] > self.most:
                self.most = state.sizes[seat]

    def lay(self, tokens: list[int]) -> None:
        """Imagine the tokens like this: by seat, the centre last."""
        for seat in range(self.seats):
            self.teams[seat] = tokens[seat]
        self.teams[CENTRE] = tokens[self.seats]

    def chance(self, seat: i64, most: i64, swing: float) -> float:
        """How likely a seat is to win, given the fullest display's cards; `swing` is for the CIA."""
        lowest: i64 = 99
        second: i64 = 99
        lead: i64 = 0
        for other in range(self.seats):
            points = self.points[other]
            if points < lowest:
                second = lowest
                lowest = points
            elif points < second:
                second = points
            team = self.teams[other]
            if team == CIA:
                lead += points
            elif team == KGB:
                lead -= points
        left = float(self.full - most)
        own = self.teams[seat]
        if own == HIPPIE:
            return self._alone(seat, lowest, second, left)
        others = 1.0
        for other in range(self.seats):
            if self.teams[other] == HIPPIE:
                others *= 1.0 - self._alone(other, lowest, second, left)
        if own == KGB:
            lead = -lead
            swing = -swing
        if left <= 0.0:  # S43
            if lead > 0:
                return others
            return 0.0
        return others * logistic(LEAD_ODDS * (float(lead) + swing) / left)

    def _alone(self, seat: i64, lowest: i64, second: i64, left: float) -> float:
        """S42: how likely a seat is to have the lowest score alone."""
        below = lowest - self.points[seat]
        if below == 0:
            below = second - lowest
        if left <= 0.0:
            if below > 0:
                return 1.0
            return 0.0
        return logistic(HIPPIE_ODDS * float(below) - CROWD_ODDS * float(self.seats))

    def with_points(self, seat: i64, other: i64, change: i64) -> float:
        """A seat's chance if another gets a card that changes its score by this much."""
        return self._with_card(seat, other, change, 0.0)

    def with_card(self, state: Position, seat: i64, receiver: i64, card: i64) -> float:
        """A seat's chance if a character goes to a receiver."""
        swing = EFFECT[card]
        team = self.teams[receiver]
        if card == POLITICIAN:  # S21: not kept
            if team == HIPPIE:
                return self.chance(seat, self.most, 0.0)
            if team == KGB:
                return self.chance(seat, self.most, -swing)
            return self.chance(seat, self.most, swing)
        if card == DOUBLE_AGENT:
            self.swap(receiver, CENTRE)
            value = self._with_card(seat, receiver, gain(state, receiver, card), 0.0)
            self.swap(receiver, CENTRE)
            return value
        if team == HIPPIE:
            swing = 0.0
        elif team == KGB:
            swing = -swing
        return self._with_card(seat, receiver, gain(state, receiver, card), swing)

    def _with_card(self, seat: i64, receiver: i64, change: i64, swing: float) -> float:
        most = self.most
        if self.sizes[receiver] + 1 > most:
            most = self.sizes[receiver] + 1
        self.points[receiver] += change
        value = self.chance(seat, most, swing)
        self.points[receiver] -= change
        return value

    def swap(self, place: i64, other: i64) -> None:
        """Imagine two tokens swapped."""
        token = self.teams[place]
        self.teams[place] = self.teams[other]
        self.teams[other] = token

    def with_swap(self, seat: i64, place: i64, other: i64) -> float:
        """A seat's chance with two tokens swapped."""
        self.swap(place, other)
        value = self.chance(seat, self.most, 0.0)
        self.swap(place, other)
        return value
