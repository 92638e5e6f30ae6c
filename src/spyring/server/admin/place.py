"""Where the tables are: in a folder, or in a database."""

import asyncio
from pathlib import Path

import click

from spyring.arguments import option
from spyring.server.admin import folder
from spyring.server.live.store import Store, StoreUnusable
from spyring.stop import Stop

SCHEMES = ("postgresql://", "postgres://")

Place = Path | str  # a folder, or the address of a database


def read_address(_: click.Context, __: click.Parameter, address: str | None) -> str | None:
    """The address of a database."""
    if address is not None and not is_address(address):
        raise click.BadParameter("expected an address such as postgresql://user@host/database.")
    return address


store_option = option(
    "--store",
    "address",
    callback=read_address,
    metavar="ADDRESS",
    help="PostgreSQL database where the tables are kept, instead of a folder.",
    show_default="none",
)


def is_address(text: str) -> bool:
    """Whether this names a database rather than a folder."""
    return text.startswith(SCHEMES)


def choose(data: Path | None, address: str | None) -> Place | None:
    """The place that was named, if any; raises Stop if there are two."""
    if data is not None and address is not None:
        raise Stop("Name one place for the tables: a folder with --data, or a database with --store.")
    return data or address


def served(place: Place | None) -> Place:
    """A place that has tables; looked for only when a command needs it, so that help never does."""
    place = place or folder.find()
    if isinstance(place, Path) and not place.is_file() and not folder.may_have_tables(place):
        raise Stop(f"There are no tables in {place}; name the server's folder with --data.")
    return place


def shown(place: Place) -> str:
    """A place as it may be shown: without a password."""
    if isinstance(place, Path):
        return str(place)
    from spyring.server.live.database import without_password

    return without_password(place)


def open_store(place: Place, worker: str = "") -> Store:
    """The store in a place; raises Stop with the reason if it cannot be opened."""
    try:
        return _open_folder(place) if isinstance(place, Path) else _open_database(place, worker)
    except StoreUnusable as error:
        raise Stop(str(error)) from None


def _open_folder(place: Path) -> Store:
    from spyring.server.live.sqlite import SqliteStore

    if place.is_file():  # a backup
        return SqliteStore(place.parent, name=place.name)
    return SqliteStore(place)


def _open_database(address: str, worker: str) -> Store:
    try:
        from spyring.server.live.database import prepare
        from spyring.server.live.postgres import PostgresStore
    except ModuleNotFoundError:
        raise Stop(
            "A store on PostgreSQL needs another package: install it with pip install 'spyring[postgresql]'."
        ) from None
    asyncio.run(prepare(address))
    return PostgresStore(address, worker)
