"""Law 9: what others are sent, and when, does not depend on what somebody decides, or holds, in secret.

A trial lets one of two things happen that others must not tell apart, drawn at random, and notes what
came over the others' wires (`shapes`) and after how long (`times`). If the law holds, the draw has nothing
to do with either, so how often the times of one half exceed those of the other, and how a shape is spread
over both, is known, however busy the machine. A difference of SUSPICIOUS standard deviations comes up by
chance in less than one of a hundred comparisons. What is suspicious is measured MORE times, and told if all
trials together differ by CERTAIN deviations: by chance that is less than one comparison in a million, and
`scripts/test --all` makes a few hundred. What is shorter than FELT is no secret: a processor that has
just done something else does the next thing a little faster or slower, on a machine of its own, with no
network between.
"""

import asyncio
import contextlib
import json
import random
import re
import threading
import time
from collections import Counter, defaultdict
from functools import partial
from statistics import median

from tables import PATIENCE, Person, lay_at
from websockets.exceptions import ConnectionClosed

from spyring.core import CHANCE
from spyring.generator import Generator
from spyring.referee import Referee
from spyring.server.table import judging

SUSPICIOUS = 2.8
CERTAIN = 5.0
MORE = 3
FELT = 0.0005  # seconds
LONG_TURN = 999  # beats
SHORTLY = 0.002  # seconds, from a secret act to the question of somebody who wants to feel it
NUMBERS = re.compile(rb"\d+(\.\d+)?")


class Watcher(Person):
    """Somebody whose messages are noted with their times, as they come."""

    def connect(self, since=None):
        self.came = []
        self.connected_at = time.monotonic()
        super().connect(since)
        self.thread = threading.Thread(target=self._listen)
        self.thread.start()

    def _listen(self):
        with contextlib.suppress(ConnectionClosed):
            while True:
                frame = self.socket.recv()
                self.came.append((time.monotonic(), frame))

    def close(self):
        super().close()
        self.thread.join(PATIENCE)

    def wait(self, wanted, since=0, patience=PATIENCE):
        """The time of the first message from a number on that is as wanted."""
        until = time.monotonic() + patience
        while True:
            for at, frame in self.came[since:]:
                if wanted(json.loads(frame)):
                    return at
            if time.monotonic() > until:
                raise TimeoutError(f"this did not come, but {self.came[since:][-3:]}")
            time.sleep(0.0003)

    def view_now(self):
        """The position as the last update has shown it."""
        messages = (json.loads(frame) for _, frame in reversed(self.came))
        return next(message["view"] for message in messages if message.get("view"))

    def ask(self, **message):
        """Send something that will be refused; returns after how long it was."""
        known, id = len(self.came), str(random.getrandbits(64))
        began = time.monotonic()
        self.send(id=id, **message)
        return self.wait(lambda came: came.get("id") == id, known) - began


def shape(frames):
    """What came, without the numbers in it: how many messages, in which order, with which words."""
    return tuple(NUMBERS.sub(b"0", frame.encode()) for _, frame in frames)


class Trials:
    """What others noticed of one thing, and of the other."""

    def __init__(self, count, rng):
        self.draws = [False, True] * (count // 2)
        rng.shuffle(self.draws)
        self.times = defaultdict(lambda: ([], []))
        self.shapes = defaultdict(lambda: (Counter(), Counter()))

    def time(self, name, which, seconds):
        self.times[name][which].append(seconds)

    def shape(self, name, which, shape):
        self.shapes[name][which][shape] += 1

    def add(self, trials):
        """More trials of the same things."""
        for name, halves in trials.times.items():
            for all_times, times in zip(self.times[name], halves, strict=True):
                all_times += times
        for name, halves in trials.shapes.items():
            for all_shapes, shapes in zip(self.shapes[name], halves, strict=True):
                all_shapes.update(shapes)

    def differ(self, by):
        """In what the two differ by so many standard deviations."""
        found = {}
        for name, (one, other) in self.shapes.items():
            worst = max(one | other, key=lambda shape: abs(spread(one, other, shape)))
            if abs(spread(one, other, worst)) > by:
                found[name] = f"{name}: {one[worst]} or {other[worst]} times {worst}"
        for name, halves in self.times.items():
            felt = abs(median(halves[0]) - median(halves[1])) > FELT
            if felt and abs(deviations(*halves)) > by:
                found[f"when {name}"] = f"{name}: {deviations(*halves):.1f} deviations"
        return found


def told(measure, folder):
    """By what two things can be told apart for certain; nothing if the law holds."""
    trials = measure(folder / "0")
    suspicious = trials.differ(SUSPICIOUS)
    for number in range(MORE if suspicious else 0):
        trials.add(measure(folder / f"{number + 1}"))
    certain = trials.differ(CERTAIN)
    return [text for name, text in certain.items() if name in suspicious]


def deviations(one, other):
    """How far the ranks of one sample among both are from what chance would bring (Mann and Whitney)."""
    exceeds = sum((value > rival) - (value < rival) for value in one for rival in other) / 2
    pairs = len(one) * len(other)
    return exceeds / (pairs * (len(one) + len(other) + 1) / 12) ** 0.5


def spread(one, other, shape):
    """How far the count of a shape in one sample is from its share of both, in standard deviations."""
    first, both = one.total(), one.total() + other.total()
    of_shape = one[shape] + other[shape]
    variance = of_shape * (both - of_shape) * first * (both - first) / (both**2 * (both - 1))
    return (one[shape] - of_shape * first / both) / variance**0.5 if variance else 0.0


# Secret acts between beats.


class Beats:
    """Trials at a table of Wink: in every beat seat 3 winks, or does not; nobody is looking at it."""

    WINKING = (
        *[f"chance deal {deal % 4} {deal + 1}" for deal in range(36)],
        "chance first 0",
        *["chance beat"] * 3,
        "0 place 4",  # which seat 3 was dealt
        "3 look 0",
        "chance beat",
    )

    def __init__(self, server, *, bot=False):
        self.server = server
        self.bot = bot
        host = lay_at(server, "wink", 4, self.WINKING)
        if bot:
            host.post("seats/3/bot", {"bot": "normal"}, status=200)
        self.people = [host.sit(f"Person {seat}", seat=seat) for seat in range(3 if bot else 4)]
        self.onlooker = Watcher(server, host.id)
        self.watcher = Watcher(server, host.id, self.people[2].ticket)
        self.host = host
        host.start()
        self.onlooker.wait(lambda came: came.get("view"))

    def close(self):
        self.onlooker.close()
        self.watcher.close()

    def beat(self, since):
        """The next beat from a message on, as the onlooker sees it come."""
        return self.onlooker.wait(_beats, since)

    def run(self, trials, rng, decide):
        """In every beat something is decided by a draw; then others feel for it, and some of them act."""
        began = self.beat(len(self.onlooker.came))
        for drawn in trials.draws:
            acts = rng.random() < 0.7
            came = len(self.onlooker.came), len(self.watcher.came)
            which = decide(drawn)
            time.sleep(SHORTLY)
            trials.time("an onlooker's refusal", which, self.onlooker.ask(type="act", text="wink"))
            trials.time("a seat's refusal", which, self.watcher.ask(type="act", text="guess 2"))
            if acts:
                self.look(trials, which)
            struck = self.beat(came[0])
            trials.time("the beat after an act" if acts else "the beat", which, struck - began)
            began = struck
            self.watcher.wait(lambda came: came.get("view", {}).get("beat") == self.count(), came[1])
            kind = "with an act" if acts else "alone"
            trials.shape(f"an onlooker, {kind}", which, shape(self.onlooker.came[came[0] :]))
            trials.shape(f"a seat, {kind}", which, shape(self.watcher.came[came[1] :]))

    def count(self):
        """The last beat that the onlooker has heard of."""
        return self.onlooker.view_now()["beat"]

    def look(self, trials, which):
        """Seat 2 looks elsewhere: everybody is told at once."""
        looks = self.server.room(self.host.id).table.referee.state.looks
        target = 1 if looks[2] == 0 else 0
        known, began = len(self.watcher.came), time.monotonic()
        self.watcher.send(type="act", id=f"look {known}", text=f"look {target}")

        def answered(came):  # refused if the look before this one had to wait for its beat
            return {"done": f"look {known}"} in came.get("events", []) or came.get("id") == f"look {known}"

        trials.time("a seat's own act", which, self.watcher.wait(answered, known) - began)

    def wink(self, which):
        if which:
            self.people[3].send(type="act", id=str(random.getrandbits(64)), text="wink")
        return which


class LastLook:
    """Trials of two worlds in which nobody may accuse any more (W24), nor place for many beats.

    In every other beat all seats look elsewhere, seat 3 last, at the owner of the only pawn: if it holds
    the twin it may wink, else nobody can do anything more in this beat.
    """

    def __init__(self, server):
        self.tables = [self._lay(server, holder) for holder in (2, 3)]

    def _lay(self, server, holder):
        others = iter([1, 2, 3, *range(5, 37)])
        deals = [(deal % 4, 4 if deal == holder else next(others)) for deal in range(36)]
        lines = [f"chance deal {seat} {number}" for seat, number in deals]
        lines += ["chance first 0", *["chance beat"] * LONG_TURN, "0 place 4", f"1 accuse {5 - holder} 4"]
        host = lay_at(server, "wink", 4, [*lines, "3 look 2"], beats=str(LONG_TURN))
        people = host.seat_all()
        onlooker = Watcher(server, host.id)
        host.start()
        onlooker.wait(lambda came: came.get("view"))
        return people, onlooker

    def close(self):
        for _, onlooker in self.tables:
            onlooker.close()

    def run(self, trials):
        for which in trials.draws:
            people, onlooker = self.tables[which]
            self._look(people, onlooker, (1, 0, 0, 1))
            known, looked = self._look(people, onlooker, (2, 2, 1, 0))
            trials.time("the beat", which, onlooker.wait(_beats, known) - looked)
            trials.shape("an onlooker", which, shape(onlooker.came[known : known + 1]))

    def _look(self, people, onlooker, targets):
        """All seats, one after the other, from a beat on; returns when the last one was heard of."""
        onlooker.wait(_beats, len(onlooker.came))
        for person, target in zip(people, targets, strict=True):
            known = len(onlooker.came)
            seat = people.index(person)
            while onlooker.view_now()["looks"][seat] != target:
                person.send(type="act", id=str(random.getrandbits(64)), text=f"look {target}")
                with contextlib.suppress(TimeoutError):  # too late for the last beat: once more
                    looked = onlooker.wait(partial(_acts, actor=seat), known, 0.1)
        return known, looked


def _beats(came):
    return {"actor": "chance", "text": "beat"} in came.get("events", [])


# Decisions of which everybody hears that they were made, but not which.


def sound(state, actor, action, viewer):
    """What a viewer hears of an act."""
    tried = state.copy()
    tried.trace = []
    tried.apply(actor, action)
    heard = [(event.actor, event.told(viewer)) for event in tried.trace]
    return tuple((actor, text) for actor, text in heard if text is not None), tried.draws(), tried.actors()


def decisions(game, options, seats, seeds=20):
    """By verb, a position in which a seat has two acts that sound the same to everybody else."""
    found = {}
    for seed in range(seeds):
        referee = Referee(game, seats, options)
        rng = Generator(seed)
        while referee.state.actors():
            state = referee.state
            for actor in state.actors():
                if actor != CHANCE:
                    for verb, texts in _alike(game, state, actor):
                        lines = [f"{who} {text}" for who, text in referee.log]
                        found.setdefault(verb, (lines, actor, texts))
            referee.do(*state.pick(rng))
    return found


def _alike(game, state, actor):
    others = [None, *[seat for seat in range(state.seats) if seat != actor]]
    groups = defaultdict(list)
    for action in state.legal_actions(actor)[:100]:
        groups[tuple(sound(state, actor, action, viewer) for viewer in others)].append(action)
    for heard, actions in groups.items():
        if len(actions) > 1 and heard[0][2]:
            texts = [game.text(state, actor, action) for action in (actions[0], actions[-1])]
            yield texts[0].split()[0], texts


class Decision:
    """Trials of one decision, each at a table of its own: a seat does the one thing, or the other."""

    def __init__(self, server, game, options, seats, lines, actor, texts):
        self.server = server
        self.set_up = game, options, seats
        self.lines = lines
        self.actor = actor
        self.texts = texts

    def run(self, trials):
        sync = self.server.sync
        for which in trials.draws:
            self.server.store.sync = 0.0
            self.trial(trials, which, sync)

    def trial(self, trials, which, sync):
        game, options, seats = self.set_up
        host = lay_at(self.server, game.key, seats, self.lines, **options)
        actor = host.sit("Actor", seat=self.actor)
        other = (self.actor + 1) % seats
        seat = host.sit("Other", seat=other)
        host.post("bots", {"bot": "uniform"}, status=200)
        watchers = {"an onlooker": Watcher(self.server, host.id), "a seat": seat_watcher(seat)}
        prober = Watcher(self.server, host.id)
        host.start()
        for who in (*watchers.values(), prober):
            who.wait(lambda came: came.get("view"))
        actor.until(lambda who: who.view)
        self.server.store.sync = sync
        self._act(trials, which, actor, watchers, prober)
        self._come_back(trials, which, host, seat)
        for who in (*watchers.values(), prober, actor, seat):
            who.close()

    def _act(self, trials, which, actor, watchers, prober):
        known = {name: len(who.came) for name, who in watchers.items()}
        began = time.monotonic()
        actor.send(type="act", id="act", text=self.texts[which])
        time.sleep(SHORTLY)
        trials.time("a refusal meanwhile", which, prober.ask(type="act", text="?"))
        for name, who in watchers.items():
            heard = who.wait(lambda came: _acts(came, self.actor), known[name])
            trials.time(f"{name} hears of it", which, heard - began)
        actor.until(lambda who: "act" in who.done)
        for name, who in watchers.items():
            trials.shape(name, which, shape(who.came[known[name] :]))

    def _come_back(self, trials, which, host, seat):
        """Somebody looks on from now on, and another device asks for all but the beginning again."""
        for name, ticket, since in (("a new onlooker", "", 0), ("a new device", seat.ticket, 3)):
            who = Watcher(self.server, host.id, ticket, since)
            came = who.wait(lambda came: came.get("view"))
            trials.time(f"{name} is told", which, came - who.connected_at)
            story = json.loads(who.came[0][1])
            trials.shape(name, which, json.dumps([story["view"], story["events"], story["prompt"]]))
            who.close()


def seat_watcher(person):
    """The same seat, from another device."""
    return Watcher(person.server, person.table, person.ticket)


def _acts(came, actor):
    return any(event.get("actor") == actor for event in came.get("events", []))


# What chance has dealt.


def other_world(game, options, seats, lines, seed):
    """The same game with two secrets of chance exchanged, of which nobody looking on has heard."""
    rng = random.Random(seed)
    hidden = [at for at, line in enumerate(lines) if _is_hidden(game, options, seats, lines, at)]
    for _ in range(1000):
        one, another = rng.sample(hidden, 2)
        words, others = lines[one].split(), lines[another].split()
        if words[:2] != others[:2] or words[-1] == others[-1]:
            continue
        changed = list(lines)
        changed[one] = " ".join([*words[:-1], others[-1]])
        changed[another] = " ".join([*others[:-1], words[-1]])
        with contextlib.suppress(ValueError):
            if replayed(game, options, seats, changed).feed(None) == replayed(
                game, options, seats, lines
            ).feed(None):
                return changed
    raise AssertionError("there is no other world")


def replayed(game, options, seats, lines):
    referee = Referee(game, seats, options)
    for line in lines:
        actor, _, text = line.partition(" ")
        referee.act(CHANCE if actor == CHANCE else int(actor), text)
    return referee


def _is_hidden(game, options, seats, lines, at):
    actor, _, text = lines[at].partition(" ")
    if actor != CHANCE or len(text.split()) < 3:
        return False
    before = replayed(game, options, seats, lines[:at])
    return all(event.told(None) != text for event in before.act(CHANCE, text))


class Silence:
    """Trials of two worlds in which a seat is silent until its clock acts, or a bot plays it."""

    def __init__(self, server, game, options, seats, worlds, *, bot, alone=False):
        self.server = server
        self.set_up = game, options, seats
        self.worlds = worlds
        self.bot = bot
        self.alone = alone  # one person plays with bots, and they wait for that person's film
        self.actor = replayed(game, options, seats, worlds[0]).state.waiting()[0]

    def run(self, trials):
        game, options, seats = self.set_up
        sync = self.server.store.sync
        for which in trials.draws:
            self.server.store.sync = 0.0
            host = lay_at(self.server, game.key, seats, self.worlds[which], clock="fast", **options)
            for seat in range(seats):
                if self.alone and seat == 0:
                    person = host.sit("Person 0", seat=0)
                elif self.alone or (self.bot and seat == self.actor):
                    host.post(f"seats/{seat}/bot", {"bot": "normal"}, status=200)
                else:
                    name = {"name": f"Person {seat}", "seat": seat}
                    self.server.post(f"{host.path}/seats", name, status=201)
            onlooker = Watcher(self.server, host.id)
            self.server.store.sync = sync
            host.start()
            began = onlooker.wait(lambda came: came.get("view"))
            if self.alone:
                person.send(type="shown", number=0)
                person.until(lambda who: who.view is not None)
                person.send(type="shown", number=person.reached)
            acted = onlooker.wait(lambda came: _acts_now(came, self.actor), 0)
            trials.time("the silent seat's act", which, acted - began)
            trials.shape("an onlooker", which, len([1 for at, _ in onlooker.came if at <= acted]))
            onlooker.close()
            if self.alone:
                person.close()
            self._close(host)  # else its bots would play on, and take the others' time

    def _close(self, host):
        closing = self.server.room(host.id).commit(partial(judging.close, why="host"))
        asyncio.run_coroutine_threadsafe(closing, self.server.loop).result(PATIENCE)


def _acts_now(came, actor):
    """In a message that tells something new, not the beginning."""
    return came.get("from", 0) > 0 and _acts(came, actor)
