"""Which worlds fit what a seat has seen: full positions drawn from its view and feed alone.

Chance has the same probabilities as at the table. Of what the others did, only the cards that they played
count here: each is assumed to be taken at random from the hand that held it. How well a move fits an agent
is a matter of belief, and does not belong here.
"""

from collections import Counter
from dataclasses import dataclass

from spyring.core import Actor, Log, Seat, View
from spyring.games.heimlich import cards, position, verbs
from spyring.games.heimlich.dossier import count_dossiers, nth_dossier, true_dossier
from spyring.games.heimlich.rules import Heimlich, new
from spyring.generator import Generator


def sample(view: View, feed: Log, rng: Generator) -> Heimlich:
    """A full position that shows this seat the same view."""
    return Worlds(view, feed).sample(rng)


@dataclass
class Pool:
    """Cards that went into one pile and that this seat has not seen since.

    They are in the pile or in the hands of others, and every arrangement of them is equally likely.
    """

    cards: Counter[int]
    held: Counter[Seat]

    def copy(self) -> "Pool":
        return Pool(Counter(self.cards), Counter(self.held))

    def key(self) -> tuple[object, ...]:
        return tuple(sorted((+self.cards).items())), tuple(sorted((+self.held).items()))


@dataclass
class Case:
    """One way in which the played cards may have come from the pools, and its weight."""

    weight: float
    pools: list[Pool]


class Hands:
    """What a seat can know of the cards in the others' hands and in the pile."""

    def __init__(self, deck: list[int], seat: Seat | None) -> None:
        self.seat = seat
        self.discard: list[int] = []
        self.pile = sum(deck)
        self.cases = [Case(1.0, [Pool(Counter(dict(enumerate(deck))), Counter())])]

    def drawn(self, seat: Seat, card: int | None) -> None:
        """Somebody drew a card; this seat knows which one only if it was its own."""
        if self.pile == 0:  # H34
            for case in self.cases:
                case.pools.append(Pool(Counter(self.discard), Counter()))
            self.pile, self.discard = len(self.discard), []
        for case in self.cases:
            pool = case.pools[-1]
            if card is None:
                pool.held[seat] += 1
            else:
                case.weight *= pool.cards[card] / pool.cards.total()
                pool.cards[card] -= 1
        self.pile -= 1
        self._merge()

    def played(self, seat: Seat, card: int) -> None:
        """Somebody played a card; if it was another seat, the card was one of its unseen ones."""
        self.discard.append(card)
        if seat == self.seat:
            return
        cases = []
        for case in self.cases:
            for number, pool in enumerate(case.pools):
                chance = pool.cards[card] * pool.held[seat] / max(pool.cards.total(), 1)
                if chance > 0:
                    pools = [other.copy() for other in case.pools]
                    pools[number].cards[card] -= 1
                    pools[number].held[seat] -= 1
                    cases.append(Case(case.weight * chance, pools))
        self.cases = cases
        self._merge()

    def _merge(self) -> None:
        """Merge equal cases, and keep the weights away from zero."""
        total = sum(case.weight for case in self.cases)
        merged: dict[tuple[object, ...], Case] = {}
        for case in self.cases:
            case.weight /= total
            key = tuple(pool.key() for pool in case.pools)
            if key in merged:
                merged[key].weight += case.weight
            elif case.weight > 0:
                merged[key] = case
        self.cases = list(merged.values())

    def deal(self, rng: Generator) -> tuple[dict[Seat, list[int]], list[int]]:
        """The hands of the others and the pile, drawn at random."""
        hands: dict[Seat, list[int]] = {}
        pile: list[int] = []
        case = self.cases[rng.draw([case.weight for case in self.cases])]
        for pool in case.pools:
            unseen = list(pool.cards.elements())
            rng.shuffle(unseen)
            for seat in sorted(pool.held):
                for _ in range(pool.held[seat]):
                    hands.setdefault(seat, []).append(unseen.pop())
            pile += unseen
        return hands, pile


@dataclass
class Change:
    """A moment at which the owners of the agents matter: a swap of identity, or a dossier."""

    verb: str
    seat: Seat
    known: int | None  # the agent drawn, or the dossier written, if this seat knows it


class Worlds:
    """All worlds that fit one seat's view and feed; any number can be drawn."""

    def __init__(self, view: View, feed: Log) -> None:
        self.seat: Seat | None = view.get("seat")
        self.state = new(view["seats"], view["options"])
        self.agents = list(view["agents"])
        self.hands = Hands(cards.deck(self.state.seats), self.seat)
        self.deals: list[int | None] = []
        self.changes: list[Change] = []
        self.revealed: dict[int, int] = {}
        for actor, text in feed:
            self.hear(actor, text)
        self.look(view)

    def own_agent(self) -> int:
        """The agent of this seat."""
        return self.agents.index(self.me)

    def look(self, view: View) -> None:
        """Take in what only the view tells."""
        self.me: str = view.get("me") or ""
        self.own_hand = [cards.KEYS.index(card) for card in view.get("hand", [])]
        self.markers: list[int] = list(
            view["scores"].values()
        )  # at the end dossiers count, and no line tells that

    def hear(self, actor: Actor, text: str) -> None:
        """Follow one line: the position as everybody sees it, with arbitrary values for what is hidden."""
        verb, *words = text.split()
        hidden = len(words) == 1
        if verb == "owner":
            self._hear_owner(words)
        elif verb in ("scored", "say"):
            pass  # the position that follows the lines has counted it too; a claim changes nothing (H80)
        elif verb == "wrote":
            seat = int(words[0])
            dossier = verbs.BOOK.parse(self.state, seat, " ".join(["dossier", *words[1:]])) - verbs.DOSSIER
            self.changes.append(Change("dossier", seat, dossier))
        elif verb == "deal":
            action = verbs.DEAL if hidden else verbs.BOOK.parse(self.state, actor, text)
            self.deals.append(None if hidden else action % verbs.SHIFT)
            self.state.apply(actor, action)
        elif verb == "identity":
            action = verbs.IDENTITY if hidden else verbs.BOOK.parse(self.state, actor, text)
            self.changes.append(Change(verb, int(words[0]), None if hidden else action % verbs.SHIFT))
            self.state.apply(actor, action)
        elif verb == "draw":
            action = verbs.DRAW if hidden else verbs.BOOK.parse(self.state, actor, text)
            self.hands.drawn(int(words[0]), None if hidden else action % verbs.DRAW_SHIFT)
            self.state.apply(actor, action)
        elif verb == "dossier":
            assert isinstance(actor, int)
            action = verbs.DOSSIER if not words else verbs.BOOK.parse(self.state, actor, text)
            self.changes.append(Change(verb, actor, action - verbs.DOSSIER if words else None))
            self.state.apply(actor, action)
        else:
            action = verbs.BOOK.parse(self.state, actor, text)
            if verb == "play":
                assert isinstance(actor, int)
                card = cards.KEYS.index(words[0])
                self.hands.played(actor, card)
                self.state.hold(actor, card)
            self.state.apply(actor, action)

    def _hear_owner(self, words: list[str]) -> None:
        self.revealed[self.agents.index(words[0])] = verbs.FREE if words[1] == "free" else int(words[1])

    def sample(self, rng: Generator) -> Heimlich:
        """A random one of them, drawn by its probability."""
        owner, dossiers = self._draw_owners(rng)
        while owner is None:
            owner, dossiers = self._draw_owners(rng)
        return self._lay_out(rng, owner, dossiers)

    def sample_with(self, rng: Generator, owner: list[int]) -> Heimlich:
        """A world with the owners that somebody believes in; all who have written named them correctly."""
        world = self._lay_out(rng, owner, [position.NOBODY] * self.state.seats)
        dossiers = [
            int(true_dossier(world)) if seat in self.state.written else position.NOBODY
            for seat in range(self.state.seats)
        ]
        for change in self.changes:
            if change.verb == "dossier" and change.known is not None:
                dossiers[change.seat] = change.known
        world.write_dossiers(dossiers)
        return world

    def _lay_out(self, rng: Generator, owner: list[int], dossiers: list[int]) -> Heimlich:
        """The position with everything that is face down filled in."""
        held, pile = self.hands.deal(rng)
        hands = [held.get(seat, []) for seat in range(self.state.seats)]
        if self.seat is not None:
            hands[self.seat] = self.own_hand
        world = self.state.copy()
        world.lay_hidden(owner, dossiers, hands, pile)
        world.set_markers(self.markers)
        return world

    def _draw_owners(self, rng: Generator) -> tuple[list[int] | None, list[int]]:
        """Deal the agents and follow every swap; None if a swap of this seat's own does not fit."""
        owner = self._draw_deal(rng)
        dossiers = [position.NOBODY] * self.state.seats
        for change in self.changes:
            if change.verb == "dossier":
                dossiers[change.seat] = self._dossier(change, owner, rng)
                continue
            free = [agent for agent, seat in enumerate(owner) if seat == verbs.FREE]
            drawn = change.known
            if drawn is None:
                drawn = free[rng.below(len(free))]
            elif drawn not in free:
                return None, []
            owner[owner.index(change.seat)] = verbs.FREE
            owner[drawn] = change.seat
        if self.revealed:
            owner = [self.revealed[agent] for agent in range(self.state.agents)]
        return owner, dossiers

    def _draw_deal(self, rng: Generator) -> list[int]:
        owner = [verbs.FREE] * self.state.agents
        for seat, agent in enumerate(self.deals):
            if agent is not None:
                owner[agent] = seat
        left = [agent for agent in range(self.state.agents) if owner[agent] == verbs.FREE]
        rng.shuffle(left)
        for seat, agent in enumerate(self.deals):
            if agent is None:
                owner[left.pop()] = seat
        return owner

    def _dossier(self, change: Change, owner: list[int], rng: Generator) -> int:
        """What was written, or one of all that the writer could write."""
        if change.known is not None:
            return change.known
        world = self.state.copy()
        world.lay_hidden(owner, list(world.dossiers), [], [])
        return nth_dossier(world, rng.below(count_dossiers(world)), change.seat)
