"""A table served by another copy of the package than the one under test."""

import contextlib
import io
import os
import subprocess
import sys
import time
import urllib.error
import urllib.request

from ports import free_port

PATIENCE = 30.0  # seconds, for a server to come up


@contextlib.contextmanager
def serving(package, data, **environment):
    """`spyring serve` from a folder that has the package in it; gives its address."""
    port = free_port()
    command = [sys.executable, "-m", "spyring", "serve", "--port", str(port), "--data", str(data)]
    server = subprocess.Popen(
        command,
        env=os.environ | {"PYTHONPATH": str(package), **environment},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        yield f"http://127.0.0.1:{port}"
    finally:
        server.terminate()
        server.wait()


def fetch(request):
    """An answer, as soon as somebody answers."""
    until = time.monotonic() + PATIENCE
    while True:
        try:
            with urllib.request.urlopen(request) as answer:
                return io.BytesIO(answer.read())
        except urllib.error.HTTPError:
            raise
        except OSError:
            if time.monotonic() > until:
                raise
            time.sleep(0.05)
