"""What a good player of Heimlich & Co believes, and how good an act looks to them.

A mind reads the feed of its seat line by line. At every move it asks whose agent the move was good for. It
asks the same about its own moves, as the others will, and likes to be misread.
"""

from functools import lru_cache

from spyring import mind
from spyring.core import Actor, Log, Seat, View
from spyring.games.heimlich import position, verbs
from spyring.games.heimlich.belief import Belief
from spyring.games.heimlich.cards import FACE_1_3, RING
from spyring.games.heimlich.moves import MOVES
from spyring.games.heimlich.outlook import Outlook
from spyring.games.heimlich.reading import Choice, Readings, card_worth, hide
from spyring.games.heimlich.rows import entries
from spyring.games.heimlich.rules import Heimlich, new
from spyring.games.heimlich.talk import Talk
from spyring.games.heimlich.wants import POINT, Sensible, standing
from spyring.games.heimlich.worlds import Worlds
from spyring.generator import Generator

# How often a claim is true: who somebody says they are, who they are not, and who somebody else is.
SELF_WORD = 0.15
NOT_WORD = 0.85
OTHERS_WORD = 0.6
HEARSAY = 0.2  # how much of a claim about others is news: everybody has seen the same moves


@lru_cache(maxsize=8192)
def read(seats: int, agents: str, text: str) -> int:
    """The action for a text, whoever the actor is; cached, because texts recur."""
    return verbs.BOOK.parse(new(seats, {"agents": agents, "top-secret": "off", "dossier": "off"}), 0, text)


class Mind(mind.Mind):
    """One seat's thoughts during a game; being thorough makes no difference here."""

    policy = Sensible()

    def __init__(self, view: View) -> None:
        super().__init__(view)
        self.agents = list(view["agents"])
        self.worlds = Worlds(view, [])
        self.in_play: str = view["options"]["agents"]
        self._belief = Belief(self.agents, view["seats"])
        self._surmise = Belief(self.agents, view["seats"])
        self.readings = Readings(view["seats"], len(self.agents))
        self.talk = Talk(self.seat, self.agents)

    @property
    def belief(self) -> Belief:
        """Who is who, after everything that was heard."""
        for seat, likelihood in self.readings.news():
            self._belief.update(seat, likelihood)
        return self._belief

    @property
    def suspicion(self) -> list[float]:
        """How the others read this seat, by agent."""
        return self.readings.suspicion[self.seat]

    def searches(self, options: list[str]) -> bool:
        """No search for a dossier: belief alone decides that."""
        return self.worlds.state.stage != position.WRITING

    def spell(self, options: list[str]) -> list[tuple[int, ...]] | None:
        """H11: a move is chosen agent by agent, its own first, then those near the safe.

        It ends when the points are spent. If their number is a choice (H10), that comes first: 0 for staying.
        """
        state = self.worlds.state
        if state.stage != position.MOVING:
            return None
        at = entries(state.at, len(self.agents))
        own = self.worlds.own_agent()
        order = sorted(range(len(at)), key=lambda agent: (agent != own, (state.safe - at[agent] - 1) % RING))
        return [self._parts(read(self.seats, self.in_play, text), order) for text in options]

    def _parts(self, action: int, order: list[int]) -> tuple[int, ...]:
        if action == verbs.STAY:
            return (0,)
        steps = entries(MOVES.splits[action - verbs.MOVE], len(order))
        points = sum(steps)
        parts = [points] if self.worlds.state.face == FACE_1_3 else []
        for agent in order:
            parts.append(steps[agent])
            points -= steps[agent]
            if not points:
                break
        return tuple(parts)

    def listen(self, actor: Actor, text: str) -> None:
        """Follow the game, and ask what an act tells about its seat."""
        verb, *words = text.split()
        self.talk.hear(actor, verb, words)
        if verb == "identity":
            seat = int(words[0])
            self.readings.swapped(seat, self.belief.shares()[seat])
            for belief in (self._belief, self._surmise):
                belief.swapped(seat)
        if verb in ("deal", "identity") and len(words) == 2:
            for belief in (self._belief, self._surmise):
                belief.know(int(words[0]), self.agents.index(words[1]))
        if isinstance(actor, int) and verb in ("move", "safe", "stay"):
            action = read(self.seats, self.in_play, text)
            plain = self.readings.hear(self.worlds.state, actor, action, deep=actor != self.seat)
            if actor != self.seat:
                self._surmise.update(actor, plain)
        if verb == "say" and isinstance(actor, int) and actor != self.seat:
            self._hear_claim(actor, words)
        self.worlds.hear(actor, text)

    def claim(self, text: str, rng: Generator) -> str:
        """H80: talk is free, and never binding."""
        points = [int(marker) for marker in self.view["scores"].values()]
        own = self.worlds.own_agent()
        return self.talk.claim(text, self.temper, own, self.suspicion, self._shares, points, rng)

    def _shares(self) -> list[list[float]]:
        return self.belief.shares()

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
        for belief in (self._belief, self._surmise):
            belief.update(seat, [times if other == agent else 1.0 for other in range(len(self.agents))])

    def look(self) -> None:
        """Take in what only the view tells."""
        self.worlds.look(self.view)

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

    def _weigh_moves(self, actions: list[int], own: int) -> list[float]:
        """A move is worth what it brings this seat's agent, less what it gives away to a plain reading."""
        choice = Choice(self.worlds.state, self.seat, self.suspicion)
        outlook, model = choice.outlook, choice.model()
        card = choice.card()
        price = choice.price() * (1 - self.temper.risk)
        moves = [action - verbs.MOVE for action in actions if action != verbs.STAY]
        weights = []
        for split in moves:
            weight = outlook.of(own, split) - price
            if card and outlook.into_ruins(split):
                weight += card
            weights.append(weight)
        if len(moves) < len(actions):  # H31: staying comes last
            weights.append(standing(self.worlds.state, own) / POINT + card)
        hide(
            weights,
            len(moves),
            price,
            lambda number: choice.exposure(model.likelihood(outlook.after(moves[number])))[own],
        )
        return weights

    def _weigh_play(self, world: Heimlich, action: int, own: int) -> float:
        """A card is played only if it gains more than it is worth in hand."""
        if action in (verbs.PASS, verbs.DONE):
            return standing(world, own) / POINT
        after = world.copy()
        after.apply(self.seat, action)
        worth = card_worth(self.worlds.state)
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
        return self._by_name(self.belief)

    def surmises(self) -> dict[tuple[Seat, str], float]:
        """The same by the plain reading alone: people do not work out what every move would have shown."""
        return self._by_name(self._surmise)

    def _by_name(self, belief: Belief) -> dict[tuple[Seat, str], float]:
        return {
            (seat, agent): share
            for seat, row in enumerate(belief.shares())
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
