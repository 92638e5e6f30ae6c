"""A bot from outside sits at a table by `spyring sit`, like a person."""

import asyncio
import random
import re
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner
from tables import NO_LIMITS, PATIENCE, Server, play, wait

from spyring.cli import main

RESEARCH = Path(__file__).parents[2] / "docs" / "research.md"
BOTS = """
class Cheat:
    instant = True
    def __init__(self, game): pass
    def choose(self, view, feed, legal, rng):
        return "move red 13"

class Broken:
    instant = True
    def __init__(self, game): pass
    def choose(self, view, feed, legal, rng):
        return 1 / 0
"""


@pytest.fixture
def server(tmp_path):
    with Server(tmp_path / "data", limits=NO_LIMITS) as server:
        yield server


@pytest.fixture
def mine(tmp_path):
    path = tmp_path / "mine.py"
    (policy,) = re.findall(r"```python\n(import numpy.*?)```", RESEARCH.read_text("utf-8"), re.DOTALL)
    path.write_text(policy + BOTS)
    return path


class Guest:
    """The command, in a process of its own."""

    def __init__(self, server, table, *arguments):
        command = [sys.executable, "-m", "spyring", "sit", f"{server.url}/t/{table}", "--pace", "0"]
        self.process = subprocess.Popen(
            [*command, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )

    def end(self, status=0):
        """What it said."""
        try:
            said, complained = self.process.communicate(timeout=PATIENCE)
        finally:
            self.process.kill()
        assert self.process.returncode == status, complained
        return said + complained


def begin(server, host, *guests):
    """Let guests sit down one after another, and start."""
    sitting = []
    for number, arguments in enumerate(guests, 1):
        sitting.append(Guest(server, host.id, *arguments))
        wait(lambda count=number: sum(chair.taken for chair in server.room(host.id).table.chairs) == count)
    host.start()
    return sitting


@pytest.mark.parametrize(("game", "seats"), [("heimlich", 2), ("secrets", 4)])
def test_bots_from_outside_play_a_whole_game(server, mine, game, seats):
    host = server.lay(game, seats)
    bots = [("--bot", f"{mine}:Mine"), *[("--bot", "normal/gambler")] * (seats - 1)]
    named = [(*bot, "--name", f"Guest {number}") for number, bot in enumerate(bots)]
    for guest in begin(server, host, *named):
        assert "The game is over." in guest.end()
    assert server.room(host.id).table.over


def test_a_bot_plays_with_beats(server):
    """It waits where there is nothing to do, and is asked again with the next beat."""
    host = server.lay("wink", 4)
    guests = begin(server, host, *[("--name", f"Guest {number}") for number in range(4)])
    table = server.room(host.id).table
    wait(lambda: {actor for actor, _ in table.referee.log} >= {0, 1, 2, 3} or table.over)
    for guest in guests:
        guest.process.terminate()
        guest.process.communicate(timeout=PATIENCE)


def test_a_bot_sits_beside_people(server):
    host = server.lay("heimlich", 2)
    anna = host.sit("Anna")
    guest = Guest(server, server.room(host.id).table.made.code.lower())
    anna.until(lambda who: who.info["seats"][1]["taken"])
    assert anna.info["seats"][1]["name"] == "Normal"
    host.start()
    play_on(anna)
    winners = [("Anna", "Normal")[seat] for seat in anna.info["winners"]]
    said = guest.end()
    assert all(name in said for name in winners)


def play_on(person):
    """A person does what is legal until the game is over."""
    while not person.over:
        person.until(lambda who: who.over or who.prompt)
        if person.prompt:
            person.act(person.prompt["legal"][0])


def test_a_lost_connection_is_made_again(server):
    host = server.lay("heimlich", 2)
    anna = host.sit("Anna")
    guest = Guest(server, host.id)
    anna.until(lambda who: who.info["seats"][1]["here"])
    host.start()
    (listener,) = [one for one in server.room(host.id).listeners if one.viewer == 1]
    asyncio.run_coroutine_threadsafe(listener.socket.close(1012), server.loop).result(PATIENCE)
    play_on(anna)
    guest.end()


def test_a_seat_that_it_has_already_goes_on(server):
    host = server.lay("heimlich", 2)
    people = host.seat_all()
    host.start()
    people[1].close()
    guest = Guest(server, host.id, "--ticket", people[1].ticket)
    play_on(people[0])
    guest.end()


@pytest.mark.parametrize(("bot", "sentence"), [("Cheat", "did what is not allowed"), ("Broken", "failed")])
def test_a_bot_that_fails_is_named(server, mine, bot, sentence):
    host = server.lay("heimlich", 2)
    anna = host.sit("Anna")
    guest = Guest(server, host.id, "--bot", f"{mine}:{bot}")
    anna.until(lambda who: who.info["seats"][1]["here"])
    host.start()
    anna.until(lambda who: who.prompt or (who.view and who.view["active"] == 1))
    if anna.prompt:
        anna.act(anna.prompt["legal"][0])
    said = guest.end(status=1)
    assert f"{bot} {sentence}" in said
    assert "Traceback" not in said


@pytest.mark.parametrize(
    ("link", "bot", "sentence"),
    [
        ("nowhere", "normal", "Expected the link of a table"),
        ("http://127.0.0.1:9/t/QPTX", "normal", "does not answer"),
        ("{url}/t/NONE", "normal", "There is no such table."),
        ("{url}/t/{table}", "clever", "There is no bot 'clever'"),
        ("{url}/t/{table}", "normal", "All seats are taken."),
    ],
)
def test_what_is_wrong_is_said_in_a_sentence(server, link, bot, sentence):
    host = server.lay("heimlich", 2)
    host.seat_all()
    wanted = link.format(url=server.url, table=host.id)
    result = CliRunner().invoke(main, ["sit", wanted, "--bot", bot])
    assert result.exit_code in (1, 2)
    assert sentence in result.stderr
    assert len(result.stderr.strip().splitlines()) == 1


def test_people_and_bots_from_outside_at_random(server):
    """Whatever people do, a bot beside them goes on to the end."""
    host = server.lay("secrets", 4)
    people = [host.sit(f"P{number}") for number in range(3)]
    guest = Guest(server, host.id)
    people[0].until(lambda who: who.info["seats"][3]["here"])
    host.start()
    play(people, random.Random(3))
    guest.end()
