"""Bots and stories at work, in processes of their own, so that no table waits for their thoughts."""

import asyncio
import multiprocessing
import os
import secrets
import threading
from collections.abc import Callable
from concurrent.futures import Executor, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
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


@dataclass(frozen=True)
class Question:
    """What a seat's bot is asked, with what the seat's door gives and no more."""

    chair: str  # whose bot it is: one name for one seat of one room, so that it may remember
    view: View
    legal: list[str]
    reached: int  # up to this number the seat has been told
    heard: Callable[[int], Log]  # the lines that it was told from a number on, up to there


async def think(game: Game, name: str, question: Question) -> str:
    """What a bot does; only what it has not heard yet travels to its process."""
    seed = secrets.randbits(64)
    if name == MINDLESS:
        return find_bot(game, name).choose(question.view, [], question.legal, Generator(seed))
    # Searches wait for each other; a bot that answers at once, or stands in for somebody, waits for none.
    worker = _worker("answers" if find_bot(game, name).instant else "searches", question.chair)
    since = worker.reached.pop(question.chair, 0)
    asked = (game.key, name, question.chair, question.view, question.legal, question.reached, seed)
    answer = await _run(worker, _choose, *asked, since, question.heard(since))
    if answer is None:  # it has forgotten this chair
        answer = await _run(worker, _choose, *asked, 0, question.heard(0))
    assert answer is not None, "who is told everything knows enough"
    worker.remember(question.chair, question.reached)
    return answer


async def tell(game: Game, seats: int, options: Options, log: Log) -> Story:
    """The story of a game; it may take a while, and holds up no bot."""
    return await _run(_worker("stories"), tell_story, game.key, seats, options, log)


class Worker:
    """One process, started when it is first needed, and what it should know."""

    def __init__(self, work: Work) -> None:
        self.work = work
        self.pool = _new_pool(work)
        self.busy = 0
        self.reached: dict[str, int] = {}  # by chair, up to which number it was told

    def remember(self, chair: str, reached: int) -> None:
        """This chair was told so much, and was asked last."""
        self.reached[chair] = reached
        if len(self.reached) > REMEMBERED:
            del self.reached[next(iter(self.reached))]


_workers: dict[Work, list[Worker]] = {}


def _worker(work: Work, chair: str = "") -> Worker:
    """Whoever has the least to do, and among these rather one that knows the chair."""
    if work not in _workers:
        count = 1 if work == "stories" else max(1, (os.cpu_count() or 2) - 1)
        _workers[work] = [Worker(work) for _ in range(count)]
    return min(_workers[work], key=lambda worker: (worker.busy, chair not in worker.reached))


async def _run(worker: Worker, function: Callable[..., Result], *arguments: Any) -> Result:
    worker.busy += 1
    try:
        return await asyncio.get_running_loop().run_in_executor(worker.pool, function, *arguments)
    except BrokenProcessPool:  # somebody has killed the process: the next one to ask gets a new one
        workers = _workers.get(worker.work, [])
        if worker in workers:
            workers[workers.index(worker)] = Worker(worker.work)
        raise
    finally:
        worker.busy -= 1


def _new_pool(work: Work) -> Executor:
    spawn = multiprocessing.get_context("spawn")
    return ProcessPoolExecutor(1, mp_context=spawn, initializer=_begin, initargs=(work,))


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
    while _workers:
        for worker in _workers.popitem()[1]:
            worker.pool.shutdown(wait=False, cancel_futures=True)


# In a process of the bots:

_feeds: dict[str, tuple[int, Log]] = {}  # by chair: up to which number it was told, and what


@lru_cache(maxsize=REMEMBERED)
def _bot(game: str, name: str, chair: str) -> Bot:
    """The bot of one chair. A forgotten one hears everything anew: it is always given the whole feed."""
    return find_bot(find_game(game), name)


def _choose(
    game: str,
    name: str,
    chair: str,
    view: View,
    legal: list[str],
    reached: int,
    seed: int,
    since: int,
    news: Log,
) -> str | None:
    """What the bot of a chair does; None where this process does not know what it was told before."""
    told, feed = _feeds.pop(chair, (0, [])) if since else (0, [])
    if told != since:
        return None
    feed += news
    _feeds[chair] = (reached, feed)
    if len(_feeds) > REMEMBERED:
        del _feeds[next(iter(_feeds))]
    return _bot(game, name, chair).choose(view, list(feed), legal, Generator(seed))
