"""The documents say what is: their examples run, and the OpenAPI description fits the answers."""

import random
import re
import subprocess
import sys
from pathlib import Path

import jsonschema
import msgspec
import pytest
from starlette.routing import Route
from tables import PATIENCE, play

from spyring.server.http import incoming, openapi, outgoing
from spyring.server.http.openapi import describe
from spyring.server.http.outgoing import Failure
from spyring.server.http.routes import ENDPOINTS
from spyring.server.table.story import Story

ROOT = Path(__file__).parents[2]
PROTOCOL = (ROOT / "docs" / "protocol.md").read_text("utf-8")
TYPES = {kind.__name__: kind for kind in (*openapi.CLIENT_MESSAGES, *openapi.SERVER_MESSAGES, Failure, Story)}
BOT_LINES = 40
VERIFIER_LINES = 80


def test_the_walk_through_the_protocol_runs(server):
    (code,) = re.findall(r"```python\n(.*?)```", PROTOCOL, re.DOTALL)
    names = {"SERVER": server.url}
    exec(compile(code, "protocol.md", "exec"), names)
    names["http"].close()
    assert {"done": "my-first"} in names["update"]["events"]


@pytest.mark.parametrize(
    ("name", "text"), re.findall(r"<!-- type: (\w+) -->\n```json\n(.*?)```", PROTOCOL, re.S)
)
def test_the_messages_in_the_protocol_are_messages(name, text):
    msgspec.json.decode(text, type=TYPES[name], strict=True)


def test_every_message_has_an_example():
    assert set(re.findall(r"<!-- type: (\w+) -->", PROTOCOL)) == set(TYPES)
    assert outgoing.Update in TYPES.values()
    assert incoming.Hello in TYPES.values()


def test_a_bot_from_outside_plays(server):
    host = server.lay()
    person = host.sit("Anna")
    command = [
        sys.executable,
        ROOT / "examples" / "bot.py",
        server.url,
        person_code(server, host),
        "Outsider",
    ]
    bot = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    person.until(lambda who: who.info["seats"][1]["taken"])
    host.start()
    play([person], random.Random(1))
    said, _ = bot.communicate(timeout=PATIENCE)
    assert bot.returncode == 0
    assert "'phase': 'over'" in said


def person_code(server, host):
    return server.room(host.id).table.made.code


@pytest.mark.parametrize(("name", "most"), [("bot.py", BOT_LINES), ("verify_deal.py", VERIFIER_LINES)])
def test_the_examples_are_short(name, most):
    assert len((ROOT / "examples" / name).read_text("utf-8").splitlines()) <= most


# OpenAPI.


def validator(schema):
    described = describe()
    return jsonschema.Draft202012Validator({**schema, "components": described["components"]})


def test_the_description_is_served_and_names_every_route(server):
    served = server.http.get("/api/openapi.json").json()
    assert served == msgspec.json.decode(msgspec.json.encode(describe()))
    routes = {
        (route.path, method.lower())
        for route in server.app.routes
        if isinstance(route, Route) and route.path.startswith("/api/")
        for method in route.methods - {"HEAD"}
    }
    named = {(path, method) for path, methods in served["paths"].items() for method in methods}
    assert routes - {("/api/openapi.json", "get")} == named - {(openapi.SOCKET_PATH, "get")}


def test_the_description_is_whole():
    described = describe()
    for reference in re.findall(r'"#/components/schemas/(\w+)"', msgspec.json.encode(described).decode()):
        assert reference in described["components"]["schemas"]
    ids = [method["operationId"] for path in described["paths"].values() for method in path.values()]
    assert len(ids) == len(set(ids))


def schema_of(path, method, status):
    responses = describe()["paths"][path][method]["responses"]
    return responses.get(str(status), responses["default"])["content"]["application/json"]["schema"]


def test_answers_fit_the_description(server):
    """Call every endpoint of a table that is played to its end, and once more where it is refused."""
    host = server.lay(listed=True)
    people = host.seat_all()
    checked = set()

    def check(path, method="get", body=None, ticket="", seat=0):
        url = path.replace("{table}", host.id).replace("{seat}", str(seat)).replace("{game}", "heimlich")
        url = url.replace("{case}", "secrets-easy-1")
        headers = {"authorization": f"Bearer {ticket}"} if ticket else {}
        answer = server.http.request(method, url, json=body, headers=headers)
        if answer.headers["content-type"].startswith("application/json"):
            validator(schema_of(path, method, answer.status_code)).validate(answer.json())
        checked.add((path, method))
        return answer

    table, seat = "/api/tables/{table}", "/api/tables/{table}/seats/{seat}"
    check("/api/about")
    check("/api/lobby")
    check("/api/lessons/{game}", "post", {"acts": []})
    check("/api/lessons/{game}", "post", {"acts": ["nonsense"]})
    check("/api/cases/{case}/position")
    check("/api/cases/{case}/answer", "post", {"shares": [1]})
    game = "game heimlich\nseats 2\n"
    check("/api/files/opened")
    check("/api/files/replay", "post", {"file": game})
    check("/api/files/replay", "post", {"file": "nonsense"})
    check("/api/files/story", "post", {"file": game})
    check("/api/files/analysis", "post", {"file": game})
    check("/api/files/beliefs", "post", {"file": game, "seat": 0, "line": 0})
    check("/api/files/onward", "post", {"file": game, "line": 0})
    check("/api/tables", "post", {"game": "heimlich", "seats": 2})
    check("/api/tables", "post", {"game": "nothing", "seats": 2})
    check(table)
    check(f"{table}/order", "post", {"order": list(range(host.seats))}, host.ticket)
    check(f"{table}/set-up", "post", {"seats": host.seats}, host.ticket)
    check(f"{table}/seats", "post", {"name": "Late"})
    check(f"{seat}/mute", "post", {"muted": False}, host.ticket)
    check(f"{seat}/name", "post", {"name": "Anne"}, people[0].ticket)
    check(f"{table}/turn")
    check(f"{table}/ledger", "get", None, people[0].ticket)
    check(f"{seat}/bot", "post", {"bot": "uniform"}, host.ticket)
    check(f"{table}/bots", "post", {"bot": "uniform"}, host.ticket)
    offer = check(f"{table}/offer", "post", None, host.ticket).json()
    host.ticket = check(f"{table}/claim", "post", {"code": offer["code"]}).json()["ticket"]
    check(f"{table}/file")
    check(f"{table}/replay")
    check(f"{table}/story")
    check(f"{table}/start", "post", None, host.ticket)
    check(f"{seat}/stand-in", "post", None, host.ticket)
    play(people, random.Random(1))
    check(f"{table}/file")
    check(f"{table}/replay")
    check(f"{table}/story")
    check(f"{table}/analysis")
    check(f"{table}/analysed")
    check(f"{table}/beliefs")
    check(f"{table}/onward", "post", {"line": 1})
    check(f"{table}/rematch", "post", None, host.ticket)
    check(f"{seat}/revoke", "post", None, host.ticket)
    check(seat, "delete", None, host.ticket)
    check(table, "delete", None, host.ticket)
    assert checked == {(endpoint.path, endpoint.method.lower()) for endpoint in ENDPOINTS}
