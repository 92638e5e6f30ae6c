"""For the story after a game: which token lay where, and how sure everybody was."""

from typing import Final, cast

from spyring.core import State
from spyring.games.secrets import cards, position
from spyring.games.secrets.bot import Mind
from spyring.games.secrets.rules import Secrets

SIGHTS: Final = ("sees",)
ACCUSATIONS: Final = ("say",)
IDLE: Final = ()


def truth(state: State) -> list[list[str]]:
    """The token in front of each seat, once all are dealt."""
    secrets = cast(Secrets, state)
    if secrets.stage == position.DEALING:
        return [[] for _ in range(secrets.seats)]
    return [[cards.TEAMS[secrets.tokens[seat]]] for seat in range(secrets.seats)]


def played(text: str) -> str:
    """The character that a seat receives in a line."""
    verb, *words = text.split()
    return words[0] if verb == "receives" else ""


class Knowledge(Mind):
    """What a good player on one seat could know, even about its own token, which may have been moved."""

    def possible(self) -> int:
        """How many arrangements of the tokens fit what this seat was told."""
        return len(self.belief.arrangements())

    def sure(self, state: State) -> list[float | None]:
        """By seat, how likely its true token looked; nothing before the deal."""
        return [
            self.belief.probability(seat, team[0]) if team else None for seat, team in enumerate(truth(state))
        ]
