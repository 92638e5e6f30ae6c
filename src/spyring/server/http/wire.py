"""The wire: what comes in is measured before it is parsed, and a client that is stuck is cut off.

uvicorn limits neither how much is parsed at once, nor a request's head, nor how long a request may take. So
its protocols get their bytes from here, as fast as the connection, the address and all addresses together
may send: in small slices, between which addresses take turns, however many connections one of them has.
"""

import asyncio
import math
import time
import weakref
from abc import ABC, abstractmethod
from asyncio import TimerHandle
from typing import Any

from uvicorn.protocols.http.flow_control import FlowControl
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.protocol import State

from spyring.server.http.gate import Gate, Round
from spyring.server.http.limits import FILE_BYTES
from spyring.server.http.meter import Meter

SLICE = 128  # bytes that are parsed at once, before others get their turn
# What it takes besides parsing, roughly:
REQUEST_WORK, OPENING_WORK, MESSAGE_WORK = 0.0005, 0.0015, 0.0001  # seconds; an opening is of a WebSocket
FRAME_COST = 256  # an empty frame is work too
HEAD_BYTES = 16_384
MOST_FIELDS = 100  # of a head: a browser sends twenty
HEAD_END = b"\r\n\r\n"
REQUEST_SECONDS = 10.0  # for a whole request to come in
UNREAD_SECONDS = 40.0  # for a client to read on; as long as it may take to answer a ping
LINGER_SECONDS = 5.0  # for a client to read what was sent before the end
MOST_FRAGMENTS = 64  # of one message


class Line(asyncio.Protocol, ABC):
    """One connection: feeds its protocol in slices, and knows by when something has to happen."""

    gate: Gate
    meter: Meter
    loop: asyncio.AbstractEventLoop
    transport: asyncio.Transport
    client: tuple[str, int] | None

    def begin(self) -> None:
        """Before anything has come."""
        self.meter = Meter(self.gate.addresses)
        self.over = False
        self.round: Round | None = None  # in which it waits for its turn,
        self.waits = ""  # among the lines of this address
        self.to_do = 0.0  # seconds, for what has just been parsed
        self._unparsed = b""
        self._held: TimerHandle | None = None
        self.due = math.inf  # for what it owes us
        self._read_by = math.inf  # for what we have sent

    def enter(self, *, request: bool) -> None:
        """Called as soon as it is known where it comes from."""
        if self.client is not None and not self.gate.is_proxy(self.client[0]):
            self.meter.belongs_to(self.client[0])
        if not self.gate.enter(self, request=request):
            self.over = True  # it waits unread for its end: cut off at once, it would come again at once
            self.transport.pause_reading()
            self.due = self.loop.time() + REQUEST_SECONDS

    # What comes in.

    def data_received(self, data: bytes) -> None:
        if not self.over:
            self._unparsed += data
            self.go_on()

    def go_on(self) -> None:
        """Parse when it is this line's turn, if it may; nothing more is read until all is parsed."""
        if self.over or self.transport.is_closing():
            return
        may_parse = self._held is None and self.ready()
        if self._unparsed and may_parse:
            self.gate.wait(self)
        if self._unparsed or not may_parse:
            self.transport.pause_reading()
        else:
            self.transport.resume_reading()

    def parse(self) -> float:
        """Parse one slice, unless something has happened since this line began to wait for its turn.

        Returns the seconds that it will take to do what the slice asks for.
        """
        self.to_do = 0.0
        if not self.over and self._held is None and self.ready():
            end = self.end_of_slice()
            part, self._unparsed = self._unparsed[:end], self._unparsed[end:]
            began = time.thread_time()
            seconds = self.meter.take(len(part) + self.feed(part))
            self.meter.count_work(time.thread_time() - began + self.to_do)
            if seconds and not self.over:
                self._held = self.loop.call_later(seconds, self._let_go)
        self.go_on()
        return self.to_do

    def _let_go(self) -> None:
        self._held = None
        self.go_on()

    @abstractmethod
    def ready(self) -> bool:
        """Whether the protocol takes more now."""

    def end_of_slice(self) -> int:
        """How many bytes are parsed at once."""
        return SLICE

    @abstractmethod
    def feed(self, part: bytes) -> int:
        """Give the protocol a slice; returns what it costs besides its bytes."""

    # When it ends.

    def written(self, ready: bool) -> None:
        """The client reads, or has stopped reading."""
        self._read_by = math.inf if ready else self.loop.time() + UNREAD_SECONDS

    def look(self, now: float) -> None:
        """Cut off a client that is late, or that does not read."""
        if self.transport.is_closing():
            self.due = min(self.due, now + LINGER_SECONDS)
        if now >= self._read_by:
            self.cut_off("nothing is read")
        elif now >= self.due:
            self.cut_off("nothing comes" if not self.transport.is_closing() else "the end is not read")

    def cut_off(self, why: str) -> None:
        """Abort at once: a client that does not read would not read a polite goodbye either."""
        self.gate.say(why)
        self.gone()
        self.transport.abort()

    def gone(self) -> None:
        """Nothing is left to do."""
        self.over = True
        self.gate.leave(self)
        self._unparsed = b""
        if self._held is not None:
            self._held.cancel()
            self._held = None


class HttpLine(Line, HttpToolsProtocol):
    """HTTP: one request after another, each of a bounded size, each in time."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        HttpToolsProtocol.__init__(self, *arguments, **options)
        self.begin()
        self._head = self._fields = self._body = 0
        self._in_head = True

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        HttpToolsProtocol.connection_made(self, transport)
        self.flow = Flow(transport, self)
        self.due = self.loop.time() + REQUEST_SECONDS
        self.enter(request=True)

    def connection_lost(self, exc: Exception | None) -> None:
        self.gone()
        HttpToolsProtocol.connection_lost(self, exc)

    def handle_websocket_upgrade(self) -> None:
        self.to_do += OPENING_WORK
        self.gone()  # a line of another kind takes over
        HttpToolsProtocol.handle_websocket_upgrade(self)
        # It refers to this line: neither would be freed before the next search for garbage.
        self.parser = None  # type: ignore[assignment]

    def data_received(self, data: bytes) -> None:
        self._unset_keepalive_if_required()  # it is not idle, even if it has to wait for its turn
        Line.data_received(self, data)

    def ready(self) -> bool:
        return not (self.pipeline or self.flow.read_paused)

    def end_of_slice(self) -> int:
        """One request at most: the next one waits until it is this line's turn again."""
        end = self._unparsed.find(HEAD_END, 0, SLICE)
        return SLICE if end < 0 else end + len(HEAD_END)

    def feed(self, part: bytes) -> int:
        if self._in_head:
            self._head += len(part)
        HttpToolsProtocol.data_received(self, part)
        if (self._in_head and self._head > HEAD_BYTES) or self._fields > MOST_FIELDS:
            self._refuse(431, "a request's head is too long")
        elif self._body > 2 * FILE_BYTES:  # up to that, the endpoint refuses it
            self._refuse(413, "a request's body is too long")
        return 0

    def _refuse(self, status: int, why: str) -> None:
        self.over = True
        self._unparsed = b""
        self.gate.say(why)
        if self.cycle is None or self.cycle.response_complete or self._in_head:
            self.transport.write(STATUS_LINE[status] + b"content-length: 0\r\nconnection: close\r\n\r\n")
        self.transport.pause_reading()
        self.loop.call_later(LINGER_SECONDS, self.transport.close)  # at once, it would come again at once

    def on_message_begin(self) -> None:
        self._head = self._fields = self._body = 0
        self._in_head = True
        self.due = self.loop.time() + REQUEST_SECONDS
        HttpToolsProtocol.on_message_begin(self)

    def on_header(self, name: bytes, value: bytes) -> None:
        self._fields += 1
        if self._fields <= MOST_FIELDS:  # the rest is not kept
            HttpToolsProtocol.on_header(self, name, value)

    def on_headers_complete(self) -> None:
        self._in_head = False
        self.to_do += REQUEST_WORK
        HttpToolsProtocol.on_headers_complete(self)

    def on_body(self, body: bytes) -> None:
        self._body += len(body)
        HttpToolsProtocol.on_body(self, body)

    def on_message_complete(self) -> None:
        self.due = math.inf
        self._in_head = True
        self._head = 0
        HttpToolsProtocol.on_message_complete(self)

    def pause_writing(self) -> None:
        HttpToolsProtocol.pause_writing(self)
        self.written(False)

    def resume_writing(self) -> None:
        HttpToolsProtocol.resume_writing(self)
        self.written(True)


class Flow(FlowControl):
    """Lets reading resume when the line is ready, not at once."""

    def __init__(self, transport: asyncio.Transport, line: HttpLine) -> None:
        super().__init__(transport)
        self._line = weakref.ref(line)

    def resume_reading(self) -> None:
        self.read_paused = False
        line = self._line()
        if line is not None and not line.over:
            line.loop.call_soon(line.go_on)


class SocketLine(Line, WebSocketsSansIOProtocol):
    """A WebSocket: frames as fast as allowed, and no more of them until a message is taken."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        WebSocketsSansIOProtocol.__init__(self, *arguments, **options)
        self.begin()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        WebSocketsSansIOProtocol.connection_made(self, transport)
        self.app_state = {**self.app_state, "meter": self.meter}
        self.enter(request=False)

    def connection_lost(self, exc: Exception | None) -> None:
        self.gone()
        WebSocketsSansIOProtocol.connection_lost(self, exc)

    def ready(self) -> bool:
        return not self.read_paused

    def feed(self, part: bytes) -> int:
        self._frames = 0
        WebSocketsSansIOProtocol.data_received(self, part)
        self.to_do += MESSAGE_WORK * self._frames
        return FRAME_COST * self._frames

    def handle_events(self) -> None:
        self._frames += len(self.conn.events)
        WebSocketsSansIOProtocol.handle_events(self)

    def handle_cont(self, event: Frame) -> None:
        if len(self.frames) >= MOST_FRAGMENTS:
            self.cut_off("a message of too many fragments")
            return
        WebSocketsSansIOProtocol.handle_cont(self, event)

    async def receive(self) -> Any:
        message = await self.queue.get()
        if self.read_paused and self.queue.empty():
            self.read_paused = False
            self.go_on()
        return message

    def shutdown(self) -> None:
        if self.handshake_complete and self.conn.state is not State.OPEN:
            # The client has said goodbye and its last bytes are on their way: nothing more can be said to it.
            self.stop_keepalive()
            self.transport.close()
        else:
            WebSocketsSansIOProtocol.shutdown(self)

    def keepalive_timeout(self) -> None:
        self.pong_timer = None
        self.cut_off("no pong comes")

    def pause_writing(self) -> None:
        WebSocketsSansIOProtocol.pause_writing(self)
        self.written(False)

    def resume_writing(self) -> None:
        WebSocketsSansIOProtocol.resume_writing(self)
        self.written(True)


def protocols(gate: Gate) -> tuple[type[HttpLine], type[SocketLine]]:
    """The protocols from which uvicorn makes its connections."""
    shared = {"gate": gate}
    return type("Http", (HttpLine,), shared), type("Socket", (SocketLine,), shared)
