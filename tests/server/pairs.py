"""Law 8: two worlds that differ only in what a viewer may not know send it the same bytes.

Two servers play the same game in step. In the middle the second one's position is replaced by another
world that fits everything the viewer has seen; from then on chance and the other seats do, in both
worlds, what sounds the same to the viewer. Whatever else the server sends must sound the same too.
"""

import asyncio
import contextlib
import threading
import time

from tables import PATIENCE, Person, Server

from spyring import fair
from spyring.core import CHANCE, Event
from spyring.generator import Generator
from spyring.server.live import rooms
from spyring.server.table.clocks import Pace
from spyring.server.table.transaction import Transaction

NO_BEATS = Pace(bot=0.0, beat=1e9, grace=0.0, onlookers=0.0)
NOW = 1_000_000_000.0
TRIES = 20
GARBAGE = ["", "dance", "move", "pass", "accept", "wink", "safe 99", "say trust"]


def typical_length(game, seats, options):
    """How many decisions a game of this kind has in its first two thirds; at most forty."""
    state = game.new(seats, game.settle(seats, options))
    rng = Generator(seats)
    decisions = 0
    while state.actors():
        actor, action = state.pick(rng)
        decisions += actor != CHANCE
        state.apply(actor, action)
    return max(1, min(40, decisions * 2 // 3))


class Chance:
    """Chance as the test wants it, for each server by its thread; fair where the test wants nothing."""

    def __init__(self):
        self.wanted = {}
        self.fair = fair.outcome

    def __call__(self, key, line, state):
        wanted = self.wanted.get(threading.get_ident(), {})
        return wanted[line] if line in wanted else self.fair(key, line, state)


class Pair:
    """Two servers whose tables have the same names, seeds and clocks."""

    def __init__(self, folder, monkeypatch):
        self.count = 0
        monkeypatch.setattr(rooms, "new_id", lambda: f"table-{self.count}")
        monkeypatch.setattr(rooms, "new_code", lambda: f"CODE{self.count}")
        monkeypatch.setattr(rooms.fair, "new_seed", lambda: f"{self.count:064x}")
        self.chance = Chance()
        monkeypatch.setattr(fair, "outcome", self.chance)
        self.stack = contextlib.ExitStack()
        self.servers = [
            self.stack.enter_context(Server(folder / name, pace=NO_BEATS, now=lambda: NOW))
            for name in ("first", "second")
        ]

    def close(self):
        self.stack.close()

    def play(self, game, options, seed, plant=lambda room: None):
        """One pair of games; fails as soon as the viewer could tell them apart."""
        self.count += 1
        rng = Generator(seed)
        seats = game.seats[rng.below(2)]
        viewer = [None, *range(seats)][rng.below(seats + 1)]
        hosts = [server.lay(game.key, seats, options=options, clock="relaxed") for server in self.servers]
        people = [host.seat_all() for host in hosts]
        if viewer is None:
            watchers = [Person(server, host.id) for server, host in zip(self.servers, hosts, strict=True)]
        else:
            watchers = [group[viewer] for group in people]
        for host in hosts:
            host.start()
        rooms = [server.room(host.id) for server, host in zip(self.servers, hosts, strict=True)]
        for room in rooms:
            plant(room)
        game_of_two = Match(self, rooms, people, watchers, viewer, rng)
        try:
            game_of_two.walk(steps=rng.below(typical_length(game, seats, options)))
            game_of_two.part()
            return game_of_two.walk(steps=15, watch=True)
        finally:
            for person in [*people[0], *people[1], *watchers]:
                person.close()


class Match:
    """One pair of games under way."""

    def __init__(self, pair, rooms, people, watchers, viewer, rng):
        self.pair = pair
        self.rooms = rooms
        self.people = people
        self.watchers = watchers
        self.viewer = viewer
        self.rng = rng
        self.settle()

    @property
    def states(self):
        return [referee.state for referee in self.referees]

    @property
    def referees(self):
        """The games, after the secret acts that wait."""
        return [Transaction(room.table, NOW)._referee for room in self.rooms]

    def part(self):
        """Replace the second world by another one that the viewer cannot tell from it."""
        if self.rooms[0].table.held:
            self.make((CHANCE, [], []))
        referee = self.rooms[1].table.referee
        game = self.rooms[1].table.game
        view, feed = referee.view(self.viewer), referee.feed(self.viewer)
        for key in [key for key in view if key.startswith("planted")]:
            del view[key]
        for watcher in self.watchers:
            watcher.frames.clear()
        for _ in range(TRIES if referee.state.actors() else 0):
            referee.state = game.sample(view, feed, self.rng)
            if self.find_moves() is not None:  # a world whose next act gives it away would show nothing
                break

    def walk(self, steps, watch=False):
        """Play on; returns how many steps both worlds could go together."""
        for step in range(steps):
            if not self.states[0].actors():
                return step
            moves = self.find_moves()
            if moves is None:
                return step
            if watch:
                self.ask_for_the_impossible(step)
                self.note_differently(step)
            self.make(moves)
            if watch:
                self.compare()
        return steps

    def find_moves(self):
        """An act in each world, with all that chance adds, that sound the same to the viewer."""
        for _ in range(TRIES):
            actors = self.states[0].actors()
            actor = actors[self.rng.below(len(actors))]
            first = self.line(0, actor, None)
            second = self.line(1, actor, first)
            if second is not None:
                return actor, first, second
        return None

    def line(self, world, actor, like):
        """Acts from here until somebody else must decide: at random, or sounding like others."""
        state = self.states[world].copy()
        acts = []
        while not acts or state.draws():
            who = actor if not acts else CHANCE
            if who not in state.actors():
                return None
            action = self.choose(state, who, None if like is None else like[len(acts) : len(acts) + 1])
            if action is None:
                return None
            acts.append((who, action, self.sound(state, who, action)))
            state.apply(who, action)
        if like is not None and len(acts) != len(like):
            return None
        if like is not None and state.actors() != self.after_first:
            return None
        if like is None:
            self.after_first = state.actors()
        return acts

    def choose(self, state, who, like):
        actions = [int(state.nth(who, index)) for index in range(min(state.count(who), 400))]
        if like is None:
            return actions[self.rng.below(len(actions))]
        fitting = [
            action
            for action in dict.fromkeys(actions)
            if like and like[0][0] == who and self.sound(state, who, action) == like[0][2]
        ]
        return fitting[self.rng.below(len(fitting))] if fitting else None

    def sound(self, state, who, action):
        """What the viewer hears of an act."""
        told: list[Event] = []
        tried = state.copy()
        tried.trace = told
        tried.apply(who, action)
        return [
            (event.actor, event.told(self.viewer)) for event in told if event.told(self.viewer) is not None
        ]

    def make(self, moves):
        actor, *lines = moves
        for world, acts in enumerate(lines):
            room, server = self.rooms[world], self.pair.servers[world]
            table = room.table
            start = self.referees[world].lines
            wanted = {start + step: action for step, (who, action, _) in enumerate(acts) if who == CHANCE}
            self.pair.chance.wanted[server.thread.ident] = wanted
            if actor == CHANCE:
                beat = room.commit(lambda table, at: Transaction(table, at).beat())
                asyncio.run_coroutine_threadsafe(beat, server.loop).result(PATIENCE)
            else:
                text = table.game.text(self.states[world], actor, acts[0][1])
                self.act(world, actor, text, id=f"act {start}")
        self.settle()

    def act(self, world, seat, text, id):
        """Act, and wait until it is acknowledged, or known to wait."""
        person, held = self.people[world][seat], self.rooms[world].table.held
        person.send(type="act", id=id, text=text)
        until = time.monotonic() + PATIENCE
        while id not in person.done and (seat, id) not in held:
            with contextlib.suppress(TimeoutError):
                person.receive(0.001)
            assert time.monotonic() < until, "an act was not taken in"

    def ask_for_the_impossible(self, step):
        """Both watchers try the same nonsense and the same acts out of turn."""
        texts = [GARBAGE[step % len(GARBAGE)]]
        for actor in self.states[0].actors():
            if actor not in (CHANCE, self.viewer):
                action = self.states[0].nth(actor, self.rng.below(self.states[0].count(actor)))
                texts.append(self.rooms[0].table.game.text(self.states[0], actor, action))
        legal = [] if self.viewer is None else self.states[0].legal_actions(self.viewer)
        known = {self.rooms[0].table.game.text(self.states[0], self.viewer, action) for action in legal}
        for number, text in enumerate(text for text in texts if text not in known and "say" not in text):
            for watcher in self.watchers:
                watcher.send(type="act", id=f"try {step} {number}", text=text)
                watcher.refused()

    def note_differently(self, step):
        """Another seat notes this in one world, that in the other, and twice as much."""
        noters = [seat for seat in range(len(self.people[0])) if seat != self.viewer]
        seat = noters[step % len(noters)]
        for world, group in enumerate(self.people):
            for number in range(world + 1):
                id = f"note {step} {number}"
                marks = {f"{step} {world}": "yes"}
                group[seat].send(
                    type="note", id=id, marks=marks, text=f"{world} {step} {number}" * (world + 1)
                )
                group[seat].until(lambda who, id=id: id in who.done)

    def settle(self):
        """Wait until everybody in both worlds has heard everything."""
        until = time.monotonic() + PATIENCE
        for world, room in enumerate(self.rooms):
            for person in {*self.people[world], self.watchers[world]}:
                while (
                    person.view is None
                    or person.reached < len(room.table.told[person.seat])
                    or person.info["onlookers"] != (self.viewer is None)
                ):
                    person.receive(until - time.monotonic())

    def compare(self):
        """Everything that came over the viewer's wire, byte for byte, and everything anybody can ask for."""
        if not all(state.actors() for state in self.states):
            return  # over: nothing is secret any more
        first, second = (watcher.frames for watcher in self.watchers)
        assert first == second
        for watcher in self.watchers:
            watcher.frames.clear()
        id = self.rooms[0].table.id
        for path in (
            f"/api/tables/{id}",
            "/api/lobby",
            f"/api/tables/{id}/file",
            f"/api/tables/{id}/replay?seat=0",
            f"/api/tables/{id}/story",
            f"/api/tables/{id}/analysis",
            f"/api/tables/{id}/analysed",
            f"/api/tables/{id}/beliefs?seat=0&line=3",
        ):
            answers = [server.http.get(path) for server in self.pair.servers]
            assert answers[0].content == answers[1].content
        if self.viewer is not None:
            ledgers = [
                server.http.get(
                    f"/api/tables/{id}/ledger", headers={"authorization": f"Bearer {watcher.ticket}"}
                )
                for server, watcher in zip(self.pair.servers, self.watchers, strict=True)
            ]
            assert [ledger.status_code for ledger in ledgers] == [200, 200]
            assert ledgers[0].content == ledgers[1].content
        answers = [
            server.http.post(f"/api/tables/{id}/onward", json={"line": 0}) for server in self.pair.servers
        ]
        assert [answer.status_code for answer in answers] == [403, 403]
        assert answers[0].content == answers[1].content
