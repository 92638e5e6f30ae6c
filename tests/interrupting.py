"""Ctrl-C, as a terminal sends it: to a command and to all the processes that it has started."""

import os
import signal
import subprocess
import sys
import time

PATIENCE = 240.0  # seconds, for a command to be at work, and for its end


def interrupt(*arguments, at_work):
    """Runs `spyring ...`, interrupts it once it is at work, and gives its exit status and errors."""
    process = subprocess.Popen(
        [sys.executable, "-m", "spyring", *arguments],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        start_new_session=True,
        preexec_fn=_hear_interrupts,
    )
    until = time.monotonic() + PATIENCE
    try:
        while not at_work(process.pid):
            assert process.poll() is None, process.stderr.read()
            assert time.monotonic() < until, "it does not begin"
            time.sleep(0.1)
        os.killpg(process.pid, signal.SIGINT)
        _, errors = process.communicate(timeout=PATIENCE)
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
    return process.returncode, errors


def _hear_interrupts():
    """Where the tests run in the background, a shell has told them to ignore interrupts."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
