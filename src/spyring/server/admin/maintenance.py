"""What the operator does with stored tables, even while a server is using them."""

import asyncio
import io
import logging
import os
import sqlite3
import time
from collections.abc import Awaitable, Callable
from contextlib import closing
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import TypeVar

import msgspec

from spyring import gamefile
from spyring.referee import Referee
from spyring.server.admin import copying
from spyring.server.admin.place import Place, open_store, shown
from spyring.server.admin.run import set_up_logs
from spyring.server.http.outgoing import table_info
from spyring.server.live.room import Room
from spyring.server.live.rooms import Rooms, Wish, load_table
from spyring.server.live.sqlite import FILE_NAME, PRIVATE
from spyring.server.live.store import Store, StoreFailed
from spyring.server.table import judging
from spyring.server.table.clocks import Pace
from spyring.server.table.entries import HOST
from spyring.server.table.errors import Refused
from spyring.server.table.export import write_file
from spyring.server.table.table import Table
from spyring.server.table.tickets import new_ticket, stored
from spyring.server.table.transaction import Transaction
from spyring.stop import Stop

Answer = TypeVar("Answer")


def with_store(place: Place, work: Callable[[Store], Awaitable[Answer]]) -> Answer:
    """Do something with the store in a place; a refusal ends the command."""
    set_up_logs(logging.WARNING)
    store = open_store(place)

    async def run() -> Answer:
        try:
            return await work(store)
        finally:
            await store.end()

    try:
        return asyncio.run(run())
    except Refused as refused:
        raise Stop(refused.text, 1) from None
    except StoreFailed as error:
        raise Stop(f"The tables in {shown(place)} cannot be read: {error}.", 1) from None


async def list_tables(store: Store) -> list[str]:
    """All tables, one per line, newest first."""
    return [
        f"{summary.id}  {summary.code}  {summary.phase:<8}  {summary.game:<10}  "
        f"{datetime.fromtimestamp(summary.made):%Y-%m-%d %H:%M}"
        for summary in await store.summaries()
    ]


async def show_table(store: Store, *, name: str) -> str:
    """What everybody may know, as JSON."""
    table = await _find(store, name)
    shown = {"entries": table.number, "touched": table.touched, **msgspec.to_builtins(table_info(table))}
    return msgspec.json.format(msgspec.json.encode(shown)).decode()


async def export_table(store: Store, *, name: str) -> str:
    """A table's game file."""
    return write_file(await _find(store, name))


def write_private(file: Path, text: str) -> None:
    """Write a file that only its owner can read, even if others could read an earlier one of that name."""
    try:
        opened = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, PRIVATE)
        with os.fdopen(opened, "w", encoding="utf-8") as private:
            if file.is_file():  # not a device
                file.chmod(PRIVATE)
            private.write(text)
    except OSError as error:
        raise Stop(f"{file} cannot be written: {(error.strerror or str(error)).lower()}.", 1) from None


def read_game(file: Path) -> Referee:
    """The game in a file; an unreadable file ends the command."""
    try:
        return gamefile.replay(io.BytesIO(file.read_bytes()), str(file))
    except gamefile.BadFile as error:
        raise Stop(str(error), error.status) from None


async def import_table(store: Store, *, referee: Referee) -> str:
    """Set up a table that continues a game; whoever gets the printed ticket or link is its host."""
    ticket = new_ticket()
    lines = tuple(f"{actor} {text}" for actor, text in referee.log)
    wish = Wish(game=referee.game.key, seats=referee.seats, options=referee.options)
    room = await Rooms(store).make(wish, host=stored(ticket), imported=lines)
    if not referee.state.actors():  # a game that is over needs nobody to sit down
        await room.commit(lambda table, at: Transaction(table, at).begin())
    once = new_ticket()
    await room.commit(partial(judging.offer, holder=HOST, code=stored(once)))
    id, code = room.table.id, room.table.made.code
    return f"table {id}\ncode {code}\nhost {ticket}\npage /t/{id}#claim={once}"


async def close_table(store: Store, *, name: str) -> str:
    """Close a table; a server that has it open notices at its next act."""
    table = await _find(store, name)
    room = Room(table, store, Pace(), time.time)
    await room.commit(lambda table, at: judging.close(table, at, why="operator"))
    return f"Table {table.id} is closed."


def back_up(place: Place, file: Path) -> str:
    """Copy the whole store to a new file, without holding up a running server."""
    if file.exists():
        raise Stop(f"{file} already exists; name a new file.")
    if isinstance(place, str):
        return copying.copy_to_file(place, file)
    try:
        with closing(sqlite3.connect(place / FILE_NAME)) as store, closing(sqlite3.connect(file)) as copy:
            file.chmod(PRIVATE)
            store.backup(copy)
    except (sqlite3.Error, OSError) as error:
        raise Stop(f"{file} cannot be written: {error}.", 1) from None
    return f"All tables are in {file}."


async def _find(store: Store, name: str) -> Table:
    for id in (name, await store.find(name.upper())):
        bodies = await store.read(id) if id else []
        if id and bodies:
            return load_table(id, bodies)
    raise Refused("no-such-table", f"There is no table {name}.", 404)
