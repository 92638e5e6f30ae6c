"""Appends that wait for their commit: what came up meanwhile goes into the next one."""

import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from spyring.server.live.store import Lease, Summary


@dataclass
class Append:
    """One append in a store's queue."""

    table_id: str
    number: int
    entries: Sequence[bytes]
    summary: Summary | None
    waiter: "asyncio.Future[None]"
    lease: Lease | None = None
    error: Exception | None = field(default=None)
    sent: bool = False  # so it may be stored
    stored: bool = False  # it was found to be
    unsure: bool = False  # nobody knows yet whether it is


def settle(appends: Iterable[Append]) -> None:
    """Answer everybody who waits."""
    for append in appends:
        if append.waiter.done() or append.unsure:
            continue
        if append.error is None:
            append.waiter.set_result(None)
        else:
            append.waiter.set_exception(append.error)
