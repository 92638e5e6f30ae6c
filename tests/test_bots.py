"""Bots: what they are given, that they repeat themselves, keep the time, and play well enough."""

import json
import os
import subprocess
import sys
import zlib
from importlib.util import find_spec
from pathlib import Path

import laws
import pytest
from lengths import length

import spyring
from spyring.bots import NAMES, RUN_SECONDS, Easy, Hard, Normal, Uniform, bot_names, find_bot
from spyring.bots.match import Match, play_match
from spyring.bots.minds import new_mind
from spyring.bots.search import NOTHING, TRUST, Search
from spyring.core import Log, UnreadableText, View
from spyring.games import find_game, games
from spyring.generator import Generator
from spyring.lab.arena import Tournament, line_up, play_tournament
from spyring.lab.figures import figures
from spyring.referee import Referee

GAMES = pytest.mark.parametrize("game", games().values(), ids=games())
WITH_A_MIND = [key for key in games() if find_spec(f"spyring.games.{key}.bot")]
PLAYED = length(30, 60)  # games
ALL_BOTS = ["uniform", "easy", "normal", "hard:60it"]


def deciding(game, seed: int, *, acts: int, seats: int | None = None, options=None) -> Match:
    """A game of normal bots that waits for a decision of a seat with a choice."""
    count = seats or game.seats[0]
    table = Referee(game, count, options or {})
    bots = [find_bot(game, "normal") for _ in range(count)]
    match = Match(table, bots, Generator(seed), Generator(seed, 1), [Generator(seed, 2)] * count)
    while len(table.log) < acts or decider(match) is None:
        if not match.step():
            assert acts, "the game was over before anybody had a choice"
            return deciding(game, seed, acts=acts // 2, seats=seats, options=options)
    return match


def decider(match: Match) -> int | None:
    """A seat with more than one act to choose from."""
    state = match.referee.state
    seats = [actor for actor in state.actors() if isinstance(actor, int)]
    return next((seat for seat in seats if len(state.legal_actions(seat)) > 1), None)


def searching(game) -> Match:
    """One that waits for a decision which a search would think through."""
    for seed in range(1, 20):  # not every game has one
        match = deciding(game, seed, acts=10)
        while True:
            seat = decider(match)
            if seat is not None:
                mind = find_bot(game, "normal").think(match.referee.view(seat), match.feeds[seat])
                if mind.searches(mind.options(match.referee.legal()[seat])):
                    return match
            if not match.step():
                break
    raise AssertionError("every game was over before anybody had to think")


def ask(bot, match: Match, seat: int, rng: Generator) -> str:
    """What a bot would do on a seat, asked as the arena asks it."""
    seats = match.referee.seats
    asked = Match(match.referee, [bot] * seats, Generator(0), Generator(0), [rng] * seats)
    asked.feeds = match.feeds
    return asked.ask(seat)


# A bot gets what a browser gets.


def plain(thing: object) -> bool:
    """Whether a thing is JSON all through, so that nothing else can be reached from it."""
    if isinstance(thing, dict):
        return all(plain(key) and plain(value) for key, value in thing.items())
    if isinstance(thing, list | tuple):
        return all(plain(item) for item in thing)
    return thing is None or type(thing) in (str, int, bool, float)


class Spy(Uniform):
    """Notes everything that it is given."""

    def __init__(self) -> None:
        self.given: list[tuple[View, Log, list[str], Generator]] = []

    def choose(self, view, feed, legal, rng):
        self.given.append((view, feed, legal, rng))
        return super().choose(view, feed, legal, rng)


class Vandal(Uniform):
    """Plays like uniform, and then tears up everything it was given."""

    def choose(self, view, feed, legal, rng):
        text = super().choose(view, feed, legal, rng)
        for thing in (view, feed, legal):
            tear_up(thing)
        return text


def tear_up(thing: object) -> None:
    if isinstance(thing, dict | list):
        for item in list(thing.values() if isinstance(thing, dict) else thing):
            tear_up(item)
        thing.clear()


@GAMES
def test_no_bot_can_reach_a_state(game):
    """All that a bot is given is plain data and its own generator; neither leads to a state."""
    spies = [Spy() for _ in range(game.seats[0])]
    match = play_match(game, game.settle(len(spies), {}), spies, seed=3)
    assert {spy.given[0][3] for spy in spies} == set(match.thoughts)
    assert match.chance not in match.thoughts
    assert match.order not in match.thoughts
    for seat, spy in enumerate(spies):
        for view, feed, legal, rng in spy.given:
            assert plain([view, feed, legal])
            assert type(rng) is Generator
            assert view["seat"] == seat
        last = spy.given[-1][1]
        assert last == match.referee.feed(seat)[: len(last)]


def vandalised(game, kind: type[Match]) -> bool:
    """Whether a bot that tears up what it is given changes the game, and not only its own copy."""
    logs = []
    for bot in (Uniform, Vandal):
        seats = game.seats[0]
        table = Referee(game, seats, {})
        thoughts = [Generator(7, 9 + seat) for seat in range(seats)]
        match = kind(table, [bot() for _ in range(seats)], Generator(7), Generator(8), thoughts)
        try:
            match.play()
        except (KeyError, ValueError, AssertionError, IndexError):
            return True
        logs.append([match.referee.log, match.feeds])
    return logs[0] != logs[1]


class Careless(Match):
    """Planted fault: hands out the feed itself."""

    def ask(self, seat):
        text = self.bots[seat].choose(
            self.referee.view(seat),
            self.feeds[seat],
            [
                self.referee.game.text(self.referee.state, seat, act)
                for act in self.referee.state.legal_actions(seat)
            ],
            self.thoughts[seat],
        )
        self.seconds[seat].append(0.0)
        return text


@GAMES
def test_a_bot_that_tears_up_what_it_is_given_changes_nothing(game):
    assert not vandalised(game, Match)
    assert vandalised(game, Careless)


@GAMES
@pytest.mark.parametrize("name", ALL_BOTS)
def test_decisions_are_the_same_in_two_worlds_with_equal_feeds(game, name):
    differed = 0
    for seed in range(8):
        dealt = 36 if game.key == "wink" else 0  # nobody decides anything before all cards are dealt
        match = deciding(game, seed, acts=8 + dealt + (3 + dealt // 2) * seed)
        seat = decider(match)
        assert seat is not None
        table = match.referee
        here = ask(find_bot(game, name), match, seat, Generator(seed, 5))
        real = table.state
        table.state = game.sample(table.view(seat), match.feeds[seat], Generator(seed, 6))
        differed += laws.all_views(game, real, table.seats) != laws.all_views(game, table.state, table.seats)
        assert ask(find_bot(game, name), match, seat, Generator(seed, 5)) == here
    assert differed, "all worlds were the same one"


class Peeking(Normal):
    """Planted fault: knows the table, and chooses by what is hidden there."""

    def __init__(self, game, table: Referee) -> None:
        super().__init__(game)
        self.table = table

    def choose(self, view, feed, legal, rng):
        hidden = laws.all_views(self.game, self.table.state, self.table.seats)
        return legal[zlib.crc32(hidden.encode()) % len(legal)]


@GAMES
def test_a_bot_that_peeks_is_found(game):
    for seed in range(8):
        match = deciding(game, seed, acts=8 + 3 * seed)
        seat = decider(match)
        here = ask(Peeking(game, match.referee), match, seat, Generator(1))
        view = match.referee.view(seat)
        for other in range(10):
            match.referee.state = game.sample(view, match.feeds[seat], Generator(seed, other))
            if ask(Peeking(game, match.referee), match, seat, Generator(1)) != here:
                return
    raise AssertionError("peeking was never found")


# Names.


@GAMES
def test_bots_are_found_by_name(game):
    kinds = [type(find_bot(game, name)) for name in bot_names(game)]
    assert kinds == [Uniform, Easy, Normal, Hard]
    timed, counted = find_bot(game, "hard:200ms"), find_bot(game, "hard:5000it")
    assert isinstance(timed, Hard)
    assert timed.seconds == 0.2
    assert isinstance(counted, Hard)
    assert (counted.seconds, counted.iterations) == (None, 5000)
    assert [find_bot(game, name).instant for name in NAMES] == [True, True, True, False]
    for name in ("", "harder", "hard:", "hard:0ms", "hard:5s", "normal:5it", "hard:-1it"):
        with pytest.raises(UnreadableText, match="there is no bot"):
            find_bot(game, name)


# Repeatable, and on time.

DECIDE = """
import sys
sys.path.insert(0, {folder!r})
import json, test_bots
print(json.dumps(test_bots.decisions({game!r})))
"""


def decisions(key: str) -> list[str]:
    """What some bots decide in some positions."""
    game = find_game(key)
    found = []
    for seed in range(3):
        match = deciding(game, seed, acts=10 * seed)
        seat = decider(match)
        assert seat is not None
        found += [
            ask(find_bot(game, name), match, seat, Generator(seed, 3))
            for name in ("easy", "normal", "hard:80it")
        ]
    return found


@GAMES
def test_bots_repeat_themselves_from_a_seed(game):
    assert decisions(game.key) == decisions(game.key)


@GAMES
def test_a_bot_hears_each_line_once_and_begins_anew_with_another_feed(game):
    match = deciding(game, 4, acts=30)
    view, feed = match.referee.view(0), match.feeds[0]
    half = len(feed) // 2
    bot = Normal(game)
    mind = bot.think(view, feed[:half])
    heard: list[Log] = []
    hear = mind.hear
    mind.hear = lambda view, lines: (heard.append(lines), hear(view, lines))
    assert bot.think(view, feed) is mind
    assert bot.think(view, feed) is mind
    assert heard == [feed[half:], []]
    other = deciding(game, 5, acts=30)
    assert bot.think(other.referee.view(0), other.feeds[0]) is not mind
    mind = bot.think(view, feed)
    assert bot.think(match.referee.view(1), match.feeds[1]) is not mind


@GAMES
def test_bots_decide_alike_in_both_modes(game):
    if spyring.mode() == "interpreted":
        pytest.skip("there are no compiled rules here to compare with")
    code = DECIDE.format(folder=str(Path(__file__).parent), game=game.key)
    environment = os.environ | {spyring.PURE_SWITCH: "1"}
    run = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True
    )
    assert json.loads(run.stdout) == decisions(game.key)


class Clock:
    """A clock that goes on by as much at every look, whatever the machine is busy with."""

    def __init__(self, tick: float) -> None:
        self.now = 0.0
        self.tick = tick

    def perf_counter(self) -> float:
        self.now += self.tick
        return self.now


@GAMES
@pytest.mark.parametrize("seconds", [0.1, 0.3])
def test_a_time_limit_is_kept(game, seconds, monkeypatch):
    match = searching(game)
    seat = decider(match)
    clock = Clock(tick=0.7 * RUN_SECONDS)
    monkeypatch.setattr("spyring.bots.time", clock)
    bot = Hard(game, seconds=seconds)
    ask(bot, match, seat, Generator(1))
    assert bot.searched > 0
    assert 0.9 * seconds <= clock.now <= 1.1 * seconds


# Search.


@pytest.mark.parametrize("spells", [False, True], ids=["whole acts", "part by part"])
def test_a_search_finds_what_wins_at_once(spells):
    """Red, with 36 points, is one step from the safe in building 7; grey has 41, and its owner comes next."""
    game, table, world = about_to_win()
    actions = world.legal_actions(0)
    spelled = find_mind(game, 0, table).spell([game.text(world, 0, action) for action in actions])
    assert spelled
    policy = find_mind(game, 0, table).policy
    search = Search(0, actions, [0.5] * len(actions), [world], policy, spelled if spells else None)
    search.run(3000, Generator(1))
    assert "red 1" in game.text(world, 0, search.best())
    assert sum(visits - TRUST for visits in search.visits().values()) == 3000


def test_acts_that_begin_alike_share_what_is_known_of_their_beginning():
    """One act is known to be good: so are, at first, the beginnings that lead to it, and no others."""
    game, table, world = about_to_win()
    actions, spelled = [11, 12, 21, 22], [(1, 1), (1, 2), (2, 1), (2, 2)]
    search = Search(0, actions, [0.1, 0.2, 0.9, 0.3], [world], find_mind(game, 0, table).policy, spelled)
    one, two = search.root.children
    assert one.reward / one.visits == pytest.approx(0.2)
    assert two.reward / two.visits == pytest.approx(0.9)
    assert [child.action for child in two.children] == [21, 22]
    assert search.best() == 11  # nothing is tried yet, so the first
    two.visits += 1
    two.children[1].visits += 1
    assert search.best() == 22


def about_to_win():
    game = find_game("heimlich")
    table = Referee(game, 2, {})
    script = ["chance deal 0 red", "chance deal 1 grey", "chance first 0", "chance roll 6", "0 move red 6"]
    script += ["chance roll 3", "1 move yellow 3", "chance roll 2"]
    for line in script:
        actor, text = line.split(" ", 1)
        table.act("chance" if actor == "chance" else int(actor), text)
    world = table.state.copy()
    world.set_markers([41, 0, 0, 36, 0])
    return game, table, world


def find_mind(game, seat, table):
    mind = new_mind(game, table.view(seat))
    mind.hear(table.view(seat), table.feed(seat))
    return mind


# Strength, in small: scripts/strength measures it in earnest.


@pytest.mark.parametrize("key", length(WITH_A_MIND[:2], WITH_A_MIND))
def test_normal_beats_uniform_clearly(key):
    game = find_game(key)
    seats = game.seats[0]
    lineup = line_up(("normal", "uniform"), seats)
    played = Tournament(key, seats, game.settle(seats, {}), 11, lineup)
    normal, uniform = figures(played, play_tournament(played, games=played.games(PLAYED), jobs=1))["bots"]
    assert normal["wins"]["low"] > uniform["wins"]["share"]


@pytest.mark.long
@pytest.mark.parametrize("key", WITH_A_MIND)
def test_hard_does_not_lose_to_uniform(key):
    game = find_game(key)
    seats = game.seats[0]
    played = Tournament(key, seats, game.settle(seats, {}), 12, line_up(("hard:100it", "uniform"), seats))
    hard, uniform = figures(played, play_tournament(played, games=played.games(12), jobs=1))["bots"]
    assert hard["wins"]["share"] > uniform["wins"]["share"]


def test_nothing_is_a_choice_of_a_search():
    """Where time goes on without a seat, a search weighs doing nothing like any act."""
    game = find_game("heimlich")
    match = deciding(game, 1, acts=10)
    seat = decider(match)
    world = match.referee.state
    search = Search(seat, [NOTHING], [0.5], [world], find_mind(game, seat, match.referee).policy)
    before = laws.all_views(game, world, 2)
    search.run(20, Generator(1))
    assert search.best() == NOTHING
    assert search.visits() == {NOTHING: 20 + TRUST}
    assert laws.all_views(game, world, 2) == before
