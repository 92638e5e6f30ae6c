"""What was said about tokens (S60): it proves nothing, and is worth as much as the word of whoever said it.

A claim is weighed again whenever something else that its speaker said turns out to be true, or a lie: who
keeps their word is believed the more, and who was caught lying has said nothing that counts.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from spyring.core import Seat
from spyring.games.secrets import cards
from spyring.games.secrets.belief import Belief, Case
from spyring.temper import Trust

# How often a claim is true: about oneself, and about others.
OWN_WORD = 0.91
OTHERS_WORD = 0.85


@dataclass
class Claim:
    """Somebody said that a team's token is at a place."""

    number: int  # of its line in the feed
    seat: Seat
    place: int
    team: int
    again: list[int] = field(default_factory=list)  # the numbers of the same words, said again
    honesty: float = 0.5  # how likely it seemed to be true, for somebody who knows, when it was last weighed


class Hearsay:
    """The claims about tokens that are neither proved nor disproved yet."""

    def __init__(self, belief: Belief, trust: Trust) -> None:
        self.belief = belief
        self.trust = trust
        self.claims: list[Claim] = []
        self.settled: dict[tuple[Seat, int, int], bool] = {}  # who said of which place what: is it true?

    def hear(self, claim: Claim) -> None:
        """Somebody said who somebody is; to say it again adds nothing."""
        said = claim.seat, claim.place, claim.team
        if said in self.settled:
            self.trust.verdicts[claim.number] = self.settled[said]
            return
        for known in self.claims:
            if (known.seat, known.place, known.team) == said:
                known.again.append(claim.number)
                return
        self.claims.append(claim)
        self._weigh(claim)
        self.prove()

    def prove(self) -> None:
        """Which claims have turned out to be true, or lies, by what is certain."""
        claims, self.claims = self.claims, []
        speakers = set()
        for claim in claims:
            teams = {case.now[claim.place] for case in self.belief.cases}
            if len(teams) == 1 or claim.team not in teams:
                true = claim.team in teams
                self.trust.proved(claim.seat, claim.number, *claim.again, true=true)
                self.settled[claim.seat, claim.place, claim.team] = true
                speakers.add(claim.seat)
            else:
                self.claims.append(claim)
        for seat in speakers:
            self.reconsider(seat)

    def reconsider(self, seat: Seat) -> None:
        """Something that a seat said was proved or disproved: weigh again what else it said."""
        for claim in self.claims:
            if claim.seat == seat:
                self._weigh(claim)

    def moved(self, places: Mapping[int, int]) -> None:
        """What was said about a token holds wherever it goes; if nobody knows where (-1), it is forgotten."""
        for claim in self.claims:
            claim.place = places.get(claim.place, claim.place)
        self.claims = [claim for claim in self.claims if claim.place >= 0]
        self.settled = {said: true for said, true in self.settled.items() if said[1] not in places}

    def _weigh(self, claim: Claim) -> None:
        """Let a claim count for what its speaker's word is worth now, instead of what it was worth before."""
        usual = OWN_WORD if claim.seat == claim.place else OTHERS_WORD
        before = self._likelihood(claim, claim.honesty)
        claim.honesty = self.trust.honesty(claim.seat, usual)
        now = self._likelihood(claim, claim.honesty)
        self.belief.update(lambda case: now(case) / before(case))

    def _likelihood(self, claim: Claim, honesty: float) -> Callable[[Case], float]:
        """How likely such words are in each case; they count in so far as their speaker knows the token."""
        honest, lying = self.trust.weight(honesty), self.trust.weight(1 - honesty)
        seat, place, team = claim.seat, claim.place, claim.team

        def likelihood(case: Case) -> float:
            known = case.knows[place][seat]
            if known == 1 << team:
                return honest
            if known & (known - 1) or (known == 1 << cards.HIPPIE and seat == place):
                return (honest + lying) / 2  # a Hippie says anything
            return lying

        return likelihood
