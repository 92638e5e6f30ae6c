"""What a player of Secrets says (S60): to a purpose, and consistently with what it said before.

An offer is weighed together with the words that go with it: a bot names the card that makes its target do
what it wants; if that is a lie, its temper decides whether it tells it. It is somebody to the table: the team
that it has named, true or not, until its token moves. Somebody who cannot know who they are hears that they
are on its side. Who is asked a question answers it. Whether it speaks before an act is a matter of dice, not
of what it knows; but who has caught somebody lying about themselves may say so as well.
"""

from collections.abc import Collection

from spyring.core import Actor, Seat
from spyring.games.secrets import cards
from spyring.games.secrets.belief import Belief
from spyring.generator import Generator
from spyring.temper import Temper

SURE = 0.97  # what is likelier than this has been seen
MATE = 0.5  # somebody counts as a teammate from this probability on
MASKED = 3  # a spy tells one in this many of its lies about its team: mostly, it pays to be found by friends
OPENLY = 3  # who has not said who they are does so once in this many times
SPIES = ("cia", "kgb")
UNDECIDED, SILENT, CARD, TEAM, RIVAL = "", "silent", "card", "team", "rival"


class Talk:
    """What one seat says: at most one claim before each act."""

    def __init__(self, seat: Seat) -> None:
        self.seat = seat
        self.spoken = False  # since its last act
        self.question = ""  # that it has to answer
        self.face = ""  # the team that it has named as its own
        self.offerer: Seat = 0
        self.topic = UNDECIDED  # of the words before its next offer
        self.deceives = False  # whether it tells a lie then, if it pays
        self.faces: dict[Seat, str] = {}  # the team that each of the others has named as its own
        self.told: set[Seat] = set()  # whom it has told who they are
        self.words: dict[tuple[str, Seat], str] = {}  # by card and target, the card that it should name

    def hear(self, actor: Actor, verb: str, words: list[str]) -> None:
        """Keep track of who speaks to whom."""
        if verb == "say":
            if actor == self.seat:
                self.spoken, self.question = True, ""
                if words[0] == "team":
                    self.told.add(int(words[1]))
                    if int(words[1]) == self.seat:
                        self.face = words[2]
            elif words[0] == "team" and int(words[1]) == actor:
                self.faces[actor] = words[2]
                self.told.discard(actor)
            elif words[0] in ("who", "seen") and int(words[1]) == self.seat:
                self.question = words[0]
        elif actor == self.seat:
            self.spoken, self.topic = False, UNDECIDED
            self.words = {}
        if verb == "offer":
            assert isinstance(actor, int)
            self.offerer = actor

    def moved(self, places: Collection[Seat]) -> None:
        """Tokens may be others now: what was said about them has no meaning any more."""
        if self.seat in places:
            self.face = ""
        self.told.difference_update(places)
        for seat in places:
            self.faces.pop(seat, None)

    def names_card(self, temper: Temper, rng: Generator) -> bool:
        """Throw the dice for the next offer, once: whether to speak, of what, and whether a lie is told."""
        if self.topic == UNDECIDED:
            self.deceives = self._lies(temper, rng)
            if rng.below(100) >= temper.talk:
                self.topic = SILENT
            elif rng.below(100) < temper.stirs:
                self.topic = RIVAL
            elif temper.open and not self.face and rng.below(OPENLY) == 0:
                self.topic = TEAM
            else:
                self.topic = CARD
        return self.topic == CARD and not self.spoken

    def claim(self, text: str, temper: Temper, belief: Belief, rng: Generator) -> str:
        """Something to say before this act, or nothing."""
        if not temper.talk:
            return ""
        if self.question:
            return self._answer(temper, belief, rng)
        if self.spoken or not text:
            return ""
        verb, *words = text.split()
        if rng.below(100) < int(temper.talk * temper.grudge) and verb in ("offer", "accept", "refuse"):
            exposed = self._exposed(temper, belief)
            if exposed:
                return exposed
        if verb == "offer":
            return self._before_offer(words[0], int(words[1]), temper, belief, rng)
        if verb not in ("accept", "refuse") or rng.below(100) >= temper.talk:
            return ""
        if rng.below(100) < temper.stirs:
            return f"say doubt {self._rival(belief, rng)}"
        self.deceives = self._lies(temper, rng)
        lost = self._lost(temper, belief)
        if lost is not None:
            return f"say team {lost} {self.own(belief)}"
        if not self.face and temper.open and rng.below(OPENLY) == 0:
            return self._name_team(temper, belief, rng)
        honest = not self._lies(temper, rng)
        return "say trust" if self.is_mate(self.offerer, belief) == honest else f"say doubt {self.offerer}"

    def is_mate(self, seat: Seat, belief: Belief) -> bool:
        """Whether somebody counts as a teammate."""
        return belief.probability(seat, self.own(belief)) >= MATE

    def own(self, belief: Belief) -> str:
        """The team that this seat most likely belongs to."""
        return max(cards.TEAMS, key=lambda team: belief.probability(self.seat, team))

    def _lies(self, temper: Temper, rng: Generator) -> bool:
        """Whether a lie that would pay is told."""
        return rng.below(100) < temper.lies

    def _answer(self, temper: Temper, belief: Belief, rng: Generator) -> str:
        if self.question == "seen":
            seen = [
                (place, team)
                for place in range(belief.seats)
                for team in cards.TEAMS
                if place != self.seat and belief.probability(place, team) > SURE
            ]
            if seen:
                place, team = seen[rng.below(len(seen))]
                if self._lies(temper, rng):
                    others = [other for other in SPIES if other != team]
                    team = others[rng.below(len(others))]
                return f"say team {place} {team}"
        return self._name_team(temper, belief, rng)

    def _name_team(self, temper: Temper, belief: Belief, rng: Generator) -> str:
        """Who this seat is to the table; a Hippie who lies is one of the spies, like everybody."""
        if not temper.open:
            return ""
        if self.face and not temper.lies and belief.probability(self.seat, self.face) < 1 - SURE:
            self.face = ""  # it was a mistake, or somebody else's lie from this seat
        if not self.face:
            own = self.own(belief)
            self.face = own
            masked = (own == "hippie" and temper.lies) or rng.below(100 * MASKED) < temper.lies
            if masked or rng.below(100) < temper.spite:
                others = [team for team in SPIES if team != own]
                self.face = others[rng.below(len(others))]
        return f"say team {self.seat} {self.face}"

    def _before_offer(self, card: str, target: Seat, temper: Temper, belief: Belief, rng: Generator) -> str:
        """Name the card that serves best; if none does, ask for trust."""
        if self.topic == SILENT:
            return ""
        if self.topic == RIVAL:
            return f"say doubt {self._rival(belief, rng)}"
        lost = self._lost(temper, belief)
        if lost is not None:
            return f"say team {lost} {self.own(belief)}"
        if self.topic == TEAM:
            return self._name_team(temper, belief, rng)
        named = self.words.get((card, target), "")
        if named:
            return f"say card {named}"
        return "say trust" if temper.open else ""

    def _exposed(self, temper: Temper, belief: Belief) -> str:
        """What to say of somebody on another side who has lied about themselves, as this seat knows."""
        if temper.spite:
            return ""
        own = self.own(belief)
        for seat, face in self.faces.items():
            if seat in self.told or belief.probability(seat, face) > 1 - SURE:
                continue
            for team in cards.TEAMS:
                if belief.probability(seat, team) > SURE and (team != own or own not in SPIES):
                    return f"say team {seat} {team}"
        return ""

    def _lost(self, temper: Temper, belief: Belief) -> Seat | None:
        """Somebody who cannot know who they are, and should think that they are of this team.

        A teammate does then what this seat would wish; and so does an opponent who believes a lie.
        """
        own = self.own(belief)
        if temper.spite or own not in SPIES or belief.probability(self.seat, own) < SURE:
            return None
        for seat in range(belief.seats):
            if seat == self.seat or seat in self.told or not belief.in_doubt(seat):
                continue
            mate = belief.probability(seat, own)
            if mate > SURE or (mate < 1 - SURE and self.deceives):
                return seat
        return None

    def _rival(self, belief: Belief, rng: Generator) -> Seat:
        """Somebody to cast doubt on: who is least likely to be on the same side."""
        own = self.own(belief)
        others = [seat for seat in range(belief.seats) if seat != self.seat]
        rng.shuffle(others)
        return min(others, key=lambda seat: belief.probability(seat, own))
