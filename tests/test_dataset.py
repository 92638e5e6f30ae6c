"""Decisions in a Parquet file: the arrays of the games, whatever the number of jobs."""

import json
import sys

import pytest
from click.testing import CliRunner

from spyring.cli import main
from spyring.games import find_game
from spyring.lab.batch import SetUp, cut_part
from spyring.lab.dataset import COLUMNS, decisions, write_dataset
from spyring.lab.observing import Study

parquet = pytest.importorskip("pyarrow.parquet", reason="pyarrow is not installed")
np = pytest.importorskip("numpy", reason="numpy is not installed")

GAMES = [("heimlich", 3, {"top-secret": "on"}), ("secrets", 4, {}), ("wink", 4, {"eyes": "table"})]


def study(key, seats, options, bot="normal"):
    return Study(key, seats, find_game(key).settle(seats, options), 1, bot)


@pytest.mark.parametrize(("key", "seats", "options"), GAMES)
def test_every_row_is_a_decision_as_the_seat_saw_it(key, seats, options, tmp_path):
    played = study(key, seats, options)
    rows = write_dataset(played, tmp_path / "games.parquet", games=2, jobs=1)
    table = parquet.read_table(tmp_path / "games.parquet")
    assert table.column_names == list(COLUMNS)
    assert table.num_rows == rows > 10
    setup = SetUp(key, seats, options)
    arrays = np.stack(table["observation"].to_numpy())
    masks = np.stack(table["mask"].to_numpy())
    acts = table["act"].to_numpy()
    assert arrays.shape == (rows, setup.size)
    assert (masks[np.arange(rows), acts] == 1).all()
    assert (masks.sum(axis=1) > 1).all()
    told = [decisions(played, number) for number in range(2)]
    assert arrays[0].tobytes() == told[0]["observation"][0]
    assert table["text"].to_pylist() == told[0]["text"] + told[1]["text"]
    about = json.loads(table.schema.metadata[b"spyring"])
    part = next(iter(about["parts"]))
    assert about["seats"] == seats
    assert about["parts"][part]["first"] == {one.name: one.first for one in setup.parts}[part]
    assert cut_part(setup, arrays, part).shape[0] == rows
    for game in range(2):
        won = {row["seat"]: row["outcome"] for row in table.to_pylist() if row["game"] == game}
        assert 0 <= sum(won.values()) <= 1.001


def test_a_belief_is_a_share_for_every_answer(tmp_path):
    found = decisions(study("heimlich", 3, {}), 0)
    for seat, shares in zip(found["seat"], found["belief"], strict=True):
        for other in range(3):
            assert sum(
                share for name, share in shares.items() if name.startswith(f"{other} ")
            ) == pytest.approx(1)
        assert max(share for name, share in shares.items() if name.startswith(f"{seat} ")) == pytest.approx(1)
    assert set(decisions(study("heimlich", 3, {}, "uniform"), 0)["belief"]) == {None}


def test_jobs_do_not_matter(tmp_path):
    played = study("secrets", 4, {})
    for jobs in (1, 2):
        write_dataset(played, tmp_path / f"{jobs}.parquet", games=4, jobs=jobs)
    one, two = (parquet.read_table(tmp_path / f"{jobs}.parquet") for jobs in (1, 2))
    assert one.equals(two)


def dataset(*arguments):
    return CliRunner().invoke(main, ["lab", "dataset", *arguments])


def test_the_command_says_what_it_wrote_and_keeps_what_is_there(tmp_path):
    path = tmp_path / "games.parquet"
    run = dataset("heimlich", "--games", "2", "--bot", "uniform", "--out", str(path), "--json")
    assert run.exit_code == 0, run.output
    told = json.loads(run.stdout)
    assert told["rows"] == parquet.read_table(path).num_rows
    before = path.read_bytes()
    again = dataset("heimlich", "--games", "2", "--out", str(path))
    assert again.exit_code == 2
    assert "is there already" in again.output
    assert path.read_bytes() == before


def test_without_pyarrow_a_sentence_says_what_to_install(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow.parquet", None)
    run = dataset("heimlich", "--games", "1", "--out", str(tmp_path / "games.parquet"))
    assert run.exit_code == 1
    assert "pip install 'spyring[dataset]'" in run.output
    assert not (tmp_path / "games.parquet").exists()
