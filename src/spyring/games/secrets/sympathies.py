"""Who is on whose side, as far as they know it."""

from spyring.games.secrets import cards
from spyring.games.secrets.outlook import care


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
