"""The story of a game afterwards: which token lay where, and how sure everybody was of it."""

from typing import Final, cast

from spyring.core import State
from spyring.games.secrets import cards, position
from spyring.games.secrets.bot import Mind
from spyring.games.secrets.rules import Secrets

SIGHTS: Final = ("sees",)
ACCUSATIONS: Final = ("say",)


def truth(state: State) -> list[list[str]]:
    """The token that lies before each seat, once all are dealt."""
    secrets = cast(Secrets, state)
    if secrets.stage == position.DEALING:
        return [[] for _ in range(secrets.seats)]
    return [[cards.TEAMS[secrets.tokens[seat]]] for seat in range(secrets.seats)]


class Knowledge(Mind):
    """What a good player could tell at one seat, its own token included: it may have been moved."""

    def possible(self) -> int:
        """How many arrangements of the tokens fit what this seat was told."""
        return len(self.belief.arrangements())

    def sure(self, state: State) -> list[float | None]:
        """By seat, how likely its true token looked; nothing before the deal."""
        return [
            self.belief.probability(seat, team[0]) if team else None for seat, team in enumerate(truth(state))
        ]
