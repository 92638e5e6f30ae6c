"""The laws that every game obeys, each as a function that raises AssertionError where it is broken.

test_laws.py holds all games to them; test_planted_faults.py shows that each of them can fail.
"""

import io
import json
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from spyring import gamefile
from spyring.core import CHANCE, Actor, Event, Game, IllegalAction, Log, Options, Seat, State
from spyring.generator import Generator
from spyring.referee import Referee

LONGEST_GAME = 20_000
MOST_VISITS = 5_000


class TooManyWorlds(Exception):
    """Brute force does not reach that far; the game's own tests have to."""


class OutOfSight(Exception):
    """What is hidden here shows in nobody's view yet; the game's own tests have to look at its states."""


class Setup(NamedTuple):
    """A game with seats and options, as a test's parameter."""

    game: Game
    seats: int
    options: Options

    def __str__(self) -> str:
        options = ",".join(f"{key}={value}" for key, value in self.options.items() if value)
        return f"{self.game.key}-{self.seats}-{options}"

    def referee(self) -> Referee:
        return Referee(self.game, self.seats, self.options)

    def walk(self, seed: int, acts: int = LONGEST_GAME) -> Referee:
        """A table after so many random acts, or at the end of its game."""
        referee = self.referee()
        rng = Generator(seed)
        while referee.state.actors() and len(referee.log) < acts:
            referee.do(*referee.state.pick(rng))
        return referee


def setups(game: Game) -> Iterator[Setup]:
    """Every number of seats with every combination of the options' example values."""
    for seats, options in game.setups():
        yield Setup(game, seats, options)


def viewers(seats: int) -> list[Seat | None]:
    """Everybody who may look: the onlooker and all seats."""
    return [None, *range(seats)]


def dumps(thing: object) -> str:
    """A thing as bytes would be compared: its JSON."""
    return json.dumps(thing, ensure_ascii=False)


def all_views(game: Game, state: State, seats: int) -> str:
    return dumps([game.view(state, viewer) for viewer in viewers(seats)])


def own_texts(game: Game, state: State, seat: Seat) -> list[str]:
    return [game.text(state, seat, action) for action in state.legal_actions(seat)]


def law_1_walks_end(setup: Setup, seed: int) -> None:
    """Random walks end; scores fit the seats; every state can be copied and printed."""
    referee = setup.referee()
    rng = Generator(seed)
    shown = all_views(setup.game, referee.state, setup.seats)
    while referee.state.actors():
        assert len(referee.log) < LONGEST_GAME, "a random walk does not end"
        copy = referee.state.copy()
        actor, action = referee.state.pick(rng)
        copy.apply(actor, action)
        assert all_views(setup.game, referee.state, setup.seats) == shown, "a copy is not apart"
        referee.do(actor, action)
        shown = all_views(setup.game, referee.state, setup.seats)
        assert all_views(setup.game, copy, setup.seats) == shown, "a copy shows something else"
    assert len(referee.state.scores()) == setup.seats
    winners = referee.state.winners()
    assert winners == sorted(set(winners) & set(range(setup.seats)))
    assert referee.view(None)["winners"] == winners


def law_2_only_actors_act(setup: Setup, seed: int) -> None:
    """Only actors have legal actions; every other act raises and changes nothing."""
    referee = setup.referee()
    rng = Generator(seed)
    texts = Counter[str]()
    for acts in range(400):
        state = referee.state
        legal = referee.legal()
        everybody: list[Actor] = [CHANCE, *range(setup.seats)]
        for actor in everybody:
            actions = state.legal_actions(actor)
            assert bool(actions) == (actor in state.actors()), f"{actor} acts out of turn"
            assert len(set(actions)) == len(actions)
        _assert_waits_for_actors(setup, state)
        _assert_time_is_chance(state)
        texts.update(text for actions in legal.values() for text in actions[:5])
        if acts % 7 == 0:
            before = all_views(setup.game, state, setup.seats), len(referee.log), len(referee.events)
            for actor in everybody:
                for text in list(texts)[:: max(len(texts) // 40, 1)]:
                    if text not in legal.get(actor, []):
                        _assert_refused(referee, actor, text)
            after = all_views(setup.game, state, setup.seats), len(referee.log), len(referee.events)
            assert after == before, "an act that was refused changed something"
        if not state.actors():
            break
        referee.do(*state.pick(rng))


def _assert_waits_for_actors(setup: Setup, state: State) -> None:
    """Somebody holds up the table, or chance goes on; and every view says who, in the same words."""
    waiting = state.waiting()
    assert waiting == sorted(set(waiting)), "somebody is waited for twice"
    assert set(waiting) <= set(state.actors()), "the table waits for one who cannot act"
    assert waiting or not state.actors() or CHANCE in state.actors(), "nobody is waited for"
    for viewer in viewers(setup.seats):
        assert setup.game.view(state, viewer)["waiting"] == waiting, "a view waits for somebody else"


def _assert_time_is_chance(state: State) -> None:
    """Chance beside seats is time, and time has no alternatives."""
    actors = state.actors()
    assert state.beats() or CHANCE not in actors or actors == (CHANCE,), "chance and a seat, but no beats"
    if state.beats():
        assert len(state.outcomes()) == 1, "a beat is a beat"


def _assert_refused(referee: Referee, actor: Actor, text: str) -> None:
    why = None
    try:
        referee.act(actor, text)
    except IllegalAction as refusal:
        why = str(refusal)
    assert why is not None, f"{actor} was allowed to {text!r}"
    assert why.strip(), "a refusal says why"


def law_3_replays_are_equal(setup: Setup, seed: int) -> None:
    """Replaying the log gives the same views, byte for byte."""
    referee = setup.walk(seed)
    file = gamefile.write(setup.game, setup.seats, setup.options, referee.log)
    again = gamefile.replay(io.BytesIO(file.encode()), "law-3")
    assert again.log == referee.log
    for viewer in viewers(setup.seats):
        assert dumps(again.view(viewer)) == dumps(referee.view(viewer))
        assert dumps(again.feed(viewer)) == dumps(referee.feed(viewer))


def law_4_equal_feeds_equal_views(setup: Setup, seed: int) -> None:
    """Two games that told a seat the same show it the same, whatever else differs."""
    rng = Generator(seed, stream=4)
    viewer = viewers(setup.seats)[rng.below(setup.seats + 1)]
    length = len(setup.walk(seed, acts=120).log)
    one = setup.walk(seed, acts=rng.below(length))
    other = setup.referee()
    other.state = setup.game.sample(one.view(viewer), one.feed(viewer), rng)
    for _ in range(60):
        _assert_shows_the_same(setup.game, one, other, viewer)
        if not _go_on_alike(setup.game, one, other, viewer, rng):
            return


def _assert_shows_the_same(game: Game, one: Referee, other: Referee, viewer: Seat | None) -> None:
    assert dumps(one.view(viewer)) == dumps(other.view(viewer)), "equal feeds, different views"
    if viewer is not None:
        mine = own_texts(game, one.state, viewer)
        assert mine == own_texts(game, other.state, viewer), "equal feeds, different legal actions"
        assert (viewer in one.state.actors()) == (viewer in other.state.actors())
    pace = one.state.draws(), one.state.beats()
    assert pace == (other.state.draws(), other.state.beats()), "equal feeds, but time goes on differently"


def _go_on_alike(game: Game, one: Referee, other: Referee, viewer: Seat | None, rng: Generator) -> bool:
    """Let both games go on so that the viewer hears the same; False when that cannot be."""
    if not one.state.actors():
        return False
    actor, action = one.state.pick(rng)
    told = _told(one.do(actor, action), viewer)
    if actor not in other.state.actors():
        return not told
    text = one.log[-1][1]
    candidates = other.state.legal_actions(actor)
    candidates.sort(key=lambda candidate: game.text(other.state, actor, candidate) != text)
    for candidate in candidates[:60]:
        trial = other.state.copy()
        trial.trace = []
        trial.apply(actor, candidate)
        if _told(trial.trace, viewer) == told:
            other.do(actor, candidate)
            return True
    return not told


def _told(events: list[Event] | None, viewer: Seat | None) -> Log:
    heard = [(event.actor, event.told(viewer)) for event in events or []]
    return [(actor, text) for actor, text in heard if text is not None]


def law_4_by_feed(setup: Setup, games: int, acts: int) -> None:
    """Games that told a seat the same up to the first decision, and since, show it the same."""
    start = setup.referee()
    rng = Generator(1)
    while not any(actor != CHANCE for actor in start.state.actors()):
        start.do(*start.state.pick(rng))
    everybody = viewers(setup.seats)
    for viewer in everybody:
        shown: dict[str, str] = {}
        for _ in range(games // len(everybody)):
            referee = setup.referee()
            referee.state = setup.game.sample(start.view(viewer), start.feed(viewer), rng)
            while referee.state.actors() and len(referee.log) < acts:
                referee.do(*referee.state.pick(rng))
            texts = own_texts(setup.game, referee.state, viewer) if viewer is not None else []
            what = dumps([referee.view(viewer), texts])
            assert shown.setdefault(dumps(referee.feed(viewer)), what) == what, "equal feeds, different views"


def law_5_samples_fit(setup: Setup, seed: int) -> None:
    """A world sampled from a view and feed shows that seat the same view and legal actions."""
    rng = Generator(seed, stream=5)
    referee = setup.walk(seed, acts=rng.below(200))
    for viewer in viewers(setup.seats):
        view, feed = referee.view(viewer), referee.feed(viewer)
        given = dumps([view, feed])
        world = setup.game.sample(view, feed, rng)
        assert dumps([view, feed]) == given, "sampling changed what it was given"
        assert dumps(setup.game.view(world, viewer)) == dumps(view), "a sampled world shows something else"
        if viewer is not None:
            mine = own_texts(setup.game, referee.state, viewer)
            assert own_texts(setup.game, world, viewer) == mine
        for _ in range(LONGEST_GAME):
            if not world.step(rng):
                break
        assert not world.actors(), "a sampled world cannot be played to its end"


def law_5_right_frequency(setup: Setup, acts: int, samples: int) -> None:
    """Samples reach every consistent world as often as chance and hidden choices make it."""
    for seed in range(1, 7):
        referee = setup.walk(seed, acts)
        checked = [_right_frequency(setup, referee, viewer, samples) for viewer in (0, setup.seats - 1)]
        if any(checked):
            return
    raise OutOfSight(str(setup))


def _right_frequency(setup: Setup, referee: Referee, viewer: Seat, samples: int) -> bool:
    """False if only one world fits: then there is nothing to compare."""
    worlds = consistent_worlds(setup, referee.feed(viewer), viewer)
    if len(worlds) == 1:
        return False
    rng = Generator(len(referee.log), stream=6)
    view, feed = referee.view(viewer), referee.feed(viewer)
    seen = Counter(
        all_views(setup.game, setup.game.sample(view, feed, rng), setup.seats) for _ in range(samples)
    )
    assert set(seen) <= set(worlds), "a sampled world does not fit"
    assert_frequencies(seen, worlds, samples)
    return True


def assert_frequencies(seen: Counter[str], worlds: dict[str, float], samples: int) -> None:
    """A chi-square test at about one in a million; rare worlds are put together."""
    total = sum(worlds.values())
    chi_square, degrees, rare_seen, rare_expected = 0.0, -1, 0.0, 0.0
    for world, weight in worlds.items():
        expected = samples * weight / total
        if expected < 5:
            rare_seen += seen[world]
            rare_expected += expected
        else:
            chi_square += (seen[world] - expected) ** 2 / expected
            degrees += 1
    if rare_expected:
        chi_square += (rare_seen - rare_expected) ** 2 / rare_expected
        degrees += 1
    if degrees > 0:
        z = ((chi_square / degrees) ** (1 / 3) - 1 + 2 / (9 * degrees)) / (2 / (9 * degrees)) ** 0.5
        assert z < 4.9, (
            f"the samples are not drawn evenly: chi-square {chi_square:.1f} with {degrees} degrees"
        )


def consistent_worlds(setup: Setup, feed: Log, viewer: Seat | None) -> dict[str, float]:
    """All worlds in which a seat was told this, by brute force, with their weights.

    Chance has its own weights; a choice that the seat did not see whole counts as made at random;
    of an open choice only matters that it was possible.
    """
    game = setup.game
    level: list[tuple[State, int, float]] = [(setup.referee().state, 0, 1.0)]
    worlds: dict[str, float] = {}
    visits = 0
    while level:
        state, heard, weight = level.pop()
        visits += 1
        if visits > MOST_VISITS:
            raise TooManyWorlds(str(setup))
        if heard == len(feed):
            world = all_views(game, state, setup.seats)
            worlds[world] = worlds.get(world, 0.0) + weight
            continue
        actor = feed[heard][0]
        if actor not in state.actors():
            continue
        weights = dict(state.outcomes()) if actor == CHANCE else dict.fromkeys(state.legal_actions(actor), 1)
        for action, share in weights.items():
            trial = state.copy()
            trial.trace = []
            trial.apply(actor, action)
            told = _told(trial.trace, viewer)
            if told == feed[heard : heard + len(told)]:
                hidden = actor == CHANCE or told[:1] != [(actor, game.text(state, actor, action))]
                factor = share / sum(weights.values()) if hidden else 1.0
                trial.trace = None
                level.append((trial, heard + len(told), weight * factor))
    return worlds


def law_6_texts_parse_back(setup: Setup, seed: int) -> None:
    """Action texts are unique, parse back, and keep their order."""
    referee = setup.referee()
    rng = Generator(seed)
    for acts in range(300):
        state = referee.state
        if not state.actors():
            break
        for actor in state.actors():
            actions = state.legal_actions(actor)
            assert actions == state.legal_actions(actor)
            if acts % 5 == 0:
                texts = [setup.game.text(state, actor, action) for action in actions]
                assert len(set(texts)) == len(texts), "two actions have one text"
                assert [setup.game.parse(state, actor, text) for text in texts] == actions
                assert all(" ".join(text.split()) == text for text in texts)
        referee.do(*state.pick(rng))


def law_6_weights_fit(setup: Setup, seed: int) -> None:
    """What chance may do has positive weights that add up to what it counts."""
    referee = setup.referee()
    rng = Generator(seed)
    for _ in range(300):
        state = referee.state
        if not state.actors():
            break
        outcomes = state.outcomes()
        assert bool(outcomes) == (CHANCE in state.actors())
        if outcomes:
            assert sum(weight for _, weight in outcomes) == state.count(CHANCE)
            assert [outcome for outcome, _ in outcomes] == state.legal_actions(CHANCE)
            assert all(weight > 0 for _, weight in outcomes)
        referee.do(*state.pick(rng))


def perft(state: State, depth: int) -> int:
    """How many lines of so many acts there are from here."""
    if depth == 0:
        return 1
    count = 0
    for actor in state.actors():
        actions = state.legal_actions(actor)
        if depth == 1:
            count += len(actions)
            continue
        for action in actions:
            after = state.copy()
            after.apply(actor, action)
            count += perft(after, depth - 1)
    return count
