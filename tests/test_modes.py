"""One source, two modes: the same games from the same seeds, interpreted and compiled."""

import json
import os
import subprocess
import sys

import pytest
from lengths import length

import spyring
from spyring.games import games

GAMES = length(30, 1000)  # of every set-up


def digests(game: str, *, pure: bool) -> dict[str, str]:
    environment = {key: value for key, value in os.environ.items() if key != spyring.PURE_SWITCH}
    if pure:
        environment[spyring.PURE_SWITCH] = "1"
    command = [sys.executable, "-m", "spyring.lab.digest", str(GAMES), game]
    run = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    return json.loads(run.stdout)


@pytest.mark.parametrize("game", games())
def test_many_games_of_every_set_up_are_the_same_in_both_modes(game):
    if spyring.mode() == "interpreted":
        pytest.skip("the compiled run makes this comparison")
    compiled = digests(game, pure=False)
    assert len(compiled) == len(list(games()[game].setups()))
    assert digests(game, pure=True) == compiled


def test_the_switch_forces_the_interpreter():
    say = "import spyring, spyring.games.heimlich.rules as r; print(spyring.mode(), r.__file__[-3:])"
    environment = os.environ | {spyring.PURE_SWITCH: "1"}
    run = subprocess.run(
        [sys.executable, "-c", say], env=environment, capture_output=True, text=True, check=True
    )
    assert run.stdout.split() == ["interpreted", ".py"]


@pytest.mark.parametrize("game", games())
def test_memory_stays_flat(game):
    """The resident size after many games is that after a few."""
    code = f"""
import resource
from spyring import mode
from spyring.games import find_game
from spyring.generator import Generator
from spyring.playout import playouts
game = find_game({game!r})
many = {length(8, 20)} if mode() == "compiled" else 1
starts = [game.new(seats, game.settle(seats, options)) for seats, options in game.setups()]
def run(times):
    for start in starts:
        playouts(start, times, Generator(1))
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
run(50 * many)
before = run(50 * many)
print(run(200 * many) - before)
"""
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert int(run.stdout) < 1000  # kB
