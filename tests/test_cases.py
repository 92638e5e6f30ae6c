"""Cases: the same from the same seed, solvable, scored properly, and silent about what a seat cannot know."""

import json
from datetime import date, timedelta
from io import BytesIO

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st
from lengths import length

from spyring import gamefile
from spyring.cases import (
    LEVELS,
    BadAnswer,
    Case,
    UnknownCase,
    find_case,
    investigate,
    level_of,
    make,
    score,
    solve,
    stored_cases,
)
from spyring.cli import main
from spyring.games import find_game

YEAR = 366
SAMPLE = list(stored_cases())[:: length(40, 1)]


def answers(case):
    inquiry, _ = investigate(case)
    return list(inquiry.questions()[case.about][1])


def run(*words):
    return CliRunner().invoke(main, ["cases", *words])


def test_the_same_seed_gives_the_same_case_and_another_seed_another():
    game = find_game("heimlich")
    assert make(game, "one", 1, 5) == make(game, "one", 1, 5)
    assert make(game, "one", 1, 5).file != make(game, "one", 1, 6).file


@pytest.mark.parametrize("level", LEVELS)
def test_a_case_has_the_level_that_was_asked_for(level):
    case = find_case(f"secrets-{level}-1")
    inquiry, _ = investigate(case)
    assert LEVELS[case.level] == level
    assert level_of(*inquiry.questions()[case.about]) == case.level


def test_the_level_says_how_sure_one_can_be_and_whether_the_rules_mislead():
    sure, surer, misled = {(0, "a"): 0.75, (0, "b"): 0.25}, {(0, "a"): 0.9, (0, "b"): 0.1}, {(0, "a"): 0.4}
    even = {(0, "a"): 0.5, (0, "b"): 0.5}
    assert level_of(surer, even) == 0
    assert level_of(sure, even) == 1
    assert level_of(surer, misled | {(0, "b"): 0.6}) == 1
    assert level_of({(0, "a"): 0.58, (0, "b"): 0.42}, even) is None  # hardly more than the rules say
    assert level_of({(0, "a"): 0.62, (0, "b"): 0.38}, even) == 2
    assert level_of(sure, {(0, "a"): 0.95, (0, "b"): 0.05}) is None  # the rules decide


def test_a_case_does_not_show_what_its_seat_cannot_know():
    """Two others change their agents: the seat was told the same, and so is whoever solves the case."""
    case = find_case("heimlich-medium-3")
    hidden = next(seat for seat in range(int(case.file.split()[3])) if seat not in (case.seat, case.about))
    lines = case.file.splitlines()
    deals = {
        int(line.split()[2]): number for number, line in enumerate(lines) if line.startswith("chance deal ")
    }
    first, second = deals[hidden], deals[case.about]
    one, other = lines[first].split()[3], lines[second].split()[3]
    lines[first], lines[second] = f"chance deal {hidden} {other}", f"chance deal {case.about} {one}"
    turned = Case(case.key, "\n".join(lines) + "\n", case.seat, case.about, case.level)
    before, after = investigate(case)[0], investigate(turned)[0]
    assert before.steps == after.steps
    assert before.start == after.start
    assert before.questions() == after.questions()
    even = [1.0] * len(answers(case))
    assert solve(case, even).truth != solve(turned, even).truth


@given(st.lists(st.floats(0.01, 1), min_size=2, max_size=6), st.data())
def test_nobody_gains_by_saying_other_than_what_they_believe(weights, data):
    def worth(said):
        return sum(
            share * (1 - sum((one - (number == truth)) ** 2 for number, one in enumerate(said)) / 2)
            for truth, share in enumerate(believed)
        )

    believed = [weight / sum(weights) for weight in weights]
    others = data.draw(st.lists(st.floats(0.01, 1), min_size=len(weights), max_size=len(weights)))
    assert worth(believed) >= worth([one / sum(others) for one in others]) - 1e-9


def test_scores_run_from_nothing_to_a_hundred():
    assert score([1.0, 0.0], 0) == 100
    assert score([0.0, 1.0], 0) == 0
    assert score([0.5, 0.5], 0) == 75


def test_an_answer_is_compared_with_the_truth_and_with_what_could_be_known():
    case = find_case("secrets-easy-1")
    choices = answers(case)
    even = solve(case, [1] * len(choices))
    right = solve(case, [float(number == even.truth) for number in range(len(choices))])
    wrong = solve(case, [float(number != even.truth) for number in range(len(choices))])
    assert right.scores[0] == 100 > even.scores[0] > wrong.scores[0]
    assert right.scores[1:] == even.scores[1:]
    assert sum(even.read) == pytest.approx(1, abs=0.01)
    assert sum(even.fits) == pytest.approx(1, abs=0.01)
    assert even.curve[-1][1] == pytest.approx(even.read[even.truth], abs=0.02)
    steps = [step for step, _ in even.curve]
    assert steps == sorted(set(steps))


def test_a_clue_is_what_somebody_did_and_not_the_roll_after_it():
    case = find_case("heimlich-easy-1")
    inquiry, _ = investigate(case)
    found = solve(case, [1.0] * len(answers(case)))
    for step, _ in found.curve[1:]:
        assert inquiry.steps[step - 1].told[0][0] != "chance"


@pytest.mark.parametrize("shares", [[], [1], [0, 0], [-1, 2], [float("inf"), 1]])
def test_an_answer_that_does_not_fit_is_refused(shares):
    case = find_case("secrets-easy-1")
    with pytest.raises(BadAnswer, match="this case has"):
        solve(case, [*shares, *[0.0] * (len(answers(case)) - 2)] if len(shares) == 2 else shares)


@pytest.mark.parametrize(
    "key", ["", "x", "2027-13-01", "heimlich-easy", "heimlich-easy-x", "heimlich-9-1", "a-easy-1"]
)
def test_an_unknown_case_is_refused_with_what_would_be_right(key):
    with pytest.raises(UnknownCase, match="a case is a day, as in 2027-01-31"):
        find_case(key)


# The cases that come with the package.


def test_there_is_a_case_for_every_day_of_a_year_and_more():
    days = [date.fromisoformat(key) for key in stored_cases()]
    assert days == [days[0] + timedelta(number) for number in range(len(days))]
    assert len(days) >= YEAR


def test_the_days_have_all_games_and_levels():
    found = stored_cases().values()
    assert {case.level for case in found} == set(range(len(LEVELS)))
    assert len({case.file.split()[1] for case in found}) == 3


@pytest.mark.parametrize("key", SAMPLE)
def test_a_stored_case_can_be_solved(key):
    case = stored_cases()[key]
    gamefile.replay(BytesIO(case.file.encode()), key)
    found = solve(case, [1.0] * len(answers(case)))
    assert 0 <= found.truth < len(found.read)


@pytest.mark.long
def test_the_good_reader_is_wrong_now_and_then():
    """Cases are not chosen by their truth, or one could guess by that."""
    missed = 0
    for case in stored_cases().values():
        found = solve(case, [1.0] * len(answers(case)))
        missed += found.read[found.truth] < max(found.read)
    assert missed >= len(stored_cases()) / 20


# The command line.


def test_cases_are_made_and_not_made_again(tmp_path):
    out = tmp_path / "two.jsonl"
    assert run("make", "secrets-easy-1", "--out", str(out)).exit_code == 0
    first = out.read_text()
    assert run("make", "secrets-easy-1", "secrets-easy-2", "--out", str(out)).exit_code == 0
    assert out.read_text().startswith(first)
    assert [json.loads(line)["key"] for line in out.read_text().splitlines()] == [
        "secrets-easy-1",
        "secrets-easy-2",
    ]


@pytest.mark.parametrize("held", ["nonsense\n", '{"key": "x"}\n', "[1]\n"])
def test_a_file_of_something_else_is_left_alone(tmp_path, held):
    out = tmp_path / "other.jsonl"
    out.write_text(held)
    refused = run("make", "secrets-easy-1", "--out", str(out))
    assert refused.exit_code == 2
    assert "holds something else than cases" in refused.stderr
    assert out.read_text() == held


def test_days_are_made_as_a_range():
    made = run("make", "2027-01-02..2027-01-03")
    assert [json.loads(line)["key"] for line in made.stdout.splitlines()] == ["2027-01-02", "2027-01-03"]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("make", "nonsense"), "There is no case 'nonsense'"),
        (("make", "2027-01-02..x"), "is no range of days"),
        (("make", "2027-01-02..2027-01-01"), "is no range of 1 to"),
        (("show", "nonsense"), "There is no case 'nonsense'"),
    ],
)
def test_a_bad_name_gets_a_sentence(words, told):
    refused = run(*words)
    assert refused.exit_code == 2
    assert told in refused.stderr
    assert len(refused.stderr.strip().splitlines()) == 1


def test_a_case_is_shown_with_its_question_and_without_its_answer():
    shown = run("show", "heimlich-medium-3")
    case = find_case("heimlich-medium-3")
    assert f"What is seat {case.about}" in shown.stdout
    told = json.loads(run("show", "heimlich-medium-3", "--json").stdout)
    assert [tuple(one) for one in told["answers"]] == answers(case)
    assert told["level"] == "medium"
    hidden = [line for line in case.file.splitlines() if line.startswith(f"chance deal {case.about} ")]
    assert hidden
    assert hidden[0].removeprefix("chance ") not in shown.stdout
