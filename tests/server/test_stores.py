"""What every store does, on SQLite and on PostgreSQL: durable, fenced, in order, and from version 1 on."""

import asyncio
import random
import sqlite3

import postgresql
import pytest
from click.testing import CliRunner
from tables import Server, play

from spyring.cli import main
from spyring.server.admin.place import open_store
from spyring.server.live import migrations
from spyring.server.live.rooms import Rooms, Wish, load_table
from spyring.server.live.sqlite import FILE_NAME
from spyring.server.live.store import Conflict, Summary
from spyring.server.table import judging
from spyring.stop import Stop

SUMMARY = Summary("t", "CODE", "heimlich", 1.0, "open", True)


def with_stores(place, work, count=1):
    """Do something with a store, or with several that share a place."""
    stores = [open_store(place) for _ in range(count)]

    async def run():
        try:
            return await work(*stores)
        finally:
            for store in stores:
                await store.end()

    return asyncio.run(run())


def test_entries_come_back_in_order(place):
    async def write(store):
        await store.append("t", 0, [b"a", b"b"], SUMMARY)
        await asyncio.gather(*(store.append("t", number, [b"%d" % number]) for number in range(2, 200)))

    with_stores(place, write)
    bodies = with_stores(place, lambda store: store.read("t"))
    assert bodies == ["a", "b", *map(str, range(2, 200))]
    assert with_stores(place, lambda store: store.read("t", 198)) == ["198", "199"]
    assert with_stores(place, lambda store: store.read("u")) == []


def test_any_text_comes_back_as_it_was(place):
    body = '{"text":"\\u0000 \' \\" € 🕵 % \\\\ ß"}'

    async def work(store):
        await store.append("t", 0, [body.encode()], SUMMARY)
        return await store.read("t")

    assert with_stores(place, work) == [body]


def test_the_fence_lets_one_writer_through(place):
    async def work(store, other):
        await store.append("t", 0, [b"made"], SUMMARY)
        writers = [store, other, store, other]
        results = await asyncio.gather(
            *(writer.append("t", 1, [b"%d" % number]) for number, writer in enumerate(writers)),
            return_exceptions=True,
        )
        assert sorted(type(result).__name__ for result in results) == ["Conflict"] * 3 + ["NoneType"]
        with pytest.raises(Conflict):
            await store.append("t", 1, [b"over"], Summary("t", "CODE", "heimlich", 1.0, "over", True))
        with pytest.raises(Conflict):  # neither does a summary alone change behind another writer's back
            await store.append("t", 1, [], Summary("t", "CODE", "heimlich", 1.0, "over", True))
        assert (await store.summaries())[0].phase == "open"
        with pytest.raises(Conflict):
            await store.append("u", 0, [b"made"], Summary("u", "CODE", "heimlich", 1.0, "open", True))
        assert await store.read("u") == []
        return await store.read("t")

    assert len(with_stores(place, work, 2)) == 2


def test_one_conflict_does_not_fail_its_neighbours(place):
    """What is committed together is many tables, and each of them counts by itself."""

    async def work(store):
        for number in range(20):
            await store.append(
                f"t{number}", 0, [b"made"], Summary(f"t{number}", f"C{number}", "g", 1.0, "open", True)
            )
        await store.append("t7", 1, [b"first"])
        results = await asyncio.gather(
            *(store.append(f"t{number}", 1, [b"a", b"b"]) for number in range(20)),
            store.append("u", 0, [b"made"], Summary("u", "C3", "g", 1.0, "open", True)),
            return_exceptions=True,
        )
        assert [number for number, one in enumerate(results) if one is not None] == [7, 20]
        assert all(isinstance(results[number], Conflict) for number in (7, 20))
        assert await store.read("t7") == ["made", "first"]
        assert await store.read("t8") == ["made", "a", "b"]
        assert await store.read("u") == []

    with_stores(place, work)


def test_lists_show_what_they_are_asked_for(place):
    async def work(store):
        for number, (phase, listed) in enumerate([("open", True), ("open", False), ("playing", True)]):
            await store.append(
                f"t{number}", 0, [b"made"], Summary(f"t{number}", f"C{number}", "g", number, phase, listed)
            )
        await store.append("t2", 1, [b"x"], Summary("t2", "C2", "g", 2.0, "playing", True, 50.0))
        ids = [one.id for one in await store.summaries()]
        assert ids == ["t2", "t1", "t0"]
        assert [one.id for one in await store.summaries(limit=1)] == ["t2"]
        assert [one.id for one in await store.summaries(phases=("open",), listed=True)] == ["t0"]
        assert [one.id for one in await store.summaries(phases=("open", "playing"))] == ids
        assert (await store.due(50.0), await store.due(51.0)) == ([], ["t2"])
        assert (await store.find("C1"), await store.find("none")) == ("t1", None)
        assert await store.try_out()
        assert await store.read("") == []
        return [(summary.id, bodies) async for summary, bodies in store.everything()]

    assert with_stores(place, work) == [("t0", ["made"]), ("t1", ["made"]), ("t2", ["made", "x"])]


def test_two_servers_on_one_store_stay_in_step(place):
    """On a conflict the second one reads what the first one wrote, and judges again."""

    async def work(*stores):
        rooms = [Rooms(store) for store in stores]
        first = await rooms[0].make(Wish(game="heimlich", seats=2), host="host")
        second = await rooms[1].find(first.table.id)
        await first.commit(lambda table, at: judging.sit(table, at, name="Anna", ticket="a"))
        await second.commit(lambda table, at: judging.sit(table, at, name="Bruno", ticket="b"))
        await first.commit(judging.start)
        table = first.table
        for number in range(30):
            room = (first, second)[number % 2]
            (seat,) = table.referee.state.actors()
            state = table.referee.state
            text = table.game.text(state, seat, state.legal_actions(seat)[0])
            await room.commit(
                lambda table, at, seat=seat, text=text, number=number: judging.act(
                    table, at, seat=seat, text=text, id=str(number), prompt=None
                )
            )
            table = room.table
        stored = load_table(first.table.id, await stores[0].read(first.table.id))
        assert stored.referee.log == table.referee.log
        assert len({id for _, id in stored.done}) == 30

    with_stores(place, work, 2)


@pytest.fixture
def played(place):
    """A table whose game is over, and one whose game is under way, with its people."""
    with Server(prepared(place)) as server:
        over = server.lay("heimlich")
        people = over.seat_all()
        over.start()
        play(people, random.Random(1))
        under_way = server.lay("heimlich")
        people = under_way.seat_all()
        under_way.start()
        play(people, random.Random(2), acts=5)
        return over.id, under_way.id, people


def prepared(place):
    """A place with a store in it."""
    with_stores(place, lambda store: store.summaries())
    return place


def tables(place, *words, status=0):
    """What `spyring tables` prints about the tables in a place."""
    where = ["--store", place] if isinstance(place, str) else ["--data", str(place)]
    result = CliRunner().invoke(main, ["tables", *where, *words])
    assert result.exit_code == status, result.output
    return result.output


def test_the_operators_commands(place, played, tmp_path):
    over, under_way, _ = played
    assert {over, under_way} == {line.split()[0] for line in tables(place).splitlines()}
    assert '"phase": "over"' in tables(place, "show", over)
    file = tmp_path / "evening.game"
    tables(place, "export", over, str(file))
    assert CliRunner().invoke(main, ["verify", str(file)]).exit_code == 0
    assert '"phase": "over"' in tables(place, "show", tables(place, "import", str(file)).split()[1])
    tables(place, "close", under_way)
    assert '"phase": "closed"' in tables(place, "show", under_way)
    tables(place, "close", under_way, status=1)


def test_tables_move_between_stores_and_games_go_on(place, played, tmp_path, request):
    """From each kind to the other, and back from a backup."""
    over, _, people = played
    other = request.getfixturevalue("database") if place == tmp_path / "tables" else tmp_path / "tables"
    assert "2 tables are in" in tables(place, "copy", "--from", str(place), "--to", str(other))
    assert tables(other) == tables(place)
    assert tables(other, "export", over) == tables(place, "export", over)
    assert "already" in tables(place, "copy", "--from", str(place), "--to", str(other), status=1)
    saved = tmp_path / "saved.sqlite3"
    tables(other, "backup", str(saved))
    assert saved.stat().st_mode & 0o077 == 0
    assert "already exists" in tables(other, "backup", str(saved), status=2)
    assert not list(tmp_path.glob("saved.sqlite3-*"))
    last = tmp_path / "last"
    tables(other, "copy", "--from", str(saved), "--to", str(last))
    assert tables(last) == tables(place)
    with Server(other) as server:
        for person in people:
            person.server = server
            person.connect()
        play(people, random.Random(3))
        assert all(person.over for person in people)


def test_nothing_is_copied_from_nowhere(tmp_path):
    said = tables(tmp_path, "copy", "--from", str(tmp_path / "a"), "--to", str(tmp_path / "b"), status=2)
    assert "There are no tables" in said
    assert list(tmp_path.iterdir()) == []


def execute(place, *statements):
    """Statements to whatever keeps the tables."""
    if isinstance(place, str):
        return postgresql.run(place, *statements)
    with sqlite3.connect(place / FILE_NAME) as connection:
        for statement in statements:
            rows = connection.execute(statement).fetchall()
    connection.close()
    return rows


def as_version_1(place):
    """Make a store what version 1 would have made of it."""
    if isinstance(place, str):
        execute(place, "DROP TABLE spyring.workers, spyring.leases", "UPDATE spyring.version SET number = 1")
    else:
        execute(
            place, "DROP INDEX tables_by_due", "ALTER TABLE tables DROP COLUMN due", "PRAGMA user_version=1"
        )


def test_a_store_of_version_1_is_brought_up_to_date(place, played):
    before = tables(place)
    files = [tables(place, "export", id) for id in played[:2]]
    as_version_1(place)
    assert tables(place) == before
    assert [tables(place, "export", id) for id in played[:2]] == files
    version = "SELECT number FROM spyring.version" if isinstance(place, str) else "PRAGMA user_version"
    newest = len(migrations.POSTGRES if isinstance(place, str) else migrations.SQLITE)
    assert tuple(execute(place, version)[0]) == (newest,)


def test_a_store_from_the_future_is_left_alone(place):
    prepared(place)
    execute(
        place,
        "UPDATE spyring.version SET number = 99" if isinstance(place, str) else "PRAGMA user_version=99",
    )
    with pytest.raises(Stop, match="newer version"):
        open_store(place)
