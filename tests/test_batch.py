"""Batches: the same games from one seed whatever their number, over buffers that are shared."""

import sys
from dataclasses import replace
from importlib import import_module

import pytest

from spyring.core import IllegalAction, UnreadableText
from spyring.games import find_game
from spyring.lab import extras
from spyring.lab.batch import Batch

np = pytest.importorskip("numpy", reason="numpy is not installed")

TABLES = [
    ("heimlich", 4, {}),
    ("heimlich", 3, {"top-secret": "on", "dossier": "on"}),
    ("secrets", 5, {}),
    ("wink", 4, {"eyes": "table"}),
    ("wink", 4, {"beats": "0"}),
]
each_table = pytest.mark.parametrize(("key", "seats", "options"), TABLES)


def trace(batch: Batch, steps: int, *, first: int = 0) -> list[list[bytes]]:
    """What each game showed, step by step, from a game on."""
    found: list[list[bytes]] = [[] for _ in range(batch.games - first)]
    for _ in range(steps):
        batch.step(batch.random_acts())
        for game, seen in enumerate(found, first):
            rows = (batch.observations, batch.masks, batch.turns, batch.rewards, batch.ends)
            seen.append(b"".join(row[game].tobytes() for row in rows))
    return found


@each_table
def test_a_game_of_a_batch_is_the_same_whatever_their_number(key, seats, options):
    few = trace(Batch(key, seats, options, games=2, seed=9), 300)
    many = trace(Batch(key, seats, options, games=5, seed=9), 300)
    assert few == many[:2]
    assert many[0] != many[1]
    again = Batch(key, seats, options, games=2, seed=1)
    again.reset(9)
    assert trace(again, 300) == few
    assert trace(Batch(key, seats, options, games=2, seed=10), 300) != few


@each_table
def test_rewards_come_with_the_end_and_games_begin_again(key, seats, options):
    batch = Batch(key, seats, options, games=8, seed=4)
    stage = batch.part("stage")
    ended = 0
    for _ in range(3000):
        batch.step(batch.random_acts())
        assert not batch.rewards[~batch.ends].any()
        totals = batch.rewards.sum(axis=1)
        assert (np.isclose(totals, 1.0) | (totals == 0.0)).all()
        assert batch.masks.any(axis=1).all(), "somebody has nothing to do"
        assert (stage > 0).all()
        ended += int(batch.ends.sum())
        if ended > 20:
            break
    assert ended > 20 or options.get("beats") == "0"
    assert not batch.cuts.any()


def test_the_array_is_that_of_the_seat_whose_turn_it_is():
    batch = Batch("heimlich", 4, games=3, seed=2)
    for _ in range(50):
        assert (batch.part("seat") == batch.turns).all()
        for game, lane in enumerate(batch.lanes.lanes):
            assert batch.observations[game].tobytes() == lane.array(lane.turn)
            assert batch.masks[game].tobytes() == lane.legal()
        batch.step(batch.random_acts())


def test_parts_have_the_shape_of_what_they_show():
    batch = Batch("heimlich", 4, games=2)
    assert batch.part("safe").tolist() == [7, 7]
    assert batch.part("scores").shape == (2, 7)
    assert batch.part("steps").shape == (2, 4, 7)
    act = int(batch.masks[0].argmax())
    seat, text = int(batch.turns[0]), batch.text(0, act)
    assert text.startswith("move grey ")
    batch.step([act, int(batch.masks[1].argmax())])
    assert batch.part("steps")[0, seat].tolist() == [int(text.split()[-1]), 0, 0, 0, 0, 0, 0]


def test_a_limit_cuts_long_games_off():
    batch = Batch("wink", 4, games=2, limit=30)
    nothing = [batch.acts - 1] * 2
    for step in range(1, 61):
        batch.step(nothing)
        assert batch.cuts.all() == batch.ends.all() == (step % 30 == 0)
        assert not batch.rewards.any()


def test_buffers_are_shared_from_step_to_step():
    batch = Batch("secrets", 4, games=1)
    shown, kept = batch.observations, batch.observations.copy()
    batch.step(batch.random_acts())
    assert batch.observations is shown
    assert (kept != shown).any()


@each_table
def test_an_illegal_act_is_refused_and_changes_nothing(key, seats, options):
    batch = Batch(key, seats, options, games=3, seed=6)
    before = batch.observations.copy(), batch.masks.copy()
    legal = batch.random_acts().tolist()
    illegal = int((~batch.masks[1]).argmax())
    for wrong in (illegal, -1, batch.acts, batch.acts + 7):
        with pytest.raises(IllegalAction, match=f"{wrong} is not a legal act of game 1"):
            batch.step([legal[0], wrong, legal[2]])
    with pytest.raises(IllegalAction, match="a step takes 3 acts, one for each game, not 2"):
        batch.step(legal[:2])
    with pytest.raises(IllegalAction, match=r"one act for each game, not an array of shape \(3, 2\)"):
        batch.step(np.zeros((3, 2), dtype=int))
    with pytest.raises(IllegalAction, match="acts are whole numbers, those that the masks mark"):
        batch.step(np.array(legal) + 0.5)
    assert (before[0] == batch.observations).all()
    assert (before[1] == batch.masks).all()
    batch.step(legal)


def test_wrong_questions_get_a_sentence():
    batch = Batch("wink", 4, {"eyes": "table"})
    with pytest.raises(UnreadableText, match="the arrays have no part 'hats'; they have stage, seat, "):
        batch.part("hats")
    with pytest.raises(UnreadableText, match="a batch has 1 to 1,000,000 games, not 0"):
        Batch("wink", games=0)
    with pytest.raises(
        extras.MissingExtra, match=r"this needs the package nonesuch: pip install 'spyring\[lab\]'"
    ):
        extras.need("nonesuch.inner", "lab")


def test_a_game_without_arrays_gets_a_sentence():
    game = replace(find_game("wink"), key="courier_without", title="Courier")
    with pytest.raises(UnreadableText, match=r"Courier has no arrays: its folder has no arrays\.py"):
        Batch(game)


@pytest.mark.parametrize(
    ("package", "module", "said"),
    [
        ("gymnasium", "gymnasium", r"the package gymnasium: pip install 'spyring\[gymnasium\]'"),
        ("pettingzoo", "pettingzoo", r"the package pettingzoo: pip install 'spyring\[pettingzoo\]'"),
        ("pyspiel", "openspiel", r"the package open_spiel: pip install 'spyring\[openspiel\]'"),
    ],
)
def test_a_package_that_is_missing_gets_a_sentence(package, module, said, monkeypatch):
    monkeypatch.setitem(sys.modules, package, None)
    monkeypatch.delitem(sys.modules, f"spyring.lab.{module}", raising=False)
    with pytest.raises(extras.MissingExtra, match=said):
        import_module(f"spyring.lab.{module}")
