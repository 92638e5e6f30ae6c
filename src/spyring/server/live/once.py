"""Something that takes a while, and is computed once for everybody who asks for it."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, Generic, TypeVar

Result = TypeVar("Result")


class Once(Generic[Result]):
    """Computed when it is first asked for; after a failure the next request tries again."""

    def __init__(self, compute: Callable[[], Coroutine[Any, Any, Result]]) -> None:
        self._compute = compute
        self._task: asyncio.Task[Result] | None = None

    async def get(self) -> Result:
        """The result, however many wait for it; whoever goes away stops nothing."""
        if self._task is None:
            self._task = asyncio.create_task(self._compute())
        try:
            return await asyncio.shield(self._task)
        except Exception:
            self._task = None
            raise
