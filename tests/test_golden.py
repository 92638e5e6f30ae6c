"""Law 7: node counts from a counts file, and golden playthroughs with every seat's view."""

import json

import golden
import laws
import pytest

from spyring.games import games

PLAYTHROUGHS = [
    pytest.param(path, id=path.name)
    for game in games().values()
    for path in sorted(golden.folder(game).glob("*.game"))
]
SETUPS = [setup for game in games().values() for setup in laws.setups(game)]


@pytest.mark.parametrize("game", games().values(), ids=games())
def test_every_game_has_golden_files(game):
    assert len(list(golden.folder(game).glob("*.game"))) >= 3


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_law_7_node_counts(setup):
    counts = json.loads((golden.folder(setup.game) / "perft.json").read_text())
    assert golden.counts(setup) == counts[str(setup)]


@pytest.mark.parametrize("path", PLAYTHROUGHS)
def test_law_7_golden_playthrough(path):
    assert golden.views(path) == path.with_suffix(".views").read_text()
