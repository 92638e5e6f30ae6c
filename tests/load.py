"""Load: a real server process on loopback, clients in this process, and what the server held.

    scripts/load [acts|hold|start|resume|stall ...]   (all of these if none is named)
    scripts/load abuse                                (see tests/abuse.py)
    scripts/load scale                                stores and workers side by side (see tests/scaling.py)

Figures are for one worker and a SQLite file, unless --store and --workers say otherwise. Clients share the
machine with the server, and with whatever else runs there: the load of the machine is printed with them.
"""

import argparse
import asyncio
import contextlib
import gc
import json
import os
import random
import shutil
import socket
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import msgspec
from ports import free_port

GAME = "heimlich"
TEXT, CLOSE, PING, PONG = 1, 8, 9, 10
UPGRADE = (
    "GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: c3B5cmluZy1sb2FkLWtleQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


class Prompt(msgspec.Struct):
    number: int
    legal: list[str]


class View(msgspec.Struct):
    safe: str
    agents: dict[str, str]


class Message(msgspec.Struct):
    type: str
    events: list[msgspec.Raw] = []
    prompt: Prompt | None = None
    view: View | None = None
    error: msgspec.Raw = msgspec.Raw(b"null")


read_message = msgspec.json.Decoder(Message).decode


class Client(asyncio.Protocol):
    """As little of a WebSocket client as there can be, so that the server is what is measured."""

    def __init__(self, hello, hear):
        self.hello = hello
        self.hear = hear
        self.buffer = bytearray()
        self.open = False

    def connection_made(self, transport):
        self.transport = transport

    def data_received(self, data):
        self.buffer += data
        if not self.open:
            end = self.buffer.find(b"\r\n\r\n")
            if end < 0:
                return
            assert self.buffer.startswith(b"HTTP/1.1 101"), bytes(self.buffer)
            del self.buffer[: end + 4]
            self.open = True
            self.send(self.hello)
        while (frame := self._next_frame()) is not None:
            kind, body = frame
            if kind == TEXT:
                self.hear(self, body)
            elif kind == PING:
                self._write(PONG, body)

    def _next_frame(self):
        buffer = self.buffer
        if len(buffer) < 2:
            return None
        length, start = buffer[1] & 127, 2
        if length == 126:
            length, start = int.from_bytes(buffer[2:4], "big"), 4
        elif length == 127:
            length, start = int.from_bytes(buffer[2:10], "big"), 10
        if len(buffer) < start + length:
            return None
        frame = buffer[0] & 15, bytes(buffer[start : start + length])
        del buffer[: start + length]
        return frame

    def send(self, message):
        self._write(TEXT, msgspec.json.encode(message))

    def _write(self, kind, body):
        size = len(body)
        head = (
            bytes([128 | kind, 128 | size])
            if size < 126
            else bytes([128 | kind, 254]) + size.to_bytes(2, "big")
        )
        self.transport.write(head + b"\0\0\0\0" + body)  # masked with zeros


class Server:
    """`spyring serve` in a folder of its own."""

    program = ("-c", "from spyring.cli import main; main()")

    def __init__(self, folder=None, *, limited=False, options=(), workers=1):
        self.limited = limited
        self.options = options  # instead of the folder
        self.workers = workers
        self.local = None  # the address that clients have
        self.folder = folder or tempfile.mkdtemp(prefix="spyring-load-")
        self.port = free_port()

    def __enter__(self):
        many = ["--sockets", "100000", "--tables-per-hour", "1000000", "--seats-per-hour", "1000000"]
        command = [
            sys.executable,
            *self.program,
            "serve",
            "--port",
            str(self.port),
            *(self.options or ("--data", self.folder)),
            *(["--workers", str(self.workers)] if self.workers > 1 else []),
            *([] if self.limited else many),
        ]
        self.began = time.perf_counter()
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        while True:
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.port), 1) as probe:
                probe.sendall(b"GET /healthz HTTP/1.0\r\nHost: localhost\r\n\r\n")
                if b"200" in probe.recv(100):
                    break
            assert self.process.poll() is None, "the server has ended at once"
            time.sleep(0.002)
        self.start_up = time.perf_counter() - self.began
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)

    def processes(self):
        """The process, and the workers that it has started."""
        first = self.process.pid
        started = Path(f"/proc/{first}/task/{first}/children").read_text() if self.workers > 1 else ""
        return [first, *map(int, started.split())]

    def memory(self):
        """Resident bytes."""
        pages = [Path(f"/proc/{pid}/statm").read_text().split()[1] for pid in self.processes()]
        return sum(map(int, pages)) * os.sysconf("SC_PAGE_SIZE")

    def cpu(self):
        """Seconds of CPU so far."""
        return sum(map(cpu_seconds, self.processes()))

    async def post(self, path, body=None, ticket=""):
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port, local_addr=self.local)
        data = json.dumps(body or {})
        writer.write(
            f"POST {path} HTTP/1.0\r\nHost: localhost\r\nAuthorization: {ticket and 'Bearer '}{ticket}\r\n"
            f"Content-Length: {len(data)}\r\n\r\n{data}".encode()
        )
        answer = await reader.read()
        writer.close()
        return json.loads(answer.partition(b"\r\n\r\n")[2])

    async def connect(self, table, ticket, hear):
        loop = asyncio.get_running_loop()
        hello = {"type": "hello", "ticket": ticket}
        transport, client = await loop.create_connection(
            lambda: Client(hello, hear), "127.0.0.1", self.port, local_addr=self.local
        )
        path = f"/api/tables/{table}/socket"
        transport.write(UPGRADE.format(path=path, port=self.port).encode())
        return client


def cpu_seconds(pid):
    """Seconds of CPU that a process has used so far."""
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@contextlib.asynccontextmanager
async def place(store):
    """Where a server keeps its tables: its options, and the database if it runs here for this alone."""
    if store == "sqlite":
        yield (), None
    elif store != "postgresql":  # an address
        yield ("--store", store), None
    else:
        from chaos.postgresql import Postgresql

        with tempfile.TemporaryDirectory(prefix="spyring-load-") as folder:
            Path(folder).chmod(0o755)  # the database has another user
            database = Postgresql(Path(folder), workers=0)
            await database.start()
            try:
                yield ("--store", database.address(database.port)), database
            finally:
                await database.stop()


def called(store, workers):
    return f"{store.partition(':')[0]} with {workers} worker{'s' if workers > 1 else ''}"


class Group:
    """The people of one table: whoever is asked acts, in a way that keeps the game going."""

    def __init__(self, acts):
        self.acts = acts
        self.pending = {}
        self.stopped = False

    async def sit(self, server, seats):
        laid = await server.post("/api/tables", {"game": GAME, "seats": seats})
        self.id = laid["table"]["id"]
        path = f"/api/tables/{self.id}"
        answers = [await server.post(f"{path}/seats", {"name": f"P{seat}"}) for seat in range(seats)]
        self.tickets = [answer["ticket"] for answer in answers]
        self.clients = [await server.connect(self.id, ticket, self.hear) for ticket in self.tickets]
        self.start = (f"{path}/start", laid["host"])

    async def begin(self, server):
        path, ticket = self.start
        await server.post(path, ticket=ticket)

    def hear(self, client, body):
        message = read_message(body)
        assert message.type != "refused", body
        for event in message.events:
            if bytes(event).startswith(b'{"done"'):
                sent = self.pending.pop(client)
                self.acts.append((time.perf_counter() - sent, sent))
        if message.prompt and client not in self.pending and not self.stopped:
            self.answer(client, message)

    def answer(self, client, message):
        self.pending[client] = time.perf_counter()
        text = quiet(message)
        id = f"{message.prompt.number}"
        client.send({"type": "act", "id": id, "text": text, "prompt": message.prompt.number})


class SlowGroup(Group):
    """One act per table per second."""

    def answer(self, client, message):
        self.pending[client] = 0.0
        asyncio.get_running_loop().call_later(random.uniform(0.9, 1.1), self.late, client, message)

    def late(self, client, message):
        if not self.stopped:
            super().answer(client, message)


def quiet(message):
    """A move that ends nowhere near a scoring, so that the game does not end under the load."""
    ring = ["church", *map(str, range(1, 11)), "ruins"]
    view, legal = message.view, message.prompt.legal
    text = legal[0]
    for _ in range(20):
        text = random.choice(legal)
        words = text.split()[1:]
        ends = [
            ring[(ring.index(view.agents[agent]) + int(steps)) % len(ring)]
            for agent, steps in zip(words[::2], words[1::2], strict=False)
        ]
        if view.safe not in ends:
            break
    return text


def percentile(times, share):
    return sorted(times)[int(share * (len(times) - 1))]


def machine():
    return f"load of the machine {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores"


async def seat_groups(server, kind, tables, seats, at_once=20):
    acts = []
    groups = [kind(acts) for _ in range(tables)]
    for start in range(0, tables, at_once):
        await asyncio.gather(*(group.sit(server, seats) for group in groups[start : start + at_once]))
    return groups, acts


async def begin(server, groups):
    for start in range(0, len(groups), 20):
        await asyncio.gather(*(group.begin(server) for group in groups[start : start + 20]))


async def measure_acts(seconds, store="sqlite", workers=1):
    async with place(store) as (options, database):
        with Server(options=options, workers=workers) as server:
            groups, acts = await seat_groups(server, Group, 100, 2)
            await begin(server, groups)
            await asyncio.sleep(1)
            acts.clear()
            began, cpu, stored = time.perf_counter(), server.cpu(), database.cpu() if database else 0.0
            own = time.process_time()
            await asyncio.sleep(seconds)
            took = time.perf_counter() - began
            done = [seconds for seconds, _ in acts]
            busy, own = server.cpu() - cpu, time.process_time() - own
            stored = (database.cpu() if database else 0.0) - stored
            for group in groups:
                group.stopped = True
    print(
        f"acts: {len(done) / took:,.0f} durable acts a second over 100 two-seat tables, closed loop, "
        f"{took:.0f} s, {called(store, workers)}; answer median {statistics.median(done) * 1e3:.1f} ms, "
        f"p99 {percentile(done, 0.99) * 1e3:.1f} ms; "
        f"server {busy / took:.2f} cores ({busy / len(done) * 1e6:.0f} us an act), "
        + (f"database {stored / took:.2f} cores ({stored / len(done) * 1e6:.0f} us), " if database else "")
        + f"clients {own / took:.2f} cores; {machine()}"
    )


async def measure_hold(seconds, tables, store="sqlite", workers=1):
    async with place(store) as (options, _):
        with Server(options=options, workers=workers) as server:
            empty = server.memory()
            groups, acts = await seat_groups(server, SlowGroup, tables, 4)
            await begin(server, groups)
            await asyncio.sleep(2)
            acts.clear()
            began, cpu, own = time.perf_counter(), server.cpu(), time.process_time()
            await asyncio.sleep(seconds)
            took = time.perf_counter() - began
            own, busy = time.process_time() - own, server.cpu() - cpu
            done = [seconds for seconds, _ in acts]
            held = server.memory() - empty
            for group in groups:
                group.stopped = True
    print(
        f"hold: {tables} tables, {4 * tables} sockets for {took:.0f} s, {called(store, workers)}, "
        f"{len(done) / took:,.0f} acts a second; "
        f"answer median {statistics.median(done) * 1e3:.1f} ms, "
        f"p99 {percentile(done, 0.99) * 1e3:.1f} ms; "
        f"{held / (4 * tables) / 1000:.0f} kB a seat; "
        f"server {busy / took:.2f} cores, clients {own / took:.2f} cores; {machine()}"
    )


async def measure_stall(seconds):
    """Every table gets one more client, which by turns reads like the others, and does not read at all."""
    with Server() as server:
        groups, acts = await seat_groups(server, Group, 20, 2)
        await begin(server, groups)
        more = [await server.connect(group.id, group.tickets[0], lambda *_: None) for group in groups]
        done = {False: [], True: []}
        for stalled in (False, True, True, False):
            for client in more:
                if stalled:
                    client.transport.pause_reading()
                else:
                    client.transport.resume_reading()
            await asyncio.sleep(0.5)
            acts.clear()
            await asyncio.sleep(seconds / 2)
            done[stalled] += [seconds for seconds, _ in acts]
        for stalled, times in done.items():
            print(
                f"stall: one more client a table, which {'has stalled' if stalled else 'reads'}: "
                f"{len(times) / seconds:,.0f} acts a second, median {statistics.median(times) * 1e3:.1f} ms, "
                f"p99 {percentile(times, 0.99) * 1e3:.1f} ms"
            )
        for group in groups:
            group.stopped = True


async def measure_resume():
    with Server() as server:
        (group,), acts = await seat_groups(server, Group, 1, 2)
        await begin(server, [group])
        while len(acts) < 250:  # an act and a roll are two lines
            await asyncio.sleep(0.05)
        group.stopped = True
        folder = tempfile.mkdtemp(prefix="spyring-load-")
        await asyncio.sleep(0.2)
        server.process.terminate()
        server.process.wait()
        shutil.copytree(server.folder, folder, dirs_exist_ok=True)
        loads = [await _resume(folder) for _ in range(5)]
        print(
            f"resume: {min(loads) * 1e3:.1f} to {max(loads) * 1e3:.1f} ms to load a table of 500 lines; "
            f"{machine()}"
        )
        shutil.rmtree(folder)


async def _resume(folder):
    from spyring.games import games
    from spyring.server.live.rooms import Rooms
    from spyring.server.live.sqlite import SqliteStore

    games()  # a running server has loaded them
    store = SqliteStore(Path(folder))
    (summary,) = await store.summaries()
    began = time.perf_counter()
    room = await Rooms(store).find(summary.id)
    took = time.perf_counter() - began
    assert len(room.table.referee.log) >= 500
    room.time.stop()
    store.close()
    return took


def copy_tables(folder, id, count):
    """Store a table so many times more."""
    with sqlite3.connect(folder / "tables.sqlite3") as store:
        for number in range(count):
            store.execute(
                "INSERT INTO tables SELECT id || ?1, code || ?1, phase, listed, game, made, due"
                " FROM tables WHERE id = ?2",
                (number, id),
            )
            store.execute(
                "INSERT INTO entries SELECT tbl || ?1, number, body FROM entries WHERE tbl = ?2",
                (number, id),
            )
    store.close()


async def measure_start(tables):
    folder = tempfile.mkdtemp(prefix="spyring-load-")
    with Server(folder) as server:
        group = Group([])
        group.stopped = True
        await group.sit(server, 2)
        await group.begin(server)
        server.process.terminate()
        server.process.wait()
        copy_tables(Path(folder), group.id, tables)
        with Server(folder) as again:
            cpu = -1.0
            while again.cpu() > cpu:  # until it has nothing to do any more
                cpu = again.cpu()
                time.sleep(1)
            print(
                f"start: {again.start_up:.2f} s with {tables:,} stored tables, all in play; "
                f"{cpu:.1f} s of CPU and {again.memory() / 2**20:.0f} MB until it is idle; {machine()}"
            )


async def main():
    import abuse  # which imports this
    import scaling

    parser = argparse.ArgumentParser("scripts/load", description=__doc__)
    parser.add_argument("what", nargs="*", default=["acts", "hold", "start", "resume", "stall"])
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--hold-seconds", type=float, default=60)
    parser.add_argument("--tables", type=int, default=1000, help="tables to hold")
    parser.add_argument("--store", default="sqlite", help="sqlite, postgresql, or the address of a database")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--write", action="store_true", help="put the figures of abuse into docs/host.md")
    chosen = parser.parse_args()
    gc.disable()  # the clients' pauses are none of the server's
    works = {
        "acts": lambda: measure_acts(chosen.seconds, chosen.store, chosen.workers),
        "hold": lambda: measure_hold(chosen.hold_seconds, chosen.tables, chosen.store, chosen.workers),
        "start": lambda: measure_start(10_000),
        "resume": measure_resume,
        "stall": lambda: measure_stall(chosen.seconds / 2),
        "scale": lambda: scaling.report(chosen.seconds),
        "abuse": lambda: abuse.report(chosen.seconds, chosen.write),
    }
    for what in chosen.what:
        await works[what]()


if __name__ == "__main__":
    try:
        import uvloop

        uvloop.run(main())
    except ImportError:
        asyncio.run(main())
