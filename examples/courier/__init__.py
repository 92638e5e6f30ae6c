"""Courier: somebody carries the letter. An example of a game in one folder."""

from typing import cast

from spyring.core import Game, choice
from spyring.games.courier.notation import MOST_SEATS, parse, refusal, text
from spyring.games.courier.rules import Courier, new
from spyring.games.courier.view import view
from spyring.games.courier.worlds import sample

GAME = Game(
    key="courier",
    title="Courier",
    seats=range(3, MOST_SEATS + 1),
    options=(choice("rounds", "4", "3"),),
    new=new,
    text=lambda state, actor, action: text(action),
    parse=lambda state, actor, line: parse(cast(Courier, state), line),
    refusal=lambda state, actor, action: refusal(cast(Courier, state), actor, action),
    view=lambda state, seat: view(cast(Courier, state), seat),
    sample=sample,
)
