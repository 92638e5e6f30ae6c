"""What a good player of Secrets believes, and how good an act looks to them.

An act looks as good as the chance of winning after it, in the cases that its mind holds likely.
"""

from collections.abc import Sequence
from math import log

from spyring.core import Log, Seat, View
from spyring.games.secrets import cards
from spyring.games.secrets.belief import Belief, Case, Teams, Told
from spyring.games.secrets.choices import shares
from spyring.games.secrets.outlook import (
    Outlook,
)
from spyring.games.secrets.reading import Listener
from spyring.games.secrets.rules import Secrets
from spyring.games.secrets.wants import Sensible
from spyring.games.secrets.worlds import Worlds
from spyring.generator import Generator

WIN = 20.0  # what a win is worth, in points
LEAST = 1e-12  # a weight, to divide by
MINDED = 24  # an act is weighed in this many of the likeliest cases
SELF_INTEREST = 1.5  # what a look at one's own token is worth, relative to another seat's
CENTRE_INTEREST = 0.3  # likewise at the centre

Foreseen = dict[Seat, dict[Told, list[float]]]  # by target and what it was told: the odds that it accepts


def _by_seat(belief: Belief) -> dict[tuple[Seat, str], float]:
    return {
        (seat, team): belief.probability(seat, team) for seat in range(belief.seats) for team in cards.TEAMS
    }


def _offer(words: list[str]) -> tuple[int, Seat]:
    """The card and the target of an offer."""
    return cards.KEYS.index(words[1]), int(words[2])


class Mind(Listener):
    """One seat's thoughts during a game."""

    def __init__(self, view: View) -> None:
        super().__init__(view)
        self.policy: Sensible = Sensible()
        self.outlook = Outlook()

    def options(self, legal: list[str]) -> list[str]:
        """An offer that fits what this seat said of it, if it keeps its word."""
        said = self.words.card(self.worlds.open, (0, 0))
        if not legal or not legal[0].startswith("offer") or said is None:
            return legal
        kept = [text for text in legal if self._may_say(said, *_offer(text.split()))]
        return kept or legal

    def searches(self, options: list[str]) -> bool:
        """No search for where to look: belief alone decides that."""
        return not options[0].startswith("look")

    def draw(self, rng: Generator) -> Secrets:
        """A world drawn from the belief: where the tokens lie, and which card is on offer."""
        case = self.belief.draw(rng)
        offered = 0
        if self.worlds.offer is not None:
            odds = self._first_odds(case)
            offered = self.worlds.open[0 if rng.fraction() < odds else 1]
        return self.worlds.world(case, offered, rng)

    def believes(self) -> dict[tuple[Seat, str], float]:
        """How likely each seat is to be of each team."""
        return _by_seat(self.belief)

    def fitting(self, feed: Log) -> dict[tuple[Seat, str], float]:
        """The same for somebody who reads nothing into acts and words."""
        return _by_seat(Worlds(self.view, feed).belief)

    def claim(self, text: str, rng: Generator) -> str:
        """S60: talk is free, and never binding."""
        if text.startswith("offer") and not self.talk.topic:
            self.weigh([text], rng)  # nobody has thought about words for it yet
        return self.talk.claim(text, self.temper, self.belief, rng)

    # Weighing.

    def weigh(self, options: list[str], rng: Generator) -> list[float]:
        """How good each option looks: the chance of winning after it, in points."""
        words = [option.split() for option in options]
        verb = words[0][0]
        if verb == "look":
            return [self._interest(place) for _, place in words]
        self.outlook.look(self.state)
        if verb == "offer":
            return self._weigh_offers(words, rng)
        weights = [0.0] * len(options)
        for case in self._likeliest():
            self.outlook.lay(case.now)
            for number, chance in enumerate(self._chances(words, case)):
                weights[number] += WIN * case.weight * chance
        return weights

    def answer(self, offerer: Seat, said: int | None) -> list[float]:
        """What accepting and refusing would be worth if one of the open cards was offered, and named so."""
        heard = self.words.claims
        self.offer, self.words.claims = (offerer, self.seat), {} if said is None else {cards.KEYS[said]: []}
        weights = self.weigh(["accept", "refuse"], Generator(0))
        self.offer, self.words.claims = None, heard
        return weights

    def _likeliest(self) -> list[Case]:
        """The cases in which an act is weighed."""
        return sorted(self.belief.cases, key=lambda case: -case.weight)[:MINDED]

    def _chances(self, words: list[list[str]], case: Case) -> list[float]:
        """The chance of winning after each option, in one case."""
        seat, verb = self.seat, words[0][0]
        if verb in ("accept", "refuse", "interrupt", "abstain"):
            return self._with_answers([verb for (verb,) in words], case)
        if verb == "exchange":
            sides = {"left": (seat + 1) % self.seats, "right": (seat - 1) % self.seats}
            return [self.outlook.with_swap(seat, cards.CENTRE, sides[side]) for _, side in words]
        if verb == "swap":
            return [self.outlook.with_swap(seat, int(one), int(other)) for _, one, other in words]
        others = [int(other) for _, other in words]
        if verb == "send":
            gains = [self._gain(other, cards.POLITICIAN) for other in others]
        else:
            assert verb == "shoot"
            gains = [self.view["bullet"]] * len(others)
        return [self.outlook.with_points(seat, *gift) for gift in zip(others, gains, strict=True)]

    def _with_answers(self, verbs: list[str], case: Case) -> list[float]:
        """The chance of winning after an answer, or after an interruption (S13)."""
        assert self.offer is not None
        offerer, target = self.offer
        odds = self._first_odds(case)
        taken, back = self._with_offer(target, odds), self._with_offer(offerer, odds)
        found = {"accept": taken, "refuse": back, "interrupt": self._with_offer(self.seat, odds)}
        if "abstain" in verbs:  # if one is the target, it is up to oneself
            share = 0.5
            if target != self.seat:
                [share] = self._acceptance(case, offerer, target, [self._said_card(target)])
            found["abstain"] = share * taken + (1 - share) * back
        return [found[verb] for verb in verbs]

    def _weigh_offers(self, options: list[list[str]], rng: Generator) -> list[float]:
        """What each offer is worth, with the best words for it that this temper finds."""
        offers = [_offer(words) for words in options]
        names = self.talk.names_card(self.temper, rng)
        said = self.words.card(self.worlds.open, (0, 0))
        words = [said, *(self.worlds.open if names and said is None else ())]
        foreseen = self._foresee(offers, words)
        weights, *others = self._offers_with(offers, words, foreseen)
        best = [0] * len(offers)
        frank = self.temper.open and not self.temper.lies  # who never lies has no other words
        for which, found in enumerate(others, 1):
            card_named = words[which]
            assert card_named is not None
            for number, (weight, offer) in enumerate(zip(found, offers, strict=True)):
                helps = weight > weights[number] or self.temper.spite or frank
                if helps and self._may_say(card_named, *offer):
                    weights[number], best[number] = weight, which
                    self.talk.words[cards.KEYS[offer[0]], offer[1]] = cards.KEYS[card_named]
        self._expect(offers, best, foreseen)
        return weights

    def _acceptance(self, case: Case, seat: Seat, target: Seat, words: Sequence[int | None]) -> list[float]:
        """How likely a target is to accept a seat's offer, for each card that its owner may have named."""
        first, second = (
            WIN * (self._with_card(target, target, card) - self._with_card(target, seat, card))
            for card in self.worlds.open
        )
        sympathy = self.sympathies.care[case.knows[seat][target]][case.knows[target][target]]
        found = []
        for said in words:
            odds = self._with_words(0.5, seat, sympathy, said)
            found.append(shares([odds * first + (1 - odds) * second, 0.0])[0])
        return found

    def _foresee(self, offers: list[tuple[int, Seat]], words: list[int | None]) -> Foreseen:
        """What each target would answer to each of these words, if there is time to think of that."""
        if self.others is None:
            return {}
        targets = {target for _, target in offers}
        return {target: self.others.acceptance(self.seat, target, words) for target in targets}

    def _expect(self, offers: list[tuple[int, Seat]], best: list[int], foreseen: Foreseen) -> None:
        """Let a search know the answers to these offers with their best words."""
        if not foreseen:
            return
        cases: dict[Teams, list[Case]] = {}  # by what lies in front of the seats
        for case in self.belief.cases:
            cases.setdefault(tuple(case.now[:-1]), []).append(case)
        for tokens, alike in cases.items():
            total = sum(case.weight for case in alike)
            for (card, target), which in zip(offers, best, strict=True):
                odds = sum(case.weight * foreseen[target][case.told[target]][which] for case in alike)
                self.policy.foresee(self.state.turn, list(tokens), target, card, odds / max(total, LEAST))

    def _may_say(self, said: int, card: int, target: Seat) -> bool:
        """A friend hears the truth, and so does everybody from those who do not lie."""
        if self.temper.spite:
            return said != card
        return said == card or (self.talk.deceives and not self.talk.is_mate(target, self.belief))

    def _offers_with(
        self, offers: list[tuple[int, Seat]], words: list[int | None], foreseen: Foreseen
    ) -> list[list[float]]:
        """The chance of winning after each offer, in points, for each card that one may name with it."""
        seat = self.seat
        targets = {target for _, target in offers}
        found = [[0.0] * len(offers) for _ in words]
        for case in self._likeliest():
            self.outlook.lay(case.now)
            back = {card: self._with_card(seat, seat, card) for card in self.worlds.open}
            accepted = {
                target: foreseen[target][case.told[target]]
                if foreseen
                else self._acceptance(case, seat, target, words)
                for target in targets
            }
            for number, (card, target) in enumerate(offers):
                taken = self._with_card(seat, target, card)
                for weights, share in zip(found, accepted[target], strict=True):
                    weights[number] += WIN * case.weight * self.temper.bets(share, taken, back[card])
        return found

    def _with_card(self, seat: Seat, receiver: Seat, card: int) -> float:
        """The chance of a seat to win if a card goes to a receiver."""
        return self.outlook.with_card(self.state, seat, receiver, card)

    def _with_offer(self, receiver: Seat, odds: float) -> float:
        """The chance of winning if the card on offer, whichever it is, goes to a receiver."""
        first, second = (self._with_card(self.seat, receiver, card) for card in self.worlds.open)
        return self.temper.bets(odds, first, second)

    def _interest(self, place: str) -> float:
        """What a look at a place would tell."""
        where: Seat | str = place if place == "centre" else int(place)
        shares = [self.belief.probability(where, team) for team in cards.TEAMS]
        surprise = sum(share * log(1 / share) for share in shares if share > 0)
        if where == "centre":
            return CENTRE_INTEREST * surprise
        return SELF_INTEREST * surprise if where == self.seat else surprise
