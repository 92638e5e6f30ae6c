"""Everything that is sent as JSON; what it says about a game comes through the one door (table/door.py)."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Annotated, Any

import msgspec
from msgspec import UNSET, UnsetType
from starlette.responses import Response

from spyring.core import Options, Seat, View
from spyring.server.table.clocks import Pace, deadline
from spyring.server.table.codebook import SetUp, set_up, texts
from spyring.server.table.door import look, recall
from spyring.server.table.errors import Refused
from spyring.server.table.feed import Confirmed, Heard, Spoken, Told, Took, Viewer
from spyring.server.table.table import Phase, Table

LEGAL_LISTS = 256
PAGE_LETTERS = 16_384  # in one message; a letter takes up to four bytes, or six if it is escaped
PAGE_EVENTS = 1024
REFERENCE = "#/components/schemas/{name}"  # within the OpenAPI description
TOLD_KINDS = (Heard, Spoken, Took, Confirmed)
TOLD = msgspec.Meta(
    extra_json_schema={
        "items": {"anyOf": [{"$ref": REFERENCE.format(name=kind.__name__)} for kind in TOLD_KINDS]}
    }
)

TEXTS = msgspec.Meta(extra_json_schema={"type": "array", "items": {"type": "string"}})
ERROR = msgspec.Meta(extra_json_schema={"$ref": REFERENCE.format(name="Error")})
HEADING = msgspec.Meta(extra_json_schema={"$ref": REFERENCE.format(name="Heading")})
ShownView = Annotated[View, HEADING]

to_json = msgspec.json.Encoder().encode


class Heading(msgspec.Struct, frozen=True):
    """What all views share: `seat` only for a seat, `winners` only at the end; the rest is the game's."""

    game: str
    seats: int
    options: Options
    phase: str
    active: Seat | None
    waiting: list[Seat]
    seat: Seat | UnsetType = UNSET
    winners: list[Seat] | UnsetType = UNSET


class Error(msgspec.Struct, frozen=True):
    """Why something was refused: an id for programs and translations, a sentence for people."""

    id: str
    text: str


class Failure(msgspec.Struct, frozen=True):
    """The form of every error; `error` may have more fields, the arguments of its sentence."""

    error: Error


class SeatInfo(msgspec.Struct, frozen=True):
    """What everybody knows about a seat."""

    name: str
    bot: str
    taken: bool
    here: bool
    away: bool
    muted: bool
    contributed: bool
    stand_in: float | None


class LedInfo(msgspec.Struct, frozen=True):
    """Where a seat leads the others through a game that is over, and with whose eyes."""

    seat: Seat
    line: int
    eyes: str


class TableInfo(msgspec.Struct, frozen=True):
    """What everybody knows about a table; the seed only when the game is over."""

    id: str
    code: str
    game: str
    title: str
    options: Options
    phase: Phase
    seats: list[SeatInfo]
    onlookers: int
    clock: str
    bot_pace: str
    beat: str
    watch: str
    talk: bool
    listed: bool
    commitment: str
    halted: bool
    before: str
    imported: bool  # its game goes on from another one; how many lines that had may be a secret
    source: str  # where that can be seen, as TABLE#LINE, if it is over and was played here
    next: str
    led: LedInfo | None
    winners: list[Seat] | None
    seed: str | None


class Prompt(msgspec.Struct, frozen=True):
    """What a seat may do now; `number` counts the acts of this seat, so nobody else's act makes it stale."""

    number: int
    legal: Annotated[msgspec.Raw, TEXTS]


class NotesInfo(msgspec.Struct, frozen=True):
    """A seat's own notes."""

    marks: dict[str, str]
    text: str


class Update(msgspec.Struct, frozen=True, tag="update", tag_field="type", rename={"since": "from"}):
    """Everything that is new for one viewer: what it was told between two numbers, and its view now."""

    since: int
    to: int
    events: Annotated[list[Any], TOLD]
    seat: Viewer
    view: ShownView | None
    prompt: Prompt | None
    deadlines: list[float | None] | None
    table: TableInfo | UnsetType = UNSET
    notes: NotesInfo | UnsetType = UNSET
    more: bool | UnsetType = UNSET


class NotDone(msgspec.Struct, frozen=True, tag="refused", tag_field="type"):
    """Why something that this connection asked for was not done."""

    id: str
    error: Annotated[dict[str, Any], ERROR]


class Done(msgspec.Struct, frozen=True, tag="done", tag_field="type"):
    """This was done, now or before; an update tells what it changed."""

    id: str


def update(
    table: Table, viewer: Viewer, since: int, pace: Pace, *, roster: bool, notes: bool = False, again: int = 0
) -> bytes:
    """Everything that this viewer has not been told yet, as one message."""
    sight = look(table, viewer, since, again)
    return to_json(
        Update(
            since=since,
            to=since + len(sight.told),
            events=sight.told,
            seat=viewer,
            view=sight.view,
            prompt=None if viewer is None else prompt(table, viewer, sight.legal),
            deadlines=deadlines(table, pace),
            table=table_info(table) if roster else UNSET,
            notes=notes_info(table, viewer) if notes and viewer is not None else UNSET,
        )
    )


def end_of_page(table: Table, viewer: Viewer, since: int) -> int:
    """The number up to which what this viewer was told fits into one message."""
    letters = 0
    feed = table.told[viewer]
    last = min(len(feed), since + PAGE_EVENTS)
    for number in range(since, last):
        letters += _letters(feed[number])
        if letters > PAGE_LETTERS and number > since:
            return number
    return last


def _letters(told: Told) -> int:
    if isinstance(told, Heard):
        return len(told.text)
    if isinstance(told, Spoken):
        return len(told.said)
    return len(told.done) if isinstance(told, Confirmed) else len(told.name)


def page(table: Table, viewer: Viewer, since: int, to: int, again: int) -> bytes:
    """What this viewer was told between two numbers, with more to come, so without a view."""
    return to_json(
        Update(
            since=since,
            to=to,
            events=recall(table, viewer, since, to, again),
            seat=viewer,
            view=None,
            prompt=None,
            deadlines=None,
            more=True,
        )
    )


def respond(answer: Any, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """The answer to a request."""
    return Response(to_json(answer), status, headers, media_type="application/json")


def refuse(refused: Refused) -> Response:
    """The answer to a request that cannot be done."""
    wait = refused.arguments.get("wait")
    headers = None if wait is None else {"retry-after": str(wait)}
    return respond({"error": refused.shape()}, refused.status, headers)


def done(id: str) -> bytes:
    """The answer to an act that was done before."""
    return to_json(Done(id))


def not_done(id: str, refused: Refused) -> bytes:
    """The answer to anything that cannot be done."""
    return to_json(NotDone(id, refused.shape()))


def prompt(table: Table, seat: Seat, legal: tuple[int, ...]) -> Prompt | None:
    """What a seat is asked; None while it cannot act."""
    return Prompt(table.acts[seat], _legal_json(set_up(table), seat, legal)) if legal else None


def deadlines(table: Table, pace: Pace) -> list[float | None] | None:
    """When the clock of each seat runs out; None altogether while no clock runs."""
    if pace.clocks[table.made.clock] is None or not table.waiting:
        return None
    return [
        None if table.played_by_bot(seat) else deadline(table, seat, pace) for seat in range(table.made.seats)
    ]


def notes_info(table: Table, seat: Seat) -> NotesInfo:
    """What this seat has noted itself."""
    notes = table.notes[seat]
    return NotesInfo(notes.marks, notes.text)


def table_info(table: Table) -> TableInfo:
    """What everybody may know about a table."""
    made = table.made
    return TableInfo(
        id=table.id,
        code=made.code,
        game=made.game,
        title=table.game.title,
        options=table.options,
        phase=table.phase,
        seats=[
            SeatInfo(
                name=chair.name,
                bot=chair.bot,
                taken=chair.taken,
                here=table.here[seat] > 0,
                away=chair.away,
                muted=chair.muted,
                contributed=bool(chair.contribution),
                stand_in=table.stand_in_from(seat),
            )
            for seat, chair in enumerate(table.chairs)
        ],
        onlookers=table.onlookers,
        clock=made.clock,
        bot_pace=made.bot_pace,
        beat=made.beat,
        watch=made.watch,
        talk=made.talk,
        listed=made.listed,
        commitment=table.commitment,
        halted=table.halted,
        before=made.before,
        imported=bool(made.imported),
        source=f"{made.source}#{len(made.imported)}" if made.source else "",
        next=table.next_table,
        led=_led_info(table),
        winners=table.referee.state.winners() if table.over else None,
        seed=made.seed if table.over else None,
    )


def _led_info(table: Table) -> LedInfo | None:
    led = table.led
    return None if led is None or led.line is None else LedInfo(led.seat, led.line, led.eyes)


@lru_cache(maxsize=LEGAL_LISTS)
def _legal_json(set_up: SetUp, seat: Seat, codes: tuple[int, ...]) -> msgspec.Raw:
    return msgspec.Raw(to_json(texts(set_up, seat, codes)))
