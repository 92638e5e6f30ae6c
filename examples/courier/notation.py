"""Action texts of Courier, and why an act is refused."""

from spyring.core import CHANCE, Actor, UnreadableText
from spyring.games.courier.rules import ACCUSE, BLANK, CODES, DEAL, FIRST, LETTER, Courier
from spyring.words import look_up, sitting

MOST_SEATS = 6
SEATS = [str(seat) for seat in range(MOST_SEATS)]
ENVELOPES = {"blank": BLANK, "letter": LETTER}


def text(action: int) -> str:
    """The text of an action."""
    kind, seat = divmod(action, CODES)
    if kind == DEAL:
        return f"letter {seat}"
    if kind == FIRST:
        return f"first {seat}"
    if kind == ACCUSE:
        return f"accuse {seat}"
    return f"pass {seat} {'letter' if kind == LETTER else 'blank'}"


def parse(table: Courier, line: str) -> int:
    """The action of a text."""
    match line.split():
        case ["letter", seat]:
            return DEAL * CODES + _seat(table, seat)
        case ["first", seat]:
            return FIRST * CODES + _seat(table, seat)
        case ["accuse", seat]:
            return ACCUSE * CODES + _seat(table, seat)
        case ["pass", seat, what] if what in ENVELOPES:
            return ENVELOPES[what] * CODES + _seat(table, seat)
    raise UnreadableText(f"write `pass SEAT blank`, `pass SEAT letter` or `accuse SEAT`, not {line!r}")


def _seat(table: Courier, word: str) -> int:
    return sitting(look_up(SEATS, word, "seat"), table.seats)


def refusal(table: Courier, actor: Actor, action: int) -> str:
    """Why this actor may not do this now: nothing in it depends on who has the letter but the actor."""
    if actor not in table.actors():
        return "it is not their turn"
    kind, seat = divmod(action, CODES)
    if actor == CHANCE:
        return "chance gives the letter to a seat, and then says who begins (C1, C2)"
    if kind in (DEAL, FIRST):
        return "that is for chance to say (C1, C2)"
    if seat == actor:
        return "an envelope and an accusation go to another seat (C3, C4)"
    if kind == ACCUSE and not table.last_round():
        return "one accuses in the last round (C4)"
    if kind == ACCUSE:
        return "who has the letter cannot accuse (C4)"
    return "only who has the letter can pass it (C3)"
