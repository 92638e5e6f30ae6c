"""What workers on one database tell each other, and who drives which table, in its own words.

A worker is alive while its row says so, by the database's clock; all its leases live and die with that row,
so that one small command renews them together. The number of a lease grows whenever it changes hands.
"""

import asyncio
import contextlib
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import structlog

from spyring.server.live.database import LOST, Link, connect
from spyring.server.live.exchange import LEASE_SECONDS, News
from spyring.server.live.store import Lease

log = structlog.get_logger()

CHANNEL = "spyring"
MOST_BYTES = 7900  # of a notification; PostgreSQL allows 8000
MOST_USED = 0.01  # of the database's room for notifications, until they are kept short
AT_ONCE = 50  # tables that are taken over in one go: meanwhile the worker must stay alive
PAUSE = 0.2  # until a lost connection is made again
QUIET_SECONDS = 5.0  # after which a connection is asked whether it still is one
KEEP_SECONDS = 60.0  # how long a worker that is gone is remembered

NOTIFY = f"SELECT pg_notify('{CHANNEL}', told) FROM unnest($1::text[]) AS told"
# And whether what is told stays among the workers: PostgreSQL lets everybody listen who may connect. A worker
# that has stopped does not read; then notifications pile up, and must be short.
RENEW = """
UPDATE workers SET until = clock_timestamp() + make_interval(secs => $2)
WHERE name = $1 AND until > clock_timestamp()
RETURNING NOT has_database_privilege('public', current_database(), 'CONNECT'), pg_notification_queue_usage()
"""
JOIN = """
INSERT INTO workers VALUES ($1, clock_timestamp() + make_interval(secs => $2))
RETURNING extract(epoch FROM clock_timestamp())
"""
FORGET = "DELETE FROM workers WHERE until < clock_timestamp() - make_interval(secs => $1)"
ALIVE = "SELECT name FROM workers WHERE until > clock_timestamp()"
TAKE = """
INSERT INTO leases AS lease (tbl, worker, epoch)
SELECT wanted, $1, 1 FROM unnest($2::text[]) AS wanted WHERE NOT EXISTS (
    SELECT 1 FROM leases JOIN workers ON name = worker
    WHERE tbl = wanted AND name <> $1 AND until > clock_timestamp()
) ORDER BY wanted
ON CONFLICT (tbl) DO UPDATE SET worker = excluded.worker, epoch = lease.epoch + 1
WHERE NOT EXISTS (
    SELECT 1 FROM workers WHERE name = lease.worker AND name <> $1 AND until > clock_timestamp()
)
RETURNING tbl, epoch
"""
ORPHANS = """
SELECT tbl FROM leases WHERE (worker = $1 AND tbl <> ALL($2::text[])) OR NOT EXISTS (
    SELECT 1 FROM workers WHERE name = worker AND until > clock_timestamp()
) LIMIT $3
"""
NEWS = """
SELECT tbl, entries.number, body FROM unnest($1::text[], $2::integer[]) AS known (tbl, number)
JOIN entries USING (tbl) WHERE entries.number >= known.number ORDER BY tbl, entries.number
"""


class PostgresExchange:
    """One worker's place among those that share a database; see Exchange."""

    def __init__(self, address: str, worker: str) -> None:
        self._address = address
        self._worker = worker
        self._lives = 0
        self.name = worker  # a worker that was given up comes back under another name
        self.tells_entries = False
        self._link = Link(address)
        self._reader = Link(address)  # those who wait for news must not keep this worker from staying alive

    # What is told.

    async def listen(self, hear: Callable[[str], None], anew: Callable[[], None]) -> None:
        """Hear what others say; `anew` whenever something may have been missed."""
        while True:
            lost = asyncio.Event()
            try:
                connection = await connect(self._address)
                try:
                    connection.add_termination_listener(lambda _, lost=lost: lost.set())
                    await connection.add_listener(CHANNEL, lambda *said: hear(said[3]))
                    anew()
                    while not lost.is_set():
                        with contextlib.suppress(TimeoutError):
                            async with asyncio.timeout(QUIET_SECONDS):
                                await lost.wait()
                        await connection.execute("SELECT")
                finally:
                    connection.terminate()
            except LOST:
                pass
            except Exception as error:  # a database that recovers, or does not let us in just now
                log.warning("not listening", error=type(error).__name__)
            await asyncio.sleep(PAUSE)

    async def send(self, messages: Sequence[str]) -> None:
        """Tell all others; a message that is too long is not sent."""
        short = [message for message in messages if len(message.encode()) <= MOST_BYTES]
        await self._fetch(NOTIFY, short)

    async def news(self, known: Mapping[str, int]) -> list[News]:
        """What is stored of these tables from a number on, for all of them at once."""
        rows = await self._reader.fetch(NEWS, list(known), list(known.values()))
        return [News(*row) for row in rows]

    # Who drives.

    async def renew(self) -> set[str] | None:
        """Stay alive, with all leases, and see who else is; None if this worker was given up meanwhile."""
        rows = await self._fetch(RENEW, self.name, LEASE_SECONDS)
        if not rows:
            return None
        ((private, usage),) = rows
        self.tells_entries = private and usage < MOST_USED
        return {name for (name,) in await self._fetch(ALIVE)} - {self.name}

    async def join(self) -> float:
        """Come to life, under a new name, without any lease; returns the time by the database's clock."""
        self._lives += 1
        self.name = f"{self._worker}.{self._lives}"
        await self._fetch(FORGET, KEEP_SECONDS)
        ((now,),) = await self._fetch(JOIN, self.name, LEASE_SECONDS)
        return float(now)

    async def take(self, tables: Sequence[str]) -> dict[str, Lease]:
        """The leases of those tables that nobody else drives.

        This worker may have been given some of them before, in an answer that was lost.
        """
        rows = await self._fetch(TAKE, self.name, list(tables))
        return {table: Lease(self.name, epoch) for table, epoch in rows}

    async def orphans(self, known: Sequence[str] | None = None) -> list[str]:
        """Tables whose driver is gone, or is this worker, by an answer that was lost."""
        return [table for (table,) in await self._fetch(ORPHANS, self.name, known, AT_ONCE)]

    async def release(self, tables: Sequence[str]) -> None:
        """These tables need no driver any longer."""
        await self._fetch("DELETE FROM leases WHERE worker = $1 AND tbl = ANY($2)", self.name, list(tables))

    async def leave(self) -> None:
        """Let others take over everything at once."""
        await self._fetch("DELETE FROM workers WHERE name = $1", self.name)

    async def close(self) -> None:
        """After what is under way."""
        await self._link.close()
        await self._reader.close()

    async def _fetch(self, query: str, *values: object) -> list[Any]:
        rows: list[Any] = await self._link.run(lambda connection: connection.fetch(query, *values))
        return rows
