"""One WebSocket: a seat's, the host's, or an onlooker's.

There is no queue that could fill up. A connection knows up to which number it has told its viewer. Whenever
a message has gone out, its own writer asks the room for the rest, page by page. A client that stops reading
holds up nobody and costs no more than a page; if it does not read on, it is cut off (wire.py).
"""

import asyncio
import contextlib
import itertools
from collections.abc import Callable, Iterator
from functools import partial

import structlog
from starlette.status import HTTP_503_SERVICE_UNAVAILABLE, WS_1008_POLICY_VIOLATION, WS_1013_TRY_AGAIN_LATER
from starlette.websockets import WebSocket, WebSocketDisconnect

from spyring.core import Seat
from spyring.server.http import outgoing
from spyring.server.http.finding import find
from spyring.server.http.incoming import (
    Act,
    Contribute,
    Hello,
    Lead,
    Message,
    Note,
    Pause,
    Say,
    Shown,
    read_hello,
    read_message,
)
from spyring.server.http.limits import Address, Addresses, Share
from spyring.server.live.metrics import CONNECTIONS, REFUSALS
from spyring.server.live.room import Room
from spyring.server.live.rooms import Rooms
from spyring.server.table import judging
from spyring.server.table.errors import Refused
from spyring.server.table.feed import Viewer
from spyring.server.table.table import Table
from spyring.server.table.tickets import stored
from spyring.server.table.transaction import Transaction

HELLO_SECONDS = 10.0
MOST_REPLIES = 64
WOKEN_AT_ONCE = 10
WAKING_SECONDS = 0.001

log = structlog.get_logger()


class Gone(Exception):
    """The client has closed the connection, or it broke."""


async def _receive(socket: WebSocket) -> str:
    """The next message; raises Gone, or Refused if it is not text."""
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise Gone
    text = message.get("text")
    if text is None:
        raise Refused("bad-message", "Messages are JSON as text, not binary.", 422)
    return str(text)


async def _send(socket: WebSocket, message: bytes) -> None:
    """Send a message; waits while the client does not read."""
    try:
        await socket.send_text(message.decode())
    except (WebSocketDisconnect, RuntimeError):
        raise Gone from None


async def _close(socket: WebSocket, why: str, code: int = WS_1008_POLICY_VIOLATION) -> None:
    """Close the connection, with the id of the reason."""
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        await socket.close(code, why)


class Crier:
    """Wakes the writers of onlookers a few at a time: hundreds may watch one table, and seats come first."""

    def __init__(self) -> None:
        self._waiting: dict[asyncio.Event, None] = {}
        self._next: asyncio.Handle | None = None

    def wake(self, news: asyncio.Event) -> None:
        """Let a writer know, when it is its turn, that there is something new."""
        self._waiting[news] = None
        if self._next is None:
            self._next = asyncio.get_running_loop().call_soon(self._wake_some)

    def _wake_some(self) -> None:
        for news in [*itertools.islice(self._waiting, WOKEN_AT_ONCE)]:
            del self._waiting[news]
            news.set()
        loop = asyncio.get_running_loop()
        self._next = loop.call_later(WAKING_SECONDS, self._wake_some) if self._waiting else None


class Connection:
    """Tells one viewer everything once, in order, and passes on what the client says."""

    def __init__(
        self,
        socket: WebSocket,
        room: Room,
        hello: Hello,
        addresses: Addresses,
        address: str,
        crier: Crier,
    ) -> None:
        self.socket = socket
        self.room = room
        self.ticket = stored(hello.ticket) if hello.ticket else ""
        self.screen = hello.screen
        self._confirms = hello.confirms
        self._viewer = room.viewer(self.ticket)
        self._since = hello.since if 0 <= hello.since <= len(room.table.told[self._viewer]) else 0
        self._again = len(room.table.told[self._viewer])  # up to here it asks for what was told before
        self._roster = -1
        self._noted = 0  # how many changes of its seat's notes it has been told
        self._news = asyncio.Event()
        self._crier = crier
        self._replies: list[bytes] = []  # mostly empty, and then small
        self._turned_out = False
        self.limits = addresses.seat(room.table.id, self.ticket or address)
        self._messages = Share(self.limits.messages, self.limits.part, addresses[address].messages)

    # What the room tells it.

    @property
    def viewer(self) -> Viewer:
        """As whom this connection sees the table."""
        return self._viewer

    @viewer.setter
    def viewer(self, viewer: Viewer) -> None:
        if viewer != self._viewer:  # now on another seat: everything is told from the start
            self._viewer = viewer
            self._since = 0
            self._again = len(self.room.table.told[viewer])
            self._roster = -1
            self._noted = 0

    def wake(self) -> None:
        """Wake the writer only if there is something new for this viewer."""
        table = self.room.table
        if (
            self._since < len(table.told[self._viewer])
            or self._roster != table.roster
            or self._noted != self._notes()
        ):
            if self._viewer is None:
                self._crier.wake(self._news)
            else:
                self._news.set()

    def _notes(self) -> int:
        """How many changes this viewer's seat has made to its notes."""
        return 0 if self._viewer is None else len(self.room.table.notes[self._viewer].history)

    def turn_out(self, refused: Refused) -> None:
        """The ticket is void: say so, and close."""
        self._turned_out = True
        self._reply(outgoing.not_done("", refused))

    # What goes out.

    async def write(self) -> None:
        """The connection's own writer; if it fails, the connection ends."""
        try:
            await self._write()
        except Gone:
            pass
        except Exception as error:
            log.error("writer failed", table=self.room.table.id, error=type(error).__name__)
            await _close(self.socket, "fault")

    async def _write(self) -> None:
        self._news.set()
        while True:
            await self._news.wait()
            self._news.clear()
            message = None if self._turned_out else self._next_update()
            if message is not None:
                await _send(self.socket, message)
                await self._remember(self._since, seen=not self._confirms)
            while self._replies:  # after the update: what `done` answers has been told by then
                await _send(self.socket, self._replies.pop(0))
            if self._turned_out:
                await _close(self.socket, "void-ticket")
                return

    def _next_update(self) -> bytes | None:
        table = self.room.table
        if self._viewer is not None:
            table.tell_no_more(self._viewer, self.room.now())
        told = len(table.told[self._viewer])
        page = outgoing.end_of_page(table, self._viewer, self._since)
        if page < told:
            return self._next_page(page)
        new_roster = self._roster != table.roster
        noted = self._notes()
        new_notes = self._noted != noted
        if self._since == told and not new_roster and not new_notes:
            return None
        again = self._again if self._since < self._again else 0
        if self._viewer is not None:  # so that nobody shares a message that was made before this was shown
            again = min(again, table.shown[self._viewer])
        make = partial(
            outgoing.update,
            table,
            self._viewer,
            self._since,
            self.room.pace,
            roster=new_roster,
            notes=new_notes,
            again=again,
        )
        message = self.room.share(self._viewer, self._since, again, new_roster, new_notes, make=make)
        self._since, self._roster, self._noted = told, table.roster, noted
        return message

    async def _remember(self, to: int, *, seen: bool = True) -> None:
        """Once a seat has seen what is told only once, none of its devices is sent it again.

        Nor when it was sent a while ago, whether anybody has seen it or not.
        """
        seat, table = self._viewer, self.room.table
        if seat is not None and (table.unshown(seat, to) if seen else table.unsent(seat, to)):
            storing = self._store(partial(judging.shown, seat=seat, to=to, seen=seen))
            await asyncio.shield(self.room.keep(storing))  # it was sent, even if the page goes away now

    async def _store(self, judge: Callable[[Table, float], Transaction]) -> None:
        with contextlib.suppress(Refused):
            await self.room.commit(judge)

    def _next_page(self, to: int) -> bytes:
        """Part of what is new, if it is much; the view comes with the last page."""
        page = outgoing.page(self.room.table, self._viewer, self._since, to, self._again)
        self._since = to
        self._news.set()
        return page

    def _reply(self, message: bytes) -> None:
        if len(self._replies) < MOST_REPLIES:  # a client that does not read its answers gets no more of them
            self._replies.append(message)
        self._news.set()

    def _refuse(self, id: str, refused: Refused) -> None:
        REFUSALS.labels(refused.id).inc()
        self._reply(outgoing.not_done(id, refused))

    # What comes in.

    async def read(self) -> None:
        """Do what the client says, one thing after another, as fast as its limit allows."""
        while True:
            id = ""
            try:
                text = await _receive(self.socket)
                await self._messages.wait()
                message = read_message(text)
                id = message.id
                if await self._do(message):
                    self._reply(outgoing.done(id))
            except Refused as refused:
                self._refuse(id, refused)

    async def _do(self, message: Message) -> bool:
        """Do what a message says; returns whether the client still has to be told that it is done."""
        if isinstance(message, Act):
            await self._remember(self._since)  # who acts has seen what led to it
            refuse = partial(self._refuse, message.id)
            act = partial(judging.act, text=message.text, id=message.id, prompt=message.prompt, refuse=refuse)
            transaction = await self._commit(act)
            return not transaction.entries and transaction.held is None
        if isinstance(message, Say):
            await self.limits.talk.wait()
            say = partial(judging.say, text=message.text, id=message.id, line=message.line)
            return not (await self._commit(say)).entries
        if isinstance(message, Lead):
            await self.limits.notes.wait()
            await self._commit(partial(judging.lead, line=message.line, eyes=message.eyes))
            return True
        if isinstance(message, Note):
            await self.limits.notes.wait()
            await self._commit(partial(judging.note, marks=message.marks, text=message.text, id=message.id))
        elif isinstance(message, Shown):
            self.room.show(self._seat(), message.number)
            await self._remember(min(message.number, self._since))
            return False
        elif isinstance(message, Pause):
            self.room.pause(self._seat(), message.on)
            return False
        elif isinstance(message, Contribute):
            await self._commit(partial(judging.contribute, text=message.text))
        else:
            await self._commit(judging.back)
        return True

    async def _commit(self, judge: Callable[..., Transaction]) -> Transaction:
        """Commit as the seat that the ticket is for at that moment: it may have become void meanwhile."""

        def judge_seat(table: Table, at: float) -> Transaction:
            return judge(table, at, seat=self._seat())

        self._seat()  # an onlooker is refused without waiting for the room
        return await self.room.commit(judge_seat)

    def _seat(self) -> Seat:
        seat = self.room.viewer(self.ticket)
        if seat is None:
            raise Refused("no-seat", "Only a seat can do this.", 403)
        return seat


class Sockets:
    """Serves the WebSockets."""

    def __init__(self, rooms: Rooms, addresses: Addresses) -> None:
        self.rooms = rooms
        self.addresses = addresses
        self._crier = Crier()

    async def serve(self, socket: WebSocket) -> None:
        """A WebSocket from beginning to end, if its address may have one more."""
        client = socket.client.host if socket.client else ""
        address = self.addresses[client]
        if hasattr(socket.state, "meter"):
            socket.state.meter.belongs_to(client)
        await socket.accept()
        try:
            address.connect()
        except Refused as refused:
            await _turn_away(socket, refused)
            return
        try:
            room, connection = await self._welcome(socket, client)
        except Refused as refused:
            await _turn_away(socket, refused)
        except Gone:
            pass
        else:
            with self._seated(socket, address) if connection.ticket else contextlib.nullcontext():
                await _talk(room, connection)
        finally:
            address.disconnect()

    @contextlib.contextmanager
    def _seated(self, socket: WebSocket, address: Address) -> Iterator[None]:
        """Whoever has a ticket need not stand back for strangers."""
        if hasattr(socket.state, "meter"):
            socket.state.meter.sit()
        address.seated += 1
        self.addresses.seated += 1
        try:
            yield
        finally:
            address.seated -= 1
            self.addresses.seated -= 1

    async def _welcome(self, socket: WebSocket, client: str) -> tuple[Room, Connection]:
        """Wait for the hello, and find out who it is."""
        try:
            async with asyncio.timeout(HELLO_SECONDS):
                hello = read_hello(await _receive(socket))
        except TimeoutError:
            raise Refused("no-hello", "No hello came.", 408) from None
        room = await find(self.rooms, self.addresses, client, socket.path_params["table"])
        await room.catch_up_with(stored(hello.ticket) if hello.ticket else "", hello.since)
        connection = Connection(socket, room, hello, self.addresses, client, self._crier)
        if connection.ticket and connection.limits.uses >= self.addresses.limits.sockets_per_seat:
            raise Refused("too-many-sockets", "There are too many connections for this seat.", 429)
        return room, connection


async def _talk(room: Room, connection: Connection) -> None:
    """Read and write, each in its own task, so that neither waits, until the client is gone.

    The reader is never cancelled: what it is committing may be durable already, and must be announced.
    """
    room.enter(connection)
    connection.limits.uses += 1
    CONNECTIONS.inc()
    writer = asyncio.create_task(connection.write())
    try:
        await asyncio.create_task(connection.read())
    except Gone:
        pass
    finally:
        CONNECTIONS.dec()
        connection.limits.uses -= 1
        room.leave(connection)
        writer.cancel()
        await asyncio.gather(writer, return_exceptions=True)


async def _turn_away(socket: WebSocket, refused: Refused) -> None:
    REFUSALS.labels(refused.id).inc()
    if refused.status == HTTP_503_SERVICE_UNAVAILABLE:  # nobody knows whether it would be refused
        await _close(socket, refused.id, WS_1013_TRY_AGAIN_LATER)
        return
    with contextlib.suppress(Gone):
        await _send(socket, outgoing.not_done("", refused))
    await _close(socket, refused.id)
