"""The rooms of all tables of this server, found by link or code, loaded when needed."""

import asyncio
import contextlib
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import structlog

from spyring import fair
from spyring.core import Options, UnreadableText
from spyring.games import find_game
from spyring.server.live.company import Company
from spyring.server.live.metrics import ROOMS
from spyring.server.live.room import Room, not_read, not_stored, summarise
from spyring.server.live.steady import steady_time
from spyring.server.live.store import Conflict, Store, StoreFailed
from spyring.server.table import judging
from spyring.server.table.clocks import DAY, Pace, due_at
from spyring.server.table.entries import AnyEntry, Made, Sat, decode, encode
from spyring.server.table.errors import Refused
from spyring.server.table.table import Table
from spyring.server.table.tickets import new_code, new_id

WATCH = ("link", "nobody")
LOBBY_LENGTH = 100
CODE_ATTEMPTS = 10
IDLE_SECONDS = 15 * 60.0
SWEEP_SECONDS = 10 * 60.0
LOOK_SECONDS = 60.0  # from one look for tables that go on by themselves to the next
AHEAD = 1.5  # times that: a table is there before its clock runs out
TRIAL_SECONDS = 1.0

log = structlog.get_logger()


@dataclass(frozen=True, kw_only=True)
class Wish:
    """What somebody wants a table to be."""

    game: str
    seats: int
    options: Options = field(default_factory=dict)
    clock: str = "off"
    bot_pace: str = "normal"
    beat: str = "0.8"
    watch: str = "link"
    talk: bool = True
    listed: bool = False


def wish_like(table: Table) -> Wish:
    """A table like another one."""
    made = table.made
    return Wish(
        game=made.game,
        seats=made.seats,
        options=table.options,
        clock=made.clock,
        bot_pace=made.bot_pace,
        beat=made.beat,
        watch=made.watch,
        talk=made.talk,
        listed=made.listed,
    )


class Rooms:
    """The rooms of all tables in use."""

    def __init__(
        self,
        store: Store,
        *,
        pace: Pace | None = None,
        archive_after: float = 30 * DAY,
        now: Callable[[], float] = steady_time,
    ) -> None:
        self.store = store
        self.pace = pace or Pace()
        self.archive_after = archive_after
        self.company = None if store.exchange is None else Company(self, store.exchange)
        self.clock = now
        self.began = self.now()
        self.live: dict[str, Room] = {}
        self._tried = 0.0
        self._loading: dict[str, asyncio.Task[Room | None]] = {}
        self._background: set[asyncio.Task[None]] = set()

    def now(self) -> float:
        """The time, by a clock that all workers share."""
        return self.clock() if self.company is None else self.clock() + self.company.ahead

    # Tables.

    async def make(
        self,
        wish: Wish,
        *,
        host: str,
        group: Sequence[Sat] = (),
        imported: tuple[str, ...] = (),
        before: str = "",
        source: str = "",
    ) -> Room:
        """Set up a table with those who already have a seat; raises Refused if it cannot be set up."""
        for _ in range(CODE_ATTEMPTS):
            made = self._made(wish, host, imported, before, source)
            table = Table(new_id(), made)
            entries: list[AnyEntry] = [made, *group]
            try:
                bodies = [encode(entry) for entry in entries]
                await self.store.append(table.id, 0, bodies, summarise(table, table.phase))
            except Conflict:
                continue  # the code is in use
            except StoreFailed as error:
                raise not_stored(error) from None
            for entry in group:
                table.take(entry)
            log.info("table made", table=table.id, game=made.game, seats=made.seats)
            return self._open(table)
        raise Refused("no-code-left", "No short code is free.", 503)

    def _made(self, wish: Wish, host: str, imported: tuple[str, ...], before: str, source: str) -> Made:
        try:
            game = find_game(wish.game)
        except UnreadableText as error:
            raise Refused("no-such-game", f"{error}.", 422, game=wish.game) from None
        options = judging.settle(game, wish.seats, wish.options, wish.clock, wish.bot_pace, wish.beat)
        if wish.watch not in WATCH:
            raise Refused("bad-set-up", f"Watch is {', '.join(WATCH)}.", 422)
        return Made(
            at=self.now(),
            code=new_code(),
            game=wish.game,
            seats=wish.seats,
            options=options,
            clock=wish.clock,
            bot_pace=wish.bot_pace,
            beat=wish.beat,
            watch=wish.watch,
            talk=wish.talk,
            listed=wish.listed,
            seed=fair.new_seed(),
            host=host,
            imported=imported,
            before=before,
            source=source,
        )

    async def rematch(self, room: Room, *, host: str) -> Room:
        """A new table for the same group: everybody's ticket works there too."""
        old = room.table
        if old.next_table:
            raise Refused("followed", "The group has already gone on.", next=old.next_table)
        if not old.over:
            raise Refused("not-over", "A rematch comes after the game.")
        group = [
            Sat(at=self.now(), seat=seat, name=chair.name, ticket=chair.ticket, bot=chair.bot)
            for seat, chair in enumerate(old.chairs)
            if chair.taken
        ]
        following = await self.make(wish_like(old), host=host, group=group, before=old.id)
        await room.commit(partial(judging.follow, next_table=following.table.id))
        return following

    async def find(self, name: str) -> Room:
        """The room of a table, by its id or its short code; raises Refused if there is none."""
        try:
            room = self.live.get(name) or await self._load(name)
            if room is None:
                table = await self.store.find(name.upper())
                room = None if table is None else self.live.get(table) or await self._load(table)
            if room is not None:
                room.found = self.now()
                if self.company is not None:
                    await self.company.refresh([room])
        except StoreFailed as error:
            raise not_read(error) from None
        if room is None:
            raise Refused("no-such-table", "There is no such table.", 404)
        return room

    async def lobby(self) -> list[Table]:
        """The listed tables that have not begun, newest first."""
        try:
            summaries = await self.store.summaries(phases=("open",), listed=True, limit=LOBBY_LENGTH)
            if self.company is not None:  # all at once
                await self.company.refresh([self.live[one.id] for one in summaries if one.id in self.live])
        except StoreFailed as error:
            raise not_read(error) from None
        tables = []
        for summary in summaries:
            with contextlib.suppress(Refused):  # one that cannot be read must not hide the others
                room = self.live.get(summary.id) or await self.find(summary.id)
                tables.append(room.table)
        return tables

    async def _load(self, id: str) -> Room | None:
        """Load a table once, however many ask for it."""
        if id not in self._loading:
            self._loading[id] = asyncio.create_task(self._read(id))
        try:
            return await asyncio.shield(self._loading[id])
        finally:
            self._loading.pop(id, None)

    async def _read(self, id: str) -> Room | None:
        bodies = await self.store.read(id)
        if id in self.live or not bodies:
            return self.live.get(id)
        table = load_table(id, bodies)
        table.begin_by(self.now())
        table.grace_until = self.began + self.pace.grace
        return self._open(table)

    def _open(self, table: Table) -> Room:
        room = self.live[table.id] = Room(table, self.store, self.pace, self.now, self.company)
        ROOMS.set(len(self.live))
        if self.company is not None:
            self.company.opened(table.id)
        room.time.look()
        return room

    async def try_again(self) -> bool:
        """Whether all tables can store what happens; if one could not, try again, at most once a second."""
        halted = [room for room in self.live.values() if room.table.halted]
        if not halted:
            return True
        if self.now() < self._tried + TRIAL_SECONDS:
            return False
        self._tried = self.now()
        if not await self.store.try_out():
            return False
        for room in halted:
            room.halt(False)
        return True

    async def reads(self) -> bool:
        """Whether the store answers."""
        try:
            await self.store.find("")
        except StoreFailed:
            return False
        return True

    # What happens in the background.

    async def join(self) -> None:
        """Before anybody comes, meet the other workers, if there are any."""
        if self.company is not None:
            with contextlib.suppress(StoreFailed):  # it is done as soon as the store answers
                await self.company.join()
                self.began = self.now()

    def start(self) -> None:
        """Wake the tables at which something happens by itself, without keeping anybody waiting."""
        others = [] if self.company is None else self.company.work()
        for work in (self._wake(), self._sweep(), self._recover(), *others):
            self.run(work)

    def run(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something in the background, until it or the server ends."""
        task = asyncio.create_task(work)
        self._background.add(task)
        task.add_done_callback(self._background.discard)

    async def leave(self) -> None:
        """From now on other workers drive the tables; people here may still act."""
        if self.company is not None:
            await self.company.leave()

    async def stop(self) -> None:
        """Stop everything."""
        await self.leave()
        for task in self._background:
            task.cancel()
        for room in self.live.values():
            room.time.stop()

    async def _recover(self) -> None:
        """Tables that had to stop go on as soon as they can, whether or not anybody acts."""
        while True:
            await asyncio.sleep(TRIAL_SECONDS)
            try:
                await self.try_again()
            except Exception as error:  # try again next time
                log.error("recovering failed", error=type(error).__name__)

    async def _wake(self) -> None:
        while True:
            try:
                await self.wake()
            except Exception as error:  # try again next time
                log.error("waking failed", error=type(error).__name__)
            await asyncio.sleep(LOOK_SECONDS)

    async def wake(self) -> None:
        """Load the tables at which something happens by itself before the next look."""
        soon = self.now() + AHEAD * LOOK_SECONDS
        due_soon = await self.store.due(soon)
        if self.company is None:
            due_soon = [id for id in due_soon if id not in self.live]
        else:  # others may have them
            due_soon = await self.company.take(due_soon)
        for id in due_soon:
            with contextlib.suppress(Refused):
                room = await self.find(id)
                due = due_at(room.table, self.pace)
                if due is None or due >= soon:
                    await room.postpone()
                room.time.look()
            await asyncio.sleep(0)

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            try:
                await self.sweep()
            except Exception as error:  # try again next time
                log.error("sweep failed", error=type(error).__name__)

    async def sweep(self) -> None:
        """Archive tables that nobody has touched for long, and unload those that nobody is using."""
        for summary in await self.store.summaries(phases=("open", "playing", "over", "closed")):
            if summary.made < self.now() - self.archive_after:
                try:
                    await self._archive(await self.find(summary.id))
                except Refused as refused:
                    log.warning("not archived", table=summary.id, why=refused.id)
            await asyncio.sleep(0)
        for id, room in list(self.live.items()):
            idle = not room.listeners and room.time.idle
            used = max(room.table.touched, room.found)
            if idle and used < self.now() - IDLE_SECONDS:
                del self.live[id]
        ROOMS.set(len(self.live))

    async def _archive(self, room: Room) -> None:
        if room.table.touched < self.now() - self.archive_after:
            await room.commit(partial(judging.close, why="archived"))


def load_table(id: str, bodies: Sequence[str]) -> Table:
    """A table from its stored entries; raises Refused if they are damaged, or the game is gone."""
    try:
        made, *rest = map(decode, bodies)
        assert isinstance(made, Made), "a log begins with the making of its table"
        table = Table(id, made)
        for entry in rest:
            table.replay(entry)
    except Exception as error:
        log.error("table unreadable", table=id, error=type(error).__name__)
        raise Refused("fault", f"Table {id} cannot be read: what is stored of it is damaged.", 500) from None
    return table
