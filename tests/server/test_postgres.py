"""The store on PostgreSQL, when its connection is lost, and when there is none."""

import asyncio
import builtins

import postgresql
import pytest
from click.testing import CliRunner
from tables import Server, wait
from test_stores import SUMMARY, prepared, with_stores

from spyring.cli import main
from spyring.server.live import database as live_database
from spyring.server.live import postgres
from spyring.server.live.database import without_password
from spyring.server.live.postgres import PostgresStore
from spyring.server.live.store import StoreFailed


def loses_answers(plant, *, before):
    """Every connection to the database breaks once, before or after it has done what it was asked."""
    insert = PostgresStore._insert
    broken = set()

    async def breaks(self, batch):
        key = tuple(append.table_id for append in batch)
        if key in broken:
            await insert(self, batch)
            return
        broken.add(key)
        if not before:
            await insert(self, batch)
        raise postgres.Lost(ConnectionResetError("cut"))

    plant.setattr(PostgresStore, "_insert", breaks)


@pytest.mark.parametrize("before", [True, False], ids=["lost command", "lost answer"])
def test_a_commit_whose_answer_was_lost_is_stored_once(database, monkeypatch, before):
    async def work(store):
        await store.append("t", 0, [b"made"], SUMMARY)
        await asyncio.gather(
            store.append("t", 1, [b"a", b"b"]), store.append("t", 3, [b"c"]), store.append("u", 0, [b"d"])
        )
        return await store.read("t"), await store.read("u")

    loses_answers(monkeypatch, before=before)
    assert with_stores(prepared(database), work) == (["made", "a", "b", "c"], ["d"])


def test_another_writers_entry_is_not_taken_for_ones_own(database, monkeypatch):
    async def work(store, other):
        await store.append("t", 0, [b"made"], SUMMARY)
        insert = PostgresStore._insert

        async def overtaken(self, batch):
            monkeypatch.setattr(PostgresStore, "_insert", insert)
            await other.append("t", 1, [b"theirs"])
            raise postgres.Lost(ConnectionResetError("cut"))

        monkeypatch.setattr(PostgresStore, "_insert", overtaken)
        with pytest.raises(postgres.Conflict):
            await store.append("t", 1, [b"ours"])
        return await store.read("t")

    assert with_stores(prepared(database), work, 2) == ["made", "theirs"]


def test_connections_that_are_cut_are_made_again_unnoticed(database):
    with Server(prepared(database)) as server:
        host = server.lay("heimlich")
        person = host.sit("Anna")
        for number in range(3):
            assert len(postgresql.cut_off(database)) >= 1
            person.send(type="say", id=str(number), text="hello")
            person.until(lambda who, id=str(number): id in who.done)
        assert not person.refusals
        assert server.http.get(f"/api/tables/{host.id}").status_code == 200


def test_a_database_that_is_gone_stops_the_table_and_it_goes_on_by_itself(database, monkeypatch):
    monkeypatch.setattr(postgres, "PATIENCE", 0.2)
    monkeypatch.setattr("spyring.server.live.rooms.TRIAL_SECONDS", 0.1)
    with Server(prepared(database)) as server:
        host = server.lay("heimlich")
        person = host.sit("Anna")
        name = database.partition("?")[0].rpartition("/")[2]
        elsewhere = database.replace(name, "postgres")
        postgresql.run(elsewhere, f"ALTER DATABASE {name} ALLOW_CONNECTIONS false")
        postgresql.run(
            elsewhere, f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'"
        )
        # Until it is known that the connection is lost, an act is sent, and nobody knows what became of it.
        wait(server.store._writer._connection.is_closed)
        person.send(type="say", id="1", text="hello")
        error = person.refused()
        assert (error["id"], "database" in error["text"]) == ("fault", True)
        person.until(lambda who: who.info["halted"])
        assert server.http.get("/healthz").status_code == 503
        assert server.post("/api/tables", {"game": "heimlich", "seats": 2}, status=503)
        postgresql.run(elsewhere, f"ALTER DATABASE {name} ALLOW_CONNECTIONS true")
        person.until(lambda who: not who.info["halted"])
        person.send(type="say", id="1", text="hello")
        person.until(lambda who: "1" in who.done)


def test_an_act_whose_answer_was_lost_is_not_refused_before_it_is_known(database, monkeypatch):
    """The commit was done, and then the database was gone for longer than anybody is patient."""
    monkeypatch.setattr(postgres, "PATIENCE", 0.2)
    monkeypatch.setattr("spyring.server.live.room.STUCK_SECONDS", 0.3)
    monkeypatch.setattr("spyring.server.live.rooms.TRIAL_SECONDS", 0.1)
    with Server(prepared(database)) as server:
        host = server.lay("heimlich")
        person = host.sit("Anna")
        connect, insert, gone = live_database.connect, PostgresStore._insert, []

        async def connect_unless_gone(address):
            if gone:
                raise OSError("no route")
            return await connect(address)

        async def lose_the_answer(self, batch):
            await insert(self, batch)
            if not gone:
                gone.append(True)
                self._writer.drop()
                self._reader.drop()
                raise live_database.Lost(OSError("cut"))

        monkeypatch.setattr(live_database, "connect", connect_unless_gone)
        monkeypatch.setattr(PostgresStore, "_insert", lose_the_answer)
        person.send(type="say", id="1", text="hello")
        person.until(lambda who: who.info["halted"])  # with a sentence, but without an answer
        assert not person.refusals
        assert "1" not in person.done
        monkeypatch.setattr(PostgresStore, "_insert", insert)
        gone.clear()
        person.until(lambda who: "1" in who.done)
        person.until(lambda who: not who.info["halted"])
        assert not person.refusals
        assert [one["said"] for one in person.events if "said" in one] == ["hello"]


def test_reading_from_a_database_that_is_gone_says_so(database, monkeypatch):
    async def work(store):
        async def refuse(*_, **__):
            raise OSError("no route")

        monkeypatch.setattr("spyring.server.live.database.connect", refuse)
        monkeypatch.setattr(postgres, "PATIENCE", 0.0)
        with pytest.raises(StoreFailed, match="no route"):
            await store.read("t")
        assert not await store.try_out()

    with_stores(prepared(database), work)


class TestServe:
    def run(self, *words):
        result = CliRunner().invoke(main, ["serve", "--port", "0", *words])
        assert result.exit_code == 2
        assert "Traceback" not in result.output
        return result.output

    def test_an_address_that_is_none(self):
        assert "postgresql://user@host/database" in self.run("--store", "mysql://there")

    def test_a_database_that_does_not_answer(self):
        said = self.run("--store", "postgresql://somebody:secret@127.0.0.1:9/tables")
        assert "postgresql://somebody@127.0.0.1:9/tables cannot be opened" in said
        assert "secret" not in said

    def test_a_database_that_does_not_exist(self, database):
        assert "cannot be opened" in self.run("--store", database.replace("/test_", "/no_"))

    def test_two_places(self, tmp_path):
        assert "--data" in self.run("--store", "postgresql://localhost/a", "--data", str(tmp_path))

    def test_what_is_not_installed_is_said_so(self, monkeypatch):
        there = builtins.__import__

        def lacks(name, *rest):
            if name.startswith(("asyncpg", "spyring.server.live.database")):
                raise ModuleNotFoundError(name)
            return there(name, *rest)

        monkeypatch.setattr(builtins, "__import__", lacks)
        assert "pip install 'spyring[postgresql]'" in self.run("--store", "postgresql://localhost/a")


def test_an_address_is_shown_without_its_password():
    assert without_password("postgresql://a:b@c:1/d?password=e") == "postgresql://a@c:1/d"
    assert without_password("postgresql:///d") == "postgresql:///d"
