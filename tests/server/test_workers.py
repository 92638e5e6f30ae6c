"""`spyring serve --workers N`: processes that die, end and are replaced while people play."""

import contextlib
import json
import os
import random
import signal
import socket
import subprocess
import sys
import time

import httpx
import psutil
import pytest
from click.testing import CliRunner
from lengths import length
from ports import free_port
from tables import LONGEST, PATIENCE, Host
from websockets.exceptions import ConnectionClosed, WebSocketException

from spyring.cli import main
from spyring.server.http.limits import Limits

SEED = 5


class Workers:
    """A supervisor with its workers, on a free port."""

    def __init__(self, database, count, *more):
        self.database = database
        self.count = count
        self.more = more
        self.port = free_port()
        self.http = httpx.Client(base_url=f"http://127.0.0.1:{self.port}", timeout=PATIENCE)
        self.sockets = contextlib.ExitStack()

    def __enter__(self):
        serve = ["serve", "--port", str(self.port), "--workers", str(self.count), *self.more]
        command = [sys.executable, "-m", "spyring", *serve]
        self.process = subprocess.Popen(
            command,
            env={**os.environ, "SPYRING_STORE": self.database},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )
        try:
            self.wait(lambda: len(self.workers()) == self.count and self.ready())
        except BaseException:
            self.process.terminate()
            self.process.communicate()
            raise
        return self

    def __exit__(self, *_):
        self.http.close()
        self.sockets.close()
        if self.process.poll() is None:
            self.process.terminate()
        lines = self.process.communicate(timeout=PATIENCE)[1].splitlines()
        self.log = [json.loads(line) for line in lines if line.startswith("{")]

    def ready(self):
        with contextlib.suppress(httpx.TransportError):
            return httpx.get(f"http://127.0.0.1:{self.port}/readyz").status_code == 200
        return False

    def workers(self):
        """The processes that listen on the port."""
        return {child.pid for child in psutil.Process(self.process.pid).children() if self._listens(child)}

    def _listens(self, process):
        with contextlib.suppress(psutil.Error):
            return any(
                one.status == psutil.CONN_LISTEN and one.laddr.port == self.port
                for one in process.net_connections("tcp4")
            )
        return False

    def wait(self, fact):
        until = time.monotonic() + LONGEST
        while not fact():
            assert self.process.poll() is None, self.process.communicate()[1]
            assert time.monotonic() < until, "it does not happen"
            time.sleep(0.02)

    def post(self, path, body=None, ticket="", status=None):
        headers = {"authorization": f"Bearer {ticket}"} if ticket else {}
        answer = httpx.post(f"{self.http.base_url}{path}", json=body or {}, headers=headers, timeout=PATIENCE)
        assert status is None or answer.status_code == status, answer.text
        return answer.json()

    def lay(self, game, seats, **wish):
        return Host(self, self.post("/api/tables", {"game": game, "seats": seats, **wish}, status=201))


def insist(person, **message):
    """Say something until it is acknowledged, over as many connections as it takes."""
    until = time.monotonic() + PATIENCE
    while message["id"] not in person.done:
        assert time.monotonic() < until, "it is not acknowledged"
        try:
            person.send(**message)
            person.until(lambda who: message["id"] in who.done or who.refusals)
            person.refusals.clear()
        except (WebSocketException, OSError, EOFError):
            with contextlib.suppress(WebSocketException, OSError, EOFError):
                person.connect()


def talk(workers, disturb, rounds):
    """People at several tables talk while something happens to the workers."""
    hosts = [workers.lay("heimlich", 2) for _ in range(4)]
    people = [host.sit(name) for host in hosts for name in ("Anna", "Bert")]
    for number in range(rounds):
        disturb(number)
        for person in people:
            insist(person, type="say", id=f"say {number}", text=f"word {number}")
    return hosts


def said(database, table):
    output = CliRunner().invoke(main, ["tables", "--store", database, "show", table]).output
    return json.loads(output)["entries"]


@pytest.mark.skipif(not hasattr(socket, "SO_REUSEPORT"), reason="workers share a port")
class TestServing:
    def test_a_worker_that_is_killed_is_replaced_and_nothing_is_lost(self, database):
        rng = random.Random(SEED)

        def kill(number):
            if number % 2:
                os.kill(rng.choice(sorted(workers.workers())), signal.SIGKILL)

        with Workers(database, 2) as workers:
            rounds = length(4, 20)
            hosts = talk(workers, kill, rounds)
            workers.wait(lambda: len(workers.workers()) == 2)
            assert [said(database, host.id) for host in hosts] == [3 + 2 * rounds] * len(hosts)
        assert any(line["event"] == "worker ended" for line in workers.log)
        assert {"w1", "w2"} <= {line.get("worker") for line in workers.log}

    def test_a_rolling_restart_is_not_noticed(self, database):
        def restart(number):
            if number == 1:
                before.update(workers.workers())
                workers.process.send_signal(signal.SIGHUP)

        before = set()
        with Workers(database, 2) as workers:
            rounds = length(6, 30)
            hosts = talk(workers, restart, rounds)
            workers.wait(lambda: len(workers.workers() - before) == 2)
            assert [said(database, host.id) for host in hosts] == [3 + 2 * rounds] * len(hosts)

    def test_the_end_is_polite(self, database):
        """Everybody is told that the service restarts (1012), and all processes end."""
        with Workers(database, 2) as workers:
            host = workers.lay("heimlich", 2)
            people = [host.sit("Anna"), host.sit("Bert")]
            for person in people:
                person.until(lambda who: who.info)
            workers.process.terminate()
            for person in people:
                with pytest.raises(ConnectionClosed) as closed:
                    person.until(lambda who: False)
                assert closed.value.rcvd.code == 1012
            assert workers.process.wait(PATIENCE) == 0
            with pytest.raises(httpx.TransportError):
                workers.http.get("/healthz")

    def test_each_worker_has_metrics_of_its_own(self, database):
        port = free_port(2)
        with socket.socket() as taken:
            taken.bind(("127.0.0.1", port + 1))
            taken.listen()
            serve = f"serve --port 0 --workers 2 --metrics-port {port} --store".split()
            result = CliRunner().invoke(main, [*serve, database])
            assert result.exit_code == 2
            assert result.output == f"Port {port + 1} is in use; choose another with --metrics-port.\n"
        with Workers(database, 2, "--metrics-port", str(port)):
            for number in range(2):
                assert "spyring_entries_total" in httpx.get(f"http://127.0.0.1:{port + number}/metrics").text


def test_several_workers_need_a_database(tmp_path):
    result = CliRunner().invoke(main, ["serve", "--port", "0", "--workers", "2", "--data", str(tmp_path)])
    assert result.exit_code == 2
    assert "spyring tables copy" in result.output
    assert result.output.count("\n") == 1


def test_workers_share_the_limits_of_an_address_and_a_class_can_play():
    limits = Limits()
    shares = limits.share(4)
    assert shares.tables_per_hour * 4 == limits.tables_per_hour
    assert shares.sockets >= 60
    assert shares.openings_at_once >= 60
    assert limits.share(1) == limits
