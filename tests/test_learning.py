"""The learner of the examples: what it writes plays without torch, and is what it learned."""

import shutil
import subprocess
import sys

import numpy as np
import pytest
from learning import EXAMPLES, load_example, write_random

from spyring.core import UnreadableText
from spyring.lab.arena import Tournament, line_up, play_tournament
from spyring.lab.batch import Batch, SetUp


@pytest.fixture
def example(monkeypatch):
    """A module of the examples, which import each other."""
    monkeypatch.syspath_prepend(str(EXAMPLES))
    return load_example


def cup(bot, setup):
    return Tournament(
        setup.game.key, setup.seats, setup.options, 1, line_up((bot, *["uniform"] * (setup.seats - 1)), None)
    )


@pytest.mark.parametrize("key", ["heimlich", "secrets", "wink"])
def test_what_was_learned_plays_without_torch(key, tmp_path):
    bot = write_random(tmp_path / "learned", key)
    records = play_tournament(cup(bot, SetUp(key)), games=1, jobs=1)
    assert len(records) == 1


def test_weights_for_another_set_up_are_refused(tmp_path):
    bot = write_random(tmp_path / "learned", "heimlich", 2)
    with pytest.raises(UnreadableText, match="these weights are for heimlich with 2 seats"):
        play_tournament(cup(bot, SetUp("heimlich", 3)), games=1, jobs=1)


def test_without_weights_a_sentence_says_what_writes_them(tmp_path):
    shutil.copy(EXAMPLES / "learned.py", tmp_path)
    with pytest.raises(UnreadableText, match=r"examples/learn\.py writes them"):
        play_tournament(cup(f"{tmp_path / 'learned.py'}:Learned", SetUp("heimlich", 2)), games=1, jobs=1)


def test_every_value_has_weights_of_its_own(example):
    """No two places of an array share a row, and none is beyond the last."""
    learned = example("learned")
    for key in ("heimlich", "secrets", "wink"):
        setup = SetUp(key)
        places, highs = learned.classes(setup)
        lowest = learned.encode(np.zeros(setup.size, dtype="u1"), places, highs)
        full = np.zeros(setup.size, dtype="u1")
        full[places] = highs
        highest = learned.encode(full, places, highs)
        assert (highest[:-1] + 1 == lowest[1:]).all()
        assert (lowest[0], highest[-1] + 1) == (0, np.minimum(highs + 1, learned.CLASSES).sum())


class TestTraining:
    """With torch, which is not part of the checks: it is large."""

    @pytest.fixture(autouse=True)
    def _torch(self):
        pytest.importorskip("torch", reason="torch is not installed: pip install 'spyring[learn]'")

    def test_the_weights_that_are_written_act_as_the_network(self, tmp_path, example, monkeypatch):
        learn, learned = example("learn"), sys.modules["learned"]
        batch = Batch("heimlich", 3, games=16, seed=3)
        learner = learn.Learner(batch)
        learn.nn.init.normal_(learner.network.acts.weight)
        learner.network.save(tmp_path / "weights.npz", batch.setup)
        monkeypatch.setattr(learned, "WEIGHTS", tmp_path / "weights.npz")
        bot = learned.Learned(batch.setup.game)
        bot.setup = batch.setup
        for _ in range(30):
            _, _, chosen = learner.choose(0.0)
            mine = [bot.act(*given) for given in zip(batch.observations, batch.masks, strict=True)]
            assert mine == chosen.tolist()
            batch.step(batch.random_acts())

    @pytest.mark.parametrize("key", ["heimlich", "secrets", "wink"])
    def test_every_act_is_judged_by_what_its_seat_won(self, key, example, monkeypatch):
        """Of the games that are over, and of no other."""
        learn = example("learn")
        options = {"eyes": "table"} if key == "wink" else {}  # with beats, random games are too long
        batch = Batch(key, None, options, games=8, seed=5, limit=learn.LIMIT)
        learner = learn.Learner(batch)
        played, expected, step = [[] for _ in range(batch.games)], [], batch.step

        def watch(acts):
            for game, turn in enumerate(batch.turns.tolist()):
                played[game].append(turn)
            step(acts)
            for game in np.flatnonzero(batch.ends):
                expected.extend(batch.rewards[game, turn] for turn in played[game])
                played[game].clear()

        monkeypatch.setattr(batch, "step", watch)
        won = []
        while len(won) < 3:
            found = learner.play(1.0)
            won += [] if found is None else [found[2]]
        assert np.concatenate(won).tolist() == expected
        assert 0.0 < np.mean(expected) < 1.0

    @pytest.mark.long
    def test_it_learns_from_beginning_to_end(self, tmp_path):
        words = ["heimlich", "--seats", "2", "--minutes", "0.1", "--times", "2", "--compare", "4"]
        run = subprocess.run(
            [sys.executable, EXAMPLES / "learn.py", *words, "--rivals", "uniform", "--out", tmp_path],
            capture_output=True,
            text=True,
            check=False,
        )
        assert run.returncode == 0, run.stderr
        assert {"weights.npz", "learned.py", "progress.csv", "progress.svg"} <= {
            one.name for one in tmp_path.iterdir()
        }
