"""`spyring serve` that measures for how long its loop is busy at a time, in time of the processor.

Others' work on the same machine hardly changes that time. A signal makes the server write down the longest
one since the last signal.
"""

import asyncio
import os
import signal
import sys
import time
from pathlib import Path

LOOK_SECONDS = 0.001
FILE = "held"  # in the folder of the tables
SIGNAL = signal.SIGUSR1


class Clock:
    """Looks at the processor's time as often as the loop lets it."""

    def __init__(self, path):
        self.path = path
        self.loop = asyncio.get_running_loop()
        self.longest = 0.0
        self.loop.add_signal_handler(SIGNAL, self.tell)
        self.look(time.thread_time())

    def look(self, before):
        now = time.thread_time()
        self.longest = max(self.longest, now - before)
        self.loop.call_later(LOOK_SECONDS, self.look, now)

    def tell(self):
        new = self.path.with_suffix(".new")
        new.write_text(f"{self.longest}", "utf-8")
        new.replace(self.path)
        self.longest = 0.0


def measure_from(folder):
    import uvicorn

    startup = uvicorn.Server.startup

    async def start_up(self, *arguments, **options):
        await startup(self, *arguments, **options)
        self.clock = Clock(folder / FILE)

    uvicorn.Server.startup = start_up


async def ask(process, folder):
    """The longest time since it was asked for last, in ms."""
    path = Path(folder) / FILE
    path.unlink(missing_ok=True)
    os.kill(process.pid, SIGNAL)
    while not path.exists():
        await asyncio.sleep(0.001)
    return float(path.read_text("utf-8")) * 1e3


if __name__ == "__main__":
    from spyring.cli import main

    measure_from(Path(sys.argv[sys.argv.index("--data") + 1]))
    main()
