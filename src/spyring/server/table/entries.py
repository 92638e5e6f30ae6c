"""The entries of a table's log: with nothing else stored, the table is what they add up to."""

from typing import Final, Literal

import msgspec

Holder = int  # a seat, or HOST
HOST: Final = -1
By = Literal["seat", "bot", "clock"]
Why = Literal["host", "operator", "archived"]


class Entry(msgspec.Struct, frozen=True, kw_only=True, tag_field="is"):
    """Something that happened at a table, and when (seconds since 1970)."""

    at: float


class Made(Entry, tag="made", frozen=True, kw_only=True, omit_defaults=True):
    """A table was laid; the seed is the secret of its deals."""

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


class Relaid(Entry, tag="relaid", frozen=True, kw_only=True, omit_defaults=True):
    """The host laid the table anew before the game: for other seats, with other options, another clock."""

    seats: int
    options: dict[str, str]
    clock: str


class Sat(Entry, tag="sat", frozen=True, kw_only=True, omit_defaults=True):
    """A person, whose ticket is stored as a hash, or a bot took a seat."""

    seat: int
    name: str
    ticket: str = ""
    bot: str = ""
    contribution: str = ""


class Contributed(Entry, tag="contributed", frozen=True, kw_only=True, omit_defaults=True):
    """A seat added its part to the deal."""

    seat: int
    text: str


class Stood(Entry, tag="stood", frozen=True, kw_only=True, omit_defaults=True):
    """A seat became free."""

    seat: int


class Reordered(Entry, tag="reordered", frozen=True, kw_only=True, omit_defaults=True):
    """The host seated everybody anew: the n-th now is who sat at `order[n]`."""

    order: tuple[int, ...]


class Revoked(Entry, tag="revoked", frozen=True, kw_only=True, omit_defaults=True):
    """The host made a seat's ticket void; somebody else may take the seat."""

    seat: int


class Offered(Entry, tag="offered", frozen=True, kw_only=True, omit_defaults=True):
    """A ticket may move to the device that brings this one-time code, until then."""

    holder: Holder
    code: str
    until: float


class Claimed(Entry, tag="claimed", frozen=True, kw_only=True, omit_defaults=True):
    """A ticket moved: the old one is void."""

    holder: Holder
    ticket: str


class Muted(Entry, tag="muted", frozen=True, kw_only=True, omit_defaults=True):
    """The host took a seat's voice in the chat, or gave it back."""

    seat: int
    muted: bool


class Began(Entry, tag="began", frozen=True, kw_only=True, omit_defaults=True):
    """The game began; what the seats contributed is fixed."""


class Acted(Entry, tag="acted", frozen=True, kw_only=True, omit_defaults=True):
    """A line of the game: by whom, and if by a bot or the clock in a seat's place, by which."""

    actor: int | Literal["chance"]
    text: str
    id: str = ""
    by: By = "seat"


class Said(Entry, tag="said", frozen=True, kw_only=True, omit_defaults=True):
    """Somebody spoke in the chat."""

    seat: int
    text: str
    id: str = ""


class Noted(Entry, tag="noted", frozen=True, kw_only=True, omit_defaults=True):
    """A seat changed its own notes: some marks (an empty one is wiped out), its text, or both."""

    seat: int
    marks: dict[str, str] = {}
    text: str | None = None
    id: str = ""


class Away(Entry, tag="away", frozen=True, kw_only=True, omit_defaults=True):
    """A seat let its clock run out, or others asked for a bot in its place: one plays it from now on."""

    seat: int


class Back(Entry, tag="back", frozen=True, kw_only=True, omit_defaults=True):
    """Its owner plays it again."""

    seat: int


class Followed(Entry, tag="followed", frozen=True, kw_only=True, omit_defaults=True):
    """The group went on to another table."""

    table: str


class Closed(Entry, tag="closed", frozen=True, kw_only=True, omit_defaults=True):
    """The table takes no more acts: closed by its host or the operator, or archived."""

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
    | Noted
    | Away
    | Back
    | Followed
    | Closed
)

encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(AnyEntry).decode
