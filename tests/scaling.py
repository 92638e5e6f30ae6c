"""Stores and workers side by side: acts a second, what an act costs and takes, what a seat holds.

    scripts/load scale

Every line is 100 two-seat tables in a closed loop: whoever is asked acts at once. Where there are more
tables, the others are stored, in play, and nobody is there.
"""

import asyncio
import statistics
import time
from pathlib import Path

import load

PLAYED, STORED = 100, 10_000
SET_UPS = (
    ("sqlite", 1, PLAYED),
    ("sqlite", 1, STORED),
    ("postgresql", 1, PLAYED),
    ("postgresql", 1, STORED),
    ("postgresql", 2, PLAYED),
    ("postgresql", 4, PLAYED),
)
HEAD = (
    "| store | workers | tables | acts a second | CPU an act | in database | p50 | p99 | memory a seat |\n"
    "|---|---|---|---|---|---|---|---|---|"
)
NAMES = {"sqlite": "SQLite", "postgresql": "PostgreSQL"}


async def measure(store, workers, tables, seconds):
    """One line of the table, as figures."""
    async with load.place(store) as (options, database):
        with load.Server(options=options, workers=workers) as server:
            if tables > PLAYED:
                await _store_more(server, database, tables - PLAYED)
            empty = server.memory()
            groups, acts = await load.seat_groups(server, load.Group, PLAYED, 2)
            await load.begin(server, groups)
            held = server.memory() - empty
            await asyncio.sleep(2)
            acts.clear()
            began, busy, stored = time.perf_counter(), server.cpu(), database.cpu() if database else 0.0
            await asyncio.sleep(seconds)
            took = time.perf_counter() - began
            done = [seconds for seconds, _ in acts]
            busy, stored = server.cpu() - busy, (database.cpu() if database else 0.0) - stored
            for group in groups:
                group.stopped = True
            await asyncio.sleep(0.2)
    return {
        "store": NAMES.get(store, "PostgreSQL"),
        "workers": workers,
        "tables": tables,
        "acts": len(done) / took,
        "cpu": busy / len(done),
        "database": stored / len(done) if database else None,
        "p50": statistics.median(done),
        "p99": load.percentile(done, 0.99),
        "memory": held / (2 * PLAYED),
    }


async def _store_more(server, database, count):
    """Tables in play at which nobody is: copies of one, made while nothing else is stored."""
    group = load.Group([])
    group.stopped = True
    await group.sit(server, 2)
    await group.begin(server)
    id = group.id
    if database is None:
        load.copy_tables(Path(server.folder), id, count)
        return
    import asyncpg

    connection = await asyncpg.connect(database.address(database.port))
    try:
        await connection.execute("SET search_path = spyring")
        await connection.execute(
            "INSERT INTO tables (id, code, phase, listed, game, made, due)"
            " SELECT id || n, code || n, phase, listed, game, made, due"
            f" FROM tables, generate_series(1, {count}) AS n WHERE id = '{id}'"
        )
        await connection.execute(
            "INSERT INTO entries (tbl, number, body) SELECT tbl || n, number, body"
            f" FROM entries, generate_series(1, {count}) AS n WHERE tbl = '{id}'"
        )
    finally:
        await connection.close()


def line(figures):
    """A line of the table that is printed."""
    database = "" if figures["database"] is None else f"{figures['database'] * 1e6:.0f} µs"
    return (
        f"| {figures['store']} | {figures['workers']} | {figures['tables']:,} | {figures['acts']:,.0f} "
        f"| {figures['cpu'] * 1e6:.0f} µs | {database} | {figures['p50'] * 1e3:.0f} ms "
        f"| {figures['p99'] * 1e3:.0f} ms | {figures['memory'] / 1000:.0f} kB |"
    )


async def report(seconds):
    """All of them in one run."""
    print(HEAD, flush=True)
    for store, workers, tables in SET_UPS:
        print(line(await measure(store, workers, tables, seconds)), flush=True)
    print(load.machine())
