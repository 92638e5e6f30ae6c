"""The ledger of claims at a table: each seat's own, from what it was told."""

import pytest
from tables import lay_at

from spyring.games import games
from spyring.generator import Generator
from spyring.referee import Referee


def asked(host, ticket=None):
    headers = {"authorization": f"Bearer {ticket}"} if ticket else {}
    return host.server.http.get(f"{host.path}/ledger", headers=headers, timeout=60)


def say(person, text):
    person.send(type="act", id=text, text=text)
    person.until(lambda who: text in who.done)


def test_each_seat_knows_what_was_proved_to_it(server):
    host = server.lay("heimlich", 3)
    people = host.seat_all()
    assert asked(host, people[0].ticket).json() == []  # the game has not begun
    host.start()
    for person in people:
        person.until(lambda who: who.view)
    assert asked(host, people[0].ticket).json() == []
    mine = people[0].view["me"]
    other = next(agent for agent in people[0].view["agents"] if agent != mine)
    say(people[1], f"say agent 0 {mine}")
    say(people[1], f"say agent 0 {other}")
    for seat, verdicts in enumerate(([True, False], [None, None], [None, None])):
        people[seat].until(lambda who: sum("say" in one.get("text", "") for one in who.events) == 2)
        found = asked(host, people[seat].ticket).json()
        if seat == 2 and people[2].view["me"] in (mine, other):
            verdicts = [None, False]  # nobody else can be who one is oneself
        assert [one["true"] for one in found] == verdicts
        assert [one["text"] for one in found] == [f"say agent 0 {mine}", f"say agent 0 {other}"]
        lines = [one for one in people[seat].events if "actor" in one]
        assert all(lines[one["number"]]["text"] == one["text"] for one in found)


def test_it_is_for_seats_only(server):
    host = server.lay("heimlich", 2)
    host.seat_all()
    host.start()
    assert asked(host).status_code == 403
    assert asked(host, host.ticket).status_code == 403


@pytest.mark.parametrize(("memory", "reminds"), [("aid", True), ("strict", False)])
def test_s50_where_one_has_to_remember_it_reminds_nobody(server, memory, reminds):
    """A claim about a token that this seat has seen is proved; under strict memory that is not said again."""
    game = games()["secrets"]
    referee, rng = Referee(game, 4, {"memory": memory}), Generator(3)
    while not any(text.startswith("sees 1") for _, text in referee.feed(0)) or not referee.legal().get(0):
        referee.do(*referee.state.pick(rng))
    host = lay_at(server, "secrets", 4, [f"{actor} {text}" for actor, text in referee.log], memory=memory)
    people = host.seat_all()
    host.start()
    for person in people:
        person.until(lambda who: who.view)
    for team in ("cia", "kgb", "hippie"):
        say(people[2], f"say team 1 {team}")
    found = asked(host, people[0].ticket).json()
    assert len(found) == 3
    assert any(one["true"] is not None for one in found) == reminds
