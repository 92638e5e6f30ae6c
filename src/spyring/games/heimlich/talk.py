"""What a player of Heimlich & Co says (H80): to hide its own agent, and to point at others.

It denies the agent that its moves make the others suspect; where that is its own, its temper decides whether
it lies. It names the owner of a leading agent when it is fairly sure. Who is asked a question answers it.
Whether it speaks is a matter of dice, not of what it knows: only the words are.
"""

from collections.abc import Callable, Sequence

from spyring.core import Actor, Seat
from spyring.generator import Generator
from spyring.temper import Temper

SELDOM = 3  # there are many moves: it speaks at one in so many of the moments that its temper allows
FAIRLY_SURE = 0.6  # the probability from which on it names an owner

Shares = Callable[[], list[list[float]]]  # how likely each seat is to have each agent


class Talk:
    """What one seat says: at most one claim before each act."""

    def __init__(self, seat: Seat, agents: Sequence[str]) -> None:
        self.seat = seat
        self.agents = agents
        self.spoken = False  # since its last act
        self.question = ""  # that it has to answer

    def hear(self, actor: Actor, verb: str, words: list[str]) -> None:
        """Keep track of who speaks to whom."""
        if verb == "say":
            if actor == self.seat:
                self.spoken, self.question = True, ""
            elif words[0] in ("who", "seen") and int(words[1]) == self.seat:
                self.question = words[0]
        elif actor == self.seat:
            self.spoken = False

    def claim(
        self,
        text: str,
        temper: Temper,
        own: int,
        suspicion: list[float],
        shares: Shares,
        points: list[int],
        rng: Generator,
    ) -> str:
        """Something to say before this act, or nothing."""
        if not temper.talk:
            return ""
        if self.question == "seen":
            return self._point(own, shares(), 0.0, points) or self._deny(own, suspicion)
        if self.question == "who":
            return self._introduce(temper, own, suspicion, rng)
        if self.spoken or not text.startswith("move") or rng.below(100 * SELDOM) >= temper.talk:
            return ""
        if rng.below(100) < temper.stirs:
            return self._slander(own, len(shares()), points, rng)
        if rng.below(2):
            return self._point(own, shares(), FAIRLY_SURE, points) or self._deny(own, suspicion)
        suspected = suspicion.index(max(suspicion))
        if suspected == own and rng.below(100) >= temper.lies:
            return self._deny(own, suspicion)
        return f"say not {self.seat} {self.agents[suspected]}"

    def _deny(self, own: int, suspicion: list[float]) -> str:
        """Something true about itself."""
        return f"say not {self.seat} {self._face(own, suspicion)}"

    def _face(self, own: int, suspicion: list[float]) -> str:
        """Another agent that it could be, as the others see it."""
        others = [agent for agent in range(len(self.agents)) if agent != own]
        return self.agents[max(others, key=suspicion.__getitem__)]

    def _introduce(self, temper: Temper, own: int, suspicion: list[float], rng: Generator) -> str:
        """Nobody says who they are: it is somebody else, or says truly who it is not."""
        lies = rng.below(100) < max(temper.lies, temper.spite)
        return f"say {'agent' if lies else 'not'} {self.seat} {self._face(own, suspicion)}"

    def _point(self, own: int, shares: list[list[float]], least: float, points: list[int]) -> str:
        """Name the likeliest owner of an agent that is doing well."""
        found = [
            (share, points[agent], seat, agent)
            for seat, row in enumerate(shares)
            for agent, share in enumerate(row)
            if seat != self.seat and agent != own and share >= least
        ]
        if not found:
            return ""
        _, _, seat, agent = max(found, key=lambda one: (one[1], one[0]) if least else one)
        return f"say agent {seat} {self.agents[agent]}"

    def _slander(self, own: int, seats: int, points: list[int], rng: Generator) -> str:
        """Say of anybody that theirs is the leading agent."""
        seat = rng.below(seats - 1)
        seat += seat >= self.seat
        others = [agent for agent in range(len(self.agents)) if agent != own]
        return f"say agent {seat} {self.agents[max(others, key=points.__getitem__)]}"
