"""Limits: throttle, not ban. Whoever is too fast is slowed down; whoever wants too much is told so."""

import asyncio
import time
from collections import Counter, deque
from collections.abc import Callable
from dataclasses import dataclass

from spyring.server.table.errors import Refused

MESSAGE_BYTES = 4096
BODY_BYTES = 16_384
HOUR = 3600.0
MINUTE = 60
MOST_ADDRESSES = 10_000  # remembered without looking whether they still matter


@dataclass(frozen=True, kw_only=True)
class Limits:
    """How much one connection or one address may do."""

    messages_per_second: float = 50.0
    messages_at_once: float = 100.0
    talk_per_second: float = 1.0
    talk_at_once: float = 5.0
    notes_per_second: float = 2.0
    notes_at_once: float = 30.0
    tables_per_hour: int = 60
    seats_per_hour: int = 300
    misses_per_hour: int = 300
    sockets: int = 200


class Bucket:
    """So many at once, then so many a second."""

    __slots__ = ("_at", "_left", "at_once", "now", "per_second")  # every connection has some

    def __init__(self, per_second: float, at_once: float, now: Callable[[], float] = time.monotonic) -> None:
        self.per_second = per_second
        self.at_once = at_once
        self.now = now
        self._left = at_once
        self._at = now()

    def take(self) -> float:
        """Take one; returns how long the one who takes it has to wait."""
        now = self.now()
        self._left = min(self.at_once, self._left + (now - self._at) * self.per_second) - 1
        self._at = now
        return max(0.0, -self._left / self.per_second)

    async def wait(self) -> None:
        """Take one, and wait as long as that."""
        seconds = self.take()
        if seconds:
            await asyncio.sleep(seconds)


class Addresses:
    """What each address has asked for in the last hour, and holds now."""

    def __init__(self, limits: Limits, now: Callable[[], float] = time.monotonic) -> None:
        self.limits = limits
        self.now = now
        self._asked: dict[tuple[str, str], deque[float]] = {}
        self._sockets: Counter[str] = Counter()

    def ask(self, address: str, kind: str) -> None:
        """One more of a kind (tables, seats, misses); raises Refused when it is one too many."""
        if len(self._asked) > MOST_ADDRESSES:
            self.tidy()
        most: int = getattr(self.limits, f"{kind}_per_hour")
        times = self._asked.setdefault((address, kind), deque())
        now = self.now()
        while times and times[0] <= now - HOUR:
            times.popleft()
        if len(times) >= most:
            wait = round(times[0] + HOUR - now) + 1
            raise Refused(
                "too-many",
                f"That is enough {kind} for now.",
                429,
                of=kind,
                most=most,
                wait=wait,
                minutes=-(-wait // MINUTE),
            )
        times.append(now)

    def connect(self, address: str) -> None:
        """One more WebSocket; raises Refused."""
        if self._sockets[address] >= self.limits.sockets:
            raise Refused("too-many-sockets", "There are too many connections from here.", 429)
        self._sockets[address] += 1

    def disconnect(self, address: str) -> None:
        """One less."""
        self._sockets[address] -= 1
        if not self._sockets[address]:
            del self._sockets[address]

    def tidy(self) -> None:
        """Forget addresses that have asked for nothing lately."""
        old = self.now() - HOUR
        self._asked = {key: times for key, times in self._asked.items() if times and times[-1] > old}
