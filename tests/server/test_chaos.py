"""A server under faults (scripts/chaos): nothing is found, unless it was planted."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]
# What is planted, in which store, the faults that bring it to light, and what is found then.
PLANTED = {
    "tells_before_commit": ("sqlite", ("kill",), ("untrue:", "lost:")),
    "two_drivers": ("sqlite", ("cut_people",), ("twice:",)),
    "repeats_acts": ("sqlite", ("lose_people", "delay_people", "cut_people"), ("repeated:", "illegal:")),
    "drops_notifications": ("postgresql", ("cut_people",), ("waited:",)),
}

pytestmark = pytest.mark.long


def chaos(*arguments):
    """What a run says, and whether it found anything."""
    environment = os.environ | {"PYTHONPATH": str(TESTS)}
    run = subprocess.run(
        [sys.executable, "-m", "chaos", *arguments],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    assert run.returncode in (0, 1), run.stdout
    assert "chaos: seed" in run.stdout, run.stdout
    return run.returncode == 1, run.stdout


@pytest.mark.parametrize("store", ["sqlite", "postgresql"])
def test_ten_faults_lose_nothing(store):
    found, said = chaos(
        *("--seed", "7", "--faults", "10", "--tables", "12", "--longest-sleep", "10", "--store", store)
    )
    assert not found, said


@pytest.mark.parametrize("fault", PLANTED)
def test_a_planted_fault_is_found(fault):
    store, kinds, expected = PLANTED[fault]
    calm = "14" if expected == ("waited:",) else "3"
    found, said = chaos(
        *("--seed", "7", "--faults", "5", "--tables", "12", "--calm", calm, "--slowness", "0.5"),
        *("--store", store, "--plant", fault, "--only", *kinds),
    )
    assert found, said
    assert any(f"found: {kind}" in said for kind in expected), said
