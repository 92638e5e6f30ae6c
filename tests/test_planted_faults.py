"""Tests of the tests: every law fails on a game with a fault planted in it."""

import json
import zlib
from dataclasses import replace
from itertools import count

import golden
import laws
import pytest
from faulty import Faulty, faulty

from spyring.core import CHANCE
from spyring.games import games
from spyring.generator import Generator

GAMES = pytest.mark.parametrize("game", games().values(), ids=games())
SEEDS = range(12)


def smallest(game) -> laws.Setup:
    return laws.Setup(game, game.seats[0], {})


def finds(law, game, seeds=SEEDS) -> None:
    """The law is broken by at least one of a few games."""
    broken = 0
    for seed in seeds:
        try:
            law(smallest(game), seed)
        except AssertionError:
            broken += 1
    assert broken, "the law did not find the fault"


@GAMES
def test_no_fault_none_found(game):
    """The wrapping itself is not what the laws find."""
    setup = smallest(faulty(game, Faulty))
    laws.law_2_only_actors_act(setup, 1)
    laws.law_4_equal_feeds_equal_views(setup, 1)
    laws.law_5_samples_fit(setup, 1)
    laws.law_6_texts_parse_back(setup, 1)
    assert golden.counts(setup) == golden.counts(smallest(game))


@GAMES
def test_law_1_finds_scores_for_a_seat_too_many(game):
    class TooMany(Faulty):
        def scores(self):
            return [*self.right.scores(), 0]

    finds(laws.law_1_walks_end, faulty(game, TooMany), [1])


@GAMES
def test_law_1_finds_a_copy_that_is_not_apart(game):
    class Shared(Faulty):
        def copy(self):
            return Shared(self.right)

    finds(laws.law_1_walks_end, faulty(game, Shared), [1])


@GAMES
def test_law_2_finds_a_referee_that_lets_everything_in(game):
    class Lax(Faulty):
        def allows(self, actor, action):
            return True

        def apply(self, actor, action):
            if self.right.allows(actor, action):
                super().apply(actor, action)

    finds(laws.law_2_only_actors_act, faulty(game, Lax), [1])


@GAMES
def test_law_2_finds_a_table_that_waits_for_one_who_cannot_act(game):
    class Impatient(Faulty):
        def waiting(self):
            return sorted({0, *self.right.waiting()})

    def view(state, seat):
        return {**game.view(state.right, seat), "waiting": state.waiting()}

    finds(laws.law_2_only_actors_act, replace(faulty(game, Impatient), view=view), [1])


@GAMES
def test_law_2_finds_a_view_that_waits_for_somebody_else(game):
    def view(state, seat):
        return {**game.view(state.right, seat), "waiting": []}

    finds(laws.law_2_only_actors_act, replace(faulty(game, Faulty), view=view), [1])


def test_law_2_finds_time_that_is_not_said_to_be_time():
    class Timeless(Faulty):
        def beats(self):
            return False

    finds(laws.law_2_only_actors_act, faulty(games()["wink"], Timeless), [1])


@GAMES
def test_law_2_finds_a_turn_that_is_said_to_be_time(game):
    class Ticking(Faulty):
        def beats(self):
            return True

    finds(laws.law_2_only_actors_act, faulty(game, Ticking), [1])


@GAMES
def test_law_2_finds_actions_of_one_who_is_no_actor(game):
    class Eager(Faulty):
        def legal_actions(self, actor):
            return self.right.legal_actions(actor) or [0]

    finds(laws.law_2_only_actors_act, faulty(game, Eager), [1])


@GAMES
def test_law_3_finds_a_view_that_is_not_made_of_the_log(game):
    tick = count()
    finds(
        laws.law_3_replays_are_equal,
        replace(game, view=lambda state, seat: game.view(state, seat) | {"tick": next(tick)}),
        [1],
    )


def leaky(game):
    """The same game, but a seat's view holds the next seat's."""

    def view(state, seat):
        shown = game.view(state, seat)
        if seat is not None:
            shown["leak"] = game.view(state, (seat + 1) % shown["seats"])
        return shown

    return replace(game, view=view)


@GAMES
def test_law_4_finds_a_view_that_shows_the_neighbours_secrets(game):
    finds(laws.law_4_equal_feeds_equal_views, leaky(game))


@GAMES
def test_law_4_by_feed_finds_a_view_that_shows_the_neighbours_secrets(game):
    finds(lambda setup, seed: laws.law_4_by_feed(setup, games=200, acts=1), leaky(game), [1])


@GAMES
def test_law_4_finds_a_secret_that_lets_time_go_on(game):
    class Telling(Faulty):
        def draws(self):
            return self.right.draws() != (
                zlib.crc32(laws.all_views(game, self.right, game.seats[0]).encode()) % 2 == 0
            )

    finds(laws.law_4_equal_feeds_equal_views, faulty(game, Telling))


@GAMES
def test_law_4_finds_legal_actions_that_tell(game):
    class Telling(Faulty):
        """A seat that acts lacks an action whenever the next seat's view is of an odd length."""

        def legal_actions(self, actor):
            actions = self.right.legal_actions(actor)
            if actor == CHANCE or len(actions) < 2:
                return actions
            shown = json.dumps(game.view(self.right, (actor + 1) % len(self.right.scores())))
            return actions[len(shown) % 2 :]

    finds(laws.law_4_equal_feeds_equal_views, faulty(game, Telling), range(40))


@GAMES
def test_law_5_finds_a_sampler_that_deals_anew(game):
    def careless(view, feed, rng):
        state = game.new(view["seats"], game.settle(view["seats"], view["options"]))
        for _ in feed:
            state.step(rng)
        return state

    finds(laws.law_5_samples_fit, replace(game, sample=careless))


@GAMES
def test_law_5_finds_a_sampler_without_chance(game):
    biased = replace(game, sample=lambda view, feed, rng: game.sample(view, feed, Generator(7)))
    with pytest.raises((AssertionError, laws.TooManyWorlds)) as found:
        laws.law_5_right_frequency(smallest(biased), acts=5, samples=2000)
    if found.type is laws.TooManyWorlds:  # then the chi-square itself is what can be shown to fail
        with pytest.raises(AssertionError):
            laws.assert_frequencies(laws.Counter({"a": 2000}), {"a": 0.5, "b": 0.5}, 2000)


@GAMES
def test_law_6_finds_two_actions_with_one_text(game):
    finds(
        laws.law_6_texts_parse_back,
        replace(game, text=lambda state, actor, action: game.text(state, actor, action).split()[0]),
        [1],
    )


@GAMES
def test_law_6_finds_a_text_that_is_read_as_another(game):
    def misread(state, actor, text):
        actions = state.legal_actions(actor)
        return actions[actions.index(game.parse(state, actor, text)) - 1]

    finds(laws.law_6_texts_parse_back, replace(game, parse=misread), [1])


@GAMES
def test_law_6_finds_weights_that_do_not_add_up(game):
    class Loaded(Faulty):
        def outcomes(self):
            return [(outcome, weight + 1) for outcome, weight in self.right.outcomes()]

    finds(laws.law_6_weights_fit, faulty(game, Loaded), [1])


@GAMES
def test_law_7_finds_a_missing_action(game):
    class Forgetful(Faulty):
        def legal_actions(self, actor):
            actions = self.right.legal_actions(actor)
            return actions[1:] if len(actions) > 2 else actions

    assert golden.counts(smallest(faulty(game, Forgetful))) != golden.counts(smallest(game))


@GAMES
def test_law_7_finds_a_view_that_changed(game, monkeypatch):
    path = min(golden.folder(game).glob("*.game"))
    changed = replace(game, view=lambda state, seat: game.view(state, seat) | {"new": 1})
    monkeypatch.setitem(games(), game.key, changed)
    assert golden.views(path) != path.with_suffix(".views").read_text()
