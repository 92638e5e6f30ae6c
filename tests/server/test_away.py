"""Who is gone without a word: others may ask for a bot in their place, and the owner gets the seat back."""

import asyncio
import time

import pytest
from tables import QUICK, Person, Server
from test_kill import MortalServer

from spyring.core import CHANCE
from spyring.games import games
from spyring.generator import Generator
from spyring.referee import Referee
from spyring.server.table.clocks import MINUTE
from spyring.server.table.entries import Acted, decode
from spyring.server.table.timeouts import waited_for

BEGAN = 1_000_000_000.0
LONG = 3 * MINUTE
ENOUGH = 40  # positions of a game


class Deserted:
    """A game in which the one whom the table waits for has closed the browser."""

    def __init__(self, folder, **wish):
        self.time = BEGAN
        self.server = Server(folder, pace=QUICK, now=lambda: self.time)
        self.wish = wish

    def __enter__(self):
        self.server.__enter__()
        self.host = self.server.lay("heimlich", 3, **self.wish)
        people = self.host.seat_all()
        self.host.start()
        self.late = self.table.waiting.copy().popitem()[0]
        self.gone = people[self.late]
        self.gone.until(lambda who: who.view).close()
        self.here, self.third = people[(self.late + 1) % 3], people[(self.late + 2) % 3]
        self.here.until(lambda who: who.view and not who.info["seats"][self.late]["here"])
        return self

    def __exit__(self, *_):
        self.server.__exit__()

    @property
    def table(self):
        return self.server.room(self.host.id).table

    def ask(self, seat=None, ticket=None):
        """Ask for a bot; returns the table, or the error."""
        path = f"{self.host.path}/seats/{self.late if seat is None else seat}/stand-in"
        answer = self.server.post(path, {}, self.here.ticket if ticket is None else ticket)
        return answer.get("error", answer)

    def acts(self):
        """Who did what, as it is stored."""
        read = self.server.rooms.store.read(self.table.id)
        bodies = asyncio.run_coroutine_threadsafe(read, self.server.loop).result()
        return [entry for entry in map(decode, bodies) if isinstance(entry, Acted)]


@pytest.fixture
def deserted(tmp_path):
    with Deserted(tmp_path) as one:
        yield one


def test_a_bot_stands_in_until_the_owner_is_back(deserted):
    late = deserted.late
    assert deserted.here.info["seats"][late]["stand_in"] == BEGAN + LONG
    deserted.time += LONG
    assert deserted.ask()["seats"][late]["away"]
    assert deserted.ask()["seats"][late]["away"], "two may ask at the same moment"
    deserted.here.until(lambda who: who.info["seats"][late]["away"] and who.prompt)
    assert deserted.here.info["seats"][late]["stand_in"] is None
    owner = Person(deserted.server, deserted.host.id, deserted.gone.ticket)
    owner.until(lambda who: who.info["seats"][late]["away"])
    owner.send(type="back", id="here")
    owner.until(lambda who: not who.info["seats"][late]["away"])
    assert deserted.ask()["id"] == "not-missed"


def test_the_bot_thinks_however_long_the_owner_was_waited_for(deserted):
    deserted.time += 10 * LONG
    deserted.ask()
    deserted.here.until(lambda who: who.info["seats"][deserted.late]["away"] and who.prompt)
    assert {entry.by for entry in deserted.acts() if entry.actor == deserted.late} == {"bot"}


def test_nobody_is_replaced_too_early(deserted):
    deserted.time += LONG - 1
    assert deserted.ask()["id"] == "not-missed"


def test_who_was_here_meanwhile_has_not_been_away_for_long(deserted):
    deserted.time += LONG - 1
    back = Person(deserted.server, deserted.host.id, deserted.gone.ticket)
    deserted.here.until(lambda who: who.info["seats"][deserted.late]["here"])
    back.close()
    deserted.here.until(lambda who: not who.info["seats"][deserted.late]["here"])
    deserted.time += LONG - 1
    assert deserted.ask()["id"] == "not-missed"


def test_nobody_is_replaced_who_is_here_or_whom_nobody_waits_for(deserted):
    third = (deserted.late + 2) % 3
    deserted.third.close()
    deserted.here.until(lambda who: who.info["seats"][third]["stand_in"])
    deserted.time += LONG
    assert deserted.ask(deserted.here.seat)["id"] == "not-missed"
    assert deserted.ask(third)["id"] == "not-missed"
    assert deserted.ask(7)["id"] == "no-such-seat"


def test_only_who_has_a_seat_may_ask(deserted):
    deserted.time += LONG
    assert deserted.ask(ticket="")["id"] == "ticket-only"


def test_where_there_is_a_clock_it_decides(tmp_path):
    with Deserted(tmp_path, clock="days") as deserted:
        deserted.time += LONG
        assert deserted.here.info["seats"][deserted.late]["stand_in"] is None
        assert deserted.ask()["id"] == "not-missed"


def test_after_a_restart_everybody_has_time_to_return_and_who_was_replaced_still_is(tmp_path):
    """The stand-in is kept like an act; since when somebody has been away is not."""
    server = MortalServer(tmp_path)
    server.start("0")
    try:
        laid = server.post("/api/tables", {"game": "heimlich", "seats": 2}, status=201)
        path = f"/api/tables/{laid['table']['id']}"
        tickets = [
            server.post(f"{path}/seats", {"name": name}, status=201)["ticket"] for name in ("Anna", "Bruno")
        ]
        info = server.post(f"{path}/start", {}, laid["host"], status=200)
        assert all(seat["stand_in"] <= time.time() for seat in info["seats"])
        answers = [server.post(f"{path}/seats/{seat}/stand-in", {}, tickets[1 - seat]) for seat in (0, 1)]
        server.kill()
        server.start("60")
        seats = server.http.get(path).json()["seats"]
        assert [seat["away"] for seat in seats] == ["error" not in answer for answer in answers]
        assert sum(seat["away"] for seat in seats) == 1
        assert all(seat["away"] or seat["stand_in"] > time.time() for seat in seats)
    finally:
        server.close()


@pytest.mark.parametrize("game", list(games().values()), ids=lambda game: game.key)
def test_whom_the_table_waits_for_is_no_secret(game):
    """Whoever asks for a bot learns nothing by the answer: every world that fits has the same."""
    referee = Referee(game, game.seats[0], {})
    rng = Generator(3)
    waited = 0
    while referee.state.actors() and waited < ENOUGH:
        if referee.state.actors() != (CHANCE,):
            world = game.sample(referee.view(None), referee.feed(None), rng)
            assert waited_for(game, world) == waited_for(game, referee.state)
            waited += bool(waited_for(game, world))
        referee.do(*referee.state.pick(rng))
    assert waited
