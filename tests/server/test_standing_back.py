"""Whoever makes the server work much stands back for the others, and nobody for a stranger's flood."""

import asyncio
import itertools
import time

import pytest

from spyring.server.http import connection, wire
from spyring.server.http.gate import PACE_SECONDS, SHORTEST_PACE, Gate
from spyring.server.http.limits import Addresses, Limits

WORK = 0.005  # seconds that a slice of these takes
FLOOD = b"x" * wire.SLICE * 1000


class Transport:
    def is_closing(self):
        return False

    def pause_reading(self):
        pass

    def resume_reading(self):
        pass


class Slow(wire.Line):
    """A line whose slices are much work."""

    def __init__(self, gate, address, *, seated=False):
        self.gate = gate
        self.loop = asyncio.get_running_loop()
        self.transport = Transport()
        self.client = (address, 1)
        self.begin()
        self.enter(request=False)
        self.parsed = 0
        if seated:
            self.meter.sit()
            gate.addresses[address].seated += 1
            gate.addresses.seated += 1

    def ready(self):
        return True

    def feed(self, part):
        self.parsed += 1
        self.to_do = WORK
        return 0


@pytest.fixture
def gate(monkeypatch):
    """A gate, on a processor that is as slow as these tests need it."""
    ticks = itertools.count()
    monkeypatch.setattr(wire.time, "thread_time", lambda: WORK * next(ticks))
    no_bytes = {
        name: 1e12
        for name in Limits.__dataclass_fields__
        if "bytes" in name or name in ("connections", "sockets")
    }
    return Gate(Addresses(Limits(**no_bytes), now=lambda: 0.0))


async def rounds(count):
    for _ in range(count):
        await asyncio.sleep(0)


async def turns_until_parsed(line, others):
    """How many slices of others are parsed before one of this line's."""
    before = sum(one.parsed for one in others)
    line.data_received(b"y")
    while not line.parsed:
        await asyncio.sleep(0)
    return sum(one.parsed for one in others) - before


def test_who_makes_much_work_stands_back_for_others(gate):
    async def flood():
        noisy = [Slow(gate, "192.0.2.1") for _ in range(50)]
        for line in noisy:
            line.data_received(FLOOD)
        await asyncio.sleep(0.05)
        assert all(line.meter.stands_back() for line in noisy)
        before = sum(line.parsed for line in noisy)
        began = time.monotonic()
        await asyncio.sleep(0.1)
        most = (time.monotonic() - began) / SHORTEST_PACE + 1
        assert 0 < sum(line.parsed for line in noisy) - before <= most  # it goes on, one slice at a time
        calm = Slow(gate, "192.0.2.2")
        assert not calm.meter.stands_back()
        assert await turns_until_parsed(calm, noisy) <= 1

    asyncio.run(flood())


def test_strangers_together_stand_back_for_the_seated(gate):
    """However many addresses they have."""

    async def flood():
        strangers = [Slow(gate, f"192.0.2.{number}") for number in range(60)]
        for line in strangers:
            line.data_received(FLOOD)
        await asyncio.sleep(0.05)
        assert Slow(gate, "198.51.100.1").meter.stands_back()
        player = Slow(gate, "198.51.100.2", seated=True)
        assert not player.meter.stands_back()
        assert await turns_until_parsed(player, strangers) <= 1

    asyncio.run(flood())


def test_a_seat_does_not_stand_back_for_its_neighbours_at_the_same_address(gate):
    async def flood():
        noisy = [Slow(gate, "192.0.2.1") for _ in range(50)]
        for line in noisy:
            line.data_received(FLOOD)
        await asyncio.sleep(0.05)
        pupil = Slow(gate, "192.0.2.1", seated=True)
        assert not pupil.meter.stands_back()
        assert await turns_until_parsed(pupil, noisy) <= 1

    asyncio.run(flood())


def test_the_pace_of_those_who_stand_back_tells_nothing_of_what_the_others_do(gate):
    """It depends on how many are seated, which everybody may know, and on nothing else."""

    async def play():
        players = [Slow(gate, f"192.0.2.{number}", seated=True) for number in range(100)]
        pace = gate._pace()
        assert pace == pytest.approx(PACE_SECONDS / 2)
        for line in players:
            line.data_received(b"a secret act")
        await rounds(200)
        assert all(line.parsed for line in players)
        assert gate._pace() == pace

    asyncio.run(play())


def test_one_request_at_most_is_parsed_at_once():
    line = wire.HttpLine.__new__(wire.HttpLine)
    request = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"
    line._unparsed = request * 3
    assert line.end_of_slice() == len(request)
    line._unparsed = b"GET /" + b"x" * 1000
    assert line.end_of_slice() == wire.SLICE


def test_onlookers_are_woken_a_few_at_a_time():
    async def wake():
        crier = connection.Crier()
        news = [asyncio.Event() for _ in range(3 * connection.WOKEN_AT_ONCE - 1)]
        for one in news:
            crier.wake(one)
        assert not any(one.is_set() for one in news)
        await asyncio.sleep(0)
        assert [one.is_set() for one in news].count(True) == connection.WOKEN_AT_ONCE
        async with asyncio.timeout(10):
            await asyncio.gather(*(one.wait() for one in news))

    asyncio.run(wake())
