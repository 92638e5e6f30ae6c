"""People who play, talk and note, and whose pages reconnect by themselves; and the tables they sit at.

They keep to docs/protocol.md, as the page does (web/link.js): what was not answered is sent again over the
next connection, under the same id. Everything that they send and hear goes into the history.
"""

import asyncio
import contextlib
import itertools
import json
import random

import httpx
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidHandshake, InvalidMessage, WebSocketException

from .history import short

FIRST_WAIT, LONGEST_WAIT = 0.25, 5.0  # until the page tries again, as in web/link.js
OPENING = 8.0  # seconds in which a connection comes about, or not
THINKING = (0.1, 1.2)
TALKS, NOTES, RELOADS, SLEEPS = 0.06, 0.12, 0.02, 0.02  # how often, for each prompt
SLEEP = (22.0, 30.0)  # longer than a fast clock
LATE = {"stale-prompt", "illegal-act", "disk-full", "fault", "table-over", "table-closed", "table-open"}
BROKEN = (OSError, EOFError, TimeoutError, WebSocketException, InvalidHandshake, InvalidMessage)

_numbers = itertools.count()


class Person:
    """One client: a seat's, or an onlooker's."""

    def __init__(self, crowd, table, seat, ticket, rng):
        self.crowd = crowd
        self.history = crowd.history
        self.who = next(_numbers)
        self.table = table
        self.seat = seat
        self.ticket = ticket
        self.rng = rng
        self.open = {}  # what was sent and not answered yet
        self.reached = 0
        self.prompt = self.info = self.socket = None
        self.asleep = False
        self.wait = FIRST_WAIT
        self.links = 0
        self.history.note(self.who, "person", table=table, seat=seat)
        self.tasks = [asyncio.create_task(self._stay())]
        if seat is not None:
            self.tasks.append(asyncio.create_task(self._play()))

    @property
    def phase(self):
        return self.info["phase"] if self.info else ""

    async def leave(self):
        self.history.note(self.who, "left")
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)

    # The connection.

    async def _stay(self):
        while True:
            with contextlib.suppress(*BROKEN):
                await self._listen()
            await asyncio.sleep(self.wait * (0.75 + self.rng.random() / 2))
            self.wait = min(2 * self.wait, LONGEST_WAIT)

    async def _listen(self):
        url = f"ws://127.0.0.1:{self.crowd.port}/api/tables/{self.table}/socket"
        async with connect(
            url, compression=None, max_size=None, open_timeout=OPENING, close_timeout=1.0, ping_interval=None
        ) as socket:
            self.links += 1
            link = self.links
            self.history.note(self.who, "opened", link=link, **{"from": self.reached})
            hello = {"type": "hello", "ticket": self.ticket, "from": self.reached}
            try:
                await socket.send(json.dumps(hello))
                for message in list(self.open.values()):
                    await self._pass_on(socket, link, message)
                self.socket = socket
                async for text in socket:
                    frame = json.loads(text)
                    self.history.note(self.who, "heard", link=link, frame=short(frame))
                    self._hear(frame)
            finally:
                self.socket = None
                self.history.note(self.who, "lost", link=link)

    def _hear(self, frame):
        if frame["type"] == "update":
            self.wait = FIRST_WAIT
            for event in frame["events"]:
                if "done" in event:
                    self.open.pop(event["done"], None)
            self.reached = frame["to"]
            if frame.get("more"):
                return
            self.prompt = frame["prompt"]
            self.info = frame.get("table", self.info)
        elif frame["type"] == "done":
            self.open.pop(frame["id"], None)
        else:
            self.open.pop(frame["id"], None)
            self.crowd.refused(frame["error"]["id"])

    async def _send(self, **message):
        message["id"] = f"{self.rng.getrandbits(64):x}"
        self.open[message["id"]] = message
        if self.socket is not None:
            with contextlib.suppress(*BROKEN):
                await self._pass_on(self.socket, self.links, message)

    async def _pass_on(self, socket, link, message):
        self.history.note(self.who, "sent", link=link, message=message)
        await socket.send(json.dumps(message))

    # What they do.

    async def _play(self):
        rng = self.rng
        while True:
            await asyncio.sleep(rng.uniform(*THINKING) * self.crowd.slowness)
            if self.phase != "playing" or self.crowd.closing or self.socket is None:
                continue
            if self.info["seats"][self.seat]["away"] and not self._waits_for("back"):
                await self._send(type="back")
            if rng.random() < TALKS and not self._waits_for("say"):
                await self._send(type="say", text=f"Nobody trusts number {rng.randrange(1000)}.")
            if rng.random() < NOTES and not self._waits_for("note"):
                mark = rng.choice(["yes", "maybe", "no", ""])
                await self._send(type="note", marks={f"{rng.randrange(4)} x": mark}, text=f"{rng.random()}")
            if self.prompt and not self._waits_for("act"):
                if rng.random() < SLEEPS:
                    await asyncio.sleep(rng.uniform(*SLEEP))
                    continue
                text = rng.choice(self.prompt["legal"])
                await self._send(type="act", text=text, prompt=self.prompt["number"])
            if rng.random() < RELOADS and self.socket is not None:
                self.socket.transport.abort()
                if rng.random() < 0.5 and not self.open:  # a new page knows nothing
                    self.reached = 0

    def _waits_for(self, kind):
        return any(message["type"] == kind for message in self.open.values())


GAMES = (
    ("heimlich", 3, {}),
    ("secrets", 4, {"memory": "strict"}),
    ("wink", 4, {}),
    ("heimlich", 2, {"top-secret": "on"}),
    ("secrets", 5, {}),
    ("wink", 5, {}),
)


class Group:
    """People who play one game after another; bots have the seats that are left."""

    def __init__(self, crowd, number, seed):
        self.crowd = crowd
        self.rng = random.Random(seed)
        self.game, self.seats, self.options = GAMES[number % len(GAMES)]
        self.people = []
        self.id = self.host = None
        self.closed = False

    async def play_on(self):
        while not self.crowd.closing:
            if await self._lay():
                while not self.crowd.closing and any(one.phase != "over" for one in self.people):
                    await asyncio.sleep(0.2)
                if self.crowd.closing:
                    return
                self.crowd.finished.append(self.id)
            for person in self.people:
                await person.leave()
            self.people, self.id = [], None
            await asyncio.sleep(0.2)

    async def _lay(self):
        """A new table, if nothing comes between; otherwise another is tried."""
        rng, crowd = self.rng, self.crowd
        count = rng.randint(1, self.seats)
        wish = {
            "game": self.game,
            "seats": self.seats,
            "options": self.options,
            "clock": rng.choice(["off", "fast"]),
            "bot_pace": "quick",
        }
        try:
            made = await crowd.ask("POST", "/api/tables", wish)
            self.id, self.host = made["table"]["id"], made["host"]
            path = f"/api/tables/{self.id}"
            for number in range(count):
                sat = await crowd.ask(
                    "POST", f"{path}/seats", {"name": f"P{number}", "contribution": f"{number}"}
                )
                self.people.append(Person(crowd, self.id, number, sat["ticket"], random.Random(rng.random())))
            if rng.random() < 0.3:
                self.people.append(Person(crowd, self.id, None, "", random.Random(rng.random())))
            bot = "normal" if rng.random() < 0.2 else "uniform"
            if count < self.seats:
                await crowd.ask("POST", f"{path}/bots", {"bot": bot}, self.host)
            await crowd.ask("POST", f"{path}/start", None, self.host)
            crowd.history.note(None, "granted", table=self.id, what="began")
        except Failed:
            return False
        return True

    async def close(self):
        """The host closes the table, so that nothing happens there any more, and everybody hears of it."""
        while self.id and not self.closed:
            try:
                await self.crowd.ask("DELETE", f"/api/tables/{self.id}", None, self.host)
                self.crowd.history.note(None, "granted", table=self.id, what="closed")
                self.closed = True
            except Failed as failed:
                if failed.id == "closed":  # an answer was lost
                    self.closed = True
                await asyncio.sleep(0.3)


class Failed(Exception):
    """A request that was refused, or whose answer was lost."""

    def __init__(self, id):
        super().__init__(id)
        self.id = id


class Crowd:
    """All groups."""

    def __init__(self, port, history, tables, seed, slowness=1.0):
        self.port = port
        self.history = history
        self.slowness = slowness
        self.closing = False
        self.finished = []
        self.refusals = {}
        self.http = httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=5.0)
        self.groups = [Group(self, number, f"{seed} {number}") for number in range(tables)]
        self.playing = []

    def begin(self):
        self.playing = [asyncio.create_task(group.play_on()) for group in self.groups]

    def check_alive(self):
        """Nobody has stopped playing because of a mistake in here."""
        for task in self.playing + [task for person in self._people() for task in person.tasks]:
            if task.done():
                task.result()

    def refused(self, id):
        self.refusals[id] = self.refusals.get(id, 0) + 1

    async def ask(self, method, path, body=None, ticket=""):
        headers = {"authorization": f"Bearer {ticket}"} if ticket else {}
        try:
            answer = await self.http.request(method, path, json=body or {}, headers=headers)
            said = answer.json()
        except (httpx.HTTPError, ValueError):
            raise Failed("lost") from None
        if answer.status_code >= 400:
            self.refused(said["error"]["id"])
            raise Failed(said["error"]["id"])
        return said

    async def end(self, patience):
        """Let everybody have their answers, close the tables, and hear that they are closed."""
        self.closing = True
        groups = asyncio.gather(*self.playing)
        await asyncio.wait_for(groups, 60)
        await self._until(lambda: not any(one.open for one in self._people()), patience)
        closing = asyncio.gather(*(group.close() for group in self.groups))
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(closing, patience)
        await self._until(lambda: all(one.phase in ("closed", "over") for one in self._people()), patience)
        await asyncio.sleep(0.2)

    async def leave(self):
        for person in self._people():
            await person.leave()
        await self.http.aclose()

    def _people(self):
        return [person for group in self.groups for person in group.people]

    async def _until(self, condition, patience):
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(patience):
                while not condition():
                    await asyncio.sleep(0.1)

    async def exports(self):
        """The game files of some finished games."""
        files = {}
        for id in self.finished[-50:]:
            with contextlib.suppress(httpx.HTTPError):
                answer = await self.http.get(f"/api/tables/{id}/file")
                if answer.status_code == 200:
                    files[id] = answer.text
        return files
