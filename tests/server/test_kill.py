"""Kill -9 at any moment: everything acknowledged is there, nothing twice, and people play on."""

import contextlib
import io
import random
import subprocess
import sys
import threading
import time
from collections import Counter
from pathlib import Path

import httpx
import pytest
from lengths import length
from ports import free_port
from tables import PATIENCE, Host, Person
from websockets.exceptions import ConnectionClosed, InvalidMessage

from spyring import gamefile
from spyring.games import games
from spyring.server.live.sqlite import SqliteStore
from spyring.server.table.entries import Acted, decode

KILLS = length(3, 34)  # of each game's server: a hundred in all
LONGEST_LIFE = 0.25  # seconds of play before a kill
SEED = 7


class MortalServer:
    """A server process that can be killed and comes back at the same address."""

    script = "quick_server.py"

    def __init__(self, folder):
        self.folder = folder
        self.port = free_port()
        self.http = httpx.Client(base_url=f"http://127.0.0.1:{self.port}", timeout=PATIENCE)
        self.sockets = contextlib.ExitStack()
        self.process = None

    def start(self, *more):
        script = Path(__file__).with_name(self.script)
        command = [sys.executable, str(script), str(self.folder), str(self.port), *more]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        while True:
            with contextlib.suppress(httpx.TransportError):
                if self.http.get("/healthz").status_code == 200:
                    return
            assert self.process.poll() is None, "the server did not start"
            time.sleep(0.01)

    def kill(self):
        self.process.kill()
        self.process.wait()

    def post(self, path, body=None, ticket="", status=None):
        headers = {"authorization": f"Bearer {ticket}"} if ticket else {}
        answer = self.http.post(path, json=body or {}, headers=headers)
        assert status is None or answer.status_code == status, answer.text
        return answer.json()

    def close(self):
        self.kill()
        with contextlib.suppress(ConnectionClosed):
            self.sockets.close()
        self.http.close()


class Stubborn(Person):
    """A person whose page reconnects by itself, and sends again what was not acknowledged."""

    pending = None

    def play(self, rng):
        """Act at random until the game is over or the server is gone."""
        try:
            self.connect()
            if self.pending:
                self.send(**self.pending)
            while not self.over:
                self.receive()
                if self.pending and self.pending["id"] in self.done:
                    self.pending = None
                if self.refusals:
                    assert self.refusals.pop()["error"]["id"] in ("stale-prompt", "illegal-act")
                    self.pending = None
                if self.prompt and not self.pending:
                    text = rng.choice(self.prompt["legal"])
                    self.pending = {"type": "act", "id": f"{rng.getrandbits(64):x}", "text": text}
                    self.send(**self.pending, prompt=self.prompt["number"])
        except (ConnectionClosed, InvalidMessage, OSError, TimeoutError, EOFError):
            pass


def children(process: int) -> list[int]:
    """The processes that a process has started."""
    found = Path(f"/proc/{process}/task/{process}/children").read_text()
    return [int(number) for number in found.split()]


def test_who_thinks_for_bots_ends_with_the_server(tmp_path):
    server = MortalServer(tmp_path)
    server.start()
    try:
        host = Host(server, server.post("/api/tables", {"game": "heimlich", "seats": 2}, status=201))
        host.post("bots", {"bot": "normal"}, status=200)
        host.start()
        onlooker = Person(server, host.id)
        onlooker.until(lambda who: any(event.get("actor") in (0, 1) for event in who.events))
        thinking = children(server.process.pid)
        assert thinking
    finally:
        server.close()
    patience = time.monotonic() + PATIENCE
    while any(Path(f"/proc/{number}").exists() for number in thinking):
        assert time.monotonic() < patience, "they think on for nobody"
        time.sleep(0.05)


@pytest.mark.parametrize("game", sorted(games()))
def test_every_acknowledged_act_survives_kill_9_once(tmp_path, game):
    rng = random.Random(SEED)
    server = MortalServer(tmp_path)
    server.start()
    tables = []
    try:
        for _ in range(KILLS):
            if not tables or all(person.over for person in tables[-1][1]):
                tables.append(lay(server, game))
            host, people = tables[-1]
            threads = [
                threading.Thread(target=person.play, args=(random.Random(rng.random()),)) for person in people
            ]
            for thread in threads:
                thread.start()
            time.sleep(rng.uniform(0.01, LONGEST_LIFE))
            server.kill()
            for thread in threads:
                thread.join()
            server.start()
        host, people = tables[-1]
        threads = [threading.Thread(target=person.play, args=(rng,)) for person in people]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for host, people in tables:
            assert all(person.over for person in people)
            check(server, host, people)
    finally:
        server.close()
    assert sum(len(person.done) for _, people in tables for person in people) > KILLS


def lay(server, game):
    """A table with two people and bots in the other seats."""
    seats = max(3, games()[game].seats[0])
    host = Host(server, server.post("/api/tables", {"game": game, "seats": seats}, status=201))
    people = []
    for name in ("Anna", "Bruno"):
        ticket = server.post(f"{host.path}/seats", {"name": name}, status=201)["ticket"]
        people.append(Stubborn(server, host.id, ticket))
    host.post("bots", {"bot": "uniform"}, status=200)
    host.start()
    return host, people


def check(server, host, people):
    """Each acknowledged act stands in the log once, and everybody heard the log's own story."""
    store = SqliteStore(server.folder)
    rows = store._select("SELECT body FROM entries WHERE tbl = ? ORDER BY number", (host.id,))
    store.close()
    acts = [entry for entry in (decode(row[0]) for row in rows) if isinstance(entry, Acted)]
    ids = Counter((entry.actor, entry.id) for entry in acts if entry.id)
    assert set(ids.values()) <= {1}
    text = server.http.get(f"{host.path}/file").text
    referee = gamefile.replay(io.BytesIO(text.encode()), "file")
    assert [(entry.actor, entry.text) for entry in acts] == referee.log
    for person in people:
        assert {id for seat, id in ids if seat == person.seat} == person.done
        assert person.heard == referee.feed(person.seat)
