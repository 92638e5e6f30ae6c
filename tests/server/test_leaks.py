"""Law 8 over the running server: all games, all seat classes, all message kinds; and it can fail."""

import dataclasses
from zlib import crc32

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from lengths import length
from pairs import Pair

from spyring.core import Event
from spyring.games import games
from spyring.server.table import table

SEEDS = st.integers(0, 2**32 - 1)
PLANTED_SEEDS = range(8)
EXAMPLES = length(5, 24)


def set_ups():
    """Every game plainly, and with all its options turned."""
    for game in games().values():
        yield pytest.param(game, {}, id=game.key)
        turned = {option.key: option.examples[-1] for option in game.options}
        yield pytest.param(game, turned, id=f"{game.key}-turned")


@pytest.fixture(scope="module")
def pair(tmp_path_factory):
    with pytest.MonkeyPatch.context() as monkeypatch:
        running = Pair(tmp_path_factory.mktemp("pair"), monkeypatch)
        yield running
        running.close()


@pytest.mark.parametrize(("game", "options"), list(set_ups()))
def test_law_8_worlds_that_a_viewer_cannot_tell_apart_send_it_the_same_bytes(pair, game, options):
    steps = []

    @settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck), database=None)
    @given(SEEDS)
    def law(seed):
        steps.append(pair.play(game, options, seed))

    law()
    assert sum(steps) > len(steps), "the worlds hardly ever went on together"


def richest():
    """A game with options has more to hide."""
    return games()["heimlich"], {"top-secret": "on", "dossier": "on"}


def secret(game, state):
    return repr([game.view(state, seat) for seat in range(len(state.scores()))])


def found(pair, plant):
    """Whether the law notices a planted leak."""
    game, options = richest()
    for seed in PLANTED_SEEDS:
        try:
            pair.play(game, options, seed, plant)
        except AssertionError:
            return True
    return False


def test_without_a_plant_nothing_is_found(pair):
    assert not found(pair, lambda room: None)


def test_a_planted_leak_in_the_view_is_found(pair):
    game, _ = richest()

    def plant(room):
        leaky = dataclasses.replace(
            game, view=lambda state, seat: {**game.view(state, seat), "planted": secret(game, state)}
        )
        room.table.game = room.table.referee.game = leaky

    assert found(pair, plant)


def test_a_planted_leak_in_an_error_text_is_found(pair):
    game, _ = richest()

    def plant(room):
        leaky = dataclasses.replace(
            game,
            refusal=lambda state, actor, action: game.refusal(state, actor, action) + secret(game, state),
        )
        room.table.game = room.table.referee.game = leaky

    assert found(pair, plant)


def test_a_planted_leak_in_the_clocks_is_found(pair, monkeypatch):
    """Whom the table waits for depends on what somebody holds."""
    game, _ = richest()
    waited_for = table.waited_for

    def leaky(played, state):
        return waited_for(played, state) if crc32(secret(game, state).encode()) % 2 else []

    monkeypatch.setattr(table, "waited_for", leaky)
    assert found(pair, lambda room: None)


def test_a_planted_leak_in_an_event_is_found(pair, monkeypatch):
    """The server tells everybody the whole text of every event."""
    hear = table.Table._hear

    def leaky(self, entry, events):
        hear(self, entry, [Event(event.actor, event.text) for event in events])

    monkeypatch.setattr(table.Table, "_hear", leaky)
    assert found(pair, lambda room: None)
