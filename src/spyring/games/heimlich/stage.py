"""A stage: what the table waits for. Each says whose act it is, what may be done, and does it."""

from spyring._native import i64, mypyc_attr
from spyring.core import Actor
from spyring.games.heimlich.position import Position


@mypyc_attr(acyclic=True)
class Stage:
    """One stage of a turn, or of the set-up; the same object serves all games."""

    def seat(self, state: Position) -> i64:
        """Whose act it is, or whom chance owes something."""
        return state.active

    def count(self, state: Position, actor: Actor) -> i64:
        """How many acts there are."""
        raise AssertionError("a stage counts its acts")

    def nth(self, state: Position, actor: Actor, index: i64) -> i64:
        """Number `index` of them."""
        raise AssertionError("a stage numbers its acts")

    def do(self, state: Position, actor: Actor, action: i64) -> None:
        """Do one of them."""
        raise AssertionError("a stage does its acts")

    def legal(self, state: Position, actor: Actor) -> list[int]:
        """All of them in order; an outcome of chance as often as its weight."""
        return [self.nth(state, actor, index) for index in range(self.count(state, actor))]

    def allows(self, state: Position, actor: Actor, action: i64) -> bool:
        """Whether this is one of them."""
        return action in self.legal(state, actor)
