"""Lets the server's tests import their neighbours, and lends them a running server."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

import postgresql
import tables


@pytest.fixture
def server(tmp_path):
    """A server on a free port, with bots that answer at once and clocks that nobody has to wait for."""
    with tables.Server(tmp_path) as running:
        yield running


@pytest.fixture(scope="session")
def postgres_server():
    """The address of a running PostgreSQL."""
    with postgresql.running() as address:
        yield address


@pytest.fixture
def database(postgres_server):
    """The address of an empty database."""
    return postgresql.new_database(postgres_server)


@pytest.fixture(params=["sqlite", "postgresql"])
def place(request, tmp_path):
    """An empty place for tables, of each kind."""
    return tmp_path / "tables" if request.param == "sqlite" else request.getfixturevalue("database")
