"""What an act tells about its seat: how likely the owner of each agent is to do it.

There are two readings. The plain one asks only whose agent an act was good for; it is what every seat hides
from. The deep one knows that they hide, and that they play in different styles; it takes longer, and is
done when somebody asks.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from heapq import nlargest
from math import exp

from spyring.core import Seat
from spyring.games.heimlich import cards, verbs
from spyring.games.heimlich.outlook import Outlook
from spyring.games.heimlich.rules import Heimlich
from spyring.games.heimlich.turn import may_stay
from spyring.games.heimlich.wants import CARD_WORTH, POINT, standing

KEENNESS = 1.7  # the plain reading: how strongly a seat prefers what is good for its agent, per point
DOUBT = 0.03  # the share of moves that mean nothing to it
COMPARED = 20  # other moves that it compares a move with
SHYNESS = 2.0  # what being known for certain costs at the start of a game, in points; nothing at its end
SHORTLIST = 40  # how many of the best-looking moves are checked for what they give away
TIE = 1e-6  # values that differ by less look the same
LEAST = 1e-40  # nothing is ruled out by reading alone, however many acts speak against it


@dataclass(frozen=True, kw_only=True)
class Style:
    """How a seat may choose among the acts that look best to it."""

    share: float  # of all seats
    among: int  # it chooses among so many of the best, and those that look as good
    keenness: float  # how strongly it prefers the better of these, per point
    random: float  # the share of its acts that mean nothing
    hides: bool = True


STYLES = (
    Style(share=0.92, among=1, keenness=1.0, random=0.003),  # what looks best, at once
    Style(share=0.055, among=1000, keenness=2.5, random=0.1, hides=False),  # searches, and finds other things
    Style(share=0.025, among=1000, keenness=0.67, random=0.4),  # makes mistakes
)


class Model:
    """How likely an act is for the owner of each agent, compared with other possible acts."""

    def __init__(self, others: list[list[float]]) -> None:
        self.count = len(others)
        self.sums = [sum(exp(KEENNESS * value) for value in values) for values in zip(*others, strict=True)]

    def likelihood(self, chosen: list[float]) -> list[float]:
        """By agent, for an act with this result: how much more often its owner does it than any act."""
        found = []
        for value, total in zip(chosen, self.sums, strict=True):
            keen = exp(KEENNESS * value)
            found.append(DOUBT + (1 - DOUBT) * (self.count + 1) * keen / (total + keen))
        return found


class Choice:
    """A move or a place for the safe that a seat has to choose, as everybody sees it."""

    def __init__(self, state: Heimlich, seat: Seat, suspicion: list[float]) -> None:
        self.state = state
        self.seat = seat
        self.suspicion = suspicion  # of each agent, before this act
        self.outlook = Outlook(state)

    def plain(self, action: int) -> list[float]:
        """The plain reading: how likely a move, or a place for the safe, is for the owner of each agent."""
        if action >= verbs.MOVE:
            return self.model().likelihood(self.outlook.after(action - verbs.MOVE))
        others = [self.outlook.with_safe(place) for place in self._places()]
        return Model(others).likelihood(self.outlook.with_safe(action - verbs.SAFE))

    def model(self) -> Model:
        """What a move of this turn is compared with."""
        first, count = int(self.state.first_split), int(self.state.split_count)
        return Model(
            [self.outlook.after(split) for split in range(first, first + count, max(count // COMPARED, 1))]
        )

    def price(self) -> float:
        """What being known for certain costs now, in points."""
        return SHYNESS * left(self.state)

    def card(self) -> float:
        """What drawing a card is worth to the seat now, in points."""
        if self.state.top_secret and self.state.hand_sizes[self.seat] < cards.MOST_IN_HAND:
            return card_worth(self.state)
        return 0.0

    def exposure(self, likelihood: list[float]) -> list[float]:
        """How likely the others would think each agent to be this seat's, after an act."""
        known = [old * new for old, new in zip(self.suspicion, likelihood, strict=True)]
        total = sum(known)
        return [share / total for share in known]

    def deep(self, action: int) -> list[list[float]]:
        """The deep reading: by style and agent, how much more often its owner does it than any act."""
        if action >= verbs.MOVE or action == verbs.STAY:
            hidden, plain = self._wishes()
            first = verbs.MOVE + int(self.state.first_split)
            number = len(plain[0]) - 1 if action == verbs.STAY else action - first
        else:
            places = self._places()
            plain = [
                list(row) for row in zip(*[self.outlook.with_safe(place) for place in places], strict=True)
            ]
            hidden = plain  # a place for the safe is chosen openly
            number = places.index(action - verbs.SAFE)
        return [
            [_likelihood(style, wish, number) for wish in (hidden if style.hides else plain)]
            for style in STYLES
        ]

    def _places(self) -> list[int]:
        return [place for place in range(cards.RING) if place != self.state.safe]

    def _wishes(self) -> tuple[list[list[float]], list[list[float]]]:
        """By agent, how good every split, and staying, looks to its owner, who hides, or does not."""
        first, count = int(self.state.first_split), int(self.state.split_count)
        price, card, model = self.price(), self.card(), self.model()
        after = [self.outlook.after(split) for split in range(first, first + count)]
        draws = [card if card and self.outlook.into_ruins(first + number) else 0.0 for number in range(count)]
        known: dict[int, list[float]] = {}

        def exposure(number: int) -> list[float]:
            if number not in known:
                known[number] = self.exposure(model.likelihood(after[number]))
            return known[number]

        wishes, plain = [], []
        for agent in range(len(self.suspicion)):
            plain.append([values[agent] + draw for values, draw in zip(after, draws, strict=True)])
            wish = [value - price for value in plain[-1]]
            if may_stay(self.state):
                stays = standing(self.state, agent) / POINT + card
                plain[-1].append(stays)
                wish.append(stays)
            hide(wish, count, price, lambda number, agent=agent: exposure(number)[agent])  # type: ignore[misc]
            wishes.append(wish)
        return wishes, plain


def hide(weights: list[float], moves: int, price: float, exposure: Callable[[int], float]) -> None:
    """Add what is left of the price of being known, to the best-looking of the moves, which come first."""
    ranked = sorted(range(len(weights)), key=weights.__getitem__, reverse=True)
    for number in ranked[:SHORTLIST]:
        if number < moves:
            weights[number] += price * (1 - exposure(number))


def left(state: Heimlich) -> float:
    """How much of the game is left, from 1 down to 0."""
    return max(1 - state.farthest() / cards.FINISH, 0.0)


def card_worth(state: Heimlich) -> float:
    """What a card in hand is worth, in points; at the end, nothing."""
    return CARD_WORTH / POINT * min(2 * left(state), 1.0)


def _likelihood(style: Style, wish: list[float], number: int) -> float:
    """How much more often somebody of this style, who wishes this, does an act than any act."""
    found = style.random
    least = min(wish) if style.among >= len(wish) else nlargest(style.among, wish)[-1]
    if wish[number] >= least - TIE:
        total = sum([exp(style.keenness * (value - wish[number])) for value in wish if value >= least - TIE])
        found += (1 - style.random) * len(wish) / total
    return found


class Readings:
    """All that was read into the acts of all seats; the deep part of it when somebody asks."""

    def __init__(self, seats: int, agents: int) -> None:
        self.agents = agents
        self.suspicion = [[1.0] * agents for _ in range(seats)]  # the plain reading, by seat and agent
        self.styles = [[[style.share] * agents for style in STYLES] for _ in range(seats)]
        self.unread: list[tuple[Choice, int]] = []

    def hear(self, state: Heimlich, seat: Seat, action: int, *, deep: bool) -> list[float]:
        """A seat does something in this position: what a plain reading makes of it."""
        suspicion = self.suspicion[seat]
        choice = Choice(state.copy(), seat, suspicion)
        if deep:
            self.unread.append((choice, action))
        if action == verbs.STAY:
            return [1.0] * self.agents
        plain = choice.plain(action)
        known = [old * new for old, new in zip(suspicion, plain, strict=True)]
        most = max(known)
        self.suspicion[seat] = [weight / most for weight in known]
        return plain

    def news(self) -> Iterator[tuple[Seat, list[float]]]:
        """By seat and agent, what the acts since the last time tell: an agent's owner fits so well.

        A seat's style is found out along with its agent: what fits neither in one style may in another.
        """
        unread, self.unread = self.unread, []
        for choice, action in unread:
            styles = self.styles[choice.seat]
            before = _sums(styles)
            styles = [
                [old * new for old, new in zip(style, found, strict=True)]
                for style, found in zip(styles, choice.deep(action), strict=True)
            ]
            after = _sums(styles)
            most = max(after)
            self.styles[choice.seat] = [[max(weight / most, LEAST) for weight in style] for style in styles]
            yield choice.seat, [new / old for old, new in zip(before, after, strict=True)]

    def swapped(self, seat: Seat, shares: list[float]) -> None:
        """H54: the seat has another agent than the one that is so likely, but it still plays in its style."""
        sums = _sums(self.styles[seat])
        self.styles[seat] = [
            [sum(share * weight / total for share, weight, total in zip(shares, style, sums, strict=True))]
            * self.agents
            for style in self.styles[seat]
        ]
        self.suspicion[seat] = [1.0] * self.agents


def _sums(styles: list[list[float]]) -> list[float]:
    """By agent, over all styles."""
    return [sum(weights) for weights in zip(*styles, strict=True)]
