"""Puts a server under faults while people play on it, then checks what they were told.

    scripts/chaos --seed 7 --faults 20                      one worker and a SQLite file
    scripts/chaos --store postgresql                        three workers and PostgreSQL

Faults are drawn from the seed: workers are killed, put to sleep, restarted, given a wrong clock; connections
are cut, delayed and lost; the disk is full; the database is stopped at once. The last line is the verdict,
and the exit status is 1 if anything was found; then everything that people sent and heard is kept.
"""

import argparse
import asyncio
import random
import shutil
import sys
import tempfile
import time
from pathlib import Path

from . import checker, history
from .faults import KINDS, OF_DATABASES, Faults
from .people import Crowd
from .postgresql import Postgresql
from .service import Service, Sqlite

STORES = {one.name: one for one in (Sqlite, Postgresql)}
WARM_UP = 4.0  # seconds of play before the first fault


class Pulse:
    """How long this process, and so everybody, was kept from going on by others on this machine."""

    def __init__(self):
        self.lag = 0.0
        self.task = asyncio.create_task(self._beat())

    async def _beat(self):
        while True:
            began = time.monotonic()
            await asyncio.sleep(0.1)
            late = time.monotonic() - began - 0.1
            if late > 0.3:
                self.lag += late


async def run(chosen, say=print):
    """One run; returns the checker's result."""
    folder = Path(tempfile.mkdtemp(prefix="spyring-chaos-"))
    folder.chmod(0o755)  # the database may have another user
    store = STORES[chosen.store](folder, chosen.workers)
    service = Service(folder, store, chosen.workers, plant=chosen.plant)
    notes = history.History(folder / "history.jsonl")
    try:
        await service.start()
        crowd = Crowd(service.front.port, notes, chosen.tables, chosen.seed, chosen.slowness)
        crowd.begin()
        await asyncio.sleep(WARM_UP)
        crowd.check_alive()
        faults = Faults(service, chosen.seed, longest=chosen.longest_sleep, kinds=chosen.only, say=say)
        await faults.run(chosen.faults)
        calm = time.monotonic()
        say(f"{calm - faults.began:7.1f} s  all faults are over; people play on for {chosen.calm:.0f} s")
        pulse = Pulse()
        await asyncio.sleep(chosen.calm)
        crowd.check_alive()
        await crowd.end(chosen.calm + 5)
        end = time.monotonic()
        exports = await crowd.exports()
        await crowd.leave()
        await service.stop_workers()
        logs = await store.read()
    finally:
        await service.stop_workers()
        await service.stop()
        notes.close()
    result = await asyncio.to_thread(
        lambda: checker.check(
            history.read(folder / "history.jsonl"),
            logs,
            calm=calm,
            end=end,
            exports=exports,
            patience=checker.PATIENCE + pulse.lag,
        )
    )
    if result.acknowledged < chosen.tables:
        result.findings.append(
            checker.Finding("idle", "-", "people have hardly played, so this proves nothing")
        )
    for finding in result.findings[:40]:
        say(f"  found: {finding}")
    if len(result.findings) > 40:
        say(f"  and {len(result.findings) - 40} more")
    refusals = ", ".join(f"{count} {id}" for id, count in sorted(crowd.refusals.items()))
    say(f"refused: {refusals or 'nothing'}")
    if result.findings:
        say(f"what people sent and heard: {folder}")
    else:
        shutil.rmtree(folder)
    say(
        f"chaos: seed {chosen.seed}, {chosen.faults} faults, {chosen.workers} "
        f"worker{'s' if chosen.workers > 1 else ''}, {chosen.store}, {chosen.tables} tables, "
        f"{end - faults.began:.0f} s: {result.acknowledged:,} messages acknowledged, "
        f"{result.frames:,} frames, {result.games} games ({result.over} to the end), "
        f"longest wait {result.longest:.1f} s after the last fault (this machine's part {pulse.lag:.1f} s): "
        f"{f'{len(result.findings)} FINDINGS' if result.findings else 'nothing found'}"
    )
    return result


def parse(arguments=None):
    parser = argparse.ArgumentParser(
        "scripts/chaos", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--seed", type=int, default=None, help="draws the faults; another one each time if none"
    )
    parser.add_argument("--faults", type=int, default=10)
    parser.add_argument("--workers", type=int, default=None, help="one with sqlite, three with postgresql")
    parser.add_argument("--store", choices=STORES, default="sqlite")
    parser.add_argument("--tables", type=int, default=60, help="that are played at the same time")
    parser.add_argument("--calm", type=float, default=12.0, help="seconds of play after the last fault")
    parser.add_argument("--longest-sleep", type=float, default=60.0, help="of a worker that is put to sleep")
    parser.add_argument(
        "--slowness", type=float, default=1.0, help="how long people think, times 0.1 to 1.2 s"
    )
    parser.add_argument("--only", nargs="+", choices=KINDS + OF_DATABASES, default=(), metavar="KIND")
    parser.add_argument("--plant", default="", help=argparse.SUPPRESS)  # a fault in the server (planted.py)
    chosen = parser.parse_args(arguments)
    if chosen.seed is None:
        chosen.seed = random.SystemRandom().randrange(10**6)
    if chosen.workers is None:
        chosen.workers = 1 if chosen.store == "sqlite" else 3
    if chosen.store == "sqlite" and chosen.workers > 1:
        parser.error("a SQLite file has one worker; give --store postgresql for more")
    return chosen


if __name__ == "__main__":
    sys.exit(bool(asyncio.run(run(parse(), lambda text: print(text, flush=True))).findings))
