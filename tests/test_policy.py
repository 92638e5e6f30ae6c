"""A policy that sees arrays sits at any table; a bot sits at the table of a learner."""

import pytest

from spyring.bots import find_bot
from spyring.core import IllegalAction
from spyring.games import find_game
from spyring.generator import Generator
from spyring.lab.arena import Tournament, play_tournament
from spyring.lab.batch import SetUp
from spyring.lab.policy import ArrayBot
from spyring.lab.sitting import Sitting

np = pytest.importorskip("numpy", reason="numpy is not installed")

TABLES = [
    ("heimlich", 3, {"top-secret": "on", "dossier": "on"}),
    ("secrets", 4, {"memory": "strict"}),
    ("wink", 4, {"eyes": "table"}),
    ("wink", 4, {"beats": "0"}),
]
each_table = pytest.mark.parametrize(("key", "seats", "options"), TABLES)


class Noting(ArrayBot):
    """Plays at random and keeps what it saw."""

    seen = None

    def act(self, observation, mask):
        self.seen = observation, mask
        return int(np.random.default_rng(int(observation.sum())).choice(np.flatnonzero(mask)))


@each_table
def test_what_it_sees_at_a_table_is_what_it_learned_with(key, seats, options):
    setup = SetUp(key, seats, options)
    sitting, rng = Sitting(setup), Generator(4)
    sitting.lane.draw(rng)
    bots = [Noting(setup.game) for _ in range(seats)]
    for _ in range(60):
        if sitting.over:
            break
        seat = sitting.turn
        array, mask = sitting.array(seat), sitting.mask(seat)
        bots[seat].seen = None
        act = sitting.ask(bots[seat], rng)
        if bots[seat].seen is not None:
            assert (bots[seat].seen[0] == array).all()
            assert (bots[seat].seen[1] == mask).all()
        else:
            assert mask.sum() == 1, "it was not asked, but had a choice"
        sitting.act(act)
        sitting.lane.draw(rng)


POLICY = """
from spyring.lab.policy import ArrayBot

class Mine(ArrayBot):
    def act(self, observation, mask):
        return int(mask.argmax())
"""


@pytest.mark.parametrize("key", ["heimlich", "secrets", "wink"])
def test_it_plays_in_the_arena(key, tmp_path):
    (tmp_path / "policy.py").write_text(POLICY)
    game = find_game(key)
    seats = game.seats[0]
    options = game.settle(seats, {"eyes": "table"} if key == "wink" else {})
    lineup = (f"{tmp_path}/policy.py:Mine", *["uniform"] * (seats - 1))
    records = play_tournament(Tournament(key, seats, options, 1, (lineup,)), games=seats, jobs=1)
    assert len(records) == seats


def test_an_illegal_answer_gets_a_sentence():
    class Wrong(ArrayBot):
        def act(self, observation, mask):
            return int(mask.argmin())

    setup = SetUp("heimlich", 2)
    sitting, rng = Sitting(setup), Generator(1)
    sitting.lane.draw(rng)
    with pytest.raises(IllegalAction, match="is not a legal act of seat"):
        sitting.ask(Wrong(setup.game), rng)


@each_table
def test_bots_play_whole_games_by_numbers(key, seats, options):
    setup = SetUp(key, seats, options)
    sitting, rng = Sitting(setup), Generator(2)
    sitting.lane.draw(rng)
    bots = [find_bot(setup.game, name) for name in ["normal", "easy", *["uniform"] * (seats - 2)]]
    for _ in range(4000):
        if sitting.over:
            break
        sitting.act(sitting.ask(bots[sitting.turn], rng))
        sitting.lane.draw(rng)
    assert sitting.over
    assert sum(sitting.rewards()) in (0.0, pytest.approx(1.0))
    with pytest.raises(IllegalAction, match="the game is over"):
        sitting.act(0)


def test_a_policy_without_act_cannot_be_made():
    class Empty(ArrayBot):
        pass

    with pytest.raises(TypeError, match="act"):
        Empty(SetUp("heimlich", 2).game)
