"""Where the tokens may lie: every deal and every hidden exchange, followed through all swaps and sights.

A case is one way the tokens may have gone. In each case it is known what every seat has seen, and so what
that seat may think of each place: a set of teams, as bits. Who looked where is public, except for the side
of an exchange (S26): whoever does not know it thinks that either neighbour may have the token now.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import cache

from spyring.core import Seat
from spyring.games.secrets import cards
from spyring.generator import Generator

Teams = tuple[int, ...]  # by seat, the centre last
Told = tuple[int, ...]  # what one seat was told, in order: the teams that it saw, the sides that it chose


@cache
def deals(left: Teams) -> list[Teams]:
    """All ways to lay out these numbers of tokens, one at each place (S2); at most 630."""
    if not any(left):
        return [()]
    found = []
    for team, count in enumerate(left):
        if count:
            rest = (*left[:team], count - 1, *left[team + 1 :])
            found += [(team, *deal) for deal in deals(rest)]
    return found


class Case:
    """One way the tokens may have gone: the deal, the sides of all exchanges, and where they lie now."""

    __slots__ = ("deal", "knows", "now", "sides", "told", "weight")

    def __init__(
        self,
        deal: Teams,
        sides: tuple[int, ...],
        now: list[int],
        knows: list[list[int]],
        weight: float,
        told: list[Told],
    ) -> None:
        self.deal = deal
        self.sides = sides
        self.now = now
        self.knows = knows  # by place, then by seat: the teams that may lie there, as that seat sees it
        self.weight = weight
        self.told = told  # by seat

    def copy(self) -> "Case":
        knows = [list(row) for row in self.knows]
        return Case(self.deal, self.sides, list(self.now), knows, self.weight, list(self.told))

    def seen(self, place: int, seats: Iterable[Seat]) -> None:
        """Some seats saw a token."""
        for seat in seats:
            self.knows[place][seat] = 1 << self.now[place]
            self.told[seat] += (self.now[place],)

    def swapped(self, place: int, other: int) -> None:
        """Two tokens were swapped, and everybody knows which."""
        now, knows = self.now, self.knows
        now[place], now[other] = now[other], now[place]
        knows[place], knows[other] = knows[other], knows[place]

    def exchanged(self, seat: Seat, side: int) -> None:
        """A Diplomat, who alone knows the side, swapped the centre token with a neighbour's (S26)."""
        now, knows = self.now, self.knows
        centre = len(now) - 1
        sides = [(seat + 1) % centre, (seat - 1) % centre]  # left and right
        neighbour = sides[side]
        now[centre], now[neighbour] = now[neighbour], now[centre]
        for witness in range(centre):
            shown = knows[centre][witness]
            if witness == seat:
                knows[centre][witness] = knows[neighbour][witness]
                knows[neighbour][witness] = shown
            else:
                knows[centre][witness] = knows[sides[0]][witness] | knows[sides[1]][witness]
                for place in sides:
                    knows[place][witness] |= shown
        self.sides = (*self.sides, side)
        self.told[seat] += (side,)


class Belief:
    """How likely each case is to somebody who has seen some of it."""

    def __init__(self, seats: int) -> None:
        self.seats = seats
        unknown = [[cards.ANY_TEAM] * seats for _ in range(seats + 1)]
        found = deals(cards.TOKENS[seats])
        self.cases = [Case(deal, (), list(deal), unknown, 1 / len(found), [()] * seats) for deal in found]

    # What the rules tell.

    def saw(self, place: int, team: int) -> None:
        """The believer saw a token."""
        self._take([case for case in self.cases if case.now[place] == team])

    def first_look(self) -> None:
        """All tokens are dealt, and every seat has had its first look (S3)."""
        everybody = range(self.seats)
        for case in self.cases:
            case.knows = [list(row) for row in case.knows]
            for seat in everybody:
                case.seen(seat, [seat])
                if self.seats >= cards.SEATS_THAT_LOOK_RIGHT:
                    case.seen((seat - 1) % self.seats, [seat])
            if self.seats >= cards.SEATS_THAT_SEE_THE_CENTRE:
                case.seen(self.seats, everybody)

    def seen(self, place: int, seats: Sequence[Seat]) -> None:
        """It is public that these seats have seen this token."""
        for case in self.cases:
            case.seen(place, seats)

    def swapped(self, place: int, other: int) -> None:
        """Two tokens were swapped, and everybody saw it."""
        for case in self.cases:
            case.swapped(place, other)

    def exchanged(self, seat: Seat, sides: Sequence[int]) -> None:
        """A Diplomat made an exchange (S26), on one of these sides."""
        cases = []
        for case in self.cases:
            for side in sides:
                after = case.copy()
                after.exchanged(seat, side)
                cases.append(after)
        self._take(cases)

    # What the others' acts tell.

    def update(self, likelihood: Callable[[Case], float]) -> None:
        """Somebody did something; `likelihood` says how likely that was in each case."""
        for case in self.cases:
            case.weight *= likelihood(case)
        self._take(self.cases)

    def _take(self, cases: list[Case]) -> None:
        """Continue with these cases, scaled so that their weights add up to 1."""
        total = sum(case.weight for case in cases)
        for case in cases:
            case.weight /= total
        self.cases = cases

    # What it comes to.

    def probability(self, place: Seat | str, team: str) -> float:
        """How likely it is that a seat, or the `centre`, has a token."""
        index = self.seats if isinstance(place, str) else place
        number = cards.TEAMS.index(team)
        return sum(case.weight for case in self.cases if case.now[index] == number)

    def in_doubt(self, seat: Seat) -> bool:
        """Whether a seat is likely not to know its own token."""
        return sum(case.weight for case in self.cases if case.knows[seat][seat].bit_count() > 1) > 0.5

    def arrangements(self) -> dict[Teams, float]:
        """How likely each arrangement of the tokens is now."""
        found: dict[Teams, float] = {}
        for case in self.cases:
            now = tuple(case.now)
            found[now] = found.get(now, 0.0) + case.weight
        return found

    def top(self) -> dict[Seat | str, str]:
        """The most likely arrangement: the token of every seat, and of the `centre`."""
        found = self.arrangements()
        *seats, centre = max(found, key=found.__getitem__)
        tokens: dict[Seat | str, str] = {seat: cards.TEAMS[team] for seat, team in enumerate(seats)}
        tokens["centre"] = cards.TEAMS[centre]
        return tokens

    def draw(self, rng: Generator) -> Case:
        """A random case, drawn by its probability."""
        return self.cases[rng.draw([case.weight for case in self.cases])]
