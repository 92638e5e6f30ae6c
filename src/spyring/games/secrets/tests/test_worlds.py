"""Law 5: the worlds sampled for a seat are those that fit, each as often as it should be."""

from collections import Counter

import pytest

from spyring.core import CHANCE
from spyring.games import find_game
from spyring.games.secrets.worlds import Worlds, sample
from spyring.generator import Generator
from spyring.referee import Referee

GAME = find_game("secrets")
EVERYBODY = (None, 0, 1, 2, 3)
SAMPLES_PER_WORLD = 25


def world(state):
    """Everything that makes one position differ from another."""
    deck = [state.under[(state.under_next + place) % len(state.under)] for place in range(state.under_size)]
    hidden = [list(state.tokens), list(state.displays), list(state.unseen), deck, list(state.history)]
    return str([*hidden, state.stage, state.turn, state.offered, state.bullet, state.bullets, state.un])


def told(events, viewer):
    heard = [(event.actor, event.told(viewer)) for event in events]
    return [line for line in heard if line[1] is not None]


def consistent_worlds(table, viewer):
    """By brute force: all games of random play, line by line those that tell the viewer the same."""
    again = Referee(GAME, table.seats, table.options)
    cases = {world(again.state): (again.state.copy(), 1.0)}
    for actor, text in table.log:
        heard = told(again.act(actor, text), viewer)
        grown = {}
        for state, weight in cases.values():
            for action, share in _choices(state, actor, text):
                trial = state.copy()
                trial.trace = []
                trial.apply(actor, action)
                if told(trial.trace, viewer) == heard:
                    key = world(trial)
                    grown[key] = trial.copy(), weight * share + grown.get(key, (None, 0.0))[1]
        cases = grown
    total = sum(weight for _, weight in cases.values())
    return {key: weight / total for key, (_, weight) in cases.items()}


def _choices(state, actor, text):
    """What an actor might have done instead, each with its chance."""
    if text.startswith("say"):
        return [(GAME.parse(state, actor, text), 1.0)]
    if actor == CHANCE:
        return [(action, weight / state.count(CHANCE)) for action, weight in state.outcomes()]
    actions = state.legal_actions(actor)
    return [(action, 1 / len(actions)) for action in actions]


def assert_right_frequencies(table, viewer, seed):
    expected = consistent_worlds(table, viewer)
    samples = SAMPLES_PER_WORLD * len(expected)
    worlds = Worlds(table.view(viewer), table.feed(viewer))
    rng = Generator(seed, stream=5)
    seen = Counter(world(worlds.sample(rng)) for _ in range(samples))
    assert set(seen) == set(expected)
    degrees = len(expected) - 1
    chi_square = sum((seen[key] - samples * p) ** 2 / (samples * p) for key, p in expected.items())
    if degrees:  # Wilson and Hilferty: about one in a thousand lies beyond
        z = ((chi_square / degrees) ** (1 / 3) - 1 + 2 / (9 * degrees)) / (2 / (9 * degrees)) ** 0.5
        assert z < 3.1, f"chi-square {chi_square:.1f} with {degrees} degrees"
    else:
        assert chi_square == pytest.approx(0)
    return len(expected)


@pytest.mark.parametrize("viewer", EVERYBODY)
@pytest.mark.parametrize("acts", [0, 2, 4, 12, 25])
@pytest.mark.law_5
def test_law_5_worlds_of_random_games(viewer, acts):
    for seed in range(3):
        table = Referee(GAME, 4, {})
        rng = Generator(seed, stream=acts)
        while table.state.actors() and len(table.log) < acts:
            table.do(*table.state.pick(rng))
        assert_right_frequencies(table, viewer, seed)


@pytest.mark.law_5
def test_law_5_the_deal(start):
    assert assert_right_frequencies(start(), 0, seed=1) == 12  # 4! / 2!: one CIA, two KGB, one Hippie
    assert assert_right_frequencies(start(), None, seed=1) == 30


@pytest.mark.law_5
def test_law_5_sights_and_swaps(start):
    table = start().turn("psychiatrist", 1, "1 swap 0 2").turn("detective", 0, "0 look 0")
    assert assert_right_frequencies(table, 0, seed=2) == 3  # they know of both CIA tokens
    table.turn("double-agent", 3)
    assert assert_right_frequencies(table, 3, seed=3) < 12
    table.turn("journalist", 0)
    assert assert_right_frequencies(table, 0, seed=4) == 3
    assert assert_right_frequencies(table, 1, seed=4) < 12


@pytest.mark.law_5
def test_law_5_the_side_of_a_diplomat(start):
    table = start().turn("diplomat", 1, "1 exchange left")
    alone = assert_right_frequencies(table, 1, seed=1)
    assert assert_right_frequencies(table, 3, seed=1) == 2 * alone
    table.turn("detective", 2, "2 look 2")  # the Hippie from the centre: it was the left side
    assert assert_right_frequencies(table, 2, seed=1) == alone
    table.turn("diplomat", 0, "0 exchange right")
    for viewer in EVERYBODY:
        assert_right_frequencies(table, viewer, seed=6)


@pytest.mark.law_5
def test_law_5_the_offered_card_and_what_went_under_the_deck(start):
    table = start().play("chance reveal scientist", "chance reveal scientist", "chance reveal detective")
    table.play("1 say trust", "0 offer detective 2")
    assert assert_right_frequencies(table, 0, seed=1) == 12
    assert assert_right_frequencies(table, 2, seed=1) == 24
    table.play("2 accept")
    assert assert_right_frequencies(table, 3, seed=1) == 12


@pytest.mark.law_5
def test_law_5_bullets(start):
    table = start().turn("assassin", 1, "chance bullet -3", "1 shoot 2")
    table.turn("assassin", 3, "chance bullet 0", "3 shoot 0")
    known = start().turn("scientist", 1).turn("scientist", 3)
    worlds = assert_right_frequencies(known, 1, seed=1)
    assert assert_right_frequencies(table, 0, seed=1) == worlds * 4 * 3
    assert assert_right_frequencies(table, 1, seed=1) == worlds * 3
    table.turn("assassin", 0, "chance bullet -1")
    assert assert_right_frequencies(table, 0, seed=1) == worlds * 3 * 2


@pytest.mark.law_5
def test_law_5_when_the_game_is_over_only_the_past_is_open(start):
    table = start().turn("assassin", 1, "chance bullet -3", "1 shoot 2")
    table.turn("assassin", 3, "chance bullet 0", "3 shoot 2")
    while table.state.actors():
        if table.active == 3:
            table.offer("scientist", 2).play("2 refuse")
        else:
            table.turn("scientist", 3)
    for viewer in EVERYBODY:
        assert assert_right_frequencies(table, viewer, seed=1) == 1


@pytest.mark.parametrize("memory", ["aid", "strict"])
@pytest.mark.parametrize("seats", [4, 5, 6, 7, 8])
@pytest.mark.law_5
def test_law_5_every_world_shows_the_same_view(seats, memory):
    rng = Generator(seats, stream=7)
    for _ in range(12):
        table = Referee(GAME, seats, {"memory": memory})
        acts = rng.below(80)
        while table.state.actors() and len(table.log) < acts:
            table.do(*table.state.pick(rng))
        for viewer in (None, *range(seats)):
            view, feed = table.view(viewer), table.feed(viewer)
            assert GAME.view(sample(view, feed, rng), viewer) == view
