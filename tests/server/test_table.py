"""Sitting down and playing, over real sockets."""

import io
import random

import pytest
from tables import Person, play, wait

from spyring import gamefile
from spyring.games import games
from spyring.server.table.clocks import Pace

ALL_GAMES = sorted(games())


@pytest.mark.parametrize("game", ALL_GAMES)
def test_people_play_a_whole_game(server, game):
    host = server.lay(game)
    people = host.seat_all()
    onlooker = Person(server, host.id)
    host.start()
    play(people, random.Random(1))
    onlooker.until(lambda person: person.over)
    referee = server.room(host.id).table.referee
    for person in [*people, onlooker]:
        assert person.view == referee.view(person.seat)
        assert person.heard == referee.feed(person.seat)
    text = server.http.get(f"{host.path}/file").text
    assert gamefile.replay(io.BytesIO(text.encode()), "file").log == referee.log


@pytest.mark.parametrize("game", ALL_GAMES)
def test_bots_fill_the_seats_and_play(server, game):
    host = server.lay(game)
    person = host.sit("Anna")
    host.post("bots", {"bot": "uniform"}, status=200)
    host.start()
    play([person], random.Random(2))
    assert person.view["phase"] == "over"


def test_a_seat_gets_its_own_view_and_an_onlooker_the_onlookers(server):
    host = server.lay()
    people = host.seat_all()
    onlooker = Person(server, host.id)
    host.start()
    referee = server.room(host.id).table.referee
    for person in [*people, onlooker]:
        person.until(lambda who: who.view)
        assert person.view == referee.view(person.seat)
    assert [person.seat for person in people] == list(range(host.seats))
    assert onlooker.seat is None
    assert onlooker.prompt is None


@pytest.mark.parametrize("game", ALL_GAMES)
def test_resume_by_number_tells_only_what_is_new(server, game):
    host = server.lay(game)
    people = host.seat_all()
    returning = [Person(server, host.id), Person(server, host.id, people[1].ticket)]
    host.start()
    for acts in (6, 1, 10):
        for person in returning:
            person.close()
        play(people, random.Random(acts), acts=acts)
        for person in returning:
            reached = person.reached
            person.connect()
            assert person.receive()["from"] == reached
            feed = server.room(host.id).table.referee.feed(person.seat)
            assert person.heard == feed[: len(person.heard)]  # beats go on meanwhile


def test_a_number_from_elsewhere_gets_everything(server):
    host = server.lay()
    host.seat_all()
    host.start()
    stranger = Person(server, host.id)
    stranger.close()
    stranger.connect(since=10**6)
    assert stranger.receive()["from"] == 0


def test_an_act_is_applied_once_however_often_it_is_sent(server):
    host = server.lay()
    people = host.seat_all()
    host.start()
    person = to_move(people)
    acts = person.prompt["number"]
    person.act(person.prompt["legal"][0], id="once")
    for _ in range(3):
        person.done.clear()
        person.send(type="act", id="once", text="this is not even read again")
        person.until(lambda who: "once" in who.done)
    assert server.room(host.id).table.acts[person.seat] == acts + 1


def test_a_stale_prompt_is_refused_and_another_seats_act_makes_none_stale(server):
    host = server.lay()
    people = host.seat_all()
    host.start()
    person = to_move(people)
    number = person.prompt["number"]
    text = person.prompt["legal"][0]
    person.act(text, prompt=number)
    person.send(type="act", id="late", text=text, prompt=number)
    assert person.refused()["id"] == "stale-prompt"


def test_two_tabs_of_one_seat_both_work(server):
    host = server.lay()
    people = host.seat_all()
    host.start()
    person = to_move(people)
    tab = Person(server, host.id, person.ticket).until(lambda who: who.prompt)
    tab.act(tab.prompt["legal"][0], id="from the other tab")
    person.until(lambda who: "from the other tab" in who.done)
    assert person.view == tab.view


def test_refusals_say_why_and_change_nothing(server):
    host = server.lay("heimlich")
    people = host.seat_all()
    onlooker = Person(server, host.id)
    host.start()
    person = to_move(people)
    number = server.room(host.id).table.number
    person.send(type="act", id="a", text="dance")
    assert person.refused()["id"] == "unreadable-act"
    person.send(type="act", id="b", text="safe 3")
    assert person.refused()["id"] == "illegal-act"
    onlooker.send(type="act", id="c", text=person.prompt["legal"][0])
    assert onlooker.refused()["id"] == "no-seat"
    person.socket.send("{")
    assert person.refused()["id"] == "bad-message"
    person.socket.send(b"bytes")
    assert person.refused()["id"] == "bad-message"
    assert server.room(host.id).table.number == number


def to_move(people):
    """The first person who may act."""
    for person in people:
        person.until(lambda who: who.view)
    return next(person for person in people if person.prompt)


def test_everybody_sees_how_many_look_on(server):
    host = server.lay()
    anna = host.sit("Anna").until(lambda who: who.info["onlookers"] == 0)
    onlookers = [Person(server, host.id) for _ in range(2)]
    for person in (anna, *onlookers):
        person.until(lambda who: who.info["onlookers"] == 2)
    onlookers[0].close()
    for person in (anna, onlookers[1]):
        person.until(lambda who: who.info["onlookers"] == 1)
    assert server.room(host.id).table.number == 2, "who comes and goes is not kept"


def test_a_screen_for_those_who_sit_there_does_not_look_on(server):
    host = server.lay()
    screen = Person(server, host.id, screen=True).until(lambda who: who.info)
    with pytest.raises(TimeoutError):
        screen.receive(0.2)
    Person(server, host.id)
    screen.until(lambda who: who.info["onlookers"] == 1)


def test_who_only_reloads_the_page_has_not_left(server):
    host = server.lay()
    anna = host.sit("Anna")
    onlooker = Person(server, host.id)
    anna.until(lambda who: who.info["onlookers"] == 1)
    room = server.room(host.id)
    room.pace = Pace(onlookers=1e6)  # they are counted below, when the page is back
    told, before = room.table.roster, strangers(room)
    onlooker.close()
    onlooker.connect()
    wait(lambda: len(strangers(room)) == 1 and strangers(room) != before)
    server.loop.call_soon_threadsafe(room._tell_onlookers)
    wait(lambda: room._counting is None)
    assert room.table.roster == told


def strangers(room):
    return [listener for listener in list(room.listeners) if listener.viewer is None]
