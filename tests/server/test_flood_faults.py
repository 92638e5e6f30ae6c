"""Tests of the tests: every limit is lifted once, and the test that holds it must fail."""

from functools import partial

import pytest
import test_flood
import test_host
import test_nginx
import test_queue
import test_safety
import test_standing_back
from planting import assert_finds

from spyring.server.http import connection, endpoint, limits, meter, outgoing, static, turns, wire
from spyring.server.http import gate as turn_taking
from spyring.server.http.gate import Gate
from spyring.server.http.limits import Addresses, Bucket, SeatLimits, Share
from spyring.server.live.queue import Queue
from spyring.server.table.errors import Refused
from spyring.server.table.table import Table

pytestmark = [
    pytest.mark.long,
    # a test that fails leaves connections open
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]

limited = test_flood.limited  # fixtures of these tests
asked = test_queue.asked
front = test_nginx.front
gate = test_standing_back.gate


def parses_all_at_once(plant):
    """Whatever an address may send at once is parsed before anybody else has a turn."""
    plant.setattr(turn_taking, "TURN_SECONDS", 10.0)


def lets_nobody_stand_back(plant):
    """However much work somebody makes, everybody's comes in turn."""
    plant.setattr(meter.Meter, "stands_back", lambda self: False)


def knows_no_strangers(plant):
    """Only one address alone can make too much work."""
    plant.setattr(limits.Addresses, "__init__", _with_hasty_strangers(limits.Addresses.__init__))


def _with_hasty_strangers(begin):
    def begin_without_limit(self, *arguments, **options):
        begin(self, *arguments, **options)
        self.strangers_work = Bucket(1e9, 1e9)

    return begin_without_limit


def measures_no_bytes(plant):
    """What comes in is parsed as fast as it comes."""
    plant.setattr(meter.Meter, "take", lambda self, amount: 0.0)
    plant.setattr(meter.Meter, "stands_back", lambda self: False)


def lets_onlookers_say_what_they_like(plant):
    """Messages are limited for each, but not for an address."""
    plant.setattr(Share, "take", lambda self, amount=1.0: self.own.take(amount))


def gives_nobody_a_share_of_their_own(plant):
    """Whoever is behind an address waits for all others there."""
    plant.setattr(
        Share, "take", lambda self, amount=1.0: max(self.own.take(amount), self.common.take(amount))
    )


def counts_each_socket_for_itself(plant):
    """A seat has its limits once for every socket."""
    plant.setattr(Addresses, "seat", lambda self, table, ticket: SeatLimits(self.limits))


def lets_a_seat_talk(plant):
    """Talk is not limited."""

    async def at_once(self):
        pass

    plant.setattr(Bucket, "wait", at_once)


def tells_all_at_once(plant):
    """However much was told, it comes in one message."""
    plant.setattr(outgoing, "end_of_page", lambda table, viewer, since: len(table.told[viewer]))


def draws_before_it_looks(plant):
    """A picture is drawn for whatever link was asked for."""

    async def anything(*_):
        pass

    plant.setattr(static, "find", anything)


def looks_up_before_it_counts(plant):
    """As it was: after too many wrong codes only a miss is refused, and a hit is still a hit."""

    async def find(rooms, addresses, address, name):
        try:
            return await rooms.find(name)
        except Refused:
            addresses[address].ask("misses")
            raise

    for module in (connection, endpoint, static):
        plant.setattr(module, "find", find)


def answers_as_fast_as_it_is_asked(plant):
    """Requests are not counted."""
    plant.setattr(turns, "LONGEST_WAIT", 1e9)
    plant.setattr(Bucket, "take", lambda self, amount=1.0: 0.0)


def counts_a_file_as_a_request(plant):
    """As it was: the page's files use up what an address may ask for."""
    plant.setattr(turns, "FILE", 1.0)


def serves_every_connection(plant):
    """Connections of an address are counted, and served all the same."""
    enter = Gate.enter

    def let_in(self, line, *, request):
        enter(self, line, request=request)
        return True

    plant.setattr(Gate, "enter", let_in)


def counts_no_sockets(plant):
    """An address may have as many WebSockets as it likes."""
    plant.setattr(limits.Address, "connect", lambda self: None)
    plant.setattr(limits.Address, "disconnect", lambda self: None)


def makes_no_room(plant):
    """Where all connections are taken, nobody makes room."""

    def turn_away(self, line, *, request):
        if len(self._lines) >= self.most:
            line.transport.abort()
            return False
        return enter(self, line, request=request)

    enter = Gate.enter
    plant.setattr(Gate, "enter", turn_away)


def waits_for_ever(plant):
    """A client may take its time, to send and to read."""
    plant.setattr(wire.Line, "look", lambda self, now: None)


def reads_without_end(plant):
    """A request may be as long as its sender likes."""
    plant.setattr(wire.HttpLine, "_refuse", lambda self, status, why: None)


def takes_every_fragment(plant):
    """A message may have any number of fragments."""
    plant.setattr(wire, "MOST_FRAGMENTS", 10**9)


def queues_every_request(plant):
    """What is sent behind a request is parsed before that is answered."""
    plant.setattr(wire.HttpLine, "ready", lambda self: True)
    plant.setattr(wire.HttpLine, "end_of_slice", wire.Line.end_of_slice)
    plant.setattr(wire, "REQUEST_WORK", 0.0)


def remembers_everybody(plant):
    """Addresses are never forgotten."""
    plant.setattr(limits.Memory, "_forget", lambda self: None)


def searches_for_whom_to_forget(plant):
    """As it was: above the bound, every request looks at all addresses."""
    forget = limits.Memory._forget

    def search(self):
        if len(self._kept) > self._most:
            for _ in range(3):
                sorted(self._kept.values(), key=lambda one: one.uses)
        forget(self)

    plant.setattr(limits.Memory, "_forget", search)


def takes_each_ipv6_address_for_somebody(plant):
    """Who has a prefix of 64 bits counts 2 ** 64 times."""
    plant.setattr(limits, "SITE_BITS", 128)


def lets_bots_think_first_come_first_served(plant):
    """Owners and tables take no turns."""
    enter = Queue.enter
    plant.setattr(Queue, "enter", lambda self, owner, table: enter(self, "", ""))


def lets_tables_wait_for_each_other(plant):
    """Owners take turns, but their tables do not."""
    enter = Queue.enter
    plant.setattr(Queue, "enter", lambda self, owner, table: enter(self, owner, ""))


def forgets_who_gave_up(plant):
    """A place that is given to somebody who has gone is lost."""

    def give(self):
        if self._waiting:
            place = self._next()
            if not place.done():
                place.set_result(None)
        else:
            self.free += 1

    plant.setattr(Queue, "leave", give)


def hides_who_came(plant):
    """Who takes a seat in a game under its owner's name is not noticed."""
    plant.setattr(Table, "_tell_all", lambda self, told: None)


def without(directive, instead=""):
    """nginx without a directive of docs/host.md."""

    def fault(plant):
        plant.setitem(test_nginx.CHANGES, directive, instead)

    fault.__name__ = f"nginx without {directive}"
    return fault


FOUND_BY = [
    (parses_all_at_once, test_flood.test_a_fresh_address_holds_up_nobody),
    (lets_nobody_stand_back, test_standing_back.test_who_makes_much_work_stands_back_for_others),
    (knows_no_strangers, test_standing_back.test_strangers_together_stand_back_for_the_seated),
    (
        measures_no_bytes,
        partial(test_flood.test_frames_are_read_as_fast_as_they_are_allowed, frames=test_flood.EMPTY_PING),
    ),
    (lets_onlookers_say_what_they_like, test_flood.test_onlookers_share_what_their_address_may_say),
    (gives_nobody_a_share_of_their_own, test_flood.test_onlookers_share_what_their_address_may_say),
    (
        gives_nobody_a_share_of_their_own,
        test_flood.test_a_school_class_behind_one_address_plays_while_one_pupil_uses_up_what_can_be,
    ),
    (counts_each_socket_for_itself, test_flood.test_a_seat_with_many_sockets_says_no_more_than_with_one),
    (lets_a_seat_talk, test_flood.test_a_seat_with_many_sockets_says_no_more_than_with_one),
    (tells_all_at_once, test_flood.test_much_that_was_told_comes_in_pages),
    (draws_before_it_looks, test_flood.test_a_picture_of_no_table_is_not_drawn),
    (looks_up_before_it_counts, test_flood.test_after_too_many_misses_a_hit_is_no_answer_either),
    (answers_as_fast_as_it_is_asked, test_flood.test_a_fast_address_is_slowed_down_and_then_refused),
    (
        counts_a_file_as_a_request,
        test_flood.test_a_school_class_behind_one_address_opens_the_page_at_the_same_moment,
    ),
    (serves_every_connection, test_flood.test_an_address_has_so_many_connections),
    (counts_no_sockets, test_safety.test_an_address_holds_so_many_connections),
    (makes_no_room, test_flood.test_there_is_always_room_for_one_more),
    (waits_for_ever, test_flood.test_half_a_request_has_its_time),
    (waits_for_ever, partial(test_flood.test_who_does_not_read_is_cut_off, why="unread")),
    (
        reads_without_end,
        partial(
            test_flood.test_an_endless_request_is_cut_off, head=test_flood.get(), filling=b"X: x\r\n" * 100
        ),
    ),
    (takes_every_fragment, test_flood.test_a_message_of_endless_fragments_is_cut_off),
    (
        queues_every_request,
        test_flood.test_pipelined_requests_are_answered_in_order_and_pile_up_nowhere,
    ),
    (remembers_everybody, test_safety.test_many_addresses_cost_no_more_than_few),
    (searches_for_whom_to_forget, test_safety.test_many_addresses_cost_no_more_than_few),
    (
        takes_each_ipv6_address_for_somebody,
        partial(
            test_safety.test_an_ipv6_address_counts_by_its_first_64_bits,
            address="2001:db8:0:1:ffff::1",
            whose="2001:db8:0:1::/64",
        ),
    ),
    (lets_bots_think_first_come_first_served, test_queue.test_one_owner_with_ten_tables_holds_up_nobody),
    (lets_tables_wait_for_each_other, test_queue.test_tables_of_one_owner_take_turns),
    (forgets_who_gave_up, test_queue.test_who_gives_up_waiting_leaves_no_place_empty),
    (
        hides_who_came,
        partial(test_host.test_everybody_is_told_that_a_seat_has_changed_hands_in_a_game, name="Person 0"),
    ),
]
BEHIND_NGINX = [
    (without(r"limit_req zone.*;"), test_nginx.test_too_many_requests_stay_outside),
    (without(r"limit_conn connections.*;"), test_nginx.test_so_many_connections_of_one_address_get_through),
    (
        without(r"X-Forwarded-For \$remote_addr", "X-Forwarded-For $http_x_forwarded_for"),
        test_nginx.test_an_address_is_the_clients_whatever_the_client_says,
    ),
    (without(r"client_header_timeout .*;"), test_nginx.test_half_requests_stay_outside),
    (
        without(r"client_max_body_size .*;"),
        partial(
            test_nginx.test_what_is_too_long_stays_outside,
            request_=b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000\r\n\r\n",
            status=b"413",
        ),
    ),
]


def name(one):
    bare = one.func if isinstance(one, partial) else one
    return bare.__name__


@pytest.mark.parametrize(("fault", "test"), FOUND_BY, ids=name)
def test_the_lifted_limit_is_missed(fault, test, request, monkeypatch):
    assert_finds(test, fault, request, monkeypatch)


@test_nginx.pytestmark
@pytest.mark.parametrize(("fault", "test"), BEHIND_NGINX, ids=name)
def test_the_directive_is_missed(fault, test, request, monkeypatch):
    assert_finds(test, fault, request, monkeypatch)
