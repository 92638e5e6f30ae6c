"""The wire: what comes in is measured before it is parsed, and a client that is stuck is cut off.

uvicorn limits neither how much is parsed at once, nor a request's head, nor how long a request may take. So
its protocols get their bytes from here, as fast as the connection, the address and all addresses together
may send: in small slices, between which addresses take turns, however many connections one of them has.
"""

import asyncio
import ipaddress
import math
import weakref
from abc import ABC, abstractmethod
from asyncio import Handle, TimerHandle
from typing import Any

import structlog
from uvicorn.protocols.http.flow_control import FlowControl
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

from spyring.server.http.limits import BODY_BYTES, Address, Addresses, Bucket, Share, site

SLICE = 128  # bytes that are parsed at once, before others get their turn
TURN_SECONDS = 0.001  # for parsing, before everything else that the loop has to do gets its turn
FRAME_COST = 256  # an empty frame is work too
HEAD_BYTES = 16_384
REQUEST_SECONDS = 10.0  # for a whole request to come in
UNREAD_SECONDS = 40.0  # for a client to read on; as long as it may take to answer a ping
LINGER_SECONDS = 5.0  # for a client to read what was sent before the end
MOST_FRAGMENTS = 64  # of one message
PART_AT_ONCE = 4096.0
SWEEP_SECONDS = 1.0
SAID_PER_SECOND, SAID_AT_ONCE = 0.1, 3.0  # lines in the log, for each kind of trouble

log = structlog.get_logger()


class Gate:
    """What all connections share: how many there may be, and who looks after those that are stuck."""

    def __init__(self, addresses: Addresses, *, proxy: str | None = None, most: int = 1000) -> None:
        self.addresses = addresses
        self.most = most
        self._proxy = None if proxy is None else ipaddress.ip_network(proxy)
        self._lines: dict[Line, Address | None] = {}
        self._requests: dict[Line, None] = {}  # those that are no WebSockets, the oldest first
        self._sweep: TimerHandle | None = None
        self._said: dict[str, Bucket] = {}
        self._waiting: dict[str, dict[Line, None]] = {}  # by address, with something to parse
        self._turn: Handle | None = None

    def wait(self, line: "Line") -> None:
        """Let a line parse when it is its address's turn, and its own among those of its address."""
        if line.waits is None:
            line.waits = line.meter.address
            self._waiting.setdefault(line.waits, {})[line] = None
        if self._turn is None:
            self._turn = asyncio.get_running_loop().call_soon(self._take_turns)

    def _take_turns(self) -> None:
        loop = asyncio.get_running_loop()
        end = loop.time() + TURN_SECONDS
        while self._waiting:
            address = next(iter(self._waiting))
            lines = self._waiting.pop(address)
            line = next(iter(lines))
            del lines[line]
            if lines:
                self._waiting[address] = lines  # behind the others
            line.waits = None
            line.parse()
            if loop.time() >= end:
                break
        self._turn = loop.call_soon(self._take_turns) if self._waiting else None

    def enter(self, line: "Line", *, request: bool) -> bool:
        """Whether there is room for one more; if not, the slowest request makes room."""
        client = line.client[0] if line.client else ""
        address = None if self.is_proxy(client) else self.addresses[client]
        served = address is None or address.connections < self.addresses.limits.connections
        if not served:
            self.say("too many connections from one address")
            address = None
        if len(self._lines) >= self.most:
            self.say("too many connections")
            if not self._requests:
                line.transport.abort()
                return False
            next(iter(self._requests)).cut_off("making room")
        if address is not None:
            address.connections += 1
            address.uses += 1
        self._lines[line] = address
        if request:
            self._requests[line] = None
        if self._sweep is None:
            self._sweep = asyncio.get_running_loop().call_later(SWEEP_SECONDS, self._look_around)
        return served

    def leave(self, line: "Line") -> None:
        """It is gone."""
        self._requests.pop(line, None)
        if line.waits is not None:
            lines = self._waiting[line.waits]
            del lines[line]
            if not lines:
                del self._waiting[line.waits]
            line.waits = None
        address = self._lines.pop(line, None)
        if address is not None:
            address.connections -= 1
            address.uses -= 1

    def is_proxy(self, client: str) -> bool:
        """Whether it comes through the proxy, which bounds its clients' connections itself."""
        return self._proxy is not None and bool(client) and ipaddress.ip_address(client) in self._proxy

    def _look_around(self) -> None:
        loop = asyncio.get_running_loop()
        for line in list(self._lines):
            line.look(loop.time())
        self._sweep = loop.call_later(SWEEP_SECONDS, self._look_around) if self._lines else None

    def say(self, what: str) -> None:
        """Write a line to the log, but not thousands of them."""
        if what not in self._said:
            self._said[what] = Bucket(SAID_PER_SECOND, SAID_AT_ONCE)
        if self._said[what].left() >= 1:
            self._said[what].take()
            log.warning("cut off", why=what)


class Meter:
    """Measures what one connection sends, for itself, for its address once that is known, and for all."""

    def __init__(self, addresses: Addresses) -> None:
        self._addresses = addresses
        self._share: Share | None = None
        self.address = ""  # through a proxy it is not known at first

    def belongs_to(self, address: str) -> None:
        """Set whose connection it is; a proxy's may serve many people, until one has it as a WebSocket."""
        limits = self._addresses.limits
        self.address = site(address)
        own = Bucket(limits.bytes_per_second, limits.bytes_at_once)
        part = Bucket(limits.address_bytes_per_second / limits.sockets, PART_AT_ONCE)
        self._share = Share(own, part, self._addresses[address].bytes)

    def take(self, amount: float) -> float:
        """Count what has come in; returns how long to stop reading."""
        seconds = self._addresses.all_bytes.take(amount)
        return seconds if self._share is None else max(seconds, self._share.take(amount))


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
        self.waits: str | None = None  # for a turn of this address
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

    def parse(self) -> None:
        """Parse one slice, unless something has happened since this line began to wait for its turn."""
        if not self.over and self._held is None and self.ready():
            part, self._unparsed = self._unparsed[:SLICE], self._unparsed[SLICE:]
            seconds = self.meter.take(len(part) + self.feed(part))
            if seconds and not self.over:
                self._held = self.loop.call_later(seconds, self._let_go)
        self.go_on()

    def _let_go(self) -> None:
        self._held = None
        self.go_on()

    @abstractmethod
    def ready(self) -> bool:
        """Whether the protocol takes more now."""

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
        self._head = 0
        self._in_head = True
        self._body = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        HttpToolsProtocol.connection_made(self, transport)
        self.flow = Flow(transport, self)
        self.due = self.loop.time() + REQUEST_SECONDS
        self.enter(request=True)

    def connection_lost(self, exc: Exception | None) -> None:
        self.gone()
        HttpToolsProtocol.connection_lost(self, exc)

    def handle_websocket_upgrade(self) -> None:
        self.gone()  # a line of another kind takes over
        HttpToolsProtocol.handle_websocket_upgrade(self)
        # It refers to this line: neither would be freed before the next search for garbage.
        self.parser = None  # type: ignore[assignment]

    def ready(self) -> bool:
        return not (self.pipeline or self.flow.read_paused)

    def feed(self, part: bytes) -> int:
        if self._in_head:
            self._head += len(part)
        HttpToolsProtocol.data_received(self, part)
        if self._in_head and self._head > HEAD_BYTES:
            self._refuse(431, "a request's head is too long")
        elif self._body > 2 * BODY_BYTES:  # up to that, the endpoint refuses it
            self._refuse(413, "a request's body is too long")
        return 0

    def _refuse(self, status: int, why: str) -> None:
        self.over = True
        self._unparsed = b""
        self.gate.say(why)
        if self.cycle is None or self.cycle.response_complete or self._in_head:
            self.transport.write(STATUS_LINE[status] + b"content-length: 0\r\nconnection: close\r\n\r\n")
        self.transport.close()

    def on_message_begin(self) -> None:
        self._head = self._body = 0
        self._in_head = True
        self.due = self.loop.time() + REQUEST_SECONDS
        HttpToolsProtocol.on_message_begin(self)

    def on_headers_complete(self) -> None:
        self._in_head = False
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
