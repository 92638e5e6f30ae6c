"""Sampled worlds: exactly the deals that fit what a seat was told, all equally likely."""

from collections import Counter
from itertools import permutations

import pytest
from lengths import length

from spyring.core import IllegalAction, Log
from spyring.games.wink import GAME, worlds
from spyring.games.wink.fits import Fits
from spyring.games.wink.tests.scenes import QUICK, TABLE, dealt, do, free_cards, seen, telling_leave, walk
from spyring.games.wink.worlds import Worlds
from spyring.generator import Generator
from spyring.referee import Referee

SAMPLES = length(1500, 3000)
Hands = tuple[tuple[int, ...], ...]


def hands(state) -> Hands:
    return tuple(tuple(sorted(state.hand(seat))) for seat in range(state.seats))


def fitting(referee: Referee, viewer: int | None) -> set[Hands]:
    """All hands with which the whole game could have told the viewer just this, by replaying it with each.

    Winks that the viewer did not see are left out: in another world nobody need have winked.
    """
    feed = referee.feed(viewer)
    others = [seat for seat in range(referee.seats) if seat != viewer]
    held = {seat: referee.state.hand(seat) for seat in others}
    hidden = sorted(number for hand in held.values() for number in hand)
    told = told_lines(referee, viewer)
    found = set()
    for dealt_out in arrangements(hidden, [len(held[seat]) for seat in others]):
        swap = {}
        for seat, numbers in zip(others, dealt_out, strict=True):
            swap |= dict(zip(held[seat], numbers, strict=True))
        world = Referee(GAME, referee.seats, referee.options)
        try:
            for actor, text in told:
                verb, *words = text.split()
                if verb == "deal":
                    text = f"deal {words[0]} {swap.get(int(words[1]), int(words[1]))}"
                world.act(actor, text)
        except IllegalAction:
            continue
        if world.feed(viewer) == feed:
            found.add(hands(world.state))
    return found


def told_lines(referee: Referee, viewer: int | None) -> Log:
    """The log without the winks that a viewer did not see."""
    again = Referee(GAME, referee.seats, referee.options)
    lines = []
    for actor, text in referee.log:
        events = again.act(actor, text)
        if text != "wink" or events[0].told(viewer) is not None:
            lines.append((actor, text))
    return lines


def arrangements(numbers: list[int], sizes: list[int]) -> list[tuple[tuple[int, ...], ...]]:
    """All ways to part numbers into hands of these sizes."""
    ways = set()
    for order in permutations(numbers):
        left = list(order)
        parts = []
        for size in sizes:
            parts.append(tuple(sorted(left[:size])))
            left = left[size:]
        ways.add(tuple(parts))
    return sorted(ways)


def late(options: dict[str, str], seed: int, viewer: int | None, seats: int = 4) -> Referee | None:
    """A random game at the first moment at which few cards are hidden from the viewer."""
    referee = Referee(GAME, seats, options)
    rng = Generator(seed)
    while referee.state.actors():
        sizes = list(referee.state.hand_sizes)
        if len(referee.log) > 50 and sum(sizes) - (sizes[viewer] if viewer is not None else 0) <= 6:
            return referee
        referee.do(*referee.state.pick(rng))
    return None


def assert_even(worlds_seen: Counter, fit: set[Hands]) -> None:
    """Just these worlds, and a chi-square of equal shares that is met but once in a million."""
    assert set(worlds_seen) <= fit, "a sampled world does not fit"
    if len(fit) == 1:
        return
    expected = sum(worlds_seen.values()) / len(fit)
    chi_square = sum((worlds_seen[world] - expected) ** 2 / expected for world in fit)
    degrees = len(fit) - 1
    z = ((chi_square / degrees) ** (1 / 3) - 1 + 2 / (9 * degrees)) / (2 / (9 * degrees)) ** 0.5
    assert z < 4.9, f"chi-square {chi_square:.1f} with {degrees} degrees"


@pytest.mark.parametrize("tries", [worlds.TRIES, 0], ids=["shuffled", "counted"])
@pytest.mark.parametrize("options", [TABLE, {"beats": "1"}, {"bluff": "on", "beats": "1"}], ids=str)
@pytest.mark.law_5
def test_law_5_the_samples_are_all_worlds_that_fit_and_equally_likely(options, tries, monkeypatch):
    monkeypatch.setattr(worlds, "TRIES", tries)
    several = 0
    for seed in range(length(7, 12)):
        viewer = (None, 0, 1, 2, 3)[seed % 5]
        referee = late(options, seed, viewer)
        if referee is None:
            continue
        fit = fitting(referee, viewer)
        assert hands(referee.state) in fit
        prepared = Worlds(referee.view(viewer), referee.feed(viewer))
        rng = Generator(seed)
        assert_even(Counter(hands(prepared.sample(rng)) for _ in range(SAMPLES)), fit)
        several += len(fit) > 3
    assert several >= 3


@pytest.mark.law_5
def test_law_5_a_biased_sampler_is_found():
    referee = next(
        referee for seed in range(12) if (referee := late(TABLE, seed, 0)) and len(fitting(referee, 0)) > 3
    )
    fit = sorted(fitting(referee, 0))
    with pytest.raises(AssertionError, match="chi-square"):
        assert_even(Counter({world: 100 + 50 * (-1) ** number for number, world in enumerate(fit)}), set(fit))
    with pytest.raises(AssertionError, match="does not fit"):
        assert_even(Counter(fit), set(fit[1:]))


def possible(referee: Referee, viewer: int, seat: int) -> list[set[int]]:
    """What a seat holds in many worlds of a viewer."""
    prepared = Worlds(referee.view(viewer), referee.feed(viewer))
    rng = Generator(7)
    return [set(prepared.sample(rng).hand(seat)) for _ in range(300)]


def test_w14_a_seat_does_not_hold_the_number_it_places_on():
    referee = dealt()
    assert any(2 in held for held in possible(referee, 3, 0))
    do(referee, "0 place 2")
    assert not any(2 in held for held in possible(referee, 3, 0))
    assert any(2 in held for held in possible(referee, 3, 2))


def test_w12_the_seat_that_was_named_wrongly_and_the_holder_that_showed_itself():
    referee = do(dealt(), "0 place 2", "1 place 3", "2 place 4", "3 place 1", "0 guess 3")
    prepared = Worlds(referee.view(2), referee.feed(2))
    world = prepared.sample(Generator(1))
    assert world.holds(1, 2)
    assert GAME.view(world, 2) == referee.view(2)


def test_w23_a_wrong_accusation_clears_the_accused():
    referee = do(dealt(5), "0 place 2", "2 accuse 3 2", "2 accuse 4 2")
    assert not any(2 in held for held in possible(referee, 2, 3) + possible(referee, 2, 4))
    assert all(2 in held for held in possible(referee, 2, 1))  # nobody else is left


def test_w14_who_leaves_holds_all_that_is_free():
    referee = telling_leave()
    seat = seen(referee, "active")
    free = free_cards(referee)
    viewers = [viewer for viewer in range(4) if viewer != seat and seen(referee, "hand_sizes")[viewer]]
    before = [held for viewer in viewers for held in possible(referee, viewer, seat)]
    assert not all(free <= held for held in before)
    do(referee, f"{seat} leave")
    for viewer in viewers:
        assert all(free <= held for held in possible(referee, viewer, seat))
        prepared = Worlds(referee.view(viewer), referee.feed(viewer))
        rng = Generator(4)
        assert_even(Counter(hands(prepared.sample(rng)) for _ in range(SAMPLES)), fitting(referee, viewer))


@pytest.mark.parametrize(("bluff", "certain"), [("off", True), ("on", False)])
def test_w45_a_fair_wink_that_was_seen_tells_who_holds_the_number(bluff, certain):
    referee = do(dealt(options={"bluff": bluff, "beats": "0"}), "0 place 2", "1 look 0", "2 look 1", "1 wink")
    assert all(2 in held for held in possible(referee, 2, 1)) == certain
    assert not all(2 in held for held in possible(referee, 3, 1))  # who did not see it


def test_w42_a_world_has_the_winks_that_were_seen_and_no_others():
    referee = do(dealt(options=QUICK), "0 place 2", "1 look 0", "2 look 1", "1 wink")
    for viewer, winks in ((2, 1), (1, 1), (3, 0), (None, 0)):
        world = Worlds(referee.view(viewer), referee.feed(viewer)).sample(Generator(1))
        assert len(world.winks) == winks
        assert GAME.view(world, viewer) == referee.view(viewer)


@pytest.mark.parametrize("seats", range(4, 9))
@pytest.mark.parametrize("options", [TABLE, QUICK, {"beats": "1"}, {"bluff": "on", "beats": "1"}], ids=str)
@pytest.mark.law_5
def test_law_5_a_world_shows_the_same_and_can_be_played_on(seats, options):
    for seed, acts in enumerate((5, 40, 60, 100, 200, 100_000)):
        referee = walk(seats, options, seed, acts)
        viewer = (None, *range(seats))[seed % (seats + 1)]
        world = GAME.sample(referee.view(viewer), referee.feed(viewer), Generator(seed))
        assert GAME.view(world, viewer) == referee.view(viewer)
        if viewer is not None:
            assert world.legal_actions(viewer) == referee.state.legal_actions(viewer)
        rng = Generator(seed)
        while world.actors():
            world.step(rng)
        assert GAME.view(world, None)["phase"] == "over"


# All deals that fit, counted.


@pytest.mark.parametrize(
    ("sizes", "allowed"),
    [
        ([2, 1, 2], [0b111, 0b011, 0b110, 0b101, 0b111]),
        ([1, 1, 1], [0b110, 0b101, 0b011]),
        ([0, 3, 1], [0b110, 0b110, 0b110, 0b111]),
        ([2, 2], [0b01, 0b11, 0b11, 0b11]),
        ([1, 1, 1, 1], [0b1111, 0b0011, 0b0110, 0b1110]),
    ],
)
@pytest.mark.law_5
def test_law_5_deals_that_fit_are_counted_and_drawn_evenly(sizes, allowed):
    rooms = [seat for seat, size in enumerate(sizes) for _ in range(size)]
    expected = {
        order
        for order in permutations(rooms)
        if all(allowed[number] >> seat & 1 for number, seat in enumerate(order))
    }
    fits = Fits(sizes, allowed)
    assert list(fits.ways)[-1] == len(expected)
    rng = Generator(2)
    assert_even(Counter(tuple(fits.draw(rng)) for _ in range(SAMPLES)), expected)


@pytest.mark.law_5
def test_law_5_no_deal_fits_what_cannot_be():
    with pytest.raises(AssertionError, match="no deal fits"):
        Fits([1, 1], [0b01, 0b01]).draw(Generator(1))
