"""Node counts and golden playthroughs: written once by `scripts/golden GAME`, then held by test_golden.py."""

import hashlib
import io
import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import laws

from spyring import gamefile, games
from spyring.core import Game
from spyring.referee import Referee

MOST_NODES = 30_000
SHOWN = 6  # positions of a playthrough whose views are kept whole


def folder(game: Game) -> Path:
    """Where a game keeps its golden files."""
    return Path(games.__file__).parent / game.key / "tests" / "golden"


def counts(setup: laws.Setup) -> list[int]:
    """Node counts by depth from the start, as deep as is quickly counted."""
    state = setup.referee().state
    found = [1]
    while found[-1] < MOST_NODES and len(found) < 12:
        found.append(laws.perft(state, len(found)))
    return found


def playthrough(name: str, file: str) -> dict[str, object]:
    """A digest of everybody's view after every line, and some of the views whole."""
    lines = file.splitlines()
    header = next(n for n, line in enumerate(lines) if line.startswith("chance"))
    acts = [line.split(maxsplit=1) for line in lines[header:]]
    table = gamefile.replay(io.BytesIO("\n".join(lines[:header]).encode()), name)
    digest, shown = hashlib.sha256(), {}
    for number, (actor, text) in enumerate(acts, start=1):
        table.act(actor if actor == "chance" else int(actor), text)
        views = laws.all_views(table.game, table.state, table.seats)
        digest.update(views.encode())
        if number % max(len(acts) // SHOWN, 1) == 0 or number == len(acts):
            shown[str(number)] = everybody(table)
    nodes = [laws.perft(table.state, depth) for depth in range(3)]
    return {"sha256": digest.hexdigest(), "nodes": nodes, "shown": shown}


def everybody(table: Referee) -> object:
    return {"onlooker": table.view(None), "seats": [table.view(seat) for seat in range(table.seats)]}


def write(game: Game) -> None:
    """Write all golden files of a game anew."""
    target = folder(game)
    target.mkdir(parents=True, exist_ok=True)
    for old in target.iterdir():
        old.unlink()
    perft = {str(setup): counts(setup) for setup in laws.setups(game)}
    (target / "perft.json").write_text(json.dumps(perft, indent=1) + "\n")
    for number, setup in enumerate(laws.setups(game)):
        if number % 3 == 0:
            table = setup.walk(seed=100 + number)
            name = f"{game.key}-{number:02}.game"
            file = gamefile.write(game, setup.seats, setup.options, table.log)
            (target / name).write_text(file)
            (target / f"{name}.json").write_text(json.dumps(playthrough(name, file), indent=1) + "\n")


if __name__ == "__main__":
    for key in sys.argv[1:]:
        write(games.find_game(key))
        print(f"written: {folder(games.find_game(key)).relative_to(Path.cwd())}")
