"""Two lengths of checks: eight minutes for everybody, and all of them for `scripts/test --all`."""

import os
from typing import TypeVar

ALL = bool(os.environ.get("SPYRING_ALL"))

Length = TypeVar("Length")


def length(short: Length, everything: Length) -> Length:
    """One of two lengths. What has no short version is marked `long` instead."""
    return everything if ALL else short
