"""Arrays say what a seat knows and nothing else, and their numbered acts are the acts of the rules."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from typing import NamedTuple

import pytest
from laws import Setup, dumps, setups
from lengths import length

import spyring
from spyring.arrays import TABLE, WORD, Arrays
from spyring.core import CHANCE, Options, UnreadableText
from spyring.games import find_game, games
from spyring.generator import Generator
from spyring.lab.batch import SetUp, has_arrays
from spyring.lab.knowledge import recall
from spyring.lab.lanes import OVER, Lane
from spyring.referee import Referee

ALL = [setup for game in filter(has_arrays, games().values()) for setup in setups(game)]
every_setup = pytest.mark.parametrize("setup", ALL, ids=str)
SMALL = [
    Setup(find_game("heimlich"), 2, {"top-secret": "on", "dossier": "on"}),
    Setup(find_game("secrets"), 4, {}),
    Setup(find_game("wink"), 4, {"eyes": "table"}),
    Setup(find_game("wink"), 4, {"beats": "0", "bluff": "on"}),
]


class Followed(NamedTuple):
    """A game at a table, and the same game as numbers."""

    referee: Referee
    lane: Lane


def follow(setup: Setup, arrays: Arrays, seed: int, acts: int) -> Iterator[Followed]:
    """Random play, act by act, seen both ways."""
    referee = setup.referee()
    lane = Lane(arrays, referee.state)
    rng = Generator(seed)
    while referee.state.actors() and len(referee.log) < acts:
        yield Followed(referee, lane)
        actor, action = referee.state.pick(rng)
        if actor != CHANCE:
            arrays.note(referee.state, lane.notes, actor, action)
        referee.do(actor, action)
        lane.state = referee.state
    yield Followed(referee, lane)


def new(setup: Setup) -> SetUp:
    return SetUp(setup.game, setup.seats, setup.options)


def law_recalled(setup: Setup, arrays: Arrays, seed: int, acts: int) -> None:
    """A world that fits a seat's view and feed gives the array of the real one, so it holds nothing else."""
    rng = Generator(seed, stream=7)
    place = SetUp(setup.game, setup.seats, setup.options)
    place.arrays = arrays
    last = 0
    for referee, lane in follow(setup, arrays, seed, acts):
        last += 1
        if referee.state.actors() and rng.below(max(acts // 6, 1)):
            continue
        for seat in range(setup.seats):
            view, feed = referee.view(seat), referee.feed(seat)
            again = recall(place, view, feed, rng)
            assert again.array(seat) == lane.array(seat), f"seat {seat} knows too much after {last} acts"


def law_told_apart(setup: Setup, arrays: Arrays, seeds: int, acts: int) -> int:
    """Different views have different arrays."""
    shown: dict[bytes, str] = {}
    for seed in range(seeds):
        for referee, lane in follow(setup, arrays, seed, acts):
            if (
                setup.options.get("eyes") != "table"
                and setup.game.key == "wink"
                and not referee.state.actors()
            ):
                break  # at the end all winks are shown, as many as there were
            for seat in range(setup.seats):
                view = dumps(referee.view(seat))
                assert shown.setdefault(lane.array(seat), view) == view, "one array for two views"
    return len(shown)


@every_setup
def test_what_a_seat_may_not_know_is_not_in_its_array(setup):
    for seed in range(length(2, 20)):
        law_recalled(setup, new(setup).arrays, seed, length(60, 400))


@every_setup
def test_equal_views_and_feeds_have_equal_arrays(setup):
    """Many worlds that one seat cannot tell apart, and what it sees of them as they go on."""
    arrays = new(setup).arrays
    rng = Generator(3)
    start = setup.referee()
    while start.state.actors() == (CHANCE,):
        start.do(*start.state.pick(rng))
    viewer = start.seats - 1
    shown: dict[str, bytes] = {}
    met = 0
    for _ in range(length(60, 600)):
        referee = setup.referee()
        referee.state = setup.game.sample(start.view(viewer), start.feed(viewer), rng)
        lane = Lane(arrays, referee.state)
        for _ in range(3):
            if not referee.state.actors():
                break
            actor, action = referee.state.pick(rng)
            if actor != CHANCE:
                arrays.note(referee.state, lane.notes, actor, action)
            referee.do(actor, action)
            lane.state = referee.state
            knows = dumps([referee.view(viewer), referee.feed(viewer)])
            met += knows in shown
            array = lane.array(viewer)
            assert shown.setdefault(knows, array) == array
    assert met or setup.game.key == "heimlich", "no two games looked alike: this compares nothing"


@pytest.mark.parametrize("setup", SMALL, ids=str)
def test_different_views_have_different_arrays(setup):
    found = law_told_apart(setup, new(setup).arrays, length(6, 60), 150)
    assert found > 300


class Blabbing(Arrays):
    """Tells everybody what the first seat holds."""

    def __init__(self, arrays: Arrays) -> None:
        super().__init__(int(arrays.seats), [int(code) for code in arrays.codes])
        self.own = arrays
        self.words = arrays.words
        self.notes = arrays.notes

    def ready(self, state):
        return self.own.ready(state)

    def due(self, state):
        return self.own.due(state)

    def note(self, state, notes, seat, action):
        self.own.note(state, notes, seat, action)

    def hear(self, notes, actor, text):
        self.own.hear(notes, actor, text)

    def write(self, state, notes, seat, into, at):
        self.own.write(state, notes, 0, into, at)


class Vague(Blabbing):
    """Does not say what the table waits for."""

    def write(self, state, notes, seat, into, at):
        self.own.write(state, notes, seat, into, at)
        into[at] = 0


def test_a_planted_leak_is_found():
    for setup in SMALL:
        with pytest.raises(AssertionError, match="knows too much"):
            law_recalled(setup, Blabbing(new(setup).arrays), 1, 60)


def test_a_planted_gap_is_found():
    with pytest.raises(AssertionError, match="one array for two views"):
        law_told_apart(SMALL[0], Vague(new(SMALL[0]).arrays), 3, 150)


@every_setup
def test_numbered_acts_are_the_legal_ones(setup):
    place = new(setup)
    rng = Generator(5)
    lane = place.lane()
    lane.draw(rng)
    for _ in range(length(120, 2000)):
        if lane.turn == OVER:
            break
        legal = lane.state.legal_actions(lane.turn)
        numbers = [number for number, marked in enumerate(lane.legal()) if marked]
        free = [place.arrays.nothing] if lane.free else []
        assert numbers == sorted([place.arrays.number(lane.state, lane.turn, act) for act in legal] + free)
        texts = {number: place.text(lane.state, lane.turn, number) for number in numbers[:40]}
        assert len(set(texts.values())) == len(texts)
        assert all(place.number(lane.state, lane.turn, text) == number for number, text in texts.items())
        lane.do(lane.pick(rng))
        lane.draw(rng)


def test_every_number_stands_for_an_act_that_can_be_legal():
    """In long random play of small set-ups, all numbers but rare ones occur."""
    for setup in SMALL:
        place = new(setup)
        met = bytearray(place.acts)
        rng = Generator(11)
        for _ in range(length(20, 200)):
            lane = place.lane()
            lane.draw(rng)
            while lane.turn != OVER:
                met = bytearray(one | other for one, other in zip(met, lane.legal(), strict=True))
                lane.do(lane.pick(rng))
                lane.draw(rng)
        assert sum(met) > 0.6 * place.acts


def log_as_sequence(setup: Setup, referee: Referee) -> Lane:
    """The same game by asking one seat after another; who does not act next does nothing.

    Where all must act, as with dossiers, they do so in the order in which they are asked.
    """
    place = new(setup)
    lane = place.lane()
    lines = list(referee.log)
    while lines:
        actor, text = lines[0]
        if actor == CHANCE:
            while lane.turn != TABLE:
                lane.do(place.arrays.nothing)
            lane.happen(setup.game.parse(lane.state, CHANCE, text))
        elif lane.turn == actor:
            lane.do(place.number(lane.state, lane.turn, text))
        elif lane.free:
            lane.do(place.arrays.nothing)
            continue
        else:
            assert text.startswith("dossier"), f"seat {lane.turn} must act, but {actor} does: {text}"
            lines.insert(0, lines.pop(next(n for n, (who, _) in enumerate(lines) if who == lane.turn)))
            continue
        del lines[0]
    return lane


AT_ONCE = [
    *[Setup(find_game("wink"), seats, {"eyes": "table"}) for seats in (4, 7)],
    *[Setup(find_game("wink"), seats, {"bluff": "on", "beats": "1"}) for seats in (4, 6)],
    Setup(find_game("heimlich"), 4, {"top-secret": "on", "dossier": "on"}),
]


@pytest.mark.parametrize("setup", AT_ONCE, ids=str)
def test_asking_one_after_another_changes_no_outcome(setup):
    for seed in range(length(3, 30)):
        referee = setup.walk(seed)
        lane = log_as_sequence(setup, referee)
        assert lane.turn == OVER
        assert lane.state.scores() == referee.state.scores()
        for seat in range(setup.seats):
            ends = setup.game.view(lane.state, seat), referee.view(seat)
            for view in ends:
                view.pop("written", None)  # who was the first to write decides nothing
                view.get("ending", []).sort(key=str)
            assert dumps(ends[0]) == dumps(ends[1])


def test_whose_turn_it_is_tells_no_secret():
    """With eyes on the screen everybody is asked, also those who can only do nothing."""
    place = SetUp("wink", 4, {"beats": "3"})
    lane = place.lane()
    rng = Generator(1)
    lane.draw(rng)
    asked = []
    while len(asked) < 40:
        beat = lane.state.beat
        asked.append((beat, lane.turn))
        lane.do(place.arrays.nothing)
        lane.draw(rng)
    for beat in {beat for beat, _ in asked[:36]}:
        assert sorted(seat for when, seat in asked if when == beat) == [0, 1, 2, 3]


def digest(*, pure: bool) -> dict[str, str]:
    environment = {key: value for key, value in os.environ.items() if key != spyring.PURE_SWITCH}
    if pure:
        environment[spyring.PURE_SWITCH] = "1"
    code = """
import hashlib, json
from spyring.games import games
from spyring.lab.batch import Batch, has_arrays
found = {}
for game in filter(has_arrays, games().values()):
    for seats, options in game.setups():
        if seats in (game.seats[0], game.seats[-1]):
            batch = Batch(game, seats, options, games=2, seed=5)
            sums = hashlib.sha256()
            for _ in range(150):
                batch.step(batch.random_acts())
                for buffer in (batch.observations, batch.masks, batch.turns, batch.rewards, batch.ends):
                    sums.update(buffer.tobytes())
            found[f"{game.key} {seats} {options}"] = sums.hexdigest()
print(json.dumps(found))
"""
    run = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True
    )
    return json.loads(run.stdout)


def test_batches_are_the_same_in_both_modes():
    pytest.importorskip("numpy", reason="numpy is not installed")
    if spyring.mode() == "interpreted":
        pytest.skip("the compiled run makes this comparison")
    compiled = digest(pure=False)
    assert len(compiled) > 10
    assert digest(pure=True) == compiled


def test_the_parts_cover_an_array_without_overlap():
    for setup in ALL:
        place = new(setup)
        used = bytearray(place.size)
        for part in place.parts:
            assert 0 < part.high <= 127
            for row in range(part.rows):
                for byte in range(
                    part.first + row * part.stride, part.first + row * part.stride + part.width
                ):
                    used[byte] += 1
        assert max(used) == 1
        assert place.size % WORD == 0
        for _, lane in follow(setup, place.arrays, 2, 40):
            for seat in range(setup.seats):
                array = lane.array(seat)
                assert all(use or not value for use, value in zip(used, array, strict=True)), (
                    "padding is used"
                )


@pytest.mark.parametrize(
    ("key", "seats", "options", "said"),
    [
        ("chess", 2, {}, "there is no game 'chess'; the games are heimlich, secrets, wink"),
        ("wink", 3, {}, "Wink is played by 4 to 8 seats, not 3"),
        ("wink", 4, {"eyes": "shut"}, "option eyes is screen or table, not 'shut'"),
    ],
)
def test_a_table_that_cannot_be_gets_a_sentence(key: str, seats: int, options: Options, said: str):
    with pytest.raises(UnreadableText, match=said):
        SetUp(key, seats, options)
