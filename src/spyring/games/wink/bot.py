"""What a good player of Wink believes, and how good an act looks to them.

A mind reads the feed of its seat line by line. It looks for its partner among those who may hold the
number, winks back when nobody else is looking, guesses when it is sure or its time is up, and accuses when
the odds are worth the card. It never reacts faster than a person could to what it has just seen.
"""

from typing import Final

from spyring import mind
from spyring.bits import members
from spyring.core import CHANCE, Actor, Log, Seat, View
from spyring.games.wink.belief import Belief
from spyring.games.wink.cards import NOWHERE, SQUARE
from spyring.games.wink.faces import Faces
from spyring.games.wink.glances import Glances
from spyring.games.wink.position import GUESS
from spyring.games.wink.rules import Wink
from spyring.games.wink.talk import Talk
from spyring.games.wink.wants import Sensible
from spyring.games.wink.worlds import Worlds
from spyring.generator import Generator

__all__ = ["Belief", "Mind"]

STAKE: Final = 6.0  # the weight of a point, relative to glances
PATIENCE: Final = 3  # beats that a seat waits for a wink in its own turn; more if turns are longer
REACTION: Final = 2  # beats that a person needs to react to something
SURE: Final = 0.9  # with this much belief there is no need to wait for a wink
KEEPING: Final = 0.3  # points that a counter-espionage card may still bring, in the middle of a game
SOON: Final = 4  # cards in the smallest hand when the game is about to end
IMAGINABLE: Final = 0.55  # probability from which an accusation is considered
CHOICE: Final = 0.2  # how much less sure an accusation may be for each card per remaining round
ENDING: Final = 2  # cards in the smallest hand from which on accusations are searched
DOUBTFUL: Final = 0.5  # probability from which an accusation is worth a search
WINKING: Final = 3.0
PLACING: Final = 2.0
DECLINING: Final = 0.1  # points; better than a hopeless guess
KNOWN: Final = 1.0  # what it is worth to know the holder of a number before placing on it
EXPOSED: Final = 0.5  # what each seat that is known not to hold it costs
ENVY: Final = 0.1  # what each point costs by which the partner is ahead
NOISE: Final = 0.15  # in glances: nobody looks around like clockwork

# What a look tells about a possible partner: it could have winked, or it did not look back.
NO_WINK: Final = 0.55
NO_LOOK: Final = 0.85
LOOKED: Final = 1.25  # it looks at this seat, and could not wink unseen
GLANCED: Final = 1.1  # it looks at another seat, as people around a table do
# How often a claim is true: to be somebody's partner, not to be, and to have seen a wink.
PARTNER_WORD: Final = 0.3
NOT_WORD: Final = 0.85
SAW_WORD: Final = 0.6
BLUFFED: Final = 40.0  # how much more likely a wink is to be true than a bluff, if bluffing is allowed


class Mind(mind.Mind):
    """One seat's thoughts during a game; a thorough mind reads all faces."""

    def __init__(self, view: View) -> None:
        super().__init__(view)
        self.policy = Sensible(self.seat)
        self.worlds = Worlds(view, [])
        self.state: Wink = self.worlds.state
        self.belief = Belief(self.worlds)
        self.plain = Belief(self.worlds)  # without any looks; the reading of faces is added to it
        self.faces = Faces(self.seats)
        self.talk = Talk(self.seat)
        # The number of each claim, and who said whether who holds which number.
        self.open_claims: list[tuple[int, Seat, Seat, int, bool]] = []
        self.told: set[Seat] = set()  # whom this seat has winked at about the number under their pawn
        self.fresh: dict[int, int] = {}  # by number: the beat in which something was last seen about it

    # Listening.

    def look(self) -> None:
        """Update the worlds after new lines."""
        self.belief.heard()
        self.plain.heard()

    def listen(self, actor: Actor, text: str) -> None:
        """Take in one line."""
        state = self.state
        verb, *words = text.split()
        self.talk.hear(actor, verb, words)
        if actor == CHANCE:
            if text == "beat":
                self._read_own_partner()
                self._read_looks()
                self.faces.beat([int(target) for target in state.looks], int(state.armed))
        elif text == "wink":
            self._see_wink(actor)
        elif text.startswith("place"):
            self.told.discard(actor)
            self.faces.forget(actor)
            self.fresh[int(text.split()[1])] = int(state.beat)
        elif verb == "say" and actor != self.seat:
            self._hear_claim(actor, words)
        self.worlds.hear(actor, text)
        if verb in ("yes", "no", "shows"):
            self._prove()

    def claim(self, text: str, rng: Generator) -> str:
        """W60: talk is free, and never binding."""
        return self.talk.claim(text, self.temper, self.state, self.told, rng)

    def _hear_claim(self, actor: Seat, words: list[str]) -> None:
        """A claim is worth as much as the word of whoever makes it."""
        kind = words[0]
        if kind not in ("partner", "not", "saw"):
            return
        holder, owner = (int(words[1]), int(words[2])) if kind == "saw" else (actor, int(words[1]))
        number = int(self.state.pawns[owner])
        if number == NOWHERE or holder == owner:
            return
        self.open_claims.append((self.number, actor, holder, number, kind != "not"))
        honesty = self.trust.honesty(actor, {"partner": PARTNER_WORD, "not": NOT_WORD, "saw": SAW_WORD}[kind])
        odds = (1 - honesty) / honesty if kind == "not" else honesty / (1 - honesty)
        times = self.trust.weight(odds * (self.seats - 2))
        for belief in (self.belief, self.plain):
            belief.suspect(holder, number, times)
        self._prove()

    def _prove(self) -> None:
        """Which claims have turned out to be true, or lies."""
        still = []
        for claim, speaker, holder, number, says in self.open_claims:
            seats = self.worlds.possible(number)
            if len(seats) == 1 or holder not in seats:
                self.trust.proved(speaker, claim, true=(holder in seats) == says)
            else:
                still.append((claim, speaker, holder, number, says))
        self.open_claims = still

    def _see_wink(self, by: Seat) -> None:
        """W42: this seat winked, or saw somebody wink."""
        state = self.state
        at = int(state.looks[by])
        number = int(state.pawns[at])
        if by != self.seat:
            self.talk.seen = by, at
        if by == self.seat:
            if state.looks[at] == by:
                self.told.add(at)
            return
        if number != NOWHERE:
            self.fresh[number] = int(state.beat)
            if state.setup.bluff and not state.holds(self.seat, number):
                self.belief.suspect(by, number, BLUFFED)
                self.plain.suspect(by, number, BLUFFED)

    def _read_own_partner(self) -> None:
        """After a beat: a seat that was looked at and did not wink is less likely to be the partner."""
        state = self.state
        number = int(state.pawns[self.seat])
        other = int(state.looks[self.seat])
        if number == NOWHERE or other == SQUARE:
            return
        if state.looks[other] != self.seat:
            self.belief.suspect(other, number, NO_LOOK)
        elif not self._others_watch(other):
            self.belief.suspect(other, number, NO_WINK)

    def _read_looks(self) -> None:
        """After a beat: a seat that looked at a pawn's owner is slightly more likely to hold its number."""
        state = self.state
        for seat, at in enumerate(state.looks):
            if seat == self.seat or at == SQUARE or state.pawns[at] == NOWHERE:
                continue
            if at != self.seat:
                self.belief.suspect(seat, int(state.pawns[at]), GLANCED)
            elif state.looks[at] != seat or self._others_watch(seat):
                self.belief.suspect(seat, int(state.pawns[at]), LOOKED)

    def _others_watch(self, seat: Seat) -> bool:
        """Whether another seat that could accuse would see this seat wink."""
        return bool(int(self.state.watchers[seat]) & int(self.state.armed) & ~(1 << self.seat))

    # Choosing.

    def options(self, legal: list[str]) -> list[str]:
        """What is worth considering: no unfounded accusations, and only one glance if more is at stake."""
        state = self.state
        eyes: list[str] = []
        acts: list[str] = []
        for text in legal:
            verb = text.split()[0]
            if verb in ("look", "wink"):
                eyes.append(text)
            elif verb != "accuse" or self._imaginable(text):
                acts.append(text)
        if state.setup.screen or state.active != self.seat:
            eyes.append("")
        if not acts:
            return eyes
        if eyes:
            glances = self._glance(eyes)
            acts.append(max(eyes, key=glances.__getitem__))
        return acts

    def searches(self, options: list[str]) -> bool:
        """Only accusations near the end, when not points count but who wins.

        Glances are too quick for a search.
        """
        return self._is_ending() and any(option.startswith("accuse") for option in options)

    def weigh(self, options: list[str], rng: Generator) -> list[float]:
        """How good each option looks."""
        glances = self._glance([text for text in options if text.split()[:1] in ([], ["look"], ["wink"])])
        waiting = self._waiting()
        weights = []
        for text in options:
            if text in glances:
                weights.append(waiting + glances[text] + NOISE * (rng.below(100) / 100))
            else:
                weights.append(self._weigh_act(text))
        return weights

    def _weigh_act(self, text: str) -> float:
        verb, *words = text.split()
        if verb == "guess":
            number = int(self.state.pawns[self.seat])
            if self._is_fresh(number):
                return -STAKE
            return STAKE * self.belief.probability(int(words[0]), number)
        if verb == "accuse":
            return self._weigh_accusation(int(words[0]), int(words[1]))
        if verb == "place":
            return PLACING + self._weigh_place(int(words[0]))
        return STAKE * DECLINING

    def _waiting(self) -> float:
        """What it is worth to let time pass: in the seat's own turn, a wink may come."""
        state = self.state
        if state.stage != GUESS or state.active != self.seat or not state.setup.screen:
            return 0.0
        number = int(state.pawns[self.seat])
        if self._is_fresh(number):
            return STAKE
        if max(self.belief.holders(number)) >= SURE or state.turn_beats >= max(state.setup.beats, PATIENCE):
            return 0.0
        return STAKE * SURE

    def _is_fresh(self, number: int) -> bool:
        """Whether it is too soon for a person to react to what was last seen about a number."""
        state = self.state
        return bool(state.setup.screen) and int(state.beat) - self.fresh.get(number, -REACTION) < REACTION

    # Accusations.

    def _imaginable(self, text: str) -> bool:
        _, seat, number = text.split()
        if self._is_fresh(int(number)):
            return False
        if not self.thorough:
            return self.belief.probability(int(seat), int(number)) >= IMAGINABLE
        return self.read(int(number))[int(seat)] >= (DOUBTFUL if self._is_ending() else self.bar())

    def bar(self) -> float:
        """How sure an accusation must be: the fewer cards for the remaining turns, the surer."""
        rounds = min(int(size) for size in self.state.hand_sizes)
        return 1.0 - CHOICE * min(int(self.state.counter[self.seat]) / max(rounds, 1), 3.0)

    def _is_ending(self) -> bool:
        """Whether the game is near enough to its end for a search."""
        return min(int(size) for size in self.state.hand_sizes) <= ENDING

    def read(self, number: int) -> list[float]:
        """How likely each seat is to hold the number under a pawn, after reading all faces."""
        owner = int(self.state.owner_of_pawn_on(number))
        holders = self.plain.holders(number)
        shares = [share * odds for share, odds in zip(holders, self.faces.odds(owner), strict=True)]
        total = sum(shares)
        return [share / total for share in shares]

    def _weigh_accusation(self, accused: Seat, number: int) -> float:
        """W22: it brings two points if it is right, and costs a card that is worth one, or more later."""
        if self.thorough:
            gain = self.read(number)[accused] - self.bar()
            return STAKE * gain + (STAKE + WINKING if gain >= 0 else 0.0)
        left = min(int(size) for size in self.state.hand_sizes)
        keeping = KEEPING * min((left - 1) / SOON, 1.0)
        gain = 2 * self.belief.probability(accused, number) - 1 - keeping * (1 - self.temper.risk)
        return STAKE * gain + (WINKING if gain > 0 else 0.0)

    # What it believes, and what fits.

    def believes(self) -> dict[tuple[Seat, str], float]:
        """How likely each seat is to hold each number that is still in play; a thorough mind reads faces."""
        pawns = {int(number) for number in self.state.pawns}
        return {
            (seat, str(number)): share
            for number in members(self.state.open)
            for seat, share in enumerate(
                self.read(number) if self.thorough and number in pawns else self.belief.holders(number)
            )
        }

    def fitting(self, feed: Log) -> dict[tuple[Seat, str], float]:
        """The same for somebody who sees no looks and hears no words."""
        plain = Belief(self.worlds)
        return {
            (seat, str(number)): share
            for number in members(self.state.open)
            for seat, share in enumerate(plain.holders(number))
        }

    def question(self, seat: Seat, kind: str) -> Seat | str:
        """Who holds this number?"""
        return kind

    # Placing.

    def _weigh_place(self, number: int) -> float:
        """Prefer a number whose holder only this seat knows, and preferably not the leader's."""
        state = self.state
        holders = self.belief.holders(number)
        value = KNOWN * max(holders)
        possible = len(self.worlds.possible(number))
        if possible > 1:
            value -= EXPOSED * (self.seats - 1 - possible)
        scores = state.scores()
        ahead = sum(share * (score - scores[self.seat]) for share, score in zip(holders, scores, strict=True))
        return value - ENVY * ahead

    # Looking.

    def _glance(self, eyes: list[str]) -> dict[str, float]:
        """What each glance, a wink, and doing nothing are worth."""
        state = self.state
        if not state.setup.screen:
            return dict.fromkeys(eyes, 0.0)
        glances = Glances(state, self.seat, self.belief, self.told)
        values = glances.values(SURE)
        found = {}
        for text in eyes:
            if text == "wink":
                found[text] = WINKING if glances.should_wink() else -1.0
            elif text == "":
                found[text] = values[state.looks[self.seat]]
            else:
                where = text.split()[1]
                found[text] = values[SQUARE if where == "square" else int(where)]
        return found

    def draw(self, rng: Generator) -> Wink:
        """A random world, drawn as often as this mind believes in it."""
        if not self.worlds.settled:
            odds = list(self.plain.odds)
            for owner, number in enumerate(self.state.pawns):
                if owner == self.seat:
                    odds[number] = self.belief.odds[number]
                elif number != NOWHERE:
                    pairs = zip(odds[number], self.faces.odds(owner), strict=True)
                    odds[number] = [share * read for share, read in pairs]
            self.worlds.lean(odds)
        return self.worlds.sample(rng)
