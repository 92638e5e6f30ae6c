"""A room: one table in use in this process, with the people who are connected to it.

Everything that happens here goes through `commit`: judge, append, and only then announce.
"""

import asyncio
import math
from collections.abc import Callable
from contextlib import suppress
from typing import Protocol

import structlog

from spyring.server.live import processes
from spyring.server.live.metrics import CONFLICTS
from spyring.server.live.store import Conflict, Store, StoreFailed, Summary
from spyring.server.live.timekeeper import Timekeeper
from spyring.server.table.clocks import Pace, due_after, due_at
from spyring.server.table.entries import HOST, decode, encode
from spyring.server.table.errors import Refused
from spyring.server.table.feed import Viewer
from spyring.server.table.story import Story, with_notes
from spyring.server.table.table import Phase, Table
from spyring.server.table.transaction import Transaction

Judge = Callable[[Table, float], Transaction]

OVERTAKEN = Refused("stale-prompt", "The game has moved on; look again.")

log = structlog.get_logger()


class Listener(Protocol):
    """One connection, from the room's point of view."""

    ticket: str  # as it is stored; empty for an onlooker
    viewer: Viewer
    screen: bool

    def wake(self) -> None:
        """There may be something new."""
        ...

    def turn_out(self, refused: Refused) -> None:
        """This connection has lost its permission."""
        ...


class Room:
    """Keeps one table in step with the store, on time, and announced to everybody who listens."""

    def __init__(self, table: Table, store: Store, pace: Pace, now: Callable[[], float]) -> None:
        self.table = table
        self.store = store
        self.pace = pace
        self.now = now
        self.owner = ""  # the address from which it was made, while this process knows it
        self.listeners: set[Listener] = set()
        self.time = Timekeeper(self)
        self._lock = asyncio.Lock()
        self._due = math.inf  # as it is stored, if this process has stored it
        self._story: asyncio.Task[Story] | None = None
        self._roster = table.roster
        self._messages: dict[tuple[Viewer | bool, ...], bytes] = {}
        self._counting: asyncio.TimerHandle | None = None
        self._count_here()

    async def commit(self, judge: Judge) -> Transaction:
        """Do what a judge allows; raises Refused, and then nothing has happened."""
        if self._lock.locked():
            await self._refuse_early(judge)
        async with self._lock:
            try:
                return await self._commit(judge)
            except StoreFailed as error:
                self.halt(True)
                refused = not_stored(error)
                self._let_go(refused)
                raise refused from None

    async def _refuse_early(self, judge: Judge) -> None:
        """Refuse before waiting for others, so that the wait does not show when they act."""
        try:
            judge(self.table, self.now())
        except Refused:
            with suppress(StoreFailed):
                if await self.store.read(self.table.id, self.table.number):
                    return  # another writer has changed what was judged
            raise

    def _let_go(self, refused: Refused) -> None:
        """Drop the acts that were held."""
        held = list(self.table.held.values())
        self.table.held.clear()
        self.table.ahead = None
        for act in held:
            act.refuse(refused)

    async def _commit(self, judge: Judge) -> Transaction:
        while True:
            try:
                transaction = judge(self.table, self.now())
            except Refused:  # unless another writer has changed what was judged
                if await self._catch_up():
                    continue
                raise
            if not transaction.entries:
                if transaction.held is not None:
                    transaction.complete()
                return transaction
            try:
                await self._append(transaction)
            except Conflict:  # another writer was first: see what it wrote, and judge again
                CONFLICTS.inc()
                await self._catch_up()
                continue
            self._adopt(transaction)
            return transaction

    async def _append(self, transaction: Transaction) -> None:
        table = self.table
        phase = transaction.phase
        due = due_after(transaction, self.pace)
        sooner = due is not None and due < self._due
        summary = summarise(table, phase, due) if sooner or phase != table.phase else None
        await self.store.append(
            table.id, table.number, [encode(entry) for entry in transaction.entries], summary
        )
        if summary is not None:
            self._due = math.inf if due is None else due

    async def postpone(self) -> None:
        """Store when something happens here by itself, which may be later than what is stored."""
        async with self._lock:
            table = self.table
            due = due_at(table, self.pace)
            with suppress(Conflict, StoreFailed):
                await self.store.append(table.id, table.number, [], summarise(table, table.phase, due))
                self._due = math.inf if due is None else due

    def _adopt(self, transaction: Transaction) -> None:
        transaction.complete()
        self.halt(False)
        if self.table.phase != "playing":
            self._let_go(OVERTAKEN)
        self.publish()

    async def _catch_up(self) -> bool:
        """Take in what another writer has stored; returns whether there was anything."""
        bodies = await self.store.read(self.table.id, self.table.number)
        for body in bodies:
            self.table.replay(decode(body))
        if bodies:
            self._let_go(OVERTAKEN)
            self.publish()
        return bool(bodies)

    def halt(self, halted: bool) -> None:
        """Tell everybody that nothing can be stored here, or that it can again."""
        if self.table.halted != halted:
            self.table.halted = halted
            self.table.roster += 1
            self.publish()

    async def story(self) -> Story:
        """Who knew what when, once the game is over; computed once, however many ask."""
        table = self.table
        assert table.over, "nobody may know before the end"
        if self._story is None:
            told = processes.tell(table.game, table.made.seats, table.options, table.referee.log)
            self._story = asyncio.create_task(told)
        try:
            story = await asyncio.shield(self._story)
        except Exception:
            self._story = None  # let the next request try again
            raise
        return with_notes(story, table)

    # Who listens.

    def enter(self, listener: Listener) -> None:
        """Somebody connected."""
        self.listeners.add(listener)
        self._count_here()
        self.time.look()

    def leave(self, listener: Listener) -> None:
        """Somebody disconnected; their seat remains theirs."""
        self.listeners.discard(listener)
        self._count_here()
        self.time.let_go()

    def viewer(self, ticket: str) -> Viewer:
        """As whom the holder of this (stored) ticket sees the table; raises Refused."""
        holder = self.table.holder(ticket)
        if ticket and holder is None:
            raise Refused("void-ticket", "This ticket is not valid here, or no longer valid.", 403)
        if not ticket and self.table.made.watch == "nobody" and not self.table.over:
            raise Refused("no-watching", "Nobody watches at this table.", 403)
        return None if holder is None or holder == HOST else holder

    def publish(self) -> None:
        """Let every connection check whether there is something new for it."""
        self._messages.clear()
        if self._roster != self.table.roster:
            self._roster = self.table.roster
            self._check_tickets()
        for listener in self.listeners:
            listener.wake()
        self.time.look()

    def _check_tickets(self) -> None:
        """Check every connection's ticket: seats change hands, and tickets become void."""
        for listener in list(self.listeners):
            try:
                listener.viewer = self.viewer(listener.ticket)
            except Refused as refused:
                self.listeners.discard(listener)
                listener.turn_out(refused)
        self._count_here()

    def share(
        self, viewer: Viewer, since: int, again: int, *wanted: bool, make: Callable[[], bytes]
    ) -> bytes:
        """A message for a viewer; made once if several connections need the same, and cached only then."""
        key = (viewer, since, again, *wanted)
        if key in self._messages:
            return self._messages[key]
        message = make()
        if sum(listener.viewer == viewer for listener in self.listeners) > 1:
            self._messages[key] = message
        return message

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
            if (
                self.listeners
            ):  # otherwise the server may have dropped this room, and nothing must happen here
                self.publish()


def not_stored(error: StoreFailed) -> Refused:
    """The refusal for whoever asked; the operator finds the details in the log."""
    log.error("nothing stored", why=str(error))
    if error.full:
        return Refused("disk-full", "Nothing can be stored: the server's disk is full.", 507)
    return Refused("fault", "Nothing can be stored: something is wrong with the server's disk.", 503)


def summarise(table: Table, phase: Phase, due: float | None = None) -> Summary:
    """A table's line in lists, when it is in this phase."""
    made = table.made
    return Summary(table.id, made.code, made.game, made.at, phase, made.listed, due)
