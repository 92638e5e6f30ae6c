"""What the REST interface takes and answers."""

from typing import Annotated

import msgspec
from msgspec import Meta

from spyring.core import View
from spyring.server.http.outgoing import TableInfo

Text = Annotated[str, Meta(max_length=200)]


class OptionInfo(msgspec.Struct, frozen=True):
    """One thing that a table may choose before the game."""

    key: str
    default: str
    examples: tuple[str, ...]


class GameInfo(msgspec.Struct, frozen=True):
    """A game that can be played here."""

    key: str
    title: str
    seats: list[int]
    options: list[OptionInfo]
    bots: list[str]
    lesson: bool


class About(msgspec.Struct, frozen=True):
    """What this server offers."""

    version: str
    language: str
    clocks: list[str]
    watch: list[str]
    games: list[GameInfo]


class NewTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table as somebody wants it."""

    game: Text
    seats: int
    options: dict[str, str] = {}
    clock: Text = "off"
    watch: Text = "link"
    talk: bool = True
    listed: bool = False


class Hosted(msgspec.Struct, frozen=True):
    """A table, the ticket of its host, and the link for everybody else."""

    table: TableInfo
    host: str
    link: str


class NewSeat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody who wants to sit down: at this seat, or at the first free one."""

    name: Text
    seat: int | None = None
    contribution: Text = ""


class Seated(msgspec.Struct, frozen=True):
    """A seat, and the ticket that is the right to it."""

    seat: int
    ticket: str


class NewBot(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A bot by name."""

    bot: Text


class NewOrder(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who sits where: the n-th now is who sat at `order[n]`."""

    order: list[int]


class SetUp(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is to be played, and by how many; an option that is left out has its default."""

    seats: int
    options: dict[str, str] = {}
    clock: Text = "off"


class Mute(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whether a seat is muted."""

    muted: bool


class Offer(msgspec.Struct, frozen=True):
    """A one-time code for another device, also as a link and as a QR code (SVG)."""

    code: str
    link: str
    qr: str


class Claim(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A one-time code."""

    code: Text


class Claimed(msgspec.Struct, frozen=True):
    """A ticket that has moved here: of a seat, or of the host."""

    seat: int | None
    host: bool
    ticket: str


class Step(msgspec.Struct, frozen=True):
    """One line of a finished game, and the view after it."""

    actor: int | str
    text: str
    view: View


class Replay(msgspec.Struct, frozen=True):
    """A finished game, seen from one seat or by an onlooker."""

    seat: int | None
    start: View
    steps: list[Step]
