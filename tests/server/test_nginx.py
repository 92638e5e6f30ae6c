"""Behind a real nginx, with the configuration that docs/host.md gives."""

import random
import re
import shutil
import socket
import subprocess
import time
from pathlib import Path

import httpx
import pytest
from ports import free_port
from tables import PATIENCE, Host, Person, Server, play
from websockets.exceptions import InvalidStatus

from spyring.server.http.limits import Limits

NGINX = shutil.which("nginx", path="/usr/sbin:/usr/local/sbin:/usr/bin:/opt/homebrew/bin")
DOCS = Path(__file__).parents[2] / "docs"
FRAME = """
daemon off;
master_process off;
pid {folder}/nginx.pid;
error_log {folder}/error.log warn;
events {{ worker_connections 1000; }}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    {site}
}}
"""
# What a test cannot have, or cannot wait for.
CHANGES = {
    r"listen 443 ssl;": "listen 127.0.0.1:{port};",
    r"ssl_certificate\w* .*;": "",
    r"server_name .*;": "",
    r"127\.0\.0\.1:8710": "127.0.0.1:{behind}",
    r"(client_\w+_timeout) 10s": r"\1 1s",
    r"burst=8000": "burst=300",
    r"limit_conn connections 400": "limit_conn connections 20",
}

pytestmark = pytest.mark.skipif(NGINX is None, reason="nginx is not installed here")


class Front:
    """A server as it is seen through nginx."""

    def __init__(self, server, port):
        self.server = server
        self.port = port
        self.sockets = server.sockets
        self.http = httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=PATIENCE)
        self.post = Server.post.__get__(self)

    def lay(self):
        return Host(self, self.post("/api/tables", {"game": "heimlich", "seats": 2}, status=201))


@pytest.fixture
def front(tmp_path):
    with Server(tmp_path / "data", limits=Limits(misses_per_hour=5), proxy="127.0.0.1") as server:
        port = free_port()
        (site,) = re.findall(r"```nginx\n(.*?)```", (DOCS / "host.md").read_text("utf-8"), re.DOTALL)
        for pattern, text in CHANGES.items():
            site, found = re.subn(pattern, text.format(port=port, behind=server.port), site)
            assert found, pattern
        configuration = tmp_path / "nginx.conf"
        configuration.write_text(FRAME.format(folder=tmp_path, site=site))
        nginx = subprocess.Popen([NGINX, "-p", tmp_path, "-c", configuration], stderr=subprocess.DEVNULL)
        try:
            shown = Front(server, port)
            until = time.monotonic() + PATIENCE
            while not answers(shown):
                assert nginx.poll() is None, (tmp_path / "error.log").read_text()
                assert time.monotonic() < until
            yield shown
            shown.http.close()
        finally:
            nginx.terminate()
            nginx.wait()


def answers(front):
    try:
        return front.http.get("/healthz").status_code == 200
    except httpx.TransportError:
        return False


def test_a_game_is_played_through_it(front):
    host = front.lay()
    people = host.seat_all()
    host.start()
    play(people, random.Random(1), acts=20)
    assert people[0].heard


def test_an_address_is_the_clients_whatever_the_client_says(front):
    """Whoever has guessed too often is known by the address that nginx saw."""
    headers = [{"x-forwarded-for": f"192.0.2.{number}"} for number in range(10)]
    tried = [front.http.get("/api/tables/CODE", headers=one).status_code for one in headers]
    assert tried == [404] * 5 + [429] * 5
    assert Person(front, "CODE").refused()["id"] == "too-many"


def test_half_requests_stay_outside(front):
    lines = [socket.create_connection(("127.0.0.1", front.port)) for _ in range(200)]
    before = len(front.server.gate._lines)
    for line in lines:
        line.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n")
    assert answers(front)
    assert len(front.server.gate._lines) <= before + 1
    for line in lines:
        line.settimeout(PATIENCE)
        assert line.recv(100) == b""
        line.close()


@pytest.mark.parametrize(
    ("request_", "status"),
    [
        (b"GET /" + b"x" * 20_000, b"414"),
        (b"GET / HTTP/1.1\r\nHost: localhost\r\n" + b"X: x\r\n" * 10_000, b"400"),
        (b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000\r\n\r\n", b"413"),
    ],
    ids=["url", "headers", "body"],
)
def test_what_is_too_long_stays_outside(front, request_, status):
    with socket.create_connection(("127.0.0.1", front.port), PATIENCE) as line:
        line.sendall(request_)
        assert line.recv(100).split()[1:2] == [status]


def test_too_many_requests_stay_outside(front):
    with socket.create_connection(("127.0.0.1", front.port), PATIENCE) as line:
        request = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"
        line.sendall(request * 700)
        answered = b""
        while b" 429 " not in answered[-20_000:]:
            more = line.recv(100_000)
            assert more, "all were let in"
            answered += more


def test_so_many_connections_of_one_address_get_through(front):
    host = front.lay()
    kept = [Person(front, host.id) for _ in range(18)]
    for person in kept:
        person.until(lambda who: who.info)
    assert answers(front)
    with pytest.raises(InvalidStatus, match="429"):
        [Person(front, host.id) for _ in range(5)]
