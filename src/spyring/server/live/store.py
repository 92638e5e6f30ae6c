"""The store: the logs of all tables, durable before anybody is told.

The key (table, number) protects against two writers. The second one to use a number gets `Conflict`, reads
what the first one wrote, and judges again. So several processes may share a store.
"""

import asyncio
import contextlib
import errno
import os
import sqlite3
import threading
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from queue import SimpleQueue
from typing import Any, Protocol

import msgspec

from spyring.server.live.metrics import COMMIT_SECONDS, ENTRIES

SCHEMA_VERSION = 2
FILE_NAME = "tables.sqlite3"
PRIVATE = 0o600  # a store holds the seeds of games in progress
# SQLite's "application id" of the main file, and where it stands (https://sqlite.org/fileformat.html).
MORE_BESIDE, COMPLETE = 0x5370_7977, 0x5370_7963
MARK_AT = slice(68, 72)
BATCHES = 1000  # until the entries in the -wal file are moved into the main file
SCHEMA = """
CREATE TABLE tables (
    id TEXT PRIMARY KEY,
    code TEXT NOT NULL UNIQUE,
    phase TEXT NOT NULL,
    listed INTEGER NOT NULL,
    game TEXT NOT NULL,
    made REAL NOT NULL,
    due REAL
);
CREATE INDEX tables_by_phase ON tables (phase, listed, made);
CREATE INDEX tables_by_due ON tables (due) WHERE due IS NOT NULL;
CREATE TABLE entries (
    tbl TEXT NOT NULL,
    number INTEGER NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (tbl, number)
) WITHOUT ROWID;
"""
# Version 1 did not know which tables go on by themselves: look at all of them once.
FROM_VERSION_1 = """
ALTER TABLE tables ADD COLUMN due REAL;
UPDATE tables SET due = 0 WHERE phase = 'playing';
CREATE INDEX tables_by_due ON tables (due) WHERE due IS NOT NULL;
"""
# One statement for a whole batch: the writer releases the interpreter once, not once per row.
INSERT = """
INSERT INTO entries (tbl, number, body)
SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]'), json_extract(value, '$[2]')
FROM json_each(?)
"""


NOBODY = ""  # not a table's id: used to test the disk, and removed in the same commit
TRIAL = b"x" * 10_000


class Conflict(Exception):
    """Another writer has already used this number, id or code."""


class StoreFailed(Exception):
    """The disk is full or failing: nothing of this append was stored."""

    def __init__(self, error: Exception) -> None:
        super().__init__(str(error))
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF  # without SQLite's details
        self.full = code in (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR)


class StoreUnusable(Exception):
    """The store cannot be opened; the message is a sentence for the operator."""


class Summary(msgspec.Struct, frozen=True):
    """What a list of tables shows."""

    id: str
    code: str
    game: str
    made: float
    phase: str
    listed: bool
    due: float | None = None  # nothing happens by itself before this, or ever, while nobody is connected


class Store(Protocol):
    """What tables need from a store, and no more."""

    async def append(
        self, table_id: str, number: int, entries: Sequence[bytes], summary: Summary | None = None
    ) -> None:
        """Store entries from this number on, and a new summary; returns when they are durable."""
        ...

    async def read(self, table_id: str, start: int = 0) -> list[bytes]:
        """The entries of a table from a number on; empty if there is no such table."""
        ...

    async def find(self, code: str) -> str | None:
        """The table with this short code."""
        ...

    async def summaries(
        self, *, phases: Sequence[str] = (), listed: bool | None = None, limit: int = -1
    ) -> list[Summary]:
        """Tables in these phases (all if none is named), newest first."""
        ...

    async def due(self, before: float) -> list[str]:
        """The tables at which something may happen by itself before a moment."""
        ...

    async def try_out(self) -> bool:
        """Test whether anything can be stored now."""
        ...

    def close(self) -> None:
        """Store what is queued, then stop."""
        ...


@dataclass
class _Append:
    """One append in the writer's queue."""

    table_id: str
    number: int
    entries: Sequence[bytes]
    summary: Summary | None
    waiter: "asyncio.Future[None]"
    error: Exception | None = field(default=None)


class SqliteStore:
    """One file and one writer thread, which commits whatever has queued up when the last commit ends."""

    def __init__(self, folder: Path, *, pages: int | None = None) -> None:
        self.path = folder / FILE_NAME
        self._writer = _open(folder)
        if pages is not None:  # a small disk, for tests
            self._writer.execute(f"PRAGMA max_page_count={pages}")
        self._reader = sqlite3.connect(self.path, check_same_thread=False)
        self._reading = threading.Lock()
        self._batches = 0
        self._gathered: list[_Append] = []
        self._queue: SimpleQueue[list[_Append]] = SimpleQueue()  # an empty list ends the thread
        self._thread = threading.Thread(target=self._write, name="store", daemon=True)
        self._thread.start()

    async def append(
        self, table_id: str, number: int, entries: Sequence[bytes], summary: Summary | None = None
    ) -> None:
        loop = asyncio.get_running_loop()
        waiter = loop.create_future()
        if not self._gathered:
            loop.call_soon(self._hand_over)
        self._gathered.append(_Append(table_id, number, entries, summary, waiter))
        await waiter

    def _hand_over(self) -> None:
        """Wake the writer once for everything from one turn of the loop."""
        self._queue.put(self._gathered)
        self._gathered = []

    async def read(self, table_id: str, start: int = 0) -> list[bytes]:
        rows = await asyncio.to_thread(
            self._select,
            "SELECT body FROM entries WHERE tbl = ? AND number >= ? ORDER BY number",
            (table_id, start),
        )
        return [row[0] for row in rows]

    async def find(self, code: str) -> str | None:
        rows = await asyncio.to_thread(self._select, "SELECT id FROM tables WHERE code = ?", (code,))
        return rows[0][0] if rows else None

    async def summaries(
        self, *, phases: Sequence[str] = (), listed: bool | None = None, limit: int = -1
    ) -> list[Summary]:
        wanted = []
        if phases:
            wanted.append(f"phase IN ({', '.join('?' for _ in phases)})")
        if listed is not None:
            wanted.append(f"listed = {int(listed)}")
        where = f"WHERE {' AND '.join(wanted)}" if wanted else ""
        rows = await asyncio.to_thread(
            self._select,
            f"SELECT id, code, game, made, phase, listed, due FROM tables {where} ORDER BY made DESC LIMIT ?",
            (*phases, limit),
        )
        return [
            Summary(id, code, game, made, phase, bool(seen), due)
            for id, code, game, made, phase, seen, due in rows
        ]

    async def due(self, before: float) -> list[str]:
        rows = await asyncio.to_thread(
            self._select, "SELECT id FROM tables WHERE due < ? ORDER BY due", (before,)
        )
        return [row[0] for row in rows]

    async def try_out(self) -> bool:
        try:
            await self.append(NOBODY, 0, [TRIAL])
        except StoreFailed:
            return False
        return True

    def close(self) -> None:
        if self._gathered:
            self._hand_over()
        self._queue.put([])
        self._thread.join()
        self._reader.close()

    def _select(self, query: str, values: Sequence[object]) -> list[Any]:
        with self._reading:
            try:
                return self._reader.execute(query, values).fetchall()
            except sqlite3.Error as error:
                raise StoreFailed(error) from None

    def _write(self) -> None:
        open_for_more = True
        while open_for_more:
            gathered = [self._queue.get()]
            while not self._queue.empty():
                gathered.append(self._queue.get())
            open_for_more = [] not in gathered
            batch = [append for appends in gathered for append in appends]
            if batch:
                with COMMIT_SECONDS.time():
                    self._commit(batch)
                ENTRIES.inc(sum(len(append.entries) for append in batch if append.error is None))
                _answer(batch)
                self._batches += 1
                if self._batches % BATCHES == 0:
                    _put_together(self._writer)
        self._writer.close()

    def _commit(self, batch: list[_Append]) -> None:
        """Commit a batch as a whole if possible, otherwise one by one to find the conflict."""
        try:
            if all(append.summary is None and append.table_id != NOBODY for append in batch):
                try:
                    self._writer.execute(INSERT, (_rows(batch),))
                    return
                except sqlite3.IntegrityError:
                    pass  # the statement is undone as a whole
            self._commit_one_by_one(batch)
        except Exception as error:  # whatever it is, the writer must go on
            for append in batch:
                append.error = StoreFailed(error)
            with contextlib.suppress(sqlite3.Error):
                self._writer.rollback()

    def _commit_one_by_one(self, batch: list[_Append]) -> None:
        self._writer.execute("BEGIN IMMEDIATE")
        for append in batch:
            try:
                if append.summary is not None:
                    self._summarise(append, append.summary)
                self._writer.execute(INSERT, (_rows([append]),))
                if append.table_id == NOBODY:
                    self._writer.execute("DELETE FROM entries WHERE tbl = ?", (NOBODY,))
            except sqlite3.IntegrityError:
                append.error = Conflict(f"table {append.table_id} has a number {append.number} already")
        self._writer.execute("COMMIT")

    def _summarise(self, append: _Append, summary: Summary) -> None:
        if append.number == 0:
            self._writer.execute(
                "INSERT INTO tables (id, code, phase, listed, game, made, due)"
                " VALUES (:id, :code, :phase, :listed, :game, :made, :due)",
                msgspec.to_builtins(summary),
            )
            return
        self._fence(append)  # before anything is changed
        self._writer.execute(
            "UPDATE tables SET phase = :phase, listed = :listed, due = :due WHERE id = :id",
            msgspec.to_builtins(summary),
        )

    def _fence(self, append: _Append) -> None:
        taken = self._writer.execute(
            "SELECT 1 FROM entries WHERE tbl = ? AND number = ?", (append.table_id, append.number)
        ).fetchone()
        if taken:
            raise sqlite3.IntegrityError


def _rows(batch: list[_Append]) -> str:
    rows = [
        (append.table_id, append.number + step, body.decode())
        for append in batch
        for step, body in enumerate(append.entries)
    ]
    return msgspec.json.encode(rows).decode()


def _answer(batch: list[_Append]) -> None:
    """Answer everybody who waits, with one call into each loop."""
    loops: dict[asyncio.AbstractEventLoop, list[_Append]] = {}
    for append in batch:
        loops.setdefault(append.waiter.get_loop(), []).append(append)
    for loop, appends in loops.items():
        if not loop.is_closed():
            loop.call_soon_threadsafe(_settle, appends)


def _settle(appends: Iterable[_Append]) -> None:
    for append in appends:
        if append.waiter.done():
            continue
        if append.error is None:
            append.waiter.set_result(None)
        else:
            append.waiter.set_exception(append.error)


def _open(folder: Path) -> sqlite3.Connection:
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not os.access(folder, os.W_OK | os.X_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        file = folder / FILE_NAME
        _miss_nothing(file)
        file.touch(PRIVATE)  # only a new file: an operator may have chosen other permissions for an old one
        connection = sqlite3.connect(file, isolation_level=None, check_same_thread=False, timeout=30)
        version = connection.execute("PRAGMA user_version").fetchone()[0]
        if version > SCHEMA_VERSION:
            connection.close()
            raise StoreUnusable(
                f"The tables in {folder} are from a newer version of Spyring (store {version}, "
                f"this one reads up to {SCHEMA_VERSION}); update Spyring, or name another folder with --data."
            )
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=FULL")
        if version == 0:
            connection.executescript(f"BEGIN; {SCHEMA} PRAGMA user_version={SCHEMA_VERSION}; COMMIT;")
        elif version == 1:
            connection.executescript(f"BEGIN; {FROM_VERSION_1} PRAGMA user_version={SCHEMA_VERSION}; COMMIT;")
        connection.execute("PRAGMA wal_autocheckpoint=0")
        _put_together(connection)
        connection.execute("SELECT count(*) FROM tables").fetchone()  # fails if the file is damaged
    except OSError as error:
        why = (error.strerror or str(error)).lower()
        raise StoreUnusable(
            f"The folder {folder} cannot be written: {why}; name another one with --data."
        ) from None
    except sqlite3.Error as error:
        raise StoreUnusable(
            f"The tables in {folder} cannot be opened: {error}; name another folder with --data."
        ) from None
    return connection


def _miss_nothing(file: Path) -> None:
    """Refuse a store that was not closed and whose last entries, in a file of their own, are missing.

    An empty file will do: whoever puts it there knows what is lost.
    """
    log = file.with_name(f"{file.name}-wal")
    if not file.exists() or log.exists():
        return
    with file.open("rb") as opened:
        header = opened.read(MARK_AT.stop)
    if header[MARK_AT] == MORE_BESIDE.to_bytes(4, "big"):
        raise StoreUnusable(
            f"The tables in {file.parent} were not closed, and {log.name}, which holds what was stored last, "
            f"is missing. Put it back next to {file.name}, or restore a backup; if it is lost, make an empty "
            "file of that name to go on without it."
        )


def _put_together(connection: sqlite3.Connection) -> None:
    """Move everything into the main file, and leave a mark there that from now on there is a -wal file.

    The first entry in the -wal file removes the mark again. So if the store is closed properly, by whatever
    program, the main file is complete and says so.
    """
    with contextlib.suppress(sqlite3.Error):  # the disk is full: everything is safe where it is
        connection.execute(f"PRAGMA application_id={MORE_BESIDE}")
        connection.execute("PRAGMA wal_checkpoint")
        connection.execute(f"PRAGMA application_id={COMPLETE}")
