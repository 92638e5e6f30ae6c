"""Bots that play with one person alone wait until that person has seen what happened; nobody else waits."""

import random
import time

import pytest
from tables import PATIENCE, Server, play

from spyring.server.live.rooms import Wish
from spyring.server.table.clocks import BOT_PACES, Pace
from spyring.server.table.entries import Made, decode, encode

PATIENT = Pace(bot=0.0, film=1e6, grace=0.0, onlookers=0.0)
WHILE = 0.3  # seconds in which bots that did not wait would have acted


class Table:
    """One person or more who play Heimlich with bots."""

    def __init__(self, server, *, people=1, **wish):
        self.host = server.lay("heimlich", 3, **wish)
        self.mata, *self.others = [self.host.sit(f"Person {seat}") for seat in range(people)]
        for _ in range(3 - people):
            self.host.post("bots", {"bot": "uniform"}, status=200)
        self.table = server.room(self.host.id).table
        self.host.start()
        self.mata.until(lambda who: who.view is not None)

    def catch_up(self):
        """Say that all has been shown, until it is this person's turn."""
        until = time.monotonic() + PATIENCE
        while not self.mata.prompt:
            assert time.monotonic() < until
            self.mata.send(type="shown", number=self.mata.reached)
            self.mata.receive()
        self.mata.send(type="shown", number=self.mata.reached)

    def act(self):
        self.mata.act(self.mata.prompt["legal"][0])

    @property
    def bots(self):
        """How often bots have acted."""
        return sum(self.table.acts[1:])

    def goes_on(self):
        """Whether bots act without being waited for."""
        acts = self.bots
        time.sleep(WHILE)
        return self.bots > acts

    def go_on(self, acts):
        """Wait until bots have acted more often than that."""
        until = time.monotonic() + PATIENCE
        while self.bots == acts:
            assert time.monotonic() < until, "no bot acts"
            time.sleep(0.005)


@pytest.fixture
def server(tmp_path):
    with Server(tmp_path, pace=PATIENT) as running:
        yield running


def to_the_bots(table):
    """Act until the table waits for bots that wait for the person; returns how often they have acted."""
    table.catch_up()
    while 0 in table.table.waiting:
        table.mata.until(lambda who: who.prompt or 0 not in table.table.waiting)
        if table.mata.prompt:
            acts = table.bots
            table.act()
    return acts


def test_bots_wait_until_the_only_person_has_seen_what_happened(server):
    table = Table(server)
    to_the_bots(table)
    assert not table.goes_on()
    table.mata.send(type="shown", number=table.mata.reached - 1)
    assert not table.goes_on()
    acts = table.bots
    table.mata.send(type="shown", number=table.mata.reached)
    table.go_on(acts)


def test_bots_wait_no_longer_than_they_must(tmp_path):
    with Server(tmp_path, pace=Pace(bot=0.0, film=0.05, grace=0.0, onlookers=0.0)) as server:
        table = Table(server)
        acts = to_the_bots(table)
        table.go_on(acts)


def test_bots_do_not_wait_for_who_has_left(server):
    table = Table(server, clock="relaxed")
    acts = to_the_bots(table)
    table.mata.close()
    table.go_on(acts)


def test_bots_wait_for_nobody_who_never_said_what_was_shown(server):
    table = Table(server)
    table.mata.until(lambda who: who.prompt)
    while 0 in table.table.waiting:
        table.act()
    table.mata.until(lambda who: who.prompt)


def test_where_people_play_together_nobody_holds_up_the_others(server):
    table = Table(server, people=2)
    for person in (table.mata, *table.others):
        person.send(type="shown", number=0)
        person.send(type="pause", on=True)
    play([table.mata, *table.others], random.Random(1), acts=8)  # else nobody could act any more
    assert table.table.acts[2] > 0


def test_a_pause_holds_the_bots_and_nothing_is_done_for_them(tmp_path):
    with Server(tmp_path, pace=Pace(bot=0.0, bot_clock=0.05, film=0.0, grace=0.0, onlookers=0.0)) as server:
        table = Table(server)
        table.catch_up()
        table.mata.send(type="pause", on=True)
        acts = to_the_bots(table)
        assert not table.goes_on()
        assert table.bots == acts
        table.mata.send(type="pause", on=False)
        table.go_on(acts)


def test_only_a_seat_has_a_film(server):
    table = Table(server)
    onlooker = type(table.mata)(server, table.host.id)
    onlooker.until(lambda who: who.view is not None)
    onlooker.send(type="pause", on=True)
    assert onlooker.refused()["id"] == "no-seat"


def test_the_host_chooses_the_pace_of_the_bots(server):
    assert Pace().bot_seconds("normal") == 1.5
    assert server.http.get("/api/about").json()["bot_paces"] == list(BOT_PACES)
    host = server.lay("heimlich", 3, bot_pace="slow")
    table = server.room(host.id).table
    assert Pace().bot_seconds(table.made.bot_pace) == 2.5
    host.post("set-up", {"seats": 2, "bot_pace": "quick"}, status=200)
    assert table.made.bot_pace == "quick"
    assert host.post("set-up", {"seats": 2, "bot_pace": "hasty"}, status=422)["error"]["id"] == "bad-set-up"
    assert Wish(game="heimlich", seats=2).bot_pace == "normal"


def test_bots_of_old_tables_act_as_fast_as_they_did():
    made = Made(
        at=0.0, code="", game="heimlich", seats=2, options={}, clock="off",
        watch="link", talk=True, listed=False, seed="", host="",
    )  # fmt: skip
    assert b"bot_pace" not in encode(made)
    assert Pace().bot_seconds(decode(encode(made)).bot_pace) == 0.8
