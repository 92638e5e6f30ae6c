"""What is put under faults: workers, and the store that they share."""

import asyncio
import contextlib
import os
import resource
import signal
import subprocess
import sys
from pathlib import Path

import httpx
from ports import free_port

from . import logs
from .proxy import Proxy

WORKER = Path(__file__).with_name("worker.py")
PATIENCE = 120.0  # seconds, for anything to start
MANY = "100000"  # all clients come from one address


def limit_files(pid, size):
    """The disk is full for a process: no file may grow beyond so many bytes (None: it may)."""
    _, hard = resource.prlimit(pid, resource.RLIMIT_FSIZE)
    resource.prlimit(pid, resource.RLIMIT_FSIZE, (hard if size is None else size, hard))


class Worker:
    """One process of the server, always at the same port."""

    def __init__(self, number, folder, store, *, plant=""):
        self.number = number
        self.port = free_port()
        self.store = store
        self.plant = plant
        self.log = (folder / f"worker-{number}.log").open("ab")
        self.lock = asyncio.Lock()  # one fault at a time
        self.process = None

    def start(self, clock_off=0.0):
        self.clock_off = clock_off
        command = [sys.executable, str(WORKER)]
        if clock_off:
            command.append(f"--clock-off={clock_off}")
        if self.plant:
            command.append(f"--plant={self.plant}")
        command += ["--", "serve", "--port", str(self.port), "--sockets", MANY]
        command += ["--tables-per-hour", MANY, "--seats-per-hour", MANY, *self.store.options(self.number)]
        self.process = subprocess.Popen(
            command, stdout=self.log, stderr=self.log, start_new_session=True, env=self.environment()
        )

    @staticmethod
    def environment():
        return {name: value for name, value in os.environ.items() if not name.startswith("SPYRING_")}

    async def until_up(self):
        async with asyncio.timeout(PATIENCE), httpx.AsyncClient(timeout=10.0) as http:
            while True:
                with contextlib.suppress(httpx.HTTPError):
                    await http.get(f"http://127.0.0.1:{self.port}/healthz")
                    return
                if self.process.poll() is not None:  # without a database it ends, and is started again
                    await asyncio.sleep(0.5)
                    self.start(self.clock_off)
                await asyncio.sleep(0.05)

    def signal(self, number):
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(number)

    async def wait(self):
        while self.process is not None and self.process.poll() is None:
            await asyncio.sleep(0.02)

    async def kill(self):
        self.signal(signal.SIGKILL)
        await self.wait()


class Sqlite:
    """One file; there can be only one worker."""

    name = "sqlite"
    database = False

    def __init__(self, folder, workers):
        assert workers == 1, "a SQLite file has one worker: give --store postgresql for more"
        self.folder = folder / "data"

    async def start(self):
        self.folder.mkdir()

    async def stop(self):
        pass

    def options(self, number):
        return ["--data", str(self.folder)]

    async def read(self):
        return logs.from_sqlite(self.folder / "tables.sqlite3")

    def fill(self, service):
        """Nothing more fits on the disk."""
        size = max(path.stat().st_size for path in self.folder.glob("tables.sqlite3*"))
        for worker in service.workers:
            with contextlib.suppress(ProcessLookupError):
                limit_files(worker.process.pid, size)

    async def empty(self, service):
        for worker in service.workers:
            with contextlib.suppress(ProcessLookupError):
                limit_files(worker.process.pid, None)


class Service:
    """Workers behind a proxy, and their store."""

    def __init__(self, folder, store, workers, *, plant=""):
        self.folder = folder
        self.store = store
        self.workers = [Worker(number, folder, store, plant=plant) for number in range(workers)]
        self.front = Proxy([worker.port for worker in self.workers], probes=True)

    async def start(self):
        await self.store.start()
        await self.front.start()
        for worker in self.workers:
            worker.start()
        for worker in self.workers:
            await worker.until_up()

    async def stop_workers(self):
        for worker in self.workers:
            worker.signal(signal.SIGCONT)
            worker.signal(signal.SIGTERM)
        for worker in self.workers:
            try:
                await asyncio.wait_for(worker.wait(), 10)
            except TimeoutError:
                await worker.kill()
            worker.log.close()

    async def stop(self):
        await self.front.stop()
        await self.store.stop()
