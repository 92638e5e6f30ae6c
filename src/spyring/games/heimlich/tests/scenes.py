"""Short ways to set a table of Heimlich & Co for a test."""

from lines import do as do
from lines import refused as refused

from spyring.games.heimlich import GAME
from spyring.games.heimlich.cards import AGENTS
from spyring.referee import Referee

ON = {"top-secret": "on"}
DOSSIER = {"dossier": "on"}
SPARE = "markers-plus-3"


def dealt(seats: int = 2, first: int = 0, options: dict[str, str] | None = None, hands: str = "") -> Referee:
    """A table after the set-up: seat N has agent N of the list; `hands` is what is drawn, in order."""
    referee = Referee(GAME, seats, options or {})
    do(referee, *(f"chance deal {seat} {AGENTS[seat]}" for seat in range(seats)))
    if hands:
        do(referee, *(f"chance draw {n % seats} {card}" for n, card in enumerate(hands.split())))
    return do(referee, f"chance first {first}")


def turn(referee: Referee, roll: str, act: str) -> Referee:
    """The active seat rolls and acts."""
    active = referee.view(None)["active"]
    return do(referee, f"chance roll {roll}", f"{active} {act}")


def passes(referee: Referee) -> Referee:
    """Everybody passes until the card phase is over."""
    while referee.view(None)["phase"] == "cards":
        do(referee, f"{referee.view(None)['go']} pass")
    return referee


def quiet(referee: Referee, roll: str, act: str) -> Referee:
    """A turn in which nobody plays a card and the safe, if it has to move, is put out of the way."""
    passes(turn(referee, roll, act))
    if referee.view(None)["phase"] == "safe":
        view = referee.view(None)
        taken = {*view["agents"].values(), view["safe"]}
        spot = next(b for b in ("9", "8", "10", "5", "4", "3", "2", "1") if b not in taken)
        do(referee, f"{view['active']} safe {spot}")
    return referee


def agents(referee: Referee) -> dict[str, str]:
    return referee.view(None)["agents"]


def scores(referee: Referee) -> dict[str, int]:
    return referee.view(None)["scores"]


def phase(referee: Referee) -> str:
    return referee.view(None)["phase"]


def holding(card: str, *more: str) -> Referee:
    """A table of two in the card phase; seat 0, whose go it is, holds the cards named first."""
    second = more[0] if more else SPARE
    theirs = "to-safe" if card == "move-safe" else "move-safe"
    referee = dealt(options=ON, hands=f"{card} {theirs} {second} {theirs}")
    return turn(referee, "6", "move red 2 green 2 orange 2")


def plays(referee: Referee, card: str) -> list[str]:
    """The targets that a card in the go of the seat may be played on."""
    go = referee.view(None)["go"]
    texts = referee.legal()[go]
    return [text.removeprefix(f"play {card}").strip() for text in texts if text.split()[1:2] == [card]]
