"""Rows count for each agent as one would count for it alone."""

import pytest

from spyring.games.heimlich.cards import MOST_AGENTS, RING, WORTH
from spyring.games.heimlich.moves import MOST_POINTS
from spyring.games.heimlich.rows import MOST, at_least, entries, entry, equal, less, nth_equal, put, row_of
from spyring.games.heimlich.town import arrivals, scored, walked
from spyring.generator import Generator

TRIES = 200


@pytest.fixture
def rng():
    return Generator(1)


def numbers(rng: Generator, limit: int = MOST + 1) -> list[int]:
    return [rng.below(limit) for _ in range(MOST_AGENTS)]


def test_a_row_has_an_entry_for_each_agent(rng):
    for _ in range(TRIES):
        some, agent, number = numbers(rng), rng.below(MOST_AGENTS), rng.below(MOST + 1)
        assert entries(row_of(some), MOST_AGENTS) == some
        assert entry(row_of(some), agent) == some[agent]
        changed = [*some[:agent], number, *some[agent + 1 :]]
        assert entries(put(row_of(some), agent, number), MOST_AGENTS) == changed


def test_all_entries_are_compared_at_once(rng):
    for _ in range(TRIES):
        some = numbers(rng)
        for limit in (*some, 1, MOST):
            if limit:
                assert entries(at_least(row_of(some), limit), MOST_AGENTS) == [int(n >= limit) for n in some]
            assert entries(equal(row_of(some), limit), MOST_AGENTS) == [int(n == limit) for n in some]


def test_agents_with_the_same_number_are_counted_in_their_order(rng):
    for _ in range(TRIES):
        some = numbers(rng, 3)
        for number in set(some):
            agents = [agent for agent, other in enumerate(some) if other == number]
            found = [nth_equal(row_of(some), number, index) for index in range(len(agents))]
            assert found == agents


def test_no_entry_goes_below_nothing(rng):
    for _ in range(TRIES):
        some, other = numbers(rng), numbers(rng)
        left = [max(one - two, 0) for one, two in zip(some, other, strict=True)]
        assert entries(less(row_of(some), row_of(other)), MOST_AGENTS) == left


def test_h11_h12_every_agent_walks_round_and_arrives_by_itself(rng):
    for _ in range(TRIES):
        at, steps, building = numbers(rng, RING), numbers(rng, MOST_POINTS + 1), rng.below(RING)
        ends = [(place + count) % RING for place, count in zip(at, steps, strict=True)]
        assert entries(walked(row_of(at), row_of(steps)), MOST_AGENTS) == ends
        moved = [int(count > 0 and end == building) for end, count in zip(ends, steps, strict=True)]
        assert entries(arrivals(row_of(ends), row_of(steps), building), MOST_AGENTS) == moved


def test_h13_every_agent_scores_the_worth_of_its_building(rng):
    for _ in range(TRIES):
        points, at = numbers(rng, 60), numbers(rng, RING)
        after = [max(marker + WORTH[place], 0) for marker, place in zip(points, at, strict=True)]
        assert entries(scored(row_of(points), row_of(at)), MOST_AGENTS) == after
