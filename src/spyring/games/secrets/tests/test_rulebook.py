"""Every rule of rules.md is held by a test that bears its number."""

import re
from pathlib import Path

FOLDER = Path(__file__).parent


def test_every_rule_has_a_test():
    rules = set(re.findall(r"^- S(\d+)", (FOLDER.parent / "rules.md").read_text("utf-8"), re.MULTILINE))
    tests = "\n".join(path.read_text("utf-8") for path in FOLDER.glob("test_*.py"))
    held = set(re.findall(r"^def test_s(\d+)_", tests, re.MULTILINE))
    assert rules
    assert rules <= held
