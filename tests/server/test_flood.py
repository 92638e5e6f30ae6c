"""One visitor must not stop everybody: floods of each kind, short, beside somebody who plays."""

import asyncio
import contextlib
import gc
import json
import math
import re
import select
import socket
import struct
import time
from collections import Counter
from pathlib import Path

import pytest
from tables import PATIENCE, Person, Server

import spyring
from spyring.server.http import connection, meter, wire
from spyring.server.http.connection import Connection
from spyring.server.http.limits import Limits
from spyring.server.table.tickets import CODE_LENGTH, CODE_LETTERS

UPGRADE = (
    "GET {path}/socket HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: c3B5cmluZy1sb2FkLWtleQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
OURS = (wire.Line, meter.Meter, wire.Flow, Connection)
TEXT, PING, FINAL = 1, 9, 0x80
PUPILS = 30
CLASS_SECONDS = 60.0  # for all of them to have the page, on a machine that also runs them
DOCS = Path(__file__).parents[2] / "docs"
EMPTY_PING = bytes([FINAL | PING, 0x80, 0, 0, 0, 0])
EMPTY_FRAGMENT = bytes([0, 0x80, 0, 0, 0, 0])


@pytest.fixture
def limited(tmp_path):
    """A server with the limits that everybody has."""
    with Server(tmp_path, limits=Limits()) as running:
        yield running


def frame(message):
    body = json.dumps(message).encode()
    head = bytes([FINAL | TEXT, 0xFE]) + struct.pack("!H", len(body))
    return head + bytes(4) + body


def line(server):
    """A plain connection, of somebody who does not wait."""
    return server.sockets.enter_context(socket.create_connection(("127.0.0.1", server.port), PATIENCE))


def upgraded(server, path, raw=None):
    """A WebSocket; what is sent before it is one would be lost."""
    raw = raw or line(server)
    raw.sendall(UPGRADE.format(path=path, port=server.port).encode())
    answer = b""
    while b"\r\n\r\n" not in answer:
        answer += raw.recv(1000)
    assert answer.startswith(b"HTTP/1.1 101"), answer
    return raw


def push(raw, data, seconds):
    """Send as much as is taken within some time; returns how much that was."""
    raw.settimeout(0.05)
    sent, end = 0, time.monotonic() + seconds
    while time.monotonic() < end:
        with contextlib.suppress(TimeoutError):
            try:
                sent += raw.send(data)
            except OSError:  # cut off
                return sent
    return sent


def has_answer(raw):
    """Whether anything has come before the end."""
    raw.settimeout(PATIENCE)
    with contextlib.suppress(ConnectionResetError):
        return bool(raw.recv(100_000))
    return False


def is_cut_off(raw):
    """Soon, not only because no pong has come for 40 seconds."""
    end = time.monotonic() + PATIENCE
    try:
        while (left := end - time.monotonic()) > 0:
            raw.settimeout(left)
            if not raw.recv(100_000):
                return True
    except TimeoutError:
        return False
    except OSError:
        return True
    return False


@pytest.mark.parametrize("frames", [EMPTY_PING, EMPTY_FRAGMENT], ids=["pings", "fragments"])
def test_frames_are_read_as_fast_as_they_are_allowed(limited, frames, monkeypatch):
    """Without a hello, and before anybody parses them."""
    fed = []
    feed = wire.SocketLine.feed
    monkeypatch.setattr(wire.SocketLine, "feed", lambda self, part: fed.append(part) or feed(self, part))
    raw = upgraded(limited, limited.lay().path)
    if frames == EMPTY_FRAGMENT:
        raw.sendall(bytes([TEXT, 0x80, 0, 0, 0, 0]))
    sent = push(raw, frames * 10_000, 1.0)
    parsed = sum(map(len, fed))
    assert parsed < 8192  # of 1.3 MB; each frame costs as much as many bytes
    assert sent < 8_000_000  # the rest is in the system's buffers, and comes no further
    assert max(map(len, fed)) <= wire.SLICE


class Turns:
    """How long the server's loop is busy from one look at everybody to the next, in time of the processor."""

    def __init__(self, server):
        self.loop = server.loop
        self.took = []
        self.loop.call_soon_threadsafe(self.look, None)

    def look(self, before):
        now = time.thread_time()
        if before is not None:
            self.took.append(now - before)
        self.loop.call_later(0.001, self.look, now)


def test_a_fresh_address_holds_up_nobody(limited):
    """What it may send at once is parsed in turns."""
    path = limited.lay().path
    lines = [upgraded(limited, path) for _ in range(40)]
    turns = Turns(limited)
    for raw in lines:
        raw.sendall(EMPTY_PING * 400)
    share = Limits.address_bytes_at_once / (len(EMPTY_PING) + wire.FRAME_COST) / len(lines)
    for raw in lines:  # until each has had its share answered
        pongs = 0
        while pongs < share * 2 // 3:
            pongs += len(raw.recv(100_000)) // 2
    known, until = len(turns.took), time.monotonic() + PATIENCE
    while len(turns.took) < known + 2:
        assert time.monotonic() < until
        time.sleep(0.001)
    assert max(turns.took) < 0.012  # of 0.03 and more that all of it takes


def test_a_message_of_endless_fragments_is_cut_off(limited, monkeypatch):
    monkeypatch.setattr(connection, "HELLO_SECONDS", math.inf)
    raw = upgraded(limited, limited.lay().path)
    raw.sendall(bytes([TEXT, 0x80, 0, 0, 0, 0]) + EMPTY_FRAGMENT * 100)
    assert is_cut_off(raw)


def test_onlookers_share_what_their_address_may_say(tmp_path):
    """Many sockets say no more than few; and whoever plays there does not wait for them."""
    limits = Limits(address_messages_per_second=0.5, address_messages_at_once=20.0, sockets=20)
    with Server(tmp_path, limits=limits) as server:
        host = server.lay("heimlich")
        anna, _ = host.seat_all()
        watching = [upgraded(server, host.path) for _ in range(12)]
        noise = frame({"type": "back", "id": "x"})
        for raw in watching:
            raw.sendall(frame({"type": "hello"}) + noise * 40)
        time.sleep(1.0)
        began = time.monotonic()
        anna.send(type="back", id="1")
        anna.until(lambda who: "1" in who.done)
        assert time.monotonic() - began < 10.0  # the onlookers wait for 24 seconds each
        refused = 0
        for raw in watching:
            raw.settimeout(0.01)
            with contextlib.suppress(TimeoutError):
                while True:
                    refused += raw.recv(100_000).count(b'"refused"')
        assert refused < 40  # of 480: 20 at once, and then one in two seconds


def test_a_seat_with_many_sockets_says_no_more_than_with_one(tmp_path):
    limits = Limits(talk_per_second=2.0, talk_at_once=3.0)
    with Server(tmp_path, limits=limits) as server:
        host = server.lay("heimlich")
        anna, _ = host.seat_all()
        more = [Person(server, host.id, anna.ticket) for _ in range(9)]
        assert Person(server, host.id, anna.ticket).refused()["id"] == "too-many-sockets"
        began = time.monotonic()
        for person in (anna, *more):
            for number in range(5):
                person.send(type="say", id=f"{id(person)} {number}", text="hello")
        time.sleep(1.0)
        said = sum("said" in repr(told) for told in list(server.room(host.id).table.told[None]))
        assert said <= 3 + 2.0 * (time.monotonic() - began) + 1


def fill_with_talk(server, host, person, messages):
    for number in range(messages):
        person.send(type="say", id=f"{number}", text=f"{number} " + "é\n" * 140)
    person.until(lambda who: f"{messages - 1}" in who.done)


def test_much_that_was_told_comes_in_pages(server):
    host = server.lay("heimlich")
    anna, _ = host.seat_all()
    fill_with_talk(server, host, anna, 300)
    onlooker = Person(server, host.id).until(lambda who: who.reached == 300)
    updates = [json.loads(one) for one in onlooker.frames]
    assert len(updates) > 3
    assert max(map(len, onlooker.frames)) < 64_000
    assert [one.get("more", False) for one in updates] == [True] * (len(updates) - 1) + [False]
    assert [event["said"].split()[0] for event in onlooker.events] == [f"{number}" for number in range(300)]
    assert [one["view"] is None and "table" not in one for one in updates[:-1]] == [True] * (len(updates) - 1)
    middle = updates[1]["to"]
    resumed = Person(server, host.id, since=middle).until(lambda who: who.reached == 300)
    assert resumed.events == onlooker.events[middle:]


@pytest.mark.parametrize("why", ["unread", "no pong"])
def test_who_does_not_read_is_cut_off(server, monkeypatch, why):
    """At once, not politely: whoever reads nothing would not read that either."""
    monkeypatch.setattr(wire, "UNREAD_SECONDS", 1.0 if why == "unread" else 1000.0)
    host = server.lay("heimlich")
    anna, _ = host.seat_all()
    fill_with_talk(server, host, anna, 1000)
    raw = line(server)
    raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    upgraded(server, host.path, raw).sendall(frame({"type": "hello"}))
    until = time.monotonic() + PATIENCE
    while server.room(host.id).table.onlookers != 1:
        assert time.monotonic() < until
        time.sleep(0.01)
    if why == "no pong":
        (found,) = [one for one in list(server.gate._lines) if one.client == raw.getsockname()]
        while found.writable.is_set():
            assert time.monotonic() < until
            time.sleep(0.01)
        server.loop.call_soon_threadsafe(found.keepalive_timeout)
    while server.room(host.id).table.onlookers:
        assert time.monotonic() < until, "it is still there"
        time.sleep(0.01)


def get(path="/healthz", more=""):
    return f"GET {path} HTTP/1.1\r\nHost: localhost\r\n{more}".encode()


def answer(raw):
    """The whole answer to one request; it may come in pieces."""
    found = b""
    while not found.endswith(b"}"):
        found += raw.recv(1000)
    return found


def test_half_a_request_has_its_time(server, monkeypatch):
    monkeypatch.setattr(wire, "REQUEST_SECONDS", 0.5)
    halves = [b"", get(), get() + b"Content-Length: 50\r\n\r\n{", get() + b"\r\n" + get()]
    lines = [line(server) for _ in halves]
    for raw, half in zip(lines, halves, strict=True):
        raw.sendall(half)
    assert all(is_cut_off(raw) for raw in lines)


def test_a_request_that_waits_for_its_turn_keeps_its_connection(server, monkeypatch):
    """A connection is closed when it has been idle for a while; one that waits is not idle."""
    raw = line(server)
    raw.sendall(get() + b"\r\n")
    assert answer(raw).startswith(b"HTTP/1.1 200")
    (found,) = [one for one in list(server.gate._lines) if one.client == raw.getsockname()]
    until = time.monotonic() + PATIENCE
    while found.timeout_keep_alive_task is None or not found.transport.is_reading():
        assert time.monotonic() < until, "it is not idle yet"
        time.sleep(0.01)
    # It may still look once more whether it is ready, and would read no more.
    asyncio.run_coroutine_threadsafe(asyncio.sleep(0), server.loop).result(PATIENCE)
    monkeypatch.setattr(wire.HttpLine, "ready", lambda _: False)
    raw.sendall(get() + b"\r\n")
    while not found._unparsed:
        assert time.monotonic() < until, "nothing came"
        time.sleep(0.01)
    assert found.timeout_keep_alive_task is None
    monkeypatch.undo()
    server.loop.call_soon_threadsafe(found.go_on)
    assert answer(raw).startswith(b"HTTP/1.1 200")


def test_there_is_always_room_for_one_more(server):
    """Whoever has dawdled longest makes room."""
    server.gate.most = 20
    for _ in range(60):
        line(server).sendall(get())
    assert server.http.get("/healthz").status_code == 200
    host = server.lay("heimlich")
    Person(server, host.id).until(lambda who: who.info)
    assert len(server.gate._lines) <= 20


def test_an_address_has_so_many_connections(tmp_path, monkeypatch):
    """The others are not even read, and cut off when their time is over: at once, they would come again."""
    monkeypatch.setattr(wire, "REQUEST_SECONDS", 1.0)
    with Server(tmp_path, limits=Limits(connections=10)) as server:
        lines = [line(server) for _ in range(15)]
        until = time.monotonic() + PATIENCE
        while len(server.gate._lines) < 15:
            assert time.monotonic() < until
            time.sleep(0.001)
        for raw in lines:
            raw.sendall(get(more="Connection: close\r\n\r\n"))
        assert sum(has_answer(raw) for raw in lines) == 10


@pytest.mark.parametrize(
    ("head", "filling"),
    [
        (get(), b"X: " + b"x" * 997 + b"\r\n"),
        (b"GET /", b"x" * 1000),
        (get() + b"Content-Length: 100000000\r\n\r\n", b"x" * 1000),
        (get() + b"Transfer-Encoding: chunked\r\n\r\n", b"3e8\r\n" + b"x" * 1000 + b"\r\n"),
    ],
    ids=["headers", "url", "body", "chunks"],
)
def test_an_endless_request_is_cut_off(server, head, filling, monkeypatch):
    monkeypatch.setattr(wire, "LINGER_SECONDS", 0.5)
    raw = line(server)
    raw.sendall(head)
    assert push(raw, filling * 10, 5.0) < 5_000_000
    assert is_cut_off(raw)
    assert server.http.get("/healthz").status_code == 200


@pytest.mark.parametrize(("fields", "status"), [(50, b"200"), (150, b"431")])
def test_a_head_has_so_many_fields(server, fields, status):
    """Thousands of short ones would be much to keep."""
    raw = line(server)
    raw.sendall(get(more="X: x\r\n" * fields + "\r\n"))
    assert raw.recv(1000).split()[1] == status


def test_pipelined_requests_are_answered_in_order_and_pile_up_nowhere(server, monkeypatch):
    most = []
    ready = wire.HttpLine.ready
    monkeypatch.setattr(
        wire.HttpLine,
        "ready",
        lambda self: most.append((len(self.pipeline), len(self._unparsed))) or ready(self),
    )
    raw = line(server)
    paths = [f"/games/{number}/rules/en.md" if number % 3 else "/healthz" for number in range(900)]
    raw.sendall(b"".join(get(path) + b"\r\n" for path in paths))
    answers = b""
    while answers.count(b"HTTP/1.1 ") < 900 or not answers.endswith(b"}"):
        answers += raw.recv(100_000)
    statuses = [part[:3] for part in answers.split(b"HTTP/1.1 ")[1:]]
    assert statuses == [b"404" if number % 3 else b"200" for number in range(900)]
    assert max(waiting for waiting, _ in most) < 30
    assert max(unparsed for _, unparsed in most) < 600_000


def test_a_picture_of_no_table_is_not_drawn(server, monkeypatch):
    drawn = []
    monkeypatch.setattr("spyring.server.http.static.segno.make", lambda *_, **__: drawn.append(1) or 1 / 0)
    for name in ("a" * 2800, "a" * 12, "NOBODY"):
        answer = server.http.get(f"/t/{name}/qr.svg")
        assert (answer.status_code, answer.json()["error"]["id"]) == (404, "no-such-table")
    assert not drawn


def test_after_too_many_misses_a_hit_is_no_answer_either(tmp_path):
    with Server(tmp_path, limits=Limits(misses_per_hour=3)) as server:
        host = server.lay()
        code = server.room(host.id).table.made.code
        assert server.http.get(f"/api/tables/{code}").status_code == 200
        misses = [server.http.get(f"/api/tables/CODE{number}").status_code for number in range(4)]
        assert misses == [404, 404, 404, 429]
        for path in (f"/api/tables/{code}", f"/t/{code}/qr.svg"):
            assert server.http.get(path).status_code == 429
        assert Person(server, code).refused()["id"] == "too-many"
        assert server.http.get(host.path).status_code == 200  # whoever has the link gets in


def test_a_fast_address_is_slowed_down_and_then_refused(tmp_path, monkeypatch):
    monkeypatch.setattr("spyring.server.http.turns.REFUSAL_SECONDS", 0.5)
    limits = Limits(requests_per_second=4.0, requests_at_once=5.0)
    with Server(tmp_path, limits=limits) as server:
        began = time.monotonic()
        for _ in range(7):
            assert server.http.get("/healthz").status_code == 200
        assert time.monotonic() - began > 0.3
        lines = [line(server) for _ in range(130)]
        for raw in lines:
            raw.sendall(get() + b"\r\n")
        answer = b""
        while b" 429 " not in answer:
            answered, _, _ = select.select(lines, [], [], PATIENCE)
            answer = answered[0].recv(10_000)
            lines.remove(answered[0])
        while b"}" not in answer:  # its body comes after its headers
            answer += answered[0].recv(10_000)
        assert b"too-many" in answer
        assert b"retry-after: " in answer


def test_a_closed_socket_leaves_nothing_behind(server):
    """Not even for the search for garbage, which comes once an hour."""
    host = server.lay("heimlich")
    host.seat_all()

    def come_and_go(times):
        for _ in range(times):
            raw = socket.create_connection(("127.0.0.1", server.port))
            raw.sendall(UPGRADE.format(path=host.path, port=server.port).encode())
            raw.recv(1000)
            raw.sendall(frame({"type": "hello"}))
            raw.recv(1000)
            raw.close()
        until = time.monotonic() + PATIENCE
        while server.room(host.id).table.onlookers:
            assert time.monotonic() < until
            time.sleep(0.05)

    come_and_go(5)
    gc.collect()
    gc.disable()
    gc.set_debug(gc.DEBUG_SAVEALL)
    try:
        come_and_go(30)
        gc.collect()
        left = {type(one).__name__ for one in gc.garbage if isinstance(one, OURS)}
    finally:
        gc.set_debug(0)
        gc.garbage.clear()
        gc.enable()
    assert not left


def test_a_school_class_behind_one_address_plays_while_one_pupil_uses_up_what_can_be(tmp_path):
    limits = Limits(
        tables_per_hour=20,
        misses_per_hour=20,
        address_messages_per_second=1.0,
        address_messages_at_once=50.0,
    )
    with Server(tmp_path, limits=limits) as server:
        hosts = [server.lay("heimlich", 2) for _ in range(PUPILS // 2)]
        pupils = [person for host in hosts for person in host.seat_all()]
        for host in hosts:
            host.start()
        for _ in range(limits.tables_per_hour):
            server.http.post("/api/tables", json={"game": "heimlich", "seats": 2})
        for number in range(limits.misses_per_hour):
            server.http.get(f"/api/tables/CODE{number}")
        noisy, *others = pupils
        mine = hosts[0]
        more = [upgraded(server, mine.path) for _ in range(9)]
        for raw in more:
            raw.sendall(
                frame({"type": "hello", "ticket": noisy.ticket}) + frame({"type": "back", "id": "x"}) * 150
            )
        assert server.http.post("/api/tables", json={"game": "heimlich", "seats": 2}).status_code == 429
        assert server.http.get("/api/tables/CODE").status_code == 429
        times = []
        for person in others:
            began = time.monotonic()
            person.send(type="say", id="hello", text="hello")
            person.until(lambda who: "hello" in who.done)
            times.append(time.monotonic() - began)
        assert max(times) < 10.0  # who has no share of one's own waits for a minute
        for host in hosts[1:]:  # whoever has the link looks on, and sits down where there is room
            assert server.http.get(host.path).status_code == 200
            host.post("seats/0/revoke", status=200)
            late = server.http.post(f"{host.path}/seats", json={"name": "Late"})
            assert late.status_code == 201


BROWSER = (  # what it sends with every request
    "Connection: keep-alive\r\n"
    "User-Agent: Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)"
    " Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0\r\n"
    'sec-ch-ua: "Chromium";v="140", "Not=A?Brand";v="24", "Microsoft Edge";v="140"\r\n'
    'sec-ch-ua-mobile: ?0\r\nsec-ch-ua-platform: "Windows"\r\nOrigin: http://localhost:8000\r\n'
    "Accept: */*\r\nSec-Fetch-Site: same-origin\r\nSec-Fetch-Mode: cors\r\nSec-Fetch-Dest: script\r\n"
    "Referer: http://localhost:8000/t/K7QX2MAB\r\nAccept-Encoding: gzip, deflate, br, zstd\r\n"
    "Accept-Language: de-DE,de;q=0.9,en;q=0.8\r\n\r\n"
)


def page_files():
    """More than a browser asks for on its first visit to a table."""
    package = Path(spyring.__file__).parent
    for folder, path in (
        (package / "web", ""),
        (package / "games" / "heimlich" / "web", "/games/heimlich/web"),
    ):
        for file in sorted(folder.rglob("*.*")):
            yield f"{path}/{file.relative_to(folder)}"


def test_a_school_class_behind_one_address_opens_the_page_at_the_same_moment(limited):
    """Nobody is refused, and nobody waits long."""
    files = list(page_files())
    assert len(files) > 100
    statuses = Counter()

    async def load(paths):
        reader, writer = await asyncio.open_connection("127.0.0.1", limited.port)
        for path in paths:
            writer.write(get(path, BROWSER))
            head = await reader.readuntil(b"\r\n\r\n")
            await reader.readexactly(int(re.search(rb"content-length: (\d+)", head)[1]))
            statuses[head[9:12]] += 1
        writer.close()

    async def pupils():
        await asyncio.gather(*(load(files[part::6]) for part in range(6) for _ in range(PUPILS)))

    asyncio.run(asyncio.wait_for(pupils(), CLASS_SECONDS))
    assert statuses == {b"200": PUPILS * len(files)}
    address = limited.app.state.addresses["127.0.0.1"]
    assert address.requests.left() > Limits.requests_at_once / 2  # another class may come
    assert address.bytes.left() > 0


def test_the_codes_are_as_long_as_the_docs_say():
    years = len(CODE_LETTERS) ** CODE_LENGTH / 10_000 / Limits.misses_per_hour / 24 / 365
    assert round(years) == 32
    assert "takes 32 years on average" in (DOCS / "host.md").read_text("utf-8")
