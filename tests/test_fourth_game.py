"""A game is one folder: the example in a copy of the project, as docs/add-a-game.md says, has everything."""

import json
import os
import shutil
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest
from lengths import length
from serving import fetch, serving

import spyring

PROJECT = Path(__file__).parents[1]
KEY = "courier"
CHOSEN = length(f"{KEY} and not kill and not law_8", KEY)  # these two take as long as all others


@pytest.fixture(scope="module")
def copy(tmp_path_factory):
    """The project with a fourth game in its folder, and nothing else changed."""
    folder = tmp_path_factory.mktemp("project")
    leave = shutil.ignore_patterns("*.so", "browser")
    for name in ("src", "tests", "examples", "docs", "scripts"):
        shutil.copytree(PROJECT / name, folder / name, ignore=leave)
    for name in ("conftest.py", "pyproject.toml", *(page.name for page in PROJECT.glob("*.md"))):
        shutil.copy(PROJECT / name, folder)
    if (PROJECT / ".mypy_cache").is_dir():  # what is known of the rest of the project
        shutil.copytree(PROJECT / ".mypy_cache", folder / ".mypy_cache")
    shutil.copytree(folder / "examples" / KEY, folder / "src" / "spyring" / "games" / KEY)
    return folder


def run(copy, *words, **more):
    environment = os.environ | {"PYTHONPATH": str(copy / "src"), spyring.PURE_SWITCH: "1"}
    command = [sys.executable, "-m", *words]
    return subprocess.run(
        command, cwd=copy, env=environment, capture_output=True, text=True, check=False, **more
    )


def test_it_obeys_the_laws_and_passes_what_every_game_passes(copy):
    tried = run(copy, "pytest", "-q", "-k", CHOSEN, "-p", "no:cacheprovider")
    assert tried.returncode == 0, tried.stdout[-3000:]
    assert "passed" in tried.stdout


def test_its_types_are_strict(copy):
    tried = run(copy, "mypy")
    assert tried.returncode == 0, tried.stdout


def test_the_command_line_knows_it(copy):
    file = run(copy, "spyring", "random", KEY, "--seats", "3", "--seed", "1").stdout
    assert file.startswith(f"game {KEY}\n")
    view = json.loads(run(copy, "spyring", "replay", "-", "--json", input=file).stdout)
    assert view["phase"] == "over"
    table = json.loads(
        run(copy, "spyring", "simulate", KEY, "--games", "50", "--seats", "4", "--json").stdout
    )
    assert table["games"] == 50


@pytest.mark.long
def test_its_bots_are_better_than_chance(copy):
    words = ["arena", KEY, "hard:200it", "uniform", "--seats", "3", "--games", "60", "--json"]
    first = json.loads(run(copy, "spyring", *words).stdout)["bots"][0]
    assert first["relative"]["value"] > 1


def test_the_table_serves_it(copy, tmp_path):
    with serving(copy / "src", tmp_path, **{spyring.PURE_SWITCH: "1"}) as address:
        boards = json.load(fetch(f"{address}/games/boards.json"))
        assert boards[KEY] == {
            **boards[KEY],
            "board": False,
            "manifest": {},
            "texts": ["en", "it", "es", "fr", "de"],
        }
        assert b"C3" in fetch(f"{address}/games/{KEY}/rules/en.md").read()
        wish = json.dumps({"game": KEY, "seats": 3}).encode()
        laid = json.load(fetch(urllib.request.Request(f"{address}/api/tables", wish, method="POST")))
        assert laid["table"]["title"] == "Courier"
