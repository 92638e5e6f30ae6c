"""The shell and the server name no game: whatever one brings to the page is in its own folder."""

import ast
import json
import re
from pathlib import Path

import pytest

import spyring
from spyring.games import games
from spyring.server.table.clocks import BOT_PACES, CLOCKS

ROOT = Path(spyring.__file__).parent
KEYS = "|".join(games())
COMMENTS = {
    ".js": re.compile(r"/\*.*?\*/|(?<![:\"'`])//[^\n]*", re.S),
    ".css": re.compile(r"/\*.*?\*/", re.S),
    ".html": re.compile(r"<!--.*?-->", re.S),
}
SHELL = [
    path
    for path in sorted((ROOT / "web").rglob("*"))
    if path.suffix in COMMENTS and "vendor" not in path.parts
]
SERVER = sorted((ROOT / "server").rglob("*.py"))
HOUSE = (ROOT / "web" / "style" / "house.css").read_text("utf-8")


def name(path: Path) -> str:
    return str(path.relative_to(ROOT))


def keys_in_page(text: str, suffix: str) -> list[str]:
    """The game keys in a file of the page, as words or parts of class names, but not in its comments."""
    return re.findall(rf"(?<![A-Za-z])(?:{KEYS})(?![A-Za-z])", COMMENTS[suffix].sub("", text))


def keys_in_python(text: str) -> list[str]:
    """The game keys in the strings and imports of a module; `secrets` is a standard module too."""
    tree = ast.parse(text)
    docstrings = {node.value for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in docstrings:
            found += re.findall(rf"\b(?:{KEYS})\b", node.value)
        if isinstance(node, ast.ImportFrom):
            found += re.findall(
                rf"games\.(?:{KEYS})\b", " ".join(f"{node.module}.{alias.name}" for alias in node.names)
            )
    return found


@pytest.mark.parametrize("path", SHELL, ids=name)
def test_the_page_names_no_game(path):
    assert keys_in_page(path.read_text("utf-8"), path.suffix) == []


@pytest.mark.parametrize("path", SERVER, ids=name)
def test_the_server_names_no_game(path):
    assert keys_in_python(path.read_text("utf-8")) == []


@pytest.mark.parametrize("path", sorted((ROOT / "web" / "texts").glob("*.json")), ids=name)
def test_no_text_of_the_shell_is_for_one_game(path):
    texts = json.loads(path.read_bytes())
    titles = "|".join(re.escape(game.title) for game in games().values())
    assert [key for key, text in texts.items() if keys_in_page(key, ".css") or re.search(titles, text)] == []


def test_a_game_that_is_named_is_found():
    assert keys_in_page("const SCENES = { wink: Mask };", ".js")
    assert keys_in_page(".game-secrets { color: red }", ".css")
    assert keys_in_page('<link href="/games/heimlich/web/board.css">', ".html")
    assert not keys_in_page("// press and hold to see your secrets\nconst winks = 1;", ".js")
    assert not keys_in_page("/* of secrets */ .twinkle { color: red }", ".css")
    assert keys_in_python('FIRST = "wink"')
    assert keys_in_python("from spyring.games.secrets import GAME")
    assert keys_in_python("from spyring.games import secrets")
    assert not keys_in_python('"""All secrets."""\nimport secrets\nsecrets.token_hex()')


@pytest.mark.parametrize("path", sorted(ROOT.glob("games/*/web/manifest.json")), ids=name)
def test_a_manifest_names_what_is_there(path):
    folder = path.parent
    manifest = json.loads(path.read_bytes())
    assert set(manifest) <= {"cover", "colour", "at_once", "offers", "clock", "bot_pace", "styles"}
    for file in (manifest["cover"], *manifest.get("styles", [])):
        assert (folder / file).is_file() or (folder / "style" / file).is_file()
    assert f"--{manifest['colour']}:" in HOUSE
    options = {option.key: option for option in games()[folder.parent.name].options}
    examples = {key: option.examples for key, option in options.items()}
    assert manifest.get("clock", "off") in CLOCKS
    assert manifest.get("bot_pace", "normal") in BOT_PACES
    for key, values in manifest.get("offers", {}).items():
        assert options[key].default in values
        assert [options[key].read(value, games()[folder.parent.name].seats[0]) for value in values] == values
    for key, value in manifest.get("at_once", {}).items():
        assert value in examples[key]
        texts = json.loads((folder.parent / "texts" / "en.json").read_bytes())
        assert texts["round.not"], "the page says why one device is not enough"


def test_the_page_names_no_file_that_is_not_there():
    page = (ROOT / "web" / "index.html").read_text("utf-8")
    named = re.findall(r'(?:href|src)="/((?!games/)[^"]+\.\w+)"', page)
    assert named
    assert [file for file in named if not (ROOT / "web" / file).is_file()] == []
