"""A connection to PostgreSQL that is made when it is needed, and made again when it was lost."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar
from urllib.parse import urlsplit

import asyncpg

from spyring.server.live.migrations import POSTGRES
from spyring.server.live.store import StoreFailed, StoreUnusable

SCHEMA = "spyring"  # everything is in there, so that a database can be shared with others
CONNECT_SECONDS = 5.0
ANSWER_SECONDS = 10.0  # a database that takes longer for anything counts as lost
MIGRATING = 0x5370_7972  # an advisory lock, so that several workers can start at the same time
SETTINGS = {
    "application_name": "spyring",
    "search_path": SCHEMA,
    "synchronous_commit": "on",  # even where the database's default is another
    "jit": "off",
}
# Whatever happens, the connection is given up, and nobody knows whether the last command was done.
LOST = (
    OSError,
    TimeoutError,
    asyncpg.PostgresConnectionError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,  # what it says of a connection that is cut while it prepares a query
    asyncpg.exceptions.OperatorInterventionError,
    asyncpg.TooManyConnectionsError,
    asyncpg.ReadOnlySQLTransactionError,  # a replica, until it takes over
    asyncpg.InvalidAuthorizationSpecificationError,
)

Result = TypeVar("Result")
Connection = Any  # asyncpg has no types


class Lost(StoreFailed):
    """The connection was lost, or there is none: what was asked may be done, or not."""

    def __init__(self, error: Exception) -> None:
        super().__init__(error, "database")


class Link:
    """One connection, for one thing after another."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._connection: Connection = None
        self._turn = asyncio.Lock()

    async def run(self, work: Callable[[Connection], Awaitable[Result]]) -> Result:
        """Do something with the connection; raises Lost, StoreFailed, or what is wrong with the data."""
        async with self._turn:
            try:
                if self._connection is None or self._connection.is_closed():
                    self._connection = await connect(self._address)
                return await work(self._connection)
            except LOST as error:
                self.drop()
                raise Lost(error) from None
            except asyncpg.IntegrityConstraintViolationError:
                raise
            except asyncpg.DiskFullError as error:
                raise StoreFailed(error, "full") from None
            except asyncpg.PostgresError as error:
                raise StoreFailed(error, "database") from None
            except asyncio.CancelledError:
                self.drop()  # an answer may be under way that nobody waits for
                raise

    async def fetch(self, query: str, *values: object) -> list[Any]:
        """What a query finds; a connection that was lost unnoticed is made again once."""
        for attempt in range(2):
            try:
                rows: list[Any] = await self.run(lambda connection: connection.fetch(query, *values))
                return rows
            except Lost:
                if attempt:
                    raise
        raise AssertionError("the second attempt returns or raises")

    def drop(self) -> None:
        """Give the connection up; the next one to need it makes a new one."""
        if self._connection is not None:
            self._connection.terminate()
            self._connection = None

    async def close(self) -> None:
        """After what is under way."""
        async with self._turn:
            self.drop()


async def connect(address: str) -> Connection:
    """A new connection to the database at an address."""
    return await asyncpg.connect(
        address, timeout=CONNECT_SECONDS, command_timeout=ANSWER_SECONDS, server_settings=SETTINGS
    )


async def prepare(address: str) -> None:
    """Check that the database can be used, and bring its schema up to date; raises StoreUnusable."""
    shown = without_password(address)
    try:
        connection = await connect(address)
    except (ValueError, asyncpg.InvalidPasswordError, *LOST, asyncpg.PostgresError) as error:
        why = str(error).rstrip(".") or type(error).__name__
        raise StoreUnusable(
            f"The database at {shown} cannot be opened: {why}; check the address after --store."
        ) from None
    try:
        async with connection.transaction():
            await connection.execute("SELECT pg_advisory_xact_lock($1)", MIGRATING)
            await _migrate(connection, shown)
    except (*LOST, asyncpg.PostgresError) as error:
        raise StoreUnusable(f"The tables in {shown} cannot be set up: {error}.") from None
    finally:
        await connection.close()


async def _migrate(connection: Connection, shown: str) -> None:
    if await connection.fetchval("SELECT to_regclass('version') IS NULL"):
        await connection.execute(
            f"CREATE SCHEMA IF NOT EXISTS {SCHEMA}; CREATE TABLE version (number integer NOT NULL);"
            " INSERT INTO version VALUES (0)"
        )
    version = await connection.fetchval("SELECT number FROM version")
    if version > len(POSTGRES):
        raise StoreUnusable(
            f"The tables in {shown} are from a newer version of Spyring (store {version}, "
            f"this one reads up to {len(POSTGRES)}); update Spyring, or name another database with --store."
        )
    for step in POSTGRES[version:]:
        await connection.execute(step)
    await connection.execute("UPDATE version SET number = $1", len(POSTGRES))


def without_password(address: str) -> str:
    """An address as it may be shown and logged."""
    parts = urlsplit(address)
    user, at, host = parts.netloc.rpartition("@")
    return f"{parts.scheme}://{user.partition(':')[0]}{at}{host}{parts.path}"
