"""Short ways to set a table of Heimlich & Co for a test."""

import pytest

from spyring.core import IllegalAction
from spyring.games.heimlich import GAME
from spyring.games.heimlich.cards import AGENTS
from spyring.referee import Referee

ON = {"top-secret": "on"}
DOSSIER = {"dossier": "on"}
SPARE = "markers-plus-3"


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


def dealt(seats: int = 2, first: int = 0, options: dict[str, str] | None = None, hands: str = "") -> Referee:
    """A table after the set-up: seat N has agent N of the list; `hands` is what is drawn, in order."""
    table = Referee(GAME, seats, options or {})
    do(table, *(f"chance deal {seat} {AGENTS[seat]}" for seat in range(seats)))
    if hands:
        do(table, *(f"chance draw {n % seats} {card}" for n, card in enumerate(hands.split())))
    return do(table, f"chance first {first}")


def turn(table: Referee, roll: str, act: str) -> Referee:
    """The active seat rolls and acts."""
    active = table.view(None)["active"]
    return do(table, f"chance roll {roll}", f"{active} {act}")


def passes(table: Referee) -> Referee:
    """Everybody passes until the card phase is over."""
    while table.view(None)["phase"] == "cards":
        do(table, f"{table.view(None)['go']} pass")
    return table


def quiet(table: Referee, roll: str, act: str) -> Referee:
    """A turn in which nobody plays a card and the safe, if it has to move, is put out of the way."""
    passes(turn(table, roll, act))
    if table.view(None)["phase"] == "safe":
        view = table.view(None)
        taken = {*view["agents"].values(), view["safe"]}
        spot = next(b for b in ("9", "8", "10", "5", "4", "3", "2", "1") if b not in taken)
        do(table, f"{view['active']} safe {spot}")
    return table


def agents(table: Referee) -> dict[str, str]:
    return table.view(None)["agents"]


def scores(table: Referee) -> dict[str, int]:
    return table.view(None)["scores"]


def phase(table: Referee) -> str:
    return table.view(None)["phase"]


def holding(card: str, *more: str) -> Referee:
    """A table of two in the card phase; seat 0, whose go it is, holds the cards named first."""
    second = more[0] if more else SPARE
    theirs = "to-safe" if card == "move-safe" else "move-safe"
    table = dealt(options=ON, hands=f"{card} {theirs} {second} {theirs}")
    return turn(table, "6", "move red 2 green 2 orange 2")


def plays(table: Referee, card: str) -> list[str]:
    """The targets that a card in the go of the seat may be played on."""
    go = table.view(None)["go"]
    texts = table.legal()[go]
    return [text.removeprefix(f"play {card}").strip() for text in texts if text.split()[1:2] == [card]]
