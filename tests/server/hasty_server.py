"""A server with a fault planted in it: it acknowledges what is still on its way to the disk."""

import asyncio
import runpy
import time
from pathlib import Path

from spyring.server.live.sqlite import SqliteStore

WAY = 0.05  # seconds

if __name__ == "__main__":
    append, commit = SqliteStore.append, SqliteStore._commit

    def late(self, batch):
        """Nobody waits for it any more."""
        time.sleep(WAY)
        commit(self, batch)

    async def hasty(self, id, number, entries, summary=None):
        """Let it go its way."""
        if summary is not None:
            await append(self, id, number, entries, summary)
        else:
            asyncio.get_running_loop().create_task(append(self, id, number, entries))

    SqliteStore._commit = late
    SqliteStore.append = hasty
    runpy.run_path(str(Path(__file__).with_name("quick_server.py")), run_name="__main__")
