"""What a good player of Heimlich & Co believes, and how good an act looks to them.

A mind reads the feed of its seat line by line. At every move it asks whose agent the move was good for. It
asks the same about its own moves, as the others will, and likes to be misread.
"""

from functools import lru_cache
from math import exp

from spyring import mind
from spyring.core import Actor, Log, Seat, View
from spyring.games.heimlich import cards, position, verbs
from spyring.games.heimlich.belief import Belief
from spyring.games.heimlich.outlook import Outlook
from spyring.games.heimlich.rules import Heimlich, new
from spyring.games.heimlich.talk import Talk
from spyring.games.heimlich.wants import CARD_WORTH, POINT, Sensible, standing
from spyring.games.heimlich.worlds import Worlds
from spyring.generator import Generator

KEENNESS = 1.7  # how strongly a seat is assumed to prefer what is good for its agent, per point
DOUBT = 0.03  # the share of moves that mean nothing
COMPARED = 20  # other moves that a move is compared with
SHYNESS = 2.0  # what being known for certain costs at the start of a game, in points; nothing at its end
# How often a claim is true: who somebody says they are, who they are not, and who somebody else is.
SELF_WORD = 0.15
NOT_WORD = 0.85
OTHERS_WORD = 0.6
HEARSAY = 0.2  # how much of a claim about others is news: everybody has seen the same moves
SHORTLIST = 40  # how many of the best-looking moves are checked for what they give away


@lru_cache(maxsize=8192)
def read(seats: int, agents: str, text: str) -> int:
    """The action for a text, whoever the actor is; cached, because texts recur."""
    return verbs.BOOK.parse(new(seats, {"agents": agents, "top-secret": "off", "dossier": "off"}), 0, text)


class Model:
    """How likely a move is for the owner of each agent, compared with other possible moves."""

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


class Mind(mind.Mind):
    """One seat's thoughts during a game; being thorough makes no difference here."""

    policy = Sensible()

    def __init__(self, view: View) -> None:
        super().__init__(view)
        self.agents = list(view["agents"])
        self.worlds = Worlds(view, [])
        self.in_play: str = view["options"]["agents"]
        self.belief = Belief(self.agents, view["seats"])
        self.talk = Talk(self.seat, self.agents)
        self.suspicion = [1.0] * len(self.agents)  # how the others read this seat, by agent

    def searches(self, options: list[str]) -> bool:
        """No search for a dossier: belief alone decides that."""
        return self.worlds.state.stage != position.WRITING

    def listen(self, actor: Actor, text: str) -> None:
        """Follow the game, and ask what an act tells about its seat."""
        verb, *words = text.split()
        self.talk.hear(actor, verb, words)
        if verb == "identity":
            self.belief.swapped(int(words[0]))
            if int(words[0]) == self.seat:
                self.suspicion = [1.0] * len(self.agents)
        if verb in ("deal", "identity") and len(words) == 2:
            self.belief.know(int(words[0]), self.agents.index(words[1]))
        if isinstance(actor, int) and verb in ("move", "safe"):
            self._read_into(actor, read(self.seats, self.in_play, text))
        if verb == "say" and isinstance(actor, int) and actor != self.seat:
            self._hear_claim(actor, words)
        self.worlds.hear(actor, text)

    def claim(self, text: str, rng: Generator) -> str:
        """H80: talk is free, and never binding."""
        points = [int(marker) for marker in self.view["scores"].values()]
        own = self.worlds.own_agent()
        return self.talk.claim(text, self.temper, own, self.suspicion, self.belief.shares, points, rng)

    def _hear_claim(self, actor: Seat, words: list[str]) -> None:
        """A claim is worth as much as the word of whoever makes it; about this seat, it is proved at once."""
        if words[0] not in ("agent", "not"):
            return
        seat, agent, says = int(words[1]), self.agents.index(words[2]), words[0] == "agent"
        own = self.worlds.own_agent()
        if seat == self.seat or agent == own:
            self.trust.proved(actor, self.number, true=(seat == self.seat and agent == own) == says)
            return
        usual = (SELF_WORD if seat == actor else OTHERS_WORD) if says else NOT_WORD
        honesty = self.trust.honesty(actor, usual)
        odds = honesty / (1 - honesty) if says else (1 - honesty) / honesty
        times = self.trust.weight(odds * (len(self.agents) - 1))
        if seat != actor:
            times **= HEARSAY
        self.belief.update(seat, [times if other == agent else 1.0 for other in range(len(self.agents))])

    def look(self) -> None:
        """Take in what only the view tells."""
        self.worlds.look(self.view)

    def _read_into(self, actor: Seat, action: int) -> None:
        """Ask whose agent this was good for; about this seat's own acts, as the others will."""
        likelihood = self.likelihood(action)
        if actor != self.seat:
            self.belief.update(actor, likelihood)
        else:
            known = [old * new for old, new in zip(self.suspicion, likelihood, strict=True)]
            self.suspicion = [weight / max(known) for weight in known]

    def likelihood(self, action: int) -> list[float]:
        """How likely a move, or a place for the safe, is for the owner of each agent."""
        state = self.worlds.state
        outlook = Outlook(state)
        if action >= verbs.MOVE:
            return self._model(outlook).likelihood(outlook.after(action - verbs.MOVE))
        others = [outlook.with_safe(place) for place in range(cards.RING) if place != state.safe]
        return Model(others).likelihood(outlook.with_safe(action - verbs.SAFE))

    def _model(self, outlook: Outlook) -> Model:
        """What a move of this turn is compared with."""
        first, count = int(outlook.state.first_split), int(outlook.state.split_count)
        return Model(
            [outlook.after(split) for split in range(first, first + count, max(count // COMPARED, 1))]
        )

    def weigh(self, legal: list[str], rng: Generator) -> list[float]:
        """How good each legal act looks, in points."""
        stage = self.worlds.state.stage
        if stage == position.WRITING:
            return self._weigh_dossiers(
                [verbs.BOOK.parse(self.worlds.state, self.seat, text) for text in legal]
            )
        actions = [read(self.seats, self.in_play, text) for text in legal]
        own = self.worlds.own_agent()
        if stage == position.MOVING:
            return self._weigh_moves(actions, own)
        if stage == position.MOVING_SAFE:
            outlook = Outlook(self.worlds.state)
            return [outlook.with_safe(action - verbs.SAFE)[own] for action in actions]
        world = self.draw(rng)
        return [self._weigh_play(world, action, own) for action in actions]

    def _left(self) -> float:
        """How much of the game is left, from 1 down to 0."""
        return max(1 - self.worlds.state.farthest() / cards.FINISH, 0.0)

    def _card_worth(self) -> float:
        """What a card in hand is worth, in points; at the end, nothing."""
        return CARD_WORTH / POINT * min(2 * self._left(), 1.0)

    def _weigh_moves(self, actions: list[int], own: int) -> list[float]:
        """A move is worth what it brings this seat's agent, less what it gives away."""
        state = self.worlds.state
        outlook = Outlook(state)
        draws = state.top_secret and state.hand_sizes[self.seat] < cards.MOST_IN_HAND
        card = self._card_worth() if draws else 0.0
        price = SHYNESS * self._left() * (1 - self.temper.risk)
        weights = []
        for action in actions:
            if action == verbs.STAY:
                weights.append(standing(state, own) / POINT + card)
                continue
            weight = outlook.of(own, action - verbs.MOVE) - price
            if card and outlook.into_ruins(action - verbs.MOVE):
                weight += card
            weights.append(weight)
        model = self._model(outlook)
        ranked = sorted(range(len(actions)), key=weights.__getitem__, reverse=True)
        for number in ranked[:SHORTLIST]:
            if actions[number] != verbs.STAY:
                after = outlook.after(actions[number] - verbs.MOVE)
                weights[number] += price * (1 - self._exposure(model.likelihood(after), own))
        return weights

    def _exposure(self, likelihood: list[float], own: int) -> float:
        """How sure the others would be of this seat's agent after an act."""
        known = [old * new for old, new in zip(self.suspicion, likelihood, strict=True)]
        return known[own] / sum(known)

    def _weigh_play(self, world: Heimlich, action: int, own: int) -> float:
        """A card is played only if it gains more than it is worth in hand."""
        if action in (verbs.PASS, verbs.DONE):
            return standing(world, own) / POINT
        after = world.copy()
        after.apply(self.seat, action)
        worth = self._card_worth()
        if after.stage == position.DRAWING_IDENTITY:
            return self._mean_free(after) - worth
        if after.stage == position.DRAWING_FOR_CARD:
            return standing(after, own) / POINT
        return standing(after, own) / POINT - worth

    def _mean_free(self, world: Heimlich) -> float:
        """H54: the expected standing of the agent that a swap of identity brings."""
        shares = self.belief.shares()
        free = [
            1 - sum(shares[seat][agent] for seat in range(self.seats)) for agent in range(len(self.agents))
        ]
        stands = [standing(world, agent) / POINT for agent in range(len(free))]
        return sum(share * stand for share, stand in zip(free, stands, strict=True)) / (
            len(self.agents) - self.seats
        )

    def _weigh_dossiers(self, actions: list[int]) -> list[float]:
        """The expected number of correctly named agents."""
        shares = self.belief.shares()
        shares += [[0.0] * len(self.agents) for _ in range(len(shares), verbs.FREE)]
        shares += [[1 - sum(seats) for seats in zip(*shares, strict=True)]]
        weights = []
        for action in actions:
            owners = action - verbs.DOSSIER
            total = 0.0
            for agent in range(len(self.agents)):
                total += shares[owners % verbs.SHIFT][agent]
                owners //= verbs.SHIFT
            weights.append(total)
        return weights

    def believes(self) -> dict[tuple[Seat, str], float]:
        """How likely each seat is to have each agent."""
        return {
            (seat, agent): share
            for seat, row in enumerate(self.belief.shares())
            for agent, share in zip(self.agents, row, strict=True)
        }

    def fitting(self, feed: Log) -> dict[tuple[Seat, str], float]:
        """The same for somebody who reads nothing into moves: any agent but its own."""
        others = 1 / (len(self.agents) - 1)
        return {
            (seat, agent): float(agent == self.worlds.me)
            if seat == self.seat
            else (0.0 if agent == self.worlds.me else others)
            for seat in range(self.seats)
            for agent in self.agents
        }

    def draw(self, rng: Generator) -> Heimlich:
        """A random world, drawn as often as this mind believes in it."""
        owners = [verbs.FREE] * len(self.agents)
        for seat, agent in enumerate(self.belief.draw(rng)):
            owners[agent] = seat
        return self.worlds.sample_with(rng, owners)
