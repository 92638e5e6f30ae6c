"""A series of numbered games: played in several processes, kept in a file, and never played twice.

Game number n is always the same, so neither the number of jobs nor an interruption changes the results.
"""

import json
import signal
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict
from multiprocessing import get_context
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar

from spyring.core import UnreadableText
from spyring.lab.cluster import Cluster

Jobs = int | Cluster  # how many processes of this machine, or a cluster


class Numbered(Protocol):
    """One finished game, as a dataclass."""

    number: int


Kept = TypeVar("Kept", bound=Numbered)
Given = TypeVar("Given")
Result = TypeVar("Result")


class Archive(Generic[Kept]):
    """The file of a series: its settings in the first line, then one line for each finished game."""

    def __init__(self, path: Path, settings: Any, kind: type[Kept]) -> None:
        self.path = path
        self.kind = kind
        self.header = json.loads(json.dumps(asdict(settings)))
        self.records: list[Kept] = []
        if path.exists():
            self._read()
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(json.dumps(self.header) + "\n", "utf-8")

    def _read(self) -> None:
        """Read the games in the file; a last line that was cut short is dropped."""
        try:
            text = self.path.read_text("utf-8")
            header, *lines = text[: text.rfind("\n") + 1].splitlines() or [""]
            known = json.loads(header)
            self.records = [self.kind(**json.loads(line)) for line in lines]
        except (ValueError, TypeError):
            raise UnreadableText(
                f"{self.path} is damaged or not from a tournament; choose another folder, or remove it"
            ) from None
        if known != self.header:
            raise UnreadableText(
                f"{self.path} holds the games of another tournament; choose another folder, or remove it"
            )
        self.path.write_text("\n".join([header, *lines]) + "\n", "utf-8")

    def add(self, record: Kept) -> None:
        """Write a game to the file at once."""
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(asdict(record)) + "\n")  # type: ignore[call-overload]


def play_series(
    play: Callable[[int], Kept],
    *,
    games: int,
    jobs: Jobs,
    archive: Archive[Kept] | None = None,
    tick: Callable[[int], object] = lambda games: None,
) -> list[Kept]:
    """All games up to a number, in order; `tick` is called for every game that is done."""
    known = {} if archive is None else {record.number: record for record in archive.records}
    records = [record for number, record in known.items() if number < games]
    tick(len(records))
    left = [number for number in range(games) if number not in known]
    for record in play_each(play, left, jobs):
        records.append(record)
        if archive is not None:
            archive.add(record)
        tick(1)
    return sorted(records, key=lambda record: record.number)


def play_each(
    play: Callable[[Given], Result], numbers: Sequence[Given], jobs: Jobs, *, in_order: bool = False
) -> Iterator[Result]:
    """What every game gives, as they come or in their order; closing this ends the workers at once."""
    if isinstance(jobs, Cluster):
        yield from jobs.play_each(play, numbers, in_order=in_order)
        return
    if jobs == 1 or len(numbers) < 2:
        yield from map(play, numbers)
        return
    with get_context("spawn").Pool(min(jobs, len(numbers)), leave_interrupts_to_the_parent) as pool:
        yield from (pool.imap if in_order else pool.imap_unordered)(play, numbers)


def leave_interrupts_to_the_parent() -> None:
    """Ignore Ctrl+C, which reaches all processes of a terminal: a worker ends with its parent."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
