"""What a player of Secrets says before they act (S60): true often enough that a lie may be believed."""

from spyring.core import Log, Seat
from spyring.games.secrets import cards
from spyring.games.secrets.belief import Belief
from spyring.generator import Generator

TALKATIVE = 30  # percentage of acts that come with a claim
CANDOUR = 65  # percentage of claims made without a second thought
MATE = 0.5  # somebody counts as a teammate from this probability on


class Talk:
    """What one seat says: at most one claim per act."""

    def __init__(self, seat: Seat) -> None:
        self.seat = seat

    def claim(self, text: str, heard: Log, belief: Belief, pair: list[int], rng: Generator) -> str:
        """Something to say before this act, or nothing."""
        if self._has_spoken(heard) or rng.below(100) >= TALKATIVE:
            return ""
        verb, *words = text.split()
        candid = rng.below(100) < CANDOUR
        if verb == "offer":
            if rng.below(2):
                return self._name_team(belief, rng, candid=candid)
            return self._name_card(words[0], int(words[1]), belief, pair, candid=candid)
        if verb in ("accept", "refuse"):
            return "say trust" if (verb == "accept") == candid else f"say doubt {self._offerer(heard)}"
        return ""

    def _has_spoken(self, heard: Log) -> bool:
        """Whether the last line, apart from the talk of others, was this seat's own claim."""
        for actor, text in reversed(heard):
            if not text.startswith("say"):
                return False
            if actor == self.seat:
                return True
        return False

    def _name_team(self, belief: Belief, rng: Generator, *, candid: bool) -> str:
        """A team to claim; a Hippie always claims to be something else."""
        own = self._likeliest(belief)
        spies = [team for team in ("cia", "kgb") if (team == own) == candid]
        if own == "hippie":
            spies = ["cia", "kgb"]
        return f"say team {self.seat} {spies[rng.below(len(spies))]}"

    def _name_card(self, card: str, target: Seat, belief: Belief, pair: list[int], *, candid: bool) -> str:
        """Tell a teammate which card it is and an enemy the other one; sometimes the other way round."""
        mate = belief.probability(target, self._likeliest(belief)) >= MATE
        first, second = (cards.KEYS[one] for one in pair)
        other = second if card == first else first
        return f"say card {card if mate == candid else other}"

    def _likeliest(self, belief: Belief) -> str:
        """The team that this seat most likely belongs to."""
        return max(cards.TEAMS, key=lambda team: belief.probability(self.seat, team))

    def _offerer(self, heard: Log) -> Seat:
        """Who made the last offer."""
        actor = next(actor for actor, text in reversed(heard) if text.startswith("offer"))
        assert isinstance(actor, int)
        return actor
