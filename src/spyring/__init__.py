"""Spyring: a table for games of secret identity."""

import os
import sys
from collections.abc import Sequence
from importlib.machinery import SOURCE_SUFFIXES, FileFinder, ModuleSpec, SourceFileLoader
from types import ModuleType

__version__ = "0.1.0"

PURE_SWITCH = "SPYRING_PURE"


class _PureFinder:
    """Finds Spyring's modules as Python source even if there is a compiled one next to it."""

    @staticmethod
    def find_spec(
        name: str, path: Sequence[str] | None, target: ModuleType | None = None, /
    ) -> ModuleSpec | None:
        if path is None or not name.startswith("spyring."):
            return None
        for folder in path:
            spec = FileFinder(folder, (SourceFileLoader, SOURCE_SUFFIXES)).find_spec(name)
            if spec is not None and spec.loader is not None:
                return spec
        return None


if os.environ.get(PURE_SWITCH):
    sys.meta_path.insert(0, _PureFinder)


def mode() -> str:
    """Whether the rules run `compiled` or `interpreted`."""
    from importlib.util import find_spec

    core = find_spec("spyring.core")  # found, not imported, so that `--version` is fast
    return "interpreted" if core is None or (core.origin or "").endswith(".py") else "compiled"
