"""The notes of a seat: durable, on all its devices, and nobody else's business until the game is over."""

import json
import random
import time

import pytest
from tables import NO_LIMITS, Person, Server, play

from spyring.server.http.limits import Limits
from spyring.server.table import judging, notes


def begin(server, game="heimlich", seats=3):
    host = server.lay(game, seats)
    people = host.seat_all()
    host.start()
    for person in people:
        person.until(lambda who: who.view is not None)
    return host, people


def note(person, id="n", **what):
    """Note something, and wait until it is kept."""
    person.send(type="note", id=id, **what)
    return person.until(lambda who: id in who.done)


def told_notes(person):
    """The notes as the last message that held any told them."""
    found = [message["notes"] for message in map(json.loads, person.frames) if "notes" in message]
    return found[-1] if found else None


def test_notes_come_back_on_every_device_of_the_seat(server):
    host, people = begin(server)
    note(people[1], "a", marks={"0 red": "maybe", "2 blue": "yes"})
    note(people[1], "b", marks={"0 red": "no", "2 blue": ""}, text="Seat 2 moves blue")
    whole = {"marks": {"0 red": "no"}, "text": "Seat 2 moves blue"}
    assert told_notes(people[1]) == whole
    offer = server.post(f"{host.path}/offer", ticket=people[1].ticket)
    claimed = server.post(f"{host.path}/claim", {"code": offer["code"]})
    other = Person(server, host.id, claimed["ticket"])
    other.until(lambda who: who.view is not None)
    assert told_notes(other) == whole


def test_two_tabs_of_a_seat_agree(server):
    host, people = begin(server)
    second = Person(server, host.id, people[0].ticket)
    second.until(lambda who: who.view is not None)
    note(people[0], "a", marks={"1 red": "yes"})
    note(second, "b", text="and this")
    for tab in (people[0], second):
        tab.until(lambda who: told_notes(who) == {"marks": {"1 red": "yes"}, "text": "and this"})


def test_notes_outlive_the_server(tmp_path):
    with Server(tmp_path) as server:
        host, people = begin(server)
        note(people[2], marks={"0 red": "yes"}, text="sure")
        ticket = people[2].ticket
    with Server(tmp_path) as server:
        again = Person(server, host.id, ticket)
        again.until(lambda who: who.view is not None)
        assert told_notes(again) == {"marks": {"0 red": "yes"}, "text": "sure"}


def test_nobody_else_hears_of_a_note(server):
    """Not even that there was one: the others' next message comes for something else, and is as ever."""
    host, people = begin(server)
    watcher = Person(server, host.id)
    watcher.until(lambda who: who.view is not None)
    others = [*people[1:], watcher]
    while any_waiting(others):
        pass
    before = [len(other.frames) for other in others]
    for number in range(5):
        note(people[0], str(number), marks={f"{number} red": "yes"}, text=f"whisper {number}")
    assert not any_waiting(others)
    assert [len(other.frames) for other in others] == before
    info = server.http.get(host.path).text
    assert "whisper" not in info
    for address in ("story", "replay", "file"):
        answer = server.http.get(f"{host.path}/{address}")
        assert answer.status_code == 403
        assert answer.json()["error"]["id"] == "not-over"


def any_waiting(people):
    """Whether a message comes to any of them within a moment."""
    for person in people:
        try:
            person.receive(0.1)
        except TimeoutError:
            continue
        return True
    return False


def test_an_onlooker_has_no_notes(server):
    host, _ = begin(server)
    watcher = Person(server, host.id)
    watcher.send(type="note", id="x", text="mine")
    assert watcher.refused()["id"] == "no-seat"


def test_a_note_is_kept_once(server):
    """Sent again after a broken connection, it does not undo what was noted since."""
    host, people = begin(server)
    note(people[0], "first", marks={"1 red": "yes"})
    note(people[0], "second", marks={"1 red": "no"})
    note(people[0], "first", marks={"1 red": "yes"})
    kept = server.room(host.id).table.notes[0]
    assert kept.marks == {"1 red": "no"}
    assert len(kept.history) == 2
    note(people[0], "third", marks={"1 red": "no"})
    assert len(kept.history) == 2


@pytest.mark.parametrize(
    ("what", "error"),
    [
        ({"text": "x" * (notes.TEXT_LENGTH + 1)}, "bad-note"),
        ({"marks": {"a": "certainly"}}, "bad-message"),
        ({"marks": {"x" * 41: "yes"}}, "bad-message"),
        ({"marks": {"\u202e": "yes"}}, "bad-note"),
    ],
)
def test_what_is_no_note_is_refused(server, what, error):
    host, people = begin(server)
    people[0].send(type="note", id="x", **what)
    assert people[0].refused()["id"] == error
    assert server.room(host.id).table.notes[0].history == []


def test_notes_have_a_bound_that_holds_up_nobody(server, monkeypatch):
    """Who notes without end is refused; the table's own bound does not count notes."""
    monkeypatch.setattr(judging, "MOST_NOTES", 30)
    host, people = begin(server)
    table = server.room(host.id).table
    monkeypatch.setattr(judging, "MOST_OTHERS", table.number - table.lines + 20)
    for number in range(30):
        note(people[0], str(number), text=f"{number}")
    people[0].send(type="note", id="more", text="more")
    assert people[0].refused()["id"] == "notes-full"
    note(people[1], marks={"0 red": "no"})
    people[2].send(type="say", id="said", text="The table goes on.")
    people[2].until(lambda who: "said" in who.done)


def test_so_many_cells_and_no_more(server, monkeypatch):
    monkeypatch.setattr(judging, "MOST_CELLS", 3)
    _, people = begin(server)
    note(people[0], "a", marks={"1": "yes", "2": "yes", "3": "yes"})
    people[0].send(type="note", id="b", marks={"4": "yes"})
    assert people[0].refused()["id"] == "notes-full"
    note(people[0], "c", marks={"1": ""})
    note(people[0], "d", marks={"4": "yes"})


def test_who_notes_too_fast_is_slowed_down(tmp_path):
    slow = Limits(notes_per_second=5.0, notes_at_once=1.0, talk_per_second=NO_LIMITS.talk_per_second)
    with Server(tmp_path, limits=slow) as server:
        _, people = begin(server)
        began = time.monotonic()
        for number in range(4):
            note(people[0], str(number), text=str(number))
        assert time.monotonic() - began > 0.5


def test_after_the_game_notes_are_history(server):
    _, people = begin(server)
    play(people, random.Random(3))
    people[0].send(type="note", id="late", text="I knew it")
    assert people[0].refused()["id"] == "table-over"
