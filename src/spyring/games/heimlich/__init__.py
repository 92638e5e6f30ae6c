"""Heimlich & Co (Wolfgang Kramer, 1984): everybody moves every agent, one is secretly yours."""

from typing import cast

from spyring.core import Game, Option, UnreadableText, choice
from spyring.games.heimlich.cards import AGENTS, agents_in_play
from spyring.games.heimlich.refusal import refusal
from spyring.games.heimlich.rules import Heimlich, new
from spyring.games.heimlich.verbs import BOOK, CLAIMS
from spyring.games.heimlich.view import ending, view
from spyring.games.heimlich.worlds import sample


def _read_agents(value: str, seats: int) -> str:
    """H1: the table chooses which colours play, but not how many."""
    count = agents_in_play(seats)
    if not value:
        return ",".join(AGENTS[:count])
    agents = value.split(",")
    for agent in agents:
        if agent not in AGENTS:
            raise UnreadableText(f"{agent!r} is no agent; the agents are {', '.join(AGENTS)}")
    if len(agents) != count or len(set(agents)) != count:
        raise UnreadableText(f"with {seats} seats {count} different agents are in play, not {value!r}")
    return ",".join(agent for agent in AGENTS if agent in agents)


GAME = Game(
    key="heimlich",
    title="Heimlich & Co",
    seats=range(2, 8),
    options=(
        choice("top-secret", "off", "on"),
        choice("dossier", "off", "on"),
        Option(key="agents", default="", examples=("",), read=_read_agents),
    ),
    new=new,
    text=BOOK.text,
    parse=BOOK.parse,
    refusal=lambda state, actor, action: refusal(cast(Heimlich, state), actor, action),
    view=lambda state, seat: view(cast(Heimlich, state), seat),
    sample=sample,
    claims=CLAIMS,
    ending=lambda state: ending(cast(Heimlich, state)),
)
