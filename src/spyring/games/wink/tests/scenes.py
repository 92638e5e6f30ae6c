"""Short ways to set a table of Wink for a test."""

from collections.abc import Callable

import pytest

from spyring.core import Actor, IllegalAction
from spyring.games.wink import GAME
from spyring.generator import Generator
from spyring.referee import Referee

TABLE = {"eyes": "table"}
QUICK = {"beats": "0"}


def do(table: Referee, *lines: str) -> Referee:
    """Let the lines of a game file happen."""
    for line in lines:
        actor, text = line.split(maxsplit=1)
        table.act(actor if actor == "chance" else int(actor), text)
    return table


def refused(table: Referee, line: str) -> str:
    """The sentence with which a line is refused."""
    with pytest.raises(IllegalAction) as refusal:
        do(table, line)
    return str(refusal.value)


def dealt(seats: int = 4, first: int = 0, options: dict[str, str] | None = None) -> Referee:
    """A table after the set-up: seat 0 holds 1, seat 1 holds 2 and so on, round by round."""
    table = Referee(GAME, seats, TABLE if options is None else options)
    numbers = len(table.view(None)["square"])
    do(table, *(f"chance deal {holder(seats, number)} {number}" for number in range(1, numbers + 1)))
    return do(table, f"chance first {first}")


def holder(seats: int, number: int) -> int:
    """Who is dealt a number by `dealt`."""
    return (number - 1) % seats


def legal(table: Referee, actor: Actor, verb: str = "") -> list[str]:
    """What an actor may do now, or only what begins with a verb."""
    return [text for text in table.legal().get(actor, []) if text.startswith(verb)]


def phase(table: Referee) -> str:
    return table.view(None)["phase"]


def seen(table: Referee, field: str, seat: int | None = None) -> object:
    """One field of a view."""
    return table.view(seat)[field]


def walk(seats: int, options: dict[str, str], seed: int, acts: int = 100_000) -> Referee:
    """A table after so many acts of random play, or at the end of its game."""
    table = Referee(GAME, seats, options)
    rng = Generator(seed)
    while table.state.actors() and len(table.log) < acts:
        table.do(*table.state.pick(rng))
    return table


def balanced(
    wrong: frozenset[tuple[int, int]] = frozenset(),
    before_act: Callable[[Referee], object] = lambda table: None,
    until: Callable[[Referee], bool] = lambda table: False,
) -> Referee:
    """A game of four in which every seat guesses the card of the seat before it, round after round.

    So all hands get smaller together. `wrong` are the rounds and seats of guesses that are wrong.
    """
    table = dealt()
    while phase(table) != "over" and not until(table):
        before_act(table)
        view = table.view(None)
        seat = view["active"]
        partner = (seat - 1) % 4
        if view["phase"] == "guess":
            named = (seat + 1) % 4 if (view["round"], seat) in wrong else partner
            do(table, f"{seat} guess {named}")
            continue
        mine = [text for text in legal(table, seat, "place") if holder(4, int(text.split()[1])) == partner]
        do(table, f"{seat} {mine[0] if mine else 'leave'}")
    return table


def telling_leave() -> Referee:
    """A random game of four before a `leave` of a seat that holds two or more cards without a pawn."""
    for seed in range(1000):
        table = Referee(GAME, 4, TABLE)
        rng = Generator(seed)
        while table.state.actors():
            actor, action = table.state.pick(rng)
            if GAME.text(table.state, actor, action) == "leave" and len(free_cards(table)) > 1:
                return table
            table.do(actor, action)
    raise AssertionError("no such game")


def free_cards(table: Referee) -> set[int]:
    """The face-up cards without a pawn."""
    view = table.view(None)
    return {int(number) for number, card in view["square"].items() if card == "open"} - set(view["pawns"])
