"""Whose bot thinks next: nobody's waits behind all the tables of somebody else."""

import asyncio
import math
from concurrent.futures import ThreadPoolExecutor

import pytest

from spyring.games import games
from spyring.server.live import processes
from spyring.server.live.queue import Queue


@pytest.fixture
def asked(monkeypatch):
    """What the process that searches is asked, one thing after another, instead of searching."""
    found = []

    def choose(game, name, chair, view, legal, reached, seed, most, since, news):
        found.append((chair, most))
        return legal[0]

    monkeypatch.setattr(processes, "_workers", {})
    monkeypatch.setattr(processes, "_count", lambda work: 1)
    monkeypatch.setattr(processes, "_new_pool", lambda work: ThreadPoolExecutor(1))
    monkeypatch.setattr(processes, "_choose", choose)
    return found


def question(owner, table, seat):
    return processes.Question(
        f"{owner}{table}{seat}", {}, ["pass"], 0, lambda since: [], table=f"{owner}{table}", owner=owner
    )


def think(*questions):
    async def all_at_once():
        game = games()["heimlich"]
        await asyncio.gather(*(processes.think(game, "hard:9999ms", one) for one in questions))

    asyncio.run(all_at_once())


def test_one_owner_with_ten_tables_holds_up_nobody(asked):
    many = [question("a", table, seat) for table in range(10) for seat in range(4)]
    think(*many, question("b", 0, 0), question("c", 0, 0), question("c", 1, 0))
    assert [chair for chair, _ in asked[:6]] == ["a00", "a01", "b00", "c00", "a10", "c10"]
    assert len(asked) == 43


def test_tables_of_one_owner_take_turns(asked):
    think(*[question("a", 0, seat) for seat in range(5)], question("a", 1, 0), question("a", 2, 0))
    assert [chair for chair, _ in asked] == ["a00", "a01", "a10", "a20", "a02", "a03", "a04"]


def test_tables_of_which_no_owner_is_known_are_nobodys_together(asked):
    async def ask():
        game = games()["heimlich"]
        unknown = [processes.Question(f"{n}", {}, ["pass"], 0, lambda _: [], table=f"{n}") for n in range(3)]
        await asyncio.gather(
            *(processes.think(game, "hard", one) for one in (unknown[0], unknown[0], unknown[0], unknown[1]))
        )

    asyncio.run(ask())
    assert [chair for chair, _ in asked] == ["0", "0", "1", "0"]


def test_a_search_is_short_while_others_wait_and_as_long_as_it_likes_else(asked):
    think(*(question(owner, 0, 0) for owner in "abc"))  # nobody waits when the first one begins
    assert [most for _, most in asked] == [math.inf, processes.SHARED_SECONDS, math.inf]


def test_who_gives_up_waiting_leaves_no_place_empty():
    async def work():
        queue = Queue(1)
        await queue.enter("a", "1")
        waiting = [asyncio.create_task(queue.enter("a", f"{table}")) for table in range(3)]
        await asyncio.sleep(0)
        waiting[0].cancel()
        queue.leave()
        waiting[1].cancel()  # the place was just given to it
        await asyncio.gather(*waiting[:2], return_exceptions=True)
        await asyncio.wait_for(waiting[2], 1)
        queue.leave()
        assert (queue.free, queue.crowded) == (1, False)

    asyncio.run(work())


def test_a_bot_keeps_to_the_time_it_is_left(monkeypatch):
    """And to its own the next time."""
    seconds = []
    monkeypatch.setattr(processes.Hard, "choose", lambda self, *_: seconds.append(self.seconds) or "pass")
    for most in (1.0, math.inf):
        processes._choose("heimlich", "hard:9999ms", "chair", {}, ["pass"], 0, 1, most, 0, [])
    processes._bot.cache_clear()
    assert seconds == [1.0, 9.999]
