"""The gate: how many connections there may be, whose turn it is, and who looks after those that are stuck.

Whoever has made the server work much lately, and everybody without a seat while strangers make it work much,
stands back: a slice of theirs is parsed now and then, at a pace of its own, and at once only for the others.
That pace depends on how many people are seated and on nothing that they do, or it would tell when they do it.
"""

import asyncio
import ipaddress
from asyncio import Handle, TimerHandle
from typing import TYPE_CHECKING

import structlog

from spyring.server.http.limits import Address, Addresses, Bucket

if TYPE_CHECKING:
    from spyring.server.http.wire import Line

TURN_SECONDS = 0.0005  # for parsing, before everything else that the loop has to do gets its turn
PACE_SECONDS = 0.004  # from one turn of those who stand back to the next, while many are seated,
MANY = 200
SHORTEST_PACE = 0.0005  # and while nobody is
SWEEP_SECONDS = 1.0
SWEPT_AT_ONCE = 50
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
        self._unswept: list[Line] = []
        self._said: dict[str, Bucket] = {}
        self._first = Round()
        self._last = Round()  # those who stand back
        self._turn: Handle | None = None
        self._late_turn: TimerHandle | None = None

    def wait(self, line: "Line") -> None:
        """Let a line parse when it is its address's turn, and its own among those of its address."""
        if line.round is None:
            (self._last if line.meter.stands_back() else self._first).add(line)
        self._go_on()

    def _go_on(self) -> None:
        loop = asyncio.get_running_loop()
        if self._first and self._turn is None:
            self._turn = loop.call_soon(self._take_turns)
        if self._last and self._late_turn is None:
            self._late_turn = loop.call_later(self._pace(), self._take_late_turn)

    def _pace(self) -> float:
        return max(SHORTEST_PACE, PACE_SECONDS * min(1.0, self.addresses.seated / MANY))

    def _take_turns(self) -> None:
        self._turn = None
        loop = asyncio.get_running_loop()
        end = loop.time() + TURN_SECONDS
        try:
            while self._first:
                line = self._first.pop()
                if line.meter.stands_back():  # by now
                    self._last.add(line)
                    continue
                end -= line.parse()
                if loop.time() >= end:
                    break
        finally:  # a fault in one line must not keep the others waiting
            self._go_on()

    def _take_late_turn(self) -> None:
        """Parse for as long as a turn lasts, or until something has to be done that takes as long."""
        self._late_turn = None
        loop = asyncio.get_running_loop()
        end = loop.time() + TURN_SECONDS
        try:
            while self._last:
                end -= self._last.pop().parse()
                if loop.time() >= end:
                    break
        finally:
            self._go_on()

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
        if line.round is not None:
            line.round.remove(line)
        address = self._lines.pop(line, None)
        if address is not None:
            address.connections -= 1
            address.uses -= 1

    def is_proxy(self, client: str) -> bool:
        """Whether it comes through the proxy, which bounds its clients' connections itself."""
        return self._proxy is not None and bool(client) and ipaddress.ip_address(client) in self._proxy

    def _look_around(self) -> None:
        """A few at a time: there may be thousands."""
        loop = asyncio.get_running_loop()
        now = loop.time()
        if not self._unswept:
            self._unswept = list(self._lines)
        for line in self._unswept[-SWEPT_AT_ONCE:]:
            if line in self._lines:
                line.look(now)
        del self._unswept[-SWEPT_AT_ONCE:]
        self._sweep = None
        if self._lines:
            wait = SWEEP_SECONDS * min(1.0, SWEPT_AT_ONCE / len(self._lines))
            self._sweep = loop.call_later(wait, self._look_around)
        else:
            self._unswept.clear()

    def say(self, what: str) -> None:
        """Write a line to the log, but not thousands of them."""
        if what not in self._said:
            self._said[what] = Bucket(SAID_PER_SECOND, SAID_AT_ONCE)
        if self._said[what].left() >= 1:
            self._said[what].take()
            log.warning("cut off", why=what)


class Round:
    """Lines that wait for their turn: addresses take turns, and so do the lines of each address."""

    def __init__(self) -> None:
        self._waiting: dict[str, dict[Line, None]] = {}

    def __bool__(self) -> bool:
        return bool(self._waiting)

    def add(self, line: "Line") -> None:
        """One more, behind the others of its address."""
        line.round, line.waits = self, line.meter.address
        self._waiting.setdefault(line.waits, {})[line] = None

    def pop(self) -> "Line":
        """Whose turn it is."""
        address = next(iter(self._waiting))
        lines = self._waiting.pop(address)
        line = next(iter(lines))
        del lines[line]
        if lines:
            self._waiting[address] = lines  # behind the others
        line.round = None
        return line

    def remove(self, line: "Line") -> None:
        """It waits no longer."""
        lines = self._waiting[line.waits]
        del lines[line]
        if not lines:
            del self._waiting[line.waits]
        line.round = None
