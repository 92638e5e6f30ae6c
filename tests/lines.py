"""The lines of a game file, for tests to play."""

import pytest

from spyring.core import CHANCE, IllegalAction
from spyring.referee import Referee


def do(referee: Referee, *lines: str) -> Referee:
    """Let the lines of a game file happen."""
    for line in lines:
        actor, text = line.split(maxsplit=1)
        referee.act(actor if actor == CHANCE else int(actor), text)
    return referee


def refused(referee: Referee, line: str) -> str:
    """The sentence with which a line is refused."""
    with pytest.raises(IllegalAction) as refusal:
        do(referee, line)
    return str(refusal.value)
