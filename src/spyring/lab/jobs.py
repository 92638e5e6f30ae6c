"""The options of every command that plays many games: in how many processes, or on which cluster."""

import functools
from collections.abc import Callable
from contextlib import closing
from typing import Any

from spyring.arguments import Number, capital, option
from spyring.lab.cluster import Cluster, ClusterFailed
from spyring.lab.extras import MissingExtra
from spyring.stop import Stop

MOST_JOBS = 256  # more than most machines can use, but not enough to bring one down

Command = Callable[..., None]


def jobs_option(command: Command) -> Command:
    """`--jobs` and `--ray`, of which the command gets one, as `jobs`."""

    @option(
        "--jobs", type=Number(1, MOST_JOBS), default=1, show_default=True, help="Number of processes to use."
    )
    @option(
        "--ray",
        "address",
        metavar="ADDRESS",
        help="Play on the Ray cluster at this address instead; `local` starts one on this machine.",
        show_default="none",
    )
    @functools.wraps(command)
    def play(*arguments: Any, jobs: int, address: str | None, **settings: Any) -> None:
        if not address:
            command(*arguments, jobs=jobs, **settings)
            return
        try:
            with closing(Cluster(address)) as cluster:
                command(*arguments, jobs=cluster, **settings)
        except (MissingExtra, ClusterFailed) as error:
            raise Stop(capital(error), 1) from None

    return play
