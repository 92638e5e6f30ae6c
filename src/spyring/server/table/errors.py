"""Refusals: an id that a page can translate, and a sentence for everybody else."""

from typing import Any


class Refused(Exception):
    """A request that cannot be done; `arguments` are those of the translated sentence."""

    def __init__(self, id: str, text: str, status: int = 409, **arguments: Any) -> None:
        super().__init__(text)
        self.id = id
        self.text = text
        self.status = status
        self.arguments = arguments

    def shape(self) -> dict[str, Any]:
        """An error as JSON, in the same form over HTTP and WebSocket."""
        return {"id": self.id, "text": self.text, **self.arguments}
