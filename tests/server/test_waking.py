"""After a start only those tables are loaded at which something happens by itself, when it happens."""

import asyncio
import contextlib
import sqlite3
import time

from tables import PATIENCE, Person, Server, wait

from spyring.server.live import rooms
from spyring.server.table.clocks import Pace
from spyring.server.table.entries import Away
from spyring.server.table.transaction import Transaction

PACE = Pace(clocks={"off": None, "relaxed": 60.0, "fast": 0.3, "days": 1e6}, bot=0.0, beat=0.02, grace=0.0)


def lay(server, clock, bots=False):
    """A table in play, that nobody is connected to."""
    host = server.lay("heimlich", 2, clock=clock)
    server.post(f"{host.path}/seats", {"name": "Anna"}, status=201)
    if bots:
        host.post("bots", {"bot": "uniform"}, status=200)
    else:
        server.post(f"{host.path}/seats", {"name": "Bert"}, status=201)
    host.start()
    return host.id


def look(server):
    """Wait until the server has looked for tables to wake."""
    asyncio.run_coroutine_threadsafe(server.rooms.wake(), server.loop).result(PATIENCE)
    return set(server.rooms.live)


def due(server, id):
    (found,) = [one.due for one in call(server, server.rooms.store.summaries()) if one.id == id]
    return found


def call(server, work):
    return asyncio.run_coroutine_threadsafe(work, server.loop).result(PATIENCE)


def lines(server, id):
    return server.room(id).table.lines


def test_a_table_without_a_clock_is_not_loaded_before_somebody_comes(tmp_path):
    with Server(tmp_path, pace=PACE) as server:
        ids = [lay(server, "off"), lay(server, "off", bots=True)]
        assert [due(server, id) for id in ids] == [None, None]
    with Server(tmp_path, pace=PACE) as server:
        assert look(server) == set()
        Person(server, ids[1]).until(lambda who: who.view)
        assert look(server) == {ids[1]}


def test_a_table_with_a_slow_clock_is_not_loaded_before_its_time(tmp_path):
    with Server(tmp_path, pace=PACE) as server:
        id = lay(server, "days")
        assert due(server, id) > time.time() + 1e5
    with Server(tmp_path, pace=PACE) as server:
        assert look(server) == set()


def test_a_clock_that_runs_out_is_noticed_though_nobody_comes(tmp_path):
    with Server(tmp_path, pace=PACE) as server:
        id = lay(server, "relaxed")
    with Server(tmp_path, pace=PACE, now=lambda: time.time() + 120.0) as server:
        wait(lambda: id in server.rooms.live)
        wait(lambda: any(chair.away for chair in server.room(id).table.chairs))


def test_a_table_is_there_before_its_clock_runs_out(tmp_path, monkeypatch):
    monkeypatch.setattr(rooms, "LOOK_SECONDS", 0.02)
    with Server(tmp_path, pace=PACE) as server:
        id = lay(server, "fast")
    with Server(tmp_path, pace=PACE) as server:
        wait(lambda: id in server.rooms.live)
        wait(lambda: any(chair.away for chair in server.room(id).table.chairs))


def test_a_bot_whose_turn_it_was_goes_on_after_a_restart(tmp_path):
    slow = Pace(clocks=PACE.clocks, bot=1e6, bot_clock=1e6, grace=0.0)
    with Server(tmp_path, pace=slow) as server:
        id = lay(server, "days", bots=True)
        table = server.room(id).table
        if not table.played_by_bot(next(iter(table.waiting))):
            seat = next(iter(table.waiting))
            call(server, server.room(id).commit(lambda table, at: away(table, at, seat)))
        before = lines(server, id)
        assert due(server, id) <= time.time()
    with Server(tmp_path, pace=PACE) as server:
        wait(lambda: id in server.rooms.live)
        wait(lambda: lines(server, id) > before)


def away(table, at, seat):
    return Transaction(table, at).add(Away(at=at, seat=seat))


def test_a_table_that_was_looked_at_in_vain_is_left_alone_next_time(tmp_path):
    """As are all tables from before the store knew when something is due."""
    with Server(tmp_path, pace=PACE) as server:
        ids = {lay(server, "days"), lay(server, "off")}
    file = tmp_path / "tables.sqlite3"
    with contextlib.closing(sqlite3.connect(file, isolation_level=None)) as earlier:
        earlier.execute("DROP INDEX tables_by_due")
        earlier.execute("ALTER TABLE tables DROP COLUMN due")
        earlier.execute("PRAGMA user_version=1")
    with Server(tmp_path, pace=PACE) as server:
        assert look(server) == ids
    with Server(tmp_path, pace=PACE) as server:
        assert look(server) == set()


def test_grace_is_counted_from_the_start_of_the_server(tmp_path):
    with Server(tmp_path, pace=PACE) as server:
        id = lay(server, "days")
    with Server(tmp_path, pace=Pace(grace=1000.0)) as server:
        began = server.rooms.began
        Person(server, id).until(lambda who: who.view)
        assert server.room(id).table.grace_until == began + 1000.0
