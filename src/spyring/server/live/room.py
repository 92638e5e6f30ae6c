"""A room: one table in use in this process, with the people who are connected to it.

Everything that happens here goes through `commit`: judge, append, and only then announce.
"""

import asyncio
import math
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, Protocol, TypeVar

import structlog

from spyring.analysis import Decision
from spyring.core import Seat
from spyring.server.live import processes
from spyring.server.live.company import Company
from spyring.server.live.exchange import News
from spyring.server.live.messages import Here
from spyring.server.live.metrics import CONFLICTS
from spyring.server.live.once import Once
from spyring.server.live.store import Conflict, Lease, LeaseLost, Store, StoreFailed, Summary
from spyring.server.live.timekeeper import Timekeeper
from spyring.server.table import judging
from spyring.server.table.clocks import Pace, due_after, due_at
from spyring.server.table.entries import HOST, decode, encode
from spyring.server.table.errors import Refused
from spyring.server.table.feed import Viewer
from spyring.server.table.held import Held
from spyring.server.table.story import Story
from spyring.server.table.table import Phase, Table
from spyring.server.table.transaction import Transaction

Judge = Callable[[Table, float], Transaction]
Result = TypeVar("Result")

STUCK_SECONDS = 4.0  # a commit that takes longer stops the table until something can be stored again
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

    def __init__(
        self,
        table: Table,
        store: Store,
        pace: Pace,
        now: Callable[[], float],
        company: Company | None = None,
    ) -> None:
        self.table = table
        self.company = company
        self.store = store
        self.pace = pace
        self.now = now
        self.owner = ""  # the address from which it was made, while this process knows it
        self.listeners: set[Listener] = set()
        self.time = Timekeeper(self)
        self._lock = asyncio.Lock()
        self._due = math.inf  # as it is stored, if this process has stored it
        self._story = Once(partial(self._afterwards, processes.tell))
        self._analysis = Once(self._analyse)
        self.analysed = 0.0  # which part of the game
        self._roster = table.roster
        self._messages: dict[tuple[Viewer | bool, ...], bytes] = {}
        self._counting: asyncio.TimerHandle | None = None
        self.found = -math.inf  # when somebody asked for it last
        self._elsewhere: dict[str, Here] = {}  # who is connected to other workers
        self._doubted: set[str] = set()  # workers that have not said so again since they were asked
        self._presented: tuple[list[int], int, bool] | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._count_here()

    @property
    def drives(self) -> bool:
        """Whether this worker runs the clocks, beats and bots of this table."""
        return self.company is None or self.company.lease(self.table.id) is not None

    async def drive(self, judge: Judge) -> Transaction:
        """Do what happens by itself; nothing if another worker does that."""
        return await self.commit(judge, driving=True)

    async def commit(self, judge: Judge, *, driving: bool = False) -> Transaction:
        """Do what a judge allows; raises Refused, and then nothing has happened."""
        if self._lock.locked():
            await self._refuse_early(judge)
        async with self._lock:
            try:
                return await self._commit(judge, driving)
            except StoreFailed as error:
                self.halt(True)
                refused = not_stored(error)
                if self.drives:  # otherwise the driver knows what is held here, and may have stored it
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

    def keep(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Begin something that is done even if whoever asked for it goes away."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def _let_go(self, refused: Refused) -> None:
        """Refuse the acts that were held."""
        for act in self._no_longer_held():
            act.refuse(refused)

    def _no_longer_held(self) -> list[Held]:
        """The acts that were held, but for those that another worker has stored."""
        held = [act for key, act in self.table.held.items() if key not in self.table.done]
        self.table.held.clear()
        self.table.ahead = None
        return held

    async def _commit(self, judge: Judge, driving: bool) -> Transaction:
        while True:
            lease = self.company.lease(self.table.id) if driving and self.company else None
            if driving and self.company and lease is None:
                return Transaction(self.table, self.now())
            try:
                transaction = judge(self.table, self.now())
            except Refused:  # unless another writer has changed what was judged
                if await self._catch_up():
                    continue
                raise
            if not transaction.entries:
                if transaction.held is not None:
                    transaction.complete()
                    self._tell_driver(transaction.held)
                return transaction
            try:
                await self._append(transaction, lease)
            except LeaseLost:
                assert self.company is not None, "it had a lease"
                self.company.lost(self.table.id)
                continue
            except Conflict:  # another writer was first: see what it wrote, and judge again
                CONFLICTS.inc()
                await self._catch_up()
                continue
            self._adopt(transaction)
            if transaction.held is not None:
                self._tell_driver(transaction.held)
            return transaction

    async def _append(self, transaction: Transaction, lease: Lease | None = None) -> None:
        table = self.table
        phase = transaction.phase
        due = due_after(transaction, self.pace)
        sooner = due is not None and due < self._due
        summary = summarise(table, phase, due) if sooner or phase != table.phase else None
        bodies = [encode(entry) for entry in transaction.entries]
        stuck = asyncio.get_running_loop().call_later(STUCK_SECONDS, self.halt, True)
        try:
            if lease is None:
                await self.store.append(table.id, table.number, bodies, summary)
            else:
                await self.store.append(table.id, table.number, bodies, summary, lease)
        finally:
            stuck.cancel()
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
        self._take_in(bodies)
        return bool(bodies)

    def _take_in(self, bodies: Sequence[str]) -> None:
        for body in bodies:
            self.table.replay(decode(body))
        if bodies:
            self.table.begin_by(self.now())  # by this process's clock
            self._hold_again()
            self.publish()

    # Other workers on the same store.

    def overhear(self, news: Sequence[News]) -> None:
        """Take in what another worker has stored; while something is being stored here, afterwards."""
        if self._lock.locked():
            self.keep(self._catch_up_later())
            return
        self._take_in([one.body for one in news if one.number >= self.table.number])

    async def catch_up_with(self, ticket: str, since: int = 0) -> None:
        """Read on if somebody knows more than this worker: has a newer ticket, or was told more elsewhere.

        Raises Refused if that cannot be read: to go by what is known here would call the ticket void, or
        tell everything again.
        """
        if self.company is None:
            return
        holder = self.table.holder(ticket) if ticket else HOST
        viewer = None if holder == HOST else holder
        if holder is None or since > len(self.table.told[viewer]):
            try:
                async with self._lock:
                    await self._catch_up()
            except StoreFailed as error:
                raise not_read(error) from None

    async def settle(self) -> None:
        """Wait for what is being stored here just now: what others have stored is taken in afterwards."""
        if self._lock.locked():
            async with self._lock:
                await self._catch_up()

    async def _catch_up_later(self) -> None:
        async with self._lock:
            with suppress(StoreFailed):  # the next look at all tables finds it
                await self._catch_up()

    def _hold_again(self) -> None:
        """After what others have stored, see which of the acts that were held may still wait.

        Without other workers that is nobody's everyday game: they are refused, and may be tried again.
        """
        if self.company is None or self.table.phase != "playing":
            self._let_go(OVERTAKEN)
            return
        for act in self._no_longer_held():
            try:
                again = Transaction(self.table, self.now()).act(act.seat, act.text, act.id, act.refuse)
            except Refused as refused:
                act.refuse(refused)
                continue
            if again.held is None:  # it would be public now: that is for its seat to decide
                act.refuse(OVERTAKEN)
                continue
            again.complete()
            self._tell_driver(act)

    def _tell_driver(self, act: Held) -> None:
        """A secret act waits for the next line that everybody hears, which may come from another worker."""
        if self.company is not None and not self.drives:
            self.company.waits(self.table.id, act.seat, act.text, act.id)

    def show(self, seat: Seat, number: int) -> None:
        """A page of this seat has shown everything up to a number."""
        self.time.show(seat, number)
        if self.company is not None and not self.drives:
            self.company.showed(self.table.id, seat, number)

    def pause(self, seat: Seat, on: bool) -> None:
        """Somebody at this seat wants the bots to wait, or to go on."""
        self.time.pause(seat, on)
        if self.company is not None and not self.drives:
            self.company.paused(self.table.id, seat, on)

    def hear_here(self, message: Here) -> None:
        """Another worker says who is connected there."""
        self._elsewhere[message.worker] = message
        self._doubted.discard(message.worker)
        self._count_here()
        self.time.let_go()  # who has left there may have paused the bots
        self.time.look()

    def hear_gone(self, workers: set[str]) -> None:
        """Nobody is connected to these workers any longer."""
        if self._elsewhere.keys() & workers:
            self._elsewhere = {name: one for name, one in self._elsewhere.items() if name not in workers}
            self._count_here()
            self.time.let_go()

    def doubt(self) -> None:
        """What other workers said last may have been missed: they are asked again."""
        self._doubted = set(self._elsewhere)

    def believe(self) -> None:
        """Who has not answered by now has nobody here."""
        self.hear_gone(self._doubted)
        self._doubted = set()

    def present(self) -> None:
        """Tell other workers who is connected here."""
        self._presented = None
        self._count_here()

    @property
    def watched(self) -> bool:
        """Whether anybody is connected to this table, to whatever worker."""
        return bool(self.listeners) or any(one.anybody for one in self._elsewhere.values())

    def halt(self, halted: bool) -> None:
        """Tell everybody that nothing can be stored here, or that it can again."""
        if self.table.halted != halted:
            self.table.halted = halted
            self.table.roster += 1
            self.publish()

    async def story(self) -> Story:
        """Who knew what when, without anybody's notes, once the game is over."""
        return await self._story.get()

    async def analysis(self) -> list[Decision]:
        """Every decision judged, once the game is over; what was found is stored with the table."""
        if self.table.decisions is not None:
            return list(self.table.decisions)
        return await self._analysis.get()

    async def _analyse(self) -> list[Decision]:
        found = await self._afterwards(partial(processes.analyse, tell=self._analyse_on))
        with suppress(Refused):  # a full disk, or a closed table: it is computed again one day
            await self.commit(partial(judging.analysed, decisions=tuple(found)))
        return found

    def _analyse_on(self, done: float) -> None:
        self.analysed = done

    async def _afterwards(self, work: Callable[..., Awaitable[Result]]) -> Result:
        """Something that is made of the whole game."""
        table = self.table
        assert table.over, "nobody may know before the end"
        return await work(table.game, table.made.seats, table.options, table.referee.log)

    # Who listens.

    def enter(self, listener: Listener) -> None:
        """Somebody connected."""
        self.listeners.add(listener)
        if len(self.listeners) == 1 and self.company is not None:
            self.company.attend(self.table.id)
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
            raise void_ticket()
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
        self._present(here)
        for one in self._elsewhere.values():
            here = [count + more for count, more in zip(here, [*one.seats, *([0] * len(here))], strict=False)]
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

    def _present(self, here: list[int]) -> None:
        """Tell other workers who is connected here, if that has changed."""
        if self.company is None:
            return
        now = (here, self._onlookers_here(), bool(self.listeners))
        if now != (self._presented or ([0] * len(here), 0, False)):
            self.company.present(self.table.id, *now)
        self._presented = now

    def _onlookers_here(self) -> int:
        return sum(listener.viewer is None and not listener.screen for listener in self.listeners)

    def _onlookers(self) -> int:
        return self._onlookers_here() + sum(one.onlookers for one in self._elsewhere.values())

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


def void_ticket() -> Refused:
    """What is said to whoever has a ticket that is nobody's here."""
    return Refused("void-ticket", "This ticket is not valid here, or no longer valid.", 403)


def not_stored(error: StoreFailed) -> Refused:
    """The refusal for whoever asked; the operator finds the details in the log."""
    log.error("nothing stored", why=str(error))
    if error.trouble == "full":
        return Refused("disk-full", "Nothing can be stored: the server's disk is full.", 507)
    if error.trouble == "database":
        return Refused("fault", "Nothing can be stored: the server does not reach its database.", 503)
    return Refused("fault", "Nothing can be stored: something is wrong with the server's disk.", 503)


def not_read(error: StoreFailed) -> Refused:
    """The refusal for whoever asked for something that is stored."""
    log.error("nothing read", why=str(error))
    what = "database" if error.trouble == "database" else "disk"
    return Refused("fault", f"Something is wrong with the server's {what}; its log says what.", 503)


def summarise(table: Table, phase: Phase, due: float | None = None) -> Summary:
    """A table's line in lists, when it is in this phase."""
    made = table.made
    return Summary(table.id, made.code, made.game, made.at, phase, made.listed, due)
