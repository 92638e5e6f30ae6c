"""What the host may do, and what tickets are good for."""

import asyncio
import random
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from tables import PATIENCE, Person, play, wait
from websockets.exceptions import ConnectionClosed

from spyring.server.table.tickets import new_id
from spyring.verify import verify


def error_id(answer):
    return answer["error"]["id"]


def test_a_tables_name_is_no_option_of_a_command():
    assert all(new_id().isalnum() for _ in range(500))  # of base 64, ten would begin with a hyphen


def test_a_table_is_found_by_its_link_and_by_its_code(server):
    host = server.lay()
    info = server.http.get(host.path).json()
    assert server.http.get(f"/api/tables/{info['code'].lower()}").json() == info
    assert server.http.get("/api/tables/XXXXXX").json()["error"]["id"] == "no-such-table"


def test_the_lobby_shows_only_open_tables_whose_host_wants_it(server):
    server.lay()
    listed = server.lay(listed=True)
    assert [table["id"] for table in server.http.get("/api/lobby").json()] == [listed.id]
    listed.seat_all()
    listed.start()
    assert server.http.get("/api/lobby").json() == []


def test_only_the_host_hosts(server):
    host = server.lay()
    person = host.sit("Anna")
    for path in (
        "start",
        "bots",
        "order",
        "set-up",
        "rematch",
        "seats/0/mute",
        "seats/0/revoke",
        "seats/1/bot",
    ):
        for ticket, refusal in ((person.ticket, "host-only"), ("", "host-only"), ("made up", "void-ticket")):
            assert error_id(server.post(f"{host.path}/{path}", {}, ticket, status=403)) == refusal
    assert server.http.delete(host.path).status_code == 403


def test_nobody_gets_a_seat_by_name(server):
    host = server.lay()
    host.sit("Anna")
    again = server.post(f"{host.path}/seats", {"name": " anna "}, status=409)
    assert error_id(again) == "name-taken"
    assert (
        error_id(server.post(f"{host.path}/seats", {"name": "Bruno", "seat": 0}, status=409)) == "seat-taken"
    )


@pytest.mark.parametrize(
    "name", ["", "   ", "x" * 25, "a\x00b", "\u202eevil", "\u3164", "\u2800", "\ufe0f", "\u0301"]
)
def test_names_are_visible_and_short(server, name):
    assert error_id(server.post(f"{server.lay().path}/seats", {"name": name}, status=422)) == "bad-name"


def test_a_name_can_be_changed_before_the_game(server):
    host = server.lay()
    anna = host.sit("Anna", contribution="5f1c")
    bruno = host.sit("Bruno")

    def call(name, ticket=anna.ticket, status=200):
        return server.post(f"{host.path}/seats/0/name", {"name": name}, ticket, status=status)

    assert call(" Anne ")["seats"][0]["name"] == "Anne"
    assert call("ANNE")["seats"][0]["name"] == "ANNE"  # one's own name is not taken
    anna.until(lambda who: who.info["seats"][0]["name"] == "ANNE")
    assert anna.info["seats"][0]["contributed"], "everything else of the seat stays"
    assert error_id(call("bruno", status=409)) == "name-taken"
    assert error_id(call("", status=422)) == "bad-name"
    for ticket in (bruno.ticket, host.ticket):
        assert error_id(call("Eve", ticket, status=403)) == "no-seat"
    host.start()
    assert error_id(call("Anna", status=409)) == "table-playing"
    anna.until(lambda who: who.view is not None)
    assert anna.info["seats"][0]["name"] == "ANNE"


def test_who_asks_learns_whether_the_table_waits_for_them(server):
    host = server.lay()
    people = host.seat_all()

    def turn(ticket):
        headers = {"authorization": f"Bearer {ticket}"} if ticket else {}
        return server.http.get(f"{host.path}/turn", headers=headers).json()

    assert turn(people[0].ticket) == {"phase": "open", "mine": False}
    host.start()
    people[0].until(lambda who: who.view and who.view["waiting"])
    waiting = people[0].view["waiting"]
    for seat, person in enumerate(people):
        assert turn(person.ticket) == {"phase": "playing", "mine": seat in waiting}
    assert turn("") == turn(host.ticket) == {"phase": "playing", "mine": False}


def test_the_host_seats_everybody_anew(server):
    host = server.lay()
    people = host.seat_all()
    host.post("order", {"order": [1, 0]}, status=200)
    for old, person in enumerate(people):
        person.until(lambda who, old=old: who.seat == 1 - old)
    assert error_id(host.post("order", {"order": [0, 0]}, status=422)) == "bad-order"


def test_after_a_new_order_everybody_is_still_there(server):
    host = server.lay("heimlich", 3)
    people = [host.sit("Anna"), host.sit("Bruno")]
    people[0].until(lambda who: [seat["here"] for seat in who.info["seats"]] == [True, True, False])
    host.post("order", {"order": [2, 0, 1]}, status=200)
    people[0].until(lambda who: [seat["here"] for seat in who.info["seats"]] == [False, True, True])


def test_a_right_is_that_of_the_moment_at_which_it_is_judged(server):
    """Anna asks for a code that moves her seat to another device; before that Bruno is given the seat."""
    host = server.lay("heimlich", 2)
    anna, bruno = host.sit("Anna"), host.sit("Bruno")
    room = server.room(host.id)
    asyncio.run_coroutine_threadsafe(room._lock.acquire(), server.loop).result(PATIENCE)
    with ThreadPoolExecutor() as pool:
        swapped = pool.submit(host.post, "order", {"order": [1, 0]}, status=200)
        wait(lambda: len(room._lock._waiters or ()) == 1)
        asked = pool.submit(server.post, f"{host.path}/offer", ticket=anna.ticket)
        wait(lambda: len(room._lock._waiters or ()) == 2)
        server.loop.call_soon_threadsafe(room._lock.release)
        swapped.result(PATIENCE)
        assert error_id(asked.result(PATIENCE)) == "void-ticket"
    server.post(f"{host.path}/offer", ticket=anna.ticket, status=201)
    server.post(f"{host.path}/seats/0/name", {"name": "Bert"}, bruno.ticket, status=200)


def test_the_host_lays_the_table_anew_before_the_game(server):
    host = server.lay("heimlich", 4)
    host.post("seats/0/bot", {"bot": "uniform"}, status=200)
    people = [host.sit("Anna"), host.sit("Bruno")]
    people[0].send(type="say", id="1", text="There are only three of us.")
    people[0].until(lambda who: "1" in who.done)
    fewer = {"seats": 3, "options": {"dossier": "on"}, "clock": "relaxed"}
    info = host.post("set-up", fewer, status=200)
    assert [seat["name"] for seat in info["seats"]] == ["", "Anna", "Bruno"]
    assert (info["options"]["dossier"], info["options"]["agents"].count(",")) == ("on", 5)
    host.post("set-up", {"seats": 2}, status=200)  # the bot makes room
    for seat, person in enumerate(people):
        person.until(lambda who, seat=seat: who.seat == seat and len(who.info["seats"]) == 2)
        assert person.info["options"]["dossier"] == "off"
        assert [one["here"] for one in person.info["seats"]] == [True, True]
    assert error_id(host.post("set-up", {"seats": 1}, status=422)) == "bad-set-up"
    assert error_id(host.post("set-up", {"seats": 2, "clock": "sun"}, status=422)) == "bad-set-up"
    assert error_id(host.post("set-up", {"seats": 2, "options": {"x": "y"}}, status=422)) == "bad-set-up"
    host.post("set-up", {"seats": 3}, status=200)
    late = host.sit("Carla").until(lambda who: who.events)
    assert late.seat == 2
    assert late.events[0]["said"] == "There are only three of us."
    refused = host.post("set-up", {"seats": 2}, status=409)
    assert (error_id(refused), refused["error"]["people"]) == ("too-many-sit", 3)
    host.start()
    assert error_id(host.post("set-up", {"seats": 2}, status=409)) == "table-playing"
    play([*people, late], random.Random(1))
    file = server.http.get(f"{host.path}/file").text
    assert "seats 3" in file
    verify(file.encode(), "evening.game")  # raises where something is wrong


def test_the_host_removes_somebody_before_the_game(server):
    host = server.lay()
    person = host.sit("Anna")
    answer = server.http.delete(f"{host.path}/seats/0", headers={"authorization": f"Bearer {host.ticket}"})
    assert not answer.json()["seats"][0]["taken"]
    assert person.refused()["id"] == "void-ticket"
    with pytest.raises(ConnectionClosed):
        person.receive()


def test_a_revoked_seat_is_played_by_a_bot_until_somebody_takes_it(server):
    host = server.lay()
    people = host.seat_all()
    host.start()
    host.post("seats/0/revoke", status=200)
    assert people[0].refused()["id"] == "void-ticket"
    late = host.sit("Carla")
    late.until(lambda who: who.view)
    assert late.seat == 0
    play([late, people[1]], random.Random(1))
    assert late.over


@pytest.mark.parametrize("name", ["Person 0", "Carla"])
def test_everybody_is_told_that_a_seat_has_changed_hands_in_a_game(server, name):
    """Also where whoever takes it has the same name: they learn what the owner was told."""
    host = server.lay()
    people = host.seat_all()
    host.start()
    onlooker = Person(server, host.id).until(lambda who: who.view)
    host.post("seats/0/revoke", status=200)
    late = host.sit(name)
    for viewer in (people[1], onlooker, late):
        viewer.until(lambda who: any("took" in event for event in who.events))
        (told,) = [event for event in viewer.events if "took" in event]
        assert (told["seat"], told["name"], told["before"]) == (0, name, "Person 0")


def test_a_ticket_moves_to_another_device_once(server):
    host = server.lay()
    person = host.sit("Anna")
    offer = server.post(f"{host.path}/offer", {}, person.ticket, status=201)
    assert offer["link"].endswith(f"/t/{host.id}#claim={offer['code']}")
    assert offer["qr"].startswith("<svg")
    claimed = server.post(f"{host.path}/claim", {"code": offer["code"]}, status=201)
    assert claimed["seat"] == 0
    assert error_id(server.post(f"{host.path}/claim", {"code": offer["code"]}, status=404)) == "no-such-offer"
    assert person.refused()["id"] == "void-ticket"
    assert Person(server, host.id, claimed["ticket"]).until(lambda who: who.info).seat == 0


def test_the_host_moves_too(server):
    host = server.lay()
    offer = host.post("offer", status=201)
    claimed = server.post(f"{host.path}/claim", {"code": offer["code"]}, status=201)
    assert claimed["host"]
    assert claimed["seat"] is None
    assert error_id(host.post("bots", {"bot": "uniform"}, status=403)) == "void-ticket"
    server.post(f"{host.path}/bots", {"bot": "uniform"}, claimed["ticket"], status=200)


def test_a_game_begins_only_with_every_seat_taken(server):
    host = server.lay()
    host.sit("Anna")
    refused = host.post("start", status=409)
    assert refused["error"]["id"] == "seats-free"
    assert refused["error"]["seats"] == [1]
    host.post("seats/1/bot", {"bot": "uniform"}, status=200)
    host.start()
    assert error_id(host.post("start", status=409)) == "table-playing"


def test_an_unknown_bot_is_refused(server):
    assert error_id(server.lay().post("bots", {"bot": "oracle"}, status=422)) == "no-such-bot"


def test_a_rematch_keeps_the_group_and_its_tickets(server):
    host = server.lay()
    people = host.seat_all()
    assert error_id(host.post("rematch", status=409)) == "not-over"
    host.start()
    play(people, random.Random(1))
    following = host.post("rematch", status=201)["table"]["id"]
    people[0].until(lambda who: who.info["next"] == following)
    assert people[0].info["winners"] == people[0].view["winners"]
    made = server.http.get(f"/api/tables/{following}").json()
    assert (made["before"], made["winners"]) == (host.id, None)
    again = [Person(server, following, person.ticket).until(lambda who: who.info) for person in people]
    assert [person.seat for person in again] == [0, 1]
    again[0].send(type="contribute", id="mine", text="abc123")
    again[0].until(lambda who: who.info["seats"][0]["contributed"])
    assert error_id(host.post("rematch", status=409)) == "followed"


def test_chat_is_for_seats_and_can_be_muted(server):
    host = server.lay()
    anna, bruno = host.seat_all()
    onlooker = Person(server, host.id)
    anna.send(type="say", id="1", text="<b>hello</b>\x07")
    bruno.until(lambda who: who.events)
    assert bruno.events[-1]["said"] == "<b>hello</b>"  # text, and nothing but text
    onlooker.send(type="say", id="2", text="me too")
    assert onlooker.refused()["id"] == "no-seat"
    host.post("seats/0/mute", {"muted": True}, status=200)
    anna.send(type="say", id="3", text="again")
    assert anna.refused()["id"] == "muted"
    bruno.send(type="say", id="4", text="x" * 301)
    assert bruno.refused()["id"] == "bad-talk"
    for _ in range(2):
        bruno.send(type="say", id="5", text="once")
    onlooker.until(lambda who: any(event.get("said") == "once" for event in who.events))
    bruno.until(lambda who: "5" in who.done)
    assert sum(event.get("said") == "once" for event in bruno.events) == 1


def test_no_talk_where_talk_is_off(server):
    person = server.lay(talk=False).sit("Anna")
    person.send(type="say", id="1", text="hello")
    assert person.refused()["id"] == "talk-off"


def test_nobody_watches_where_nobody_may(server):
    host = server.lay(watch="nobody")
    people = host.seat_all()
    assert Person(server, host.id).refused()["id"] == "no-watching"
    host.start()
    play(people, random.Random(1))
    assert Person(server, host.id).until(lambda who: who.info).over  # after the end everybody may


def test_after_the_end_everybody_sees_everything(server):
    host = server.lay("heimlich")
    people = host.seat_all()
    host.start()
    assert server.http.get(f"{host.path}/replay").status_code == 403
    play(people, random.Random(1))
    replay = server.http.get(f"{host.path}/replay?seat=1").json()
    log = server.room(host.id).table.referee.log
    assert [(step["actor"], step["text"]) for step in replay["steps"]] == log
    assert replay["steps"][-1]["view"] == people[1].view
    assert server.http.get(f"{host.path}/replay?seat=9").status_code == 404


def test_a_closed_table_takes_no_more_acts(server):
    host = server.lay()
    people = host.seat_all()
    host.start()
    server.http.delete(host.path, headers={"authorization": f"Bearer {host.ticket}"})
    people[0].until(lambda who: who.info["phase"] == "closed")
    people[0].send(type="act", id="x", text="pass")
    assert people[0].refused()["id"] == "table-closed"


def test_untouched_tables_are_archived_and_forgotten(tmp_path):
    import asyncio

    from tables import Server

    clock = [time.time()]
    with Server(tmp_path, now=lambda: clock[0], archive_after=100.0) as server:
        old, young = server.lay(listed=True), server.lay(listed=True)
        old.seat_all()
        clock[0] += 90
        young.sit("Anna")
        clock[0] += 50
        asyncio.run_coroutine_threadsafe(server.rooms.sweep(), server.loop).result()
        assert server.http.get(old.path).json()["phase"] == "archived"
        assert server.http.get(young.path).json()["phase"] == "open"
        assert [table["id"] for table in server.http.get("/api/lobby").json()] == [young.id]
