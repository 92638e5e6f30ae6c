"""A room: one live table in this process, with the people who are connected to it.

Everything that happens here goes through `commit`: judge, append, and only then tell.
"""

import asyncio
from collections.abc import Callable
from typing import Protocol

import structlog

from spyring.server import thinking, wire
from spyring.server.clocks import Pace
from spyring.server.entries import HOST, AnyEntry, Closed, decode, encode
from spyring.server.errors import Refused
from spyring.server.metrics import CONFLICTS
from spyring.server.plan import Plan
from spyring.server.store import Conflict, Store, StoreFailed
from spyring.server.story import Story, with_notes
from spyring.server.table import Phase, Table, Viewer
from spyring.server.timekeeper import Timekeeper

Judge = Callable[[Table, float], Plan]

log = structlog.get_logger()


class Listener(Protocol):
    """One connection, as its room sees it."""

    ticket: str  # as it is stored; empty for an onlooker
    viewer: Viewer
    screen: bool

    def wake(self) -> None:
        """There may be something new."""
        ...

    def turn_out(self, refused: Refused) -> None:
        """This connection has lost its right to be here."""
        ...


class Room:
    """Keeps one table: in step with the store, on time, and told to everybody who listens."""

    def __init__(self, table: Table, store: Store, pace: Pace, now: Callable[[], float]) -> None:
        self.table = table
        self.store = store
        self.pace = pace
        self.now = now
        self.listeners: set[Listener] = set()
        self.time = Timekeeper(self)
        self._lock = asyncio.Lock()
        self._story: asyncio.Task[Story] | None = None
        self._roster = table.roster
        self._frames: dict[tuple[Viewer, int, bool, bool], bytes] = {}
        self._counting: asyncio.TimerHandle | None = None
        self._count_here()

    async def commit(self, judge: Judge) -> Plan:
        """Do what a judge plans; raises Refused, and then nothing has happened."""
        async with self._lock:
            try:
                return await self._commit(judge)
            except StoreFailed as error:
                self._halt(True)
                raise not_stored(error) from None

    async def _commit(self, judge: Judge) -> Plan:
        while True:
            try:
                plan = judge(self.table, self.now())
            except Refused:  # unless another writer has changed what was judged
                if await self._catch_up():
                    continue
                raise
            if not plan.entries:
                return plan
            try:
                await self._append(plan)
            except Conflict:  # another writer was first: see what it wrote, and judge again
                CONFLICTS.inc()
                await self._catch_up()
                continue
            self._adopt(plan)
            return plan

    async def _append(self, plan: Plan) -> None:
        table = self.table
        phase = _phase_after(plan)
        summary = plan.summary(phase) if phase != table.phase else None
        await self.store.append(table.id, table.number, [encode(entry) for entry in plan.entries], summary)

    def _adopt(self, plan: Plan) -> None:
        self.table.adopt(plan.entries, plan.told, plan.position)
        self._halt(False)
        self.publish()

    async def _catch_up(self) -> bool:
        """Take in what another writer has stored; returns whether there was anything."""
        bodies = await self.store.read(self.table.id, self.table.number)
        for body in bodies:
            self.table.take(decode(body))
        if bodies:
            self.publish()
        return bool(bodies)

    def _halt(self, halted: bool) -> None:
        if self.table.halted != halted:
            self.table.halted = halted
            self.table.roster += 1
            self.publish()

    async def story(self) -> Story:
        """Who knew what when, once the game is over; worked out once, however many ask."""
        table = self.table
        assert table.over, "nobody may know before the end"
        if self._story is None:
            told = thinking.tell(table.game, table.made.seats, table.options, table.position().log)
            self._story = asyncio.create_task(told)
        try:
            story = await asyncio.shield(self._story)
        except Exception:
            self._story = None  # the next one to ask may be luckier
            raise
        return with_notes(story, table)

    # Who listens.

    def enter(self, listener: Listener) -> None:
        """Somebody connected."""
        self.listeners.add(listener)
        self._count_here()
        self.time.look()

    def leave(self, listener: Listener) -> None:
        """Somebody is gone; their seat stays theirs."""
        self.listeners.discard(listener)
        self._count_here()

    def viewer(self, ticket: str) -> Viewer:
        """As whom the holder of a ticket, as it is stored, sees this table; raises Refused."""
        holder = self.table.holder(ticket)
        if ticket and holder is None:
            raise Refused("void-ticket", "This ticket is not valid here, or not any more.", 403)
        if not ticket and self.table.made.watch == "nobody" and not self.table.over:
            raise Refused("no-watching", "Nobody watches at this table.", 403)
        return None if holder is None or holder == HOST else holder

    def publish(self) -> None:
        """Let everybody look whether there is something new for them."""
        self._frames.clear()
        if self._roster != self.table.roster:
            self._roster = self.table.roster
            self._check_tickets()
        for listener in self.listeners:
            listener.wake()
        self.time.look()

    def _check_tickets(self) -> None:
        """Seats change hands, and tickets become void: see who is who now."""
        for listener in list(self.listeners):
            try:
                listener.viewer = self.viewer(listener.ticket)
            except Refused as refused:
                self.listeners.discard(listener)
                listener.turn_out(refused)
        self._count_here()

    def frame(self, viewer: Viewer, since: int, *, roster: bool, notes: bool) -> bytes:
        """What a viewer has not been told yet; made once where several need the same, and kept only there."""
        key = (viewer, since, roster, notes)
        if key in self._frames:
            return self._frames[key]
        frame = wire.update(self.table, viewer, since, self.pace, roster=roster, notes=notes)
        if sum(listener.viewer == viewer for listener in self.listeners) > 1:
            self._frames[key] = frame
        return frame

    def _count_here(self) -> None:
        here = [0] * self.table.made.seats
        for listener in self.listeners:
            if listener.viewer is not None:
                here[listener.viewer] += 1
        changed = [count > 0 for count in here] != [count > 0 for count in self.table.here]
        self.table.here = here
        for chair, count in zip(self.table.chairs, here, strict=True):
            if count:
                chair.patience_until = None
            elif chair.patience_until is None:
                chair.patience_until = self.now() + self.pace.patience
        if changed:
            self.table.roster += 1
            self.publish()
        if self._counting is None and self._onlookers() != self.table.onlookers:
            loop = asyncio.get_running_loop()
            self._counting = loop.call_later(self.pace.onlookers, self._tell_onlookers)

    def _onlookers(self) -> int:
        return sum(listener.viewer is None and not listener.screen for listener in self.listeners)

    def _tell_onlookers(self) -> None:
        self._counting = None
        count = self._onlookers()
        if count != self.table.onlookers:
            self.table.onlookers = count
            self.table.roster += 1
            if self.listeners:  # else the hall may have forgotten this room, and nothing must happen here
                self.publish()


def not_stored(error: StoreFailed) -> Refused:
    """What whoever asked is told; the operator finds the rest in the log."""
    log.error("nothing stored", why=str(error))
    if error.full:
        return Refused("disk-full", "Nothing can be stored: the server's disk is full.", 507)
    return Refused("fault", "Nothing can be stored: something is wrong with the server's disk.", 503)


def _phase_after(plan: Plan) -> Phase:
    last: AnyEntry = plan.entries[-1]
    if isinstance(last, Closed):
        return "archived" if last.why == "archived" else "closed"
    return plan.phase
