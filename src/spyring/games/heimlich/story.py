"""For the story after a game: who was who, and how sure the others were."""

from typing import Final, cast

from spyring.core import State
from spyring.games.heimlich import position
from spyring.games.heimlich.bot import Mind
from spyring.games.heimlich.rules import Heimlich
from spyring.games.heimlich.verbs import names

SIGHTS: Final = ("identity",)  # not the deal: every seat knows its first agent anyway
ACCUSATIONS: Final = ("dossier",)
IDLE: Final = ()


def truth(state: State) -> list[list[str]]:
    """The agent of each seat, once it has one."""
    heimlich = cast(Heimlich, state)
    agents = names(heimlich)
    owned = [heimlich.agent_of(seat) for seat in range(heimlich.seats)]
    return [[] if agent == position.NOBODY else [agents[agent]] for agent in owned]


def played(text: str) -> str:
    """The Top Secret card that a line plays."""
    verb, *words = text.split()
    return words[0] if verb == "play" else ""


class Knowledge(Mind):
    """What a good player on one seat could know."""

    def possible(self) -> int:
        """How many deals of the agents fit what this seat was told."""
        return len(self.belief.deals)

    def sure(self, state: State) -> list[float | None]:
        """By seat, how likely its true agent looked; nothing for this seat itself, nor before the deal."""
        shares = self.belief.shares()
        return [
            None if seat == self.seat or not agent else shares[seat][self.agents.index(agent[0])]
            for seat, agent in enumerate(truth(state))
        ]
