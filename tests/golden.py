"""Node counts and golden playthroughs: written by `scripts/golden GAME`, then held by test_golden.py.

A playthrough is a game file with a file of views beside it. Its digest covers everybody's view after every
act; of some positions the views stand there to be read, one a line and only what is new in it: the
onlooker's since the onlooker's last line, a seat's beside the onlooker's.
"""

import hashlib
import io
import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import laws

from spyring import gamefile, games
from spyring.core import Game

MOST_NODES = 30_000
SHOWN = 6  # positions of a playthrough whose views stand in its file
GONE = "(gone)"


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


def perft(game: Game) -> str:
    """The counts file: a set-up a line."""
    lines = [f"{json.dumps(str(setup))}: {counts(setup)}" for setup in laws.setups(game)]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def views(path: Path) -> str:
    """What stands beside a game file: a digest, node counts at its end, and some of the views."""
    lines = path.read_text().splitlines()
    header = next(n for n, line in enumerate(lines) if line.startswith("chance"))
    acts = [line.split(maxsplit=1) for line in lines[header:]]
    table = gamefile.replay(io.BytesIO("\n".join(lines[:header]).encode()), path.name)
    digest, shown, public = hashlib.sha256(), [], {}
    for number, (actor, text) in enumerate(acts, start=1):
        table.act(actor if actor == "chance" else int(actor), text)
        digest.update(laws.all_views(table.game, table.state, table.seats).encode())
        if number % max(len(acts) // SHOWN, 1) == 0 or number == len(acts):
            before, public = public, table.view(None)
            shown.append(f"{number} onlooker {laws.dumps(new(before, public))}")
            for seat in range(table.seats):
                shown.append(f"{number} seat {seat} {laws.dumps(new(public, table.view(seat)))}")
    nodes = [laws.perft(table.state, depth) for depth in range(3)]
    return "\n".join([f"sha256 {digest.hexdigest()}", f"nodes {nodes}", *shown, ""])


def new(before: object, after: object) -> object:
    """What of a view is not as it was: of an object its fields, of a list as long as before its places."""
    if isinstance(before, dict) and isinstance(after, dict):
        fields = {key for key in after if key not in before or before[key] != after[key]}
        changed = {key: new(before.get(key), value) for key, value in after.items() if key in fields}
        return changed | {key: GONE for key in before if key not in after}
    if isinstance(before, list) and isinstance(after, list) and len(before) == len(after) > 1:
        places = enumerate(zip(before, after, strict=True))
        return {str(place): new(old, now) for place, (old, now) in places if old != now}
    return after


def write(game: Game) -> None:
    """Write all golden files of a game anew."""
    target = folder(game)
    target.mkdir(parents=True, exist_ok=True)
    for old in target.iterdir():
        old.unlink()
    (target / "perft.json").write_text(perft(game))
    for number, setup in enumerate(laws.setups(game)):
        if number % 3 == 0:
            table = setup.walk(seed=100 + number)
            path = target / f"{game.key}-{number:02}.game"
            path.write_text(gamefile.write(game, setup.seats, setup.options, table.log))
            path.with_suffix(".views").write_text(views(path))


if __name__ == "__main__":
    for key in sys.argv[1:]:
        write(games.find_game(key))
        print(f"written: {folder(games.find_game(key)).relative_to(Path.cwd())}")
