"""The text of every action, written and read: the Notation table of rules.md.

Reading has two steps, because a file may be wrong in two ways: a word that no table has is
unreadable, whatever the position; a seat that is merely not at this table is illegal.
"""

from collections.abc import Sequence
from typing import Final

from spyring.core import IllegalAction, UnreadableText
from spyring.games.secrets import cards, codes
from spyring.words import expect, look_up, sitting

ANSWERS: Final = ("interrupt", "abstain", "accept", "refuse")  # from INTERRUPT_CODE on
SIDES: Final = ("left", "right")
SEATS: Final = tuple(str(seat) for seat in range(cards.MOST_SEATS))
PLACES: Final = (*SEATS, "centre")
BARE_CLAIMS: Final = ("trust", "take", "refuse")  # from SAY_TRUST_CODE on

Words = Sequence[str]


# Writing.


def text(action: int) -> str:
    """The text of an action."""
    if action >= codes.SAY_CODE:
        return f"say {_claim_text(action)}"
    if action >= codes.SWAP_CODE:
        seat, other = divmod(action - codes.SWAP_CODE, codes.SEAT_SHIFT)
        return f"swap {seat} {other}"
    if action >= codes.SHOOT_CODE:
        return f"shoot {action - codes.SHOOT_CODE}"
    if action >= codes.SEND_CODE:
        return f"send {action - codes.SEND_CODE}"
    if action >= codes.LOOK_CODE:
        return f"look {PLACES[action - codes.LOOK_CODE]}"
    if action >= codes.OFFER_CODE:
        card, seat = divmod(action - codes.OFFER_CODE, codes.SEAT_SHIFT)
        return f"offer {cards.KEYS[card]} {seat}"
    if action >= codes.BULLET_CODE:
        return f"bullet {cards.BULLETS[action - codes.BULLET_CODE]}"
    if action >= codes.EXCHANGE_CODE:
        return f"exchange {SIDES[action - codes.EXCHANGE_CODE]}"
    if action >= codes.INTERRUPT_CODE:
        return ANSWERS[action - codes.INTERRUPT_CODE]
    if action >= codes.REVEAL_CODE:
        return f"reveal {cards.KEYS[action - codes.REVEAL_CODE]}"
    if action >= codes.FIRST_CODE:
        return f"first {action - codes.FIRST_CODE}"
    seat, team = divmod(action - codes.TOKEN_CODE, codes.TEAM_SHIFT)
    return f"token {seat} {cards.TEAMS[team]}"


def _claim_text(action: int) -> str:
    if action >= codes.SAY_TRUST_CODE:
        return BARE_CLAIMS[action - codes.SAY_TRUST_CODE]
    if action >= codes.SAY_DOUBT_CODE:
        return f"doubt {action - codes.SAY_DOUBT_CODE}"
    if action >= codes.SAY_TEAM_CODE:
        seat, team = divmod(action - codes.SAY_TEAM_CODE, codes.TEAM_SHIFT)
        return f"team {seat} {cards.TEAMS[team]}"
    return f"card {cards.KEYS[action - codes.SAY_CARD_CODE]}"


# What is told besides the actions themselves.


def hidden_text(action: int) -> str | None:
    """What those hear of an action who may not know all of it (S51); None if nothing is hidden."""
    verb, *words = text(action).split()
    if verb == "token":
        return f"token {words[0]}"
    if verb == "offer":
        return f"offer {words[1]}"
    if verb in ("exchange", "bullet"):
        return verb
    return None


def sight_text(place: int, team: int) -> str:
    """What those hear who see a token."""
    return f"sees {PLACES[place]} {cards.TEAMS[team]}"


def receive_text(card: int) -> str:
    """What everybody hears when the offered card is revealed (S14)."""
    return f"receives {cards.KEYS[card]}"


def identity_text(place: int, team: int) -> str:
    """What everybody hears of a token at the end (S41)."""
    return f"identity {PLACES[place]} {cards.TEAMS[team]}"


def shot_text(seat: int, bullets: Sequence[int]) -> str:
    """What everybody hears at the end of the bullets in a display, in their order (S41)."""
    return " ".join(["shot", str(seat), *(cards.BULLETS[bullet] for bullet in bullets)])


# Reading: first the words, then the table.


def _card(word: str) -> int:
    return look_up(cards.KEYS, word, "character")


def _team(word: str) -> int:
    return look_up(cards.TEAMS, word, "identity")


def _seat(word: str) -> int:
    return look_up(SEATS, word, "seat")


class Reader:
    """Reads texts for one table."""

    def __init__(self, seats: int) -> None:
        self.seats = seats

    def read(self, line: str) -> int:
        """The action that a text stands for."""
        verb, *words = line.split() or [""]
        match verb:
            case "token":
                expect(words, 2, "token SEAT cia|kgb|hippie")
                seat, team = _seat(words[0]), _team(words[1])
                return codes.TOKEN_CODE + sitting(seat, self.seats) * codes.TEAM_SHIFT + team
            case "first":
                return codes.FIRST_CODE + self._read_seat(verb, words)
            case "reveal":
                expect(words, 1, "reveal CARD")
                return codes.REVEAL_CODE + _card(words[0])
            case "offer":
                expect(words, 2, "offer CARD SEAT")
                card, seat = _card(words[0]), _seat(words[1])
                return codes.OFFER_CODE + card * codes.SEAT_SHIFT + sitting(seat, self.seats)
            case "interrupt" | "abstain" | "accept" | "refuse":
                expect(words, 0, verb)
                return codes.INTERRUPT_CODE + ANSWERS.index(verb)
            case "look":
                expect(words, 1, "look SEAT|centre")
                place = look_up(PLACES, words[0], "place of a token")
                return codes.LOOK_CODE + (place if place == cards.CENTRE else sitting(place, self.seats))
            case "swap":
                expect(words, 2, "swap SEAT SEAT")
                return self._read_swap([_seat(word) for word in words])
            case "send":
                return codes.SEND_CODE + self._read_seat(verb, words)
            case "exchange":
                expect(words, 1, "exchange left|right")
                return codes.EXCHANGE_CODE + look_up(SIDES, words[0], "side")
            case "bullet":
                expect(words, 1, "bullet VALUE")
                return codes.BULLET_CODE + look_up(cards.BULLETS, words[0], "bullet")
            case "shoot":
                return codes.SHOOT_CODE + self._read_seat(verb, words)
            case "say":
                return self._read_claim(words)
        raise UnreadableText(
            f"{verb!r} begins no action; one begins with token, first, reveal, offer, interrupt, abstain, "
            "accept, refuse, look, swap, send, exchange, bullet, shoot or say"
        )

    def _read_seat(self, verb: str, words: Words) -> int:
        expect(words, 1, f"{verb} SEAT")
        return sitting(_seat(words[0]), self.seats)

    def _read_swap(self, pair: list[int]) -> int:
        one, other = sorted(sitting(seat, self.seats) for seat in pair)
        if one == other:
            raise IllegalAction("the tokens of two different seats are swapped")
        return codes.SWAP_CODE + one * codes.SEAT_SHIFT + other

    def _read_claim(self, words: Words) -> int:  # S60
        claim, *rest = words or [""]
        match claim:
            case "card":
                expect(rest, 1, "say card CARD")
                return codes.SAY_CARD_CODE + _card(rest[0])
            case "team":
                expect(rest, 2, "say team SEAT cia|kgb|hippie")
                seat, team = _seat(rest[0]), _team(rest[1])
                return codes.SAY_TEAM_CODE + sitting(seat, self.seats) * codes.TEAM_SHIFT + team
            case "doubt":
                return codes.SAY_DOUBT_CODE + self._read_seat("say doubt", rest)
            case "trust" | "take" | "refuse":
                expect(rest, 0, f"say {claim}")
                return codes.SAY_TRUST_CODE + BARE_CLAIMS.index(claim)
        raise UnreadableText(f"{claim!r} is no claim; one says card, team, trust, doubt, take or refuse")
