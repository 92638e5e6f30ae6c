"""The time, by a clock that nobody can set."""

import time

_BEGINNING = time.time() - time.monotonic()


def steady_time() -> float:
    """Seconds since 1970 by a clock that nobody can set: it starts from the system's time and runs on.

    Otherwise a correction of the system's time would take time from a seat, or hold up bots and beats.
    """
    return _BEGINNING + time.monotonic()
