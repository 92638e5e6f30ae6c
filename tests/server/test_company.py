"""Several workers on one database: any of them serves any seat, one of them drives a table."""

import asyncio
import contextlib
import itertools
import random
import statistics
import time
from functools import partial
from types import SimpleNamespace
from urllib.parse import urlsplit

import pytest
from click.testing import CliRunner
from lengths import length
from postgresql import run
from tables import PATIENCE, Person, Server, lay_at, play, wait
from test_beats import SEATS, quiet_game
from test_stores import prepared
from websockets.exceptions import ConnectionClosed

from spyring.cli import main
from spyring.server.live import company, postgres_exchange
from spyring.server.live.database import Lost
from spyring.server.live.exchange import LEASE_SECONDS
from spyring.server.live.messages import read_stored
from spyring.server.live.messages import stored as told
from spyring.server.live.postgres_exchange import MOST_BYTES, PostgresExchange
from spyring.server.live.room import OVERTAKEN, Room
from spyring.server.live.steady import steady_time
from spyring.server.live.store import LeaseLost
from spyring.server.table.clocks import Pace
from spyring.server.table.entries import Acted, Away, decode
from spyring.server.table.held import Held
from spyring.server.table.transaction import Transaction

SLOW_BEAT = Pace(bot=0.0, beat=0.4, grace=0.0, onlookers=0.0)
CLOCK = Pace(clocks={"off": None, "fast": 1.0, "relaxed": 60.0, "days": 1e6}, bot=0.0, beat=0.1, grace=0.0)
QUICK = Pace(bot=0.0, beat=0.05, grace=0.0, onlookers=0.0)


@contextlib.contextmanager
def workers(database, count=2, pace=QUICK):
    """So many servers on one database, that have met."""
    prepared(database)
    with contextlib.ExitStack() as stack:
        servers = [stack.enter_context(Server(database, pace=pace)) for _ in range(count)]
        wait(lambda: all(len(server.rooms.company._others) == count - 1 for server in servers))
        yield servers


def call(server, work):
    return asyncio.run_coroutine_threadsafe(work, server.loop).result(PATIENCE)


def driver(servers, table):
    """Which worker drives a table."""
    found = []

    def one_drives():
        found[:] = [server for server in servers if drives(server, table)]
        return len(found) == 1

    wait(one_drives)
    return found[0]


def driver_first(servers, table):
    """The worker that drives a table, and another one."""
    found = driver(servers, table)
    return found, next(server for server in servers if server is not found)


def lay_wink(server):
    """A game of Wink in which seat 3 may wink at once: its host and its people."""
    host = lay_at(server, "wink", SEATS, [*quiet_game(3), "3 look 0", "chance beat", "1 look 3"])
    people = host.seat_all()
    host.start()
    return host, people


def drives(server, table):
    async def ask():
        return table in server.rooms.live and server.rooms.live[table].drives

    return call(server, ask())


def stored(server, table):
    return list(map(decode, call(server, server.store.read(table))))


def at(person, server):
    """The same person, connected to another worker."""
    return Person(server, person.table, person.ticket)


def seat_across(servers, host):
    """Everybody sits down, each at another worker."""
    people = host.seat_all()
    moved = []
    for number, person in enumerate(people):
        person.close()
        moved.append(at(person, servers[number % len(servers)]))
    for person in moved:
        person.until(lambda who: who.info)
    host.start()
    return moved


def test_people_at_different_workers_play_one_game(database):
    with workers(database, 3) as servers:
        host = servers[0].lay("heimlich", 4)
        people = seat_across(servers, host)
        people[1].send(type="say", id="talk", text="hello")
        people[2].until(lambda who: "hello" in str(who.events))
        play(people, random.Random(1))
        feeds = [person.heard for person in people]
        assert all(len(feed) == len(feeds[0]) for feed in feeds)
        assert all(person.info["seats"] == people[0].info["seats"] for person in people)


def test_who_is_connected_counts_at_every_worker(database):
    with workers(database) as servers:
        host = servers[0].lay("heimlich", 2)
        people = [host.sit("Anna"), host.sit("Bert")]
        people[1].close()
        other = at(people[1], servers[1])
        for person in (people[0], other):
            person.until(lambda who: [seat["here"] for seat in who.info["seats"]] == [True, True])
        onlooker = Person(servers[1], host.id)
        people[0].until(lambda who: who.info["onlookers"] == 1)
        onlooker.close()
        other.close()
        people[0].until(lambda who: [seat["here"] for seat in who.info["seats"]] == [True, False])


def test_another_workers_act_is_seen_at_once(database):
    """Within 20 ms on a quiet machine; the test allows for one that is busy."""
    with workers(database) as servers:
        host = servers[0].lay("heimlich", 2)
        people = [host.sit("Anna"), host.sit("Bert")]
        people[1].close()
        other = at(people[1], servers[1]).until(lambda who: who.info)
        took = []
        for number in range(length(30, 300)):
            people[0].send(type="say", id=str(number), text=f"word {number}")
            people[0].until(lambda who, id=str(number): id in who.done)
            began = time.perf_counter()
            other.until(lambda who, word=f"word {number}": word in str(who.events[-1:]))
            took.append(time.perf_counter() - began)
        assert statistics.median(took) < company.RENEW_SECONDS / 4, "only the look at all tables has found it"


def test_a_lost_notification_is_made_up_for(database, monkeypatch):
    with workers(database) as servers:
        host = servers[0].lay("heimlich", 2)
        people = [host.sit("Anna"), host.sit("Bert")]
        people[1].close()
        other = at(people[1], servers[1]).until(lambda who: who.info)
        monkeypatch.setattr(company.Company, "_hear_stored", unheard)
        people[0].send(type="say", id="1", text="unheard")
        other.until(lambda who: "unheard" in str(who.events))


def unheard(company, room, entries):
    """What others have stored is not heard of."""


def test_what_others_have_stored_comes_with_the_news_of_it(database, monkeypatch):
    """It is read from the store only where it was too long, or something was missed."""
    with workers(database) as servers:
        host = servers[0].lay("heimlich", 2)
        anna = host.sit("Anna")
        onlooker = Person(servers[1], host.id).until(lambda who: who.info)
        wait(lambda: not servers[1].rooms.company._behind)
        monkeypatch.setattr(company.Company, "_look_at", lambda self, tables: None)
        anna.send(type="say", id="1", text="hello")
        onlooker.until(lambda who: "hello" in str(who.events))


def test_entries_are_not_told_where_strangers_could_listen(database, monkeypatch):
    """PostgreSQL lets everybody listen who may connect to the database, and by default all its users may."""
    run(database, f"GRANT CONNECT ON DATABASE {urlsplit(database).path[1:]} TO PUBLIC")
    said = []
    hear = company.Company._hear

    def listen(self, text):
        said.append(text)
        hear(self, text)

    monkeypatch.setattr(company.Company, "_hear", listen)
    with workers(database) as servers:
        host = servers[0].lay("heimlich", 2)
        anna = host.sit("Anna")
        onlooker = Person(servers[1], host.id).until(lambda who: who.info)
        anna.send(type="say", id="1", text="hello")
        onlooker.until(lambda who: "hello" in str(who.events))
    assert any(host.id in text for text in said)
    assert "hello" not in str(said)


def test_notifications_are_short_while_they_pile_up(database, monkeypatch):
    """A worker that has stopped reads nothing, and the database keeps for it what is told."""
    monkeypatch.setattr(postgres_exchange, "MOST_USED", 0.0)
    with workers(database) as servers:
        wait(lambda: servers[0].rooms.company._round > 1)
        assert not servers[0].store.exchange.tells_entries


def test_what_nobody_needs_here_is_read_when_somebody_does(database):
    with workers(database) as (first, second):
        host = first.lay("heimlich", 2)
        second.http.get(host.path)
        anna = host.sit("Anna")
        known = second.room(host.id).table.number
        anna.send(type="say", id="1", text="hello")
        anna.until(lambda who: "1" in who.done)
        rounds = second.rooms.company._round
        wait(lambda: second.rooms.company._round > rounds + 2 * company.LOOK_ROUNDS)
        assert second.room(host.id).table.number == known
        assert second.http.get(host.path).json()["seats"][0]["taken"]
        assert "hello" in str(Person(second, host.id).until(lambda who: who.info).events)
        anna.send(type="say", id="2", text="followed")
        wait(lambda: second.room(host.id).table.number > known + 1)


def test_who_asks_while_somebody_else_reads_is_told_the_same(database):
    """The second of two requests does not see the table as it was before the first one read on."""
    with workers(database) as (first, second):
        host = first.lay("heimlich", 2)
        second.http.get(host.path)
        host.sit("Anna")

        async def first_to_answer():
            asked = [asyncio.ensure_future(second.rooms.find(host.id)) for _ in range(2)]
            done, _ = await asyncio.wait(asked, return_when=asyncio.FIRST_COMPLETED)
            names = [one.result().table.chairs[0].name for one in done]
            await asyncio.gather(*asked)
            return names

        assert set(call(second, first_to_answer())) == {"Anna"}


def test_a_game_is_driven_where_its_people_are(database):
    with workers(database) as (first, second):
        host = first.lay("heimlich", 2)
        for person in host.seat_all():
            person.close()
            at(person, second).until(lambda who: who.info)
        wait(lambda: not first.room(host.id).listeners and first.room(host.id).watched)
        host.start()
        wait(lambda: drives(second, host.id))


@pytest.mark.parametrize("winker", [0, 1], ids=["at the driver", "elsewhere"])
def test_a_wink_counts_at_whichever_worker(database, winker):
    """It waits for the beat, which one worker strikes for all."""
    with workers(database, pace=SLOW_BEAT) as servers:
        host, people = lay_wink(servers[0])
        drives_it, other = driver_first(servers, host.id)
        person = at(people[3], (drives_it, other)[winker]).until(lambda who: who.prompt)
        person.send(type="act", id="blink", text="wink")
        person.until(lambda who: "blink" in who.done or who.refusals)
        assert not person.refusals
        winks = [
            entry for entry in stored(drives_it, host.id) if isinstance(entry, Acted) and entry.id == "blink"
        ]
        assert len(winks) == 1


def test_a_wink_that_ends_up_in_the_last_line_is_not_refused(database):
    """The driver stores it with an act that ends the game, and the worker that held it hears of both."""
    with workers(database, pace=SLOW_BEAT) as servers:
        host, _ = lay_wink(servers[0])
        room = driver(servers, host.id).room(host.id)
        refused = []
        for id in ("stored", "not stored"):
            room.table.held[(3, id)] = Held(3, "wink", id, refused.append)
        room.table.done.add((3, "stored"))
        room._let_go(OVERTAKEN)
        assert (refused, room.table.held) == ([OVERTAKEN], {})


def test_a_wink_that_its_driver_knows_is_not_refused_for_want_of_a_database(database, monkeypatch):
    with workers(database, pace=SLOW_BEAT) as servers:
        host, people = lay_wink(servers[0])
        _, other = driver_first(servers, host.id)
        person = at(people[0], other).until(lambda who: who.view)
        refused = []
        held = other.room(host.id).table.held
        with monkeypatch.context() as patch:
            patch.setattr(Room, "overhear", lambda self, news: None)
            patch.setattr(other.store, "append", not_reached)
            patch.setattr(other.store, "read", not_reached)
            held[(3, "blink")] = Held(3, "wink", "blink", refused.append)
            person.send(type="say", id="1", text="hello")
            assert person.refused()["id"] == "fault"
            assert (3, "blink") in held
            assert not refused


def test_beats_are_struck_once_by_one_driver(database):
    with workers(database, 3, pace=Pace(bot=0.0, beat=0.1, grace=0.0, onlookers=0.0)) as servers:
        host = lay_at(servers[0], "wink", SEATS, quiet_game(2))
        people = seat_across(servers, host)
        beat = people[0].until(lambda who: who.view).view["beat"]
        for person in people:
            person.until(lambda who: who.view and who.view["beat"] != beat)
        time_of = [e.at for e in stored(servers[0], host.id) if isinstance(e, Acted) and e.text == "beat"]
        struck = [moment for moment in time_of if moment > time_of[0]]
        assert all(later - earlier >= 0.0999 for earlier, later in itertools.pairwise(struck))


@pytest.mark.long
def test_bots_play_on_when_their_driver_is_gone(database):
    """A worker that dies is replaced within five seconds; here it just says nothing any more."""
    with workers(database) as servers:
        host = servers[0].lay("heimlich", 2, clock="fast")
        anna = host.sit("Anna")
        host.post("bots", {"bot": "uniform"}, status=200)
        host.start()
        drives_it, other = driver_first(servers, host.id)
        at(anna, other).until(lambda who: who.view)
        call(drives_it, sleep_on(drives_it))
        began = time.monotonic()
        wait(lambda: drives(other, host.id))
        assert time.monotonic() - began < 5.0 + LEASE_SECONDS
        wait(lambda: not drives(drives_it, host.id))


async def sleep_on(server):
    """A worker that is stopped: nothing it does in the background goes on, but it believes that it drives."""
    for task in list(server.rooms._background):
        task.cancel()
    server.rooms.company._alive_until = float("inf")


def test_a_driver_that_slept_is_refused_by_the_store(database):
    with workers(database, pace=CLOCK) as servers:
        host = servers[0].lay("heimlich", 2, clock="relaxed")
        host.seat_all()
        host.start()
        drives_it, other = driver_first(servers, host.id)
        old = call(drives_it, lease(drives_it, host.id))
        call(drives_it, sleep_on(drives_it))
        wait(lambda: drives(other, host.id))
        new = call(other, lease(other, host.id))
        assert new.epoch > old.epoch
        room = drives_it.room(host.id)
        entry = [b'{"is":"away","at":1.0,"seat":0}']
        with pytest.raises(LeaseLost):
            call(drives_it, drives_it.store.append(host.id, room.table.number, entry, None, old))
        call(drives_it, room.drive(away))
        assert not [one for one in stored(other, host.id) if isinstance(one, Away)]
        assert not drives(drives_it, host.id)
        call(other, other.store.append(host.id, other.room(host.id).table.number, entry, None, new))


def away(table, at):
    return Transaction(table, at).add(Away(at=at, seat=0))


async def lease(server, table):
    """A worker's lease; on a busy machine it may take a moment."""
    while (found := server.rooms.company.lease(table)) is None:
        await asyncio.sleep(0.01)
    return found


def test_every_clock_runs_out_once(database):
    with workers(database, 3, pace=CLOCK) as servers:
        host = servers[0].lay("heimlich", 2, clock="fast")
        people = seat_across(servers, host)
        people[0].until(lambda who: all(seat["away"] for seat in who.info["seats"]))
        gone = [one.seat for one in stored(servers[0], host.id) if isinstance(one, Away)]
        assert sorted(gone) == [0, 1]


def test_a_worker_whose_clock_is_wrong_takes_no_time_from_anybody(database):
    prepared(database)
    wrong = partial(Server, database, pace=CLOCK, now=lambda: steady_time() + 3600.0)
    with Server(database, pace=CLOCK) as server, wrong() as other:
        assert abs(other.rooms.now() - server.rooms.now()) < 1.0
        assert abs(other.rooms.began - server.rooms.now()) < PATIENCE


def test_a_worker_that_leaves_hands_its_tables_over_at_once(database):
    with workers(database) as servers:
        host = servers[0].lay("heimlich", 2, clock="relaxed")
        host.seat_all()
        host.start()
        drives_it, other = driver_first(servers, host.id)
        began = time.monotonic()
        call(drives_it, drives_it.rooms.leave())
        wait(lambda: drives(other, host.id))
        assert time.monotonic() - began < LEASE_SECONDS
        assert not drives(drives_it, host.id)


def test_a_pause_counts_at_whichever_worker(database):
    pace = Pace(bot=0.05, beat=0.1, grace=0.0, onlookers=0.0)
    with workers(database, pace=pace) as servers:
        host = servers[0].lay("heimlich", 2)
        anna = host.sit("Anna")
        host.post("bots", {"bot": "uniform"}, status=200)
        host.start()
        drives_it, other = driver_first(servers, host.id)
        mobile = at(anna, other).until(lambda who: who.view)
        mobile.send(type="pause", on=True)
        wait(lambda: drives_it.room(host.id).time._paused)
        mobile.send(type="pause", on=False)
        wait(lambda: not drives_it.room(host.id).time._paused)


def test_a_pause_ends_with_whoever_wanted_it(database):
    pace = Pace(bot=0.05, beat=0.1, grace=0.0, onlookers=0.0)
    with workers(database, pace=pace) as servers:
        host = servers[0].lay("heimlich", 2)
        anna = host.sit("Anna")
        host.post("bots", {"bot": "uniform"}, status=200)
        host.start()
        drives_it, other = driver_first(servers, host.id)
        mobile = at(anna, other).until(lambda who: who.view)
        anna.close()
        mobile.send(type="pause", on=True)
        wait(lambda: drives_it.room(host.id).time._paused)
        mobile.close()
        wait(lambda: not drives_it.room(host.id).time._paused)


def test_who_left_unheard_is_missed_after_a_while(database, monkeypatch):
    """A worker that may have missed something asks who is where; who does not answer has nobody."""
    with workers(database) as (first, second):
        host = first.lay("heimlich", 2)
        people = [host.sit("Anna"), host.sit("Bert")]
        people[1].close()
        other = at(people[1], second)
        people[0].until(lambda who: [seat["here"] for seat in who.info["seats"]] == [True, True])
        unheard = []

        async def drop(messages):
            unheard.extend(messages)

        with monkeypatch.context() as patch:
            patch.setattr(second.store.exchange, "send", drop)
            other.close()
            wait(lambda: unheard)
        first.loop.call_soon_threadsafe(first.rooms.company._hear_anew)
        people[0].until(lambda who: [seat["here"] for seat in who.info["seats"]] == [True, False])
        third = at(people[1], second)
        people[0].until(lambda who: [seat["here"] for seat in who.info["seats"]] == [True, True])
        first.loop.call_soon_threadsafe(first.rooms.company._hear_anew)
        round = first.rooms.company._round
        wait(lambda: first.rooms.company._round > round + company.ANSWER_ROUNDS + 1)
        assert first.room(host.id).table.here == [1, 1]
        third.close()


def test_a_table_that_cannot_be_followed_holds_up_no_other(database, monkeypatch):
    with workers(database) as (first, second):
        damaged, whole = sorted((first.lay("heimlich", 2) for _ in range(2)), key=lambda host: host.id)
        talkers = [host.sit("Anna") for host in (damaged, whole)]
        onlooker = Person(second, whole.id).until(lambda who: who.info)
        Person(second, damaged.id).until(lambda who: who.info)

        def unreadable(news):
            raise ValueError("from a newer version")

        monkeypatch.setattr(second.room(damaged.id), "overhear", unreadable)
        with monkeypatch.context() as patch:  # both are read in one go
            patch.setattr(company.Company, "_hear_stored", unheard)
            for person in talkers:
                person.send(type="say", id="1", text="hello")
                person.until(lambda who: "1" in who.done)
        onlooker.until(lambda who: "hello" in str(who.events))


def test_who_took_a_seat_elsewhere_is_let_in_at_once(database, monkeypatch):
    """A worker that has the table open, and has not heard of the seat yet, reads on before it refuses."""
    with workers(database) as (first, second):
        host = first.lay("heimlich")
        onlooker = Person(second, host.id)
        onlooker.until(lambda who: who.info)
        monkeypatch.setattr(company.Company, "_hear_stored", unheard)
        ticket = first.post(f"{host.path}/seats", {"name": "Anna"}, status=201)["ticket"]
        person = Person(second, host.id, ticket)
        assert person.until(lambda who: who.info).seat == 0
        second.post(f"{host.path}/seats/0/name", {"name": "Ada"}, ticket, status=200)


def test_a_worker_that_cannot_read_on_asks_people_to_try_again(database, monkeypatch):
    """What it knows is old: it neither calls a new ticket void nor tells everything again."""
    with workers(database) as (first, second):
        host = first.lay("heimlich")
        Person(second, host.id).until(lambda who: who.info)
        with monkeypatch.context() as patch:
            patch.setattr(Room, "overhear", lambda self, news: None)
            patch.setattr(second.store, "read", not_reached)
            anna = host.sit("Anna")
            anna.send(type="say", id="1", text="hello")
            anna.until(lambda who: "1" in who.done)
            for since in (0, anna.reached):
                with pytest.raises(ConnectionClosed) as closed:
                    Person(second, host.id, anna.ticket, since).receive()
                assert closed.value.rcvd.code == 1013
            second.post(f"{host.path}/seats/0/name", {"name": "Ada"}, anna.ticket, status=503)
        again = Person(second, host.id, anna.ticket, anna.reached).until(lambda who: who.info)
        assert (again.seat, again.events) == (0, [])


async def not_reached(*question):
    raise Lost(OSError("no route"))


def lose_an_answer(patch):
    """The next leases are given, and the answer that says so is lost; returns what was lost."""
    take, lost = PostgresExchange.take, []

    async def lose(self, tables):
        taken = await take(self, tables)
        if taken and not lost:
            lost.append(taken)
            raise Lost(OSError("cut"))
        return taken

    patch.setattr(PostgresExchange, "take", lose)
    return lost


def test_a_lease_whose_answer_was_lost_is_asked_for_again(database, monkeypatch):
    lost = lose_an_answer(monkeypatch)
    with workers(database) as servers:
        host = servers[0].lay("heimlich", 2, clock="relaxed")
        host.seat_all()
        host.start()
        driver(servers, host.id)
        assert lost


def test_an_orphan_whose_lease_was_given_in_a_lost_answer_is_driven(database, monkeypatch):
    """Nobody has it open at the worker to which it was given."""
    with workers(database) as (first, second):
        host = first.lay("heimlich", 2, clock="relaxed")
        host.seat_all()
        host.start()
        wait(lambda: drives(first, host.id))
        lost = lose_an_answer(monkeypatch)
        call(first, first.rooms.leave())
        wait(lambda: drives(second, host.id))
        assert lost


def test_what_could_not_be_said_is_said_later(database, monkeypatch):
    with workers(database) as servers:
        host = servers[0].lay("heimlich", 2)
        people = [host.sit("Anna"), host.sit("Bert")]
        people[1].close()
        people[0].until(lambda who: not who.info["seats"][1]["here"])
        with monkeypatch.context() as patch:
            patch.setattr(PostgresExchange, "send", not_reached)
            at(people[1], servers[1]).until(lambda who: who.info)
            wait(lambda: servers[1].rooms.company._outgoing)
        people[0].until(lambda who: who.info["seats"][1]["here"])


def test_a_table_closed_by_its_operator_is_closed_at_once(database):
    with Server(prepared(database)) as server:
        host = server.lay("heimlich", 2)
        anna = host.sit("Anna")
        assert CliRunner().invoke(main, ["tables", "--store", database, "close", host.id]).exit_code == 0
        anna.until(lambda who: who.info["phase"] == "closed")


class Stamp:
    """An exchange that says what time it is by the database's clock."""

    def __init__(self, now):
        self.now = now

    async def join(self):
        return self.now


@pytest.mark.parametrize(
    ("stored", "seconds", "ahead"),
    [
        (1000.3, 0.0, 0.0),  # too little to matter
        (1002.0, 0.0, 2.0),
        (1003.5, 4.0, 0.0),  # the answer took four seconds: that may be all of it
        (1010.0, 4.0, 8.0),
    ],
)
def test_a_clock_is_set_by_no_more_than_the_answer_proves(stored, seconds, ahead):
    ticks = iter([1000.0, 1000.0 + seconds])
    rooms = SimpleNamespace(clock=lambda: next(ticks), now=lambda: 0.0, live={})
    one = company.Company(rooms, Stamp(stored))
    asyncio.run(one.join())
    assert one.ahead == ahead


def test_a_notification_tells_as_much_as_it_can_hold():
    """It holds 8000 bytes: entries are left out before tables, and more tables need more of them."""
    few = [
        ("table-1", 3, ['{"a":"ä"}', '{"b":1}']),
        ("table-2", 0, ["{" + "x" * 8000]),
        ("table-3", 7, ["{}"]),
    ]
    (message,) = told("worker", few, MOST_BYTES)
    assert read_stored(message) == (
        "worker",
        [
            ("table-1", [("table-1", 3, '{"a":"ä"}'), ("table-1", 4, '{"b":1}')]),
            ("table-2", []),
            ("table-3", [("table-3", 7, "{}")]),
        ],
    )
    many = [(f"table-{number}", number, ["{}"]) for number in range(3000)]
    messages = told("worker", many, MOST_BYTES)
    assert len(messages) > 1
    assert all(len(message.encode()) <= MOST_BYTES for message in messages)
    assert [table for message in messages for table, _ in read_stored(message)[1]] == [
        name for name, _, _ in many
    ]
