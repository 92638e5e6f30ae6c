"""The games pass OpenSpiel's own tests; its algorithms play and solve them."""

import json

import pytest

pyspiel = pytest.importorskip("pyspiel", reason="open_spiel is not installed: scripts/set-up research")

np = pytest.importorskip("numpy")
openspiel = pytest.importorskip("spyring.lab.openspiel")
policy = pytest.importorskip("open_spiel.python.policy")
cfr, exploitability, generate_playthrough, ismcts, mcts = (
    pytest.importorskip(f"open_spiel.python.algorithms.{name}")
    for name in ("cfr", "exploitability", "generate_playthrough", "ismcts", "mcts")
)

pytestmark = [pytest.mark.long, pytest.mark.filterwarnings("ignore::DeprecationWarning")]

TABLES = [
    ("spyring_heimlich", {"players": 2, "top_secret": "on", "dossier": "on"}),
    ("spyring_secrets", {"players": 4}),
    ("spyring_wink", {"players": 4, "eyes": "table"}),
    ("spyring_wink", {"players": 4, "acts": 60}),
]
each_table = pytest.mark.parametrize(("name", "settings"), TABLES)
TINY = {"players": 2, "acts": 3, "choices": 3, "seed": 6}


def play(state, acts, seed=1):
    """Random play for so many acts of seats."""
    rng = np.random.RandomState(seed)
    while acts and not state.is_terminal():
        if state.is_chance_node():
            outcomes, odds = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(rng.choice(outcomes, p=odds)))
        else:
            state.apply_action(int(rng.choice(state.legal_actions())))
            acts -= 1
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    return state


@each_table
def test_the_random_sim_test_passes(name, settings):
    pyspiel.random_sim_test(pyspiel.load_game(name, settings), num_sims=1, serialize=False, verbose=False)


@pytest.mark.parametrize("name", ["spyring_heimlich", "spyring_secrets", "spyring_wink"])
def test_a_playthrough_can_be_generated(name):
    text = generate_playthrough.playthrough(f"{name}(acts=3)", None)
    assert f'GameType.short_name = "{name}"' in text
    assert "ChanceOutcomes()" in text
    assert "InformationStateString(0)" in text


@each_table
def test_a_resampled_state_cannot_be_told_from_the_real_one(name, settings):
    game = pyspiel.load_game(name, settings)
    for seed in range(3):
        state = play(game.new_initial_state(), 8, seed)
        player = state.current_player()
        numbers = np.random.RandomState(seed)
        others = set()
        for _ in range(6):
            world = state.resample_from_infostate(player, numbers.random_sample)
            assert world.current_player() == player
            assert world.legal_actions() == state.legal_actions()
            assert world.information_state_string(player) == state.information_state_string(player)
            assert world.information_state_tensor(player) == state.information_state_tensor(player)
            others.add(str(world))
            play(world, 10)
        assert len(others) > 1


def test_an_information_state_is_what_the_seat_was_told():
    game = pyspiel.load_game("spyring_heimlich", {"players": 2})
    state = play(game.new_initial_state(), 1)
    lines = state.information_state_string(0).splitlines()
    assert lines[0] == "seat 0"
    assert lines[1].startswith("chance deal 0 ")
    assert len(lines[1].split()) == 4
    assert lines[2] == "chance deal 1"
    view = json.loads(state.observation_string(1))
    assert view["seat"] == 1
    assert openspiel.part(game, state.observation_tensor(1), "safe") == 7


@pytest.mark.parametrize("name", ["spyring_heimlich", "spyring_secrets"])
def test_ismcts_plays(name):
    game = pyspiel.load_game(name)
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    search = ismcts.ISMCTSBot(
        game=game,
        evaluator=evaluator,
        uct_c=2.0,
        max_simulations=10,
        random_state=np.random.RandomState(2),
    )
    bots = [search, *[openspiel.SpielBot(game, "normal", seed=n) for n in range(1, game.num_players())]]
    rng = np.random.RandomState(3)
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, odds = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(rng.choice(outcomes, p=odds)))
        else:
            act = int(bots[state.current_player()].step(state))
            assert act in state.legal_actions()
            state.apply_action(act)
    assert sum(state.returns()) in (0.0, pytest.approx(1.0))


def test_cfr_solves_a_game_that_is_cut_down():
    game = pyspiel.load_game("spyring_heimlich", TINY)
    before = exploitability.nash_conv(game, policy.UniformRandomPolicy(game))
    solver = cfr.CFRSolver(game)
    for _ in range(15):
        solver.evaluate_and_update_policy()
    after = exploitability.nash_conv(game, solver.average_policy())
    assert before > 0.1
    assert after < before / 5


def test_wrong_settings_get_a_sentence():
    with pytest.raises(Exception, match="Wink is played by 4 to 8 seats, not 3"):
        pyspiel.load_game("spyring_wink", {"players": 3})
    with pytest.raises(Exception, match="option eyes is screen or table, not 'shut'"):
        pyspiel.load_game("spyring_wink", {"eyes": "shut"})
