"""The machine types of the hot modules, as the interpreter sees them.

mypy and mypyc read `_native.pyi` instead, where the same names are machine integers and flat vectors.
A module that imports this one is compiled when there is a compiler (see setup.py).
"""

from collections.abc import Callable
from typing import Any

i64 = int
u8 = int
vec = list


def append(items: list[Any], item: Any) -> list[Any]:
    """Add an item at the end. Always use the result: the vector may have moved."""
    items.append(item)
    return items


def mypyc_attr(*_: Any, **__: Any) -> Callable[[Any], Any]:
    """Advice to the compiler; the interpreter ignores it."""
    return lambda thing: thing
