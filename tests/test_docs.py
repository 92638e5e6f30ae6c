"""What README, docs and help say is true: commands and examples run, links lead somewhere."""

import io
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import click
import pytest
from learning import write_random

from spyring import __version__, gamefile
from spyring.cli import main
from spyring.server.admin import serve as serving

ROOT = Path(__file__).parents[1]
PAGES = [
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    ROOT / "CHANGELOG.md",
    ROOT / "SECURITY.md",
    *sorted((ROOT / "docs").rglob("*.md")),
]


# Pages whose examples need a package that only the long run installs.
NEEDS = {"gymnasium.md": "gymnasium", "openspiel.md": "pyspiel", "pettingzoo.md": "pettingzoo"}


def blocks(page: Path, language: str) -> list[str]:
    """The code blocks of a page in one language."""
    fenced = re.findall(r"^```(\w*)\n(.*?)^```$", page.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    return [code for name, code in fenced if name == language]


def test_the_game_in_the_readme_replays():
    (example,) = [block for block in blocks(ROOT / "README.md", "") if block.startswith("game ")]
    table = gamefile.replay(io.BytesIO(example.encode()), "README.md")
    view = table.view(0)
    assert view["me"] == "red"
    assert view["scores"]["red"] == 7
    assert view["safe"] == "2"


# The examples of the protocol need a running table: tests/server/test_docs.py runs them.
@pytest.mark.parametrize(
    "page",
    [
        pytest.param(page, marks=[pytest.mark.long] if page.name in NEEDS else [])
        for page in PAGES
        if page.name != "protocol.md"
    ],
    ids=lambda page: page.name,
)
def test_python_examples_run(page):
    if page.name in NEEDS:
        pytest.importorskip(NEEDS[page.name], reason=f"{NEEDS[page.name]} is not installed")
    for example in blocks(page, "python"):
        exec(compile(example, page.name, "exec"), {"__name__": "__main__"})


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page):
    for link, anchor in re.findall(r"\]\(([^)#]*)(#[^)]*)?\)", page.read_text("utf-8")):
        if link.startswith("https://"):
            continue
        target = page.parent / link if link else page
        assert target.exists(), f"{page.name} links to {link}"
        if anchor:
            titles = re.findall(r"^#+ (.*)$", target.read_text("utf-8"), re.MULTILINE)
            anchors = ["#" + re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in titles]
            assert anchor in anchors, f"{page.name} links to {anchor} of {target.name}"


# Every line of a shell block is run by a shell as it stands, but for these: what stands for something
# else, and what would take long.
STANDS_FOR = {
    r"\bTABLE\b|\bK7QX2M\b": "$CODE",
    r"\bFILE\b": "evening.game",
    r"\bCOMMAND\b": "random",
    r"\bcourier\b": "heimlich",  # tests/test_fourth_game.py adds it
    r"--data \S+": "--data data",
    r"--from \S+": "--from data",
    r"--to \S+": "--to copy-$$",
    r"--(report|out) \S+": r"--\1 \1-$$",  # each has its own
    r"/var/backups/": "",
}
SHORTER = {
    r"--games \d+": "--games 4",
    r" arena(?!.*--(games|resume)).*": r"\g<0> --games 4",
    r"--jobs \d+": "--jobs 1",
    r"--minutes \d+": "--minutes 0.05 --times 1 --compare 4 --rivals uniform",
    r"\bhard\b(:\w+)?": "hard:5it",
    r" bench(?!.*--seats).*": r"\g<0> --seats 4",
    r" bench.*": r"\g<0> --game heimlich --seconds 0.01",
}
SERVES = re.compile(r"(spyring|scripts/run)(?: serve( .*)?)?$")
# What only an operator's machine has, and the scripts that are tests and measurements themselves.
OTHERS = re.compile(r"(sudo|git|caddy|nginx|ray) ")  # programs that are not ours
NOT_HERE = re.compile(r"scripts/(test|browser|golden|load|lock|reports|strength|vendor) ?")


# Lines that need a package of an extra.
LINES_NEED = {"--ray ": "ray", "examples/learn.py": "torch"}

HASHED = ("chain", "commitment", "deal")  # texts of the proof that begin with `spyring`


def shell_lines() -> list[str]:
    """Every command of ours in the pages and in the help, each once."""
    lines = [line for page in PAGES for block in blocks(page, "sh") for line in block.splitlines()]
    for command in all_commands(main):
        lines += (command.epilog or "").partition("Examples:")[2].splitlines()
    bare = [line.partition(" #")[0].strip() for line in lines]
    return sorted({line for line in bare if line and not line.startswith("#") and not OTHERS.match(line)})


def all_commands(group: click.Group) -> list[click.Command]:
    found: list[click.Command] = [group]
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None, name
        found += all_commands(command) if isinstance(command, click.Group) else [command]
    return found


@pytest.fixture(scope="module")
def desk(tmp_path_factory):
    """A folder in which somebody follows the docs, with a shell's environment for it."""
    folder = tmp_path_factory.mktemp("desk")
    (folder / "scripts").mkdir()
    for program in (folder / "spyring", folder / "scripts" / "run"):
        program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m spyring "$@"\n')
        program.chmod(0o755)
    (folder / "python").write_text(f'#!/bin/sh\nexec "{sys.executable}" "$@"\n')
    (folder / "python").chmod(0o755)
    (example,) = [block for block in blocks(ROOT / "README.md", "") if block.startswith("game ")]
    for name in ("evening.game", "one.game"):
        (folder / name).write_text(example)
    written = {"mine.py": ("bots.md", "Eager"), "flat.py": ("research/games.md", "Flat")}
    for name, (page, bot) in (written | {"policy.py": ("research.md", "Mine")}).items():
        (code,) = [block for block in blocks(ROOT / "docs" / page, "python") if f"class {bot}" in block]
        (folder / name).write_text(code)
    write_random(folder / "learned", "heimlich", 4)
    (folder / "examples").symlink_to(ROOT / "examples")
    environment = os.environ | {"PATH": f"{folder}:{os.environ['PATH']}"}

    def start(line: str) -> subprocess.Popen[str]:
        pipe = subprocess.PIPE
        words = ["sh", "-c", line]
        return subprocess.Popen(words, cwd=folder, env=environment, stdout=pipe, stderr=pipe, text=True)

    start("spyring random wink > wink.game").communicate()
    laid, _ = start("spyring tables --data data import wink.game").communicate()
    environment["CODE"] = re.search(r"^code (\w+)$", laid, re.MULTILINE)[1]
    start("spyring tables --data data export $CODE heimlich-$CODE.game").communicate()
    environment["XDG_DATA_HOME"] = str(folder / "home")
    (folder / "home").mkdir()
    (folder / "home" / "spyring").symlink_to(folder / "data")
    return start


@pytest.mark.parametrize("line", shell_lines())
def test_commands_run(line, desk):
    if NOT_HERE.match(line):
        assert os.access(ROOT / line.split()[0], os.X_OK)
        return
    for words, package in LINES_NEED.items():
        if words in line:
            pytest.importorskip(package, reason=f"{package} is not installed")
    for pattern, text in (STANDS_FOR | SHORTER).items():
        line = re.sub(pattern, text, line)
    if " close " in line:  # a table closes once
        line = f"CODE=$(spyring tables --data data import evening.game | sed -n 's/^code //p'); {line}"
    shows = line.endswith(" --web")
    if shows:
        line = f"BROWSER=true exec {line}"
    if serves := SERVES.match(line):
        line = f"exec {serves[1]} serve {serves[2] or ''} --port 0"
    started = desk(line)
    if serves or shows:  # a server that came up is ended
        assert started.stdout.readline().startswith(("Spyring is at http://", "The game is at http://"))
        started.terminate()
    _, err = started.communicate(timeout=300)
    if line.startswith("spyring sit "):  # tests/server/test_sit.py sits down; here is no table
        assert "does not answer" in err
        return
    assert serves or shows or started.returncode == 0, err
    assert "Traceback" not in err


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_words_in_a_line_are_commands(page):
    """`spyring tables export TABLE` in the middle of a sentence: command and options exist."""
    for words in re.findall(r"`(?:spyring|scripts/run) ([^`]+)`", page.read_text("utf-8")):
        if page.name == "protocol.md" and words.split()[0] in HASHED:
            continue
        command: click.Command = main
        known = {"--help"}
        following = iter(words.split())
        for word in following:
            known |= {name for param in command.params for name in param.opts}
            if word.startswith("--"):
                assert word in known, f"{page.name}: spyring {words}"
                if any(
                    word in param.opts and not getattr(param, "is_flag", True) for param in command.params
                ):
                    next(following, None)  # its value
            elif isinstance(command, click.Group) and not word.isupper():
                found = command.get_command(click.Context(command), word)
                assert found is not None, f"{page.name}: spyring {words}"
                command = found


def test_options_that_the_host_s_guide_names_exist():
    named = set(re.findall(r"`(--[a-z-]+)", (ROOT / "docs" / "host.md").read_text("utf-8")))
    known = {name for command in all_commands(main) for param in command.params for name in param.opts}
    assert len(named) > 5
    assert named <= known


def test_the_service_in_the_guide_is_the_file_beside_it():
    shown, *_ = blocks(ROOT / "docs" / "host.md", "ini")
    assert (ROOT / "docs" / "spyring.service").read_text("utf-8") == shown
    command = re.search(r"^ExecStart=/opt/spyring/bin/spyring (.*)$", shown, re.MULTILINE)[1]
    assert serving.serve.make_context("serve", command.split()[1:])


def test_the_service_has_limits():
    service = (ROOT / "docs" / "spyring.service").read_text("utf-8")
    for limit in ("LimitNOFILE", "MemoryMax", "TasksMax"):
        assert re.search(rf"^{limit}=[1-9]", service, re.MULTILINE), limit


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="there is no systemd-analyze here")
def test_the_service_is_sandboxed():
    service = str(ROOT / "docs" / "spyring.service")
    most = "--threshold=20"  # an exposure of 2.0
    command = ["systemd-analyze", "security", "--offline=yes", "--no-pager", most, service]
    rated = subprocess.run(command, capture_output=True, text=True, check=False)
    assert "Overall exposure level" in rated.stdout, rated.stderr
    assert rated.returncode == 0, rated.stdout


def test_the_tests_that_hold_off_threats_exist():
    named = re.findall(r"`(test_\w+)`", (ROOT / "docs" / "threats.md").read_text("utf-8"))
    sources = [*(ROOT / "tests").rglob("test_*.py"), *(ROOT / "src").rglob("tests/test_*.py")]
    defined = {name for path in sources for name in re.findall(r"def (test_\w+)", path.read_text("utf-8"))}
    assert len(named) > 50
    assert set(named) <= defined


def test_every_threat_is_held_by_a_test():
    rows = re.findall(r"^\|(.*)\|$", (ROOT / "docs" / "threats.md").read_text("utf-8"), re.MULTILINE)
    for row in rows:
        *_, last = row.split("|")
        assert "`test_" in last or last.strip() in ("held by", "---"), row


def test_the_readme_shows_the_two_commands_in_one_screen():
    text = (ROOT / "README.md").read_text("utf-8")
    assert "scripts/run" in text
    assert "scripts/test" in text
    assert len(text.splitlines()) < 80


def test_the_changelog_has_this_version():
    assert f"## {__version__}" in (ROOT / "CHANGELOG.md").read_text("utf-8")
