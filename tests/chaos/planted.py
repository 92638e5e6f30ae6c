"""Faults planted in a worker before it serves, to see that a run finds them."""

import asyncio

from spyring.server.live.company import Company
from spyring.server.live.rooms import Rooms
from spyring.server.live.timekeeper import Timekeeper
from spyring.server.table.table import Table
from spyring.server.table.transaction import Transaction

WAY = 0.3  # seconds, to the disk


def plant(name):
    """Plant a fault, by its name."""
    FAULTS[name]()


def tells_before_commit():
    """Everybody is told what is still on its way to the disk."""
    begin = Rooms.__init__

    def with_hasty_store(self, store, **more):
        begin(self, HastyStore(store), **more)

    Rooms.__init__ = with_hasty_store


class HastyStore:
    """A store that says at once that it is done."""

    def __init__(self, store):
        self._store = store
        self._tasks = set()

    def __getattr__(self, name):
        return getattr(self._store, name)

    async def append(self, table_id, number, entries, summary=None):
        if summary is not None:  # a new table must be there before it is looked for
            await self._store.append(table_id, number, entries, summary)
            return
        task = asyncio.create_task(self._append(table_id, number, entries))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _append(self, *arguments):
        await asyncio.sleep(WAY)
        await self._store.append(*arguments)


def two_drivers():
    """What is due is done by two, and the second does not look whether it was done."""
    tick = Timekeeper._tick

    async def twice(self):
        await tick(self)
        if self.goes_on and self._has_beats():
            await self.room.commit(lambda table, at: Transaction(table, at).beat())

    Timekeeper._tick = twice


def repeats_acts():
    """What was done is forgotten, so whoever sends it again does it again."""
    acknowledge = Table._acknowledge

    def forget(self, seat, id):
        acknowledge(self, seat, id)
        self.done.discard((seat, id))

    Table._acknowledge = forget


def drops_notifications():
    """A worker does not read what others have stored, unless it comes before something of its own."""
    Company._hear_stored = lambda self, room, entries: None
    Company._look_at = lambda self, tables: None


FAULTS = {one.__name__: one for one in (tells_before_commit, two_drivers, repeats_acts, drops_notifications)}
