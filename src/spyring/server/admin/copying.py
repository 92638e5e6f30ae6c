"""All tables of one store into another, games in progress included."""

import asyncio
from pathlib import Path

from spyring.server.admin.place import Place, open_store, shown
from spyring.server.live.sqlite import SqliteStore
from spyring.server.live.store import Conflict, Store, StoreFailed
from spyring.stop import Stop

AT_ONCE = 100  # tables in one commit


def copy(source: Place, target: Place) -> str:
    """Copy everything into a store that has no tables yet; what goes wrong ends the command."""
    return _copy(open_store(source), open_store(target), shown(source), shown(target))


def copy_to_file(source: Place, file: Path) -> str:
    """Copy everything into a new file."""
    return _copy(open_store(source), SqliteStore(file.parent, name=file.name), shown(source), str(file))


def _copy(source: Store, target: Store, origin: str, goal: str) -> str:
    async def run() -> int:
        try:
            if await target.summaries(limit=1):
                raise Stop(f"There are tables in {goal} already; name a place without any.", 1)
            return await _copy_all(source, target)
        finally:
            await source.end()
            await target.end()

    try:
        count = asyncio.run(run())
    except (StoreFailed, Conflict) as error:
        raise Stop(f"The tables in {origin} could not be copied to {goal}: {error}.", 1) from None
    return f"{count} {'table is' if count == 1 else 'tables are'} in {goal}."


async def _copy_all(source: Store, target: Store) -> int:
    count = 0
    appends = []
    async for summary, bodies in source.everything():
        appends.append(target.append(summary.id, 0, [body.encode() for body in bodies], summary))
        count += 1
        if len(appends) == AT_ONCE:
            await asyncio.gather(*appends)
            appends.clear()
    await asyncio.gather(*appends)
    return count
