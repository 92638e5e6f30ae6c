"""What README and docs say is true: examples run, links lead somewhere."""

import io
import re
from pathlib import Path

import pytest

from spyring import __version__, gamefile

ROOT = Path(__file__).parents[1]
PAGES = [
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    ROOT / "CHANGELOG.md",
    *sorted((ROOT / "docs").rglob("*.md")),
]


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
@pytest.mark.parametrize("page", [p for p in PAGES if p.name != "protocol.md"], ids=lambda page: page.name)
def test_python_examples_run(page):
    for example in blocks(page, "python"):
        exec(compile(example, page.name, "exec"), {})


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page):
    for link in re.findall(r"\]\(([^)#]+)\)", page.read_text("utf-8")):
        if not link.startswith("https://"):
            assert (page.parent / link).exists(), f"{page.name} links to {link}"


def test_the_readme_shows_the_two_commands_in_one_screen():
    text = (ROOT / "README.md").read_text("utf-8")
    assert "scripts/run" in text
    assert "scripts/test" in text
    assert len(text.splitlines()) < 80


def test_the_changelog_has_this_version():
    assert f"## {__version__}" in (ROOT / "CHANGELOG.md").read_text("utf-8")
