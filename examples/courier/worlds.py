"""Which worlds fit what a seat of Courier has seen: how likely each seat has the letter."""

from spyring.core import Log, Seat, View
from spyring.games.courier.notation import parse
from spyring.games.courier.rules import NOBODY, Courier, new
from spyring.generator import Generator


def sample(view: View, feed: Log, rng: Generator) -> Courier:
    """A position that shows this seat the same view, as likely as random play makes it."""
    table = new(view["seats"], view["options"])
    chances = [1.0] * table.seats  # that a seat has the letter
    for actor, text in feed:
        verb, *words = text.split()
        if verb == "letter":
            _know(chances, int(words[0]) if words else None)
            table.holder = 0  # somebody has it; who, is drawn at the end
        elif verb == "shows":
            _know(chances, int(actor))
        elif verb == "pass":
            _follow(chances, table, int(words[0]), "".join(words[1:]))
            table.turn += 1
        else:
            table.apply(actor, parse(table, text))
            if verb == "accuse":
                chances[int(actor)] = 0.0  # C4
    if table.holder == NOBODY:
        return table
    if view["phase"] != "over" and "seat" in view and not view["letter"]:
        chances[view["seat"]] = 0.0
    table.holder = rng.draw(chances)
    return table


def _know(chances: list[float], holder: Seat | None) -> None:
    for seat in range(len(chances)):
        if holder is not None and seat != holder:
            chances[seat] = 0.0


def _follow(chances: list[float], table: Courier, to: Seat, what: str) -> None:
    """C3: of an envelope that one did not see, how likely each seat would have passed it."""
    by = int(table.active())
    if what == "letter":
        _know(chances, by)
        chances[by], chances[to] = 0.0, chances[by]
    elif not what:
        for seat in range(table.seats):
            table.holder = seat
            chances[seat] /= int(table.count(by))
        chances[to] += chances[by]
