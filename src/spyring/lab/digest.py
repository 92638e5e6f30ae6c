"""One number for many random games: equal in both modes if and only if the games are.

`python -m spyring.lab.digest GAMES [GAME]` prints it for every set-up as JSON.
"""

import hashlib
import io
import json
import sys
from concurrent.futures import ProcessPoolExecutor

from spyring import gamefile
from spyring.core import Game, Options
from spyring.games import find_game, games
from spyring.generator import Generator
from spyring.referee import Referee

EVERY = 25  # one game in so many is also written as a file and replayed from it


def digest(game: Game, seats: int, options: Options, count: int) -> str:
    """All acts of so many games, and what everybody sees at their ends."""
    sums = hashlib.sha256()
    start = game.new(seats, game.settle(seats, options))
    for seed in range(count):
        state, rng = start.copy(), Generator(seed)
        acts = []
        while state.actors():
            actor, action = state.pick(rng)
            acts.append((actor, int(action)))
            state.apply(actor, action)
        views = [game.view(state, viewer) for viewer in (None, *range(seats))]
        sums.update(json.dumps([acts, views]).encode())
        if seed % EVERY == 0:
            sums.update(_replayed(game, seats, options, seed).encode())
    return sums.hexdigest()


def _replayed(game: Game, seats: int, options: Options, seed: int) -> str:
    """One game as a file, and everybody's view and feed when it is replayed."""
    table, rng = Referee(game, seats, options), Generator(seed)
    while table.state.actors():
        table.do(*table.state.pick(rng))
    file = gamefile.write(game, seats, options, table.log)
    again = gamefile.replay(io.BytesIO(file.encode()), "digest")
    shown = [[again.view(viewer), again.feed(viewer)] for viewer in (None, *range(seats))]
    return file + json.dumps(shown)


def _digest(job: tuple[str, int, Options, int]) -> str:
    key, seats, options, count = job
    return digest(find_game(key), seats, options, count)


def main(arguments: list[str]) -> None:
    count = int(arguments[0])
    jobs = [
        (key, seats, options, count)
        for key in arguments[1:] or games()
        for seats, options in find_game(key).setups()
    ]
    with ProcessPoolExecutor() as pool:
        sums = pool.map(_digest, jobs)
        found = {
            f"{key} {seats} {options}": one for (key, seats, options, _), one in zip(jobs, sums, strict=True)
        }
    print(json.dumps(found, indent=1))


if __name__ == "__main__":
    main(sys.argv[1:])
