"""Nonsense, too much of it, and rights that have ended: one clear sentence each, and nothing is changed."""

import asyncio
import json
import logging
import random
import socket
import sys
import time

import pytest
from tables import PATIENCE, Person, Server, play
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from spyring.server.admin import run
from spyring.server.http.limits import Limits

NESTED = "[" * 1900 + "]" * 1900
NESTED_BACK = '{"type": "back", "id": "1", "junk": ' + NESTED + "}"
NESTED_HELLO = '{"type": "hello", "junk": ' + NESTED + "}"


@pytest.mark.parametrize(
    "path",
    [
        "/%00",
        "/games/heimlich/web/%00.js",
        f"/{'a' * 300}.js",
        f"/{'a' * 5000}.js",
    ],
)
def test_names_that_no_file_can_have_are_not_there(server, path):
    answer = server.http.get(path)
    assert answer.status_code == 404
    assert answer.json()["error"]["id"] == "no-such-page"


@pytest.mark.parametrize("host", ["[", "[::1", "", "a:b:c"])
def test_a_host_that_is_none_is_unknown(server, host):
    answer = server.http.get("/api/lobby", headers={"host": host})
    assert answer.json()["error"]["id"] == "unknown-host"


@pytest.mark.parametrize("origin", ["http://[", "null", ""])
def test_an_origin_that_is_none_is_foreign(server, origin):
    answer = server.http.post("/api/tables", json={}, headers={"origin": origin})
    assert answer.json()["error"]["id"] == "foreign-origin"
    url = f"ws://127.0.0.1:{server.port}/api/tables/{server.lay().id}/socket"
    with pytest.raises(InvalidStatus) as refused, connect(url, origin=origin):
        pass
    assert refused.value.response.status_code == 403


def test_a_seat_of_five_thousand_digits_is_no_seat(server):
    answer = server.lay().post(f"seats/{'9' * 5000}/bot", {"bot": "uniform"}, status=404)
    assert answer["error"]["id"] == "no-such-seat"


def test_deeply_nested_messages_are_no_messages(server):
    host = server.lay()
    person = host.sit("Anna")
    person.socket.send(NESTED_BACK)
    assert person.refused()["id"] == "bad-message"
    person.send(type="back", id="2")
    person.until(lambda who: "2" in who.done)
    with connect(f"ws://127.0.0.1:{server.port}{host.path}/socket") as socket:
        socket.send(NESTED_HELLO)
        assert json.loads(socket.recv(PATIENCE))["error"]["id"] == "bad-message"


def test_a_revoked_ticket_acts_no_more_even_while_nobody_reads_why(server):
    host = server.lay()
    anna, bruno = host.seat_all()
    anna.until(lambda who: who.info["seats"][1]["taken"])
    connection = next(one for one in server.room(host.id).listeners if one.viewer == 0)

    async def send_slowly(message):
        await asyncio.sleep(PATIENCE)

    connection.socket.send = send_slowly  # as to a client that does not read
    host.post("seats/0/revoke", status=200)
    anna.send(type="say", id="1", text="I am still here")
    bruno.send(type="say", id="2", text="are you?")
    bruno.until(lambda who: "2" in who.done)
    assert [event["seat"] for event in bruno.events if "said" in event] == [1]


def test_codes_cannot_be_tried_out_over_sockets_either(tmp_path):
    with Server(tmp_path, limits=Limits(misses_per_hour=3)) as server:
        tried = [Person(server, f"CODE{number}").refused()["id"] for number in range(5)]
    assert tried == ["no-such-table"] * 3 + ["too-many"] * 2


def test_a_refusal_that_is_no_miss_hides_no_other(tmp_path):
    """Whoever has a void ticket is told so, however often the page tries again."""
    with Server(tmp_path, limits=Limits(misses_per_hour=3)) as server:
        table = server.lay().id
        tried = {Person(server, table, "void").refused()["id"] for _ in range(5)}
    assert tried == {"void-ticket"}


@pytest.mark.parametrize(
    "body", [b'{"game": "\xff", "seats": 2}', b'{"game": "\\ud800", "seats": 2}', b"\xff"]
)
def test_bytes_that_are_no_text_cannot_be_read(server, body):
    answer = server.http.post("/api/tables", content=body)
    assert (answer.status_code, answer.json()["error"]["id"]) == (422, "bad-request")


def test_figures_are_for_the_operator_alone(server):
    assert server.http.get("/metrics").status_code == 200
    assert server.http.get("/metrics", headers={"x-forwarded-for": "192.0.2.7"}).status_code == 403


def test_nothing_that_may_hold_a_ticket_is_kept_on_the_way(server):
    answer = server.http.post("/api/tables", json={"game": "heimlich", "seats": 2})
    assert answer.headers["cache-control"] == "no-store"
    assert server.http.get("/").headers["cache-control"] == "no-cache"


def offer_of(server, host, person):
    return server.post(f"{host.path}/offer", ticket=person.ticket, status=201)["code"]


@pytest.mark.parametrize(
    ("begun", "path", "body"),
    [(True, "seats/0/revoke", None), (False, "seats/0/revoke", None), (False, "order", {"order": [1, 0]})],
)
def test_a_code_gives_no_seat_that_has_changed_hands_since(server, begun, path, body):
    host = server.lay()
    anna, _ = host.seat_all()
    if begun:
        host.start()
    code = offer_of(server, host, anna)
    host.post(path, body, status=200)
    answer = server.post(f"{host.path}/claim", {"code": code}, status=404)
    assert answer["error"]["id"] == "no-such-offer"


def test_only_the_last_offer_counts(server):
    host = server.lay()
    anna = host.sit("Anna")
    first, second = (offer_of(server, host, anna) for _ in range(2))
    server.post(f"{host.path}/claim", {"code": first}, status=404)
    server.post(f"{host.path}/claim", {"code": second}, status=201)


def test_talk_and_offers_never_end_a_game(server, monkeypatch):
    monkeypatch.setattr("spyring.server.table.judging.MOST_OTHERS", 10)
    host = server.lay("heimlich")
    people = host.seat_all()
    host.start()
    for number in range(20):
        people[0].send(type="say", id=f"{number}", text="hello")
    assert people[0].refused()["id"] == "table-full"
    assert (
        server.post(f"{host.path}/offer", ticket=people[0].ticket, status=507)["error"]["id"] == "table-full"
    )
    play(people, random.Random(1))
    assert people[0].over


def test_notes_stop_no_clock(server, monkeypatch):
    monkeypatch.setattr("spyring.server.live.timekeeper.MOST_LINES", 40)
    host = server.lay("heimlich")
    anna, _ = host.seat_all()
    host.start()
    anna.until(lambda who: who.view)
    for number in range(60):
        anna.send(type="note", id=f"{number}", text=f"{number}")
    anna.until(lambda who: "59" in who.done)
    assert server.room(host.id).time.goes_on


def test_whoever_is_seated_elsewhere_takes_along_what_was_said_and_done(server):
    host = server.lay()
    anna, bruno = host.seat_all()
    anna.send(type="say", id="1", text="it was me")
    anna.until(lambda who: "1" in who.done)
    host.post("order", {"order": [1, 0]}, status=200)
    anna.until(lambda who: who.seat == 1)
    anna.send(type="say", id="1", text="it was me")  # sent again, as after a broken connection
    bruno.send(type="say", id="1", text="it was not")
    bruno.until(lambda who: "1" in who.done)
    said = [(event["name"], event["said"]) for event in bruno.events if "said" in event]
    assert said[-2:] == [("Person 0", "it was me"), ("Person 1", "it was not")]
    assert sum(words == "it was me" for _, words in said) == 1


def test_whoever_breaks_off_in_a_request_leaves_no_fault_in_the_log(server, caplog):
    head = f"POST /api/tables HTTP/1.1\r\nHost: localhost:{server.port}\r\nContent-Length: 50\r\n\r\n"
    with socket.create_connection(("127.0.0.1", server.port)) as line:
        line.sendall(head.encode() + b'{"game"')
        time.sleep(0.2)
    time.sleep(0.2)
    assert server.http.get("/healthz").status_code == 200
    assert caplog.records == []


def test_a_fault_in_the_log_is_one_line_without_values():
    try:
        raise ValueError("the seed is 1234")
    except ValueError:
        record = logging.LogRecord("x", logging.ERROR, "x.py", 1, "A fault\nin detail", (), sys.exc_info())
    said = run.log_format().format(record)
    assert json.loads(said)["error"] == "ValueError"
    assert "test_abuse.py" in said
    assert "1234" not in said
    assert "\n" not in said
