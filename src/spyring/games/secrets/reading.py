"""How a player of Secrets listens: what it makes of every act, and of every word.

A mind reads the feed of its seat line by line. Its belief is exact over all cases: where the tokens lie,
including its own, and what every seat knows. At every offer, answer, gift and bullet it asks in which cases
a seat that knows this much would have done that.
"""

from collections.abc import Callable

from spyring.core import CHANCE, Actor, Seat, View
from spyring.games.secrets import cards, verbs
from spyring.games.secrets.belief import Case
from spyring.games.secrets.hearsay import Claim, Hearsay
from spyring.games.secrets.others import Answering, Others
from spyring.games.secrets.outlook import DISTANCE, acceptance, curve, first_card_odds, gain
from spyring.games.secrets.rules import new
from spyring.games.secrets.sympathies import Sympathies
from spyring.games.secrets.talk import Talk
from spyring.games.secrets.words import Words
from spyring.games.secrets.worlds import Worlds
from spyring.temper import Temper

DOUBT = 0.03  # the share of acts that mean nothing
BULLET_FELT = -1.5  # what a bullet changes while its value is hidden
AGAINST = 0.6  # who doubts somebody is against them so often, and who asks for trust is for them

Likelihood = Callable[[int, int], float]  # given what a seat may think of itself and of another


class Listener(Answering):
    """One seat that hears what all do and say; a thorough one also asks what the others are thinking."""

    def __init__(self, view: View) -> None:
        super().__init__(view)
        self.sympathies = Sympathies(self.seats)
        self.worlds = Worlds(view, [])
        self.belief = self.worlds.belief
        self.talk = Talk(self.seat)
        self.offer: tuple[Seat, Seat] | None = None  # from whom to whom
        self.words = Words(self.trust)
        self.sides: set[tuple[Seat, Seat, float]] = set()  # who said of whom how likely they are against them
        self.hearsay = Hearsay(self.belief, self.trust)
        self.others: Others | None = None
        self._start_again()

    def be(self, temper: Temper, *, thorough: bool = False) -> None:
        super().be(temper, thorough=thorough)
        if thorough:
            self.others = Others(self.view, self.belief, type(self))

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
        pair = self.worlds.open
        self.words.prove(seat, card, pair, [self._gain(target, kind) for kind in pair])
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
            self._read_side(actor, int(words[1]), AGAINST)
        elif kind == "trust" and self.offer is not None and actor in self.offer:
            self._read_side(actor, sum(self.offer) - actor, 1 - AGAINST)
        elif actor == self.state.active and len(self.worlds.open) == 2:
            if kind in ("card", "take", "refuse"):
                self.words.hear(words[-1], self.number)

    def _weigh_words(self, seat: Seat, other: Seat, likelihood: Likelihood) -> None:
        """Learn from what a seat said to another."""
        weight = self.trust.weight
        self.belief.update(lambda case: weight(likelihood(case.knows[seat][seat], case.knows[other][seat])))

    def _read_side(self, seat: Seat, other: Seat, against: float) -> None:
        """Somebody said that they are against somebody, or with them; to say it again adds nothing."""
        said = seat, other, against
        if said in self.sides:
            return
        self.sides.add(said)
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
            self.sides = {said for said in self.sides if moved.keys().isdisjoint(said[:2])}

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

    def _with_words(
        self, odds: float, seat: Seat, sympathy: float, said: int | None, ear: float = 1.0
    ) -> float:
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
        odds = self._with_words(odds, seat, sympathy, said)
        keep = odds * one + (1 - odds) * two
        back = odds * self._gain(seat, first) + (1 - odds) * self._gain(seat, second)
        return acceptance(self.sympathies.pride[own] * keep, self.sympathies.care[own][theirs] * back)

    def _gain(self, seat: Seat, card: int) -> int:
        """What a character would change in a seat's score."""
        return int(gain(self.state, seat, card))
