"""Games on many machines: a Ray cluster plays the series that processes of one machine would play.

Game number n is the same wherever it is played, so a cluster gives the same digits. A game whose machine dies
is played again on another.
"""

import logging
import socket
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import redirect_stdout
from itertools import islice
from typing import Any, TypeVar

from spyring.lab.extras import need

LOCAL = "local"
RETRIES = 20  # how often a game may lose the machine that plays it
AHEAD = 4  # games that are handed out for every processor, so that none waits for the next
LEAST_AHEAD = 16
KNOCK_SECONDS = 5.0

Given = TypeVar("Given")
Result = TypeVar("Result")


class ClusterFailed(Exception):
    """The cluster cannot be reached, or cannot go on."""


class Cluster:
    """A connection to a Ray cluster, which is closed by `close`."""

    def __init__(self, address: str) -> None:
        self.address = address
        self._ray: Any = need("ray", "ray")
        more: dict[str, Any] = {"include_dashboard": False} if address == LOCAL else {}
        try:
            _knock(address)
            self._ray.init(address=address, log_to_driver=False, logging_level=logging.ERROR, **more)
        except (OSError, RuntimeError, ValueError):
            raise ClusterFailed(
                f"no Ray cluster answers at {address}; give the address that `ray start --head` "
                f"printed, or {LOCAL} for one on this machine"
            ) from None

    def __str__(self) -> str:
        return f"ray {self.address}"

    def close(self) -> None:
        """Leave the cluster; a local one ends."""
        self._ray.shutdown()

    def play_each(
        self, play: Callable[[Given], Result], numbers: Sequence[Given], *, in_order: bool = False
    ) -> Iterator[Result]:
        """What every game gives, as they come or in their order; closing this ends those under way."""
        ray = self._ray
        task = ray.remote(max_retries=RETRIES)(_played).remote
        shared = ray.put(play)
        ahead = max(LEAST_AHEAD, AHEAD * int(ray.cluster_resources().get("CPU", 1)))
        left = iter(enumerate(numbers))
        under_way: dict[Any, int] = {}
        found: dict[int, Result] = {}
        after = 0  # the next one in order
        try:
            while True:
                for place, given in islice(left, ahead - len(under_way) - len(found)):
                    under_way[task(shared, given)] = place
                if not under_way:
                    return
                with redirect_stdout(sys.stderr):  # where Ray, from a thread, tells of workers that died
                    (done,), _ = ray.wait(list(under_way))
                    found[under_way.pop(done)] = self._get(done)
                while found and (after in found or not in_order):
                    yield found.pop(after if in_order else next(iter(found)))
                    after += 1
        finally:
            for one in under_way:
                ray.cancel(one, force=True)

    def _get(self, reference: Any) -> Any:
        errors = need("ray.exceptions", "ray")
        try:
            return self._ray.get(reference)
        except errors.RayTaskError as error:
            raise error.cause from None
        except errors.RayError as error:
            raise ClusterFailed(
                f"the Ray cluster lost a game more than {RETRIES} times: {type(error).__name__}"
            ) from None


def _played(play: Callable[[Any], Any], given: Any) -> Any:
    return play(given)


def _knock(address: str) -> None:
    """Raise an error if nobody is there: Ray itself would try for minutes."""
    if address not in (LOCAL, "auto"):
        host, _, port = address.removeprefix("ray://").rpartition(":")
        socket.create_connection((host, int(port)), timeout=KNOCK_SECONDS).close()
