"""Garbage: looking through everything takes a while in which nobody is answered, so look at what is new.

Nearly all that the server keeps is freed without a collection. What a collection finds alive is set aside
and not looked at again, but once in a long while: connections that ended may have left cycles there.
"""

import gc
from typing import Any

NEW_OBJECTS = 2_000  # some milliseconds
EVERYTHING_SECONDS = 3600


def look_at_what_is_new() -> None:
    """From now on: what is alive stays aside."""
    gc.freeze()
    gc.set_threshold(NEW_OBJECTS, 10, 10)
    gc.callbacks.append(_set_aside)


async def look_through_everything() -> None:
    """Half a second with thousands of people connected."""
    gc.unfreeze()
    gc.collect()


def _set_aside(phase: str, _: dict[str, Any]) -> None:
    if phase == "stop":
        gc.freeze()
