"""Proxies that can be told to fail: in front of the workers, and between a worker and its database."""

import asyncio
import contextlib

import httpx

PROBE_SECONDS = 0.5
PROBES = 2  # without an answer, until a worker counts as down
CHUNK = 65536


class Way:
    """The way to one target, and what is wrong with it now."""

    def __init__(self, port):
        self.port = port
        self.ready = True
        self.delay = 0.0
        self.hole = False  # everything vanishes; those connections are cut when it ends
        self.pairs = set()

    def cut(self):
        """End all connections at once, without a word."""
        for pair in list(self.pairs):
            for writer in pair:
                writer.transport.abort()

    def half_close(self):
        """No more comes from the target's side, which does not know it."""
        for client, _ in list(self.pairs):
            with contextlib.suppress(OSError, RuntimeError):
                client.write_eof()


class Proxy:
    """Passes connections on to a target that is ready, and takes turns among them."""

    def __init__(self, ports, *, probes=False):
        self.ways = [Way(port) for port in ports]
        self.probes = probes
        self.turn = 0
        self.tasks = set()

    async def start(self):
        self.server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.port = self.server.sockets[0].getsockname()[1]
        if self.probes:
            for way in self.ways:
                self._run(self._probe(way))
        return self

    async def stop(self):
        self.server.close()
        for way in self.ways:
            way.cut()
        for task in list(self.tasks):
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)

    def _run(self, work):
        task = asyncio.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def _probe(self, way):
        """Ask whether a worker wants people. One that does not answer loses those it has (docs/host.md)."""
        missed = 0
        async with httpx.AsyncClient(timeout=1.0) as http:
            while True:
                try:
                    answer = await http.get(f"http://127.0.0.1:{way.port}/readyz")
                    if answer.status_code == 404:  # an older server
                        answer = await http.get(f"http://127.0.0.1:{way.port}/healthz")
                    way.ready, missed = answer.status_code == 200, 0
                except httpx.HTTPError:
                    missed += 1
                    if missed >= PROBES:
                        way.ready = False
                        way.cut()
                await asyncio.sleep(PROBE_SECONDS)

    async def _serve(self, reader, writer):
        ways = [way for way in self.ways if way.ready] or self.ways
        self.turn += 1
        for step in range(len(ways)):
            way = ways[(self.turn + step) % len(ways)]
            try:
                there, back = await asyncio.open_connection("127.0.0.1", way.port)
            except OSError:
                continue
            break
        else:
            writer.transport.abort()
            return
        pair = (writer, back)
        way.pairs.add(pair)
        pumps = [asyncio.create_task(self._pump(way, *ends)) for ends in ((reader, back), (there, writer))]
        try:
            await asyncio.wait(pumps, return_when=asyncio.FIRST_EXCEPTION)
        finally:
            way.pairs.discard(pair)
            for pump in pumps:
                pump.cancel()
            for end in pair:
                end.transport.abort()
            await asyncio.gather(*pumps, return_exceptions=True)

    async def _pump(self, way, reader, writer):
        while data := await reader.read(CHUNK):
            if way.delay:
                await asyncio.sleep(way.delay)
            while way.hole:
                await asyncio.sleep(0.05)
            writer.write(data)
            await writer.drain()
        with contextlib.suppress(OSError, RuntimeError):
            writer.write_eof()
