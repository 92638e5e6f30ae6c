"""Waiting for what is bound to come, never without an end, and saying what for."""

import time

PATIENCE = 60.0  # seconds
BREATH = 10  # milliseconds between two looks


def tries(page, what):
    """Again and again, with a breath in between, until the loop is left or the time is up."""
    end = time.monotonic() + PATIENCE
    while True:
        yield
        if time.monotonic() > end:
            raise TimeoutError(f"waited {PATIENCE:.0f} s for {what() if callable(what) else what}")
        page.wait_for_timeout(BREATH)


def wait_until(page, condition):
    """Ask the page itself until something is so (its content policy lets nobody else look)."""
    for _ in tries(page, condition):
        if page.evaluate(condition):
            return
