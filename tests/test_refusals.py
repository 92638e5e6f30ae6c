"""What is refused is said in the reader's language: every id has its sentence in all five."""

import ast
import json
import re
from pathlib import Path

import pytest

import spyring
from spyring.core import CHANCE
from spyring.games import games
from spyring.generator import Generator
from spyring.reason import Reason
from spyring.referee import Referee

PACKAGE = Path(spyring.__file__).parent
LANGUAGES = ("en", "it", "es", "fr", "de")
TRANSLATED = sorted(board.parents[1].name for board in PACKAGE.glob("games/*/web/board.js"))
# An id that is put together: what stands in the braces.
PARTS = {
    "table.phase": ("open", "playing", "over", "closed", "archived"),
    "self.right": ("host", "ticket"),
}
ANSWERS = {"no-such-page", "no-such-method", "bad-request", "fault", "unknown-host", "foreign-origin"}


def texts(folder, language):
    return json.loads((folder / "texts" / f"{language}.json").read_text("utf-8"))


def places(text):
    return set(re.findall(r"\{(\w+)\}", text))


def ids(call):
    """The ids that one `Refused(...)` may have."""
    first = call.args[0]
    if isinstance(first, ast.Constant):
        return {first.value}
    if isinstance(first, ast.Name):  # what HTTP itself refuses
        return ANSWERS
    assert isinstance(first, ast.JoinedStr)
    found = {""}
    for part in first.values:
        ends = (part.value,) if isinstance(part, ast.Constant) else PARTS[ast.unparse(part.value)]
        found = {start + end for start in found for end in ends}
    return found


def refused():
    """Everything that the server refuses: the id, and what fills its sentence."""
    for path in sorted((PACKAGE / "server").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "Refused":
                given = {word.arg for word in node.keywords if word.arg}
                yield from ((id, given | {"text"}) for id in ids(node))


def test_every_error_of_the_server_in_every_language():
    known = list(refused())
    assert len(known) > 40
    for language in LANGUAGES:
        words = texts(PACKAGE / "web", language)
        missing = {id for id, _ in known if f"error.{id}" not in words}
        missing |= {id for id in ANSWERS if f"error.{id}" not in words}
        assert not missing, language
        for id, given in known:
            assert places(words[f"error.{id}"]) <= given, f"{language} {id}"


def reasons(game, seats, options, seed):
    """Why seats are refused what they might try, all through a random game."""
    referee = Referee(game, seats, options)
    rng = Generator(seed)
    tried = {}
    for acts in range(600):
        state = referee.state
        for actor, legal in referee.legal().items():
            if actor != CHANCE:
                tried.update(dict.fromkeys(legal[:: max(len(legal) // 6, 1)]))
        if acts % 5 == 0:
            for seat in range(seats):
                for text in list(tried)[:: max(len(tried) // 50, 1)]:
                    action = game.parse(state, seat, text)
                    if not state.allows(seat, action):
                        yield game.refusal(state, seat, action)
        if not state.actors():
            break
        referee.do(*state.pick(rng))


@pytest.mark.parametrize("key", TRANSLATED)
def test_every_refusal_in_random_play_has_a_translation(key):
    game = games()[key]
    found = {}
    for seed, (seats, options) in enumerate(game.setups()):
        for reason in reasons(game, seats, options, seed):
            assert isinstance(reason, Reason), reason
            found[reason.id] = set(reason.arguments)
    assert len(found) >= 8, "random play tries too little to show anything"
    for language in LANGUAGES:
        words = texts(PACKAGE / "games" / key, language)
        for id, arguments in found.items():
            assert places(words[f"refusal.{id}"]) <= arguments, f"{language} {id}"


@pytest.mark.parametrize("key", TRANSLATED)
def test_a_game_has_a_text_for_every_refusal_and_none_besides(key):
    folder = PACKAGE / "games" / key
    tree = ast.parse((folder / "refusal.py").read_text("utf-8"))
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    made = [call for call in calls if ast.unparse(call.func) == "Reason"]
    named = {call.args[0].value for call in made if isinstance(call.args[0], ast.Constant)}
    for language in LANGUAGES:
        words = texts(folder, language)
        assert {key for key in words if key.startswith("refusal.")} == {f"refusal.{id}" for id in named}


def test_a_reason_is_its_sentence():
    reason = Reason("not-your-turn", "the table waits for seat {seat}", seat=2)
    assert reason == "the table waits for seat 2"
    assert (reason.id, reason.arguments) == ("not-your-turn", {"seat": 2})
