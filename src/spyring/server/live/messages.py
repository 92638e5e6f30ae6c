"""What workers on one store tell each other about a table that several of them have open."""

import msgspec


class Message(msgspec.Struct, frozen=True, kw_only=True, tag_field="is"):
    """Something from another worker."""

    worker: str
    table: str = ""


class Here(Message, frozen=True, kw_only=True, tag="here"):
    """Who is connected there: how many for each seat, how many onlookers, and whether anybody at all."""

    seats: list[int]
    onlookers: int
    anybody: bool


class Who(Message, frozen=True, kw_only=True, tag="who"):
    """Who is connected where you are? At all tables, if none is named."""


class Free(Message, frozen=True, kw_only=True, tag="free"):
    """The tables that I drove need another driver."""


class Waits(Message, frozen=True, kw_only=True, tag="waits"):
    """A secret act that waits for the next line that everybody hears: for whoever drives the table."""

    seat: int
    text: str
    id: str


class Showed(Message, frozen=True, kw_only=True, tag="showed"):
    """A seat's page has shown everything up to a number."""

    seat: int
    number: int


class Paused(Message, frozen=True, kw_only=True, tag="paused"):
    """Somebody wants the bots to wait, or to go on."""

    seat: int
    on: bool


AnyMessage = Here | Who | Free | Waits | Showed | Paused

encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(AnyMessage).decode
