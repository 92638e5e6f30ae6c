"""Secrets (Bruno Faidutti and Eric M. Lang, 2017): whose side are you on, and since when?"""

from typing import cast

from spyring.core import Game, choice
from spyring.games.secrets.refusal import refusal
from spyring.games.secrets.rules import Secrets, new
from spyring.games.secrets.verbs import BOOK, CLAIMS
from spyring.games.secrets.view import ending, view
from spyring.games.secrets.worlds import sample

GAME = Game(
    key="secrets",
    title="Secrets",
    seats=range(4, 9),
    options=(choice("memory", "aid", "strict"),),
    new=new,
    text=BOOK.text,
    parse=BOOK.parse,
    refusal=lambda state, actor, action: refusal(cast(Secrets, state), actor, action),
    view=lambda state, seat: view(cast(Secrets, state), seat),
    sample=sample,
    claims=CLAIMS,
    ending=lambda state: ending(cast(Secrets, state)),
)
