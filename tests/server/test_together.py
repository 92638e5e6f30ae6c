"""A game again, together: one leads, the others follow, and words stay at their line."""

import random

import pytest
from tables import Person, Server, play


def finished(server, game="heimlich"):
    host = server.lay(game)
    people = host.seat_all()
    host.start()
    play(people, random.Random(1))
    return host, people


def lines_of(server, host):
    return len(server.room(host.id).table.referee.log)


def test_whoever_leads_takes_everybody_along(server):
    host, (anna, bruno, *_) = finished(server)
    onlooker = Person(server, host.id)
    anna.send(type="lead", id="1", line=3, eyes="1")
    place = {"seat": 0, "line": 3, "eyes": "1"}
    for who in (anna, bruno, onlooker):
        who.until(lambda one: one.info["led"] == place)
    late = Person(server, host.id)
    late.until(lambda one: one.info["led"] == place)  # who comes later is led there too
    bruno.send(type="lead", id="2", line=4, eyes="all")  # and anybody may take over
    anna.until(lambda one: one.info["led"] == {"seat": 1, "line": 4, "eyes": "all"})
    anna.send(type="lead", id="3", line=None)  # who does not lead cannot stop it
    anna.until(lambda one: "3" in one.done)
    assert anna.info["led"]["seat"] == 1
    bruno.send(type="lead", id="4", line=None)
    anna.until(lambda one: one.info["led"] is None)


def test_words_stay_at_their_line(tmp_path):
    with Server(tmp_path) as server:
        host, (anna, bruno, *_) = finished(server)
        last = lines_of(server, host)
        anna.send(type="say", id="1", text="Here it was clear.", line=last)
        bruno.until(lambda one: one.events[-1].get("said") == "Here it was clear.")
        assert bruno.events[-1]["line"] == last
        anna.send(type="say", id="2", text="Well played.")
        bruno.until(lambda one: one.events[-1].get("said") == "Well played.")
        assert "line" not in bruno.events[-1]
        anna.send(type="lead", id="3", line=2)
        bruno.until(lambda one: one.info["led"] is not None)
    with Server(tmp_path) as server:
        again = Person(server, host.id)
        again.until(lambda one: one.info is not None and one.events)
        said = [event for event in again.events if "said" in event]
        assert [event.get("line") for event in said] == [last, None]
        assert again.info["led"] == {"seat": 0, "line": 2, "eyes": ""}


@pytest.mark.parametrize(
    ("message", "error"),
    [
        ({"type": "lead", "line": -1}, "no-such-line"),
        ({"type": "lead", "line": 10**6}, "no-such-line"),
        ({"type": "lead", "line": 1, "eyes": "9"}, "no-such-seat"),
        ({"type": "lead", "line": 1, "eyes": "nobody"}, "bad-message"),
        ({"type": "say", "text": "x", "line": 10**6}, "no-such-line"),
    ],
)
def test_nobody_is_led_where_nothing_is(server, message, error):
    host, (anna, *_) = finished(server)
    anna.send(id="1", **message)
    assert anna.refused()["id"] == error
    assert server.room(host.id).table.led is None


def test_while_the_game_goes_on_nobody_leads(server):
    host = server.lay("heimlich")
    anna, *_ = host.seat_all()
    host.start()
    anna.send(type="lead", id="1", line=0)
    assert anna.refused()["id"] == "table-playing"
    anna.send(type="say", id="2", text="At the deal?", line=0)
    assert anna.refused()["id"] == "table-playing"
    assert not any("said" in event for event in anna.events)


def test_an_onlooker_is_led_but_does_not_lead(server):
    host, _ = finished(server)
    onlooker = Person(server, host.id)
    onlooker.send(type="lead", id="1", line=1)
    assert onlooker.refused()["id"] == "no-seat"
