"""Limits slow clients down rather than ban them; a client that asks for too much is told so.

The limits of an address are generous, because a whole school may be behind it. So that one pupil cannot use
them up for all, every connection and every seat has its own share, within which it waits for nobody else.
"""

import asyncio
import ipaddress
import math
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from spyring.server.table.errors import Refused

MESSAGE_BYTES = 4096
BODY_BYTES = 16_384
FILE_BYTES = 65_536  # a long game as a game file
LONG_TURNS = 2  # long requests of one address at the same time
HOUR = 3600.0
MINUTE = 60
MOST_ADDRESSES = (
    10_000  # how many addresses, and seats, are remembered; the one idle for longest is dropped first
)
AT_A_TIME = 8
CLASS = 60  # people at one address who open the page at the same moment
SITE_BITS = 64  # of an IPv6 address: one customer gets this prefix, and may choose the rest

Now = Callable[[], float]
Key = TypeVar("Key")
Kept = TypeVar("Kept", bound="Remembered")


@dataclass(frozen=True, kw_only=True)
class Limits:
    """How much one connection, one seat, one address and all of them together may do."""

    # A connection: the bytes that it sends, before they are parsed. Each frame counts as 256 bytes more.
    bytes_per_second: float = 16_384.0
    bytes_at_once: float = 65_536.0
    # A seat, on all its connections.
    messages_per_second: float = 50.0
    messages_at_once: float = 100.0
    talk_per_second: float = 1.0
    talk_at_once: float = 5.0
    notes_per_second: float = 2.0
    notes_at_once: float = 30.0
    sockets_per_seat: int = 10
    # An address: an IPv4 address, or 64 bits of an IPv6 address.
    address_bytes_per_second: float = 65_536.0
    address_bytes_at_once: float = 4_194_304.0
    address_messages_per_second: float = 250.0
    address_messages_at_once: float = 1000.0
    address_work_per_second: float = 0.05  # seconds of the processor, then it stands back (wire.py)
    address_work_at_once: float = 0.01
    requests_per_second: float = 50.0  # a file of the page counts as a quarter of one
    requests_at_once: float = 3000.0
    requests_under_way: int = 8
    openings_per_second: float = 20.0  # of WebSockets
    openings_at_once: float = 60.0
    connections: int = 400
    sockets: int = 200
    tables_per_hour: int = 60
    seats_per_hour: int = 300
    misses_per_hour: int = 300
    # All together.
    all_bytes_per_second: float = 1_048_576.0
    all_bytes_at_once: float = 8_388_608.0
    strangers_work_per_second: float = 0.1  # of whoever has no seat
    strangers_work_at_once: float = 0.05

    @classmethod
    def for_sockets(cls, sockets: int, **others: int) -> "Limits":
        """Scale the limits of an address, and of all together, with its number of connections."""
        times = max(1.0, sockets / cls.sockets)
        scaled = {
            name: times * getattr(cls, name)
            for name in cls.__dataclass_fields__
            if name.startswith(("address_", "requests_per", "requests_at", "openings_", "all_"))
        }
        more = {"sockets": sockets, "connections": sockets + cls.connections - cls.sockets, **others}
        return cls(**scaled, **more)

    def share(self, workers: int) -> "Limits":
        """What each of several workers allows, so that all of them together allow about as much.

        What protects a worker from being kept busy counts for each of them. Connections are spread by
        chance, so a worker allows a class of sixty even if it could expect a part of it only.
        """
        parts = {
            name: math.ceil(getattr(self, name) / workers)
            for name in ("tables_per_hour", "seats_per_hour", "misses_per_hour")
        }
        sockets = max(min(self.sockets, CLASS), math.ceil(self.sockets / workers))
        spare = self.connections - self.sockets
        return replace(self, **parts, sockets=sockets, connections=sockets + spare)


class Bucket:
    """A token bucket: some amount at once, then a fixed amount per second."""

    __slots__ = ("_at", "_left", "at_once", "now", "per_second")  # every connection has some

    def __init__(self, per_second: float, at_once: float, now: Now = time.monotonic) -> None:
        self.per_second = per_second
        self.at_once = at_once
        self.now = now
        self._left = at_once
        self._at = now()

    def left(self) -> float:
        """How much can be taken without a wait."""
        now = self.now()
        self._left = min(self.at_once, self._left + (now - self._at) * self.per_second)
        self._at = now
        return self._left

    def take(self, amount: float = 1.0) -> float:
        """Take some; returns how long the one who takes it has to wait."""
        self._left = self.left() - amount
        return max(0.0, -self._left / self.per_second)

    async def wait(self) -> None:
        """Take one, and wait as long as that."""
        seconds = self.take()
        if seconds:
            await asyncio.sleep(seconds)


class Share:
    """A share of something common: within its share a client waits for nobody, beyond it for its turn."""

    __slots__ = ("common", "own", "part")

    def __init__(self, own: Bucket, part: Bucket, common: Bucket) -> None:
        self.own = own  # the most, even if nobody else wants anything
        self.part = part  # the least, even if all others want as much as they can get
        self.common = common

    def take(self, amount: float = 1.0) -> float:
        """Take some; returns how long the one who takes it has to wait."""
        wait = self.own.take(amount)
        common = self.common.take(amount)
        if self.part.left() >= amount:
            self.part.take(amount)
            return wait
        return max(wait, common)

    async def wait(self) -> None:
        """Take one, and wait as long as that."""
        seconds = self.take()
        if seconds:
            await asyncio.sleep(seconds)


class Remembered:
    """Something that may be dropped when there are too many, unless it is in use."""

    __slots__ = ("uses",)

    def __init__(self) -> None:
        self.uses = 0


class Memory(Generic[Key, Kept]):
    """The most recently used ones; the cost of a lookup does not depend on how many there are."""

    def __init__(self, make: Callable[[], Kept], most: int) -> None:
        self._make = make
        self._most = most
        self._kept: OrderedDict[Key, Kept] = OrderedDict()

    def __len__(self) -> int:
        return len(self._kept)

    def __getitem__(self, key: Key) -> Kept:
        found = self._kept.get(key)
        if found is None:
            found = self._kept[key] = self._make()
            self._forget()
        else:
            self._kept.move_to_end(key)
        return found

    def _forget(self) -> None:
        """Drop a few at most; those in use move out of the way for the next time."""
        for _ in range(AT_A_TIME):
            if len(self._kept) <= self._most:
                return
            key, oldest = next(iter(self._kept.items()))
            if oldest.uses:
                self._kept.move_to_end(key)
            else:
                del self._kept[key]


class Hourly(Remembered):
    """Something limited per hour: all of it may be taken at once, then it comes back gradually."""

    __slots__ = ("_buckets", "_limits", "_now")

    def __init__(self, limits: Limits, now: Now) -> None:
        super().__init__()
        self._limits = limits
        self._now = now
        self._buckets: dict[str, Bucket] = {}

    def check(self, kind: str) -> None:
        """Whether there may be one more of a kind (tables, seats, misses); raises Refused."""
        most: int = getattr(self._limits, f"{kind}_per_hour")
        if kind not in self._buckets:
            self._buckets[kind] = Bucket(most / HOUR, most, self._now)
        bucket = self._buckets[kind]
        lacking = 1.0 - bucket.left()
        if lacking > 0:
            raise too_many(kind, most, lacking / bucket.per_second)

    def ask(self, kind: str) -> None:
        """Take one more of a kind; raises Refused if it is one too many."""
        self.check(kind)
        self._buckets[kind].take()


class Address(Hourly):
    """What one address does now, and may still do."""

    __slots__ = (
        "bytes",
        "connections",
        "long_turns",
        "messages",
        "openings",
        "requests",
        "seated",
        "sockets",
        "turns",
        "work",
    )

    def __init__(self, limits: Limits, now: Now) -> None:
        super().__init__(limits, now)
        self.bytes = Bucket(limits.address_bytes_per_second, limits.address_bytes_at_once, now)
        self.messages = Bucket(limits.address_messages_per_second, limits.address_messages_at_once, now)
        self.requests = Bucket(limits.requests_per_second, limits.requests_at_once, now)
        self.openings = Bucket(limits.openings_per_second, limits.openings_at_once, now)
        self.turns = asyncio.Semaphore(limits.requests_under_way)
        self.long_turns = asyncio.Semaphore(LONG_TURNS)
        self.work = Bucket(limits.address_work_per_second, limits.address_work_at_once, now)
        self.connections = 0
        self.sockets = 0
        self.seated = 0  # of these

    def connect(self) -> None:
        """One more WebSocket; raises Refused."""
        if self.sockets >= self._limits.sockets:
            raise Refused("too-many-sockets", "There are too many connections from here.", 429)
        self.sockets += 1
        self.uses += 1

    def disconnect(self) -> None:
        """One less."""
        self.sockets -= 1
        self.uses -= 1


class SeatLimits(Remembered):
    """What a seat does on all its connections, so that having more of them brings nothing."""

    __slots__ = ("messages", "notes", "part", "talk")

    def __init__(self, limits: Limits) -> None:
        super().__init__()
        self.messages = Bucket(limits.messages_per_second, limits.messages_at_once)
        # If every connection of an address were a seat, each seat could have this much.
        part = limits.address_messages_per_second / limits.sockets
        self.part = Bucket(part, max(10.0, part))
        self.talk = Bucket(limits.talk_per_second, limits.talk_at_once)
        self.notes = Bucket(limits.notes_per_second, limits.notes_at_once)


class Addresses:
    """All limits: by address, by seat, and for all together."""

    def __init__(self, limits: Limits, now: Now = time.monotonic) -> None:
        self.limits = limits
        self.all_bytes = Bucket(limits.all_bytes_per_second, limits.all_bytes_at_once, now)
        self.strangers_work = Bucket(limits.strangers_work_per_second, limits.strangers_work_at_once, now)
        self.seated = 0  # connections of seats, from everywhere
        self.replays = asyncio.Semaphore(1)
        self._by_site: Memory[str, Address] = Memory(lambda: Address(limits, now), MOST_ADDRESSES)
        self._by_table: Memory[tuple[str, str], Hourly] = Memory(lambda: Hourly(limits, now), MOST_ADDRESSES)
        self._by_seat: Memory[tuple[str, str], SeatLimits] = Memory(
            lambda: SeatLimits(limits), MOST_ADDRESSES
        )

    def __getitem__(self, address: str) -> Address:
        return self._by_site[site(address)]

    def __len__(self) -> int:
        return len(self._by_site)

    def at_table(self, address: str, table: str) -> Hourly:
        """The limits of an address at one table, so that it can still do as much at others."""
        return self._by_table[site(address), table]

    def seat(self, table: str, ticket: str) -> SeatLimits:
        """The limits of whoever holds this (stored) ticket at a table."""
        return self._by_seat[table, ticket]


def site(address: str) -> str:
    """What counts as one address: in IPv6 everybody has more of them than can be counted."""
    if ":" not in address:
        return address
    try:
        found = ipaddress.IPv6Address(address.partition("%")[0])
    except ValueError:
        return address
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ipaddress.IPv6Network((found, SITE_BITS), strict=False))


def too_many(kind: str, most: int, seconds: float) -> Refused:
    """The refusal, and when to try again."""
    wait = math.ceil(seconds) + 1
    return Refused(
        "too-many",
        f"This address has had enough {kind} for now.",
        429,
        of=kind,
        most=most,
        wait=wait,
        minutes=-(-wait // MINUTE),
    )
