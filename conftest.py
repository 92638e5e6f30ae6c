"""All tests have a home of their own, and two lengths."""

import os
import sys
import tempfile
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent / "tests"))

from lengths import ALL

SWITCHES = ("SPYRING_ALL", "SPYRING_PURE", "SPYRING_SHOTS")


def pytest_configure(config: pytest.Config) -> None:
    """Move out: what users keep in their home or have set must not decide whether a test passes."""
    if hasattr(config, "workerinput"):
        return  # this process was started by one that has moved
    home = tempfile.TemporaryDirectory(prefix="spyring-home-")
    config.add_cleanup(home.cleanup)
    for name in list(os.environ):
        if name.startswith(("XDG_", "SPYRING_")) and name not in SWITCHES:
            del os.environ[name]
    os.environ["HOME"] = home.name


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what is marked `long`, unless everything is wanted."""
    left_out = [item for item in items if item.get_closest_marker("long") and not ALL]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in left_out]
