"""The book of verbs of Secrets: what can be done and said, and who is told what."""

from collections.abc import Sequence
from typing import Any, Final

from spyring.claims import Claims
from spyring.core import Actor, Seat
from spyring.games.secrets.cards import BULLETS, KEYS, MOST_SEATS, TEAMS
from spyring.verbs import Book, Operand, Pair, Verb, actor_hears, nobody_hears, seat_operand

# What a code sets aside for an operand that others precede.
SEAT_SHIFT: Final = 8
TEAM_SHIFT: Final = 4

TOKEN: Final = 0  # + seat * TEAM_SHIFT + team
FIRST: Final = 32  # + seat
REVEAL: Final = 40  # + card
INTERRUPT: Final = 48
ABSTAIN: Final = 49
ACCEPT: Final = 50
REFUSE: Final = 51
EXCHANGE: Final = 52  # + side
BULLET: Final = 56  # + bullet
OFFER: Final = 64  # + card * SEAT_SHIFT + seat
LOOK: Final = 128  # + place
SEND: Final = 144  # + seat
SHOOT: Final = 152  # + seat
SWAP: Final = 192  # + seat * SEAT_SHIFT + other seat, ascending
SAY: Final = 256  # from here on claims (S60), which are no actions of the rules

LEFT: Final = 0  # the sides of an exchange (S26)
RIGHT: Final = 1


def receiver_hears(state: Any, actor: Actor, numbers: Sequence[int]) -> tuple[Seat, ...]:
    """Who applies the effect of a card."""
    return (int(state.receiver),)


SEAT = seat_operand(MOST_SEATS, room=SEAT_SHIFT)
CARD = Operand(noun="character", form="CARD", words=KEYS, room=8)
TEAM = Operand(noun="identity", words=TEAMS, room=TEAM_SHIFT)
SIDE = Operand(noun="side", words=("left", "right"), room=2)
VALUE = Operand(noun="bullet", form="VALUE", words=BULLETS, room=4)
PLACE = seat_operand(MOST_SEATS, room=16, noun="place of a token", other="centre")

CLAIMS = Claims(  # S60
    SAY,
    ("card", "card", CARD),
    ("take", "card"),
    ("refuse", "card"),
    ("team", "who", SEAT, TEAM),
    ("trust", "trust"),
    ("doubt", "trust", SEAT),
    ("who", "ask", SEAT),
    ("seen", "ask", SEAT),
)
BOOK = Book(
    Verb("token", TOKEN, SEAT, TEAM, to=nobody_hears, hidden=[TEAM]),  # S2
    Verb("first", FIRST, SEAT),  # S4
    Verb("reveal", REVEAL, CARD),  # S10
    Verb("offer", OFFER, CARD, SEAT, to=actor_hears, hidden=[CARD]),  # S11, S12
    Verb("interrupt", INTERRUPT),  # S13
    Verb("abstain", ABSTAIN),
    Verb("accept", ACCEPT),  # S14
    Verb("refuse", REFUSE),
    Verb("look", LOOK, PLACE),  # S23
    Pair("swap", SWAP, SEAT, SEAT),  # S22
    Verb("send", SEND, SEAT),  # S21
    Verb("exchange", EXCHANGE, SIDE, to=actor_hears, hidden=[SIDE]),  # S26
    Verb("bullet", BULLET, VALUE, to=receiver_hears, hidden=[VALUE]),  # S27
    Verb("shoot", SHOOT, SEAT),
    *CLAIMS,
)


# What is told besides the actions themselves.


def sight_text(place: int, team: int) -> str:
    """What those hear who see a token."""
    return f"sees {PLACE.words[place]} {TEAMS[team]}"


def unseen_text(place: int) -> str:
    """What those hear again who saw a token, where only their own memory counts."""
    return f"sees {PLACE.words[place]}"


def receive_text(card: int) -> str:
    """What everybody hears when the offered card is revealed (S14)."""
    return f"receives {KEYS[card]}"


def all_down_text(seat: int) -> str:
    """What everybody hears when all characters of a seat are turned face down (S25)."""
    return f"down {seat} all"


def pair_down_text(seat: int, card: int) -> str:
    """What everybody hears of a pair that is turned face down (S30)."""
    return f"down {seat} {KEYS[card]}"


def un_text(place: int) -> str:
    """What everybody hears of the UN token's new place (S31)."""
    return f"un {PLACE.words[place]}"


def full_text(seat: int) -> str:
    """What everybody hears of a display that ends the game (S40)."""
    return f"full {seat}"


def identity_text(place: int, team: int) -> str:
    """What everybody hears of a token at the end (S41)."""
    return f"identity {PLACE.words[place]} {TEAMS[team]}"


def shot_text(seat: int, bullets: Sequence[int]) -> str:
    """What everybody hears at the end of the bullets in a display, in their order (S41)."""
    return " ".join(["shot", str(seat), *(BULLETS[bullet] for bullet in bullets)])
