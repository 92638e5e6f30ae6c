"""Three workers: who plays on a page notices a short pause at most when one of them goes."""

import asyncio
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import psutil
import pytest
from chaos.postgresql import Postgresql
from ports import free_port
from websockets.sync.client import connect

WORKERS = 3
PATIENCE = 60.0
PAUSE = 1.0  # seconds that anybody may notice
LATE = 0.5  # that a busy machine may add
# Keeps in mind when each connection of the page was closed, and when the next one first told it something.
WATCH = """
window.pauses = [];
window.heard = "";
const Socket = WebSocket;
let closed = null;
window.WebSocket = class extends Socket {
  constructor(...given) {
    super(...given);
    this.addEventListener("close", () => { closed ??= performance.now(); });
    this.addEventListener("message", ({ data }) => {
      heard += data;
      if (closed !== null) { pauses.push((performance.now() - closed) / 1000); closed = null; }
    });
  }
};
"""

pytestmark = pytest.mark.long


class Service:
    """`spyring serve --workers 3` with a database of its own."""

    def __init__(self, folder):
        folder.chmod(0o755)
        self.database = Postgresql(folder, workers=0)
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.http = httpx.Client(base_url=self.url, timeout=PATIENCE)

    def __enter__(self):
        run(self.database.start())
        address = self.database.address(self.database.port)
        command = [sys.executable, "-m", "spyring", "serve", "--port", str(self.port), "--store", address]
        self.process = subprocess.Popen(
            [*command, "--workers", str(WORKERS)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        until(self.is_whole)
        return self

    def __exit__(self, *_):
        self.http.close()
        self.process.terminate()
        self.process.wait()
        run(self.database.stop())

    def workers(self):
        """The processes that serve."""
        first = self.process.pid
        children = Path(f"/proc/{first}/task/{first}/children").read_text().split()
        return [
            int(pid)
            for pid in children
            if b"resource_tracker" not in Path(f"/proc/{pid}/cmdline").read_bytes()
        ]

    def is_whole(self):
        """Whether every worker takes connections: only then can one of them go and be no loss."""
        sockets = [one for one in psutil.net_connections("tcp4") if one.status == psutil.CONN_LISTEN]
        listening = sum(one.laddr.port == self.port for one in sockets)
        return len(self.workers()) == listening == WORKERS

    def post(self, path, body=None, ticket=""):
        headers = {"authorization": f"Bearer {ticket}"} if ticket else {}
        answer = self.http.post(path, json=body or {}, headers=headers)
        assert answer.status_code < 300, answer.text
        return answer.json()


def run(work):
    """Do something that waits; not in this thread, where the browser's driver has its loop."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()


def until(condition):
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end, "it does not come"
        time.sleep(0.05)


@pytest.fixture(scope="module")
def server():
    with tempfile.TemporaryDirectory() as folder, Service(Path(folder)) as running:
        yield running


def say(server, table, ticket, text):
    """Somebody at another seat says something, over a connection of their own."""
    url = f"ws://127.0.0.1:{server.port}/api/tables/{table}/socket"
    with connect(url, open_timeout=PATIENCE) as link:
        link.send(json.dumps({"type": "hello", "ticket": ticket}))
        link.send(json.dumps({"type": "say", "id": text, "text": text}))
        while {"done": text} not in json.loads(link.recv(PATIENCE)).get("events", []):
            pass


@pytest.fixture
def table(server):
    """A table of two people in play: its id, and their tickets."""
    made = server.post("/api/tables", {"game": "heimlich", "seats": 2})
    path = f"/api/tables/{made['table']['id']}"
    tickets = [server.post(f"{path}/seats", {"name": name})["ticket"] for name in ("Anna", "Bruno")]
    server.post(f"{path}/start", ticket=made["host"])
    return made["table"]["id"], tickets


@pytest.fixture
def page(browser, server, table):
    """The page of the first seat."""
    id, (ticket, _) = table
    known = {"id": id, "code": "", "game": "heimlich", "phase": "playing", "at": 1, "ticket": ticket}
    context = browser.new_context(base_url=server.url, service_workers="block", reduced_motion="reduce")
    context.add_init_script(WATCH)
    context.add_init_script(f"localStorage['spyring.tables'] ??= {json.dumps(json.dumps([known]))}")
    page = context.new_page()
    page.goto(f"/t/{id}")
    page.wait_for_selector(".board > *")
    yield page
    context.close()


def hears(page, server, table, text):
    """What is said at the table comes to the page, wherever the two are connected."""
    say(server, table[0], table[1][1], text)
    page.wait_for_function("text => heard.includes(text)", arg=text)


def pauses(page):
    return page.evaluate("pauses.splice(0)")


def test_a_worker_that_is_killed_is_a_short_pause(page, server, table):
    for worker in server.workers():  # one of them has the page
        os.kill(worker, signal.SIGKILL)
        until(lambda gone=worker: gone not in server.workers() and server.is_whole())
        hears(page, server, table, f"without {worker}")
    noticed = pauses(page)
    assert noticed
    assert max(noticed) < PAUSE + LATE


def test_workers_that_are_replaced_one_by_one_are_short_pauses(page, server, table):
    before = set(server.workers())
    server.process.send_signal(signal.SIGHUP)
    until(lambda: not before & set(server.workers()) and server.is_whole())
    hears(page, server, table, "all are new")
    noticed = pauses(page)
    assert noticed
    assert max(noticed) < PAUSE + LATE


def test_a_database_that_is_restarted_cuts_nobody_off(page, server, table):
    run(server.database.halt())
    run(server.database.go_on())
    hears(page, server, table, "it is back")
    assert not pauses(page)
