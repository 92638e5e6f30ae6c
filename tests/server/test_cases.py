"""Cases over the wire: a position with one seat's eyes, an answer, and nothing that is kept."""

from datetime import UTC, datetime, timedelta

import pytest

from spyring.cases import find_case, investigate, solve

CASE = "secrets-easy-1"


def test_a_case_is_posed_and_solved(server):
    case = find_case(CASE)
    inquiry, _ = investigate(case)
    posed = server.http.get(f"/api/cases/{CASE}/position", timeout=60).json()
    assert posed["game"] == "secrets"
    assert (posed["seat"], posed["about"], posed["level"]) == (case.seat, case.about, "easy")
    told = [tuple(line) for step in posed["steps"] for line in step["told"]]
    assert told == inquiry.referee.feed(case.seat)
    assert posed["steps"][-1]["view"] == inquiry.referee.view(case.seat)
    shares = [1.0, *[0.0] * (len(posed["answers"]) - 1)]
    found = server.http.post(f"/api/cases/{CASE}/answer", json={"shares": shares}, timeout=60).json()
    wanted = solve(case, shares)
    assert found["truth"] == wanted.truth
    assert found["scores"] == wanted.scores


def test_a_case_does_not_name_what_its_seat_was_not_told(server):
    """The acts of others are not sent as they were: only what the seat was told of them."""
    posed = server.http.get("/api/cases/heimlich-medium-3/position", timeout=60).json()
    case = find_case("heimlich-medium-3")
    text = str(posed)
    for line in case.file.splitlines():
        if line.startswith("chance deal ") and not line.startswith(f"chance deal {case.seat} "):
            assert line.removeprefix("chance ") not in text


@pytest.mark.parametrize("name", ["nonsense", "2027-13-01", "secrets-easy-99999999"])
def test_an_unknown_case_is_refused(server, name):
    answer = server.http.get(f"/api/cases/{name}/position", timeout=60)
    assert answer.status_code == 404
    assert answer.json()["error"]["id"] == "no-such-case"


def test_tomorrow_has_no_case_yet(server):
    later = (datetime.now(UTC) + timedelta(days=2)).date()
    answer = server.http.get(f"/api/cases/{later}/position")
    assert answer.status_code == 404
    assert "not begun" in answer.json()["error"]["text"]
    compact = later.strftime("%Y%m%d")  # the same day in another spelling
    assert server.http.get(f"/api/cases/{compact}/position").status_code == 404


@pytest.mark.parametrize("shares", [[], [0, 0], [1, 2, 3, 4, 5, 6, 7, 8, 9], [-1, 3]])
def test_a_bad_answer_is_refused(server, shares):
    answer = server.http.post(f"/api/cases/{CASE}/answer", json={"shares": shares}, timeout=60)
    assert answer.status_code == 422
    assert "this case has" in answer.json()["error"]["text"].lower()
