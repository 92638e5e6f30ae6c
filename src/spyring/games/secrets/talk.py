"""What a player of Secrets says (S60): to a purpose, and consistently with what it said before.

A bot names the card that makes its target do what it wants; if that is a lie, its temper decides whether it
tells it. It is somebody to the table: the team that it has named, true or not, until its token moves. Who is
asked a question answers it. Whether it speaks is a matter of dice, not of what it knows.
"""

from collections.abc import Callable

from spyring.core import Actor, Seat
from spyring.games.secrets import cards
from spyring.games.secrets.belief import Belief
from spyring.generator import Generator
from spyring.temper import Temper

SURE = 0.97  # what is likelier than this has been seen
MATE = 0.5  # somebody counts as a teammate from this probability on
OF_THE_CARD = 60  # percentage of the words before an offer that are about the card
SPIES = ("cia", "kgb")

Useful = Callable[[Seat, str], tuple[str, str]]  # which card to name to a target, and which not


class Talk:
    """What one seat says: at most one claim before each act."""

    def __init__(self, seat: Seat) -> None:
        self.seat = seat
        self.spoken = False  # since its last act
        self.question = ""  # that it has to answer
        self.face = ""  # the team that it has named as its own
        self.offerer: Seat = 0

    def hear(self, actor: Actor, verb: str, words: list[str]) -> None:
        """Keep track of who speaks to whom."""
        if verb == "say":
            if actor == self.seat:
                self.spoken, self.question = True, ""
                if words[0] == "team" and int(words[1]) == self.seat:
                    self.face = words[2]
            elif words[0] in ("who", "seen") and int(words[1]) == self.seat:
                self.question = words[0]
        elif actor == self.seat:
            self.spoken = False
        if verb == "offer":
            assert isinstance(actor, int)
            self.offerer = actor

    def moved(self) -> None:
        """The token of this seat may be another one now: what was said about it has no meaning any more."""
        self.face = ""

    def claim(self, text: str, temper: Temper, belief: Belief, useful: Useful, rng: Generator) -> str:
        """Something to say before this act, or nothing."""
        if not temper.talk:
            return ""
        if self.question:
            return self._answer(temper, belief, rng)
        if self.spoken or not text:
            return ""
        verb, *words = text.split()
        if rng.below(100) >= temper.talk:
            return ""
        if rng.below(100) < temper.stirs:
            return f"say doubt {self._rival(belief, rng)}"
        if verb == "offer":
            if rng.below(100) < OF_THE_CARD or not temper.open:
                return self._name_card(words[0], int(words[1]), temper, belief, useful, rng)
            return self._name_team(temper, belief, rng)
        if verb in ("accept", "refuse"):
            mate = belief.probability(self.offerer, self.own(belief)) >= MATE
            honest = not self._lies(temper, rng)
            return "say trust" if mate == honest else f"say doubt {self.offerer}"
        return ""

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
        if not self.face:
            own = self.own(belief)
            self.face = own
            if rng.below(100) < temper.lies or (own == "hippie" and temper.lies):
                others = [team for team in SPIES if team != own]
                self.face = others[rng.below(len(others))]
        return f"say team {self.seat} {self.face}"

    def _name_card(
        self,
        card: str,
        target: Seat,
        temper: Temper,
        belief: Belief,
        useful: Useful,
        rng: Generator,
    ) -> str:
        """Tell a teammate which card it is; tell the others what makes them do what this seat wants."""
        wanted, other = useful(target, card)
        if rng.below(100) < temper.spite:
            return f"say card {other if card == wanted else wanted}"
        if card == wanted or belief.probability(target, self.own(belief)) >= MATE:
            return f"say card {card}"
        if self._lies(temper, rng):
            return f"say card {wanted}"
        return self._name_team(temper, belief, rng)

    def _rival(self, belief: Belief, rng: Generator) -> Seat:
        """Somebody to cast doubt on: who is least likely to be on the same side."""
        own = self.own(belief)
        others = [seat for seat in range(belief.seats) if seat != self.seat]
        rng.shuffle(others)
        return min(others, key=lambda seat: belief.probability(seat, own))
