"""The store in a file: whole, private, and honest about a full disk."""

import asyncio
import contextlib
import random
import sqlite3

import pytest
from click.testing import CliRunner
from tables import Person, Server, play

from spyring.cli import main
from spyring.server.admin import maintenance
from spyring.server.live.rooms import Rooms, Wish, load_table
from spyring.server.live.sqlite import SqliteStore
from spyring.server.live.store import StoreUnusable
from spyring.server.table import judging

MOST_TALK = 1_500  # more than the small disk of these tests holds


def with_store(folder, work, **options):
    async def run():
        store = SqliteStore(folder, **options)
        try:
            return await work(store)
        finally:
            store.close()

    return asyncio.run(run())


def test_only_its_owner_may_read_a_new_store(tmp_path):
    """It holds the seeds of games under way."""
    folder = tmp_path / "new"
    store = SqliteStore(folder)
    try:
        modes = [path.stat().st_mode & 0o777 for path in (folder, *folder.iterdir())]
    finally:
        store.close()
    assert len(modes) > 1
    assert all(mode & 0o077 == 0 for mode in modes)


def test_a_full_disk_stops_acts_and_loses_none(tmp_path):
    with Server(tmp_path, pages=60) as server:
        host = server.lay("heimlich")
        people = host.seat_all()
        host.start()
        with pytest.raises(AssertionError, match="nobody can act"):
            fill_up(server, host, people)
        acknowledged = {id for person in people for id in person.done}
        assert people[0].until(lambda who: who.info["halted"]).info["phase"] in ("open", "playing")
        assert server.http.get("/healthz").status_code == 503
        refused = [message["error"]["id"] for person in people for message in person.refusals]
        assert "disk-full" in refused
    bodies = with_store(tmp_path, lambda store: store.read(host.id))
    assert acknowledged <= {id for _, id in load_table(host.id, bodies).done}


def test_health_comes_back_with_the_disk_whoever_acts_or_not(tmp_path, monkeypatch):
    monkeypatch.setattr("spyring.server.live.rooms.TRIAL_SECONDS", 0.0)
    with Server(tmp_path, pages=60) as server:
        host = server.lay("heimlich")
        people = host.seat_all()
        with pytest.raises(AssertionError, match="nobody can act"):
            fill_up(server, host, people)
        assert [server.http.get("/healthz").status_code for _ in range(3)] == [503] * 3
        server.rooms.store._writer.execute("PRAGMA max_page_count=1000")
        assert server.http.get("/healthz").status_code == 200
        people[1].until(lambda who: who.info["halted"])
        people[1].until(lambda who: not who.info["halted"])
    assert with_store(tmp_path, lambda store: store.read("")) == []


def leave_open(folder, tables):
    """A store as a server leaves it that was killed: some of what is in it is not in the main file yet."""
    source = folder / "source"
    store = SqliteStore(source)

    async def lay():
        for _ in range(tables):
            await Rooms(store).make(Wish(game="heimlich", seats=2), host="host")

    try:
        asyncio.run(lay())
        left = folder / "left"
        left.mkdir()
        for name in ("tables.sqlite3", "tables.sqlite3-wal"):
            (left / name).write_bytes((source / name).read_bytes())
    finally:
        store.close()
    return left


@pytest.mark.parametrize("tables", [1, 8])
def test_a_store_whose_last_entries_are_missing_is_refused(tmp_path, monkeypatch, tables):
    monkeypatch.setattr("spyring.server.live.sqlite.BATCHES", 3)
    left = leave_open(tmp_path, tables)
    log = left / "tables.sqlite3-wal"
    kept = log.read_bytes()
    log.unlink()
    before = (left / "tables.sqlite3").read_bytes()
    with pytest.raises(
        StoreUnusable, match=r"tables\.sqlite3-wal, which holds what was stored last, is missing"
    ):
        SqliteStore(left)
    assert [path.name for path in left.iterdir()] == ["tables.sqlite3"]
    assert (left / "tables.sqlite3").read_bytes() == before
    log.write_bytes(kept)
    with contextlib.closing(sqlite3.connect(left / "tables.sqlite3")) as other:  # another program will do
        assert other.execute("SELECT count(*) FROM tables").fetchone() == (tables,)
    assert not log.exists()
    assert len(with_store(left, lambda store: store.summaries())) == tables


def test_an_operator_may_go_on_without_the_last_entries(tmp_path):
    left = leave_open(tmp_path, 1)
    (left / "tables.sqlite3-wal").write_bytes(b"")
    assert with_store(left, lambda store: store.summaries()) == []


def test_a_store_that_was_closed_is_one_file_and_misses_nothing(tmp_path):
    """So is one of an earlier version, which left its files in WAL mode, and a backup."""
    lay_tables(tmp_path / "a", 1)
    assert [path.name for path in (tmp_path / "a").iterdir()] == ["tables.sqlite3"]
    file = tmp_path / "a" / "tables.sqlite3"
    with contextlib.closing(sqlite3.connect(file, isolation_level=None)) as earlier:
        earlier.execute("PRAGMA application_id=0")
        earlier.execute("PRAGMA journal_mode=WAL")
        earlier.execute("DROP INDEX tables_by_due")
        earlier.execute("ALTER TABLE tables DROP COLUMN due")
        earlier.execute("PRAGMA user_version=1")
    assert len(with_store(tmp_path / "a", lambda store: store.summaries())) == 1
    store = SqliteStore(tmp_path / "a")
    (tmp_path / "b").mkdir()
    maintenance.back_up(tmp_path / "a", tmp_path / "b" / "tables.sqlite3")
    store.close()
    assert len(with_store(tmp_path / "b", lambda store: store.summaries())) == 1


def fill_up(server, host, people):
    """Talk until the disk is full."""
    for number in range(MOST_TALK):
        people[0].send(type="say", id=f"talk {number}", text="x" * 300)
        known = len(people[0].refusals)
        people[0].until(lambda who, n=number, k=known: f"talk {n}" in who.done or len(who.refusals) > k)
        assert len(people[0].refusals) == known, "nobody can act"


def test_a_file_that_is_no_store_is_said_so(tmp_path):
    (tmp_path / "tables.sqlite3").write_bytes(b"this is no database, and never was one" * 100)
    with pytest.raises(StoreUnusable, match="cannot be opened"):
        SqliteStore(tmp_path)


@pytest.mark.parametrize("share", [0.3, 0.7])
def test_a_file_that_was_cut_off_is_said_so(tmp_path, share):
    lay_tables(tmp_path, 300)
    path = tmp_path / "tables.sqlite3"
    path.write_bytes(path.read_bytes()[: int(path.stat().st_size * share)])
    with pytest.raises(StoreUnusable, match="cannot be opened"):
        SqliteStore(tmp_path)


def lay_tables(folder, count):
    async def work(store):
        rooms = Rooms(store)
        for _ in range(count):
            await rooms.make(Wish(game="heimlich", seats=2, listed=True), host="host")

    with_store(folder, work)


def damage(folder):
    """One table of two cannot be read any more."""
    with sqlite3.connect(folder / "tables.sqlite3") as connection:
        (id,) = connection.execute("SELECT id FROM tables ORDER BY made LIMIT 1").fetchone()
        connection.execute('UPDATE entries SET body = \'{"is": "nothing"}\' WHERE tbl = ?', (id,))
    connection.close()
    return id


def test_a_table_that_cannot_be_read_harms_no_other(tmp_path):
    lay_tables(tmp_path, 2)
    broken = damage(tmp_path)
    with Server(tmp_path, archive_after=-1.0) as server:
        answer = server.http.get(f"/api/tables/{broken}")
        assert (answer.status_code, answer.json()["error"]["id"]) == (500, "fault")
        assert Person(server, broken).refused()["id"] == "fault"
        (other,) = server.http.get("/api/lobby").json()
        asyncio.run_coroutine_threadsafe(server.rooms.sweep(), server.loop).result()
        assert server.http.get(f"/api/tables/{other['id']}").json()["phase"] == "archived"


def test_a_disk_that_cannot_be_written_is_said_so_and_may_recover(tmp_path):
    with Server(tmp_path) as server:
        host = server.lay("heimlich")
        person = host.sit("Anna")
        server.rooms.store._writer.execute("PRAGMA query_only=ON")
        person.send(type="say", id="1", text="hello")
        error = person.refused()
        assert (error["id"], "disk" in error["text"]) == ("fault", True)
        assert (
            server.post("/api/tables", {"game": "heimlich", "seats": 2}, status=503)["error"]["id"] == "fault"
        )
        assert server.http.get("/healthz").status_code == 503
        server.rooms.store._writer.execute("PRAGMA query_only=OFF")
        person.send(type="say", id="1", text="hello")
        person.until(lambda who: "1" in who.done and not who.info["halted"])
        assert server.http.get("/healthz").status_code == 200


def test_the_log_of_a_table_has_a_bound(server, monkeypatch):
    monkeypatch.setattr(judging, "MOST_OTHERS", 5)
    people = server.lay().seat_all()
    for number in range(3):
        people[0].send(type="say", id=str(number), text="hello")
    assert people[0].refused()["id"] == "table-full"


class TestCommands:
    @pytest.fixture
    def played(self, tmp_path):
        with Server(tmp_path) as server:
            host = server.lay("heimlich")
            people = host.seat_all()
            host.start()
            play(people, random.Random(1))
        self.data = ["--data", str(tmp_path)]
        return host.id

    def run(self, *words, status=0):
        result = CliRunner().invoke(main, ["tables", *self.data, *words])
        assert result.exit_code == status, result.output
        return result.output

    def test_list_and_show(self, played):
        assert played in self.run()
        assert '"phase": "over"' in self.run("show", played)

    def test_export_and_import(self, played, tmp_path):
        file = tmp_path / "a.game"
        for mode in (0o600, 0o644):  # also where there was a file that others could read
            file.touch()
            file.chmod(mode)
            self.run("export", played, str(file))
            assert file.stat().st_mode & 0o777 == 0o600
        file.unlink()
        self.run("export", played, str(file))
        assert file.stat().st_mode & 0o777 == 0o600
        assert self.run("export", played) == file.read_text()
        assert "Is a directory" not in self.run("export", played, str(tmp_path), status=2)
        assert "cannot be written" in self.run("export", played, str(tmp_path / "no" / "a.game"), status=1)
        assert CliRunner().invoke(main, ["verify", str(file)]).exit_code == 0
        imported = self.run("import", str(file)).split()[1]
        assert '"phase": "over"' in self.run("show", imported)
        cut = tmp_path / "b.game"
        cut.write_text("\n".join(file.read_text().splitlines()[:20]))
        assert '"phase": "open"' in self.run("show", self.run("import", str(cut)).split()[1])
        self.run("import", str(tmp_path / "tables.sqlite3"), status=2)

    def test_a_bad_file_makes_no_folder(self, tmp_path):
        self.data = ["--data", str(tmp_path / "new")]
        file = tmp_path / "bad.game"
        file.write_text("game chess\n")
        self.run("import", str(file), status=2)
        assert not (tmp_path / "new").exists()

    def test_a_damaged_table_is_said_so(self, played, tmp_path):
        damage(tmp_path)
        assert "damaged" in self.run("show", played, status=1).splitlines()[-1]

    def test_close(self, played):
        self.run("close", played)
        assert '"phase": "closed"' in self.run("show", played)
        self.run("close", played, status=1)
        self.run("show", "nowhere", status=1)


class TestServe:
    def run(self, *words):
        result = CliRunner().invoke(main, ["serve", *words])
        assert result.exit_code == 2
        return result.output

    def test_a_taken_port_is_said_so(self, server, tmp_path):
        said = self.run("--port", str(server.port), "--data", str(tmp_path / "other"))
        assert "in use" in said
        assert "--port" in said

    def test_a_folder_that_cannot_be_written_is_said_so(self, tmp_path):
        (tmp_path / "file").write_text("")
        assert "cannot be written" in self.run("--port", "0", "--data", str(tmp_path / "file" / "data"))
