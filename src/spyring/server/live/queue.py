"""A queue in which asking more often does not help: owners take turns, and so do their tables."""

import asyncio
from collections import deque

Waiters = deque["asyncio.Future[None]"]


class Queue:
    """Gives a few places to many who are waiting."""

    def __init__(self, places: int) -> None:
        self.free = places
        self._waiting: dict[str, dict[str, Waiters]] = {}  # by owner and table; the first one is next

    @property
    def crowded(self) -> bool:
        """Whether anybody is waiting."""
        return bool(self._waiting)

    async def enter(self, owner: str, table: str) -> None:
        """Wait for a place; `leave` gives it back."""
        if self.free and not self._waiting:
            self.free -= 1
            return
        place = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(owner, {}).setdefault(table, deque()).append(place)
        try:
            await place
        except asyncio.CancelledError:
            if place.done() and not place.cancelled():  # it was given away in the same moment
                self.leave()
            raise

    def leave(self) -> None:
        """Give the place to the next in line at the next table of the next owner."""
        while self._waiting:
            place = self._next()
            if not place.done():
                place.set_result(None)
                return
        self.free += 1

    def _next(self) -> "asyncio.Future[None]":
        owner = next(iter(self._waiting))
        tables = self._waiting.pop(owner)
        table = next(iter(tables))
        waiters = tables.pop(table)
        place = waiters.popleft()
        if waiters:
            tables[table] = waiters  # at the end, as below
        if tables:
            self._waiting[owner] = tables
        return place
