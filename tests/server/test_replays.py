"""Games again: from a table that is over, from a game file, and as the beginning of another game."""

import random
import signal
import subprocess
import sys

import httpx
import pytest
from tables import Person, Server, play

from spyring import gamefile
from spyring.games import games
from spyring.generator import Generator
from spyring.referee import Referee
from spyring.server.http import replays
from spyring.server.http.limits import FILE_BYTES
from spyring.server.live import processes


def played(key, seats, seed=1):
    referee = Referee(games()[key], seats, {})
    rng = Generator(seed)
    while referee.state.actors():
        referee.do(*referee.state.pick(rng))
    return referee


def written(referee):
    return gamefile.write(referee.game, referee.seats, referee.options, referee.log)


def ask(server, what, status=200, **body):
    answer = server.http.post(f"/api/files/{what}", json=body, timeout=60)
    assert answer.status_code == status, answer.text
    return answer.json()


@pytest.mark.parametrize("key", sorted(games()))
def test_a_file_is_replayed_as_each_seat_saw_it(server, key):
    """Line by line what the seat was told adds up to its feed, and the last view is its own."""
    referee = played(key, games()[key].seats[0])
    for viewer in (None, *range(referee.seats)):
        replay = ask(server, "replay", file=written(referee), seat=viewer)
        assert [(step["actor"], step["text"]) for step in replay["steps"]] == referee.log
        told = [tuple(line) for step in replay["steps"] for line in step["told"]]
        assert told == referee.feed(viewer)
        assert replay["steps"][-1]["view"] == referee.view(viewer)
        assert replay["start"]["game"] == key


def test_a_file_and_its_table_are_replayed_alike(server):
    host = server.lay("heimlich")
    people = host.seat_all()
    host.start()
    play(people, random.Random(1))
    file = server.http.get(f"{host.path}/file").text
    for viewer in (None, 1):
        path = f"{host.path}/replay" + ("" if viewer is None else f"?seat={viewer}")
        assert ask(server, "replay", file=file, seat=viewer) == server.http.get(path).json()
    assert ask(server, "story", file=file) == server.http.get(f"{host.path}/story", timeout=60).json()


def test_nothing_is_stored_of_a_file(server):
    ask(server, "replay", file=written(played("heimlich", 2)))
    assert not server.rooms.live
    assert server.http.get("/api/files/opened").text == ""


@pytest.mark.parametrize(
    ("file", "why"),
    [
        ("", "line 1: a game file begins with `game GAME`"),
        ("game heimlich\nseats 2\nchance deal 0 nobody\n", "line 3: "),
        ("game heimlich\nseats 2\n1 roll\n", "line 3: "),
        ("game heimlich\nseats 2\n", "it has no seat 7"),
    ],
)
def test_what_is_no_game_file_is_refused_in_a_sentence(server, file, why):
    error = ask(server, "replay", 422, file=file, seat=7)["error"]
    assert error["id"] == "bad-file"
    assert error["why"].startswith(why)
    assert error["text"] == f"This is not a game file that can be shown: {error['why']}."


def test_a_file_that_is_too_long_is_refused(server, monkeypatch):
    error = ask(server, "replay", 413, file="#" * FILE_BYTES)["error"]
    assert error["id"] == "too-long"
    assert error["most"] == FILE_BYTES
    referee = played("heimlich", 2)
    monkeypatch.setattr(replays, "MOST_LINES", 5)
    with pytest.raises(replays.BadGame, match="more than 5 lines"):
        replays._read(written(referee))


def test_a_game_is_analysed_only_when_it_is_over(server):
    host = server.lay("heimlich")
    people = host.seat_all()
    host.start()
    assert server.http.get(f"{host.path}/analysis").status_code == 403
    assert server.http.get(f"{host.path}/analysed").status_code == 403
    play(people, random.Random(1))
    file = server.http.get(f"{host.path}/file").text
    found = server.http.get(f"{host.path}/analysis", timeout=60).json()
    assert {one["seat"] for one in found["decisions"]} == {0, 1}
    assert server.http.get(f"{host.path}/analysed").json() == {"share": 1.0}
    assert found == ask(server, "analysis", file=file)
    lines = [line for line in file.splitlines() if not line.startswith("#")]
    error = ask(server, "analysis", 422, file="\n".join(lines[:-1]))["error"]
    assert "not over" in error["text"]


def test_an_analysis_outlives_the_server(tmp_path, monkeypatch):
    with Server(tmp_path) as server:
        host = server.lay("heimlich")
        people = host.seat_all()
        host.start()
        play(people, random.Random(1))
        found = server.http.get(f"{host.path}/analysis", timeout=60).json()
    with Server(tmp_path) as server:
        monkeypatch.setattr(processes, "analyse", None)  # nobody judges it again
        assert server.http.get(f"{host.path}/analysed").json() == {"share": 1.0}
        assert server.http.get(f"{host.path}/analysis", timeout=60).json() == found


def test_an_analysis_goes_on_in_slices_with_the_same_digits(monkeypatch):
    """Others get their stories in between; a process that has forgotten the beginning starts again."""
    referee = played("heimlich", 2)
    asked = (referee.game.key, referee.seats, referee.options, referee.log)
    monkeypatch.setattr(processes, "SLICE_SECONDS", 0.0)
    monkeypatch.setattr(processes, "ANALYST", "hard:20it")
    parts, found = [], None
    while found is None:
        if len(parts) == 5:
            monkeypatch.setattr(processes, "_analysis", None)
        done, found = processes._judge_on(*asked)
        parts.append(done)
    assert found == processes.judge(referee)
    assert parts[:5] == sorted(parts[:5])
    assert parts[5] < parts[4]
    assert parts[-1] == 1.0
    assert processes._analysis is None


@pytest.mark.parametrize("key", sorted(games()))
def test_what_a_seat_could_believe_adds_up_and_needs_nothing_that_it_was_not_told(server, key):
    referee = played(key, games()[key].seats[0])
    dealt = next(number for number, (actor, _) in enumerate(referee.log) if actor != "chance")
    assert ask(server, "beliefs", file=written(referee), seat=0, line=1) == []
    for line in (dealt, (dealt + len(referee.log)) // 2):
        found = ask(server, "beliefs", file=written(referee), seat=0, line=line)
        assert all(one["seat"] != 0 for one in found)
        answers = {}  # a seat is one thing, except in Wink, where a number has one holder
        for one in found:
            question = one["kind"] if key == "wink" else one["seat"]
            answers.setdefault(question, []).append(one["share"])
        assert all(sum(shares) < 1.01 for shares in answers.values())
    assert ask(server, "beliefs", 422, file=written(referee), seat=9, line=3)["error"]["id"] == "bad-file"


def test_beliefs_are_told_only_when_the_game_is_over(server):
    host = server.lay("heimlich", 3)
    people = host.seat_all()
    host.start()
    path = f"{host.path}/beliefs"
    assert server.http.get(path, params={"seat": 0, "line": 3}).status_code == 403
    play(people, random.Random(1))
    found = server.http.get(path, params={"seat": 0, "line": 30}, timeout=60).json()
    assert {one["seat"] for one in found} == {1, 2}
    file = server.http.get(f"{host.path}/file").text
    assert found == ask(server, "beliefs", file=file, seat=0, line=30)
    for wrong in ({"seat": 7, "line": 3}, {"seat": 0, "line": 99999}, {"seat": 0, "line": "x"}, {"line": 3}):
        assert server.http.get(path, params=wrong).status_code in (404, 422)


# Play on from here.


def test_a_finished_game_goes_on_from_any_line(server):
    host = server.lay("heimlich")
    people = host.seat_all()
    host.start()
    assert server.http.post(f"{host.path}/onward", json={"line": 3}).status_code == 403
    play(people, random.Random(1))
    log = server.room(host.id).table.referee.log
    line = len(log) // 2
    made = server.http.post(f"{host.path}/onward", json={"line": line}).json()
    again = made["table"]
    assert (again["imported"], again["source"], again["phase"]) == (True, f"{host.id}#{line}", "open")
    path = f"/api/tables/{again['id']}"
    ticket = server.post(f"{path}/seats", {"name": "Anna", "seat": 1}, status=201)["ticket"]
    server.post(f"{path}/bots", {"bot": "uniform"}, made["host"])
    server.post(f"{path}/start", {}, made["host"], 200)
    anna = Person(server, again["id"], ticket)
    anna.until(lambda who: who.view)
    assert server.room(again["id"]).table.referee.log[:line] == log[:line]
    told = [(one["actor"], one["text"]) for one in anna.events if "actor" in one]
    before = Referee(games()["heimlich"], host.seats, server.room(host.id).table.options)
    for actor, text in log[:line]:
        before.act(actor, text)
    assert told[: len(before.feed(1))] == before.feed(1)  # what this seat knew
    play([anna], random.Random(2))
    assert anna.over


@pytest.mark.parametrize("line", [-1, 10_000])
def test_a_game_goes_on_from_one_of_its_lines_only(server, line):
    referee = played("heimlich", 2)
    error = ask(server, "onward", 422, file=written(referee), line=line)["error"]
    assert error["id"] == "no-such-line"
    assert error["last"] == len(referee.log) - 1


def test_a_game_file_goes_on(server):
    referee = played("secrets", 4)
    made = ask(server, "onward", 201, file=written(referee), line=12)
    assert (made["table"]["imported"], made["table"]["source"]) == (True, "")
    assert made["table"]["game"] == "secrets"


def test_where_a_game_comes_from_is_stored(server):
    host = server.lay("heimlich")
    people = host.seat_all()
    host.start()
    play(people, random.Random(1))
    made = server.http.post(f"{host.path}/onward", json={"line": 9}).json()["table"]
    server.rooms.live.clear()
    again = server.http.get(f"/api/tables/{made['id']}").json()
    assert (again["imported"], again["source"]) == (True, f"{host.id}#9")


# From the command line.


def test_the_command_shows_a_file_in_a_browser(tmp_path):
    file = tmp_path / "one.game"
    file.write_text(written(played("wink", 4)))
    command = [sys.executable, "-m", "spyring", "replay", str(file), "--web", "--seat", "2"]
    shown = subprocess.Popen(
        command,
        env={"BROWSER": "true", "PATH": "/usr/bin:/bin", "HOME": str(tmp_path)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        said = shown.stdout.readline()
        link = said.split()[4]
        lines = len(played("wink", 4).log)
        assert link.endswith(f"/r/file#{lines}/2.")
        with httpx.Client(base_url=link.partition("/r/")[0], timeout=60) as http:
            assert http.get("/api/files/opened").text == file.read_text()
            assert http.get("/r/file").headers["content-type"].startswith("text/html")
    finally:
        shown.send_signal(signal.SIGINT)
        _, errors = shown.communicate(timeout=60)
    assert "Traceback" not in errors


def test_a_game_goes_on_with_all_that_a_seat_did_not_know_dealt_anew(server):
    """The seat finds the game as it was; the deal behind it need not be the same."""
    referee = played("heimlich", 4)
    line = len(referee.log) // 2
    before = Referee(referee.game, 4, {})
    for actor, text in referee.log[:line]:
        before.act(actor, text)
    deals = set()
    for _ in range(8):
        body = {"file": written(referee), "line": line, "anew": 2}
        made = server.http.post("/api/files/onward", json=body, timeout=60).json()
        lines = [one.partition(" ")[::2] for one in server.room(made["table"]["id"]).table.made.imported]
        again = Referee(referee.game, 4, {})
        for actor, text in lines:
            again.act("chance" if actor == "chance" else int(actor), text)
        assert again.feed(2) == before.feed(2)
        assert again.view(2) == before.view(2)
        deals.add(str(lines))
    assert len(deals) > 1
    refused = server.http.post("/api/files/onward", json={**body, "anew": 9})
    assert refused.json()["error"]["id"] == "no-such-seat"
