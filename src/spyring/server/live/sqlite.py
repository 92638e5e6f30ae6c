"""A store in one SQLite file, for one process."""

import asyncio
import contextlib
import errno
import os
import sqlite3
import threading
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from queue import SimpleQueue
from typing import Any

import msgspec

from spyring.server.live.appends import Append, settle
from spyring.server.live.metrics import COMMIT_SECONDS, ENTRIES
from spyring.server.live.migrations import SQLITE
from spyring.server.live.store import Conflict, Lease, StoreFailed, StoreUnusable, Summary

SCHEMA_VERSION = len(SQLITE)
FILE_NAME = "tables.sqlite3"
PRIVATE = 0o600  # a store holds the seeds of games in progress
# SQLite's "application id" of the main file, and where it stands (https://sqlite.org/fileformat.html).
MORE_BESIDE, COMPLETE = 0x5370_7977, 0x5370_7963
MARK_AT = slice(68, 72)
BATCHES = 1000  # until the entries in the -wal file are moved into the main file
# One statement for a whole batch: the writer releases the interpreter once, not once per row.
INSERT = """
INSERT INTO entries (tbl, number, body)
SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]'), json_extract(value, '$[2]')
FROM json_each(?)
"""


COLUMNS = "id, code, game, made, phase, listed, due"  # as in Summary
ENTRIES_OF = "SELECT body FROM entries WHERE tbl = ? AND number >= ? ORDER BY number"
NOBODY = ""  # not a table's id: used to test the disk, and removed in the same commit
TRIAL = b"x" * 10_000


class SqliteStore:
    """One file and one writer thread, which commits whatever has queued up when the last commit ends."""

    def __init__(self, folder: Path, *, name: str = FILE_NAME, pages: int | None = None) -> None:
        self.path = folder / name
        self._writer = _open(self.path)
        if pages is not None:  # a small disk, for tests
            self._writer.execute(f"PRAGMA max_page_count={pages}")
        self._reader = sqlite3.connect(self.path, check_same_thread=False)
        self._reading = threading.Lock()
        self._batches = 0
        self._gathered: list[Append] = []
        self._queue: SimpleQueue[list[Append]] = SimpleQueue()  # an empty list ends the thread
        self._thread = threading.Thread(target=self._write, name="store", daemon=True)
        self._thread.start()

    @property
    def exchange(self) -> None:
        return None

    async def append(
        self,
        table_id: str,
        number: int,
        entries: Sequence[bytes],
        summary: Summary | None = None,
        lease: Lease | None = None,
    ) -> None:
        assert lease is None, "there is only one worker"
        loop = asyncio.get_running_loop()
        waiter = loop.create_future()
        if not self._gathered:
            loop.call_soon(self._hand_over)
        self._gathered.append(Append(table_id, number, entries, summary, waiter))
        await waiter

    def _hand_over(self) -> None:
        """Wake the writer once for everything from one turn of the loop."""
        self._queue.put(self._gathered)
        self._gathered = []

    async def read(self, table_id: str, start: int = 0) -> list[str]:
        rows = await asyncio.to_thread(self._select, ENTRIES_OF, (table_id, start))
        return [row[0] for row in rows]

    async def find(self, code: str) -> str | None:
        rows = await asyncio.to_thread(self._select, "SELECT id FROM tables WHERE code = ?", (code,))
        return rows[0][0] if rows else None

    async def summaries(
        self, *, phases: Sequence[str] = (), listed: bool | None = None, limit: int | None = None
    ) -> list[Summary]:
        wanted = []
        if phases:
            wanted.append(f"phase IN ({', '.join('?' for _ in phases)})")
        if listed is not None:
            wanted.append(f"listed = {int(listed)}")
        where = f"WHERE {' AND '.join(wanted)}" if wanted else ""
        rows = await asyncio.to_thread(
            self._select,
            f"SELECT {COLUMNS} FROM tables {where} ORDER BY made DESC LIMIT ?",
            (*phases, -1 if limit is None else limit),
        )
        return [summary_of(row) for row in rows]

    async def due(self, before: float) -> list[str]:
        rows = await asyncio.to_thread(
            self._select, "SELECT id FROM tables WHERE due < ? ORDER BY due", (before,)
        )
        return [row[0] for row in rows]

    async def everything(self) -> AsyncIterator[tuple[Summary, list[str]]]:
        with contextlib.closing(sqlite3.connect(self.path)) as connection:
            connection.execute("BEGIN")  # everything is read as it is now
            for row in connection.execute(f"SELECT {COLUMNS} FROM tables ORDER BY made").fetchall():
                summary = summary_of(row)
                bodies = connection.execute(ENTRIES_OF, (summary.id, 0)).fetchall()
                yield summary, [body for (body,) in bodies]

    async def try_out(self) -> bool:
        try:
            await self.append(NOBODY, 0, [TRIAL])
        except StoreFailed:
            return False
        return True

    async def end(self) -> None:
        self.close()

    def close(self) -> None:
        """Store what is queued, then stop; for whoever has no loop."""
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
                raise failed(error) from None

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

    def _commit(self, batch: list[Append]) -> None:
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
                append.error = failed(error)
            with contextlib.suppress(sqlite3.Error):
                self._writer.rollback()

    def _commit_one_by_one(self, batch: list[Append]) -> None:
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

    def _summarise(self, append: Append, summary: Summary) -> None:
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

    def _fence(self, append: Append) -> None:
        taken = self._writer.execute(
            "SELECT 1 FROM entries WHERE tbl = ? AND number = ?", (append.table_id, append.number)
        ).fetchone()
        if taken:
            raise sqlite3.IntegrityError


def summary_of(row: tuple[Any, ...]) -> Summary:
    """A summary from its columns."""
    id, code, game, made, phase, listed, due = row
    return Summary(id, code, game, made, phase, bool(listed), due)


def failed(error: Exception) -> StoreFailed:
    """What could not be done, and whether that is because the disk is full."""
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF  # without SQLite's details
    full = code in (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR)
    return StoreFailed(error, "full" if full else "disk")


def _rows(batch: list[Append]) -> str:
    rows = [
        (append.table_id, append.number + step, body.decode())
        for append in batch
        for step, body in enumerate(append.entries)
    ]
    return msgspec.json.encode(rows).decode()


def _answer(batch: list[Append]) -> None:
    """Answer everybody who waits, with one call into each loop."""
    loops: dict[asyncio.AbstractEventLoop, list[Append]] = {}
    for append in batch:
        loops.setdefault(append.waiter.get_loop(), []).append(append)
    for loop, appends in loops.items():
        if not loop.is_closed():
            loop.call_soon_threadsafe(settle, appends)


def _open(file: Path) -> sqlite3.Connection:
    folder = file.parent
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not os.access(folder, os.W_OK | os.X_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
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
        if version < SCHEMA_VERSION:
            steps = "".join(SQLITE[version:])
            connection.executescript(f"BEGIN; {steps} PRAGMA user_version={SCHEMA_VERSION}; COMMIT;")
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
