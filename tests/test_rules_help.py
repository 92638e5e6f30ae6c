"""The rules help: the players' version of the rules, complete and the same in every language."""

import re
from pathlib import Path

import pytest

import spyring

FOLDER = Path(spyring.__file__).parent / "games"
GAMES = sorted(board.parents[1] for board in FOLDER.glob("*/web/board.js"))  # a drawn game has its help
LANGUAGES = ("en", "it", "es", "fr", "de")
RULE = re.compile(r"^\s*-\s+([A-Z]\d+)\s+(.*)$")  # as parts/help.js reads it
ROW = re.compile(r"^\|\s*([A-Z]\d+)\s*\|(.*)\|$")


def read(game, language):
    return (game / "texts" / f"rules.{language}.md").read_text("utf-8").splitlines()


def rules(lines):
    """Each rule's number and its words, in the order of the file."""
    found = [RULE.match(line) or ROW.match(line) for line in lines]
    return [(match[1], match[2]) for match in found if match]


def numbers(lines):
    return [number for number, _ in rules(lines)]


def name(game):
    return game.name


@pytest.mark.parametrize("game", GAMES, ids=name)
def test_the_help_has_every_rule_once(game):
    help = numbers(read(game, "en"))
    assert len(help) == len(set(help))
    assert set(help) == set(numbers((game / "rules.md").read_text("utf-8").splitlines()))


@pytest.mark.parametrize("game", GAMES, ids=name)
def test_the_code_cites_every_rule(game):
    """So that a search for its number finds it (docs/architecture.md)."""
    sources = [*game.glob("*.py"), *game.glob("web/*.js")]
    cited = {number for path in sources for number in re.findall(r"\b[A-Z]\d+\b", path.read_text("utf-8"))}
    assert set(numbers((game / "rules.md").read_text("utf-8").splitlines())) <= cited


@pytest.mark.parametrize("language", LANGUAGES[1:])
@pytest.mark.parametrize("game", GAMES, ids=name)
def test_every_language_has_the_same_rules_in_the_same_order(game, language):
    english, own = rules(read(game, "en")), rules(read(game, language))
    assert [number for number, _ in own] == [number for number, _ in english]
    same = [number for (number, words), (_, others) in zip(own, english, strict=True) if words == others]
    assert not same, "not translated"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES, ids=name)
def test_the_help_can_be_read_as_it_is_written(game, language):
    lines = read(game, language)
    assert lines[0].startswith("# ")
    assert all(RULE.match(line) for line in lines if line.lstrip().startswith("- "))
    assert all(line.count("**") % 2 == 0 for line in lines)
    assert not any("`" in line for line in lines), "the notation is for programs"
    shape = [line.count("|") if line.startswith("|") else len(re.match("#*", line)[0]) for line in lines]
    assert shape == [
        line.count("|") if line.startswith("|") else len(re.match("#*", line)[0]) for line in read(game, "en")
    ], "the same headings and tables as in English"


@pytest.mark.parametrize("game", GAMES, ids=name)
def test_every_rule_that_a_board_points_to_is_in_the_help(game):
    sources = [path.read_text("utf-8") for path in sorted((game / "web").glob("*.js"))]
    pointed = {number for source in sources for number in re.findall(r'"([A-Z]\d+)"', source)}
    assert pointed
    assert pointed <= set(numbers(read(game, "en")))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES, ids=name)
def test_rules_named_in_a_rule_exist(game, language):
    lines = read(game, language)
    named = set(re.findall(r"\b([A-Z]\d+)\b", "\n".join(lines)))
    assert named == set(numbers(lines))
