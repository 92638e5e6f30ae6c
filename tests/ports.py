"""Ports for servers under test."""

import contextlib
import random
import socket

CHOICE = random.SystemRandom()  # several tests look for one at the same time, from the same seeds


def free_port(count=1):
    """The first of so many ports that stay free: no client's end of a connection is one of these."""
    while True:
        first = CHOICE.randrange(20_000, 32_000)
        with contextlib.ExitStack() as held, contextlib.suppress(OSError):
            for port in range(first, first + count):
                held.enter_context(socket.socket()).bind(("127.0.0.1", port))
            return first
