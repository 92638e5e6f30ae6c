"""Bots and stories, in separate processes, so that no table waits for them."""

import asyncio
import math
import multiprocessing
import os
import secrets
import threading
import time
import weakref
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal, TypeVar

from spyring.analysis import Analyst, Decision
from spyring.analysis import analyse as analyse_game
from spyring.bots import Bot, Hard, bot_names, find_bot
from spyring.bots.ledger import Said, ledger
from spyring.core import Game, Log, Options, View
from spyring.games import find_game
from spyring.generator import Generator
from spyring.referee import Referee
from spyring.server.live.queue import Queue
from spyring.server.table.story import Story, tell_story

MINDLESS = "uniform"
SHARED_SECONDS = 1.0  # for a search, while others wait for theirs
STAND_IN = "normal"
ANALYST, ANALYST_SEED = "hard:2000it", 1
SLICE_SECONDS = 0.5  # of an analysis
REMEMBERED = 256  # bots in one process
PATIENT = 10  # niceness of a process that does what comes after a game

Work = Literal["answers", "searches", "stories", "files"]
AFTERWARDS: tuple[Work, ...] = ("stories", "files")  # nobody at a table waits for these
Result = TypeVar("Result")


def stand_in(game: Game) -> str:
    """The bot that plays for somebody who is away."""
    names = bot_names(game)
    return STAND_IN if STAND_IN in names else names[0]


def thinking_time(game: Game, name: str) -> float:
    """How many seconds a bot was given; 0 for a bot that does not search."""
    bot = find_bot(game, name)
    return (bot.seconds or 0.0) if isinstance(bot, Hard) else 0.0


@dataclass(frozen=True)
class Question:
    """What a seat's bot is asked, with what the seat may know and no more."""

    chair: str  # identifies one seat of one room, so that its bot can remember
    view: View
    legal: list[str]  # none if it only has to answer what it was asked
    reached: int  # the number up to which the seat has been told
    heard: Callable[[int], Log]  # the lines that it was told between a number and `reached`
    table: str = ""
    owner: str = ""  # whose table it is, as far as is known: searches for one owner share one turn


async def think(game: Game, name: str, question: Question) -> str:
    """A bot's answer; only what it has not heard yet is sent to its process."""
    seed = secrets.randbits(64)
    if name == MINDLESS:
        if not question.legal:
            return ""
        return find_bot(game, name).choose(question.view, [], question.legal, Generator(seed))
    # Searches wait for each other. A bot that answers at once, or stands in for somebody, does not wait.
    if find_bot(game, name).instant or not question.legal:
        return await _ask(_worker("answers", question.chair), game, name, question, seed)
    queue = _queue()
    await queue.enter(question.owner or question.table, question.table)
    try:
        most = SHARED_SECONDS if queue.crowded else math.inf
        return await _ask(_worker("searches", question.chair), game, name, question, seed, most)
    finally:
        queue.leave()


async def _ask(
    worker: "Worker", game: Game, name: str, question: Question, seed: int, most: float = math.inf
) -> str:
    since = worker.reached.pop(question.chair, 0)
    asked = (game.key, name, question.chair, question.view, question.legal, question.reached, seed, most)
    answer = await _run(worker, _choose, *asked, since, question.heard(since))
    if answer is None:  # the process has forgotten this chair
        answer = await _run(worker, _choose, *asked, 0, question.heard(0))
    assert answer is not None, "who is told everything knows enough"
    worker.remember(question.chair, question.reached)
    return answer


async def tell(game: Game, seats: int, options: Options, log: Log) -> Story:
    """The story of a game; this may take a while, but holds up no bot."""
    return await _run(_worker("stories"), tell_story, game.key, seats, options, log)


async def keep_ledger(game: Game, view: View, feed: Log) -> list[Said]:
    """What was said, and what has been proved of it, as far as the seat with this view and feed can know."""
    return await _run(_worker("stories"), _ledger, game.key, view, feed)


def _ledger(game: str, view: View, feed: Log) -> list[Said]:
    return ledger(find_game(game), view, feed)


async def analyse(
    game: Game, seats: int, options: Options, log: Log, tell: Callable[[float], object]
) -> list[Decision]:
    """A finished game, judged decision by decision; `tell` hears which part is done.

    One game is analysed at a time, and in slices, between which others get their stories.
    """
    async with _analysing():
        while True:
            done, found = await _run(_worker("stories"), _judge_on, game.key, seats, options, log)
            tell(done)
            if found is not None:
                return found


async def do_aside(function: Callable[..., Result], *arguments: Any) -> Result:
    """Something with a file that somebody has sent; not where stories are told, for it may take long."""
    return await _run(_worker("files"), function, *arguments)


def judge(played: Referee) -> list[Decision]:
    """The same at once, in any process: always the same digits."""
    return analyse_game(played, ANALYST, ANALYST_SEED)


class Worker:
    """One process, started when it is first needed, and what it has been told."""

    def __init__(self, work: Work) -> None:
        self.work = work
        self.pool = _new_pool(work)
        self.busy = 0
        self.reached: dict[str, int] = {}  # by chair, up to which number it was told

    def remember(self, chair: str, reached: int) -> None:
        """Note up to which number this chair was told, and that it was asked last."""
        self.reached[chair] = reached
        if len(self.reached) > REMEMBERED:
            del self.reached[next(iter(self.reached))]


_workers: dict[Work, list[Worker]] = {}
_queues: "weakref.WeakKeyDictionary[asyncio.AbstractEventLoop, Queue]" = weakref.WeakKeyDictionary()


_locks: "weakref.WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.Lock]" = weakref.WeakKeyDictionary()


def _analysing() -> asyncio.Lock:
    """Held by the one analysis of this server."""
    return _locks.setdefault(asyncio.get_running_loop(), asyncio.Lock())


def _queue() -> Queue:
    """For all searches of this server."""
    loop = asyncio.get_running_loop()
    if loop not in _queues:
        _queues[loop] = Queue(_count("searches"))
    return _queues[loop]


def _count(work: Work) -> int:
    return 1 if work in AFTERWARDS else max(1, (os.cpu_count() or 2) - 1)


def _worker(work: Work, chair: str = "") -> Worker:
    """The least busy process, preferably one that knows the chair."""
    if work not in _workers:
        _workers[work] = [Worker(work) for _ in range(_count(work))]
    return min(_workers[work], key=lambda worker: (worker.busy, chair not in worker.reached))


async def _run(worker: Worker, function: Callable[..., Result], *arguments: Any) -> Result:
    worker.busy += 1
    try:
        return await asyncio.get_running_loop().run_in_executor(worker.pool, function, *arguments)
    except BrokenProcessPool:  # somebody has killed the process: the next question gets a new one
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
    """In a new process: make it end with the server, however that ends; what comes afterwards is patient."""
    threading.Thread(target=_end_with_the_server, daemon=True).start()
    if work in AFTERWARDS and hasattr(os, "nice"):
        os.nice(PATIENT)


def _end_with_the_server() -> None:
    server = multiprocessing.parent_process()
    assert server is not None, "this runs in a process of the pool"
    server.join()
    os._exit(0)


def stop_thinking() -> None:
    """End all processes."""
    while _workers:
        for worker in _workers.popitem()[1]:
            worker.pool.shutdown(wait=False, cancel_futures=True)


# In a process of the bots:

_feeds: dict[str, tuple[int, Log]] = {}  # by chair: up to which number it was told, and what it heard


@lru_cache(maxsize=REMEMBERED)
def _bot(game: str, name: str, chair: str) -> Bot:
    """The bot of one chair. It is always given the whole feed, so a forgotten bot can start again."""
    return find_bot(find_game(game), name)


def _choose(
    game: str,
    name: str,
    chair: str,
    view: View,
    legal: list[str],
    reached: int,
    seed: int,
    most: float,
    since: int,
    news: Log,
) -> str | None:
    """The answer of a chair's bot; None if this process does not know what it was told before."""
    told, feed = _feeds.pop(chair, (0, [])) if since else (0, [])
    if told != since:
        return None
    feed += news
    _feeds[chair] = (reached, feed)
    if len(_feeds) > REMEMBERED:
        del _feeds[next(iter(_feeds))]
    bot = _bot(game, name, chair)
    if isinstance(bot, Hard) and bot.seconds is not None:
        bot.seconds = min(thinking_time(find_game(game), name), most)
    return bot.choose(view, list(feed), legal, Generator(seed))


# In the process of the stories:

_analysis: tuple[Log, Analyst, Iterator[int]] | None = None  # the one that is in progress


def _judge_on(game: str, seats: int, options: Options, log: Log) -> tuple[float, list[Decision] | None]:
    """Go on with the analysis of a game for a moment: which part is done, and at the end the decisions."""
    global _analysis
    if _analysis is None or _analysis[0] != log:
        played = Referee(find_game(game), seats, options)
        for actor, text in log:
            played.act(actor, text)
        analyst = Analyst(played, ANALYST, ANALYST_SEED)
        _analysis = (log, analyst, analyst.lines())
    _, analyst, lines = _analysis
    end = time.monotonic() + SLICE_SECONDS
    for done in lines:
        if time.monotonic() >= end and done < len(log):
            return done / len(log), None
    _analysis = None
    return 1.0, analyst.found
