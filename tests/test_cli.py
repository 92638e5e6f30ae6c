"""The command line: what it prints, its exit statuses, and one sentence for every bad input."""

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import click
import pytest
from click.testing import CliRunner
from interrupting import interrupt

import spyring
from spyring.cli import main
from spyring.games import games
from spyring.server.admin import serve as serving

GAME = """game heimlich
seats 2
chance deal 0 red
chance deal 1 grey
chance first 1
chance roll 1-3
"""


class Run(NamedTuple):
    """What a command did."""

    returncode: int
    stdout: bytes
    stderr: bytes


def cli(*arguments: str, given: str | bytes | None = None) -> Run:
    """Run a command in this process."""
    result = CliRunner().invoke(main, arguments, input=given, prog_name="spyring")
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return Run(result.exit_code, result.stdout_bytes, result.stderr_bytes)


def process(*arguments: str, given: bytes = b"") -> Run:
    """Run a command as a user does."""
    command = [sys.executable, "-m", "spyring", *arguments]
    run = subprocess.run(command, input=given, capture_output=True, timeout=120, check=False)
    return Run(run.returncode, run.stdout, run.stderr)


def replay(text: str | bytes, *arguments: str) -> tuple[int, str, str]:
    run = cli("replay", "-", *arguments, given=text)
    return run.returncode, run.stdout.decode(), run.stderr.decode()


def test_version_says_the_mode():
    assert process("--version").stdout.decode() == f"spyring {spyring.__version__} ({spyring.mode()} rules)\n"


IMPORTED = """
import sys
before = set(sys.modules)
from spyring.cli import main
main(sys.argv[1:], standalone_mode=False)
print(*set(sys.modules) - before, file=sys.stderr)
"""


@pytest.mark.parametrize("word", ["--version", "--help"])
def test_what_needs_nothing_imports_nothing(word):
    command = [sys.executable, "-c", IMPORTED, word]
    run = subprocess.run(command, capture_output=True, text=True, check=True)
    assert run.stdout
    modules = run.stderr.split()
    own = {name for name in modules if name.startswith("spyring.")}
    assert own == {"spyring.cli", "spyring.epilog", "spyring.stop"}
    foreign = {name.partition(".")[0] for name in modules} - set(sys.stdlib_module_names)
    assert foreign <= {"click", "spyring"}
    assert not {"asyncio", "json", "logging", "multiprocessing", "sqlite3"} & set(modules)


def test_replay_shows_an_onlooker_a_seat_or_everybody():
    for seat, me in ((None, None), ("0", "red"), ("1", "grey")):
        status, out, err = replay(GAME, "--json", *(["--seat", seat] if seat else []))
        assert (status, err) == (0, "")
        assert json.loads(out).get("me") == me
    everybody = json.loads(replay(GAME, "--json", "--seat", "all")[1])
    assert everybody["onlooker"] == json.loads(replay(GAME, "--json")[1])
    assert [view["me"] for view in everybody["seats"]] == ["red", "grey"]


def test_replay_reads_a_file_by_its_path(tmp_path):
    path = tmp_path / "one.game"
    path.write_text(GAME)
    assert cli("replay", str(path), "--json").stdout == cli("replay", "-", "--json", given=GAME).stdout
    assert b"phase" in cli("replay", str(path)).stdout


def test_comments_blank_lines_and_line_ends_do_not_matter():
    text = "# a game\r\n\r\n  game heimlich # yes\r\nseats 2\r\n\toption top-secret off\r\n# end"
    assert replay(text)[0] == 0
    assert replay("game heimlich\nseats 2\n#" + "ü" * 200_000 + "\n")[0] == 0
    assert replay("\ufeff" + GAME)[0] == 0
    assert replay(GAME.replace("\nseats", "\n\ufeffseats"))[0] == 2  # in the middle it is no blank


def test_an_option_given_twice_counts_as_given_last():
    text = "game heimlich\nseats 2\noption dossier on\noption dossier off\n"
    assert json.loads(replay(text, "--json")[1])["options"]["dossier"] == "off"


@pytest.mark.parametrize(
    ("text", "line", "status"),
    [
        ("", 1, 2),
        ("\n\n# nothing\n", 3, 2),
        ("game heimlich\n", 1, 2),
        ("game heimlich\n\n", 2, 2),
        ("seats 2\ngame heimlich\n", 1, 2),
        ("game chess\nseats 2\n", 1, 2),
        ("game\n", 1, 2),
        ("game heimlich x\n", 1, 2),
        ("game heimlich\nchance deal 0 red\n", 2, 2),
        ("game heimlich\noption dossier on\nseats 2\n", 2, 2),
        ("game heimlich\nseats 1\n", 2, 2),
        ("game heimlich\nseats 8\n", 2, 2),
        ("game heimlich\nseats two\n", 2, 2),
        ("game heimlich\nseats 02\n", 2, 2),
        ("game heimlich\nseats 2\noption colour red\n", 3, 2),
        ("game heimlich\nseats 2\noption dossier maybe\n", 3, 2),
        ("game heimlich\nseats 2\noption dossier\n", 3, 2),
        ("game heimlich\nseats 2\noption agents red\n", 3, 2),
        ("game heimlich\nseats 2\nchance deal 0 red\noption dossier on\n", 4, 2),
        ("game heimlich\nseats 2\nseats 3\n", 3, 2),
        ("game heimlich\nseats 2\nchance deal 0 pink\n", 3, 2),
        ("game heimlich\nseats 2\nchance\n", 3, 2),
        ("game heimlich\nseats 2\nnobody deal 0 red\n", 3, 2),
        ("game heimlich\nseats 2\n7 pass\n", 3, 2),
        ("game heimlich\nseats 2\n5 dance\n", 3, 2),
        ("game heimlich\nseats 2\n5 pass\n", 3, 1),
        ("game heimlich\nseats 2\nchance deal 0 purple\n", 3, 1),
        ("game heimlich\nseats 2\nchance deal 1 red\n", 3, 1),
        ("game heimlich\nseats 2\n0 deal 0 red\n", 3, 1),
        (GAME + "1 move red 4\n", 7, 1),
        (GAME + "0 move red 2\n", 7, 1),
        (GAME + "1 stay\n", 7, 1),
        (GAME + "1 play to-ruins red\n", 7, 1),
        (GAME + "1 play joker\n", 7, 2),
        (GAME + "1 move red 9\n0 nonsense\n", 7, 2),
        (GAME + "0 move red 2\n0 nonsense\n", 7, 1),
        (b"\x89PNG\r\n\x1a\n\x00\xff", 1, 2),
        (b"game heimlich\nseats 2\n\xff\xfe\n", 3, 2),
        (b"\x00" * 1000, 1, 2),
        ("game heimlich\nseats 2\n" + "a" * 100_000 + "\n", 3, 2),
    ],
)
def test_a_bad_line_gets_its_status_and_one_sentence(text, line, status):
    found, out, err = replay(text)
    assert found == status
    assert out == ""
    assert err.startswith(f"-:{line}: ")
    assert len(err.strip().splitlines()) == 1
    assert len(err) > len("-:1: ") + 10
    assert cli("legal", "-", "--json", given=text).returncode == status


def test_a_process_ends_with_the_same_statuses():
    assert process("replay", "-", given=GAME.encode()).returncode == 0
    for last, status in ((b"1 stay\n", 1), (b"1 dance\n", 2)):
        run = process("replay", "-", given=GAME.encode() + last)
        assert (run.returncode, run.stdout) == (status, b"")
        assert run.stderr.startswith(b"-:7: ")


def test_a_file_of_100_mb_is_refused_quickly(tmp_path):
    path = tmp_path / "big.game"
    with path.open("wb") as file:
        file.write(b"game heimlich\nseats 2\n")
        for _ in range(100):
            file.write(b"x" * 1_000_000)
    began = time.monotonic()
    run = process("replay", str(path))
    assert run.returncode == 2
    assert run.stderr.decode().startswith(f"{path}:3: ")
    assert time.monotonic() - began < 30


def test_a_long_file_that_is_a_game_is_read(tmp_path):
    path = tmp_path / "long.game"
    path.write_text(GAME + "# nothing happens\n" * 500_000)
    assert cli("replay", str(path), "--json").returncode == 0


def test_a_folder_or_no_file_is_one_sentence(tmp_path):
    for path in (tmp_path, tmp_path / "missing.game"):
        run = cli("replay", str(path))
        assert run.returncode == 2
        assert run.stderr.decode().startswith(f"{path}:1: ")
        assert len(run.stderr.decode().strip().splitlines()) == 1


def test_replay_of_a_seat_that_is_not_there():
    for seat in ("2", "-1", "x", "01"):
        status, out, err = replay(GAME, "--seat", seat)
        assert (status, out) == (2, "")
        assert "seat" in err


def test_legal_prints_all_texts_by_actor_sorted():
    legal = json.loads(cli("legal", "-", "--json", given=GAME).stdout)
    assert list(legal) == ["1"]
    assert legal["1"] == sorted(legal["1"])
    assert len(legal["1"]) == 5 + 15 + 35
    start = json.loads(cli("legal", "-", "--json", given="game heimlich\nseats 2\n").stdout)
    assert start == {"chance": [f"deal 0 {agent}" for agent in ("green", "grey", "orange", "red", "yellow")]}
    assert b"1 move red 1" in cli("legal", "-", given=GAME).stdout


@pytest.mark.parametrize("game", games())
def test_a_random_game_is_a_game_file_that_ends(game):
    seats = str(games()[game].seats[-1])
    run = cli("random", game, "--seats", seats, "--seed", "7")
    assert run.returncode == 0
    assert cli("random", game, "--seats", seats, "--seed", "7").stdout == run.stdout
    assert cli("random", game, "--seats", seats, "--seed", "8").stdout != run.stdout
    view = json.loads(cli("replay", "-", "--json", given=run.stdout).stdout)
    assert view["phase"] == "over"
    assert cli("legal", "-", "--json", given=run.stdout).stdout.strip() == b"{}"


def test_random_with_options():
    run = cli(
        "random", "heimlich", "--option", "top-secret=on", "--option", "agents=red,blue,green,grey,purple"
    )
    assert b"option top-secret on\n" in run.stdout
    assert b"option agents grey,red,green,blue,purple\n" in run.stdout


@pytest.mark.parametrize("game", games())
def test_simulate_counts_the_same_whatever_the_jobs(game):
    found = []
    for jobs in ("1", "2"):
        run = cli("simulate", game, "--games", "3000", "--seed", "5", "--jobs", jobs, "--json")
        assert run.returncode == 0, run.stderr
        found.append(json.loads(run.stdout))
    for figures in found:
        assert figures["games"] == 3000
        assert figures["games_per_second"] > 0
        for share in (*figures["wins"], figures["nobody"]):
            assert 0 <= share["low"] <= share["share"] <= share["high"] <= 1
    same = [{k: v for k, v in f.items() if "second" not in k and k != "jobs"} for f in found]
    assert same[0] == same[1]


def test_simulate_shows_a_table():
    run = cli("simulate", "heimlich", "--games", "200")
    assert b"seat 1 wins" in run.stdout
    assert b"nobody wins" in run.stdout


@pytest.mark.parametrize(
    "arguments",
    [
        ("simulate", "chess"),
        ("simulate", "heimlich", "--seats", "9"),
        ("simulate", "heimlich", "--games", "0"),
        ("simulate", "heimlich", "--jobs", "none"),
        ("random", "heimlich", "--option", "dossier"),
        ("random", "heimlich", "--option", "dossier=maybe"),
        ("random", "heimlich", "--option", "colour=red"),
        ("bench", "--game", "chess"),
        ("bench", "--game", "heimlich", "--seats", "1"),
        ("bench", "--yardstick", "missing.cpp"),
        ("bench", "--arrays", "--yardstick", "README.md"),
        ("play", "heimlich", "--seats", "1"),
        ("play", "heimlich", "--pace", "nan"),
        ("play", "heimlich", "--bot", "chess"),
        ("simulate", "heimlich", "--jobs", "100000"),
        ("random", "heimlich", "--seed", str(2**64)),
        ("random", "heimlich", "--seat", "3"),
        ("random",),
        ("random", "heimlich", "--seats"),
        ("arena", "heimlich", "normal"),
        ("verify", "missing.game"),
        ("serve", "--lang", "xx"),
        ("serve", "--proxy", "nobody"),
        ("serve", "--sockets", "0"),
        ("tables", "--data", "missing"),
        ("tables", "--data", "missing", "show", "x"),
        ("serv",),
        ("--port", "80"),
        ("fly",),
    ],
)
def test_bad_arguments_get_one_sentence(arguments):
    run = cli(*arguments)
    assert run.returncode in (1, 2)
    assert run.stdout == b""
    assert_one_sentence(run.stderr)


def test_what_is_wrong_ends_before_the_help_is_named():
    assert b"(chess). See `spyring play --help`." in cli("play", "heimlich", "chess").stderr


def test_a_server_that_cannot_listen_leaves_no_folder(tmp_path):
    run = cli("serve", "--host", "nowhere.invalid", "--data", str(tmp_path / "tables"))
    assert run.returncode == 2
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("far", "address"),
    [("127.0.0.1", "127.0.0.1"), ("nowhere.invalid", "localhost")],
    ids=["network", "none"],
)
def test_a_server_for_the_network_says_where_others_find_it(monkeypatch, far, address):
    monkeypatch.setitem(serving.EVERYWHERE, "0.0.0.0", far)
    assert serving.reached_at("0.0.0.0") == address
    assert serving.reached_at("127.0.0.1") == "localhost"
    assert serving.reached_at("192.168.1.20") == "192.168.1.20"


def assert_one_sentence(err: bytes) -> None:
    (line,) = err.decode().strip().splitlines()
    assert line.endswith((".", "?"))
    assert not line.startswith(("Error", "Usage"))


def commands(
    group: click.Group, path: tuple[str, ...] = ()
) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    """Every command by the words that lead to it."""
    yield path, group
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None, name
        if isinstance(command, click.Group):
            yield from commands(command, (*path, name))
        else:
            yield (*path, name), command


@pytest.fixture
def home(tmp_path, monkeypatch):
    """An empty home for somebody who has never used Spyring."""
    folder = tmp_path / "home"
    folder.mkdir()
    monkeypatch.setenv("HOME", str(folder))
    for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME"):
        monkeypatch.delenv(name, raising=False)
    return folder


@pytest.mark.parametrize(
    ("path", "command"), list(commands(main)), ids=lambda part: " ".join(part) if type(part) is tuple else ""
)
def test_every_option_and_command_is_explained_with_examples(path, command, home):
    run = cli(*path, "--help")
    assert (run.returncode, run.stderr) == (0, b"")
    assert not list(home.iterdir())
    text = run.stdout.decode()
    assert "Examples:" in text
    for line in text.partition("Commands:")[2].splitlines():
        assert not line.endswith("..."), f"{line} is cut off"
    for option in command.params:
        if isinstance(option, click.Option):
            assert option.help, f"{option.name} has no help"
            assert option.is_flag or option.required or option.show_default, f"{option.name} has no default"


@pytest.mark.parametrize(
    ("path", "command"), list(commands(main)), ids=lambda part: " ".join(part) if type(part) is tuple else ""
)
def test_every_option_can_be_set_in_the_environment(path, command):
    for option in command.params:
        if isinstance(option, click.Option) and option.name not in ("help", "version"):
            flag = option.opts[0]
            assert option.envvar == f"SPYRING_{flag.strip('-').replace('-', '_').upper()}", path


def test_an_option_in_the_environment_counts_less_than_one_that_is_given(monkeypatch):
    usual, given = cli("random", "heimlich").stdout, cli("random", "heimlich", "--seed", "9").stdout
    monkeypatch.setenv("SPYRING_SEED", "9")
    assert cli("random", "heimlich").stdout == given != usual
    assert cli("random", "heimlich", "--seed", "1").stdout == usual
    monkeypatch.setenv("SPYRING_SEED", "")
    assert cli("random", "heimlich").stdout == usual
    monkeypatch.setenv("SPYRING_OPTION", "top-secret=on dossier=on")
    assert b"option top-secret on\noption dossier on\n" in cli("random", "heimlich").stdout


@pytest.mark.parametrize("words", [(), ("serve",)], ids=["alone", "serve"])
def test_a_bad_variable_is_named_in_one_sentence(words, monkeypatch):
    monkeypatch.setenv("SPYRING_PORT", "high")
    run = cli(*words)
    assert run.returncode == 2
    assert b"SPYRING_PORT" in run.stderr
    assert_one_sentence(run.stderr)


def test_the_environment_asks_for_no_help_and_no_version(monkeypatch):
    for name in ("HELP", "VERSION"):
        monkeypatch.setenv(f"SPYRING_{name}", "1")
    assert cli("random", "heimlich").stdout.startswith(b"game heimlich\n")


@pytest.mark.parametrize(
    "shown", [("random", "heimlich"), ("play", "heimlich", "--bot", "uniform"), ("--help",)]
)
def test_a_full_disk_gets_one_sentence(shown):
    with Path("/dev/full").open("wb") as full:
        run = subprocess.run(
            [sys.executable, "-m", "spyring", *shown], stdout=full, stderr=subprocess.PIPE, check=False
        )
    assert run.returncode == 1
    assert_one_sentence(run.stderr)


def test_a_reader_that_has_seen_enough_hears_no_complaint():
    for words in ("legal -", "play heimlich --bot uniform"):
        run = subprocess.run(
            f"{sys.executable} -m spyring {words} | head -1",
            shell=True,
            input=GAME.encode(),
            capture_output=True,
            check=False,
        )
        assert len(run.stdout.splitlines()) == 1
        assert run.stderr == b""


def test_bench_shows_the_steps_of_batches():
    pytest.importorskip("numpy", reason="numpy is not installed")
    run = cli("bench", "--arrays", "--game", "secrets", "--seats", "4", "--seconds", "0.02", "--json")
    assert run.returncode == 0, run.stderr
    figures = json.loads(run.stdout)
    names = [row["name"] for row in figures["rows"] if row["of"] == "spyring"]
    assert names == ["secrets 4", "secrets 4 memory strict"]
    assert all(row["steps"] > 0 for row in figures["rows"])


@pytest.mark.skipif(shutil.which("c++") is None, reason="there is no C++ compiler here")
def test_bench_shows_both_modes_and_a_yardstick(tmp_path, monkeypatch):
    program = tmp_path / "stick.cpp"
    program.write_text('#include <cstdio>\nint main() { puts("{\\"games_s\\": 1000000.0}"); }\n')
    compiler = tmp_path / "c++"  # notes how it is called
    compiler.write_text(f'#!/bin/sh\necho "$@" >{tmp_path}/flags\nexec {shutil.which("c++")} "$@"\n')
    compiler.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    run = cli(
        "bench",
        "--game",
        "heimlich",
        "--seats",
        "4",
        "--seconds",
        "0.05",
        "--yardstick",
        str(program),
        "--json",
    )
    assert run.returncode == 0, run.stderr
    figures = json.loads(run.stdout)
    assert figures["yardstick"]["games_s"] == 1_000_000
    assert (tmp_path / "flags").read_text().startswith("-O3 -march=native ")
    assert {row["variant"] for row in figures["rows"]} == {"", "top-secret on", "dossier on"}
    for row in figures["rows"]:
        assert row["interpreted"]["games"] > 0
        if "compiled" in row:
            assert row["ratio"] == pytest.approx(row["compiled"]["games"] / row["interpreted"]["games"])


@pytest.mark.parametrize(
    "arguments", [("simulate", "heimlich", "--games", "100000000", "--jobs", "2"), ("bench",)]
)
def test_ctrl_c_ends_a_command_cleanly(arguments):
    status, errors = interrupt(*arguments, at_work=a_child_has_worked)
    assert status != 0
    assert b"Traceback" not in errors


def a_child_has_worked(process: int) -> bool:
    """Whether a process that the command has started has had a second of the processor."""
    try:
        children = Path(f"/proc/{process}/task/{process}/children").read_text().split()
        stats = [Path(f"/proc/{child}/stat").read_text().rpartition(")")[2].split() for child in children]
    except FileNotFoundError:  # it has ended meanwhile
        return False
    return any(int(stat[11]) > os.sysconf("SC_CLK_TCK") for stat in stats)


def test_play_shows_a_game_to_its_end():
    run = cli("play", "heimlich", "--seats", "3", "--seed", "4")
    assert run.returncode == 0
    assert b"winners" in run.stdout
    assert cli("play", "heimlich", "--seats", "3", "--seed", "4").stdout == run.stdout
    assert cli("play", "heimlich", "--seats", "3", "--seed", "4", "--bot", "uniform").stdout != run.stdout


def test_a_bot_of_one_s_own_that_fails_is_named_with_its_line(tmp_path):
    file = tmp_path / "mine.py"
    file.write_text(
        "class Broken:\n    def __init__(self, game): pass\n    def choose(self, *known): return 1 / 0\n"
        "class Mute(Broken):\n    def choose(self, *known): return None\n"
        "class Bare: pass\n"
    )
    for name, said in (("Broken", "line 3"), ("Mute", "None"), ("Bare", "Bare() takes no arguments")):
        for words in (("arena", "heimlich", "normal"), ("play", "heimlich", "--bot")):
            run = cli(*words, f"{file}:{name}")
            assert run.returncode in (1, 2)
            assert said in run.stderr.decode()
            assert_one_sentence(run.stderr)
    file.write_text("class Broken(")
    assert_one_sentence(cli("arena", "heimlich", "normal", f"{file}:Broken").stderr)


def test_a_damaged_tournament_is_one_sentence(tmp_path):
    for text in (b"", b"\xff\x00", b"{}\n", b"[1]\n[2]\n"):
        (tmp_path / "games.jsonl").write_bytes(text)
        run = cli("arena", "heimlich", "uniform", "uniform", "--games", "2", "--report", str(tmp_path))
        assert run.returncode == 2
        assert_one_sentence(run.stderr)


def test_a_backup_is_whole_and_overwrites_nothing(tmp_path):
    game = tmp_path / "one.game"
    game.write_text(GAME)
    data, saved = ["--data", str(tmp_path / "data")], tmp_path / "copy" / "tables.sqlite3"
    assert cli("tables", *data, "import", str(game)).returncode == 0
    assert cli("tables", *data, "backup", str(saved)).returncode == 1  # there is no such folder
    saved.parent.mkdir()
    assert cli("tables", *data, "backup", str(saved)).returncode == 0
    assert saved.stat().st_mode & 0o077 == 0
    listed = cli("tables", *data).stdout
    assert cli("tables", "--data", str(saved.parent)).stdout == listed
    assert len(listed.splitlines()) == 1
    before = saved.read_bytes()
    assert_one_sentence(cli("tables", *data, "backup", str(saved)).stderr)
    assert saved.read_bytes() == before


def test_a_wrong_table_empties_no_file(tmp_path):
    game = tmp_path / "one.game"
    game.write_text(GAME)
    data = ["--data", str(tmp_path / "data")]
    cli("tables", *data, "import", str(game))
    assert cli("tables", *data, "export", "NOBODY", str(game)).returncode == 1
    assert game.read_text() == GAME
