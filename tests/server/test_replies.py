"""Bots that are asked a question reply, also when it is not their turn."""

import time

import pytest
from tables import Server

from spyring.server.live import timekeeper
from spyring.server.table.clocks import Pace

PACE = 0.1
ASKED = Pace(bot=PACE, grace=0.0, onlookers=0.0)


@pytest.fixture
def table(tmp_path, monkeypatch):
    """A person's turn at a table with two bots that have one word for everything."""

    async def think(game, bot, question):
        return question.legal[0] if question.legal else "say trust"

    monkeypatch.setattr(timekeeper, "think", think)
    with Server(tmp_path, pace=ASKED) as server:
        host = server.lay("heimlich", 3)
        person = host.sit("Anna")
        for _ in range(2):
            host.post("bots", {"bot": "normal"}, status=200)
        host.start()
        yield person.until(lambda who: who.prompt), server.room(host.id).table


def test_a_bot_replies_once_and_not_at_once(table):
    person, room = table
    person.act("say who 1")
    began = time.monotonic()
    person.until(lambda who: (1, "say trust") in who.heard)
    assert time.monotonic() - began > PACE / 2
    person.act("say seen 2")
    person.until(lambda who: (2, "say trust") in who.heard)
    time.sleep(3 * PACE)
    person.act("say trust")
    said = [line for line in person.heard if line[0] in (1, 2) and line[1].startswith("say")]
    assert said == [(1, "say trust"), (2, "say trust")]
    assert not room.questions


def test_who_is_not_asked_says_nothing(table):
    person, room = table
    person.act("say doubt 1")
    person.act("say who 0")  # oneself
    time.sleep(3 * PACE)
    person.act("say trust")
    assert not room.questions
    assert not [line for line in person.heard if line[0] in (1, 2) and line[1].startswith("say")]
