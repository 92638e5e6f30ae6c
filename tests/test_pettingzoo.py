"""The games pass PettingZoo's own tests."""

import warnings
from functools import partial
from types import SimpleNamespace

import pytest

from spyring.core import IllegalAction, UnreadableText

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # it warns of its own games
    suite = pytest.importorskip(
        "pettingzoo.test", reason="pettingzoo is not installed: scripts/set-up research"
    )
    cycles = pytest.importorskip("pettingzoo.test.max_cycles_test")
    pettingzoo = pytest.importorskip("spyring.lab.pettingzoo")

# Its own games have masks in their observations too, and it warns of them.
pytestmark = [pytest.mark.long, pytest.mark.filterwarnings("ignore:::pettingzoo")]

TABLES = [
    ("heimlich", 4, {}),
    ("heimlich", 2, {"top-secret": "on", "dossier": "on"}),
    ("secrets", 5, {}),
    ("wink", 4, {"eyes": "table"}),
    ("wink", 4, {}),
]
each_table = pytest.mark.parametrize(("key", "seats", "options"), TABLES)


@each_table
def test_the_api_test_passes(key, seats, options):
    suite.api_test(pettingzoo.env(key, seats, options, max_cycles=200), num_cycles=300)


@each_table
def test_the_seed_test_passes(key, seats, options):
    suite.seed_test(lambda: pettingzoo.env(key, seats, options), num_cycles=100)


def test_the_parallel_tests_pass():
    suite.parallel_api_test(pettingzoo.parallel_env("wink", max_cycles=100), num_cycles=300)
    suite.parallel_seed_test(lambda: pettingzoo.parallel_env("wink", 6), num_cycles=50)


def test_the_max_cycles_test_passes():
    beats = partial(pettingzoo.parallel_env, "wink"), partial(pettingzoo.beat_env, "wink")
    cycles.max_cycles_test(SimpleNamespace(parallel_env=beats[0], env=beats[1]))


@each_table
def test_bots_are_policies(key, seats, options):
    env = pettingzoo.env(key, seats, options)
    env.reset(seed=3)
    for agent in env.agent_iter(5000):
        observation, _, ended, cut, _ = env.last()
        assert not ended or not observation["action_mask"].any()
        env.step(None if ended or cut else env.ask("normal" if agent == "seat_0" else "uniform"))
    assert env.sitting.over
    assert not env.agents


def test_rewards_are_those_of_the_rules():
    env = pettingzoo.env("secrets", 4)
    env.reset(seed=1)
    total = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        _, reward, ended, _, _ = env.last()
        total[agent] += reward
        env.step(None if ended else env.ask("uniform"))
    assert list(total.values()) == env.sitting.rewards()


def test_wrong_acts_get_a_sentence():
    env = pettingzoo.env("heimlich", 3)
    env.reset(seed=1)
    with pytest.raises(IllegalAction, match="is not a legal act of seat"):
        env.step(env.setup.acts)
    with pytest.raises(IllegalAction, match="has to act"):
        env.step(None)
    with pytest.raises(UnreadableText, match="seats act one after another: use env"):
        pettingzoo.parallel_env("secrets")
