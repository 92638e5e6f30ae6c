"""What a good player of Secrets believes, and how good an act looks to them.

A mind reads the feed of its seat line by line. Its belief is exact over all cases: where the tokens lie,
including its own, and what every seat knows. At every offer, answer, gift and bullet it asks in which cases
a seat that knows this much would have done that. An act looks as good as the chance of winning after it.
"""

from collections.abc import Callable, Sequence
from math import log

from spyring.core import CHANCE, Actor, Log, Seat, View
from spyring.games.secrets import cards, verbs
from spyring.games.secrets.belief import Belief, Case, Told
from spyring.games.secrets.choices import shares
from spyring.games.secrets.hearsay import Claim, Hearsay
from spyring.games.secrets.others import Answering, Others
from spyring.games.secrets.outlook import (
    DISTANCE,
    Outlook,
    acceptance,
    curve,
    first_card_odds,
    gain,
)
from spyring.games.secrets.rules import Secrets, new
from spyring.games.secrets.sympathies import Sympathies
from spyring.games.secrets.talk import Talk
from spyring.games.secrets.wants import Sensible
from spyring.games.secrets.words import Words
from spyring.games.secrets.worlds import Worlds
from spyring.generator import Generator
from spyring.temper import Temper

WIN = 20.0  # what a win is worth, in points
DOUBT = 0.03  # the share of acts that mean nothing
BULLET_FELT = -1.5  # what a bullet changes while its value is hidden
OTHERS_EAR = 1.0  # how much of what is said counts for the others
AGAINST = 0.6  # who doubts somebody is against them so often, and who asks for trust is for them
MINDED = 24  # an act is weighed, and read, in this many of the likeliest cases
SELF_INTEREST = 1.5  # what a look at one's own token is worth, relative to another seat's
CENTRE_INTEREST = 0.3  # likewise at the centre

Likelihood = Callable[[int, int], float]  # given what a seat may think of itself and of another
Foreseen = dict[Seat, dict[Told, list[float]]]  # by target and what it was told: the odds that it accepts


def _by_seat(belief: Belief) -> dict[tuple[Seat, str], float]:
    return {
        (seat, team): belief.probability(seat, team) for seat in range(belief.seats) for team in cards.TEAMS
    }


class Mind(Answering):
    """One seat's thoughts during a game; a thorough mind also asks what the others are thinking."""

    def __init__(self, view: View) -> None:
        super().__init__(view)
        self.policy: Sensible = Sensible()
        self.outlook = Outlook()
        self.sympathies = Sympathies(self.seats)
        self.worlds = Worlds(view, [])
        self.belief = self.worlds.belief
        self.talk = Talk(self.seat)
        self.offer: tuple[Seat, Seat] | None = None  # from whom to whom
        self.words = Words(self.trust)
        self.hearsay = Hearsay(self.belief, self.trust)
        self.others: Others | None = None
        self._start_again()

    def be(self, temper: Temper, *, thorough: bool = False) -> None:
        super().be(temper, thorough=thorough)
        if thorough:
            self.others = Others(self.view, self.belief, Mind)

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

    # Listening.

    def listen(self, actor: Actor, text: str) -> None:
        """Ask what an act tells about its seat, then let it happen."""
        verb, *words = text.split()
        self.talk.hear(actor, verb, words)
        if actor != CHANCE:
            self._hear_act(actor, verb, words)
        self.worlds.hear(actor, text)
        if self.others is not None:
            if verb == "exchange" and not words:
                assert isinstance(actor, int)
                self.others.read_side(actor)
            self.others.hear(actor, text)
        self._follow_claims(actor, verb, words)
        if verb == "bullet" and words:
            self._start_again()
        self._follow()

    def _hear_act(self, actor: Seat, verb: str, words: list[str]) -> None:
        if actor != self.seat:
            self._read_act(actor, verb, words)
        if verb == "offer":
            self.offer = actor, int(words[-1])
        elif verb == "receives" and self.offer is not None:
            self._read_card(cards.KEYS.index(words[0]))
            self.offer = None
            self.words.forget()
        elif verb == "say":
            self._hear_claim(actor, words)

    def _start_again(self) -> None:
        """Begin a game as everybody sees it, with arbitrary values for what is hidden."""
        self.state = new(self.seats, self.worlds.options)
        self.followed = 0
        self.drawn = 0

    def _follow(self) -> None:
        """Follow in it what is known by now; an offer only when its card is known."""
        lines = self.worlds.lines
        until = len(lines) if self.worlds.offer is None else self.worlds.offer
        for actor, action in lines[self.followed : until]:
            if action < verbs.FIRST:
                action += self.belief.cases[0].deal[(action - verbs.TOKEN) // verbs.TEAM_SHIFT]
            elif action == verbs.BULLET:
                action += self._bullet(self.worlds.bullets[self.drawn])
                self.drawn += 1
            self.state.apply(actor, action)
        self.followed = until

    def _bullet(self, known: int | None) -> int:
        """The bullet that was drawn, or one that may have been drawn."""
        if known is not None:
            return known
        left = [n for n in range(len(cards.BULLETS)) if self.state.bullets >> n & 1]
        return next(n for n in left if n not in self.worlds.bullets)

    # Reading what others do.

    def _read_act(self, seat: Seat, verb: str, words: list[str]) -> None:
        """Learn from an act of a seat: at a glance, or, if there is time, by asking what it has in mind."""
        if self.others is not None:
            self.others.read(seat, verb, words, self.worlds.open)
        elif verb in ("accept", "refuse"):
            self._read_answer(accepted=verb == "accept")
        elif verb == "send":
            self._read_gift(seat, int(words[0]), self._gain(int(words[0]), cards.POLITICIAN))
        elif verb == "shoot":
            self._read_gift(seat, int(words[0]), BULLET_FELT)

    def _read(self, seat: Seat, other: Seat, likelihood: Likelihood) -> None:
        """Learn from an act of a seat towards another."""
        shares: dict[tuple[int, int], float] = {}

        def share(case: Case) -> float:
            key = case.knows[seat][seat], case.knows[other][seat]
            if key not in shares:
                shares[key] = DOUBT + (1 - DOUBT) * likelihood(*key)
            return shares[key]

        self.belief.update(share)

    def _read_card(self, card: int) -> None:
        """The offered card is open now: was it meant to help or to harm?"""
        assert self.offer is not None
        seat, target = self.offer
        said = self._said_card(target)
        if seat != self.seat:
            first, second = self.worlds.open
            one, two = self._gain(target, first), self._gain(target, second)
            if card == second:
                one, two = two, one
            sympathy = self.sympathies.care
            if self.others is not None:
                self.others.read_card(self.worlds.open.index(card))
            else:
                self._read(seat, target, lambda own, theirs: first_card_odds(sympathy[own][theirs], one, two))
            if said is not None:
                true = said == card
                self._weigh_words(
                    seat, target, lambda own, theirs: self.words.truth(seat, sympathy[own][theirs], true=true)
                )
        if said is not None:
            self.trust.proved(seat, self.words.number, true=said == card)
            self.hearsay.reconsider(seat)

    def _read_answer(self, *, accepted: bool) -> None:
        """A target took a card or gave it back, knowing only that it was one of two."""
        assert self.offer is not None
        seat, target = self.offer
        said = self._said_card(target)

        def likelihood(own: int, theirs: int) -> float:
            share = self._answer_odds(own, theirs, seat, target, said)
            return share if accepted else 1 - share

        self._read(target, seat, likelihood)

    def _read_gift(self, seat: Seat, other: Seat, points: float) -> None:
        """A Politician or a bullet was given to somebody."""
        sympathy = self.sympathies.care
        self._read(seat, other, lambda own, theirs: curve(sympathy[own][theirs] * points))

    # Reading what others say (S60): it proves nothing, and is worth as much as the word of whoever says it.

    def _hear_claim(self, actor: Seat, words: list[str]) -> None:
        kind = words[0]
        if actor == self.seat and kind not in ("card", "take", "refuse"):
            return
        if kind == "team":
            self.hearsay.hear(Claim(self.number, actor, int(words[1]), cards.TEAMS.index(words[2])))
        elif kind == "doubt" and int(words[1]) != actor:
            self._read_sides(actor, int(words[1]), AGAINST)
        elif kind == "trust" and self.offer is not None and actor in self.offer:
            self._read_sides(actor, sum(self.offer) - actor, 1 - AGAINST)
        elif actor == self.state.active and len(self.worlds.open) == 2:
            if kind in ("card", "take", "refuse"):
                self.words.number = self.number
            if kind == "card":
                self.words.named = cards.KEYS.index(words[1])
            elif kind in ("take", "refuse"):
                self.words.advice = kind

    def _weigh_words(self, seat: Seat, other: Seat, likelihood: Likelihood) -> None:
        """Learn from what a seat said to another."""
        weight = self.trust.weight
        self.belief.update(lambda case: weight(likelihood(case.knows[seat][seat], case.knows[other][seat])))

    def _read_sides(self, seat: Seat, other: Seat, against: float) -> None:
        """Somebody said that they are against somebody, or with them."""
        care = self.sympathies.care
        self._weigh_words(seat, other, lambda own, theirs: against if care[own][theirs] < 0 else 1 - against)

    def _follow_claims(self, actor: Actor, verb: str, words: list[str]) -> None:
        """What was said about a token goes with it."""
        if verb in ("sees", "identity"):
            self.hearsay.prove()
        moved: dict[int, int] = {}
        if verb == "swap":
            one, other = int(words[0]), int(words[1])
            moved = {one: other, other: one}
        elif verb == "receives" and words[0] == cards.KEYS[cards.DOUBLE_AGENT]:
            assert isinstance(actor, int)
            moved = {actor: self.seats, self.seats: actor}
        elif verb == "exchange":
            assert isinstance(actor, int)
            moved = dict.fromkeys([(actor + 1) % self.seats, (actor - 1) % self.seats, self.seats], -1)
        if moved:
            self.hearsay.moved(moved)
            self.talk.moved(moved)

    # What the others think.

    def _first_odds(self, case: Case) -> float:
        """How likely it is that the first open card is on offer."""
        assert self.offer is not None
        seat, target = self.offer
        sympathy = self.sympathies.care[case.knows[seat][seat]][case.knows[target][seat]]
        if self.others is not None and seat != self.seat:
            odds = self.others.first_card_odds(case)
        else:
            first, second = self.worlds.open
            odds = first_card_odds(sympathy, self._gain(target, first), self._gain(target, second))
        return self._with_words(odds, seat, sympathy, self._said_card(target), self.temper.ear)

    def _with_words(self, odds: float, seat: Seat, sympathy: float, said: int | None, ear: float) -> float:
        """The odds of the first card for somebody who hears its owner name one."""
        first = None if said is None else said == self.worlds.open[0]
        return self.words.sway(odds, seat, sympathy, first=first, ear=ear)

    def _said_card(self, target: Seat) -> int | None:
        """Which of the two cards its owner says is on offer."""
        pair = self.worlds.open
        return self.words.card(pair, [self._gain(target, card) for card in pair])

    def _answer_odds(self, own: int, theirs: int, seat: Seat, target: Seat, said: int | None) -> float:
        """How likely a target is to accept a seat's offer, given what it may think of both and heard."""
        first, second = self.worlds.open
        one, two = self._gain(target, first), self._gain(target, second)
        sympathy = self.sympathies.care[theirs][own]
        odds = first_card_odds(DISTANCE * sympathy, one, two)
        odds = self._with_words(odds, seat, sympathy, said, OTHERS_EAR)
        keep = odds * one + (1 - odds) * two
        back = odds * self._gain(seat, first) + (1 - odds) * self._gain(seat, second)
        return acceptance(self.sympathies.pride[own] * keep, self.sympathies.care[own][theirs] * back)

    def _acceptance(self, case: Case, seat: Seat, target: Seat, words: Sequence[int | None]) -> list[float]:
        """How likely a target is to accept a seat's offer, for each card that its owner may have named."""
        first, second = (
            WIN * (self._with_card(target, target, card) - self._with_card(target, seat, card))
            for card in self.worlds.open
        )
        sympathy = self.sympathies.care[case.knows[seat][target]][case.knows[target][target]]
        found = []
        for said in words:
            odds = self._with_words(0.5, seat, sympathy, said, OTHERS_EAR)
            found.append(shares([odds * first + (1 - odds) * second, 0.0])[0])
        return found

    def _gain(self, seat: Seat, card: int) -> int:
        """What a character would change in a seat's score."""
        return int(gain(self.state, seat, card))

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
        self.offer, self.words.named = (offerer, self.seat), said
        weights = self.weigh(["accept", "refuse"], Generator(0))
        self.offer = None
        self.words.forget()
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
        offers = [(cards.KEYS.index(key), int(target)) for _, key, target in options]
        names = self.talk.names_card(self.temper, rng)
        said = self.words.named
        if said is not None:
            words: list[int | None] = [said]
        else:
            words = [None, *(self.worlds.open if names else ())]
        foreseen = self._foresee(offers, words)
        weights, *others = self._offers_with(offers, words, foreseen)
        if said is not None and self.temper.talk:  # so these are one's own words, to be kept
            kept = [self._may_say(said, *offer) for offer in offers]
            weights = [weight if may else 0.0 for weight, may in zip(weights, kept, strict=True)]
        best = [0] * len(offers)
        mates = [seat for seat in range(self.seats) if self.talk.is_mate(seat, self.belief)]
        for which, found in enumerate(others, 1):
            card_named = words[which]
            assert card_named is not None
            for number, (weight, offer) in enumerate(zip(found, offers, strict=True)):
                helps = weight > weights[number] or self.temper.spite or offer[1] in mates
                if helps and self._may_say(card_named, *offer):
                    weights[number], best[number] = weight, which
                    self.talk.words[cards.KEYS[offer[0]], offer[1]] = cards.KEYS[card_named]
        self._expect(offers, best, foreseen)
        return weights

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
        for case in self.belief.cases:
            for (card, target), which in zip(offers, best, strict=True):
                odds = foreseen[target][case.told[target]][which]
                self.policy.foresee(self.state.turn, case.now[:-1], target, card, odds)

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
