"""What is built is whole: the archive and the wheel, and the page that the wheel serves on its own."""

import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest
from serving import fetch, serving

import spyring

PROJECT = Path(__file__).parents[1]
BUILD = "from setuptools import build_meta; print(build_meta.build_{}({!r}))"
LEFT_OUT = ("__pycache__", "tests")
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
# An address of this server in a page, a module or a style sheet.
ASKED = re.compile(r"""["'(](/[\w./-]+\.(?:js|css|svg|png|json|woff2|webmanifest))["')]""")


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """The source archive, and a pure wheel that is built from it."""
    folder = tmp_path_factory.mktemp("built")
    source = folder / "source"
    source.mkdir()
    for name in ("pyproject.toml", "setup.py", "README.md", "LICENSE"):
        shutil.copy(PROJECT / name, source)
    leave = shutil.ignore_patterns("__pycache__", "*.so", "*.egg-info")
    shutil.copytree(PROJECT / "src", source / "src", ignore=leave)
    archive = folder / build(source, "sdist", folder)
    with tarfile.open(archive) as packed:
        packed.extractall(folder / "archive", filter="data")
    (unpacked,) = (folder / "archive").iterdir()
    return archive, folder / build(unpacked, "wheel", folder)


def build(source, kind, folder):
    environment = os.environ | {spyring.PURE_SWITCH: "1"}
    command = [sys.executable, "-c", BUILD.format(kind, str(folder))]
    run = subprocess.run(command, cwd=source, env=environment, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr[-2000:]
    return run.stdout.splitlines()[-1]


def test_the_wheel_has_every_file_of_the_package(built):
    kept = {
        str(path.relative_to(PROJECT / "src"))
        for path in (PROJECT / "src" / "spyring").rglob("*")
        if path.is_file() and path.suffix != ".so" and not set(path.parts) & set(LEFT_OUT)
    }
    assert kept <= set(zipfile.ZipFile(built[1]).namelist())


@pytest.fixture(scope="module")
def package(built, tmp_path_factory):
    """The wheel, unpacked where nothing else of the project is."""
    folder = tmp_path_factory.mktemp("package")
    zipfile.ZipFile(built[1]).extractall(folder)
    return folder


def said(words, folder=None):
    """What `spyring` prints, in this tree or from the package in a folder."""
    environment = os.environ | ({"PYTHONPATH": str(folder)} if folder else {})
    command = [sys.executable, "-m", "spyring", *words.split()]
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, check=True).stdout


def test_the_wheel_is_interpreted(package):
    assert b"interpreted" in said("--version", package)


@pytest.mark.parametrize(
    "words",
    [
        "random heimlich --seats 7 --seed 3 --option top-secret=on --option dossier=on",
        "random secrets --seats 8 --seed 3",
        "random wink --seats 8 --seed 3",
        "play heimlich --seats 3 --seed 3 --bot hard:5it --option top-secret=on",
        "play secrets --seats 5 --seed 3 --bot hard:5it",
        "play wink --seats 4 --seed 3 --bot easy",
        "simulate wink --seats 4 --games 50 --json",
    ],
)
def test_the_wheel_plays_the_same_games_as_this_tree(package, words):
    here, there = (said(words, folder) for folder in (None, package))
    if "--json" in words:  # the speeds differ
        here, there = (
            {k: v for k, v in json.loads(text).items() if "second" not in k} for text in (here, there)
        )
    assert here
    assert there == here


def test_the_wheel_serves_everything_that_the_page_asks_for(package, tmp_path):
    asked = ["/", "/t/x", "/learn", "/manifest.webmanifest", "/sw.js", "/games/boards.json"]
    for folder in (package / "spyring" / "games").glob("*/web"):
        game = f"/games/{folder.parent.name}"
        asked += [f"{game}/{path.relative_to(folder.parent)}" for path in folder.rglob("*") if path.is_file()]
        asked += [f"{game}/texts/{path.name}" for path in (folder.parent / "texts").glob("*.json")]
        asked += [f"/learn/{folder.parent.name}", f"{game}/rules/fr.md"]
    with serving(package, tmp_path / "data") as address:
        for path in asked:  # and what that asks for
            text = fetch(f"{address}{path}").read().decode("utf-8", "replace")
            assert text, path
            if path == "/" or path.endswith((".js", ".css", ".webmanifest")):
                code = COMMENT.sub("", text)  # types are named in comments, and not fetched
                asked += [new for new in dict.fromkeys(ASKED.findall(code)) if new not in asked]
    assert len(asked) > 60


@pytest.mark.parametrize(
    ("shell", "words"), [("bash", "complete -o"), ("zsh", "compdef"), ("fish", "complete")]
)
def test_the_command_line_completes(shell, words):
    assert words in completed(f"{shell}_source")
    for typed, last, wanted in (
        ("si", 1, "simulate"),
        ("random h", 2, "heimlich"),
        ("replay --s", 2, "--seat"),
    ):
        place = typed.split()[-1] if shell == "fish" else str(last)
        assert wanted in completed(f"{shell}_complete", COMP_WORDS=f"spyring {typed}", COMP_CWORD=place)


def completed(wanted, **typed):
    """What a shell is told that asks for a completion."""
    return subprocess.run(
        [sys.executable, "-c", "from spyring.cli import main; main(prog_name='spyring')"],
        env=os.environ | {"_SPYRING_COMPLETE": wanted, **typed},
        capture_output=True,
        text=True,
        check=False,
    ).stdout
