"""What `tsc` believes of the wire is true: the page's types are those of the server and of real views."""

import functools
import json
import re
import shutil
import subprocess
from pathlib import Path

import laws
import pytest
import wire_types

from spyring.core import Game, View
from spyring.games import games
from spyring.generator import Generator
from spyring.server.http.outgoing import Heading

ROOT = Path(__file__).parents[1]
TSC = ROOT / "node_modules" / ".bin" / "tsc"
SOME = 7  # of so many acts the views after one are looked at


def types_of(game: Game) -> Path:
    return ROOT / "src" / "spyring" / "games" / game.key / "web" / "types.js"


TYPED = [pytest.param(game, id=key) for key, game in games().items() if types_of(game).is_file()]


@functools.cache
def views_of(game: Game) -> list[View]:
    """Views of random games with few and many seats and all options: some of each, and all at its end."""
    few_and_many = (min(game.seats), max(game.seats))
    found = []
    for seed, setup in enumerate(one for one in laws.setups(game) if one.seats in few_and_many):
        referee, rng = setup.referee(), Generator(seed)
        while referee.state.actors():
            if len(referee.log) % SOME == 0:
                found += [referee.view(None), referee.view(len(referee.log) % setup.seats)]
            referee.do(*referee.state.pick(rng))
        found += [referee.view(viewer) for viewer in laws.viewers(setup.seats)]
    return found


def test_the_page_has_the_types_of_the_openapi_description():
    assert wire_types.PATH.read_text("utf-8") == wire_types.declarations(), (
        "scripts/wire-types writes them anew"
    )


@pytest.mark.parametrize("game", TYPED)
def test_a_type_of_views_has_the_fields_that_views_have(game):
    text = types_of(game).read_text("utf-8")
    parts = [re.search(rf"@typedef {{object}} {name}\b.*?\*/", text, re.S) for name in ("Shown", "Ended")]
    declared = {name for part in parts for name in re.findall(r"@property {.+?} \[?(\w+)\b", part[0])}
    assert declared | {*Heading.__struct_fields__} == {name for view in views_of(game) for name in view}


def test_views_are_of_their_type(tmp_path):
    if not TSC.is_file() or not shutil.which("node"):
        pytest.skip("no tsc here: npm ci brings it")
    for (game,) in (one.values for one in TYPED):
        planted = {**views_of(game)[0], "planted": True}
        lines = [
            f"import type {{ View }} from {json.dumps(str(types_of(game)))};",
            "declare function take(view: View): void;",
            "// @ts-expect-error: a field too many is found",
            f"take({json.dumps(planted)});",
            *(f"take({json.dumps(view)});" for view in views_of(game)),
        ]
        (tmp_path / f"{game.key}.ts").write_text("\n".join(lines), "utf-8")
    config = {"extends": str(ROOT / "tsconfig.json"), "include": [f"{tmp_path}/*.ts"]}
    (tmp_path / "tsconfig.json").write_text(json.dumps(config), "utf-8")
    done = subprocess.run([TSC, "-p", tmp_path], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-5000:]
