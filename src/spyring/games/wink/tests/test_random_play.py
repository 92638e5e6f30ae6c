"""Random play: it ends, it replays, every legal action follows from views and log, all have their say."""

import io
import json
from collections import Counter

import pytest
from lengths import length

from spyring import gamefile
from spyring.core import CHANCE
from spyring.games.wink import GAME
from spyring.games.wink.tests.scenes import QUICK, TABLE, balanced, seen, walk
from spyring.generator import Generator
from spyring.playout import playout
from spyring.referee import Referee

EYES = [{"eyes": "table"}, {"eyes": "screen", "beats": "0"}, {"eyes": "screen", "bluff": "on"}, {}]
SEATS = range(4, 9)


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize(
    ("options", "games"), list(zip(EYES, length((40, 15, 5, 5), (200, 60, 20, 20)), strict=True))
)
def test_random_games_replay_to_identical_views(seats, options, games):
    for seed in range(games):
        referee = walk(seats, options, seed)
        file = gamefile.write(GAME, seats, options, referee.log)
        again = gamefile.replay(io.BytesIO(file.encode()), "random")
        assert gamefile.write(GAME, seats, options, again.log) == file
        for viewer in (None, *range(seats)):
            assert json.dumps(again.view(viewer)) == json.dumps(referee.view(viewer))
            assert again.feed(viewer) == referee.feed(viewer)
        assert seen(referee, "phase") == "over"


def expected_actions(referee: Referee, seat: int) -> set[str]:
    """All that a seat may do by the rules, from its view and the log alone, as plainly as can be."""
    view = referee.view(seat)
    if view["phase"] not in ("guess", "place"):
        return set()
    seats, pawns, hand = view["seats"], view["pawns"], view["hand"]
    others = [other for other in range(seats) if other != seat]
    since_beat: list[str] = []
    struck = 0
    for actor, text in referee.log:
        if text == "beat":
            since_beat = []
            struck += 1
        elif actor == seat:
            since_beat.append(text.split()[0])
        if text.split()[0] in ("place", "leave"):
            struck = 0
    screen = view["options"]["eyes"] == "screen"
    acts = set()
    if view["active"] == seat and view["phase"] == "guess":
        acts |= {"decline"} | {f"guess {other}" for other in others}
    if view["active"] == seat and view["phase"] == "place":
        free = {int(number) for number, card in view["square"].items() if card == "open"}
        places = {f"place {number}" for number in free - set(hand) - set(pawns)} or {"leave"}
        if not screen or struck >= int(view["options"]["beats"]):
            acts |= places
    if view["counter"][seat]:
        for owner in others:
            if pawns[owner] is not None and pawns[owner] not in banned(referee):
                acts |= {f"accuse {other} {pawns[owner]}" for other in others if other != owner}
    if screen:
        look = view["looks"][seat]
        if "look" not in since_beat:
            acts |= {f"look {target}" for target in [*others, "square"] if target != look}
        if "wink" not in since_beat and look != "square":
            if view["options"]["bluff"] == "on" or pawns[look] in hand:
                acts.add("wink")
    return acts


def banned(referee: Referee) -> set[int]:
    """W24, from the log: wrong accusations about a number whose pawn has not gone since."""
    if referee.seats != 4:
        return set()
    pawns: dict[int, int] = {}
    found: set[int] = set()
    accused_of: int | None = None
    for actor, text in referee.feed(None):
        verb, *words = text.split()
        if verb in ("place", "leave", "guess"):
            found.discard(pawns.pop(actor, 0))
        if verb == "place":
            pawns[actor] = int(words[0])
        if verb == "no" and accused_of is not None:
            found.add(accused_of)
        if verb == "yes" and accused_of is not None:
            pawns = {seat: number for seat, number in pawns.items() if number != accused_of}
        accused_of = int(words[1]) if verb == "accuse" else None
    return found


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("options", [TABLE, QUICK, {"bluff": "on", "beats": "2"}])
def test_every_legal_action_follows_from_view_and_log(seats, options):
    met: Counter[str] = Counter()
    referee = Referee(GAME, seats, options)
    rng = Generator(seats)
    while referee.state.actors():
        if len(referee.log) > seats and len(referee.log) % 3 == 0:
            legal = referee.legal()
            for seat in range(seats):
                expected = expected_actions(referee, seat)
                assert set(legal.get(seat, [])) == expected
                assert (seat in referee.state.actors()) == bool(expected)
                met.update(text.split()[0] for text in expected)
        referee.do(*referee.state.pick(rng))
    assert set(met) >= {"guess", "decline", "place", "accuse"}


def test_leaving_is_met_in_random_games_too():
    """So that the comparison above would notice a `leave` that is missing or in the way."""
    left = 0
    for seed in range(60):
        referee = walk(4, TABLE, seed)
        for number, (actor, text) in enumerate(referee.log):
            if text == "leave":
                left += 1
                before = Referee(GAME, 4, TABLE)
                for line in referee.log[:number]:
                    before.act(*line)
                assert "leave" in expected_actions(before, actor)
    assert left > 0


# The driver: in each beat every seat is asked once.


@pytest.mark.parametrize("seats", SEATS)
def test_in_each_beat_every_seat_is_asked_once_in_an_order_that_is_drawn(seats):
    referee = walk(seats, {"bluff": "on"}, 5)
    acting: list[int] = []
    orders, silent = Counter(), 0
    for actor, text in referee.log[len(seen(referee, "square")) + 1 :]:
        if text != "beat":
            acting.append(actor)
            continue
        assert len(set(acting)) == len(acting)
        orders[tuple(acting)] += 1
        silent += seats - len(acting)
        acting = []
    assert silent > 0  # nothing is an answer
    assert len({order[0] for order in orders if order}) == seats
    assert sum(order != tuple(sorted(order)) for order in orders) > 10


def test_nothing_is_as_likely_as_any_other_answer():
    """A seat that may only look, at three places, keeps still in one of four beats."""
    referee = walk(4, {"beats": "1000"}, 1, acts=37)
    rng = Generator(8)
    beats = 400
    acts = 0
    active = seen(referee, "active")
    while seen(referee, "beat") < beats:
        actor, action = referee.state.pick(rng)
        referee.do(actor, action)
        acts += actor not in (CHANCE, active)
    assert abs(acts / beats / 3 - 3 / 4) < 0.05


def test_at_a_table_who_alone_may_act_always_does():
    def disarm(referee: Referee) -> None:
        view = referee.view(None)
        accuser = next((seat for seat in range(4) if view["counter"][seat]), None)
        if accuser is not None:
            wrong = [text for text in referee.legal().get(accuser, []) if text.startswith("accuse")]
            if wrong:
                referee.act(accuser, wrong[0])

    referee = balanced(before_act=disarm, until=lambda referee: not any(referee.view(None)["counter"]))
    assert len(referee.state.actors()) == 1
    rng = Generator(1)
    for _ in range(50):
        actor, _ = referee.state.copy().pick(rng)
        assert (actor,) == referee.state.actors()


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("options", EYES)
def test_step_does_what_pick_says_and_games_end_soon(seats, options):
    start = GAME.new(seats, GAME.settle(seats, options))
    for seed in range(5):
        by_pick, one = start.copy(), Generator(seed)
        acts = 0
        while by_pick.actors():
            by_pick.apply(*by_pick.pick(one))
            acts += 1
        by_step, other = start.copy(), Generator(seed)
        assert playout(by_step, other) == acts
        for viewer in (None, *range(seats)):
            assert GAME.view(by_step, viewer) == GAME.view(by_pick, viewer)
        assert one.word() == other.word()
        assert acts < (400 if options == TABLE else 4000)


def test_the_cost_of_a_beat_grows_no_faster_than_the_seats():
    """In each beat of random play there are at most as many acts as seats, and one beat."""
    for seats in SEATS:
        referee = walk(seats, {}, 2)
        begun = len(seen(referee, "square")) + 1
        assert len(referee.log) - begun <= (seats + 1) * (seen(referee, "beat") + 1)
