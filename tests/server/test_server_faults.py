"""Tests of the tests: every promise of the table is broken once, and the test that holds it must fail."""

import contextlib
from functools import partial

import msgspec
import pytest
import test_clocks
import test_fair
import test_host
import test_kill
import test_store
import test_stores
import test_table
from planting import assert_finds

from spyring import fair
from spyring.server.http import outgoing
from spyring.server.live import sqlite, timekeeper
from spyring.server.live.room import Room
from spyring.server.live.store import StoreFailed
from spyring.server.table import door, judging
from spyring.server.table.entries import HOST
from spyring.server.table.table import Table

hurried = test_clocks.hurried  # a fixture of one of these tests


def forgets_to_store(plant):
    """A disk that is full is not noticed: what could not be stored is told all the same."""
    append = Room._append

    async def careless(self, transaction):
        with contextlib.suppress(StoreFailed):
            await append(self, transaction)

    plant.setattr(Room, "_append", careless)


def acknowledges_too_early(plant):
    """An act is told while it is still on its way to the disk."""
    plant.setattr(test_kill.MortalServer, "script", "hasty_server.py")


def lets_two_writers_in(plant):
    """The second writer of a number takes the place of the first."""
    plant.setattr(sqlite, "INSERT", sqlite.INSERT.replace("INSERT INTO", "INSERT OR REPLACE INTO"))


def acts_again(plant):
    """An id that was done is forgotten."""
    act = judging.act

    def forgetful(table, at, *, seat, text, id, **said):
        if (seat, id) in table.done:
            text = table.game.text(
                table.referee.state, seat, next(iter(table.referee.state.legal_actions(seat)), 0)
            )
            table.done.discard((seat, id))
        return act(table, at, seat=seat, text=text, id=id, **said)

    plant.setattr(judging, "act", forgetful)


def takes_any_prompt(plant):
    """An act that answers an old question is taken for an answer to the new one."""
    act = judging.act
    plant.setattr(judging, "act", lambda table, at, *, prompt, **said: act(table, at, prompt=None, **said))


def shows_a_seat_to_onlookers(plant):
    """An onlooker looks over the first seat's shoulder."""
    look = door.look
    plant.setattr(
        outgoing, "look", lambda table, viewer, *since: look(table, 0 if viewer is None else viewer, *since)
    )


def tells_everything_again(plant):
    """Whoever comes back is told all from the beginning."""
    update = outgoing.update
    plant.setattr(
        outgoing,
        "update",
        lambda table, viewer, since, pace, **parts: update(table, viewer, 0, pace, **parts),
    )


def tells_the_seed(plant):
    """The seed stands in the table's description from the start."""
    describe = outgoing.table_info
    plant.setattr(
        outgoing,
        "table_info",
        lambda table: msgspec.structs.replace(describe(table), seed=table.made.seed),
    )


def deals_without_the_seats(plant):
    """What the seats contribute is left out of the deal."""
    deal_key = fair.deal_key
    plant.setattr(fair, "deal_key", lambda seed, id, header, given: deal_key(seed, id, header, ()))


def takes_a_default_from_secrets(plant):
    """A seat whose time is up does the first thing that its own secrets allow."""

    def telling(referee, seat, rng):
        acts = referee.state.legal_actions(seat)
        hidden = repr([referee.view(other) for other in range(referee.seats)])
        return acts[sum(hidden.encode()) % len(acts)]

    plant.setattr(test_clocks, "default", telling)


def never_runs_out(plant):
    """No clock ever runs out, so a silent seat holds up its table."""
    plant.setattr(timekeeper, "deadline", lambda table, seat, pace: None)


def keeps_void_tickets(plant):
    """Whoever was here stays here, whatever the host decides."""
    plant.setattr(Room, "_check_tickets", lambda self: None)


def lets_everybody_host(plant):
    """Any ticket is as good as the host's."""
    plant.setattr(Table, "holder", lambda self, ticket: HOST)


def lets_a_bot_act_late(plant):
    """A bot acts although its seat has acted meanwhile."""
    act_for = timekeeper.Timekeeper._act_for

    def late(self, table, at, seat, text, acts):
        return act_for(self, table, at, seat, text, table.acts[seat])

    plant.setattr(timekeeper.Timekeeper, "_act_for", late)


PLAYED_OUT = partial(
    test_clocks.test_a_table_that_everybody_has_left_plays_itself_to_the_end, game="heimlich"
)
KILLED = partial(test_kill.test_every_acknowledged_act_survives_kill_9_once, game="heimlich")
RESUMED = partial(test_table.test_resume_by_number_tells_only_what_is_new, game="heimlich")


def the_fence(tmp_path):
    test_stores.test_the_fence_lets_one_writer_through(tmp_path)


FOUND_BY = {
    forgets_to_store: test_store.test_a_full_disk_stops_acts_and_loses_none,
    acknowledges_too_early: KILLED,
    lets_two_writers_in: the_fence,
    acts_again: test_table.test_an_act_is_applied_once_however_often_it_is_sent,
    takes_any_prompt: test_table.test_a_stale_prompt_is_refused_and_another_seats_act_makes_none_stale,
    shows_a_seat_to_onlookers: test_table.test_a_seat_gets_its_own_view_and_an_onlooker_the_onlookers,
    tells_everything_again: RESUMED,
    tells_the_seed: test_fair.test_the_seed_is_told_only_when_the_game_is_over,
    deals_without_the_seats: test_fair.test_contributions_change_the_deal,
    takes_a_default_from_secrets: (
        test_clocks.test_defaults_do_not_differ_between_worlds_that_look_the_same_from_outside
    ),
    never_runs_out: PLAYED_OUT,
    keeps_void_tickets: test_host.test_the_host_removes_somebody_before_the_game,
    lets_everybody_host: test_host.test_only_the_host_hosts,
    lets_a_bot_act_late: test_clocks.test_a_bot_that_was_overtaken_does_nothing,
}


@pytest.mark.parametrize("fault", FOUND_BY, ids=lambda fault: fault.__name__)
def test_the_fault_is_found(fault, request, monkeypatch):
    assert_finds(FOUND_BY[fault], fault, request, monkeypatch)
