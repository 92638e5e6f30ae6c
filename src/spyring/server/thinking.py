"""Bots at work: those with a mind in processes of their own, so that no table waits for their thoughts."""

import asyncio
import multiprocessing
import os
import secrets
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import cache, lru_cache

from spyring.bots import Bot, bot_names, find_bot
from spyring.core import Game, Log, View
from spyring.games import find_game
from spyring.generator import Generator

MINDLESS = "uniform"
STAND_IN = "normal"
REMEMBERED = 256  # bots in one process


def stand_in(game: Game) -> str:
    """The bot that plays for somebody who is away."""
    names = bot_names(game)
    return STAND_IN if STAND_IN in names else names[0]


async def think(game: Game, name: str, chair: str, view: View, feed: Log, legal: list[str]) -> str:
    """What a bot does with what its seat knows; `chair` says which one, so that it may remember."""
    seed = secrets.randbits(64)
    if name == MINDLESS:
        return _choose(game.key, name, chair, view, feed, legal, seed)
    loop = asyncio.get_running_loop()
    try:
        return await loop.run_in_executor(_pool(), _choose, game.key, name, chair, view, feed, legal, seed)
    except BrokenProcessPool:
        _pool.cache_clear()  # somebody has killed a process: the next bot gets new ones
        raise


@cache
def _pool() -> ProcessPoolExecutor:
    workers = max(1, (os.cpu_count() or 2) - 1)
    return ProcessPoolExecutor(workers, mp_context=multiprocessing.get_context("spawn"))


def stop_thinking() -> None:
    """End the processes of the bots, if any were needed."""
    if _pool.cache_info().currsize:
        _pool().shutdown(wait=False, cancel_futures=True)
        _pool.cache_clear()


@lru_cache(maxsize=REMEMBERED)
def _bot(game: str, name: str, chair: str) -> Bot:
    """The bot of one chair. A forgotten one hears everything anew: its feed is always the whole feed."""
    return find_bot(find_game(game), name)


def _choose(game: str, name: str, chair: str, view: View, feed: Log, legal: list[str], seed: int) -> str:
    return _bot(game, name, chair).choose(view, feed, legal, Generator(seed))
