"""Fair deals: nobody can choose them, and a file proves it; every tampering is found."""

import random
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from click.testing import CliRunner
from tables import play

from spyring.cli import main
from spyring.games import games
from spyring.server import fair

EXAMPLE = Path(__file__).parents[2] / "examples" / "verify_deal.py"


@pytest.fixture(scope="module", params=sorted(games()))
def game_file(request, tmp_path_factory):
    """A finished game, as the table exports it."""
    import tables

    with tables.Server(tmp_path_factory.mktemp("fair")) as server:
        host = server.lay(request.param)
        people = host.seat_all()
        host.start()
        play(people, random.Random(5))
        return server.http.get(f"{host.path}/file").text


def judge(text, tmp_path):
    """Both verdicts: of `spyring verify` and of the example."""
    path = tmp_path / "a.game"
    path.write_text(text, "utf-8")
    ours = CliRunner().invoke(main, ["verify", str(path)])
    theirs = subprocess.run([sys.executable, EXAMPLE, path], capture_output=True, text=True, check=False)
    return ours, theirs


def test_a_fair_game_is_proven_twice(game_file, tmp_path):
    ours, theirs = judge(game_file, tmp_path)
    assert ours.exit_code == 0, ours.output
    assert theirs.returncode == 0, theirs.stdout + theirs.stderr
    assert "follow from that seed" in ours.output
    assert "Not proven" in ours.output


def altered(text, pattern, change):
    """The file with one place changed."""
    found = re.search(pattern, text, re.MULTILINE)
    return text[: found.start(1)] + change(found[1]) + text[found.end(1) :]


def flip(digits):
    return ("0" if digits[0] != "0" else "1") + digits[1:]


@pytest.mark.parametrize("key", ["seed", "commitment", "chain", "table"])
def test_every_fact_is_held(game_file, tmp_path, key):
    ours, theirs = judge(altered(game_file, rf"^# {key} (\S+)$", flip), tmp_path)
    assert ours.exit_code == 1
    assert theirs.returncode == 1


def test_contributions_are_held(game_file, tmp_path):
    """Where chance has little to say, one other contribution may give the same deal, but not all do."""
    others = [
        altered(game_file, r"^# contribution 0 (\S+)$", lambda old, digit=digit: digit + old[1:])
        for digit in "01234567"
    ]
    verdicts = [judge(other, tmp_path) for other in others if other != game_file]
    assert {ours.exit_code for ours, _ in verdicts} >= {1}
    assert all((ours.exit_code == 0) == (theirs.returncode == 0) for ours, theirs in verdicts)


def test_a_chosen_outcome_is_found(game_file, tmp_path):
    """Change who begins, and make the chain fit again: only the seed can tell."""
    other = altered(game_file, r"^chance first (\d)$", lambda seat: "1" if seat == "0" else "0")
    lines = [line for line in other.splitlines() if not line.startswith("#")]
    cut = next(number for number, line in enumerate(lines) if line.startswith("chance first")) + 1
    table = re.search(r"^# table (\S+)$", other, re.MULTILINE)[1]
    facts = [line for line in other.splitlines() if line.startswith("#") and "chain" not in line]
    text = "\n".join([*lines[:cut], *facts, f"# chain {fair.chain(table, lines[:cut])}"]) + "\n"
    ours, theirs = judge(text, tmp_path)
    assert ours.exit_code == 1
    assert "the seed gives" in ours.output
    assert theirs.returncode == 1


def test_a_file_without_facts_proves_nothing(game_file, tmp_path):
    text = "\n".join(line for line in game_file.splitlines() if not line.startswith("#"))
    assert judge(text, tmp_path)[0].exit_code == 2


def test_the_seed_is_told_only_when_the_game_is_over(server):
    host = server.lay()
    people = host.seat_all()
    host.start()
    seed = server.room(host.id).table.made.seed
    play(people, random.Random(6), acts=5)
    assert server.http.get(f"{host.path}/file").status_code == 403
    assert not any(seed in frame for person in people for frame in person.frames)
    play(people, random.Random(6))
    assert people[0].info["seed"] == seed
    assert fair.commitment(seed, host.id) == people[0].info["commitment"]


def test_contributions_change_the_deal():
    seed = "00" * fair.SEED_BYTES
    keys = {fair.deal_key(seed, "t", ["game x"], [text, ""]) for text in ("", "a", "b")}
    assert len(keys) == 3


@pytest.mark.parametrize("limit", [1, 2, 3, 6, 7, 52])
def test_draws_are_even(limit):
    draws = 6000
    counts = Counter(fair.draw(b"key", line, limit) for line in range(draws))
    assert set(counts) == set(range(limit))
    mean = draws / limit
    chi_square = sum((count - mean) ** 2 / mean for count in counts.values())
    assert chi_square < limit - 1 + 5 * (2 * limit) ** 0.5


def test_words_beyond_the_greatest_multiple_are_drawn_again(monkeypatch):
    monkeypatch.setattr(fair, "WORDS", 256)
    monkeypatch.setattr(fair, "WORD_BYTES", 1)
    counts = Counter(fair.draw(b"key", line, 200) for line in range(4000))
    assert max(counts) == 199
    assert sum(counts[number] for number in range(56)) < 4000 * 56 / 200 * 1.2  # else these come twice
