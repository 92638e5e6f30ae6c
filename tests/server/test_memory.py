"""S50: with `memory strict` nobody is sent a sight again, whatever they ask for."""

import asyncio
import random
import time

import pytest
from tables import PATIENCE, Person, Server, play

from spyring.server.table.door import listen
from spyring.server.table.table import UNSEEN_SECONDS

SEATS = 7  # S3: the own token, the right neighbour's, and the centre for all
GAME = "secrets"
ACTS = 12


def lay(server, memory="strict"):
    host = server.lay(GAME, SEATS, options={"memory": memory})
    people = host.seat_all()
    host.start()
    return host, people


def sights(person):
    """What the lines of its feed say that a viewer saw; without a team where they do not say it."""
    return [tuple(text.split()[1:]) for _, text in person.heard if text.startswith("sees ")]


def whole(seen):
    return [sight for sight in seen if len(sight) == 2]


def connect(server, host, ticket="", since=0):
    """A new connection that has been told everything."""
    person = Person(server, host.id, ticket, since)
    told = len(server.room(host.id).table.told[None if not ticket else person.until(bool).seat])
    return person.until(lambda who: who.reached >= told)


def settle(server, host, people):
    """Everybody has been told everything, and the table knows it."""
    table = server.room(host.id).table
    for person in people:
        person.until(lambda who: who.reached >= len(table.told[who.seat]))
    seen = [max(number for viewer, number in table.told_once if viewer == who.seat) for who in people]
    until = asyncio.run_coroutine_threadsafe(_wait(table, people, seen), server.loop)
    until.result(PATIENCE)


async def _wait(table, people, seen):
    while any(table.shown[who.seat] <= number for who, number in zip(people, seen, strict=True)):
        await asyncio.sleep(0.001)


def test_s50_a_sight_is_sent_once_to_whoever_is_there(server):
    host, people = lay(server)
    second = connect(server, host, people[0].ticket)
    play(people, random.Random(1), acts=ACTS)
    settle(server, host, people)
    for person in people:
        assert len(whole(sights(person))) >= 3
        assert whole(sights(person)) == sights(person)
    second.until(lambda who: who.reached >= len(server.room(host.id).table.told[0]))
    assert sights(second)[3:] == sights(people[0])[3:]  # both devices of a seat are told what happens


@pytest.mark.parametrize("since", [0, 1, 5])
def test_s50_who_asks_again_hears_that_there_was_a_sight_and_not_what(server, since):
    host, people = lay(server)
    play(people, random.Random(2), acts=ACTS)
    settle(server, host, people)
    for person in people:
        again = connect(server, host, person.ticket, since)
        assert again.reached == person.reached
        assert [(event.get("actor"), len(event)) for event in again.events] == [
            (event.get("actor"), len(event)) for event in person.events[since:]
        ]
        assert sights(again)
        assert whole(sights(again)) == []


def test_s50_a_sight_waits_for_a_seat_that_was_not_connected(server):
    host = server.lay(GAME, SEATS, options={"memory": "strict"})
    tickets = [
        server.post(f"{host.path}/seats", {"name": f"P{seat}"}, status=201)["ticket"] for seat in range(SEATS)
    ]
    host.start()
    first = connect(server, host, tickets[0])
    assert len(whole(sights(first))) == 3
    settle(server, host, [first])
    assert whole(sights(connect(server, host, tickets[0]))) == []


def confirming(server, host, ticket):
    """A page that says what it has shown, and was sent everything."""
    page = Person(server, host.id, ticket, confirms=True)
    told = len(server.room(host.id).table.told[page.until(bool).seat])
    return page.until(lambda who: who.reached >= told)


@pytest.mark.parametrize("how", ["shown", "act"])
def test_s50_a_page_that_was_closed_unseen_is_sent_the_sight_again(server, how):
    host = server.lay(GAME, SEATS, options={"memory": "strict"})
    tickets = [
        server.post(f"{host.path}/seats", {"name": f"P{seat}"}, status=201)["ticket"] for seat in range(SEATS)
    ]
    host.start()
    active = server.room(host.id).table.referee.state.active
    for _ in range(2):
        page = confirming(server, host, tickets[active])
        assert len(whole(sights(page))) == 3
        if how == "shown":
            page.send(type="shown", number=1)  # the first of them only, if any
        page.close()
    page = confirming(server, host, tickets[active])
    if how == "shown":
        page.send(type="shown", number=page.reached)
    else:
        page.send(type="act", id="now", text=page.prompt["legal"][0])
        page.until(lambda who: "now" in who.done)
    settle(server, host, [page])
    again = confirming(server, host, tickets[active])
    assert len(sights(again)) >= 3
    assert whole(sights(again)[:3]) == []


@pytest.mark.parametrize("restarted", [False, True], ids=["", "restarted"])
def test_s50_who_never_confirms_is_sent_the_sight_again_for_a_minute_and_no_longer(tmp_path, restarted):
    """Not even on another device, nor where several share a message; the minute does not begin anew."""
    ahead = [0.0]

    def now():
        return time.time() + ahead[0]

    with Server(tmp_path, now=now) as server:
        host = server.lay(GAME, SEATS, options={"memory": "strict"})
        tickets = [
            server.post(f"{host.path}/seats", {"name": f"P{seat}"}, status=201)["ticket"]
            for seat in range(SEATS)
        ]
        host.start()
        ahead[0] += 1000.0  # nobody has come: a sight that was never sent waits
        first = confirming(server, host, tickets[0])
        assert len(whole(sights(first))) == 3
        wait_until_sent(server, host, 0)
        ahead[0] += UNSEEN_SECONDS - 20.0
        assert len(whole(sights(confirming(server, host, tickets[0])))) == 3
        ahead[0] += 21.0
        if not restarted:
            assert whole(sights(confirming(server, host, tickets[0]))) == []
            assert whole(sights(confirming(server, host, tickets[0]))) == []
            assert len(whole(sights(confirming(server, host, tickets[1])))) == 3
    if restarted:
        with Server(tmp_path, now=now) as server:
            page = Person(server, host.id, tickets[0], confirms=True).until(lambda who: who.view)
            assert len(sights(page)) == 3
            assert whole(sights(page)) == []


def wait_until_sent(server, host, seat):
    until = time.monotonic() + PATIENCE
    while not server.room(host.id).table.sent[seat]:
        assert time.monotonic() < until
        time.sleep(0.001)


def test_s50_a_sight_that_was_sent_is_remembered_even_if_the_page_is_gone(tmp_path):
    with Server(tmp_path, sync=0.1) as server:
        host = server.lay(GAME, SEATS, options={"memory": "strict"})
        tickets = [
            server.post(f"{host.path}/seats", {"name": f"P{seat}"}, status=201)["ticket"]
            for seat in range(SEATS)
        ]
        host.start()
        first = connect(server, host, tickets[0])
        assert len(whole(sights(first))) == 3
        first.close()  # while it is being stored
        settle(server, host, [first])
        assert whole(sights(connect(server, host, tickets[0]))) == []


def test_s50_a_restart_sends_no_sight_again(tmp_path):
    with Server(tmp_path) as server:
        host, people = lay(server)
        settle(server, host, people)
        tickets = [person.ticket for person in people]
    with Server(tmp_path) as server:
        for ticket in tickets:
            person = Person(server, host.id, ticket).until(lambda who: who.view)
            assert len(sights(person)) == 3
            assert whole(sights(person)) == []


def test_s50_an_onlooker_is_sent_no_sight_that_was_before(server):
    """Else whoever sits at the table would look on to see the centre again."""
    host, people = lay(server)
    people[0].until(lambda who: who.view)
    onlooker = Person(server, host.id).until(lambda who: who.view)
    assert sights(onlooker) == [("centre",)]


def test_s50_another_owner_of_a_seat_is_sent_no_sight_again(server):
    host, people = lay(server)
    settle(server, host, people)
    host.post("seats/0/revoke", status=200)
    heir = host.sit("Heir", seat=0).until(lambda who: who.view)
    assert len(sights(heir)) == 3
    assert whole(sights(heir)) == []


def test_s50_a_bot_that_plays_a_seat_remembers(server):
    host, people = lay(server)
    settle(server, host, people)
    table = server.room(host.id).table
    heard = listen(table, 0, 0, len(table.told[0]))
    assert len([text for _, text in heard if text.startswith("sees ") and len(text.split()) == 3]) == 3


def test_s50_the_aid_tells_all_again(server):
    host, people = lay(server, memory="aid")
    people[0].until(lambda who: who.view)
    again = connect(server, host, people[0].ticket)
    assert len(whole(sights(again))) == 3


def test_s50_after_the_game_nothing_is_hidden(server):
    host, people = lay(server)
    play(people, random.Random(3))
    again = Person(server, host.id, people[0].ticket).until(lambda who: who.over)
    assert whole(sights(again)) == sights(again) == sights(people[0])


def test_s50_holds_page_by_page(server, monkeypatch):
    monkeypatch.setattr("spyring.server.http.outgoing.PAGE_EVENTS", 3)
    host, people = lay(server)
    play(people, random.Random(2), acts=ACTS)
    settle(server, host, people)
    again = connect(server, host, people[0].ticket)
    assert len(again.frames) > 3
    assert sights(again)
    assert whole(sights(again)) == []
