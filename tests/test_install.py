"""What is built is whole: the archive and the wheel, and the page that the wheel serves on its own."""

import os
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


def test_the_wheel_plays_and_serves_the_page_on_its_own(built, tmp_path):
    package = tmp_path / "package"
    zipfile.ZipFile(built[1]).extractall(package)
    environment = os.environ | {"PYTHONPATH": str(package)}
    python = [sys.executable, "-m", "spyring"]
    said = subprocess.run(
        [*python, "--version"], cwd=tmp_path, env=environment, capture_output=True, text=True, check=True
    )
    assert "interpreted" in said.stdout
    words = ["random", "wink", "--seats", "4", "--seed", "3"]
    here = subprocess.run([*python, *words], capture_output=True, check=True).stdout
    there = subprocess.run([*python, *words], cwd=tmp_path, env=environment, capture_output=True, check=True)
    assert there.stdout == here
    with serving(package, tmp_path / "data") as address:
        for part in (
            "",
            "main.js",
            "games/wink/web/board.js",
            "games/secrets/texts/fr.json",
            "learn/heimlich",
        ):
            assert fetch(f"{address}/{part}").read()


@pytest.mark.parametrize(
    ("shell", "words"), [("bash", "complete -o"), ("zsh", "compdef"), ("fish", "complete")]
)
def test_the_command_line_completes(shell, words):
    environment = os.environ | {"_SPYRING_COMPLETE": f"{shell}_source"}
    said = subprocess.run(
        [sys.executable, "-c", "from spyring.cli import main; main(prog_name='spyring')"],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert words in said.stdout
