"""What workers that share a store tell each other, and which of them drives which table."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, Protocol

from spyring.server.live.store import Lease

LEASE_SECONDS = 3.5


class News(NamedTuple):
    """An entry that somebody has stored."""

    table_id: str
    number: int
    body: str


class Exchange(Protocol):
    """One worker's place among those that share a store."""

    name: str  # a worker that was given up comes back under another name

    async def listen(self, hear: Callable[[str], None], anew: Callable[[], None]) -> None:
        """Hear what others say; `anew` whenever something may have been missed.

        See the module messages for what that may be.
        """
        ...

    async def send(self, messages: Sequence[str]) -> None:
        """Tell all others; a message that is too long is not sent."""
        ...

    async def news(self, known: Mapping[str, int]) -> list[News]:
        """What is stored of these tables from a number on, for all of them at once."""
        ...

    async def renew(self) -> set[str] | None:
        """Stay alive, with all leases, and see who else is; None if this worker was given up meanwhile."""
        ...

    async def join(self) -> float:
        """Come to life, under a new name, without any lease; returns the time by the store's clock."""
        ...

    async def take(self, tables: Sequence[str]) -> dict[str, Lease]:
        """The leases of those tables that nobody else drives."""
        ...

    async def orphans(self, known: Sequence[str] | None = None) -> list[str]:
        """Tables whose driver is gone; or is this worker, if it says which of those it knows of."""
        ...

    async def release(self, tables: Sequence[str]) -> None:
        """These tables need no driver any longer."""
        ...

    async def leave(self) -> None:
        """Let others take over everything at once."""
        ...
