"""Short ways to set a table of Wink for a test."""

from collections.abc import Callable

from lines import do as do
from lines import refused as refused

from spyring.core import Actor
from spyring.games.wink import GAME
from spyring.generator import Generator
from spyring.referee import Referee

TABLE = {"eyes": "table"}
QUICK = {"beats": "0"}


def dealt(seats: int = 4, first: int = 0, options: dict[str, str] | None = None) -> Referee:
    """A table after the set-up: seat 0 holds 1, seat 1 holds 2 and so on, round by round."""
    referee = Referee(GAME, seats, TABLE if options is None else options)
    numbers = len(referee.view(None)["square"])
    do(referee, *(f"chance deal {holder(seats, number)} {number}" for number in range(1, numbers + 1)))
    return do(referee, f"chance first {first}")


def holder(seats: int, number: int) -> int:
    """Who is dealt a number by `dealt`."""
    return (number - 1) % seats


def legal(referee: Referee, actor: Actor, verb: str = "") -> list[str]:
    """What an actor may do now, or only what begins with a verb."""
    return [text for text in referee.legal().get(actor, []) if text.startswith(verb)]


def phase(referee: Referee) -> str:
    return referee.view(None)["phase"]


def seen(referee: Referee, field: str, seat: int | None = None) -> object:
    """One field of a view."""
    return referee.view(seat)[field]


def walk(seats: int, options: dict[str, str], seed: int, acts: int = 100_000) -> Referee:
    """A table after so many acts of random play, or at the end of its game."""
    referee = Referee(GAME, seats, options)
    rng = Generator(seed)
    while referee.state.actors() and len(referee.log) < acts:
        referee.do(*referee.state.pick(rng))
    return referee


def balanced(
    wrong: frozenset[tuple[int, int]] = frozenset(),
    before_act: Callable[[Referee], object] = lambda referee: None,
    until: Callable[[Referee], bool] = lambda referee: False,
) -> Referee:
    """A game of four in which every seat guesses the card of the seat before it, round after round.

    So all hands get smaller together. `wrong` are the rounds and seats of guesses that are wrong.
    """
    referee = dealt()
    while phase(referee) != "over" and not until(referee):
        before_act(referee)
        view = referee.view(None)
        seat = view["active"]
        partner = (seat - 1) % 4
        if view["phase"] == "guess":
            named = (seat + 1) % 4 if (view["round"], seat) in wrong else partner
            do(referee, f"{seat} guess {named}")
            continue
        mine = [text for text in legal(referee, seat, "place") if holder(4, int(text.split()[1])) == partner]
        do(referee, f"{seat} {mine[0] if mine else 'leave'}")
    return referee


def telling_leave() -> Referee:
    """A random game of four before a `leave` of a seat that holds two or more cards without a pawn."""
    for seed in range(1000):
        referee = Referee(GAME, 4, TABLE)
        rng = Generator(seed)
        while referee.state.actors():
            actor, action = referee.state.pick(rng)
            if GAME.text(referee.state, actor, action) == "leave" and len(free_cards(referee)) > 1:
                return referee
            referee.do(actor, action)
    raise AssertionError("no such game")


def free_cards(referee: Referee) -> set[int]:
    """The face-up cards without a pawn."""
    view = referee.view(None)
    return {int(number) for number, card in view["square"].items() if card == "open"} - set(view["pawns"])
