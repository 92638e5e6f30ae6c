"""Law 9 over the running server: all games, people and bots, disks of different speed; and it can fail."""

import asyncio
import random
import time
from functools import partial

import pytest
from lengths import length
from tables import Server
from test_stores import prepared
from timing import SHORTLY, Beats, Decision, LastLook, Silence, Trials, decisions, other_world, told

from spyring import fair
from spyring.core import CHANCE
from spyring.games import games
from spyring.generator import Generator
from spyring.referee import Referee
from spyring.server.live import timekeeper
from spyring.server.live.room import Room
from spyring.server.table.clocks import Pace
from spyring.server.table.transaction import Transaction

BEAT = 0.05
TICKING = Pace(bot=0.0, beat=BEAT, grace=0.0, onlookers=0.0)
CLOCKED = Pace(
    clocks={"off": None, "relaxed": 60.0, "fast": 0.04, "days": 1e6}, bot=0.04, grace=0.0, onlookers=0.0
)
PATIENT = Pace(bot=1e6, bot_clock=1e6, beat=1e6, grace=0.0, onlookers=0.0)
TRIALS = length(40, 240)
FEW = length(24, 96)  # where a trial is slow
FEWEST = length(12, 60)  # where a look at the messages finds the fault
ATTEMPTS = 4  # to find what was planted, each with more trials than the last
SYNCS = length([0.015], [0.0, 0.006, 0.015])  # seconds that the disk takes
OPTIONS = {"heimlich": {"dossier": "on"}, "secrets": {}, "wink": {"eyes": "table"}}


def settled(game):
    seats = max(3, game.seats[0])
    return seats, game.settle(seats, OPTIONS[game.key])


@pytest.fixture(autouse=True)
def same_chance(monkeypatch):
    """Chance does the same at every table, whatever its name and seed."""
    outcome = fair.outcome
    monkeypatch.setattr(fair, "outcome", lambda key, line, state: outcome(b"", line, state))


# Games with beats.


def winks(folder, sync=0.0, count=TRIALS, database=None):
    """What others notice of a wink."""
    rng = random.Random(folder.name)
    with Server(database or folder, pace=TICKING, sync=sync) as server:
        table = Beats(server)
        trials = Trials(count, rng)
        table.run(trials, rng, table.wink)
        table.close()
    return trials


def last_looks(folder, count=FEWEST):
    """What an onlooker notices of who holds a card when nobody can do anything but wink."""
    with Server(folder, pace=TICKING) as server:
        trials = Trials(count, random.Random(folder.name))
        table = LastLook(server)
        table.run(trials)
        table.close()
    return trials


def bots_winks(folder, sync, plant, count=TRIALS):
    """What others notice of a wink of a bot, for which it thinks longer."""
    rng = random.Random(folder.name)
    wished, doing = [False], [False]

    async def think(game, bot, question):
        doing[0] = wished[0] and "wink" in question.legal
        await asyncio.sleep(0.001 if doing[0] else 0.0)
        return "wink" if doing[0] else ""

    def decide(which):
        """The bot thinks as soon as a beat is struck: what is drawn now it does in the next."""
        time.sleep(SHORTLY)
        wished[0] = which
        return doing[0]

    plant.setattr(timekeeper, "think", think)
    with Server(folder, pace=TICKING, sync=sync) as server:
        table = Beats(server, bot=True)
        trials = Trials(count, rng)
        table.run(trials, rng, decide)
        table.close()
    return trials


@pytest.mark.parametrize("sync", SYNCS)
def test_law_9_nobody_feels_a_wink(tmp_path, sync):
    assert told(partial(winks, sync=sync), tmp_path) == []


@pytest.mark.parametrize("sync", SYNCS)
def test_law_9_nobody_feels_a_wink_of_a_bot(tmp_path, sync, monkeypatch):
    assert told(partial(bots_winks, sync=sync, plant=monkeypatch), tmp_path) == []


# All games: decisions that everybody hears of, worlds that were dealt differently.


KINDS = {"heimlich": ["dossier"], "secrets": ["offer", "exchange"], "wink": []}


@pytest.mark.parametrize("game", [games()[key] for key in OPTIONS], ids=OPTIONS)
def test_no_decision_is_left_out(game):
    seats, options = settled(game)
    assert sorted(decisions(game, options, seats)) == sorted(KINDS[game.key])


def decided(folder, game, verb, sync=0.0, count=FEW, database=None):
    """What others notice of which of two things a seat decided."""
    seats, options = settled(game)
    lines, actor, texts = decisions(game, options, seats)[verb]
    with Server(database or folder, pace=PATIENT, sync=sync) as server:
        trials = Trials(count, random.Random(folder.name))
        Decision(server, game, options, seats, lines, actor, texts).run(trials)
    return trials


def silent(folder, game, sync, *, bot, alone=False, count=FEW):
    """What others notice of the secrets of a seat that lets its clock run out, or that a bot plays."""
    seats, options = settled(game)
    lines = middle(game, options, seats)
    worlds = lines, other_world(game, options, seats, lines, 1)
    with Server(folder, pace=CLOCKED, sync=sync) as server:
        trials = Trials(count, random.Random(folder.name))
        Silence(server, game, options, seats, worlds, bot=bot, alone=alone).run(trials)
    return trials


def middle(game, options, seats):
    """The lines of a game up to a decision for which the table waits."""
    referee = Referee(game, seats, options)
    rng = Generator(1)
    decided = 0
    while decided < 6 or not referee.state.waiting():
        actor, action = referee.state.pick(rng)
        decided += actor != CHANCE
        referee.do(actor, action)
    return [f"{actor} {text}" for actor, text in referee.log]


@pytest.mark.parametrize("sync", SYNCS)
@pytest.mark.parametrize(
    ("key", "verb"),
    [
        ("heimlich", "dossier"),
        ("secrets", "offer"),
        pytest.param("secrets", "exchange", marks=pytest.mark.long),
    ],
)
def test_law_9_nobody_feels_which_of_two_things_a_seat_decided(tmp_path, key, verb, sync):
    assert told(partial(decided, game=games()[key], verb=verb, sync=sync), tmp_path) == []


@pytest.mark.long
@pytest.mark.parametrize("measure", [winks, partial(decided, game=games()["secrets"], verb="offer")])
def test_law_9_holds_on_postgresql(tmp_path, database, measure):
    assert told(partial(measure, database=prepared(database)), tmp_path) == []


def test_law_9_nobody_feels_who_could_still_wink(tmp_path):
    assert told(last_looks, tmp_path) == []


@pytest.mark.long
@pytest.mark.parametrize("sync", [0.0, 0.015])
@pytest.mark.parametrize("bot", [False, True], ids=["clock", "bot"])
@pytest.mark.parametrize("game", [games()[key] for key in OPTIONS], ids=OPTIONS)
def test_law_9_a_silent_seat_and_a_bot_take_the_same_time_in_every_world(tmp_path, game, bot, sync):
    assert told(partial(silent, game=game, sync=sync, bot=bot), tmp_path) == []


def test_law_9_bots_that_wait_for_a_film_wait_as_long_in_every_world(tmp_path):
    assert told(partial(silent, game=games()["secrets"], sync=SYNCS[0], bot=True, alone=True), tmp_path) == []


# It can fail.


def stores_secret_acts_at_once(plant):
    """As it was: a secret act has a commit of its own, and whoever asks for anything waits for it."""

    async def let_them_wait(self, judge):
        pass

    plant.setattr(Transaction, "_hold", lambda self, held: self._draw())
    plant.setattr(Room, "_refuse_early", let_them_wait)


def strikes_beats_for_want_of_others(plant):
    """As it was: where chance is the only one that can act, it does so at once, time or not."""

    def draw(self):
        while self._referee.state.actors() == (CHANCE,):
            self._strike()
        return self

    plant.setattr(Transaction, "_draw", draw)


def lets_bots_act_when_they_please(plant):
    """As it was: a bot's act is stored when it has thought, not with the beat."""

    async def answer(self, seat):
        self._asked[seat] = self.room.table.struck
        acts = self.room.table.acts[seat]
        text = await self._think(seat)
        try:
            await self.room.commit(partial(self._act_for, seat=seat, text=text, acts=acts))
        finally:
            del self._thinking[seat]

    async def let_them_wait(self, judge):
        pass

    plant.setattr(Room, "_refuse_early", let_them_wait)
    plant.setattr(timekeeper.Timekeeper, "_answer", answer)


def works_longer_for_some_secrets(plant):
    """What an act costs depends on what it says."""
    note = Transaction._note

    def slow(self, actor, events, id="", by="seat"):
        text = self._referee.log[-1][1]
        if text == SLOW_ACT:
            time.sleep(0.02)
        note(self, actor, events, id, by)

    plant.setattr(Transaction, "_note", slow)


SLOW_ACT = decisions(games()["secrets"], settled(games()["secrets"])[1], 4)["offer"][2][1]
FAULTS = [
    pytest.param(stores_secret_acts_at_once, lambda plant: partial(winks, sync=0.015), 24),
    pytest.param(strikes_beats_for_want_of_others, lambda plant: last_looks, 12),
    pytest.param(
        stores_secret_acts_at_once,
        lambda plant: partial(winks, sync=0.006),
        240,
        marks=pytest.mark.long,
    ),
    pytest.param(
        lets_bots_act_when_they_please,
        lambda plant: partial(bots_winks, sync=0.015, plant=plant),
        240,
        marks=pytest.mark.long,
    ),
    pytest.param(
        works_longer_for_some_secrets,
        lambda plant: partial(decided, game=games()["secrets"], verb="offer", sync=0.0),
        64,
        marks=pytest.mark.long,
    ),
]


@pytest.mark.parametrize(("fault", "measure", "count"), FAULTS)
def test_law_9_finds_the_fault(tmp_path, monkeypatch, fault, measure, count):
    """At once on a quiet machine; a busy one may take more trials."""
    fault(monkeypatch)
    found = (
        told(partial(measure(monkeypatch), count=count * attempt), tmp_path / f"{attempt}")
        for attempt in range(1, ATTEMPTS + 1)
    )
    assert any(found), "nothing was told"
