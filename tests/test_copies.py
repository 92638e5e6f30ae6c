"""A copy is the same position: equal to its original in every field, and apart from it."""

import laws
import pytest

from spyring.games import games
from spyring.generator import Generator
from spyring.worlds import fields

SETUPS = [
    laws.Setup(game, seats, options)
    for game in games().values()
    for seats, options in game.setups()
    if seats in (game.seats[0], game.seats[-1])
]
GAMES = 5
WORKED_OUT = {
    "plays",
    "plays_known",
}  # what a state works out when it is asked, and a copy works out for itself


def kept(state):
    return {name: value for name, value in fields(state) if name not in WORKED_OUT}


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_a_copy_equals_its_original_in_every_field(setup):
    for seed in range(GAMES):
        state, rng = setup.referee().state, Generator(seed)
        while state.actors():
            act = state.pick(rng)
            twin, before = state.copy(), kept(state)
            assert kept(twin) == before
            twin.apply(*act)
            assert kept(state) == before, "an act on a copy changes its original"
            state.apply(*act)
            assert kept(state) == kept(twin)
