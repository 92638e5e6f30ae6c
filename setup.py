"""Compiles the hot modules (those that import `spyring._native`) when there is a compiler.

Everything else about the package is in pyproject.toml. `SPYRING_PURE=1` builds without compiling.
"""

import os
import sys
from pathlib import Path

from setuptools import setup

SOURCE = Path("src/spyring")


def hot_modules() -> list[str]:
    """The modules that use machine types, and so are typed for the compiler."""
    modules = sorted(SOURCE.rglob("*.py"))
    return [str(path) for path in modules if "from spyring._native import" in path.read_text("utf-8")]


def extensions() -> list:
    if os.environ.get("SPYRING_PURE"):
        return []
    from mypyc.build import mypycify

    os.environ["MYPYPATH"] = "src"
    built = mypycify(["--strict", *hot_modules()], opt_level="3", group_name="spyring")
    for extension in built:
        extension.optional = True  # without a compiler the install succeeds and runs interpreted
        if sys.platform != "win32":
            extension.extra_compile_args = [*extension.extra_compile_args, "-fno-semantic-interposition"]
    return built


setup(ext_modules=extensions())
