"""The lock files have what pyproject.toml asks for, once, with hashes, from any index."""

import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
RUNS = PROJECT["project"]["dependencies"]
EXTRAS = PROJECT["project"]["optional-dependencies"]
TESTS = EXTRAS["test"]
BUILDS = PROJECT["build-system"]["requires"]


def extra(name: str) -> list[str]:
    """What an extra asks for, with the extras that it names."""
    asked = [Requirement(line) for line in EXTRAS[name]]
    named = [part for one in asked if one.name == "spyring" for part in one.extras]
    own = [str(one) for one in asked if one.name != "spyring"]
    return own + [line for part in named for line in extra(part)]


ASKED = {
    "server": RUNS,
    "postgresql": RUNS + extra("postgresql"),
    "build": BUILDS,
    "test": RUNS + TESTS + BUILDS,
    "research": RUNS + extra("research"),
}


def locked(name: str) -> dict[str, list[Requirement]]:
    """The pins of a lock file by package; a package has several if they are for different Pythons."""
    text = (ROOT / "requirements" / f"{name}.txt").read_text("utf-8").replace("\\\n", " ")
    pins: dict[str, list[Requirement]] = {}
    for line in text.splitlines():
        if line and not line.startswith("#"):
            pin = Requirement(line.partition(" --hash=")[0])
            pins.setdefault(canonicalize_name(pin.name), []).append(pin)
    return pins


def version(pin: Requirement) -> str:
    (specifier,) = pin.specifier
    assert specifier.operator == "=="
    return specifier.version


@pytest.mark.parametrize("name", ASKED)
def test_every_requirement_is_locked_to_a_version_that_it_allows(name):
    pins = locked(name)
    for requirement in map(Requirement, ASKED[name]):
        found = pins.get(canonicalize_name(requirement.name))
        assert found, f"{requirement} is not in requirements/{name}.txt: run scripts/lock"
        assert all(requirement.specifier.contains(version(pin)) for pin in found), requirement
        here = requirement.marker is None or requirement.marker.evaluate()
        assert not here or any(pin.marker is None or pin.marker.evaluate() for pin in found), requirement


@pytest.mark.parametrize("name", ASKED)
def test_every_line_is_a_pin_with_hashes_and_names_no_index(name):
    text = (ROOT / "requirements" / f"{name}.txt").read_text("utf-8")
    lines = [line for line in text.replace("\\\n", " ").splitlines() if not line.startswith("#")]
    assert len(lines) > 5
    assert all(re.search(r"==\S+ .*--hash=sha256:[0-9a-f]{64}", line) for line in lines)
    assert "://" not in text
    assert not any(line.startswith("-") for line in lines)


@pytest.mark.parametrize("name", ["server", "build"])
def test_what_a_server_gets_is_what_the_tests_ran_with(name):
    tested = locked("test")
    for package, pins in locked(name).items():
        assert {version(pin) for pin in pins} <= {version(pin) for pin in tested[package]}, package
