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

from spyring import fair
from spyring.cli import main
from spyring.games import games

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


def chained(text):
    """The file with a hash that fits, as somebody makes it who changes it on purpose."""
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    facts = [line[2:] for line in text.splitlines() if line.startswith("# ") and "chain" not in line]
    table = re.search(r"^# table (\S+)$", text, re.MULTILINE)[1]
    facts.append(f"chain {fair.chain(table, lines + facts)}")
    return "\n".join(lines + [f"# {fact}" for fact in facts]) + "\n"


def altered(text, pattern, change):
    """The file with one place changed."""
    found = re.search(pattern, text, re.MULTILINE)
    return text[: found.start(1)] + change(found[1]) + text[found.end(1) :]


def flip(digits):
    return ("0" if digits[0] != "0" else "1") + digits[1:]


@pytest.mark.parametrize("key", ["seed", "commitment", "chain", "table", "contribution 0"])
def test_every_fact_is_held(game_file, tmp_path, key):
    ours, theirs = judge(altered(game_file, rf"^# {key} (\S+)$", flip), tmp_path)
    assert ours.exit_code == 1
    assert theirs.returncode == 1


@pytest.mark.parametrize("key", ["seed", "commitment", "table"])
def test_a_new_hash_does_not_help(game_file, tmp_path, key):
    ours, theirs = judge(chained(altered(game_file, rf"^# {key} (\S+)$", flip)), tmp_path)
    assert ours.exit_code == 1
    assert "the seed" in ours.output
    assert theirs.returncode == 1


def test_a_new_hash_does_not_hide_another_contribution(game_file, tmp_path):
    """In a small game one of them may deal the same by chance, but not all of them."""
    texts = [
        chained(altered(game_file, r"^# contribution 0 (\S+)$", lambda said, letter=letter: letter + said))
        for letter in "abcdefgh"
    ]
    verdicts = [judge(text, tmp_path) for text in texts]
    assert [ours.exit_code for ours, _ in verdicts] == [theirs.returncode for _, theirs in verdicts]
    found = [ours.output for ours, _ in verdicts if ours.exit_code == 1]
    assert found
    assert all("the seed" in output for output in found)


def test_facts_that_are_added_or_taken_out_are_found(game_file, tmp_path):
    seed = re.search("^# seed .*$", game_file, re.MULTILINE)[0]
    contribution = re.search("^# contribution 1 .*\n", game_file, re.MULTILINE)[0]
    for other in (game_file.replace(seed, f"# imported 9\n{seed}"), game_file.replace(contribution, "")):
        ours, theirs = judge(other, tmp_path)
        assert (ours.exit_code, theirs.returncode) == (1, 1)
        assert "something was changed" in ours.output


def test_whoever_calls_the_whole_game_imported_proves_no_deal(game_file, tmp_path):
    seed = re.search("^# seed .*$", game_file, re.MULTILINE)[0]
    ours, _ = judge(chained(game_file.replace(seed, f"# imported 99999\n{seed}")), tmp_path)
    assert "of these only the rules hold" in ours.output
    assert "follow from that seed" not in ours.output


@pytest.mark.parametrize(
    "line",
    [
        "chain \u00e4",
        "commitment \u00e4",
        "imported \u00b2",
        f"imported {'9' * 5000}",
        "contribution \u00b2 x",
    ],
)
def test_facts_that_are_none_are_refused_in_one_sentence(game_file, tmp_path, line):
    ours, _ = judge(f"{game_file}# {line}\n", tmp_path)
    assert ours.exit_code == 1
    assert ours.output.count("\n") == 1


def test_a_file_that_an_editor_saved_is_the_same_file(game_file, tmp_path):
    assert judge("\ufeff" + game_file.replace("\n", "\r\n"), tmp_path)[0].exit_code == 0


def test_a_chosen_outcome_is_found(game_file, tmp_path):
    """Change who begins, and make the chain fit again: only the seed can tell."""
    other = altered(game_file, r"^chance first (\d)$", lambda seat: "1" if seat == "0" else "0")
    lines = [line for line in other.splitlines() if not line.startswith("#")]
    cut = next(number for number, line in enumerate(lines) if line.startswith("chance first")) + 1
    facts = [line for line in other.splitlines() if line.startswith("#")]
    ours, theirs = judge(chained("\n".join([*lines[:cut], *facts])), tmp_path)
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
