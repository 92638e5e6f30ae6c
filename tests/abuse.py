"""An abuser at the limit beside 100 tables in play: what the others notice, and what the server holds.

    scripts/load abuse            prints the table of docs/host.md
    scripts/load abuse --write    and puts it there

The abuser is a process of its own, with an address of its own; so is every table. Everything is on loopback.
The server has a core to itself, as far as there are two. The abuser takes time from those who measure, on the
other one, so every round is also measured while it sends to a sink instead of the table.
"""

import asyncio
import contextlib
import itertools
import json
import math
import os
import re
import sqlite3
import statistics
import struct
import subprocess
import sys
import time
from pathlib import Path
from typing import NamedTuple

import held
import load
from ports import free_port

from spyring.server.http.limits import Bucket, Limits
from spyring.server.http.wire import FRAME_COST

DOCS = Path(__file__).parents[1] / "docs" / "host.md"
MARKS = ("<!-- made by scripts/load abuse --write -->", "<!-- so far -->")
TABLES = 100
HEAD = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n"
SOCKETS = 200
ROUNDS, TIMES = 3, 5
LATER = 6.0  # seconds, when it has had most of what an address may send at once
SUNK = json.dumps({"table": {"id": "sunk"}, "host": "x", "ticket": "x"}).encode()
ANSWER = b"HTTP/1.1 200 OK\r\ncontent-length: %d\r\n\r\n%s" % (len(SUNK), SUNK)
ADDRESSES = itertools.count(1)  # of abusers, each of whom nobody knows

# What an abuser does; each runs until it is ended.


class Abuser:
    """One address, one port, one table to look on at."""

    def __init__(self, port, table, address):
        self.port = port
        self.table = table
        self.address = address

    async def open(self, address=None):
        return await asyncio.open_connection(
            "127.0.0.1", self.port, local_addr=(address or self.address, 0), limit=2**20
        )

    async def socket(self, hello=None):
        reader, writer = await self.open()
        writer.write(load.UPGRADE.format(path=f"/api/tables/{self.table}/socket", port=self.port).encode())
        await reader.readuntil(b"\r\n\r\n")
        if hello:
            writer.write(frame(hello))
        return reader, writer

    async def request(self, method, path, body=None, ticket=""):
        reader, writer = await self.open()
        data = json.dumps(body or {})
        writer.write(
            f"{method} {path} HTTP/1.0\r\nHost: localhost\r\n"
            f"Authorization: {ticket and 'Bearer '}{ticket}\r\n"
            f"Content-Length: {len(data)}\r\n\r\n{data}".encode()
        )
        answer = await reader.read()
        writer.close()
        return json.loads(answer.partition(b"\r\n\r\n")[2])

    async def pour(self, connect, data, *, reads=True):
        """Send as fast as it is taken, and come again when cut off."""
        while True:
            with contextlib.suppress(OSError, EOFError, asyncio.IncompleteReadError):
                reader, writer = await connect()
                reading = asyncio.create_task(drain(reader)) if reads else None
                try:
                    while not writer.is_closing():
                        writer.write(data)
                        await writer.drain()
                        await asyncio.sleep(0.001)
                finally:
                    if reading:
                        reading.cancel()
                    writer.transport.abort()
            await asyncio.sleep(0.01)

    async def many(self, work, count):
        await asyncio.gather(*(work() for _ in range(count)))

    async def pings(self):
        """200 WebSockets without a hello that send empty pings"""
        await self.many(lambda: self.pour(self.socket, bytes([0x89, 0x80, 0, 0, 0, 0]) * 1000), SOCKETS)

    async def fragments(self):
        """200 WebSockets that send empty fragments"""
        data = bytes([1, 0x80, 0, 0, 0, 0]) + bytes([0, 0x80, 0, 0, 0, 0]) * 1000
        await self.many(lambda: self.pour(self.socket, data), SOCKETS)

    async def onlookers(self):
        """200 onlookers that send messages"""
        data = frame({"type": "back", "id": "x"}) * 10
        await self.many(lambda: self.pour(lambda: self.socket({"type": "hello"}), data), SOCKETS)

    async def talk(self):
        """one seat on ten devices that talks"""
        laid = await self.request("POST", "/api/tables", {"game": "heimlich", "seats": 2})
        self.table = laid["table"]["id"]
        seat = await self.request("POST", f"/api/tables/{self.table}/seats", {"name": "A"})
        hello = {"type": "hello", "ticket": seat["ticket"]}

        async def device():
            number = 0
            reader, writer = await self.socket(hello)
            reading = asyncio.create_task(drain(reader))
            while not reading.done():
                writer.write(frame({"type": "say", "id": f"{id(writer)} {number}", "text": "x" * 300}))
                number += 1
                await writer.drain()
                await asyncio.sleep(0.001)

        await self.many(device, 10)

    async def unread(self):
        """200 onlookers that read nothing"""

        async def look_on():
            while True:
                with contextlib.suppress(OSError, asyncio.IncompleteReadError):
                    _, writer = await self.socket({"type": "hello"})
                    writer.transport.pause_reading()
                    while not writer.is_closing():
                        await asyncio.sleep(1)
                await asyncio.sleep(0.1)

        await self.many(look_on, SOCKETS)

    async def half(self):
        """1,003 half requests"""

        async def begin():
            while True:
                with contextlib.suppress(OSError):
                    reader, writer = await self.open()
                    writer.write(HEAD)
                    await reader.read()
                await asyncio.sleep(0.1)

        await self.many(begin, 1003)

    async def pipeline(self):
        """requests one behind the other on 20 connections"""
        await self.many(lambda: self.pour(self.open, (HEAD + b"\r\n") * 1000), 20)

    async def headers(self):
        """endless headers on 50 connections"""

        async def connect():
            reader, writer = await self.open()
            writer.write(HEAD)
            return reader, writer

        await self.many(lambda: self.pour(connect, b"X: x\r\n" * 1000), 50)

    async def url(self):
        """endless addresses on 50 connections"""
        await self.many(lambda: self.pour(self.open, b"GET /" + b"x" * 5000), 50)

    async def pictures(self):
        """pictures of links to tables that do not exist"""
        request = f"GET /t/{'a' * 2800}/qr.svg HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()
        await self.many(lambda: self.pour(self.open, request), 50)

    async def codes(self):
        """codes tried out"""
        request = b"GET /api/tables/ABCD2345 HTTP/1.1\r\nHost: localhost\r\n\r\n"
        await self.many(lambda: self.pour(self.open, request * 10), 50)

    async def bots(self):
        """ten tables of bots with ten seconds each"""
        for _ in range(10):
            laid = await self.request("POST", "/api/tables", {"game": "heimlich", "seats": 4})
            self.table, host = laid["table"]["id"], laid["host"]
            path = f"/api/tables/{self.table}"
            await self.request("POST", f"{path}/bots", {"bot": "hard:9999ms"}, host)
            await self.request("POST", f"{path}/start", ticket=host)
            reader, _ = await self.socket({"type": "hello"})
            self.kept = [*getattr(self, "kept", []), asyncio.create_task(drain(reader))]
        await asyncio.sleep(3600)

    async def addresses(self):
        """one request from each of 20,000 addresses"""

        async def ask(number):
            address = f"127.{16 + number // 65536}.{number // 256 % 256}.{number % 256}"
            with contextlib.suppress(OSError):
                reader, writer = await self.open(address)
                writer.write(b"GET /healthz HTTP/1.0\r\nHost: localhost\r\n\r\n")
                await reader.read()
                writer.close()

        for start in range(0, 20_000, 10):
            await asyncio.gather(*(ask(number) for number in range(start + 1, start + 11)))
        await asyncio.sleep(3600)


ATTACKS = {
    name: " ".join(work.__doc__.split())
    for name, work in vars(Abuser).items()
    if name not in ("open", "socket", "request", "pour", "many")
    and getattr(work, "__doc__", None)
    and callable(work)
}


def frame(message):
    body = json.dumps(message).encode()
    return bytes([0x81, 0xFE]) + struct.pack("!H", len(body)) + bytes(4) + body


async def drain(reader):
    with contextlib.suppress(OSError):
        while await reader.read(65_536):
            pass


# The others, and what they notice.


class Neighbour(load.SlowGroup):
    """A table of two people with an address of its own, who act once a second."""

    count = 0

    def __init__(self, acts):
        super().__init__(acts)
        Neighbour.count += 1
        self.address = f"127.1.{Neighbour.count // 250}.{Neighbour.count % 250 + 1}"
        self.acknowledged = set()

    async def sit(self, server, seats):
        server.local = (self.address, 0)
        await super().sit(server, seats)

    def hear(self, client, body):
        message = load.read_message(body)
        for event in message.events:
            told = json.loads(bytes(event))
            if "done" in told:
                self.acknowledged.add((self.clients.index(client), told["done"]))
        super().hear(client, body)


def lost(folder, groups):
    """Acknowledged acts that are not in the store."""
    with contextlib.closing(sqlite3.connect(Path(folder) / "tables.sqlite3")) as store:
        rows = store.execute("SELECT tbl, body FROM entries").fetchall()
    kept = {
        (table, entry.get("actor"), entry.get("id")) for table, body in rows for entry in [json.loads(body)]
    }
    return sum((group.id, seat, id) not in kept for group in groups for seat, id in group.acknowledged)


class Server(load.Server):
    """With the limits that everybody has, on a core of its own where there is more than one."""

    program = (held.__file__,)

    def __init__(self):
        super().__init__(limited=True)

    def __enter__(self):
        cores = sorted(os.sched_getaffinity(0))
        self.cores = cores
        if len(cores) > 1:  # what is started from here runs where this runs
            os.sched_setaffinity(0, cores[:1])
        super().__enter__()
        if len(cores) > 1:
            os.sched_setaffinity(0, cores[1:])
        return self

    def __exit__(self, *how):
        super().__exit__(*how)
        os.sched_setaffinity(0, self.cores)

    def move_bots(self):
        """To the other cores, where the system would let them think, too."""
        for path in Path(f"/proc/{self.process.pid}/task").glob("*/children"):
            for bot in path.read_text("utf-8").split():
                with contextlib.suppress(OSError):
                    os.sched_setaffinity(int(bot), self.cores[1:] or self.cores)


class Sink(asyncio.Protocol):
    """Takes whatever an abuser sends, as fast as a table's limits allow, and does nothing with it.

    It answers what an abuser waits for, always the same. So what others notice of an abuser that sends to it
    comes from the machine that they share, and not from the table.
    """

    limits = Limits()
    bytes = Bucket(limits.address_bytes_per_second, limits.address_bytes_at_once)
    requests = Bucket(limits.requests_per_second, limits.requests_at_once)

    def connection_made(self, transport):
        self.transport = transport
        self.own = Bucket(self.limits.bytes_per_second, self.limits.bytes_at_once)
        self.is_socket = False

    def data_received(self, data):
        wait = 0.0
        cost = len(data)
        if self.is_socket:
            cost += FRAME_COST * data.count(bytes(4))  # their masks
        elif b"Upgrade: websocket" in data:
            self.is_socket = True
            self.transport.write(b"HTTP/1.1 101 Switching Protocols\r\n\r\n")
        elif count := data.count(b"\r\n\r\n"):
            wait = self.requests.take(count)
            self.transport.write(ANSWER * count)
            if b"HTTP/1.0" in data:
                self.transport.close()
        wait = max(wait, self.own.take(cost), Sink.bytes.take(cost))
        if wait:
            self.transport.pause_reading()
            asyncio.get_running_loop().call_later(wait, self.resume)

    def resume(self):
        if not self.transport.is_closing():
            self.transport.resume_reading()


async def sink(port):
    server = await asyncio.get_running_loop().create_server(Sink, "127.0.0.1", port)
    await server.serve_forever()


class Look(NamedTuple):
    """What the others notice for some seconds, and what the server does meanwhile."""

    p99: float  # of their acts, in ms
    acts: int
    held: float  # the longest time for which the server's loop was busy, in ms of the processor
    cores: float
    memory: float  # in MB


class Figures(NamedTuple):
    """Of one kind of abuse: the medians of some rounds, except for memory, which is the most."""

    name: str
    alone: Look
    at_sink: Look  # beside the same abuser, who sends to a sink
    first: Look  # in the first seconds of an address that nobody knows
    later: Look  # when it has had what it may send at once

    @property
    def memory(self):
        return max(look.memory for look in self[1:])

    def __str__(self):
        looks = zip(("alone", "sink", "first", "later"), self[1:], strict=True)
        said = (f"{when} {one.p99:.1f} ms, held {one.held:.1f}, {one.cores:.2f} cores" for when, one in looks)
        return f"{ATTACKS[self.name]}: {'; '.join(said)}; {self.memory:.0f} MB"


async def look(server, acts, seconds):
    await held.ask(server.process, server.folder)
    acts.clear()
    cpu, began, memory = server.cpu(), time.monotonic(), 0
    while time.monotonic() < began + seconds:
        memory = max(memory, server.memory())
        server.move_bots()
        await asyncio.sleep(0.1)
    took = [one for one, _ in acts]
    return Look(
        load.percentile(took, 0.99) * 1e3 if took else math.inf,
        len(took),
        await held.ask(server.process, server.folder),
        (server.cpu() - cpu) / (time.monotonic() - began),
        memory / 1e6,
    )


def middle(looks):
    return Look(*(statistics.median(figures) for figures in zip(*looks, strict=True)))


async def measure(seconds, later=LATER, attacks=tuple(ATTACKS), rounds=ROUNDS, enough=lambda figures: True):
    """The figures of each attack, the number of acknowledged acts, and how many of these are lost.

    What is not good enough is measured again, up to TIMES times as often: others use the machine too.
    """
    with Server() as server, contextlib.ExitStack() as stack:
        groups, acts = await load.seat_groups(server, Neighbour, TABLES, 2, at_once=1)
        await load.begin(server, groups)
        nowhere = free_port()
        stack.enter_context(running("sink", nowhere))
        await asyncio.sleep(2)
        found = []
        for name in attacks:
            looks = []
            for _ in range(TIMES):
                for _ in range(rounds):
                    looks.append([await look(server, acts, seconds)])
                    with running(name, nowhere, groups[0].id, next_address()):
                        looks[-1].append(await look(server, acts, seconds))
                    with running(name, server.port, groups[0].id, next_address()):
                        looks[-1].append(await look(server, acts, seconds))
                        await asyncio.sleep(later - seconds)
                        looks[-1].append(await look(server, acts, seconds))
                    await asyncio.sleep(1)
                figures = Figures(name, *map(middle, zip(*looks, strict=True)))
                if enough(figures):
                    break
            found.append(figures)
            print(f"{figures}; {load.machine()}", flush=True)
        for group in groups:
            group.stopped = True
        await asyncio.sleep(1)
        missing = lost(server.folder, groups)
        counted = sum(len(group.acknowledged) for group in groups)
    return found, counted, missing


@contextlib.contextmanager
def running(name, port, table="", address=""):
    """A process of this program, from the moment on when it has loaded what it needs."""
    command = [sys.executable, __file__, name, str(port), table, address]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    try:
        process.stdout.readline()
        process.stdin.close()
        yield
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


def next_address():
    number = next(ADDRESSES)
    return f"127.0.{2 + number // 250}.{number % 250 + 1}"


def table_of(found, counted, missing):
    """Four figures in each cell: without the abuser, with it at a sink, at the table at first, and later."""
    rows = [
        f"| {ATTACKS[one.name]} | {four(one, 'p99')} | {four(one, 'held')} | {one.memory:.0f} MB |"
        for one in found
    ]
    summary = f"Of {counted:,} acts that were acknowledged meanwhile, {missing} were lost."
    busy = f"The machine's load was {os.getloadavg()[2]:.0f} on {os.cpu_count()} cores."
    columns = ["the abuser sends", "p99 of others' acts", "loop held", "memory"]
    head = [f"| {' | '.join(columns)} |", "|---" * len(columns) + "|"]
    return "\n".join([*head, *rows, "", f"{summary} {busy}"])


def four(one, figure):
    return " / ".join(f"{getattr(look, figure):.0f}" for look in one[1:])


async def report(seconds, write):
    write_down(table_of(*await measure(seconds)), write)


def write_down(made, write):
    print(made)
    if write:
        text = DOCS.read_text("utf-8")
        begin, end = map(re.escape, MARKS)
        new = f"{MARKS[0]}\n\n{made}\n\n{MARKS[1]}"
        DOCS.write_text(re.sub(f"{begin}.*?{end}", lambda _: new, text, flags=re.DOTALL), "utf-8")


if __name__ == "__main__":
    name, port, table, address = sys.argv[1:]
    abuse = sink(int(port)) if name == "sink" else getattr(Abuser(int(port), table, address), name)()
    print("ready", flush=True)
    sys.stdin.read()
    asyncio.run(abuse)
