"""Safe by default: hosts, origins, headers, limits, one error shape, logs without secrets."""

import asyncio
import contextlib
import itertools
import json
import random
import time

import pytest
import structlog
from tables import PATIENCE, Person, Server, play
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from spyring.server.http.limits import Addresses, Bucket, Limits, site
from spyring.server.http.routes import ENDPOINTS
from spyring.server.http.wire import SocketLine
from spyring.server.table.errors import Refused


def test_a_foreign_page_cannot_act_for_its_visitor(server):
    headers = {"origin": "http://evil.example"}
    answer = server.http.post("/api/tables", json={"game": "heimlich", "seats": 2}, headers=headers)
    assert answer.status_code == 403
    assert answer.json()["error"]["id"] == "foreign-origin"
    url = f"ws://127.0.0.1:{server.port}/api/tables/{server.lay().id}/socket"
    with pytest.raises(InvalidStatus), connect(url, origin="http://evil.example"):
        pass
    with connect(url, origin=f"http://127.0.0.1:{server.port}") as socket:
        socket.send('{"type": "hello"}')
        assert json.loads(socket.recv())["type"] == "update"


def test_a_name_that_somebody_made_point_here_is_refused(server):
    answer = server.http.get("/api/lobby", headers={"host": "evil.example"})
    assert answer.json()["error"]["id"] == "unknown-host"
    for host in ("localhost", "127.0.0.1:8710", "[::1]:8710", "192.168.1.7"):
        assert server.http.get("/api/lobby", headers={"host": host}).status_code == 200


def test_every_answer_binds_the_browser(server):
    for path in ("/", "/api/lobby", "/healthz", "/nowhere"):
        headers = server.http.get(path).headers
        assert "default-src 'none'" in headers["content-security-policy"]
        assert "unsafe" not in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"


def assert_error(answer):
    assert set(answer.json()) == {"error"}
    error = answer.json()["error"]
    assert error["id"] == error["id"].lower().replace(" ", "-")
    assert error["text"].endswith((".", "`")) or ":" in error["text"]


def test_every_error_has_one_shape(server):
    host = server.lay()
    requests = [
        ("GET", "/nowhere", b""),
        ("PUT", "/api/tables", b""),
        ("POST", "/api/tables", b"{"),
        ("POST", "/api/tables", b'{"game": "chess", "seats": 2}'),
        ("POST", "/api/tables", b'{"game": "heimlich", "seats": 99}'),
        ("POST", "/api/tables", b'{"game": "heimlich", "seats": 2, "clock": "sand"}'),
        ("POST", "/api/tables", b'{"game": "heimlich", "seats": 2, "extra": 1}'),
        ("POST", "/api/tables", b" " * 20_000),
        ("POST", f"{host.path}/seats/x/bot", b'{"bot": "uniform"}'),
    ]
    for endpoint in ENDPOINTS:
        path = endpoint.path.replace("{table}", "nowhere").replace("{seat}", "0")
        if "nowhere" in path:
            requests.append((endpoint.method, path, b"{}"))
    for method, path, body in requests:
        answer = server.http.request(method, path, content=body)
        assert 400 <= answer.status_code < 500, (method, path, answer.text)
        assert_error(answer)


def test_a_fault_of_the_server_tells_no_secret(server, monkeypatch):
    host = server.lay()

    def fail(*_):
        raise ValueError("the seed is 1234")

    monkeypatch.setattr("spyring.server.http.routes.table_info", fail)
    answer = server.http.get(host.path)
    assert answer.status_code == 500
    assert answer.json()["error"]["id"] == "fault"
    assert "1234" not in answer.text


def test_too_long_a_message_ends_the_connection_and_nothing_else(server):
    host = server.lay()
    anna, bruno = host.seat_all()
    anna.send(type="say", id="1", text="x" * 10_000)
    bruno.send(type="say", id="2", text="still here")
    bruno.until(lambda who: "2" in who.done)


def test_whoever_is_too_fast_is_slowed_down_not_thrown_out(tmp_path):
    limits = Limits(messages_per_second=20, messages_at_once=5)
    with Server(tmp_path, limits=limits) as server:
        person = server.lay().sit("Anna")
        began = time.monotonic()
        for number in range(15):
            person.send(type="back", id=str(number))
        person.until(lambda who: len(who.done) == 15)
        assert time.monotonic() - began > 0.4


def test_buckets_refill():
    times = itertools.count(0.0, 0.5)
    bucket = Bucket(1.0, 2.0, now=lambda: next(times))
    assert [bucket.take() for _ in range(5)] == [0.0, 0.0, 0.0, 0.5, 1.0]


@pytest.mark.parametrize(
    ("kind", "path", "body"),
    [
        ("tables", "/api/tables", {"game": "heimlich", "seats": 2}),
        ("seats", "/api/tables/{table}/seats", {"name": "Anna"}),
        ("misses", "/api/tables/nowhere/seats", {"name": "Anna"}),
    ],
)
def test_an_address_gets_so_much_an_hour(tmp_path, kind, path, body):
    limits = Limits(**{f"{kind}_per_hour": 3})
    with Server(tmp_path, limits=limits) as server:
        table = server.lay().id
        answers = [server.http.post(path.format(table=table), json=body) for _ in range(5)]
        assert answers[-1].status_code == 429
        assert int(answers[-1].headers["retry-after"]) > 0
        assert answers[0].status_code != 429


def test_an_hour_later_it_is_forgotten():
    now = [0.0]
    addresses = Addresses(Limits(tables_per_hour=1), now=lambda: now[0])
    addresses["a"].ask("tables")
    with pytest.raises(Refused):
        addresses["a"].ask("tables")
    now[0] = 3601.0
    addresses["a"].ask("tables")


def test_many_addresses_cost_no_more_than_few(monkeypatch):
    """Neither time nor memory; and who is still here is not forgotten."""
    monkeypatch.setattr("spyring.server.http.limits.MOST_ADDRESSES", 1000)
    addresses = Addresses(Limits())
    addresses["present"].connect()
    for number in range(3000):
        addresses[f"{number}"].ask("misses")
    assert len(addresses) == 1000
    assert addresses["present"].sockets == 1
    began = time.thread_time()
    for number in range(3000, 6000):
        addresses[f"{number}"].ask("misses")
    assert time.thread_time() - began < 0.3  # it was 57 ms each above the bound


@pytest.mark.parametrize(
    ("address", "whose"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:0:1::1", "2001:db8:0:1::/64"),
        ("2001:db8:0:1:ffff::1", "2001:db8:0:1::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("", ""),
        ("nobody", "nobody"),
    ],
)
def test_an_ipv6_address_counts_by_its_first_64_bits(address, whose):
    assert site(address) == whose


def test_an_address_holds_so_many_connections(tmp_path):
    with Server(tmp_path, limits=Limits(sockets=2)) as server:
        host = server.lay()
        people = [Person(server, host.id).until(lambda who: who.info) for _ in range(2)]
        assert Person(server, host.id).refused()["id"] == "too-many-sockets"
        people[0].close()
        until = time.monotonic() + PATIENCE
        while server.app.state.addresses["127.0.0.1"].sockets == 2:
            assert time.monotonic() < until
            time.sleep(0.001)
        Person(server, host.id).until(lambda who: who.info)


def test_a_client_that_never_reads_holds_up_nobody(server):
    host = server.lay()
    people = host.seat_all()
    stalled = Person(server, host.id)
    host.start()
    play(people, random.Random(1))
    assert all(person.over for person in people)
    assert stalled.until(lambda who: who.over).heard == server.room(host.id).table.referee.feed(None)


def test_an_act_of_somebody_who_leaves_at_once_is_told_to_the_others(server):
    for number in range(10):
        host = server.lay()
        anna, bruno = host.seat_all()
        anna.until(lambda who: who.info["seats"][1]["taken"])
        anna.send(type="say", id="last words", text=f"{number}")
        anna.socket.socket.close()
        bruno.until(lambda who: any("said" in event for event in who.events))


def test_the_server_stops_while_somebody_is_leaving(server):
    """Whoever has said goodbye and has not gone yet does not keep the others from a proper end."""
    host = server.lay()
    onlookers = [Person(server, host.id), Person(server, host.id)]
    for onlooker in onlookers:
        onlooker.until(lambda who: who.info)

    async def stop():
        lines = [line for line in server.server.server_state.connections if isinstance(line, SocketLine)]
        lines[0].feed(bytes([0x88, 0x80, 0, 0, 0, 0]))  # a Close without a reason
        for line in lines:
            line.shutdown()

    asyncio.run_coroutine_threadsafe(stop(), server.loop).result(PATIENCE)
    for onlooker in onlookers:
        with contextlib.suppress(ConnectionClosed):
            while True:  # whatever came before the end
                onlooker.socket.recv(PATIENCE)


def test_a_writer_that_fails_ends_its_connection(server, monkeypatch):
    person = server.lay().sit("Anna").until(lambda who: who.info)

    def fail(*_, **__):
        raise ValueError("a fault")

    monkeypatch.setattr("spyring.server.http.outgoing.update", fail)
    person.send(type="say", id="1", text="hello")
    with pytest.raises(ConnectionClosed):
        person.receive()


def test_logs_and_metrics_hold_no_secrets(server):
    with structlog.testing.capture_logs() as logs:
        host = server.lay()
        people = host.seat_all()
        host.start()
        play(people, random.Random(1))
    metrics = server.http.get("/metrics").text
    assert "spyring_entries_total" in metrics
    told = json.dumps(logs) + metrics
    table = server.room(host.id).table
    secrets = [host.ticket, table.made.seed, *(person.ticket for person in people), "Person 0", "salt0"]
    assert not [secret for secret in secrets if secret in told]


def test_health(server):
    assert server.http.get("/healthz").json() == {"ok": True}
