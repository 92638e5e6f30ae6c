"""Packages that only research needs: they come with an extra, and a sentence says with which."""

from importlib import import_module
from typing import Any


class MissingExtra(ModuleNotFoundError):
    """A package that is not installed; the message says how to install it."""

    def __init__(self, package: str, extra: str) -> None:
        super().__init__(f"this needs the package {package}: pip install 'spyring[{extra}]'", name=package)


def need(module: str, extra: str) -> Any:
    """A module of an extra."""
    try:
        return import_module(module)
    except ImportError:
        raise MissingExtra(module.partition(".")[0], extra) from None
