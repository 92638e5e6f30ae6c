"""What tables need from a store: their logs, durable before anybody is told.

The key (table, number) protects against two writers. The second one to use a number gets `Conflict`, reads
what the first one wrote, and judges again. So several processes may share a store.
"""

from collections.abc import AsyncIterator, Sequence
from typing import TYPE_CHECKING, Literal, NamedTuple, Protocol

import msgspec

if TYPE_CHECKING:
    from spyring.server.live.exchange import Exchange

Trouble = Literal["full", "disk", "database"]


class Conflict(Exception):
    """Another writer has already used this number, id or code."""


class LeaseLost(Exception):
    """Another worker drives this table now."""


class StoreFailed(Exception):
    """Nothing can be stored or read now: a disk is full or failing, or the database does not answer."""

    def __init__(self, error: Exception | str, trouble: Trouble = "disk") -> None:
        super().__init__(str(error) or type(error).__name__)
        self.trouble = trouble


class StoreUnusable(Exception):
    """The store cannot be opened; the message is a sentence for the operator."""


class Summary(msgspec.Struct, frozen=True):
    """What a list of tables shows."""

    id: str
    code: str
    game: str
    made: float
    phase: str
    listed: bool
    due: float | None = None  # nothing happens by itself before this, or ever, while nobody is connected


class Lease(NamedTuple):
    """Who drives a table; the number grows whenever the lease changes hands."""

    worker: str
    epoch: int


class Store(Protocol):
    """What tables need from a store, and no more."""

    @property
    def exchange(self) -> "Exchange | None":
        """What workers that share this store tell each other; None if there is only one."""
        ...

    async def append(
        self,
        table_id: str,
        number: int,
        entries: Sequence[bytes],
        summary: Summary | None = None,
        lease: Lease | None = None,
    ) -> None:
        """Store entries from this number on, and a new summary; returns when they are durable.

        What the driver of a table does by itself comes with its lease: LeaseLost if that is over.
        """
        ...

    async def read(self, table_id: str, start: int = 0) -> list[str]:
        """The entries of a table from a number on; empty if there is no such table."""
        ...

    async def find(self, code: str) -> str | None:
        """The table with this short code."""
        ...

    async def summaries(
        self, *, phases: Sequence[str] = (), listed: bool | None = None, limit: int | None = None
    ) -> list[Summary]:
        """Tables in these phases (all if none is named), newest first."""
        ...

    async def due(self, before: float) -> list[str]:
        """The tables at which something may happen by itself before a moment."""
        ...

    def everything(self) -> AsyncIterator[tuple[Summary, list[str]]]:
        """All tables with their entries, as they were at one moment."""
        ...

    async def try_out(self) -> bool:
        """Test whether anything can be stored now."""
        ...

    async def end(self) -> None:
        """Store what is queued, then stop."""
        ...
