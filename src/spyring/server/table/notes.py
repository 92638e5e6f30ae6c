"""The notes of a seat: what it thinks of whom, and since when."""

from dataclasses import dataclass, field

from spyring.server.table.entries import Noted

TEXT_LENGTH = 1000  # so that a whole text fits into one message, whatever its characters
MOST_CELLS = 400
MOST_NOTES = 1000


@dataclass
class Notes:
    """The notes now, and their history with the number of the game's lines before each note."""

    marks: dict[str, str] = field(default_factory=dict)
    text: str = ""
    history: list[tuple[int, Noted]] = field(default_factory=list)

    def take(self, line: int, noted: Noted) -> None:
        """Add one change."""
        self.history.append((line, noted))
        self.marks = {cell: mark for cell, mark in (self.marks | noted.marks).items() if mark}
        if noted.text is not None:
            self.text = noted.text
