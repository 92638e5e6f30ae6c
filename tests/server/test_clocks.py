"""Never stuck: clocks, defaults that tell nothing, bots that stand in, beats."""

import asyncio
import dataclasses
import itertools
import random
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from tables import PATIENCE, Person, Server, play

from spyring.core import CHANCE, Event
from spyring.games import games
from spyring.generator import Generator
from spyring.referee import Referee
from spyring.server.live import processes
from spyring.server.live.steady import steady_time
from spyring.server.table import judging
from spyring.server.table.clocks import Pace, deadline
from spyring.server.table.entries import Acted, decode
from spyring.server.table.table import Effect
from spyring.server.table.timeouts import default, waited_for
from spyring.server.table.transaction import Transaction

SHORT = 0.15
HURRIED = Pace(
    clocks={"off": None, "relaxed": 60.0, "fast": SHORT, "days": 1e6}, bot=0.0, beat=0.02, grace=0.0
)


@pytest.fixture
def hurried(tmp_path):
    with Server(tmp_path, pace=HURRIED) as running:
        yield running


@pytest.mark.parametrize("game", sorted(games()))
def test_a_table_that_everybody_has_left_plays_itself_to_the_end(hurried, game):
    host = hurried.lay(game, clock="fast")
    people = host.seat_all()
    host.start()
    people[0].until(lambda person: person.over)
    assert all(seat["away"] for seat in people[0].info["seats"] if seat["name"] != "")


def test_the_clock_acts_and_a_bot_stands_in_until_the_owner_is_back(hurried):
    host = hurried.lay("heimlich", clock="fast")
    people = host.seat_all()
    began = steady_time()
    host.start()
    started = steady_time()
    for person in people:
        person.until(lambda who: who.view)
    late = next(person for person in people if person.prompt)
    assert began + SHORT <= late.deadlines[late.seat] <= started + SHORT
    late.until(lambda who: who.info["seats"][who.seat]["away"])
    assert steady_time() >= began + SHORT
    late.send(type="back", id="here")
    late.until(lambda who: "here" in who.done)
    late.until(lambda who: not who.info["seats"][who.seat]["away"])


def test_an_act_is_a_return_too(tmp_path):
    with Server(tmp_path, pace=dataclasses.replace(HURRIED, bot=1.0)) as server:
        host = server.lay("heimlich", clock="fast")
        first = host.seat_all()[0]
        host.start()
        first.until(lambda who: who.info["seats"][0]["away"])
        first.until(lambda who: who.prompt)
        first.act(first.prompt["legal"][0])
        first.until(lambda who: not who.info["seats"][0]["away"])
        assert server.room(host.id).table.acts[0] >= 2


def test_no_clock_means_no_hurry(server):
    host = server.lay(clock="off")
    people = host.seat_all()
    host.start()
    people[0].until(lambda who: who.view)
    assert people[0].deadlines is None
    assert server.room(host.id).time._deadlines() in ([None], [])


def positions(game, seed, options=None):
    """A game at random, before each act of a seat."""
    referee = Referee(game, game.seats[0], options or {})
    rng = Generator(seed)
    while referee.state.actors():
        if referee.state.actors() != (CHANCE,):
            yield referee
        referee.do(*referee.state.pick(rng))


@pytest.mark.parametrize("game", list(games().values()), ids=lambda game: game.key)
def test_defaults_are_legal_and_somebody_is_waited_for_in_the_end(game):
    waited = 0
    for referee in positions(game, 3):
        for seat in waited_for(game, referee.state):
            waited += 1
            action = default(referee, seat, Generator(len(referee.log)))
            assert referee.state.allows(seat, action)
    assert waited


@pytest.mark.parametrize("eyes", ["screen", "table"])
def test_a_clock_waits_for_the_active_seat_and_never_accuses(eyes):
    """W46: everybody may look, wink and accuse at any time, so nobody waits for that."""
    game = games()["wink"]
    verbs = set()
    for referee in positions(game, 6, {"eyes": eyes}):
        for seat in waited_for(game, referee.state):
            assert seat == referee.view(None)["active"]
            action = default(referee, seat, Generator(len(referee.log)))
            verbs.add(game.text(referee.state, seat, action).split()[0])
    assert verbs == {"decline", "place"}


def test_a_default_in_the_card_phase_is_the_same_whatever_the_hand():
    """H35: a default that played a card would show the hand; passing is open to every hand."""
    game = games()["heimlich"]
    referee = Referee(game, 3, {"top-secret": "on"})
    rng = Generator(5)
    passed = 0
    while referee.state.actors():
        actor = referee.state.actors()[0]
        if referee.view(None)["phase"] == "cards" and actor != CHANCE:
            action = default(referee, actor, Generator(passed))
            assert game.text(referee.state, actor, action) in ("pass", "done")
            passed += 1
        referee.do(*referee.state.pick(rng))
    assert passed > 10


def test_defaults_do_not_differ_between_worlds_that_look_the_same_from_outside():
    """Law 8 for the clock: where the legal acts do not depend on secrets, neither does the default."""
    game = games()["heimlich"]
    compared = 0
    for referee in positions(game, 4):
        (seat,) = referee.state.actors()
        real = referee.state
        world = game.sample(referee.view(None), referee.feed(None), Generator(len(referee.log)))
        mine = default(referee, seat, Generator(9))
        referee.state = world
        assert default(referee, seat, Generator(9)) == mine
        referee.state = real
        compared += 1
    assert compared > 10


def test_a_secret_act_does_not_set_a_clock_back(server):
    """The clock of a seat starts anew only when everybody saw it act."""
    host = server.lay()
    host.seat_all()
    host.start()
    table = server.room(host.id).table
    (seat,) = table.waiting
    since = table.waiting[seat]
    acted = Acted(at=since + 5, actor=seat, text="")
    table.take(acted, Effect([Event(seat, "unseen", to=(seat,))], (seat,), False, [seat]))
    assert table.waiting == {seat: since}
    table.take(acted, Effect([Event(seat, "seen")], (seat,), False, [seat]))
    assert table.waiting == {seat: since + 5}


def test_after_a_restart_clocks_go_on_with_some_grace(tmp_path):
    slow = Pace(clocks={"off": None, "relaxed": 60.0, "fast": 0.5, "days": 1e6}, bot=0.0, grace=1.0)
    with Server(tmp_path, pace=slow) as server:
        host = server.lay("heimlich", clock="fast")
        tickets = [person.ticket for person in host.seat_all()]
        host.start()
    time.sleep(0.6)
    began = steady_time()
    with Server(tmp_path, pace=slow) as server:
        person = Person(server, host.id, tickets[0]).until(lambda who: who.deadlines)
        running = [due for due in person.deadlines if due]
        assert running
        assert all(began <= due - slow.grace <= steady_time() for due in running)


def test_bots_answer_after_the_same_time_whatever_they_think(tmp_path):
    with Server(tmp_path, pace=Pace(bot=0.1)) as server:
        host = server.lay("heimlich", seats=2)
        person = host.sit("Anna")
        host.post("bots", {"bot": "uniform"}, status=200)
        host.start()
        play([person], random.Random(1), acts=3)
        table = server.room(host.id).table
        bodies = asyncio.run_coroutine_threadsafe(server.rooms.store.read(table.id), server.loop).result()
    acts = [entry for entry in map(decode, bodies) if isinstance(entry, Acted)]
    pauses = [
        later.at - earlier.at
        for earlier, later in itertools.pairwise(acts)
        if later.by == "bot" and later.at > earlier.at
    ]
    assert pauses
    assert 0.099 <= min(pauses) < 0.19  # others may be late where the machine is busy


def test_the_table_keeps_its_time_when_the_machines_is_set(monkeypatch):
    before = steady_time()
    monkeypatch.setattr(time, "time", lambda: before - 3600.0)
    assert before <= steady_time() < before + 60.0


def test_a_clock_that_began_in_the_future_begins_again(tmp_path):
    """The machine's time was set back while the server was down."""
    later = time.time() + 86_400.0
    with Server(tmp_path, pace=HURRIED, now=lambda: later) as server:
        host = server.lay("heimlich", clock="fast")
        ticket = host.seat_all()[0].ticket
        host.start()
    with Server(tmp_path, pace=HURRIED) as server:
        person = Person(server, host.id, ticket)
        person.until(lambda who: any(seat["away"] for seat in who.info["seats"]))


def test_a_bot_that_was_overtaken_does_nothing(server):
    host = server.lay("heimlich")
    host.post("bots", {"bot": "uniform"}, status=200)

    async def overtake():
        room = server.room(host.id)
        keeper = room.time
        keeper._bots_to_ask = list  # nobody thinks by himself here
        await room.commit(judging.start)
        (seat,) = room.table.referee.state.actors()
        await room.commit(lambda table, at: Transaction(table, at).default(seat))
        (now,) = room.table.referee.state.actors()
        return keeper._act_for(room.table, room.now(), now, "", acts=room.table.acts[now] - 1).entries

    assert asyncio.run_coroutine_threadsafe(overtake(), server.loop).result() == []


@pytest.mark.parametrize(
    ("bot", "seconds"), [("uniform", 0.8), ("hard", 0.8), ("hard:700ms", 0.8), ("hard:2000ms", 2.4)]
)
def test_a_bot_takes_the_same_time_for_every_decision(server, bot, seconds):
    """Else a choice that is none, or an easy one, would tell what the bot has in its hand."""
    host = server.lay("heimlich", bot_pace="quick")
    host.post("seats/0/bot", {"bot": bot}, status=200)
    host.post("seats/1/bot", {"bot": "uniform"}, status=200)

    async def pace():
        room = server.room(host.id)
        room.time._bots_to_ask = list  # nobody thinks here
        room.pace = Pace()
        await room.commit(judging.start)
        return room.time._pace(0)

    assert asyncio.run_coroutine_threadsafe(pace(), server.loop).result() == pytest.approx(seconds)


def test_a_bot_that_answers_at_once_waits_for_no_search(monkeypatch):
    """Whoever stands in for a silent seat must not wait for bots that somebody gave much time."""
    pools = {}
    monkeypatch.setattr(processes, "_workers", {})
    monkeypatch.setattr(processes, "_new_pool", lambda work: pools.setdefault(work, ThreadPoolExecutor(1)))
    game = games()["heimlich"]
    referee = next(positions(game, 3))
    (seat,) = referee.state.actors()
    feed = referee.feed(seat)
    answered = []

    async def ask(name):
        legal = referee.legal()[seat]
        question = processes.Question(name, referee.view(seat), legal, len(feed), lambda since: feed[since:])
        await processes.think(game, name, question)
        answered.append(name)

    async def ask_both():
        await asyncio.gather(ask("hard:1500ms"), ask("normal"))

    asyncio.run(ask_both())
    for pool in pools.values():
        pool.shutdown()
    assert answered == ["normal", "hard:1500ms"]


def test_a_bot_is_sent_only_what_it_has_not_heard(monkeypatch):
    """Its process keeps the feed; one that has forgotten it is sent the whole."""
    monkeypatch.setattr(processes, "_workers", {})
    monkeypatch.setattr(processes, "_feeds", {})
    monkeypatch.setattr(processes, "_new_pool", lambda work: ThreadPoolExecutor(1))
    chosen_from = []

    class Listener:
        instant = True

        def choose(self, view, feed, legal, rng):
            chosen_from.append(feed)
            return legal[0]

    monkeypatch.setattr(processes, "find_bot", lambda game, name: Listener())
    processes._bot.cache_clear()
    feed = [(0, f"line {number}") for number in range(100)]
    sent = []

    async def ask(reached):
        def heard(since):
            sent.append((since, reached))
            return feed[since:reached]

        question = processes.Question("chair", {}, ["pass"], reached, heard)
        assert await processes.think(games()["heimlich"], "normal", question) == "pass"

    async def ask_on():
        await ask(10)
        await ask(30)
        processes._feeds.clear()  # another process, after a restart
        await ask(100)

    asyncio.run(ask_on())
    processes._bot.cache_clear()
    assert sent == [(0, 10), (10, 30), (30, 100), (0, 100)]
    assert chosen_from == [feed[:10], feed[:30], feed]


def test_no_bot_thinks_for_an_empty_room_without_a_clock(server):
    host, hurried = server.lay("heimlich"), server.lay("heimlich", clock="fast")
    for table in (host, hurried):
        table.post("bots", {"bot": "uniform"}, status=200)
        table.start()
    until = time.monotonic() + PATIENCE
    while not server.room(hurried.id).table.over:  # where a clock runs, bots play on
        assert time.monotonic() < until
        time.sleep(0.01)
    room = server.room(host.id)
    assert set(room.table.acts) == {0}
    assert room.time.idle
    Person(server, host.id).until(lambda who: who.over)


def test_a_bot_that_nobody_looked_at_has_its_time_when_somebody_comes(tmp_path):
    """Its clock is for a bot that fails; it has not failed, as long as it was not asked."""
    now = [1_800_000_000.0]
    pace = Pace(bot=0.0, beat=0.02, grace=0.0, onlookers=0.0)
    with Server(tmp_path, pace=pace, now=lambda: now[0]) as server:
        host = server.lay("heimlich")
        host.post("bots", {"bot": "uniform"}, status=200)
        host.start()
        now[0] += 10 * pace.bot_clock
        room = server.room(host.id)
        asked = []
        room.time._answer = lambda seat: asked.append(deadline(room.table, seat, pace)) or asyncio.sleep(0)
        Person(server, host.id).until(lambda who: who.view)
        assert asked
        assert asked[0] > now[0]
