"""What a good player of Wink believes, and how good an act looks to them.

A mind hears the feed of its seat line by line. It looks for its partner among those who may hold the
number, winks back when nobody else looks, guesses when it is sure or its time is over, and accuses when
the odds pay for the card. It never acts faster than a person could on what it has just seen.
"""

from typing import Final

from spyring import mind
from spyring.core import CHANCE, Actor, Seat, View
from spyring.games.wink.belief import Belief
from spyring.games.wink.cards import NOWHERE, SQUARE
from spyring.games.wink.faces import Faces
from spyring.games.wink.glances import Glances
from spyring.games.wink.position import GUESS
from spyring.games.wink.rules import Wink
from spyring.games.wink.wants import Sensible
from spyring.games.wink.worlds import Worlds
from spyring.generator import Generator

__all__ = ["Belief", "Mind"]

STAKE: Final = 6.0  # what a point weighs, against the glances
PATIENCE: Final = 3  # beats that a seat waits for a wink in its own turn, and longer where turns are longer
REACTION: Final = 2  # beats after something was seen in which a person could not have acted on it
SURE: Final = 0.9  # who believes that much need not wait for a wink
KEEPING: Final = 0.6  # points that a counter-espionage card is worth for later, in the middle of a game
SOON: Final = 4  # cards in the smallest hand at which the game is about to end
IMAGINABLE: Final = 0.55  # odds at which an accusation comes to mind
CHOICE: Final = 0.2  # how much less sure an accusation may be for each card that a seat has a round
ENDING: Final = 2  # cards in the smallest hand from which on accusations are thought through
DOUBTFUL: Final = 0.5  # odds at which an accusation is worth the thought
WINKING: Final = 3.0
PLACING: Final = 2.0
DECLINING: Final = 0.1  # points: better than a guess with no hope at all
KNOWN: Final = 1.0  # what it is worth to know the holder of a number before placing on it
EXPOSED: Final = 0.5  # what it costs for each seat that is known not to hold it
ENVY: Final = 0.1  # what it costs for each point that the partner is ahead of this seat
NOISE: Final = 0.15  # of glances: nobody looks round like a clockwork

# How a look tells of the seat that was looked at, as a partner: it could have winked, or did not look back.
NO_WINK: Final = 0.55
NO_LOOK: Final = 0.85
LOOKED: Final = 1.25  # it looks at this seat, and could not wink unseen
GLANCED: Final = 1.1  # it looks at another seat, as one does round a table
BLUFFED: Final = 40.0  # how much likelier a wink is true, where bluffing is allowed


class Mind(mind.Mind):
    """One seat's thoughts through a game; a thorough one reads all faces."""

    def __init__(self, view: View) -> None:
        super().__init__(view)
        self.policy = Sensible(self.seat)
        self.worlds = Worlds(view, [])
        self.table: Wink = self.worlds.table
        self.belief = Belief(self.worlds)
        self.plain = Belief(self.worlds)  # without any looks: all faces are read on top of it
        self.faces = Faces(self.seats)
        self.told: set[Seat] = set()  # whom this seat has winked at about the number under their pawn
        self.fresh: dict[int, int] = {}  # by number: the beat in which something was last seen about it

    # Listening.

    def look(self) -> None:
        """Settle what the lines have told."""
        self.belief.heard()
        self.plain.heard()

    def listen(self, actor: Actor, text: str) -> None:
        """Take in one line."""
        table = self.table
        if actor == CHANCE:
            if text == "beat":
                self._read_own_partner()
                self._read_looks()
                self.faces.beat([int(target) for target in table.looks], int(table.armed))
        elif text == "wink":
            self._see_wink(actor)
        elif text.startswith("place"):
            self.told.discard(actor)
            self.faces.forget(actor)
            self.fresh[int(text.split()[1])] = int(table.beat)
        self.worlds.hear(actor, text)

    def _see_wink(self, by: Seat) -> None:
        """W42: this seat winked, or saw somebody wink."""
        table = self.table
        at = int(table.looks[by])
        number = int(table.pawns[at])
        if by == self.seat:
            if table.looks[at] == by:
                self.told.add(at)
            return
        if number != NOWHERE:
            self.fresh[number] = int(table.beat)
            if table.setup.bluff and not table.holds(self.seat, number):
                self.belief.suspect(by, number, BLUFFED)
                self.plain.suspect(by, number, BLUFFED)

    def _read_own_partner(self) -> None:
        """A beat is over: who was looked at and did not wink is less likely the partner."""
        table = self.table
        number = int(table.pawns[self.seat])
        other = int(table.looks[self.seat])
        if number == NOWHERE or other == SQUARE:
            return
        if table.looks[other] != self.seat:
            self.belief.suspect(other, number, NO_LOOK)
        elif not self._others_watch(other):
            self.belief.suspect(other, number, NO_WINK)

    def _read_looks(self) -> None:
        """A beat is over: who looked at the owner of a pawn is a little likelier to hold its number."""
        table = self.table
        for seat, at in enumerate(table.looks):
            if seat == self.seat or at == SQUARE or table.pawns[at] == NOWHERE:
                continue
            if at != self.seat:
                self.belief.suspect(seat, int(table.pawns[at]), GLANCED)
            elif table.looks[at] != seat or self._others_watch(seat):
                self.belief.suspect(seat, int(table.pawns[at]), LOOKED)

    def _others_watch(self, seat: Seat) -> bool:
        """Whether a wink of this seat would be seen by another one that could accuse."""
        return bool(int(self.table.watchers[seat]) & int(self.table.armed) & ~(1 << self.seat))

    # Choosing.

    def options(self, legal: list[str]) -> list[str]:
        """What comes to mind: no accusation out of the blue, and one glance where more is at stake."""
        table = self.table
        eyes: list[str] = []
        acts: list[str] = []
        for text in legal:
            verb = text.split()[0]
            if verb in ("look", "wink"):
                eyes.append(text)
            elif verb != "accuse" or self._imaginable(text):
                acts.append(text)
        if table.setup.screen or table.active != self.seat:
            eyes.append("")
        if not acts:
            return eyes
        if eyes:
            glances = self._glance(eyes)
            acts.append(max(eyes, key=glances.__getitem__))
        return acts

    def searches(self, options: list[str]) -> bool:
        """Accusations near the end, when it is no longer points that count but who wins.

        Eyes are quicker than thoughts.
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
            number = int(self.table.pawns[self.seat])
            if self._is_fresh(number):
                return -STAKE
            return STAKE * self.belief.probability(int(words[0]), number)
        if verb == "accuse":
            return self._weigh_accusation(int(words[0]), int(words[1]))
        if verb == "place":
            return PLACING + self._weigh_place(int(words[0]))
        return STAKE * DECLINING

    def _waiting(self) -> float:
        """What it is worth to let time go on: in the own turn a wink may come."""
        table = self.table
        if table.stage != GUESS or table.active != self.seat or not table.setup.screen:
            return 0.0
        number = int(table.pawns[self.seat])
        if self._is_fresh(number):
            return STAKE
        if max(self.belief.holders(number)) >= SURE or table.turn_beats >= max(table.setup.beats, PATIENCE):
            return 0.0
        return STAKE * SURE

    def _is_fresh(self, number: int) -> bool:
        """Whether a person could not act yet on what was last seen about a number."""
        table = self.table
        return bool(table.setup.screen) and int(table.beat) - self.fresh.get(number, -REACTION) < REACTION

    # Accusations.

    def _imaginable(self, text: str) -> bool:
        _, seat, number = text.split()
        if self._is_fresh(int(number)):
            return False
        if not self.thorough:
            return self.belief.probability(int(seat), int(number)) >= IMAGINABLE
        return self.read(int(number))[int(seat)] >= (DOUBTFUL if self._is_ending() else self.bar())

    def bar(self) -> float:
        """How sure an accusation must be: the fewer cards for the turns that are left, the surer."""
        rounds = min(int(size) for size in self.table.hand_sizes)
        return 1.0 - CHOICE * min(int(self.table.counter[self.seat]) / max(rounds, 1), 3.0)

    def _is_ending(self) -> bool:
        """Whether the game is so near its end that it can be thought through."""
        return min(int(size) for size in self.table.hand_sizes) <= ENDING

    def read(self, number: int) -> list[float]:
        """How likely each seat holds the number under a pawn, if all faces are read."""
        owner = int(self.table.owner_of_pawn_on(number))
        holders = self.plain.holders(number)
        shares = [share * odds for share, odds in zip(holders, self.faces.odds(owner), strict=True)]
        total = sum(shares)
        return [share / total for share in shares]

    def _weigh_accusation(self, accused: Seat, number: int) -> float:
        """W22: two points, if it is right, for a card that is one, and that might bring more later."""
        if self.thorough:
            gain = self.read(number)[accused] - self.bar()
            return STAKE * gain + (STAKE + WINKING if gain >= 0 else 0.0)
        left = min(int(size) for size in self.table.hand_sizes)
        keeping = KEEPING * min((left - 1) / SOON, 1.0)
        gain = 2 * self.belief.probability(accused, number) - 1 - keeping
        return STAKE * gain + (WINKING if gain > 0 else 0.0)

    # Placing.

    def _weigh_place(self, number: int) -> float:
        """A number whose holder one knows and nobody else does; better not the leader's."""
        table = self.table
        holders = self.belief.holders(number)
        value = KNOWN * max(holders)
        possible = len(self.worlds.possible(number))
        if possible > 1:
            value -= EXPOSED * (self.seats - 1 - possible)
        scores = table.scores()
        ahead = sum(share * (score - scores[self.seat]) for share, score in zip(holders, scores, strict=True))
        return value - ENVY * ahead

    # Looking.

    def _glance(self, eyes: list[str]) -> dict[str, float]:
        """What each glance, a wink, and doing nothing are worth."""
        table = self.table
        if not table.setup.screen:
            return dict.fromkeys(eyes, 0.0)
        glances = Glances(table, self.seat, self.belief, self.told)
        values = glances.values(SURE)
        found = {}
        for text in eyes:
            if text == "wink":
                found[text] = WINKING if glances.should_wink() else -1.0
            elif text == "":
                found[text] = values[table.looks[self.seat]]
            else:
                where = text.split()[1]
                found[text] = values[SQUARE if where == "square" else int(where)]
        return found

    def draw(self, rng: Generator) -> Wink:
        """A world, as likely as this mind thinks it is."""
        if not self.worlds.settled:
            odds = list(self.plain.odds)
            for owner, number in enumerate(self.table.pawns):
                if owner == self.seat:
                    odds[number] = self.belief.odds[number]
                elif number != NOWHERE:
                    pairs = zip(odds[number], self.faces.odds(owner), strict=True)
                    odds[number] = [share * read for share, read in pairs]
            self.worlds.lean(odds)
        return self.worlds.sample(rng)
