"""Imports run one way: core <- games <- bots <- {server, lab} <- cli, and table <- live <- http <- admin."""

import ast
import re
import sys
from pathlib import Path

import pytest

import spyring

ROOT = Path(spyring.__file__).parent
# A layer may import itself and the ones named here; the modules outside a folder are layers of their own.
ALLOWED = {
    "_native": set(),
    "generator": {"_native"},
    "reason": set(),
    "core": {"_native", "generator"},
    "words": {"core"},
    "bits": {"_native"},
    "seats": {"_native", "core"},
    "verbs": {"core"},
    "arrays": {"_native", "bits", "core"},
    "claims": {"verbs"},
    "worlds": {"core", "generator"},
    "playout": {"_native", "generator", "core"},
    "temper": set(),
    "mind": {"core", "generator", "playout", "temper"},
}
CONTRACT = set(ALLOWED)  # what every game may build on
ALLOWED |= {
    "games": CONTRACT,
    "referee": {"core", "generator"},
    "gamefile": {"core", "games", "referee"},
    "fair": {"core", "generator"},
    "verify": {"core", "fair", "gamefile", "referee"},
    "telling": {"core"},
}
ALLOWED["redeal"] = {"core", "generator", "referee", "telling"}
ALLOWED["stop"] = set()
ALLOWED["epilog"] = {"games"}
ALLOWED["arguments"] = {"core", "games", "stop"}
ALLOWED["__main__"] = {"cli"}
BELOW = set(ALLOWED) - {"__main__"} | {"__init__"}
ALLOWED["bots"] = BELOW
ALLOWED["analysis"] = BELOW | {"bots"}
ALLOWED["cases"] = BELOW | {"bots"}
ALLOWED["lab"] = ALLOWED["server"] = BELOW | {"analysis", "bots", "cases"}
ALLOWED["cli"] = ALLOWED["showing"] = BELOW | {"analysis", "bots", "lab", "server"}
PURE = CONTRACT | {"games", "referee", "gamefile", "fair", "verify"}
# The rooms of the server, each of which may import itself and the ones before it.
ROOMS = ["table", "live", "http", "admin"]
JSON_MADE = re.compile(r"\bdumps\b|\bJSONResponse\b|json\.encode|json\.Encoder|json\.format|send_json")
# What a table is depends on no clock, no network, no disk and no process.
OUTSIDE = {
    "asyncio",
    "multiprocessing",
    "os",
    "socket",
    "sqlite3",
    "starlette",
    "threading",
    "time",
    "uvicorn",
}


def layer(module: str) -> str:
    """The layer of a dotted module below spyring."""
    return module.split(".")[1] if "." in module else "__init__"


def room(module: str) -> str:
    """The room of the server that a dotted module is in; empty outside the server, and at its door."""
    parts = module.split(".")
    if parts[1:2] != ["server"] or parts[2:] in ([], ["__init__"]):
        return ""
    return parts[2]


def imported(path: Path) -> set[str]:
    """The modules that a source file imports, as dotted names."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path} imports relatively"
            found.add(node.module)
            if node.module.split(".")[0] == "spyring":
                folder = ROOT.joinpath(*node.module.split(".")[1:])
                found |= {
                    f"{node.module}.{alias.name}"
                    for alias in node.names
                    if (folder / alias.name).exists() or (folder / f"{alias.name}.py").exists()
                }
    return found


def sources() -> list[Path]:
    return [path for path in sorted(ROOT.rglob("*.py")) if "tests" not in path.parts[len(ROOT.parts) :]]


def dotted(path: Path) -> str:
    return ".".join(["spyring", *path.relative_to(ROOT).with_suffix("").parts])


def turned_arrows(module: str, imports: set[str]) -> list[str]:
    """The imports of a module that run the wrong way."""
    own = layer(module)
    allowed = ALLOWED.get(own, set()) | {own}
    wrong = [
        name
        for name in imports
        if name.split(".")[0] == "spyring"
        and layer(name) not in allowed
        and own != "__init__"
        and name != "spyring"
    ]
    if own == "games" and module.count(".") > 2:
        home = ".".join(module.split(".")[:3])
        wrong += [name for name in imports if layer(name) == "games" and not name.startswith(home)]
    if room(module):
        wrong += [name for name in imports if ROOMS.index(room(module)) < ROOMS.index(room(name) or "table")]
    return wrong


@pytest.mark.parametrize("path", sources(), ids=dotted)
def test_imports_run_one_way(path):
    assert turned_arrows(dotted(path), imported(path)) == []


@pytest.mark.parametrize("path", sources(), ids=dotted)
def test_rules_use_the_standard_library_only(path):
    if layer(dotted(path)) in PURE:
        foreign = {name.split(".")[0] for name in imported(path)} - set(sys.stdlib_module_names)
        assert foreign <= {"spyring"}


@pytest.mark.parametrize("path", sorted((ROOT / "server" / "http").glob("*.py")), ids=dotted)
def test_json_goes_out_by_one_door(path):
    made = JSON_MADE.findall(path.read_text("utf-8"))
    assert not made or path.name == "outgoing.py"


@pytest.mark.parametrize("path", sorted((ROOT / "server" / "table").glob("*.py")), ids=dotted)
def test_a_table_is_pure(path):
    assert {name.split(".")[0] for name in imported(path)}.isdisjoint(OUTSIDE)


def named_games(source: str) -> set[str]:
    """The games that a module names as a word of its own; examples in a help text are longer."""
    words = {node.value for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Constant)}
    return words & {path.parent.name for path in ROOT.glob("games/*/rules.md")}


@pytest.mark.parametrize("path", sources(), ids=dotted)
def test_nothing_outside_its_folder_names_a_game(path):
    if layer(dotted(path)) != "games":
        assert named_games(path.read_text("utf-8")) == set()


def test_a_named_game_is_found():
    assert named_games('find_game("heimlich")') == {"heimlich"}


def test_a_turned_arrow_is_found():
    assert turned_arrows("spyring.core", {"spyring.games.heimlich.rules"})
    assert turned_arrows("spyring.games.heimlich.rules", {"spyring.games.secrets.cards"})
    assert turned_arrows("spyring.games.heimlich.bot", {"spyring.server.http.app"})
    assert turned_arrows("spyring.verify", {"spyring.server.table.tickets"})
    assert turned_arrows("spyring.server.table.table", {"spyring.server.live.store"})
    assert turned_arrows("spyring.server.live.room", {"spyring.server.http"})
    assert turned_arrows("spyring.server.http.app", {"spyring.server.admin.maintenance"})
    assert not turned_arrows("spyring.server.admin.maintenance", {"spyring.server.http.outgoing"})
    assert not turned_arrows("spyring.server.http.static", {"spyring.server"})
    assert not turned_arrows("spyring.cli", {"spyring.lab.simulate", "spyring"})
