"""A worker among others on the same store: it hears what they store, and leaves to them what they drive."""

import asyncio
import contextlib
import math
from collections import Counter
from collections.abc import Coroutine, Iterable
from functools import partial
from itertools import groupby
from typing import TYPE_CHECKING, Any

import structlog

from spyring.server.live import messages
from spyring.server.live.exchange import LEASE_SECONDS, Exchange, News
from spyring.server.live.messages import AnyMessage, Free, Here, Paused, Showed, Waits, Who
from spyring.server.live.metrics import DRIVEN, HEARD
from spyring.server.live.store import Lease, StoreFailed
from spyring.server.table import judging
from spyring.server.table.errors import Refused

if TYPE_CHECKING:
    from spyring.server.live.room import Room
    from spyring.server.live.rooms import Rooms

RENEW_SECONDS = 0.7
LOOK_ROUNDS = 2  # in every so many rounds, all open tables are looked at: a notification may be lost
ANSWER_ROUNDS = 4  # after so many rounds, who has not said that somebody is there has nobody
LARGE_SECONDS = 0.5  # by how much clocks may differ: a smaller difference may come from the question
KEEP_SECONDS = 10.0  # a lease is kept at least so long: its table may still be loading

log = structlog.get_logger()


class Company:
    """Keeps this worker's rooms in step with those of other workers."""

    def __init__(self, rooms: "Rooms", exchange: Exchange) -> None:
        self._rooms = rooms
        self._exchange = exchange
        self._leases: dict[str, tuple[Lease, float]] = {}  # and since when
        self._unsure = False  # whether there may be leases of which nobody here knows
        self._alive_until = -math.inf
        self._others: set[str] = set()
        self._driven_elsewhere: set[str] = set()
        self._behind: set[str] = set()
        self._reading: Counter[str] = Counter()  # tables of which something is being read
        self._news = asyncio.Event()
        self._outgoing: dict[str, None] = {}  # what is to be said, in this order
        self._hurry = asyncio.Event()
        self._hurry.set()
        self._round = 0
        self._asked: int | None = None  # the round in which all others were asked who is there
        self._leaving = False
        self.ahead = 0.0  # so many seconds the store's clock is ahead of this machine's

    def work(self) -> list[Coroutine[Any, Any, None]]:
        """What goes on in the background."""
        return [
            self._exchange.listen(self._hear, self._hear_anew),
            self._repeat(self._attend, RENEW_SECONDS, self._hurry),
            self._repeat(self._read, None, self._news),
        ]

    async def _repeat(self, work: Any, seconds: float | None, sooner: asyncio.Event) -> None:
        """Do something again and again, or when it is asked for."""
        while True:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(seconds):
                    await sooner.wait()
            sooner.clear()
            try:
                await work()
            except StoreFailed as error:  # try again next time
                log.warning("others not reached", why=str(error))
            except Exception as error:
                log.error("others not heard", error=type(error).__name__)

    # Driving.

    async def join(self) -> None:
        """Come to life, and find out how far this machine's clock is from the one that all workers share."""
        asked = self._rooms.clock()
        stored = await self._exchange.join()
        answered = self._rooms.clock()
        ahead = stored - (asked + answered) / 2
        if abs(ahead - self.ahead) > max(LARGE_SECONDS, answered - asked):
            self.ahead = ahead
            for room in self._rooms.live.values():
                room.table.begin_by(self._rooms.now())

    def lease(self, table_id: str) -> Lease | None:
        """This worker's lease of a table, while it is certain."""
        if table_id not in self._leases or asyncio.get_running_loop().time() > self._alive_until:
            return None
        return self._leases[table_id][0]

    def want(self, table_id: str) -> None:
        """A table here needs a driver; if another worker is known to be it, there is no hurry."""
        if table_id not in self._driven_elsewhere and not self._leaving:
            self._hurry.set()

    def lost(self, table_id: str) -> None:
        """The store says that another worker drives this table."""
        self._leases.pop(table_id, None)
        self._driven_elsewhere.add(table_id)

    async def take(self, tables: Iterable[str]) -> list[str]:
        """Become the driver of those tables that have none; returns which."""
        if self._leaving or asyncio.get_running_loop().time() > self._alive_until:
            return []
        wanted = sorted(table for table in tables if table not in self._leases)
        try:
            taken = await self._exchange.take(wanted) if wanted else {}
        except StoreFailed:
            self._unsure = True
            raise
        since = asyncio.get_running_loop().time()
        self._leases |= {table: (lease, since) for table, lease in taken.items()}
        self._driven_elsewhere -= taken.keys()
        self._driven_elsewhere |= set(wanted) - taken.keys()
        return list(taken)

    async def leave(self) -> None:
        """Let others drive from now on; what is stored or told here already is not touched."""
        if self._leaving:
            return
        self._leaving = True
        self._give_up()
        with contextlib.suppress(StoreFailed):
            await self._exchange.leave()
            await self._exchange.send([encoded(Free(worker=self._exchange.name))])

    def _give_up(self) -> None:
        """Drive nothing."""
        self._leases.clear()
        self._alive_until = -math.inf
        for room in self._rooms.live.values():
            room.time.look()

    async def _attend(self) -> None:
        """Stay alive, see who has come and gone, and drive what needs a driver."""
        if self._leaving:
            return
        began = asyncio.get_running_loop().time()
        others = await self._exchange.renew()
        given_up = others is None  # it is new, or it slept
        if given_up:
            self._give_up()
            await self.join()
            others = await self._exchange.renew()
            self._present_all()
        lapsed, self._alive_until = began > self._alive_until, began + LEASE_SECONDS
        if lapsed:
            for id in self._leases.keys() & self._rooms.live.keys():
                self._rooms.live[id].time.look()
        self._meet(others or set())
        if given_up:  # who has left meanwhile was not told to a worker that nobody knew
            self._hear_anew()
        await self._drive()
        self._round += 1
        if self._round % LOOK_ROUNDS == 0:
            self._look_again()
        if self._asked is not None and self._round > self._asked + ANSWER_ROUNDS:
            self._asked = None
            for room in list(self._rooms.live.values()):
                room.believe()
        if self._outgoing:  # the store did not take it
            self._news.set()

    async def _drive(self) -> None:
        live = self._rooms.live
        wanting = {id for id, room in live.items() if room.time.asks}
        taken = await self.take(wanting)
        if taken:
            await self._read_news({id: live[id].table.number for id in taken if id in live})
        for id in taken:
            if id in live:
                live[id].time.look()
        for id in await self.take(await self._orphans()):
            self._rooms.run(self._take_over(id))
        old = asyncio.get_running_loop().time() - KEEP_SECONDS
        DRIVEN.set(len(self._leases))
        needless = [
            id
            for id, (_, since) in self._leases.items()
            if since < old and not (id in live and live[id].time.goes_on)
        ]
        if needless:
            await self._exchange.release(needless)
            for id in needless:
                self._leases.pop(id, None)

    async def _orphans(self) -> list[str]:
        """Tables whose driver is gone; those that go on here are left to whoever has their people.

        After a lost answer also those that may be this worker's without its knowing.
        """
        unsure, self._unsure = self._unsure, False
        try:
            orphans = await self._exchange.orphans(list(self._leases) if unsure else None)
        except StoreFailed:
            self._unsure = self._unsure or unsure
            raise
        live = self._rooms.live
        return [id for id in orphans if unsure or id not in live or not live[id].time.goes_on]

    async def _take_over(self, id: str) -> None:
        with contextlib.suppress(Refused):
            (await self._rooms.find(id)).time.look()

    def _meet(self, others: set[str]) -> None:
        """Others have come, and do not know who is here; or gone, with everybody who was connected there."""
        gone, come = self._others - others, others - self._others
        self._others = others
        if gone:
            self._driven_elsewhere.clear()
            for room in self._rooms.live.values():
                room.hear_gone(gone)
        if come:
            self._present_all()
            self._send(Who(worker=self._exchange.name))

    # Hearing.

    def _hear(self, said: str) -> None:
        if said.startswith("{"):
            message = messages.decode(said)
            if message.worker != self._exchange.name:
                self._take_message(message)
            return
        worker, stored = messages.read_stored(said)
        if worker != self._exchange.name:
            for id, entries in stored:
                if id in self._rooms.live:
                    self._hear_stored(self._rooms.live[id], entries)

    def _hear_stored(self, room: "Room", entries: list[News]) -> None:
        """Take in what another worker has stored, or read it, unless nobody here needs it."""
        if not self._follows(room):
            return
        if entries and entries[0].number <= room.table.number:
            self._overhear(room.table.id, entries)
        else:
            self._look_at([room.table.id])

    def _follows(self, room: "Room") -> bool:
        """Whether somebody here needs to know at once what happens at a table; otherwise see `refresh`."""
        return bool(room.listeners or room.table.held) or room.table.id in self._leases

    def _look_at(self, tables: Iterable[str]) -> None:
        live = self._rooms.live
        self._behind.update(id for id in tables if id in live and self._follows(live[id]))
        if self._behind:
            self._news.set()

    def _hear_anew(self) -> None:
        """Something may have been missed: look at everything, and ask who is where."""
        self._look_at(self._rooms.live)
        self._asked = self._round
        for room in self._rooms.live.values():
            room.doubt()
        self._send(Who(worker=self._exchange.name))

    def _look_again(self) -> None:
        """Now and then, look at everything: a notification may be lost, and a lease taken unnoticed."""
        live = self._rooms.live
        self._look_at(live)
        for id in self._leases.keys() & live.keys():
            if live[id].time.idle:
                live[id].time.look()

    async def _read(self) -> None:
        """Read what is new at tables that others have written to, and say what there is to say."""
        outgoing, self._outgoing = self._outgoing, {}
        if outgoing:
            try:
                await self._exchange.send(list(outgoing))
            except StoreFailed:  # said later: who is here, and what waits here, nobody else would say
                for text in self._outgoing:
                    outgoing.pop(text, None)
                self._outgoing = outgoing | self._outgoing
                raise
        behind, self._behind = self._behind, set()
        live = self._rooms.live
        await self._read_news({id: live[id].table.number for id in behind if id in live})

    async def refresh(self, rooms: Iterable["Room"]) -> None:
        """Before somebody uses tables that are not followed here, read what is new there.

        That is always read, even if nothing is: how long it takes must not tell whether somebody has stored
        something.
        """
        live = self._rooms.live
        behind = [room for room in rooms if not self._follows(room) or room.table.id in self._reading]
        known = {room.table.id: room.table.number for room in behind if live.get(room.table.id) is room}
        await self._read_news(known)
        for id in known.keys() & live.keys():
            await live[id].settle()

    async def _read_news(self, known: dict[str, int]) -> None:
        if not known:
            return
        self._reading.update(known.keys())
        try:
            news = await self._exchange.news(known)
            HEARD.inc(len(news))
            for id, entries in groupby(news, key=lambda one: one.table_id):
                if id in self._rooms.live:
                    self._overhear(id, list(entries))
        finally:
            self._reading -= Counter(known.keys())

    def _overhear(self, id: str, entries: list[News]) -> None:
        """One table that cannot be read, perhaps written by a newer version, must not hold up the others."""
        try:
            self._rooms.live[id].overhear(entries)
        except Exception as error:
            log.error("table not followed", table=id, error=type(error).__name__)

    def _take_message(self, message: AnyMessage) -> None:
        if isinstance(message, Who) and not message.table:
            self._present_all()
            return
        if isinstance(message, Free):
            self._driven_elsewhere.clear()
            self._hurry.set()
            return
        room = self._rooms.live.get(message.table)
        if room is None:
            return
        match message:
            case Who():
                room.present()
            case Here() if message.worker in self._others:
                room.hear_here(message)
            case Waits() if room.drives:
                act = partial(judging.act, seat=message.seat, text=message.text, id=message.id, prompt=None)
                self._rooms.run(_quietly(room, act))
            case Showed() if room.drives:
                room.time.show(message.seat, message.number)
            case Paused() if room.drives:
                room.time.pause(message.seat, message.on)

    # Telling.

    def opened(self, table_id: str) -> None:
        """A table was loaded here: something may have happened since, and others may have people there."""
        self._look_at([table_id])
        self._send(Who(worker=self._exchange.name, table=table_id))

    def attend(self, table_id: str) -> None:
        """Somebody is at this table now: what happens there is followed again."""
        self._look_at([table_id])

    def present(self, table_id: str, seats: list[int], onlookers: int, anybody: bool) -> None:
        """Tell others who is connected here."""
        self._send(
            Here(
                worker=self._exchange.name,
                table=table_id,
                seats=seats,
                onlookers=onlookers,
                anybody=anybody,
            )
        )

    def waits(self, table_id: str, seat: int, text: str, id: str) -> None:
        """Tell the driver of a secret act that waits here."""
        self._send(Waits(worker=self._exchange.name, table=table_id, seat=seat, text=text, id=id))

    def showed(self, table_id: str, seat: int, number: int) -> None:
        """Tell the driver what a page here has shown."""
        self._send(Showed(worker=self._exchange.name, table=table_id, seat=seat, number=number))

    def paused(self, table_id: str, seat: int, on: bool) -> None:
        """Tell the driver that somebody here wants the bots to wait, or to go on."""
        self._send(Paused(worker=self._exchange.name, table=table_id, seat=seat, on=on))

    def _present_all(self) -> None:
        for room in self._rooms.live.values():
            if room.listeners:
                room.present()

    def _send(self, message: AnyMessage) -> None:
        if self._others:
            text = encoded(message)
            self._outgoing.pop(text, None)  # what is said twice is said where it comes last
            self._outgoing[text] = None
            self._news.set()


def encoded(message: AnyMessage) -> str:
    """A message as text."""
    return messages.encode(message).decode()


async def _quietly(room: "Room", act: Any) -> None:
    with contextlib.suppress(Refused):
        await room.commit(act)
