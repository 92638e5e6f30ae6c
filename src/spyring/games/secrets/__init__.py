"""Secrets (Bruno Faidutti and Eric M. Lang, 2017): whose side are you on, and since when?"""

from typing import cast

from spyring.core import Game, choice
from spyring.games.secrets.notation import Reader, text
from spyring.games.secrets.refusal import refusal
from spyring.games.secrets.rules import Secrets, new
from spyring.games.secrets.view import ending, view
from spyring.games.secrets.worlds import sample

GAME = Game(
    key="secrets",
    title="Secrets",
    seats=range(4, 9),
    options=(choice("memory", "aid", "strict"),),
    new=new,
    text=lambda state, actor, action: text(action),
    parse=lambda state, actor, line: Reader(cast(Secrets, state).seats).read(line),
    refusal=lambda state, actor, action: refusal(cast(Secrets, state), actor, action),
    view=lambda state, seat: view(cast(Secrets, state), seat),
    sample=sample,
    ending=lambda state: ending(cast(Secrets, state)),
)
