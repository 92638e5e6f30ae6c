"""Who is who: exact over all deals of agents to seats (at most 5,040), given a model of what moves tell."""

from spyring.core import Seat
from spyring.generator import Generator

Deal = tuple[int, ...]  # the agent of each seat

LEAST = 1e-40  # news of seven seats may contradict each other: their product must not vanish


class Belief:
    """How likely each deal of the agents is, given what this seat has seen."""

    def __init__(self, agents: list[str], seats: int) -> None:
        self.agents = agents
        self.seats = seats
        self._deals: dict[Deal, float] | None = None  # computed when somebody asks
        self._forget_news()

    def _forget_news(self) -> None:
        """Forget what has been worked into the deals."""
        self._news = [[1.0] * len(self.agents) for _ in range(self.seats)]
        self._heard = False

    @property
    def deals(self) -> dict[Deal, float]:
        """Every possible deal with its probability; computed when somebody asks."""
        if self._deals is None or self._heard:
            weights = self._deal_out() if self._deals is None else self._work_in(self._deals)
            total = sum(weights.values())
            self._deals = {deal: max(weight / total, LEAST) for deal, weight in weights.items() if weight > 0}
            self._forget_news()
        return self._deals

    def _deal_out(self) -> dict[Deal, float]:
        """Build all deals that fit what was heard, seat by seat."""
        weights: dict[Deal, float] = {(): 1.0}
        for news in self._news:
            possible = [(agent, weight) for agent, weight in enumerate(news) if weight > 0]
            weights = {
                (*deal, agent): weight * new
                for deal, weight in weights.items()
                for agent, new in possible
                if agent not in deal
            }
        return weights

    def _work_in(self, deals: dict[Deal, float]) -> dict[Deal, float]:
        """Update the deals with what was heard."""
        weights = {}
        for deal, weight in deals.items():
            for news, agent in zip(self._news, deal, strict=True):
                weight *= news[agent]
            weights[deal] = weight
        return weights

    def know(self, seat: Seat, agent: int) -> None:
        """This seat has this agent, for certain."""
        self.update(seat, [float(other == agent) for other in range(len(self.agents))])

    def update(self, seat: Seat, likelihood: list[float]) -> None:
        """A seat did something; the likelihoods are those for the owner of each agent."""
        most = max(likelihood)
        self._news[seat] = [
            max(old * new / most, LEAST if old * new > 0 else 0.0)
            for old, new in zip(self._news[seat], likelihood, strict=True)
        ]
        self._heard = True

    def swapped(self, seat: Seat) -> None:
        """H54: a seat exchanged its agent for a free one."""
        free = len(self.agents) - self.seats
        after: dict[Deal, float] = {}
        for deal, weight in self.deals.items():
            for drawn in range(len(self.agents)):
                if drawn not in deal:
                    changed = (*deal[:seat], drawn, *deal[seat + 1 :])
                    after[changed] = after.get(changed, 0.0) + weight / free
        self._deals = after

    def shares(self) -> list[list[float]]:
        """How likely each seat is to have each agent."""
        shares = [[0.0] * len(self.agents) for _ in range(self.seats)]
        for deal, weight in self.deals.items():
            for seat, agent in enumerate(deal):
                shares[seat][agent] += weight
        return shares

    def probability(self, seat: Seat, agent: str) -> float:
        """How likely a seat is to have an agent."""
        return self.shares()[seat][self.agents.index(agent)]

    def top(self) -> dict[str, Seat | None]:
        """The most likely deal: the owner of every agent."""
        deals = self.deals
        best = max(deals, key=deals.__getitem__)
        return {agent: best.index(n) if n in best else None for n, agent in enumerate(self.agents)}

    def draw(self, rng: Generator) -> Deal:
        """A random deal, drawn by its probability."""
        return list(self.deals)[rng.draw(list(self.deals.values()))]
