"""A store on PostgreSQL, which several processes may share."""

import asyncio
import math
import os
import secrets
from collections.abc import AsyncIterator, Sequence
from typing import Any

import asyncpg

from spyring.server.live.appends import Append, settle
from spyring.server.live.database import LOST, Link, Lost, connect
from spyring.server.live.messages import stored
from spyring.server.live.metrics import COMMIT_SECONDS, ENTRIES
from spyring.server.live.postgres_exchange import CHANNEL, MOST_BYTES, PostgresExchange
from spyring.server.live.store import Conflict, Lease, LeaseLost, StoreFailed, Summary

PATIENCE = 3.0  # until a database that does not answer stops the tables, in seconds
PAUSE = 0.1  # from one attempt to the next
NOBODY = ""  # not a table's id: used to test the database, and removed in the same commit
TRIAL = "x" * 10_000
COLUMNS = "id, code, game, made, phase, listed, due"  # as in Summary
# One statement, and so one commit, one round trip and one notification, for all that came up meanwhile.
ENTRIES_ALONE = f"""
WITH stored AS (
    INSERT INTO entries (tbl, number, body) SELECT * FROM unnest($1::text[], $2::integer[], $3::text[])
)
SELECT pg_notify('{CHANNEL}', told) FROM unnest($4::text[]) AS told
"""
# The same with summaries and leases. Nothing is stored by a driver whose lease is over, and a summary is
# changed only if no other writer was first. The answer: which leases are over, which summaries were changed.
EVERYTHING = f"""
WITH news AS (
    SELECT * FROM unnest(
        $5::integer[], $6::text[], $7::text[], $8::text[],
        $9::float8[], $10::text[], $11::boolean[], $12::float8[]
    ) AS news (number, {COLUMNS})
), over AS (
    SELECT tbl FROM unnest($13::text[], $14::text[], $15::bigint[]) AS driving (tbl, worker, epoch)
    WHERE NOT EXISTS (
        SELECT 1 FROM leases
        WHERE (leases.tbl, leases.worker, leases.epoch) = (driving.tbl, driving.worker, driving.epoch)
    )
), stored AS (
    INSERT INTO entries (tbl, number, body)
    SELECT * FROM unnest($1::text[], $2::integer[], $3::text[]) AS entry (tbl, number, body)
    WHERE tbl NOT IN (SELECT tbl FROM over)
), made AS (
    INSERT INTO tables ({COLUMNS}) SELECT {COLUMNS} FROM news WHERE number = 0
), changed AS (
    UPDATE tables SET phase = news.phase, listed = news.listed, due = news.due FROM news
    WHERE tables.id = news.id AND news.number > 0 AND news.id NOT IN (SELECT tbl FROM over) AND NOT EXISTS (
        SELECT 1 FROM entries WHERE tbl = news.id AND entries.number = news.number
    ) RETURNING tables.id
), notified AS (SELECT pg_notify('{CHANNEL}', told) FROM unnest($4::text[]) AS told)
SELECT tbl, NULL FROM over UNION ALL SELECT NULL, id FROM changed
UNION ALL SELECT NULL, NULL FROM notified
"""
ENTRIES_OF = "SELECT body FROM entries WHERE tbl = $1 AND number >= $2 ORDER BY number"
FIRST_ENTRIES = """
SELECT tbl, body FROM entries JOIN unnest($1::text[], $2::integer[]) AS wanted (tbl, number)
USING (tbl, number)
"""


class PostgresStore:
    """One connection that commits whatever has come up since the last commit, and one that reads.

    When the answer to a commit is lost, each append is looked up by its number: it was stored if its own
    entry is there, and came too late if another's is. Otherwise it is made again. The key lets it in once,
    even if the lost commit is still under way. Whoever made it is told nothing before it is known: not that
    it failed, either.
    """

    def __init__(self, address: str, worker: str = "") -> None:
        self._address = address
        self._writer = Link(address)
        self._reader = Link(address)
        self.exchange = PostgresExchange(address, f"{worker}:{secrets.token_hex(4)}")
        self._gathered: list[Append] = []
        self._writing: asyncio.Task[None] | None = None
        self._finding_out: set[asyncio.Task[None]] = set()

    async def append(
        self,
        table_id: str,
        number: int,
        entries: Sequence[bytes],
        summary: Summary | None = None,
        lease: Lease | None = None,
    ) -> None:
        loop = asyncio.get_running_loop()
        waiter = loop.create_future()
        if not self._gathered and self._writing is None:
            loop.call_soon(self._hand_over)
        self._gathered.append(Append(table_id, number, entries, summary, waiter, lease))
        await waiter

    def _hand_over(self) -> None:
        """Begin to write, with everything from one turn of the loop."""
        if self._writing is None:
            self._writing = asyncio.create_task(self._write())

    async def _write(self) -> None:
        try:
            while self._gathered:
                batch, self._gathered = self._gathered, []
                with COMMIT_SECONDS.time():
                    await self._commit(batch)
                self._settle(batch)
        finally:
            self._writing = None

    def _settle(self, batch: list[Append]) -> None:
        done = [append for append in batch if append.error is None and not append.unsure]
        ENTRIES.inc(sum(len(append.entries) for append in done))
        settle(batch)

    async def _find_out(self, batch: list[Append]) -> None:
        """Whether appends whose answer was lost are stored; those that are not are made again."""
        try:
            await self._commit_once(batch, lost=True, patience=math.inf)
        except Exception as error:  # whatever it is, nobody must wait for ever
            fail(batch, error)
        for append in batch:
            append.unsure = False
        self._settle(batch)

    async def _commit(self, batch: list[Append]) -> None:
        """Commit a batch, as a whole if possible; an append that fails has its error."""
        left = batch
        while left:
            first, left = first_of_each_table(left)
            try:
                await self._commit_once(first)
            except Exception as error:  # whatever it is, the writer must go on
                fail(first, error)

    async def _commit_once(
        self, batch: list[Append], *, lost: bool = False, patience: float | None = None
    ) -> None:
        """Commit appends to different tables, until each is stored, has its error, or is found out later."""
        loop = asyncio.get_running_loop()
        until = loop.time() + (PATIENCE if patience is None else patience)
        while batch:
            try:
                if lost:
                    batch = await self._look_up(batch)
                if batch:
                    await self._insert(batch)
                return
            except asyncpg.UniqueViolationError:
                batch = await self._divide(batch, lost=lost, patience=patience)
            except Lost as error:
                lost = True
                if loop.time() > until:
                    self._give_up(batch, error)
                    return
                await asyncio.sleep(PAUSE)

    def _give_up(self, batch: list[Append], error: Lost) -> None:
        """The database does not answer: what was never sent has failed, and about the rest nobody knows."""
        unsure = [append for append in batch if append.sent]
        for append in batch:
            append.unsure = append.sent
            append.error = None if append.sent else error
        if unsure:
            task = asyncio.create_task(self._find_out(unsure))
            self._finding_out.add(task)
            task.add_done_callback(self._finding_out.discard)

    async def _divide(self, batch: list[Append], *, lost: bool, patience: float | None) -> list[Append]:
        """Something in a batch cannot be stored; returns what can."""
        if len(batch) == 1:
            if await self._sort_out(batch, lost=lost):  # its id or code is in use
                batch[0].error = conflict(batch[0])
            return []
        left = await self._sort_out(batch, lost=lost)
        if len(left) == len(batch):
            for append in batch:
                await self._commit_once([append], lost=lost, patience=patience)
            return []
        return left

    async def _look_up(self, batch: list[Append]) -> list[Append]:
        """Find out what was stored before the answer was lost; until that is known, nothing else counts."""
        try:
            return await self._sort_out(batch, lost=True)
        except Lost:
            raise
        except StoreFailed as error:
            raise Lost(error) from None

    async def _sort_out(self, batch: list[Append], *, lost: bool) -> list[Append]:
        """Find out what is stored already, by us or by others; returns the rest."""
        keys = [append.table_id for append in batch], [append.number for append in batch]
        rows = await self._writer.run(lambda connection: connection.fetch(FIRST_ENTRIES, *keys))
        known = dict(rows)
        left = []
        for append in batch:
            body = known.get(append.table_id)
            if body is None:
                append.sent = False
                left.append(append)
            elif lost and append.entries and append.entries[0].decode() == body:
                append.stored = True
            else:
                append.error = conflict(append)
        return left

    async def _insert(self, batch: list[Append]) -> None:
        # In one order everywhere: two workers that wait for each other would be a deadlock.
        batch = sorted(batch, key=lambda append: append.table_id)
        bodies = [[body.decode() for body in append.entries] for append in batch]
        entries = columns(
            [
                (append.table_id, append.number + step, body)
                for append, texts in zip(batch, bodies, strict=True)
                for step, body in enumerate(texts)
            ],
            3,
        )
        # A driver may have lost its lease: only the store knows whether its entries are stored.
        tells = self.exchange.tells_entries
        said = [
            (append.table_id, append.number, texts if tells and not append.lease else [])
            for append, texts in zip(batch, bodies, strict=True)
        ]
        tell = stored(self.exchange.name, said, MOST_BYTES)
        if all(append.summary is None and append.lease is None for append in batch):
            await self._send(batch, ENTRIES_ALONE, *entries, tell)
            return
        news = columns([(append.number, *row(append.summary)) for append in batch if append.summary], 8)
        driving = columns([(append.table_id, *append.lease) for append in batch if append.lease], 3)
        values = (*entries, tell, *news, *driving)
        rows = await self._send(batch, EVERYTHING, *values)
        over, changed = {row[0] for row in rows}, {row[1] for row in rows}
        for append in batch:
            if append.lease and append.table_id in over:
                append.error = LeaseLost(f"table {append.table_id} is driven by another worker")
            elif not append.entries and append.table_id not in changed:
                append.error = conflict(append)

    async def _send(self, batch: list[Append], command: str, *values: object) -> list[Any]:
        """From the moment at which there is a connection, all of it may be stored."""

        async def send(connection: Any) -> list[Any]:
            for append in batch:
                append.sent = True
            rows: list[Any] = await connection.fetch(command, *values)
            return rows

        return await self._writer.run(send)

    async def read(self, table_id: str, start: int = 0) -> list[str]:
        return [body for (body,) in await self._reader.fetch(ENTRIES_OF, table_id, start)]

    async def find(self, code: str) -> str | None:
        rows = await self._reader.fetch("SELECT id FROM tables WHERE code = $1", code)
        return rows[0][0] if rows else None

    async def summaries(
        self, *, phases: Sequence[str] = (), listed: bool | None = None, limit: int | None = None
    ) -> list[Summary]:
        rows = await self._reader.fetch(
            f"SELECT {COLUMNS} FROM tables WHERE ($1::text[] = '{{}}' OR phase = ANY($1))"
            " AND ($2::boolean IS NULL OR listed = $2) ORDER BY made DESC LIMIT $3",
            list(phases),
            listed,
            limit,
        )
        return [Summary(*row) for row in rows]

    async def due(self, before: float) -> list[str]:
        rows = await self._reader.fetch("SELECT id FROM tables WHERE due < $1 ORDER BY due", before)
        return [id for (id,) in rows]

    async def everything(self) -> AsyncIterator[tuple[Summary, list[str]]]:
        connection = await connect(self._address)
        try:
            async with connection.transaction(isolation="repeatable_read", readonly=True):
                for row in await connection.fetch(f"SELECT {COLUMNS} FROM tables ORDER BY made"):
                    summary = Summary(*row)
                    yield summary, [body for (body,) in await connection.fetch(ENTRIES_OF, summary.id, 0)]
        except (*LOST, asyncpg.PostgresError) as error:
            raise StoreFailed(error, "database") from None
        finally:
            connection.terminate()

    async def try_out(self) -> bool:
        async def store(connection: Any) -> None:
            async with connection.transaction():
                await connection.execute(
                    "INSERT INTO entries VALUES ($1, $2, $3)", NOBODY, os.getpid() % 2**31, TRIAL
                )
                await connection.execute("DELETE FROM entries WHERE tbl = $1", NOBODY)

        try:
            await self._writer.run(store)
        except (StoreFailed, asyncpg.UniqueViolationError):
            return False
        return True

    async def end(self) -> None:
        while self._gathered or self._writing is not None:
            self._hand_over()
            assert self._writing is not None, "it has just begun"
            await self._writing
        for task in list(self._finding_out):  # whoever asks again will be told
            task.cancel()
        await self._writer.close()
        await self._reader.close()
        await self.exchange.close()


def first_of_each_table(batch: list[Append]) -> tuple[list[Append], list[Append]]:
    """The first append to each table, and the rest: mostly there is none."""
    first: dict[str, Append] = {}
    rest = [append for append in batch if first.setdefault(append.table_id, append) is not append]
    return list(first.values()), rest


def conflict(append: Append) -> Conflict:
    """What is said to the second writer."""
    return Conflict(f"table {append.table_id} has a number {append.number} already")


def fail(batch: list[Append], error: Exception) -> None:
    """What is neither stored nor has an error of its own has failed, in a way that a room can handle."""
    failed = error if isinstance(error, StoreFailed) else StoreFailed(error, "database")
    for append in batch:
        if not append.stored:
            append.error = append.error or failed


def row(summary: Summary) -> tuple[object, ...]:
    """A summary, in the order of its columns."""
    return tuple(getattr(summary, name) for name in Summary.__struct_fields__)


def columns(rows: Sequence[tuple[object, ...]], width: int) -> list[list[object]]:
    """Rows as the columns that `unnest` takes."""
    return [[row[place] for row in rows] for place in range(width)]
