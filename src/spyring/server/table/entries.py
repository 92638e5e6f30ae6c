"""The entries of a table's log. Nothing else is stored: the table is what they add up to."""

from typing import Final, Literal

import msgspec

from spyring.analysis import Decision

Holder = int  # a seat, or HOST
HOST: Final = -1
By = Literal["seat", "bot", "clock"]
Why = Literal["host", "operator", "archived"]


class Entry(msgspec.Struct, frozen=True, kw_only=True, tag_field="is"):
    """Something that happened at a table, and when (seconds since 1970)."""

    at: float


class Made(Entry, tag="made", frozen=True, kw_only=True, omit_defaults=True):
    """A table was set up; the seed is the secret of its deals."""

    code: str
    game: str
    seats: int
    options: dict[str, str]
    clock: str
    watch: str
    talk: bool
    listed: bool
    seed: str
    host: str
    imported: tuple[str, ...] = ()
    bot_pace: str = "quick"  # as it was before anybody could choose
    beat: str = "0.8"
    before: str = ""  # the table of this group's last game
    source: str = ""  # the table whose game the imported lines are from, if it is one of this server


class Relaid(Entry, tag="relaid", frozen=True, kw_only=True, omit_defaults=True):
    """Before the game, the host changed the number of seats, the options or the times."""

    seats: int
    options: dict[str, str]
    clock: str
    bot_pace: str = "quick"
    beat: str = "0.8"


class Sat(Entry, tag="sat", frozen=True, kw_only=True, omit_defaults=True):
    """A bot, or a person whose ticket is stored as a hash, took a seat."""

    seat: int
    name: str
    ticket: str = ""
    bot: str = ""
    contribution: str = ""


class Contributed(Entry, tag="contributed", frozen=True, kw_only=True, omit_defaults=True):
    """A seat contributed to the deal."""

    seat: int
    text: str


class Stood(Entry, tag="stood", frozen=True, kw_only=True, omit_defaults=True):
    """A seat became free."""

    seat: int


class Reordered(Entry, tag="reordered", frozen=True, kw_only=True, omit_defaults=True):
    """The host rearranged the seats: seat n now has whoever sat at `order[n]`."""

    order: tuple[int, ...]


class Revoked(Entry, tag="revoked", frozen=True, kw_only=True, omit_defaults=True):
    """The host revoked a seat's ticket; somebody else may take the seat."""

    seat: int


class Offered(Entry, tag="offered", frozen=True, kw_only=True, omit_defaults=True):
    """A ticket may move to whichever device presents this one-time code before it expires."""

    holder: Holder
    code: str
    until: float


class Claimed(Entry, tag="claimed", frozen=True, kw_only=True, omit_defaults=True):
    """A ticket moved to another device: the old one is void."""

    holder: Holder
    ticket: str


class Muted(Entry, tag="muted", frozen=True, kw_only=True, omit_defaults=True):
    """The host muted a seat, or let it talk again."""

    seat: int
    muted: bool


class Began(Entry, tag="began", frozen=True, kw_only=True, omit_defaults=True):
    """The game began; the contributions are fixed."""


class Acted(Entry, tag="acted", frozen=True, kw_only=True, omit_defaults=True):
    """A line of the game: whose it is, and whether a bot or the clock acted for the seat."""

    actor: int | Literal["chance"]
    text: str
    id: str = ""
    by: By = "seat"


class Said(Entry, tag="said", frozen=True, kw_only=True, omit_defaults=True):
    """Somebody said something; after the game, perhaps about a line of it."""

    seat: int
    text: str
    id: str = ""
    line: int | None = None


class Led(Entry, tag="led", frozen=True, kw_only=True, omit_defaults=True):
    """A seat leads the others through the game again: to this line, with these eyes; no line ends it."""

    seat: int
    line: int | None = None
    eyes: str = ""


class Analysed(Entry, tag="analysed", frozen=True, kw_only=True, omit_defaults=True):
    """Every decision of the finished game was judged."""

    decisions: tuple[Decision, ...]


class Noted(Entry, tag="noted", frozen=True, kw_only=True, omit_defaults=True):
    """A seat changed its own notes: some marks (an empty one removes it), its text, or both."""

    seat: int
    marks: dict[str, str] = {}
    text: str | None = None
    id: str = ""


class Shown(Entry, tag="shown", frozen=True, kw_only=True, omit_defaults=True):
    """A seat was sent its feed up to a number; what is told only once is not sent again.

    Unless it was `seen`, it is sent again for a short time.
    """

    seat: int
    to: int
    seen: bool = True


class Away(Entry, tag="away", frozen=True, kw_only=True, omit_defaults=True):
    """A seat's clock ran out, or others asked for a bot to replace it: a bot plays it from now on."""

    seat: int


class Back(Entry, tag="back", frozen=True, kw_only=True, omit_defaults=True):
    """The seat's owner plays it again."""

    seat: int


class Followed(Entry, tag="followed", frozen=True, kw_only=True, omit_defaults=True):
    """The group went on to another table."""

    table: str


class Closed(Entry, tag="closed", frozen=True, kw_only=True, omit_defaults=True):
    """The table accepts no more acts: its host or the operator closed it, or it was archived."""

    why: Why


AnyEntry = (
    Made
    | Relaid
    | Sat
    | Contributed
    | Stood
    | Reordered
    | Revoked
    | Offered
    | Claimed
    | Muted
    | Began
    | Acted
    | Said
    | Led
    | Analysed
    | Noted
    | Shown
    | Away
    | Back
    | Followed
    | Closed
)

encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(AnyEntry).decode
