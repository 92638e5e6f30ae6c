"""Series on a Ray cluster: the same digits as alone, also when a worker is killed in the middle."""

import json
import shutil
import subprocess
import sys
import tempfile
import time
from functools import partial
from operator import truediv
from pathlib import Path

import psutil
import pytest
from ports import free_port

from spyring.lab.cluster import Cluster
from spyring.lab.series import play_each

pytest.importorskip("ray", reason="ray is not installed: scripts/set-up research")

pytestmark = pytest.mark.long

PATIENCE = 120.0
RAY = [sys.executable, "-m", "ray.scripts.scripts"]


@pytest.fixture(scope="module")
def address():
    """A cluster of two workers on this machine."""
    folder = tempfile.mkdtemp(prefix="ray-")  # a short path: it is part of the names of sockets
    port = free_port()
    start = [*RAY, "start", "--head", "--num-cpus", "2", "--port", str(port), "--temp-dir", folder]
    subprocess.run(
        [*start, "--include-dashboard", "false", "--disable-usage-stats"], check=True, capture_output=True
    )
    yield f"127.0.0.1:{port}"
    subprocess.run([*RAY, "stop", "--force"], check=False, capture_output=True)
    shutil.rmtree(folder, ignore_errors=True)


def spyring(*words):
    words = [sys.executable, "-m", "spyring", *map(str, words)]
    return subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def said(started):
    out, err = started.communicate(timeout=PATIENCE)
    assert started.returncode == 0, err
    return json.loads(out)


def busy_workers():
    found = psutil.process_iter(["cmdline"])
    return [one for one in found if "".join(one.info["cmdline"] or []).startswith("ray::_played")]


def test_a_killed_worker_changes_no_digit(address):
    words = ["arena", "heimlich", "hard:300it", "normal", "--seats", 4, "--games", 24, "--json"]
    alone = said(spyring(*words))
    started = spyring(*words, "--ray", address)
    until = time.monotonic() + PATIENCE
    while not (workers := busy_workers()):
        assert time.monotonic() < until, "no worker ever played"
        time.sleep(0.05)
    workers[0].kill()
    together = said(started)
    assert together["games"] == alone["games"] == 24
    assert [one["wins"] for one in together["bots"]] == [one["wins"] for one in alone["bots"]]
    assert [one["share"] for one in together["bots"]] == [one["share"] for one in alone["bots"]]


def test_every_command_that_plays_many_games_takes_a_cluster(address, tmp_path):
    counted = ["simulate", "wink", "--games", 4100, "--json"]
    alone, together = said(spyring(*counted)), said(spyring(*counted, "--ray", address))
    assert together["jobs"] == f"ray {address}"
    assert together["wins"] == alone["wins"]
    for how in (("--jobs", "1"), ("--ray", address)):
        file = tmp_path / f"{how[0]}.parquet"
        said(spyring("lab", "dataset", "heimlich", "--games", 3, "--out", file, "--json", *how))
    assert len({one.read_bytes() for one in tmp_path.glob("*.parquet")}) == 1
    reported = ["lab", "report", "heimlich", "--seats", 2, "--games", 4, "--bot", "easy", "--json", "--out"]
    alone = said(spyring(*reported, tmp_path / "alone"))
    assert said(spyring(*reported, tmp_path / "together", "--ray", address)) == alone


def test_what_a_game_raises_is_raised_here(address):
    cluster = Cluster(address)
    try:
        with pytest.raises(ZeroDivisionError, match="division by zero"):
            list(play_each(partial(truediv, 1), [2, 1, 0], cluster))
        assert list(play_each(partial(truediv, 1), [4, 2, 1], cluster, in_order=True)) == [0.25, 0.5, 1.0]
    finally:
        cluster.close()


def test_an_address_where_nobody_is_gets_a_sentence():
    run = spyring("simulate", "heimlich", "--games", 10, "--ray", f"127.0.0.1:{free_port()}")
    _, err = run.communicate(timeout=PATIENCE)
    assert run.returncode == 1
    assert "No Ray cluster answers at" in err
    assert "Traceback" not in err


def test_without_ray_a_sentence_says_how_to_install_it(tmp_path: Path):
    (tmp_path / "ray.py").write_text("raise ImportError\n")
    run = subprocess.run(
        [sys.executable, "-m", "spyring", "simulate", "heimlich", "--ray", "local"],
        env={"PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 1
    assert "pip install 'spyring[ray]'" in run.stderr
