"""What a good player of Secrets believes, and how good an act looks to them.

A mind reads the feed of its seat line by line. Its belief is exact over all cases: where the tokens lie,
including its own, and what every seat knows. At every offer, answer, gift and bullet it asks in which cases
a seat that knows this much would have done that. An act looks as good as the chance of winning after it.
"""

from collections.abc import Callable
from math import log

from spyring import mind
from spyring.core import CHANCE, Actor, Log, Seat, View
from spyring.games.secrets import cards, verbs
from spyring.games.secrets.belief import Belief, Case
from spyring.games.secrets.outlook import (
    DISTANCE,
    Outlook,
    acceptance,
    care,
    curve,
    first_card_odds,
    gain,
)
from spyring.games.secrets.rules import Secrets, new
from spyring.games.secrets.talk import Talk
from spyring.games.secrets.wants import Sensible
from spyring.games.secrets.worlds import Worlds
from spyring.generator import Generator

WIN = 20.0  # what a win is worth, in points
DOUBT = 0.2  # the share of acts that mean nothing
BULLET_FELT = 1.5  # points that a bullet costs while its value is hidden
# How often a claim is true: about the card on offer, to a friend and to others, about oneself, about others.
FRANK = 0.95
SLY = 0.7
OWN_WORD = 0.6
OTHERS_WORD = 0.6
FRIEND = 0.5  # how much one wants to help a friend, at least
AGAINST = 0.6  # who doubts somebody is against them so often, and who asks for trust is for them
MINDED = 40  # an act is weighed in this many of the likeliest cases
SELF_INTEREST = 1.5  # what a look at one's own token is worth, relative to another seat's
CENTRE_INTEREST = 0.3  # likewise at the centre

Likelihood = Callable[[int, int], float]  # given what a seat may think of itself and of another


class Sympathies:
    """How much a seat wants to help another, by what it may think of both: teams as bits."""

    def __init__(self, seats: int) -> None:
        counts = cards.TOKENS[seats]
        sets = range(1, 1 << len(cards.TEAMS))
        self.shares = [[0.0] * len(counts)]
        for teams in sets:
            total = sum(count for team, count in enumerate(counts) if teams >> team & 1)
            self.shares.append(
                [count / total if teams >> team & 1 else 0.0 for team, count in enumerate(counts)]
            )
        self.pride = [1 - 2 * share[cards.HIPPIE] for share in self.shares]  # a Hippie wants no points
        self.care = [[self._care(own, other) for other in self.shares] for own in self.shares]

    def _care(self, own: list[float], other: list[float]) -> float:
        return sum(
            share * there * care(team, theirs)
            for team, share in enumerate(own)
            for theirs, there in enumerate(other)
        )


def _by_seat(belief: Belief) -> dict[tuple[Seat, str], float]:
    return {
        (seat, team): belief.probability(seat, team) for seat in range(belief.seats) for team in cards.TEAMS
    }


class Mind(mind.Mind):
    """One seat's thoughts during a game; being thorough makes no difference here."""

    def __init__(self, view: View) -> None:
        super().__init__(view)
        self.policy = Sensible()
        self.outlook = Outlook()
        self.sympathies = Sympathies(self.seats)
        self.worlds = Worlds(view, [])
        self.belief = self.worlds.belief
        self.talk = Talk(self.seat)
        self.offer: tuple[Seat, Seat] | None = None  # from whom to whom
        self.named: int | None = None  # the card that its owner says it is
        self.advice = ""  # or what its owner says one should do with it
        self.spoken = 0  # the number of the claim that says so
        # The number of each claim, and who said of which place that which team is there.
        self.open_claims: list[tuple[int, Seat, int, int]] = []
        self._start_again()

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
        return self.talk.claim(text, self.temper, self.belief, self._useful_card, rng)

    def _useful_card(self, target: Seat, key: str) -> tuple[str, str]:
        """Which open card to name, so that a target answers as this seat wishes; and the other one."""
        card = cards.KEYS.index(key)
        self.outlook.look(self.state)
        wish = 0.0
        for case in self._likeliest():
            self.outlook.lay(case.now)
            wish += case.weight * (self._with_card(target, card) - self._with_card(self.seat, card))
        first, second = self.worlds.open
        if (self._gain(target, first) >= self._gain(target, second)) != (wish > 0):
            first, second = second, first
        return cards.KEYS[first], cards.KEYS[second]

    # Listening.

    def listen(self, actor: Actor, text: str) -> None:
        """Ask what an act tells about its seat, then let it happen."""
        verb, *words = text.split()
        self.talk.hear(actor, verb, words)
        if actor != CHANCE:
            self._hear_act(actor, verb, words)
        self.worlds.hear(actor, text)
        self._follow_claims(actor, verb, words)
        if verb == "bullet" and words:
            self._start_again()
        self._follow()

    def _hear_act(self, actor: Seat, verb: str, words: list[str]) -> None:
        if verb == "offer":
            self.offer = actor, int(words[-1])
        elif verb == "receives" and self.offer is not None:
            self._read_offer(cards.KEYS.index(words[0]))
            self.offer = self.named = None
            self.advice = ""
        elif actor == self.seat:
            return
        elif verb in ("accept", "refuse"):
            self._read_answer(accepted=verb == "accept")
        elif verb == "send":
            self._read_gift(actor, int(words[0]), self._gain(int(words[0]), cards.POLITICIAN))
        elif verb == "shoot":
            self._read_gift(actor, int(words[0]), -BULLET_FELT)
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

    def _read(self, seat: Seat, other: Seat, likelihood: Likelihood) -> None:
        """Learn from an act of a seat towards another."""
        shares: dict[tuple[int, int], float] = {}

        def share(case: Case) -> float:
            key = case.knows[seat][seat], case.knows[other][seat]
            if key not in shares:
                shares[key] = DOUBT + (1 - DOUBT) * likelihood(*key)
            return shares[key]

        self.belief.update(share)

    def _read_offer(self, card: int) -> None:
        """The offered card is open now: was it meant to help or to harm?"""
        assert self.offer is not None
        seat, target = self.offer
        if seat == self.seat:
            return
        first, second = self.worlds.open
        one, two = self._gain(target, first), self._gain(target, second)
        if card == second:
            one, two = two, one
        sympathy = self.sympathies.care
        self._read(seat, target, lambda own, theirs: first_card_odds(sympathy[own][theirs], one, two))
        said = self._said_card()
        if said is not None:
            self._weigh_words(
                seat, target, lambda own, theirs: self._truth(seat, sympathy[own][theirs], true=said == card)
            )
            self.trust.proved(seat, self.spoken, true=said == card)

    def _read_answer(self, *, accepted: bool) -> None:
        """A target took a card or gave it back, knowing only that it was one of two."""
        assert self.offer is not None
        seat, target = self.offer

        def likelihood(own: int, theirs: int) -> float:
            share = self._acceptance(own, theirs, seat, target)
            return share if accepted else 1 - share

        self._read(target, seat, likelihood)

    def _read_gift(self, seat: Seat, other: Seat, points: float) -> None:
        """A Politician or a bullet was given to somebody."""
        sympathy = self.sympathies.care
        self._read(seat, other, lambda own, theirs: curve(sympathy[own][theirs] * points))

    # Reading what others say (S60): it proves nothing, and is worth as much as the word of whoever says it.

    def _hear_claim(self, actor: Seat, words: list[str]) -> None:
        kind = words[0]
        if kind == "team":
            self._read_team(actor, int(words[1]), cards.TEAMS.index(words[2]))
        elif kind == "doubt" and int(words[1]) != actor:
            self._read_sides(actor, int(words[1]), AGAINST)
        elif kind == "trust" and self.offer is not None and actor in self.offer:
            self._read_sides(actor, sum(self.offer) - actor, 1 - AGAINST)
        elif actor == self.state.active and len(self.worlds.open) == 2:
            if kind in ("card", "take", "refuse"):
                self.spoken = self.number
            if kind == "card":
                self.named = cards.KEYS.index(words[1])
            elif kind in ("take", "refuse"):
                self.advice = kind

    def _weigh_words(self, seat: Seat, other: Seat, likelihood: Likelihood) -> None:
        """Learn from what a seat said to another."""
        weight = self.trust.weight
        self.belief.update(lambda case: weight(likelihood(case.knows[seat][seat], case.knows[other][seat])))

    def _read_sides(self, seat: Seat, other: Seat, against: float) -> None:
        """Somebody said that they are against somebody, or with them."""
        care = self.sympathies.care
        self._weigh_words(seat, other, lambda own, theirs: against if care[own][theirs] < 0 else 1 - against)

    def _read_team(self, seat: Seat, place: Seat, team: int) -> None:
        """Somebody said who somebody is; it counts in so far as they know it."""
        usual = OWN_WORD if seat == place else OTHERS_WORD
        honest = self.trust.weight(self.trust.honesty(seat, usual))
        lying = self.trust.weight(1 - self.trust.honesty(seat, usual))

        def likelihood(case: Case) -> float:
            known = case.knows[place][seat]
            if known == 1 << team:
                return honest
            if known & (known - 1) or (known == 1 << cards.HIPPIE and seat == place):
                return (honest + lying) / 2  # a Hippie says anything
            return lying

        self.belief.update(likelihood)
        self.open_claims.append((self.number, seat, place, team))
        self._prove()

    def _prove(self) -> None:
        """Which claims have turned out to be true, or lies, by what is certain."""
        still = []
        for number, seat, place, team in self.open_claims:
            teams = {case.now[place] for case in self.belief.cases}
            if len(teams) == 1 or team not in teams:
                self.trust.proved(seat, number, true=team in teams)
            else:
                still.append((number, seat, place, team))
        self.open_claims = still

    def _follow_claims(self, actor: Actor, verb: str, words: list[str]) -> None:
        """What was said about a token holds wherever it goes; if nobody knows where, it is forgotten."""
        if verb in ("sees", "identity"):
            self._prove()
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
            claims = [
                (number, seat, moved.get(place, place), team)
                for number, seat, place, team in self.open_claims
            ]
            self.open_claims = [claim for claim in claims if claim[2] >= 0]
            if self.seat in moved:
                self.talk.moved()

    # What the others think.

    def _first_odds(self, case: Case) -> float:
        """How likely it is that the first open card is on offer."""
        assert self.offer is not None
        seat, target = self.offer
        sympathy = self.sympathies.care[case.knows[seat][seat]][case.knows[target][seat]]
        first, second = self.worlds.open
        odds = first_card_odds(sympathy, self._gain(target, first), self._gain(target, second))
        said = self._said_card()
        if said is None or seat == self.seat:
            return odds
        true = self.trust.weight(self._truth(seat, sympathy, true=said == first))
        false = self.trust.weight(self._truth(seat, sympathy, true=said != first))
        return odds * true / (odds * true + (1 - odds) * false)

    def _said_card(self) -> int | None:
        """Which of the two cards its owner says is on offer, by its name or by what to do with it."""
        first, second = self.worlds.open
        if self.named in (first, second):
            return self.named
        if not self.advice or self.offer is None:
            return None
        one, two = self._gain(self.offer[1], first), self._gain(self.offer[1], second)
        if one == two:
            return None
        return first if (one > two) == (self.advice == "take") else second

    def _truth(self, seat: Seat, sympathy: float, *, true: bool) -> float:
        """How likely a seat is to say what is true, or what is not, to a friend or to somebody else."""
        honesty = self.trust.honesty(seat, FRANK if sympathy > FRIEND else SLY)
        return honesty if true else 1 - honesty

    def _acceptance(self, own: int, theirs: int, seat: Seat, target: Seat) -> float:
        """How likely a target is to accept a seat's offer, given what it may think of both."""
        first, second = self.worlds.open
        one, two = self._gain(target, first), self._gain(target, second)
        odds = first_card_odds(DISTANCE * self.sympathies.care[theirs][own], one, two)
        keep = odds * one + (1 - odds) * two
        back = odds * self._gain(seat, first) + (1 - odds) * self._gain(seat, second)
        return acceptance(self.sympathies.pride[own] * keep, self.sympathies.care[own][theirs] * back)

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
        weights = [0.0] * len(options)
        for case in self._likeliest():
            self.outlook.lay(case.now)
            for number, chance in enumerate(self._chances(verb, words, case)):
                weights[number] += WIN * case.weight * chance
        return weights

    def _likeliest(self) -> list[Case]:
        """The cases in which an act is weighed."""
        return sorted(self.belief.cases, key=lambda case: -case.weight)[:MINDED]

    def _chances(self, verb: str, words: list[list[str]], case: Case) -> list[float]:
        """The chance of winning after each option, in one case."""
        if verb == "offer":
            return self._weigh_offers(words, case)
        if verb in ("accept", "refuse"):
            return self._weigh_answer(words, case)
        if verb in ("interrupt", "abstain"):
            return self._weigh_interruption(words, case)
        seat = self.seat
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

    def _weigh_offers(self, words: list[list[str]], case: Case) -> list[float]:
        pair = self.worlds.open
        back = {card: self._with_card(self.seat, card) for card in pair}
        accepted = [
            self._acceptance(case.knows[target][target], case.knows[self.seat][target], self.seat, target)
            for target in range(self.seats)
        ]
        chances = []
        for _, key, place in words:
            card, target = cards.KEYS.index(key), int(place)
            share = accepted[target]
            chances.append(self.temper.bets(share, self._with_card(target, card), back[card]))
        return chances

    def _weigh_answer(self, words: list[list[str]], case: Case) -> list[float]:
        assert self.offer is not None
        seat, target = self.offer
        odds = self._first_odds(case)
        return [self._with_offer(target if verb == "accept" else seat, odds) for (verb,) in words]

    def _weigh_interruption(self, words: list[list[str]], case: Case) -> list[float]:
        """S13: take the card, whatever it is, or let the target answer."""
        assert self.offer is not None
        seat, target = self.offer
        odds = self._first_odds(case)
        share = self._acceptance(case.knows[target][target], case.knows[seat][target], seat, target)
        if target == self.seat:
            share = 0.5  # it is up to us
        abstained = share * self._with_offer(target, odds) + (1 - share) * self._with_offer(seat, odds)
        interrupted = self._with_offer(self.seat, odds)
        return [interrupted if verb == "interrupt" else abstained for (verb,) in words]

    def _with_card(self, receiver: Seat, card: int) -> float:
        return self.outlook.with_card(self.state, self.seat, receiver, card)

    def _with_offer(self, receiver: Seat, odds: float) -> float:
        """The chance of winning if the card on offer, whichever it is, goes to a receiver."""
        first, second = self.worlds.open
        return self.temper.bets(odds, self._with_card(receiver, first), self._with_card(receiver, second))

    def _interest(self, place: str) -> float:
        """What a look at a place would tell."""
        where: Seat | str = place if place == "centre" else int(place)
        shares = [self.belief.probability(where, team) for team in cards.TEAMS]
        surprise = sum(share * log(1 / share) for share in shares if share > 0)
        if where == "centre":
            return CENTRE_INTEREST * surprise
        return SELF_INTEREST * surprise if where == self.seat else surprise
