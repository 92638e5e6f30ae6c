"""What an abuser costs the others, at full length: the figures of docs/host.md."""

import asyncio

import abuse
import pytest

MOST_MEMORY = 200  # MB, of which a server without any abuser has about 70
NOISE = 100  # ms: the abuser shares the machine with the server


@pytest.mark.long
def test_nobody_notices_an_abuser_much_and_nothing_is_lost():
    lines, acknowledged, lost = asyncio.run(abuse.measure(5.0))
    assert [line[0] for line in lines] == list(abuse.ATTACKS)
    assert acknowledged > 1000
    assert lost == 0
    for name, without, took, _, _, memory in lines:
        assert took <= 2 * without + NOISE, name
        assert memory < MOST_MEMORY, name
