"""Time that is part of a game: struck by the clock alone, and it tells nothing."""

import asyncio
import itertools
import time
from dataclasses import replace

import pytest
from tables import PATIENCE, Person, Server, lay_at, wait

from spyring.server.live.store import StoreFailed
from spyring.server.live.timekeeper import Timekeeper
from spyring.server.table import judging
from spyring.server.table.clocks import BEATS, Pace
from spyring.server.table.entries import Acted, Away, Made, decode, encode
from spyring.server.table.transaction import Transaction

SEATS = 4
NUMBER = 7  # the card under the only pawn
BEAT = 0.1
PACE = Pace(bot=0.0, beat=BEAT, grace=0.0, onlookers=0.0)
HELD = Pace(bot=0.0, beat=1e9, grace=0.0, onlookers=0.0)


def quiet_game(holder):
    """A game in which nobody may accuse (W24) or place (W44) now; seat 3 is the last who may look.

    Seat 0's pawn stands on a card whose twin seat 2 or 3 holds.
    """
    others = iter(number for number in range(1, 37) if number != NUMBER)
    deals = [(deal % SEATS, NUMBER if deal == holder else next(others)) for deal in range(36)]
    lines = [f"chance deal {seat} {number}" for seat, number in deals]
    lines += ["chance first 0", *["chance beat"] * 3, f"0 place {NUMBER}", f"1 accuse {5 - holder} {NUMBER}"]
    return [*lines, "0 look 1", "1 look 0", "2 look 1"]


def lay_quiet(server, holder):
    host = lay_at(server, "wink", SEATS, quiet_game(holder))
    people = host.seat_all()
    host.start()
    for person in people:
        person.until(lambda who: who.view)
    return host, people


def acted(server, id):
    """The stored lines of a game."""
    bodies = asyncio.run_coroutine_threadsafe(server.rooms.store.read(id), server.loop).result(PATIENCE)
    return [entry for entry in map(decode, bodies) if isinstance(entry, Acted)]


@pytest.mark.parametrize("holder", [2, 3])
def test_w44_a_beat_is_struck_by_the_clock_alone_though_nobody_else_can_act(tmp_path, holder):
    """Else an onlooker would see who holds the twin: the last to look could wink (W45), or not."""
    with Server(tmp_path, pace=HELD) as server:
        host, people = lay_quiet(server, holder)
        people[3].act("look 0")
        state = server.room(host.id).table.referee.state
        assert state.actors() == (("chance",) if holder == 2 else ("chance", 3))
        assert [entry.text for entry in acted(server, host.id)[-1:]] == ["look 0"]


@pytest.mark.parametrize("holder", [2, 3])
def test_w44_beats_go_on_where_only_time_can_act(tmp_path, holder):
    with Server(tmp_path, pace=PACE) as server:
        _, people = lay_quiet(server, holder)
        beat = people[3].view["beat"]
        people[3].act("look 0")
        people[3].until(lambda who: who.view["beat"] > beat)


def deal_to(server, looking):
    """A table of people, so many of whom look at what they are dealt."""
    host = server.lay("wink", SEATS)
    people = host.seat_all()
    for person in people[:looking]:
        person.send(type="shown", number=0)
    shown = server.room(host.id).time._shown
    wait(lambda: len(shown) == looking)
    host.start()
    for person in people:
        person.until(lambda who: who.view)
    return people


def test_the_first_beat_waits_for_those_who_look_at_what_they_were_dealt(tmp_path):
    with Server(tmp_path, pace=replace(PACE, deal=1e6)) as server:
        people = deal_to(server, 2)
        people[0].send(type="shown", number=people[0].reached)
        time.sleep(4 * BEAT)
        people[2].act("look 0")
        assert people[2].view["beat"] == 0
        people[1].send(type="shown", number=people[1].reached)
        people[2].until(lambda who: who.view["beat"] > 1)


def test_the_first_beat_does_not_wait_for_long(tmp_path):
    with Server(tmp_path, pace=replace(PACE, deal=3 * BEAT)) as server:
        people = deal_to(server, 1)
        people[1].until(lambda who: who.view["beat"] > 1)


def test_a_beat_that_is_not_due_is_not_struck(tmp_path):
    """However many wait for their turn to strike it."""
    with Server(tmp_path, pace=PACE) as server:
        host, _ = lay_quiet(server, 2)
        room = server.room(host.id)

        async def crowd():
            for _ in range(30):
                await asyncio.sleep(BEAT / 7)
                await asyncio.gather(*[room.commit(room.time._strike) for _ in range(3)])

        asyncio.run_coroutine_threadsafe(crowd(), server.loop).result(PATIENCE)
        beats = [entry.at for entry in acted(server, host.id) if entry.text == "beat"]
    pauses = [later - earlier for earlier, later in itertools.pairwise(beats) if later > earlier]
    assert len(pauses) >= 3
    assert min(pauses) >= BEAT * 0.999


def test_a_struck_beat_sets_the_next_whoever_struck_it(tmp_path):
    """Another worker of the same table may have been first."""
    with Server(tmp_path, pace=PACE) as server:
        host, _ = lay_quiet(server, 2)
        room = server.room(host.id)

        async def next_beat():
            keeper = Timekeeper(room)  # as another worker keeps time
            keeper._watched_since = 0.0
            return keeper._next_beat() - room.table.struck

        assert asyncio.run_coroutine_threadsafe(next_beat(), server.loop).result(PATIENCE) == pytest.approx(
            BEAT
        )


def test_beats_go_on_when_a_clock_was_ahead(tmp_path):
    """The last beat was struck an hour from now; the next one does not wait for that."""
    with Server(tmp_path, pace=PACE, now=lambda: time.time() + 3600.0) as server:
        host, people = lay_quiet(server, 2)
        beat = people[3].until(lambda who: who.view["beat"] > 1).view["beat"]
    with Server(tmp_path, pace=PACE) as server:
        person = Person(server, host.id, people[3].ticket)
        person.until(lambda who: who.view["beat"] > beat + 1)


# Secret acts.


def lay_winking(server, *, bots=()):
    """Seat 3, which holds the twin of the card under seat 0's pawn, looks at it; so does seat 1."""
    host = lay_at(server, "wink", SEATS, [*quiet_game(3), "3 look 0", "chance beat", "1 look 3"])
    for seat in bots:
        host.post(f"seats/{seat}/bot", {"bot": "normal"}, status=200)
    people = [host.sit(f"Person {seat}") for seat in range(SEATS) if seat not in bots]
    host.start()
    for person in people:
        person.until(lambda who: who.view)
    return host, people


def strike(server, host):
    """The next beat, now."""
    commit = server.room(host.id).commit(lambda table, at: Transaction(table, at).beat())
    asyncio.run_coroutine_threadsafe(commit, server.loop).result(PATIENCE)


def held(server, host, count):
    """Wait until so many acts are held."""
    until = time.monotonic() + PATIENCE
    while len(server.room(host.id).table.held) != count:
        assert time.monotonic() < until, "an act is not held"
        time.sleep(0.001)


def last_lines(server, host, count):
    return [(entry.actor, entry.text) for entry in acted(server, host.id)[-count:]]


def drain(person):
    """What has come and was not read."""
    came = []
    try:
        while True:
            came.append(person.receive(0.05))
    except TimeoutError:
        return came


@pytest.fixture
def still(tmp_path):
    """A server that strikes no beat by itself."""
    with Server(tmp_path, pace=HELD) as server:
        yield server


def test_a_wink_is_neither_stored_nor_told_before_the_beat(still):
    host, people = lay_winking(still)
    onlooker = Person(still, host.id).until(lambda who: who.info["onlookers"])
    for person in [*people, onlooker]:
        drain(person)
    commits = still.store.commits
    people[3].send(type="act", id="blink", text="wink")
    held(still, host, 1)
    assert [drain(person) for person in [*people, onlooker]] == [[], [], [], [], []]
    assert still.store.commits == commits
    strike(still, host)
    assert still.store.commits == commits + 1
    assert last_lines(still, host, 2) == [(3, "wink"), ("chance", "beat")]
    assert [len(drain(person)) for person in [*people, onlooker]] == [1, 1, 1, 1, 1]
    assert "blink" in people[3].done
    assert [len(person.view["winks"]) for person in people[:3]] == [0, 1, 0]  # W42: seat 1 looks at seat 3


def test_a_public_act_takes_secret_ones_along_in_the_order_in_which_they_came(still):
    """W42: seat 2 looks at the winker a moment too late."""
    host, people = lay_winking(still)
    people[3].send(type="act", id="blink", text="wink")
    held(still, host, 1)
    people[2].act("look 3")
    assert last_lines(still, host, 2) == [(3, "wink"), (2, "look 3")]
    people[1].until(lambda who: who.view["winks"])
    assert people[2].view["winks"] == []
    people[3].until(lambda who: "blink" in who.done)


def test_who_has_winked_may_look_elsewhere_in_the_same_beat(still):
    """W44: one look and one wink, in any order; the wink goes where the seat looked then."""
    host, people = lay_winking(still)
    people[3].send(type="act", id="blink", text="wink")
    people[3].act("look 2", prompt=people[3].prompt["number"])
    assert last_lines(still, host, 2) == [(3, "wink"), (3, "look 2")]
    assert "blink" in people[3].done
    people[1].until(lambda who: who.view["winks"])
    assert people[1].view["winks"][-1]["at"] == 0


def test_an_act_that_waits_is_done_once_however_often_it_is_sent(still):
    host, people = lay_winking(still)
    for _ in range(3):
        people[3].send(type="act", id="blink", text="wink")
    people[3].send(type="act", id="again", text="wink")
    assert people[3].refused()["why"] == "winked"
    second = Person(still, host.id, people[3].ticket)
    second.send(type="act", id="blink", text="wink")
    second.send(type="say", id="word", text="Hm.")  # it has been read when this is done
    second.until(lambda who: "word" in who.done)
    strike(still, host)
    for device in (people[3], second):
        device.until(lambda who: "blink" in who.done)
    second.send(type="act", id="blink", text="wink")
    second.send(type="say", id="word 2", text="Hm!")
    second.until(lambda who: "word 2" in who.done)
    assert [entry.text for entry in acted(still, host.id)].count("wink") == 1
    assert second.refusals == []


def test_who_acts_in_secret_may_go_on_talking(still):
    host, people = lay_winking(still)
    people[3].send(type="act", id="blink", text="wink")
    people[3].send(type="say", id="word", text="Nice weather.")
    people[3].until(lambda who: "word" in who.done)
    assert "blink" not in people[3].done
    assert len(still.room(host.id).table.held) == 1


def test_a_secret_act_that_cannot_be_stored_is_refused(still):
    host, people = lay_winking(still)
    people[3].send(type="act", id="blink", text="wink")
    held(still, host, 1)

    def fail(batch):
        for append in batch:
            append.error = StoreFailed(OSError("no disk"))

    still.store._commit = fail
    people[2].send(type="act", id="look", text="look 3")
    assert people[2].refused()["id"] == "fault"
    assert people[3].refused()["id"] == "fault"
    del still.store._commit
    people[3].send(type="act", id="blink", text="wink")
    held(still, host, 1)
    strike(still, host)
    people[3].until(lambda who: "blink" in who.done)


def test_a_secret_act_that_another_writer_overtakes_is_refused(still):
    host, people = lay_winking(still)
    people[3].send(type="act", id="blink", text="wink")
    held(still, host, 1)
    table = still.room(host.id).table
    other = encode(Acted(at=table.touched, actor=2, text="look 3"))
    foreign = still.store.append(table.id, table.number, [other])
    asyncio.run_coroutine_threadsafe(foreign, still.loop).result(PATIENCE)
    strike(still, host)
    assert people[3].refused()["id"] == "stale-prompt"
    assert last_lines(still, host, 2) == [(2, "look 3"), ("chance", "beat")]


def test_a_secret_act_at_a_table_that_is_closed_is_refused(still):
    host, people = lay_winking(still)
    people[3].send(type="act", id="blink", text="wink")
    held(still, host, 1)
    closing = still.room(host.id).commit(lambda table, at: judging.close(table, at, why="host"))
    asyncio.run_coroutine_threadsafe(closing, still.loop).result(PATIENCE)
    assert people[3].refused()["id"] == "stale-prompt"


def test_the_owner_of_a_seat_comes_back_at_once_by_a_secret_act(still):
    """Else everybody would see by what the seat came back."""
    host, people = lay_winking(still)
    room = still.room(host.id)
    away = room.commit(lambda table, at: Transaction(table, at).add(Away(at=at, seat=3)))
    asyncio.run_coroutine_threadsafe(away, still.loop).result(PATIENCE)
    people[3].send(type="act", id="blink", text="wink")
    people[0].until(lambda who: who.info["seats"][3]["away"])
    people[0].until(lambda who: not who.info["seats"][3]["away"])
    assert len(room.table.held) == 1


# Refusals.


@pytest.mark.parametrize("who", ["onlooker", "seat"])
def test_who_is_refused_does_not_wait_for_others(tmp_path, who):
    with Server(tmp_path, pace=HELD, sync=0.0) as server:
        host, people = lay_winking(server)
        prober = Person(server, host.id) if who == "onlooker" else people[2]
        prober.until(lambda other: other.view)
        known, server.store.sync = server.store.commits, 1.0
        people[0].send(type="act", id="slow", text="look 2")
        until = time.monotonic() + PATIENCE
        while server.store.commits == known and time.monotonic() < until:
            time.sleep(0.001)  # until it is being stored
        stored = server.store.stored
        prober.send(type="act", id="try", text="place 3")
        assert prober.refused()["id"] == ("no-seat" if who == "onlooker" else "illegal-act")
        assert server.store.stored == stored
        server.store.sync = 0.0


# Bots.


def test_bots_act_on_the_beat_and_with_it(tmp_path):
    """One commit for everything that happens in a beat by itself."""
    with Server(tmp_path, pace=PACE) as server:
        host = server.lay("wink", SEATS)
        host.post("bots", {"bot": "normal"}, status=200)
        host.start()
        onlooker = Person(server, host.id)
        onlooker.until(lambda who: sum(actor != "chance" for actor, _ in who.heard) > 2 * SEATS)
        entries = acted(server, host.id)
    beats = {entry.at for entry in entries if entry.text == "beat"}
    acts = [entry for entry in entries if entry.by == "bot"]
    assert len(acts) > SEATS
    assert {entry.at for entry in acts} <= beats


@pytest.mark.parametrize(("bot", "beats"), [("uniform", 1), ("normal", 1), ("hard", 1), ("hard:2000ms", 3)])
def test_a_bot_takes_as_many_beats_whatever_it_has_to_think_about(server, bot, beats):
    host = server.lay("wink", SEATS)
    host.post("seats/0/bot", {"bot": bot}, status=200)

    async def think():
        room = server.room(host.id)
        room.pace = Pace()
        return room.time._beats_to_think(0)

    assert asyncio.run_coroutine_threadsafe(think(), server.loop).result(PATIENCE) == beats


def test_the_host_chooses_how_long_a_beat_lasts(tmp_path):
    with Server(tmp_path, pace=Pace(bot=0.0, grace=0.0, onlookers=0.0)) as server:
        assert server.http.get("/api/about").json()["beats"] == list(BEATS)
        host = server.lay("wink", SEATS, beat="2")
        room = server.room(host.id)
        assert room.pace.beat_seconds(room.table.made.beat) == 2.0
        host.post("set-up", {"seats": SEATS, "beat": "1.2"}, status=200)
        assert server.http.get(host.path).json()["beat"] == "1.2"
        assert host.post("set-up", {"seats": SEATS, "beat": "9"}, status=422)["error"]["id"] == "bad-set-up"
        host.seat_all()
        host.start()
        struck = room.table.struck
        assert room.time._next_beat() >= struck + 1.2


def test_beats_of_old_tables_are_as_long_as_they_were():
    made = Made(
        at=0.0, code="", game="wink", seats=4, options={}, clock="off",
        watch="link", talk=True, listed=False, seed="", host="",
    )  # fmt: skip
    assert b"beat" not in encode(made)
    assert Pace().beat_seconds(decode(encode(made)).beat) == 0.8
