"""Two bots in the same place: what one gains, with an interval."""

import json
from functools import partial

import pytest
from click.testing import CliRunner

from spyring.cli import main
from spyring.lab.arena import Tournament, play_game
from spyring.lab.compare import figures, wins

COMPARE = ["lab", "compare", "heimlich", "normal", "uniform", "--seats", "2", "--games", "24", "--seed", "5"]


def run(*arguments):
    return CliRunner().invoke(main, list(arguments))


def test_the_better_bot_gains():
    found = json.loads(run(*COMPARE, "--json").output)
    assert found["games"] == 24
    assert found["gain"]["value"] == pytest.approx(found["one"]["share"] - found["other"]["share"])
    assert 0 < found["gain"]["low"] < found["gain"]["value"] < found["gain"]["high"]
    said = run(*COMPARE).output
    assert "normal wins" in said
    assert f"That is {100 * found['gain']['value']:+.1f} points" in said


def test_a_bot_gains_nothing_on_itself():
    found = json.loads(run(*["normal" if word == "uniform" else word for word in COMPARE], "--json").output)
    assert found["gain"]["value"] == 0.0
    assert (found["gain"]["low"], found["gain"]["high"]) == (-1.0, 1.0)


@pytest.mark.parametrize("seats", [2, 3])
def test_the_first_of_the_line_up_is_the_one_that_is_watched(seats):
    """Its seat is another one in every game of a deal."""
    tournament = Tournament("heimlich", seats, {}, 7, (("easy", *["uniform"] * (seats - 1)),))
    play = partial(play_game, tournament)
    expected = [
        any(record.bots[seat] == "easy" for seat in record.winners) for record in map(play, range(4 * seats))
    ]
    assert wins(tournament, 4 * seats, 1, None) == expected


def test_the_interval_is_over_deals():
    """Games of one deal are not independent: twice as many of them do not make it narrower."""
    few = figures([True, False, True, True], [False, False, True, False], 1)
    many = figures(
        [True, True, False, False, True, True, True, True], [False] * 4 + [True] * 2 + [False] * 2, 2
    )
    assert many["gain"] == pytest.approx(few["gain"])


def test_it_resumes_from_its_folder(tmp_path):
    whole = run(*COMPARE, "--folder", str(tmp_path / "kept")).output
    file = tmp_path / "kept" / "normal-among-uniform.jsonl"
    lines = file.read_text().splitlines(keepends=True)
    file.write_text("".join(lines[:10]))
    assert run(*COMPARE, "--folder", str(tmp_path / "kept")).output == whole
    assert len(file.read_text().splitlines()) == len(lines)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["lab", "compare", "heimlich", "clever", "normal"], "There is no bot 'clever'"),
        (["lab", "compare", "heimlich", "normal", "easy", "--among", "mine.py"], "Name the class as well"),
        (["lab", "compare", "heimlich", "normal", "easy", "--seats", "9"], "seats"),
    ],
)
def test_bad_input_is_said_in_a_sentence(arguments, sentence):
    result = run(*arguments)
    assert result.exit_code == 2
    assert sentence in result.stderr
    assert len(result.stderr.strip().splitlines()) == 1
