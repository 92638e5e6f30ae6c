"""The notes of a seat: what it thinks of whom, and when it came to think so."""

from dataclasses import dataclass, field

from spyring.server.table.entries import Noted

TEXT_LENGTH = 1000  # so that a whole text fits into one message, whatever its letters
MOST_CELLS = 400
MOST_NOTES = 1000


@dataclass
class Notes:
    """As they stand, and how they came about; `line` counts the lines of the game before a note."""

    marks: dict[str, str] = field(default_factory=dict)
    text: str = ""
    history: list[tuple[int, Noted]] = field(default_factory=list)

    def take(self, line: int, noted: Noted) -> None:
        """Add one change."""
        self.history.append((line, noted))
        self.marks = {cell: mark for cell, mark in (self.marks | noted.marks).items() if mark}
        if noted.text is not None:
            self.text = noted.text
