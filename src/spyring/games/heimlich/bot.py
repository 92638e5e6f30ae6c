"""What a good player of Heimlich & Co believes, and how good an act looks to them.

A mind hears the feed of its seat line by line. From every move it asks: for whose agent would this have
been a good one? Its belief is exact over all deals of agents to seats (at most 5,040) under that model.
"""

from itertools import permutations
from math import exp

from spyring.core import CHANCE, Actor, Log, Seat, View
from spyring.games.heimlich import cards, codes, position
from spyring.games.heimlich.moves import MOVES
from spyring.games.heimlich.notation import Reader
from spyring.games.heimlich.rules import Heimlich
from spyring.games.heimlich.wants import Sensible, safe_value, split_values, standing
from spyring.games.heimlich.worlds import Worlds
from spyring.generator import Generator

KEENNESS = 0.45  # how strongly a seat is believed to prefer what is good for its agent, per point
DOUBT = 0.15  # the share of moves that tell nothing
COMPARED = 20  # other moves that a move is compared with
SHYNESS = 0.3  # how much of an open lead a shy seat forgoes at the start of a game
CARD_WORTH = 2.0  # points that a card in the hand is worth

POLICY = Sensible()
Deal = tuple[int, ...]  # the agent of each seat


class Belief:
    """How likely each deal of the agents is, to one who has seen what this seat has."""

    def __init__(self, agents: list[str], seats: int) -> None:
        self.agents = agents
        deals = list(permutations(range(len(agents)), seats))
        self.deals: dict[Deal, float] = dict.fromkeys(deals, 1 / len(deals))

    def _take(self, deals: dict[Deal, float]) -> None:
        """From now on these deals, with weights that add up to one."""
        total = sum(deals.values())
        self.deals = {deal: weight / total for deal, weight in deals.items()}

    def know(self, seat: Seat, agent: int) -> None:
        """This seat has this agent, for certain."""
        self._take({deal: weight for deal, weight in self.deals.items() if deal[seat] == agent})

    def update(self, seat: Seat, likelihood: list[float]) -> None:
        """A seat did something that is so likely for the owner of each agent."""
        self._take({deal: weight * likelihood[deal[seat]] for deal, weight in self.deals.items()})

    def swapped(self, seat: Seat) -> None:
        """H54: a seat changed its agent for one that was free."""
        after: dict[Deal, float] = {}
        for deal, weight in self.deals.items():
            for drawn in range(len(self.agents)):
                if drawn not in deal:
                    changed = (*deal[:seat], drawn, *deal[seat + 1 :])
                    after[changed] = after.get(changed, 0.0) + weight
        self._take(after)

    def probability(self, seat: Seat, agent: str) -> float:
        """How likely it is that a seat has an agent."""
        number = self.agents.index(agent)
        return sum(weight for deal, weight in self.deals.items() if deal[seat] == number)

    def top(self) -> dict[str, Seat | None]:
        """The most likely deal: the owner of every agent."""
        best = max(self.deals, key=self.deals.__getitem__)
        return {agent: best.index(n) if n in best else None for n, agent in enumerate(self.agents)}

    def draw(self, rng: Generator) -> Deal:
        """A deal, as often as it is likely."""
        point = rng.below(1 << 31) / (1 << 31)
        for deal, weight in self.deals.items():
            point -= weight
            if point < 0:
                return deal
        return next(iter(self.deals))


class Mind:
    """One seat's thoughts through a game."""

    policy = POLICY

    def __init__(self, view: View) -> None:
        self.seat: Seat = view["seat"]
        self.seats: int = view["seats"]
        self.agents = list(view["agents"])
        self.worlds = Worlds(view, [])
        self.reader: Reader = self.worlds.reader
        self.belief = Belief(self.agents, view["seats"])
        self.heard: Log = []

    def follows(self, view: View, feed: Log) -> bool:
        """Whether this is the same seat's feed, as far as this mind has heard it."""
        return view["seat"] == self.seat and feed[: len(self.heard)] == self.heard

    def hear(self, view: View, feed: Log) -> None:
        """Take in what is new in the feed."""
        for actor, text in feed[len(self.heard) :]:
            self._hear(actor, text)
        self.heard = list(feed)
        self.worlds.look(view)

    def options(self, legal: list[str]) -> list[str]:
        """Somebody has to act: doing nothing is no choice."""
        return legal

    def searches(self, options: list[str]) -> bool:
        """A dossier is a matter of belief alone."""
        return self.worlds.table.stage != position.DOSSIER

    def _hear(self, actor: Actor, text: str) -> None:
        verb, *words = text.split()
        if verb == "identity":
            self.belief.swapped(int(words[0]))
        if verb in ("deal", "identity") and len(words) == 2:
            self.belief.know(int(words[0]), self.agents.index(words[1]))
        if actor not in (CHANCE, self.seat) and verb in ("move", "safe"):
            assert isinstance(actor, int)
            self.belief.update(actor, self.likelihood(self.reader.read(actor, text)))
        self.worlds.hear(actor, text)

    def likelihood(self, action: int) -> list[float]:
        """How likely an act is for the owner of each agent, against others that were possible."""
        table = self.worlds.table
        if action >= codes.MOVE_CODE:
            step = max(table.split_count // COMPARED, 1)
            others = range(table.first_split, table.first_split + table.split_count, step)
            values = [split_values(table, MOVES.splits[number]) for number in others]
            chosen = split_values(table, MOVES.splits[action - codes.MOVE_CODE])
        else:
            values = [self._safe_values(place) for place in range(cards.RING) if place != table.safe]
            chosen = self._safe_values(action - codes.SAFE_CODE)
        shares = []
        for agent, value in enumerate(chosen):
            mean = sum(exp(KEENNESS * (other[agent] - value)) for other in values) / len(values)
            shares.append(DOUBT + (1 - DOUBT) / (1 + mean))
        return shares

    def _safe_values(self, building: int) -> list[float]:
        return [safe_value(self.worlds.table, building, agent) for agent in range(len(self.agents))]

    def weigh(self, legal: list[str], rng: Generator) -> list[float]:
        """How good each legal act looks, in points."""
        actions = [self.reader.read(self.seat, text) for text in legal]
        stage = self.worlds.table.stage
        if stage == position.DOSSIER:
            return [self._weigh_dossier(action - codes.DOSSIER_CODE) for action in actions]
        own = self.worlds.own_agent()
        if stage == position.MOVE:
            return [self._weigh_move(action, own) for action in actions]
        if stage == position.SAFE:
            table = self.worlds.table
            return [safe_value(table, action - codes.SAFE_CODE, own) for action in actions]
        world = self.draw(rng)
        return [self._weigh_play(world, action, own) for action in actions]

    def _weigh_move(self, action: int, own: int) -> float:
        """A move is good for the own agent, and less so if it is plain whom it favours."""
        table = self.worlds.table
        if action == codes.STAY_CODE:
            return standing(table, own) + CARD_WORTH
        values = split_values(table, MOVES.splits[action - codes.MOVE_CODE])
        others = sorted(values[agent] for agent in range(len(values)) if agent != own)
        given_away = max(values[own] - others[-1], 0.0)
        return values[own] - SHYNESS * (1 - table.farthest() / cards.FINISH) * given_away

    def _weigh_play(self, world: Heimlich, action: int, own: int) -> float:
        """A card is played only if it gains more than it is worth in the hand."""
        if action in (codes.PASS_CODE, codes.DONE_CODE):
            return standing(world, own)
        after = world.copy()
        after.apply(self.seat, action)
        return standing(after, own) - CARD_WORTH

    def _weigh_dossier(self, dossier: int) -> float:
        """The expected number of agents named correctly."""
        total = 0.0
        for agent in range(len(self.agents)):
            owner = dossier >> (3 * agent) & codes.FREE
            if owner == self.seat:
                continue
            shares = [self.belief.probability(seat, self.agents[agent]) for seat in range(self.seats)]
            total += 1 - sum(shares) if owner == codes.FREE else shares[owner]
        return total

    def draw(self, rng: Generator) -> Heimlich:
        """A world, as likely as this mind thinks it is."""
        owners = [position.NOBODY] * len(self.agents)
        for seat, agent in enumerate(self.belief.draw(rng)):
            owners[agent] = seat
        return self.worlds.sample(rng, owners)
