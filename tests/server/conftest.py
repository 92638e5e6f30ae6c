"""Lets the server's tests import their neighbours, and lends them a running server."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

import tables


@pytest.fixture
def server(tmp_path):
    """A server on a free port, with bots that answer at once and clocks that nobody has to wait for."""
    with tables.Server(tmp_path) as running:
        yield running
