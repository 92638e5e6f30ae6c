"""The faults: each begins, lasts for a while, and is over."""

import asyncio
import random
import signal
import time

KINDS = (
    "kill",
    "restart",
    "stop",
    "clock",
    "disk",
    "cut_people",
    "delay_people",
    "lose_people",
    "half_close",
)
OF_DATABASES = ("stop_database", "cut_database", "delay_database", "lose_database")


class Faults:
    """Draws faults from a seed, and says in plain words what it does."""

    def __init__(self, service, seed, *, longest=60.0, kinds=(), say=print):
        self.service = service
        self.rng = random.Random(seed)
        self.longest = longest
        self.say = say
        self.began = time.monotonic()
        self.count = 0
        self.kinds = list(kinds) or [*KINDS, *(OF_DATABASES if service.store.database else ())]

    async def run(self, number):
        """So many faults, one after another or overlapping; returns when all are over."""
        running = []
        for _ in range(number):
            kind = self.rng.choice(self.kinds)
            seconds = self._seconds(kind)
            running.append(asyncio.create_task(self._one(kind, seconds)))
            await asyncio.sleep(self.rng.uniform(1.0, 4.0))
            if self.rng.random() < 0.6:  # otherwise the next one may come on top of it
                await asyncio.wait(running)
        await asyncio.gather(*running)

    def _seconds(self, kind):
        """How long it lasts."""
        if kind == "stop":
            return self.longest * self.rng.random() ** 3  # mostly short
        return self.rng.uniform(0.2, 4.0)

    async def _one(self, kind, seconds):
        self.count += 1
        number = self.count
        worker = self.rng.choice(self.service.workers)
        words = await getattr(self, f"_{kind}")(worker, seconds, number)
        self._tell(number, f"{words}: over")

    def _tell(self, number, text):
        self.say(f"{time.monotonic() - self.began:7.1f} s  fault {number:3}  {text}")

    async def _kill(self, worker, seconds, number):
        words = f"worker {worker.number} is killed"
        self._tell(number, f"{words}, and started again after {seconds:.1f} s")
        async with self._hold(worker):
            await worker.kill()
            await asyncio.sleep(seconds)
            worker.start()
            await worker.until_up()
        return words

    async def _restart(self, worker, seconds, number):
        words = f"worker {worker.number} is stopped properly"
        self._tell(number, f"{words}, and started again")
        async with self._hold(worker):
            worker.signal(signal.SIGTERM)
            try:
                await asyncio.wait_for(worker.wait(), 20)
            except TimeoutError:
                self._tell(number, f"worker {worker.number} does not stop within 20 s: killed")
                await worker.kill()
            worker.start()
            await worker.until_up()
        return words

    async def _stop(self, worker, seconds, number):
        words = f"worker {worker.number} sleeps for {seconds:.1f} s"
        self._tell(number, words)
        async with self._hold(worker):
            worker.signal(signal.SIGSTOP)
            await asyncio.sleep(seconds)
            worker.signal(signal.SIGCONT)
        return words

    async def _clock(self, worker, seconds, number):
        off = self.rng.choice([-3600.0, 3600.0])
        words = f"worker {worker.number} has a clock that is an hour {'slow' if off < 0 else 'fast'}"
        self._tell(number, f"{words} for {2 * seconds:.1f} s")
        async with self._hold(worker):
            await worker.kill()
            worker.start(clock_off=off)
            await worker.until_up()
            await asyncio.sleep(2 * seconds)
            await worker.kill()
            worker.start()
            await worker.until_up()
        return words

    async def _disk(self, worker, seconds, number):
        words = "the disk is full"
        self._tell(number, f"{words} for {seconds:.1f} s")
        async with self._hold(*self.service.workers):
            self.service.store.fill(self.service)
            await asyncio.sleep(seconds)
            await self.service.store.empty(self.service)
        return words

    # Connections.

    async def _cut_people(self, worker, seconds, number):
        return self._cut(self._way(worker), f"the people of worker {worker.number} are cut off", number)

    async def _half_close(self, worker, seconds, number):
        words = f"the people of worker {worker.number} hear that it has finished"
        self._tell(number, words)
        self._way(worker).half_close()
        return words

    async def _delay_people(self, worker, seconds, number):
        return await self._delay(self._way(worker), f"the people of worker {worker.number}", seconds, number)

    async def _lose_people(self, worker, seconds, number):
        return await self._lose(self._way(worker), f"the people of worker {worker.number}", seconds, number)

    async def _cut_database(self, worker, seconds, number):
        words = f"worker {worker.number} is cut off from the database"
        return self._cut(self._line(worker), words, number)

    async def _delay_database(self, worker, seconds, number):
        return await self._delay(
            self._line(worker), f"worker {worker.number} and the database", seconds, number
        )

    async def _lose_database(self, worker, seconds, number):
        return await self._lose(
            self._line(worker), f"worker {worker.number} and the database", seconds, number
        )

    async def _stop_database(self, worker, seconds, number):
        words = "the database is stopped at once"
        self._tell(number, f"{words}, and started again after {seconds:.1f} s")
        async with self.service.store.lock:
            await self.service.store.halt()
            await asyncio.sleep(seconds)
            await self.service.store.go_on()
        return words

    def _way(self, worker):
        return self.service.front.ways[worker.number]

    def _line(self, worker):
        return self.service.store.lines[worker.number].ways[0]

    def _cut(self, way, words, number):
        self._tell(number, f"{words} ({len(way.pairs)} connections)")
        way.cut()
        return words

    async def _delay(self, way, whom, seconds, number):
        delay = self.rng.uniform(0.02, 0.5)
        words = f"between {whom} everything takes {delay:.2f} s longer"
        self._tell(number, f"{words}, for {seconds:.1f} s")
        way.delay = delay
        await asyncio.sleep(seconds)
        way.delay = 0.0
        return words

    async def _lose(self, way, whom, seconds, number):
        words = f"between {whom} everything is lost"
        self._tell(number, f"{words} for {seconds:.1f} s")
        way.hole = True
        await asyncio.sleep(seconds)
        way.cut()
        way.hole = False
        return words

    def _hold(self, *workers):
        return _Locks([worker.lock for worker in workers])


class _Locks:
    """Faults of the same worker come one after another."""

    def __init__(self, locks):
        self.locks = locks

    async def __aenter__(self):
        for lock in self.locks:
            await lock.acquire()

    async def __aexit__(self, *_):
        for lock in self.locks:
            lock.release()
