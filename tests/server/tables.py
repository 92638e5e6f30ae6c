"""A server in a thread, and people who play on it over real sockets."""

import asyncio
import contextlib
import inspect
import json
import random
import threading
import time

import httpx
import uvicorn
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from spyring.games import games
from spyring.server.admin import run
from spyring.server.http.app import make_app
from spyring.server.http.limits import Limits
from spyring.server.live.postgres import PostgresStore
from spyring.server.live.rooms import Rooms, Wish
from spyring.server.live.sqlite import SqliteStore
from spyring.server.table.clocks import Pace
from spyring.server.table.tickets import new_ticket, stored

PATIENCE = 30.0  # seconds, for anything that is bound to come
LONGEST = 120.0  # and for what many messages lead to
KEPT = 2.0  # an idle connection
QUICK = Pace(bot=0.0, beat=0.02, grace=0.0, onlookers=0.0)
NO_LIMITS = Limits(
    bytes_per_second=1e9,
    bytes_at_once=1e9,
    address_bytes_per_second=1e9,
    address_bytes_at_once=1e9,
    all_bytes_per_second=1e9,
    all_bytes_at_once=1e9,
    address_work_per_second=1e9,
    address_work_at_once=1e9,
    strangers_work_per_second=1e9,
    strangers_work_at_once=1e9,
    address_messages_per_second=1e6,
    address_messages_at_once=1e6,
    requests_per_second=1e6,
    requests_at_once=1e6,
    requests_under_way=1000,
    openings_per_second=1e6,
    openings_at_once=1e6,
    sockets_per_seat=10**6,
    connections=10**6,
    messages_per_second=1e6,
    messages_at_once=1e6,
    talk_per_second=1e6,
    talk_at_once=1e6,
    notes_per_second=1e6,
    notes_at_once=1e6,
    tables_per_hour=10**6,
    seats_per_hour=10**6,
    misses_per_hour=10**6,
    sockets=10**6,
)


def wait(fact):
    until = time.monotonic() + PATIENCE
    while not fact():
        assert time.monotonic() < until, "it does not happen"
        time.sleep(0.005)


class SlowStore(SqliteStore):
    """A store whose disk takes so many seconds for every commit."""

    def __init__(self, folder, *, sync, **more):
        self.sync = sync
        self.commits = self.stored = 0  # begun, and done
        super().__init__(folder, **more)

    def _commit(self, batch):
        self.commits += 1
        time.sleep(self.sync)
        super()._commit(batch)
        self.stored += 1


class Prompt(uvicorn.Server):
    """Ends as soon as it is asked to, for hundreds of tests: uvicorn looks up only ten times a second."""

    def __init__(self, config):
        super().__init__(config)
        self.asked = asyncio.Event()

    async def main_loop(self):
        tick = 0
        while not self.asked.is_set():
            await self.on_tick(tick)  # it keeps the date that answers carry
            tick += 1
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self.asked.wait(), 0.1)

    async def shutdown(self, sockets=None):
        for server in self.servers:
            server.close()
        for connection in list(self.server_state.connections):
            connection.shutdown()
        for _ in range(20):
            if not self.server_state.connections and not self.server_state.tasks:
                await self.lifespan.shutdown()
                return
            await asyncio.sleep(0.005)
        await super().shutdown(sockets)  # it waits longer, and in vain only for so long


class Server:
    """The real application, served from a thread of this process, with tables in a folder or a database."""

    def __init__(self, place, *, pace=QUICK, limits=NO_LIMITS, pages=None, proxy=None, sync=0.0, **rooms):
        self.place = place
        self.pace = pace
        self.limits = limits
        self.pages = pages
        self.proxy = proxy
        self.sync = sync
        self.rooms_options = rooms

    def __enter__(self):
        self.listener = run.bind("127.0.0.1", 0)
        self.port = self.listener.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        if isinstance(self.place, str):
            self.store = PostgresStore(self.place)
        else:
            self.store = SlowStore(self.place, sync=self.sync, pages=self.pages)
        self.rooms = Rooms(self.store, pace=self.pace, **self.rooms_options)
        self.app = make_app(self.rooms, limits=self.limits)
        config = run.config(self.app, self.proxy)
        self.gate = config.http.gate
        self.server = Prompt(config)
        self.thread = threading.Thread(target=self._run)
        self.thread.start()
        until = time.monotonic() + PATIENCE
        while not self.server.started:
            assert self.thread.is_alive(), "the server has not started: its thread has ended"
            assert time.monotonic() < until, "the server does not start"
            time.sleep(0.005)
        self.sockets = contextlib.ExitStack()
        # Idle connections are closed here before the server closes them: a request must not meet its end.
        idle = httpx.Limits(keepalive_expiry=KEPT)
        self.http = httpx.Client(base_url=self.url, timeout=PATIENCE, limits=idle)
        return self

    def _run(self):
        async def serve():
            self.loop = asyncio.get_running_loop()
            await self.server.serve([self.listener])

        asyncio.run(serve())

    def __exit__(self, *_):
        self.http.close()
        self.sockets.close()
        self.loop.call_soon_threadsafe(self.server.asked.set)
        self.thread.join(PATIENCE)
        assert not self.thread.is_alive(), "the server does not stop"

    def post(self, path, body=None, ticket="", status=None):
        headers = {"authorization": f"Bearer {ticket}"} if ticket else {}
        answer = self.http.post(path, json=body or {}, headers=headers)
        assert status is None or answer.status_code == status, answer.text
        return answer.json()

    def lay(self, game=None, seats=None, **wish):
        """A table and its host."""
        game = game or next(iter(games()))
        seats = seats or games()[game].seats[0]
        return Host(self, self.post("/api/tables", {"game": game, "seats": seats, **wish}, status=201))

    def room(self, id):
        return self.rooms.live[id]


class Host:
    """Who laid a table."""

    def __init__(self, server, answer):
        self.server = server
        self.id = answer["table"]["id"]
        self.seats = len(answer["table"]["seats"])
        self.ticket = answer["host"]
        self.path = f"/api/tables/{self.id}"

    def post(self, path, body=None, status=None):
        return self.server.post(f"{self.path}/{path}", body, self.ticket, status)

    def sit(self, name, **wish):
        """Somebody sits down, and connects."""
        answer = self.server.post(f"{self.path}/seats", {"name": name, **wish}, status=201)
        return Person(self.server, self.id, answer["ticket"])

    def seat_all(self):
        return [self.sit(f"Person {seat}", contribution=f"salt{seat}") for seat in range(self.seats)]

    def start(self):
        self.post("start", status=200)


class Person:
    """A connection to a table, and what has come over it so far."""

    def __init__(self, server, table, ticket="", since=0, **hello):
        self.server = server
        self.table = table
        self.ticket = ticket
        self.events = []
        self.frames = []
        self.refusals = []
        self.done = set()
        self.info = self.view = self.prompt = self.seat = self.deadlines = None
        self.reached = since
        self.hello = hello
        self.connect(since)

    def connect(self, since=None):
        url = f"ws://127.0.0.1:{self.server.port}/api/tables/{self.table}/socket"
        opened = connect(url, compression=None, max_size=None, open_timeout=PATIENCE, close_timeout=0.2)
        self.socket = self.server.sockets.enter_context(opened)
        with contextlib.suppress(ConnectionClosed):  # turned away already: the reason can still be read
            reached = self.reached if since is None else since
            self.send(type="hello", ticket=self.ticket, **self.hello, **{"from": reached})

    def send(self, **message):
        self.socket.send(json.dumps(message))

    def close(self):
        self.socket.close()

    def receive(self, timeout=PATIENCE):
        """The next message, taken in."""
        frame = self.socket.recv(timeout)
        self.frames.append(frame)
        message = json.loads(frame)
        if message["type"] == "update":
            assert message["from"] <= self.reached, "something is missing"
            self.events += message["events"][self.reached - message["from"] :]
            self.reached = message["to"]
            self.view, self.prompt, self.seat = message["view"], message["prompt"], message["seat"]
            self.deadlines = message["deadlines"]
            self.info = message.get("table", self.info)
            self.done |= {event["done"] for event in message["events"] if "done" in event}
        elif message["type"] == "done":
            self.done.add(message["id"])
        else:
            self.refusals.append(message)
        return message

    def until(self, condition):
        """Receive until something is so."""
        self._receive_until(lambda: self.info is not None and condition(self), condition)
        return self

    def refused(self):
        """The next refusal's error."""
        known = len(self.refusals)
        self._receive_until(lambda: len(self.refusals) > known, Person.refused)
        return self.refusals[-1]["error"]

    def _receive_until(self, done, wanted):
        end = time.monotonic() + LONGEST
        while not done():
            try:
                self.receive(max(0.0, min(PATIENCE, end - time.monotonic())))
            except TimeoutError:
                source = inspect.getsource(wanted).strip()
                raise TimeoutError(f"this did not come: {source}") from None

    def act(self, text, id=None, **more):
        """Act, and wait until it is acknowledged."""
        id = id or f"{random.getrandbits(64):x}"
        self.send(type="act", id=id, text=text, **more)
        return self.until(lambda person: id in person.done)

    @property
    def heard(self):
        """The feed: what this viewer has been told of the game."""
        return [(event["actor"], event["text"]) for event in self.events if "actor" in event]

    @property
    def over(self):
        return self.info is not None and self.info["phase"] == "over"


def lay_at(server, game, seats, lines, *, clock="off", **options):
    """A table whose game will go on after some lines, and its host."""
    ticket = new_ticket()
    wish = Wish(game=game, seats=seats, options=options, clock=clock)
    making = server.rooms.make(wish, host=stored(ticket), imported=tuple(lines))
    made = asyncio.run_coroutine_threadsafe(making, server.loop).result(PATIENCE)
    return Host(server, {"table": {"id": made.table.id, "seats": [None] * seats}, "host": ticket})


def play(people, rng, acts=10**9):
    """People play on at random, one act after another, until the game is over or they have had enough."""
    idle_since = time.monotonic()
    while acts and not all(person.over for person in people):
        assert time.monotonic() < idle_since + PATIENCE, "nobody can act"
        for person in people:
            try:
                while True:
                    person.receive(0)
            except TimeoutError:
                pass
        able = [person for person in people if person.prompt and not person.over]
        if able:
            person = rng.choice(able)
            text = rng.choice(person.prompt["legal"])
            refusals = len(person.refusals)
            id = f"{rng.getrandbits(64):x}"
            person.send(type="act", id=id, text=text, prompt=person.prompt["number"])
            person.until(lambda who, id=id, known=refusals: id in who.done or len(who.refusals) > known)
            acts -= 1
            idle_since = time.monotonic()
        else:
            time.sleep(0.001)
