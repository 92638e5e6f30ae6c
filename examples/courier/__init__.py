"""Courier: somebody carries the letter. An example of a game in one folder."""

from spyring.core import Game, choice
from spyring.games.courier.rules import Courier, view
from spyring.games.courier.verbs import BOOK, MOST_SEATS
from spyring.worlds import slow_sample

GAME = Game(
    key="courier",
    title="Courier",
    seats=range(3, MOST_SEATS + 1),
    options=(choice("rounds", "4", "3"),),
    new=Courier,
    text=BOOK.text,
    parse=BOOK.parse,
    view=view,
    sample=slow_sample(Courier, BOOK.text),
)
