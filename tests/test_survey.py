"""Reports on what a game is like: repeatable, resumable, and silent about what may be luck."""

import json
import re
from dataclasses import asdict
from math import log2

import pytest
from click.testing import CliRunner

from spyring.cli import main
from spyring.core import UnreadableText
from spyring.games import find_game
from spyring.lab.observing import Sighting, Study, asked, observe, truth_in
from spyring.lab.survey import TENTHS, findings, mean, survey

GAMES = [("heimlich", 4, {}), ("secrets", 4, {}), ("wink", 4, {"eyes": "table"})]
each_game = pytest.mark.parametrize(("key", "seats", "options"), GAMES)
STUDY = Study("heimlich", 4, find_game("heimlich").settle(4, {}), 1, "normal")
LIKELY = [2.0, 3.0, 0.6, 0.3]  # bits left, and the truth, for a mind and by the rules


def study(key, seats, options):
    return Study(key, seats, find_game(key).settle(seats, options), 1, "normal")


def sighting(number, winners, *, first=0, identities=(), played=(), known=((0.5, *LIKELY),)):
    return Sighting(
        number=number,
        winners=winners,
        acts=100,
        first=first,
        turns_of_lead=2,
        identities=[[one] for one in identities] or [[]] * 4,
        played=[list(one) for one in played] or [[]] * 4,
        known=[list(row) for row in known],
    )


@each_game
def test_a_watched_game_is_the_same_twice_and_told_in_json(key, seats, options):
    seen = observe(study(key, seats, options), 3)
    assert seen == observe(study(key, seats, options), 3) != observe(study(key, seats, options), 4)
    assert Sighting(**json.loads(json.dumps(asdict(seen)))) == seen
    assert 0 <= seen.first < seats
    assert len(seen.identities) == len(seen.played) == seats
    assert all(0 <= when <= 1 for when, *_ in seen.known)
    assert all(0 <= truth <= 1 for row in seen.known for truth in row[3:])


def test_by_the_rules_alone_nobody_learns_anything_in_heimlich():
    """Six agents are left for each of the three others, whatever happens."""
    seen = observe(STUDY, 1)
    assert seen.known
    for _, mind_bits, rules_bits, _, rules_truth in seen.known:
        assert rules_bits == pytest.approx(3 * log2(6))
        assert rules_truth == pytest.approx(1 / 6)
        assert mind_bits <= rules_bits + 1e-9


def test_the_truth_is_about_the_others():
    shares = {(0, "a"): 1.0, (1, "b"): 0.25, (1, "c"): 0.75, (2, "c"): 0.5}
    assert truth_in(shares, 0, [["a"], ["b"], ["c"]]) == pytest.approx(0.375)


def test_a_mean_lies_in_its_interval():
    found = mean([1.0, 2.0, 3.0, 10.0], 1)
    assert found["low"] < found["value"] == 4.0 < found["high"]
    assert mean([5.0] * 20, 1) == {"value": 5.0, "low": 5.0, "high": 5.0}


def test_an_advantage_is_told_and_luck_is_not():
    """Whoever begins wins twice as often as an even share; then everybody in turn."""
    better = [sighting(n, [n % 4 if n % 2 else 2], first=2) for n in range(400)]
    assert "an advantage to begin" in findings(survey(STUDY, better))[0]
    worse = [sighting(n, [(n % 3)], first=3) for n in range(400)]
    assert "a handicap to begin" in findings(survey(STUDY, worse))[0]
    even = [sighting(n, [n % 4], first=2) for n in range(400)]
    assert "no advantage can be shown" in findings(survey(STUDY, even))[0]


def test_what_identities_and_cards_are_worth():
    agents = ["grey", "red", "blue", "green"]
    cards = [["swap"], ["swap"], [], ["rare"]]
    seen = [sighting(n, [n % 2], identities=agents, played=cards) for n in range(40)]
    found = survey(STUDY, seen)
    assert found["identities"]["grey"]["value"] == pytest.approx(2.0)
    assert found["identities"]["blue"]["value"] == 0.0
    assert found["cards"]["swap"]["value"] == pytest.approx(2.0)
    assert survey(STUDY, seen[:20])["cards"].keys() == {"swap"}, "of few seats nothing is said"
    said = " ".join(findings(found))
    assert "Being grey goes with winning 2.00 times" in said or "Being red goes with winning 2.00" in said


def test_what_is_known_is_told_by_tenths_of_the_game():
    known = [(0.05, 4, 4, 0.2, 0.1), (0.55, 2, 4, 0.6, 0.1), (0.55, 1, 4, 0.8, 0.1), (1.0, 0, 4, 1.0, 0.1)]
    rows = survey(STUDY, [sighting(n, [0], known=known) for n in range(5)])["known"]
    assert [row["games"] for row in rows] == [5, 0, 0, 0, 0, 5, 0, 0, 0, 5]
    assert rows[5]["mind_truth"]["value"] == pytest.approx(0.7)
    assert rows[TENTHS - 1]["mind_bits"]["value"] == 0.0


def report(*arguments):
    return CliRunner().invoke(main, ["lab", "report", *arguments])


def test_the_command_writes_one_page_and_resumes(tmp_path):
    folder = tmp_path / "out"
    command = ["heimlich", "--seats", "2", "--games", "4", "--rival", "easy", "--out", str(folder), "--json"]
    first = report(*command)
    assert first.exit_code == 0, first.output
    page = (folder / "index.html").read_text("utf-8")
    assert not re.search(r"(src|href)=\"(?!#)", page.replace('xlink:href="#', '"#')), "it needs other files"
    assert page.count("<svg") >= 4
    games = (folder / "games.jsonl").read_text("utf-8")
    (folder / "games.jsonl").write_text(games[: games.rindex("{") + 9], "utf-8")  # killed while it wrote
    again = report(*command, "--jobs", "2")
    assert again.exit_code == 0, again.output
    told = [json.loads(run.stdout) for run in (first, again)]
    assert told[0] == told[1]
    assert told[0]["games"] == 4
    assert (folder / "index.html").read_text("utf-8") == page
    assert {one["name"] for one in told[0]["variants"]} >= {"top-secret on", "dossier on"}
    assert told[0]["rivals"][0]["bot"] == "easy"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--bot", "uniform"], "has no mind"),
        (["--rival", "nobody"], "nobody"),
        (["--seats", "99"], "99"),
    ],
)
def test_bad_input_gets_a_sentence_and_nothing_is_written(tmp_path, arguments, said):
    run = report("heimlich", "--out", str(tmp_path / "out"), *arguments)
    assert run.exit_code == 2
    assert said in run.output
    assert "Traceback" not in run.output
    assert not (tmp_path / "out").exists()


def test_a_folder_of_another_report_is_not_touched(tmp_path):
    assert report("heimlich", "--seats", "2", "--games", "1", "--out", str(tmp_path)).exit_code == 0
    before = {path: path.read_bytes() for path in tmp_path.iterdir()}
    run = report("heimlich", "--seats", "3", "--games", "1", "--out", str(tmp_path))
    assert run.exit_code == 2
    assert "choose another folder" in run.output
    assert {path: path.read_bytes() for path in tmp_path.iterdir()} == before


def test_a_bot_without_a_mind_cannot_be_asked():
    with pytest.raises(UnreadableText, match="has no mind"):
        asked(find_game("heimlich"), "uniform", lambda *_: None)
