"""One seat of a game against bots passes Gymnasium's own test."""

import pytest

from spyring.core import IllegalAction, UnreadableText

gymnasium = pytest.importorskip("gymnasium", reason="gymnasium is not installed: scripts/set-up research")
checker = pytest.importorskip("gymnasium.utils.env_checker")
pytest.importorskip("spyring.lab.gymnasium")
pytestmark = pytest.mark.long

SEATS = [
    ("Heimlich", {"seats": 4, "opponents": "normal"}),
    ("Heimlich", {"seats": 2, "options": {"top-secret": "on", "dossier": "on"}}),
    ("Secrets", {"opponents": "easy", "seat": None}),
    ("Wink", {"options": {"eyes": "table"}}),
    ("Wink", {"opponents": "normal", "limit": 50}),
]


@pytest.mark.parametrize(("name", "settings"), SEATS)
def test_check_env_passes(name, settings):
    checker.check_env(gymnasium.make(f"spyring/{name}-v0", **settings).unwrapped)


@pytest.mark.parametrize(("name", "settings"), SEATS)
def test_random_legal_acts_lead_to_an_end(name, settings):
    env = gymnasium.make(f"spyring/{name}-v0", **settings)
    observation, info = env.reset(seed=5)
    env.action_space.seed(5)
    over = cut = False
    while not over and not cut:
        act = env.action_space.sample(observation["action_mask"])
        observation, reward, over, cut, info = env.step(act)
        assert "illegal" not in info
    assert 0.0 <= reward <= 1.0
    assert reward == env.unwrapped.sitting.rewards()[info["seat"]]


def test_it_can_be_vectorised():
    env = gymnasium.make_vec("spyring/Secrets-v0", num_envs=3, vectorization_mode="sync", seats=4)
    observations, _ = env.reset(seed=1)
    assert observations["observation"].shape == (3, env.envs[0].unwrapped.setup.size)
    for _ in range(60):
        acts = [mask.argmax() for mask in observations["action_mask"]]
        observations, *_ = env.step(acts)


def test_an_illegal_act_loses_and_says_why():
    env = gymnasium.make("spyring/Heimlich-v0", seats=4).unwrapped
    observation, _ = env.reset(seed=1)
    wrong = int(observation["action_mask"].argmin())
    _, reward, over, _, info = env.step(wrong)
    assert (reward, over) == (-1.0, True)
    assert info["illegal"] == f"{wrong} is not a legal act of seat 0; those that its mask marks are"
    env = gymnasium.make("spyring/Heimlich-v0", seats=4, illegal="raise").unwrapped
    env.reset(seed=1)
    with pytest.raises(IllegalAction):
        env.step(wrong)


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"seats": 9}, "Heimlich & Co is played by 2 to 7 seats, not 9"),
        ({"seats": 3, "seat": 3}, "the seats are 0 to 2, not 3"),
        ({"seats": 3, "opponents": ["easy"]}, "there are 2 opponents, not 1"),
        ({"opponents": "grandmaster"}, "there is no bot 'grandmaster'"),
        ({"illegal": "laugh"}, "illegal is lose or raise, not 'laugh'"),
    ],
)
def test_wrong_settings_get_a_sentence(settings, said):
    with pytest.raises(UnreadableText, match=said):
        gymnasium.make("spyring/Heimlich-v0", **settings)
