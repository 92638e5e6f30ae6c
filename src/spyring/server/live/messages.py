"""What workers on one store tell each other about a table that several of them have open."""

from collections.abc import Sequence

import msgspec

from spyring.server.live.exchange import News


class Message(msgspec.Struct, frozen=True, kw_only=True, tag_field="is"):
    """Something from another worker."""

    worker: str
    table: str = ""


class Here(Message, frozen=True, kw_only=True, tag="here"):
    """Who is connected there: how many for each seat, how many onlookers, and whether anybody at all."""

    seats: list[int]
    onlookers: int
    anybody: bool


class Who(Message, frozen=True, kw_only=True, tag="who"):
    """Who is connected where you are? At all tables, if none is named."""


class Free(Message, frozen=True, kw_only=True, tag="free"):
    """The tables that I drove need another driver."""


class Waits(Message, frozen=True, kw_only=True, tag="waits"):
    """A secret act that waits for the next line that everybody hears: for whoever drives the table."""

    seat: int
    text: str
    id: str


class Showed(Message, frozen=True, kw_only=True, tag="showed"):
    """A seat's page has shown everything up to a number."""

    seat: int
    number: int


class Paused(Message, frozen=True, kw_only=True, tag="paused"):
    """Somebody wants the bots to wait, or to go on."""

    seat: int
    on: bool


AnyMessage = Here | Who | Free | Waits | Showed | Paused

encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(AnyMessage).decode

# After a commit: the worker's name, then for each table a line with its id and the number of its first entry,
# and the entries, a line each. Entries that are left out are read from the store.


def stored(worker: str, appends: Sequence[tuple[str, int, Sequence[str]]], most: int) -> list[str]:
    """What is told after a commit, in so many bytes: one message, unless there are very many tables."""
    texts = [f"\n{table} {number}" for table, number, _ in appends]
    left = most - len(worker) - sum(map(len, texts))
    if left < 0:
        half = len(appends) // 2
        return [*stored(worker, appends[:half], most), *stored(worker, appends[half:], most)]
    for at, (_, _, bodies) in enumerate(appends):
        lines = "".join(f"\n{body}" for body in bodies)
        size = len(lines.encode())
        if size <= left:
            texts[at] += lines
            left -= size
    return [worker + "".join(texts)]


def read_stored(said: str) -> tuple[str, list[tuple[str, list[News]]]]:
    """The worker, and what it has stored at which tables."""
    worker, *lines = said.split("\n")
    found: list[tuple[str, list[News]]] = []
    table, number = "", 0
    for line in lines:
        if line.startswith("{"):
            found[-1][1].append(News(table, number, line))
            number += 1
        else:
            table, _, first = line.partition(" ")
            number = int(first)
            found.append((table, []))
    return worker, found
