"""scripts/chromium on machines of all kinds, with an apt-get that only pretends."""

import shutil
import subprocess
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[1] / "scripts" / "chromium"
# Knows of no package before `update`, and tells what it was asked for.
APT_GET = """#!/bin/sh
echo "${4:-$1}" >>"$(dirname "$0")/asked"
case "$1" in
update) touch "$(dirname "$0")/lists" ;;
install) [ -e "$(dirname "$0")/lists" ] && [ "$4" != NONE ] && ln -s "$0" "$(dirname "$0")/$4" ;;
esac
"""
SHELL = "chromium-headless-shell"


@pytest.fixture
def machine(tmp_path):
    """A folder that is all of PATH, for somebody with this user id."""

    def make(user, apt_get=None):
        for tool in ("sh", "dirname", "touch", "ln"):
            (tmp_path / tool).symlink_to(shutil.which(tool))
        programs = {"id": f"#!/bin/sh\necho {user}\n"} | ({"apt-get": apt_get} if apt_get else {})
        for name, text in programs.items():
            (tmp_path / name).write_text(text)
            (tmp_path / name).chmod(0o755)
        return tmp_path

    return make


def run(folder):
    found = subprocess.run([SCRIPT], env={"PATH": str(folder)}, capture_output=True, text=True, timeout=30)
    asked = folder / "asked"
    return found.returncode, found.stderr, asked.read_text().split() if asked.exists() else []


def test_one_without_a_window_is_enough(machine):
    folder = machine(0, APT_GET)
    (folder / SHELL).symlink_to(folder / "sh")
    assert run(folder) == (0, "", [])


def test_one_with_a_window_is_enough_where_there_is_no_other(machine):
    folder = machine(0, APT_GET)
    (folder / "chromium").symlink_to(folder / "sh")
    assert run(folder) == (0, "", [SHELL])


def test_package_lists_are_fetched_where_there_are_none(machine):
    assert run(machine(0, APT_GET)) == (0, "Installing Chromium ...\n", [SHELL, "update", SHELL])


def test_a_system_without_such_a_package_has_another(machine):
    apt_get = APT_GET.replace("NONE", SHELL)
    asked = [SHELL, "update", SHELL, "chromium"]
    assert run(machine(0, apt_get)) == (0, "Installing Chromium ...\n", asked)


@pytest.mark.parametrize(
    ("user", "apt_get"),
    [(1000, APT_GET), (0, None), (0, "#!/bin/sh\nexit 100\n")],
    ids=["user", "rpm", "offline"],
)
def test_where_it_cannot_install_it_says_what_to_install(machine, user, apt_get):
    code, said, asked = run(machine(user, apt_get))
    assert code == 1
    assert "install the package chromium (or Google Chrome)" in said.splitlines()[-1]
    assert asked == []
