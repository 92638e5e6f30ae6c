"""One number for many random games: equal in both modes only if the games are.

`python -m spyring.lab.digest COUNT [GAME]...` prints it for every set-up as JSON.
"""

import hashlib
import io
import json
from concurrent.futures import ProcessPoolExecutor

import click

from spyring import gamefile
from spyring.arguments import GameKey, Number
from spyring.core import Game, Options
from spyring.games import find_game, games
from spyring.generator import Generator
from spyring.referee import Referee

MOST_GAMES = 10**9
EVERY = 25  # every 25th game is also written to a file and replayed from it


def digest(game: Game, seats: int, options: Options, count: int) -> str:
    """A digest of all acts of some games, and of what everybody sees at the end."""
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
    """One game as a file, with everybody's view and feed after replaying it."""
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


@click.command()
@click.argument("count", type=Number(1, MOST_GAMES))
@click.argument("chosen", metavar="[GAME]...", type=GameKey(), nargs=-1)
def main(count: int, chosen: tuple[Game, ...]) -> None:
    """Print the digest of COUNT random games for every set-up of each GAME, as JSON.  [default: all games]"""
    jobs = [
        (game.key, seats, options, count)
        for game in chosen or games().values()
        for seats, options in game.setups()
    ]
    with ProcessPoolExecutor() as pool:
        sums = pool.map(_digest, jobs)
        found = {
            f"{key} {seats} {options}": one for (key, seats, options, _), one in zip(jobs, sums, strict=True)
        }
    click.echo(json.dumps(found, indent=1))


if __name__ == "__main__":
    main(prog_name="python -m spyring.lab.digest")
