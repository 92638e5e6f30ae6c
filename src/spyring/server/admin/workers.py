"""Several server processes on one port, and the one that looks after them."""

import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from multiprocessing.connection import wait
from multiprocessing.context import SpawnProcess
from types import FrameType
from typing import Any

import structlog

SHORT_LIFE = 5.0  # a worker that ends sooner has something wrong with it: the next one waits
LONGEST_WAIT = 10.0
BEGIN_SECONDS = 3.0  # until a new worker serves
END_SECONDS = 20.0  # until a worker that does not end is killed

Work = Callable[..., None]

log = structlog.get_logger()


@dataclass
class Worker:
    """One process, and how often it had to be started again."""

    name: str
    process: SpawnProcess | None = None
    started: float = -SHORT_LIFE
    failures: int = 0
    due: float = field(default=0.0)  # when it may be started
    replaced: bool = False  # it was asked to end, and another is to take its place


class Supervisor:
    """Starts the workers, starts those again that die, and ends with all of them."""

    def __init__(self, count: int, work: Work, *arguments: Any) -> None:
        self._workers = [Worker(f"w{number}") for number in range(1, count + 1)]
        self._work = work
        self._arguments = arguments
        self._spawn = multiprocessing.get_context("spawn")
        self._ending = False
        self._to_replace: list[Worker] = []

    def run(self) -> None:
        """Until somebody stops it; SIGHUP replaces the workers one after another."""
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, self._end)
        if hasattr(signal, "SIGHUP"):
            signal.signal(signal.SIGHUP, self._replace)
        while not self._ending:
            for worker in self._workers:
                self._look_after(worker)
            self._replace_next()
            wait([worker.process.sentinel for worker in self._workers if worker.process], timeout=0.2)
        self._end_all()

    def _end(self, _: int, __: FrameType | None) -> None:
        self._ending = True

    def _replace(self, _: int, __: FrameType | None) -> None:
        self._to_replace = list(self._workers)

    def _look_after(self, worker: Worker) -> None:
        now = time.monotonic()
        if worker.process is not None and worker.process.exitcode is not None:
            if worker.replaced:
                worker.replaced, worker.failures = False, 0
            else:
                lived = now - worker.started
                worker.failures = worker.failures + 1 if lived < SHORT_LIFE else 0
                log.warning("worker ended", worker=worker.name, status=worker.process.exitcode)
            worker.due = now + min(LONGEST_WAIT, 0.1 * 2**worker.failures if worker.failures else 0.0)
            worker.process = None
        if worker.process is None and now >= worker.due:
            process = self._spawn.Process(target=self._work, args=(worker.name, *self._arguments))
            process.start()
            worker.process, worker.started = process, now

    def _replace_next(self) -> None:
        """One after another: the next one ends when the last one's successor has had time to begin."""
        young = time.monotonic() - BEGIN_SECONDS
        settled = all(one.process and not one.replaced and one.started < young for one in self._workers)
        if self._to_replace and settled:
            worker = self._to_replace.pop(0)
            worker.replaced = True
            assert worker.process is not None, "all are there"
            worker.process.terminate()

    def _end_all(self) -> None:
        processes = [worker.process for worker in self._workers if worker.process is not None]
        for process in processes:
            process.terminate()
        until = time.monotonic() + END_SECONDS
        for process in processes:
            process.join(max(0.0, until - time.monotonic()))
            if process.exitcode is None:
                process.kill()


def end_with_supervisor() -> None:
    """In a worker: end in good order when the supervisor is gone, however that ended."""
    supervisor = multiprocessing.parent_process()
    assert supervisor is not None, "this runs in a worker"

    def watch() -> None:
        supervisor.join()
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=watch, daemon=True).start()
