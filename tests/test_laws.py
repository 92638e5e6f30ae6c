"""All games, all numbers of seats, all options: the laws of laws.py."""

import os
from pathlib import Path

import laws
import pytest
from lengths import ALL, length

import spyring
from spyring import games as games_package
from spyring.games import games

EVERY = [setup for game in games().values() for setup in laws.setups(game)]
SMALL = [setup for setup in EVERY if setup.seats == setup.game.seats[0]]
# Beside the compiled rules the interpreted ones are held to the laws in short.
IN_SHORT = bool(os.environ.get(spyring.PURE_SWITCH)) and not ALL
CASES = [(setup, 1) for setup in (SMALL if IN_SHORT else EVERY)]
if not IN_SHORT:
    CASES += [(setup, 2) for setup in length(SMALL, EVERY)]
SAMPLES = 500 if IN_SHORT else length(1500, 4000)


@pytest.mark.parametrize(("setup", "seed"), CASES, ids=str)
class TestLaws:
    def test_law_1_walks_end(self, setup, seed):
        laws.law_1_walks_end(setup, seed)

    def test_law_2_only_actors_act(self, setup, seed):
        laws.law_2_only_actors_act(setup, seed)

    def test_law_3_replays_are_equal(self, setup, seed):
        laws.law_3_replays_are_equal(setup, seed + 10)

    def test_law_4_equal_feeds_equal_views(self, setup, seed):
        for number in range(8):
            laws.law_4_equal_feeds_equal_views(setup, 20 * seed + number)

    def test_law_5_samples_fit(self, setup, seed):
        for number in range(3):
            laws.law_5_samples_fit(setup, 10 * seed + number)

    def test_law_6_texts_parse_back(self, setup, seed):
        laws.law_6_texts_parse_back(setup, seed)
        laws.law_6_weights_fit(setup, seed)


@pytest.mark.parametrize("setup", SMALL, ids=str)
@pytest.mark.parametrize("acts", [1, 2, 3, 4])
def test_law_4_among_games_that_told_a_seat_the_same(setup, acts):
    laws.law_4_by_feed(setup, games=400, acts=acts)


@pytest.mark.parametrize("setup", SMALL, ids=str)
@pytest.mark.parametrize("acts", [2, 4, 6, 8])
def test_law_5_right_frequency(setup, acts, request):
    try:
        laws.law_5_right_frequency(setup, acts, samples=SAMPLES)
    except (laws.TooManyWorlds, laws.OutOfSight) as reason:
        own = own_tests(setup.game, request.session.items)
        assert not own or any(test.get_closest_marker("law_5") for test in own), (
            f"brute force over views does not do for {setup}: the game needs tests marked law_5 of its own"
        )
        pytest.skip(f"{type(reason).__name__}: the game's own tests of law 5 count what this cannot")


def own_tests(game, items):
    """The game's own tests among those of this run."""
    folder = Path(games_package.__file__).parent / game.key / "tests"
    return [item for item in items if item.path.is_relative_to(folder)]
