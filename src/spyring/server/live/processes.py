"""Bots and stories at work, in processes of their own, so that no table waits for their thoughts."""

import asyncio
import multiprocessing
import os
import secrets
import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import lru_cache
from typing import Any, Literal, TypeVar

from spyring.bots import Bot, Hard, bot_names, find_bot
from spyring.core import Game, Log, Options, View
from spyring.games import find_game
from spyring.generator import Generator
from spyring.server.table.story import Story, tell_story

MINDLESS = "uniform"
STAND_IN = "normal"
REMEMBERED = 256  # bots in one process
PATIENT = 10  # how much a process that tells stories lets others go first

Work = Literal["answers", "searches", "stories"]
Result = TypeVar("Result")


def stand_in(game: Game) -> str:
    """The bot that plays for somebody who is away."""
    names = bot_names(game)
    return STAND_IN if STAND_IN in names else names[0]


def thinking_time(game: Game, name: str) -> float:
    """The seconds that a bot was given; none for one that does at once what looks best."""
    bot = find_bot(game, name)
    return (bot.seconds or 0.0) if isinstance(bot, Hard) else 0.0


async def think(game: Game, name: str, chair: str, view: View, feed: Log, legal: list[str]) -> str:
    """What a bot does with what its seat knows; `chair` says which one, so that it may remember."""
    asked = (game.key, name, chair, view, feed, legal, secrets.randbits(64))
    if name == MINDLESS:
        return _choose(*asked)
    # Searches wait for each other; a bot that answers at once, or stands in for somebody, waits for none.
    return await _run("answers" if find_bot(game, name).instant else "searches", _choose, *asked)


async def tell(game: Game, seats: int, options: Options, log: Log) -> Story:
    """The story of a game; it may take a while, and holds up no bot."""
    return await _run("stories", tell_story, game.key, seats, options, log)


async def _run(work: Work, function: Callable[..., Result], *arguments: Any) -> Result:
    loop = asyncio.get_running_loop()
    try:
        return await loop.run_in_executor(_pool(work), function, *arguments)
    except BrokenProcessPool:
        _pools.pop(work, None)  # somebody has killed a process: the next one to ask gets new ones
        raise


_pools: dict[Work, ProcessPoolExecutor] = {}


def _pool(work: Work) -> ProcessPoolExecutor:
    """The processes for one kind of work, started when they are first needed."""
    if work not in _pools:
        workers = 1 if work == "stories" else max(1, (os.cpu_count() or 2) - 1)
        spawn = multiprocessing.get_context("spawn")
        _pools[work] = ProcessPoolExecutor(workers, mp_context=spawn, initializer=_begin, initargs=(work,))
    return _pools[work]


def _begin(work: Work) -> None:
    """In a new process: it ends with the server, however that ends, and a teller lets others go first."""
    threading.Thread(target=_end_with_the_server, daemon=True).start()
    if work == "stories" and hasattr(os, "nice"):
        os.nice(PATIENT)


def _end_with_the_server() -> None:
    server = multiprocessing.parent_process()
    assert server is not None, "this runs in a process of the pool"
    server.join()
    os._exit(0)


def stop_thinking() -> None:
    """End all processes that were needed."""
    while _pools:
        _pools.popitem()[1].shutdown(wait=False, cancel_futures=True)


@lru_cache(maxsize=REMEMBERED)
def _bot(game: str, name: str, chair: str) -> Bot:
    """The bot of one chair. A forgotten one hears everything anew: its feed is always the whole feed."""
    return find_bot(find_game(game), name)


def _choose(game: str, name: str, chair: str, view: View, feed: Log, legal: list[str], seed: int) -> str:
    return _bot(game, name, chair).choose(view, feed, legal, Generator(seed))
