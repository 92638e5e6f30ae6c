"""Tests of tests: with a fault planted, a test must fail."""

import inspect
from functools import partial

import httpx
import pytest
import tables

IMPATIENCE = 2.0  # seconds: what a fault holds up for ever is given up sooner


def assert_finds(test, fault, request, plant):
    """A test, with what it asks for, fails once a fault is planted."""
    fault(plant)
    bare = test.func if isinstance(test, partial) else test
    for home in (vars(tables), bare.__globals__):
        for name in ("PATIENCE", "LONGEST"):
            if name in home:
                plant.setitem(home, name, IMPATIENCE)
    given = test.keywords if isinstance(test, partial) else {}
    lent = [name for name in inspect.signature(bare).parameters if name not in given]
    fixtures = {name: request.getfixturevalue(name) for name in lent}
    with pytest.raises((AssertionError, OSError, EOFError, httpx.TransportError, pytest.fail.Exception)):
        test(**fixtures)
