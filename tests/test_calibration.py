"""How sure minds are, compared with how often they are right."""

import json

import pytest
from click.testing import CliRunner

from spyring.cli import main
from spyring.games import games
from spyring.lab.calibration import Case, cases, figures, log_score
from spyring.telling import find_telling

GAMES = [game for game in games().values() if find_telling(game)]
PLAYED = {"wink": 3}  # a game of it has a thousand lines


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_what_fits_is_right_on_average_and_a_mind_knows_more(game):
    seats = game.seats[0]
    found = list(cases(game, seats, game.settle(seats, {}), "normal", PLAYED.get(game.key, 25), 1))
    assert len(found) > 100
    assert all(0 < case.fits < 1 and 0 <= case.said <= 1 for case in found)
    assert sum(case.fits for case in found) == pytest.approx(sum(case.true for case in found), rel=0.05)
    price = {
        name: sum(log_score(getattr(case, name), case.true) for case in found) for name in ("said", "chance")
    }
    assert price["said"] < price["chance"]


def test_a_curve_shows_who_is_too_sure():
    honest = [Case(n, 5, 0.75, 0.5, 0.5, n % 4 > 0) for n in range(400)]
    boaster = [Case(n, 5, 0.95, 0.5, 0.5, n % 2 > 0) for n in range(400)]
    assert figures(honest, 1)["gap"] == pytest.approx(0.0)
    [row] = figures(boaster, 1)["curve"]
    assert row["said"] == pytest.approx(0.95)
    assert row["low"] <= row["true"] == 0.5 <= row["high"] < 0.95
    assert figures(boaster, 1)["gap"] == pytest.approx(0.45)
    assert figures(boaster[:100], 1)["gap"] == 0.0  # too few to say


def test_the_command_shows_tables_and_json():
    command = ["lab", "calibration", GAMES[0].key, "--games", "2", "--seats", "4"]
    shown = CliRunner().invoke(main, command)
    assert shown.exit_code == 0
    assert "log score" in shown.output
    told = json.loads(CliRunner().invoke(main, [*command, "--json"]).output)
    assert told["cases"] == sum(stage["cases"] for stage in told["stages"])
    assert CliRunner().invoke(main, [*command, "--bot", "uniform"]).exit_code == 2
