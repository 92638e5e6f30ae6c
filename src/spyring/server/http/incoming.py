"""The messages that a client may send on its WebSocket."""

from typing import Annotated, ClassVar, Literal, TypeVar

import msgspec
from msgspec import Meta

from spyring.server.table.errors import Refused

ClientId = Annotated[str, Meta(min_length=1, max_length=40)]


class Hello(msgspec.Struct, frozen=True, tag="hello", tag_field="type", rename={"since": "from"}):
    """The first message: a ticket (without one, an onlooker), and how many events have arrived already.

    A `screen` shows the table to the people around it, and is not counted as an onlooker. Who `confirms` says
    with `shown` what has been seen of what is told only once.
    """

    ticket: Annotated[str, Meta(max_length=100)] = ""
    since: int = 0
    screen: bool = False
    confirms: bool = False


class Act(msgspec.Struct, frozen=True, tag="act", tag_field="type"):
    """Do this once, however often it is sent; refused if the prompt that it answers is no longer open."""

    id: ClientId
    text: Annotated[str, Meta(max_length=500)]
    prompt: int | None = None


class Say(msgspec.Struct, frozen=True, tag="say", tag_field="type"):
    """Say this once, however often it is sent; when the game is over, perhaps about a line of it."""

    id: ClientId
    text: Annotated[str, Meta(max_length=2000)]
    line: int | None = None


class Lead(msgspec.Struct, frozen=True, tag="lead", tag_field="type"):
    """Lead everybody to this line of a game that is over, with these eyes; without a line, stop leading.

    Eyes are a seat's number, `all` for all secrets, or empty for an onlooker's.
    """

    id: ClientId
    line: int | None = None
    eyes: Annotated[str, Meta(max_length=3)] = ""


class Note(msgspec.Struct, frozen=True, tag="note", tag_field="type"):
    """Change my notes: these marks (an empty one removes it), and the text if there is one here."""

    id: ClientId
    marks: Annotated[
        dict[Annotated[str, Meta(min_length=1, max_length=40)], Literal["", "yes", "maybe", "no"]],
        Meta(max_length=100),
    ] = {}
    text: Annotated[str, Meta(max_length=2000)] | None = None


class Contribute(msgspec.Struct, frozen=True, tag="contribute", tag_field="type"):
    """Add this to the deal."""

    id: ClientId
    text: Annotated[str, Meta(max_length=200)]


class Back(msgspec.Struct, frozen=True, tag="back", tag_field="type"):
    """I am back, and play my seat myself again."""

    id: ClientId


class Shown(msgspec.Struct, frozen=True, tag="shown", tag_field="type"):
    """Everything up to this number has been shown: bots that wait go on, and what is told once has been."""

    number: Annotated[int, Meta(ge=0)]
    id: ClassVar[str] = ""


class Pause(msgspec.Struct, frozen=True, tag="pause", tag_field="type"):
    """Bots wait, or go on."""

    on: bool
    id: ClassVar[str] = ""


Message = Act | Say | Lead | Note | Contribute | Back | Shown | Pause

Kind = TypeVar("Kind")

_hello = msgspec.json.Decoder(Hello)
_message: msgspec.json.Decoder[Message] = msgspec.json.Decoder(Message)


def read_hello(text: str) -> Hello:
    """The first message; raises Refused."""
    return _read(_hello, text, "The first message is a hello")


def read_message(text: str) -> Message:
    """Any other message; raises Refused."""
    return _read(_message, text, "This is no message")


def _read(decoder: msgspec.json.Decoder[Kind], text: str, otherwise: str) -> Kind:
    try:
        return decoder.decode(text)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise Refused("bad-message", f"{otherwise}: {error}", 422) from None
