"""One WebSocket: a seat's, the host's, or an onlooker's.

There is no queue that could fill up: a connection knows up to which number it has told its viewer, and
its own writer asks the room for the rest whenever the last message has gone out. A client that stalls
holds up nobody, and gets everything in one message when it goes on.
"""

import asyncio
import contextlib
from collections.abc import Callable
from functools import partial

import structlog
from starlette.status import WS_1008_POLICY_VIOLATION
from starlette.websockets import WebSocket, WebSocketDisconnect

from spyring.server.http import outgoing
from spyring.server.http.incoming import Act, Contribute, Hello, Message, Note, Say, read_hello, read_message
from spyring.server.http.limits import Addresses, Bucket, Limits
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

log = structlog.get_logger()


class Gone(Exception):
    """The client has closed the connection, or it broke."""


async def _receive(socket: WebSocket) -> str:
    """The next message; raises Gone, and Refused for one that is no text."""
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise Gone
    text = message.get("text")
    if text is None:
        raise Refused("bad-message", "Messages are JSON as text, not binary.", 422)
    return str(text)


async def _send(socket: WebSocket, message: bytes) -> None:
    """Waits while the client does not read."""
    try:
        await socket.send_text(message.decode())
    except (WebSocketDisconnect, RuntimeError):
        raise Gone from None


async def _close(socket: WebSocket, why: str) -> None:
    """End it, with the id of the reason."""
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        await socket.close(WS_1008_POLICY_VIOLATION, why)


class Connection:
    """Tells one viewer everything, in order, once; and passes on what the client says."""

    def __init__(self, socket: WebSocket, room: Room, hello: Hello, limits: Limits) -> None:
        self.socket = socket
        self.room = room
        self.ticket = stored(hello.ticket) if hello.ticket else ""
        self.screen = hello.screen
        self._viewer = room.viewer(self.ticket)
        self._since = hello.since if 0 <= hello.since <= len(room.table.told[self._viewer]) else 0
        self._roster = -1
        self._noted = 0  # how many notes of its seat it has been told
        self._news = asyncio.Event()
        self._replies: list[bytes] = []  # mostly empty, and then small
        self._turned_out = False
        self._messages = Bucket(limits.messages_per_second, limits.messages_at_once)
        self._noting = Bucket(limits.notes_per_second, limits.notes_at_once)
        self._talk = Bucket(limits.talk_per_second, limits.talk_at_once)

    # What the room tells it.

    @property
    def viewer(self) -> Viewer:
        """As whom this connection sees the table."""
        return self._viewer

    @viewer.setter
    def viewer(self, viewer: Viewer) -> None:
        if viewer != self._viewer:  # seated elsewhere: everything is told anew
            self._viewer = viewer
            self._since = 0
            self._roster = -1
            self._noted = 0

    def wake(self) -> None:
        """Look whether there is something new for this viewer; if not, not even the writer wakes."""
        table = self.room.table
        if (
            self._since < len(table.told[self._viewer])
            or self._roster != table.roster
            or self._noted != self._notes()
        ):
            self._news.set()

    def _notes(self) -> int:
        """How many notes this viewer has made, as a seat."""
        return 0 if self._viewer is None else len(self.room.table.notes[self._viewer].history)

    def turn_out(self, refused: Refused) -> None:
        """The ticket is void: say so, and close."""
        self._turned_out = True
        self._reply(outgoing.not_done("", refused))

    # What goes out.

    async def write(self) -> None:
        """The connection's own writer; when it cannot go on, neither can the connection."""
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
            while self._replies:  # after the update: what is answered with `done` has been told
                await _send(self.socket, self._replies.pop(0))
            if self._turned_out:
                await _close(self.socket, "void-ticket")
                return

    def _next_update(self) -> bytes | None:
        table = self.room.table
        told = len(table.told[self._viewer])
        new_roster = self._roster != table.roster
        noted = self._notes()
        new_notes = self._noted != noted
        if self._since == told and not new_roster and not new_notes:
            return None
        make = partial(
            outgoing.update,
            table,
            self._viewer,
            self._since,
            self.room.pace,
            roster=new_roster,
            notes=new_notes,
        )
        message = self.room.share(self._viewer, self._since, new_roster, new_notes, make=make)
        self._since, self._roster, self._noted = told, table.roster, noted
        return message

    def _reply(self, message: bytes) -> None:
        if len(self._replies) < MOST_REPLIES:  # a client that reads no answers gets no more of them
            self._replies.append(message)
        self._news.set()

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
                REFUSALS.labels(refused.id).inc()
                self._reply(outgoing.not_done(id, refused))

    async def _do(self, message: Message) -> bool:
        """Returns whether the client still has to be told that it is done."""
        if isinstance(message, Act):
            act = partial(judging.act, text=message.text, id=message.id, prompt=message.prompt)
            return not (await self._commit(act)).entries
        if isinstance(message, Say):
            await self._talk.wait()
            return not (await self._commit(partial(judging.say, text=message.text, id=message.id))).entries
        if isinstance(message, Note):
            await self._noting.wait()
            await self._commit(partial(judging.note, marks=message.marks, text=message.text, id=message.id))
        elif isinstance(message, Contribute):
            await self._commit(partial(judging.contribute, text=message.text))
        else:
            await self._commit(judging.back)
        return True

    async def _commit(self, judge: Callable[..., Transaction]) -> Transaction:
        """As the seat that the ticket is good for when it is judged: it may have become void meanwhile."""

        def judge_seat(table: Table, at: float) -> Transaction:
            seat = self.room.viewer(self.ticket)
            if seat is None:
                raise Refused("no-seat", "Only a seat can do this.", 403)
            return judge(table, at, seat=seat)

        return await self.room.commit(judge_seat)


class Sockets:
    """What is behind the path of the WebSockets."""

    def __init__(self, rooms: Rooms, addresses: Addresses) -> None:
        self.rooms = rooms
        self.addresses = addresses

    async def serve(self, socket: WebSocket) -> None:
        """A WebSocket from its beginning to its end, if its address may have one more."""
        address = socket.client.host if socket.client else ""
        await socket.accept()
        try:
            self.addresses.connect(address)
        except Refused as refused:
            await _turn_away(socket, refused)
            return
        try:
            name = socket.path_params["table"]
            room, connection = await _welcome(socket, self.rooms, self.addresses.limits, name)
        except Refused as refused:
            await _turn_away(socket, self._count_miss(address) or refused)
        except Gone:
            pass
        else:
            await _talk(room, connection)
        finally:
            self.addresses.disconnect(address)

    def _count_miss(self, address: str) -> Refused | None:
        """Codes cannot be tried out by the thousand here either."""
        try:
            self.addresses.ask(address, "misses")
        except Refused as enough:
            return enough
        return None


async def _welcome(socket: WebSocket, rooms: Rooms, limits: Limits, name: str) -> tuple[Room, Connection]:
    """The hello, and who it is."""
    try:
        async with asyncio.timeout(HELLO_SECONDS):
            hello = read_hello(await _receive(socket))
    except TimeoutError:
        raise Refused("no-hello", "No hello came.", 408) from None
    room = await rooms.find(name)
    return room, Connection(socket, room, hello, limits)


async def _talk(room: Room, connection: Connection) -> None:
    """Read and write, each in its own task, so that neither waits, until the client is gone.

    Nobody cancels the reader: what it is committing may be durable already, and must be told.
    """
    room.enter(connection)
    CONNECTIONS.inc()
    writer = asyncio.create_task(connection.write())
    try:
        await asyncio.create_task(connection.read())
    except Gone:
        pass
    finally:
        CONNECTIONS.dec()
        room.leave(connection)
        writer.cancel()
        await asyncio.gather(writer, return_exceptions=True)


async def _turn_away(socket: WebSocket, refused: Refused) -> None:
    REFUSALS.labels(refused.id).inc()
    with contextlib.suppress(Gone):
        await _send(socket, outgoing.not_done("", refused))
    await _close(socket, refused.id)
