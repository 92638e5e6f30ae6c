"""How fast the rules run, interpreted and compiled, in one run: compare the ratios."""

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from spyring import PURE_SWITCH, mode
from spyring.core import CHANCE, Game, Options, State
from spyring.games import find_game
from spyring.generator import Generator
from spyring.playout import playouts

SAMPLES = 5  # the best one counts, because noise only ever slows a program down
COPIES = 20_000
COUNTED = 50  # games
COMPILER = ("c++", "-O3", "-march=native")  # for a yardstick: as fast as a compiler makes it on this machine


def variants(game: Game) -> Iterator[tuple[str, Options]]:
    """The game with its defaults, and with each other value of each option, one at a time."""
    yield "", {}
    for option in game.options:
        for value in option.examples:
            if value and value != option.default:
                yield f"{option.key} {value}", {option.key: value}


def measure(key: str, seats: int, options: Options, seconds: float) -> dict[str, float]:
    """Games and acts per CPU second of this process, and nanoseconds per copy."""
    game = find_game(key)
    start = game.new(seats, game.settle(seats, options))
    rng = Generator(1)
    playouts(start, 20, rng)
    best = 0.0
    batch = 20
    for _ in range(SAMPLES):
        games = 0
        began = time.process_time()
        while (spent := time.process_time() - began) < seconds / SAMPLES:
            playouts(start, batch, rng)
            games += batch
            if spent < seconds / SAMPLES / 20:
                batch *= 2
        best = max(best, games / spent)
    return {"games": best, "decisions": best * mean_decisions(start), "copy_ns": measure_copy(start)}


def mean_decisions(start: State) -> float:
    """How many decisions seats make in a random game; chance does not count."""
    decisions = 0
    for seed in range(COUNTED):
        state, rng = start.copy(), Generator(seed)
        while state.actors():
            actor, action = state.pick(rng)
            decisions += actor != CHANCE
            state.apply(actor, action)
    return decisions / COUNTED


def measure_copy(start: State) -> float:
    """Nanoseconds of CPU time to copy a state."""
    best = float("inf")
    for _ in range(SAMPLES):
        began = time.process_time()
        for _ in range(COPIES):
            start.copy()
        best = min(best, time.process_time() - began)
    return best / COPIES * 1e9


class Worker:
    """A separate process that measures one mode, so that the two can take turns."""

    def __init__(self, *, pure: bool) -> None:
        environment = dict(os.environ)
        environment.pop(PURE_SWITCH, None)
        if pure:
            environment[PURE_SWITCH] = "1"
        self.process = subprocess.Popen(
            [sys.executable, "-m", __name__],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=environment,
        )
        self.mode = self._read()

    def measure(self, key: str, seats: int, options: Options, seconds: float) -> Any:
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps([key, seats, options, seconds]) + "\n")
        self.process.stdin.flush()
        return self._read()

    def _read(self) -> Any:
        assert self.process.stdout is not None
        return json.loads(self.process.stdout.readline())

    def close(self) -> None:
        self.process.communicate()


def bench(games: list[Game], seconds: float, seats: list[int] | None = None) -> Iterator[dict[str, Any]]:
    """One row at a time: both modes of one set-up, measured in turns."""
    interpreted, compiled = Worker(pure=True), Worker(pure=False)
    try:
        for game in games:
            for count in seats or game.seats:
                for name, options in variants(game):
                    slow = interpreted.measure(game.key, count, options, seconds)
                    row = {"game": game.key, "seats": count, "variant": name, "interpreted": slow}
                    if compiled.mode == "compiled":
                        fast = compiled.measure(game.key, count, options, seconds)
                        row |= {"compiled": fast, "ratio": fast["games"] / slow["games"]}
                    yield row
    finally:
        interpreted.close()
        compiled.close()


class NoYardstick(Exception):
    """A yardstick that cannot be measured; the message says why."""


def yardstick(path: Path, seconds: float) -> dict[str, Any]:
    """Compile a C++ yardstick and run it; returns its line of JSON, the best of a few runs."""
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "yardstick"
        try:
            built = subprocess.run(
                [*COMPILER, "-o", str(program), str(path)], capture_output=True, text=True, check=False
            )
        except FileNotFoundError:
            raise NoYardstick("There is no C++ compiler (c++) on this machine") from None
        if built.returncode:
            said = (built.stderr.strip().splitlines() or ["no message"])[0]
            raise NoYardstick(f"{path} does not compile: {said}")
        best: dict[str, Any] = {}
        for _ in range(SAMPLES):
            run = subprocess.run(
                [str(program), str(seconds / SAMPLES)], capture_output=True, text=True, check=False
            )
            try:
                found = json.loads(run.stdout)
                if found["games_s"] > best.get("games_s", 0.0):
                    best = found
            except (json.JSONDecodeError, KeyError, TypeError):
                raise NoYardstick(f"{path} does not print a line of JSON with games_s") from None
        return best


def serve() -> None:
    """Measure what the lines on standard input ask for."""
    print(json.dumps(mode()), flush=True)
    for line in sys.stdin:
        print(json.dumps(measure(*json.loads(line))), flush=True)


if __name__ == "__main__":
    with suppress(KeyboardInterrupt):
        serve()
