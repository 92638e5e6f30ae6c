"""A stage: what the table waits for. Each says whose act it is, what may be done, and does it."""

from spyring._native import i64, mypyc_attr
from spyring.games.secrets.position import Position


@mypyc_attr(acyclic=True)
class Stage:
    """One stage of a turn, or of the set-up; the same object serves all games."""

    def seat(self, state: Position) -> i64:
        """Whose act it is, unless it is chance's."""
        return state.receiver  # S28

    def count(self, state: Position) -> i64:
        """How many acts there are."""
        raise AssertionError("a stage counts its acts")

    def nth(self, state: Position, index: i64) -> i64:
        """Number `index` of them."""
        raise AssertionError("a stage numbers its acts")

    def do(self, state: Position, action: i64) -> None:
        """Do one of them."""
        raise AssertionError("a stage does its acts")
