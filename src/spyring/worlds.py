"""A slow, exact `sample` for any game: it follows every world that fits the seat's feed, line by line.

It weighs worlds as in ADR 3. It needs a game in which everybody hears of every act, if only that it
happened. It is meant for a game's first version; a game with many secrets needs its own.
"""

from collections.abc import Callable
from typing import Any

from spyring.core import CHANCE, Actor, Event, Log, Options, Seat, State, View
from spyring.generator import Generator

New = Callable[[int, Options], State]
Text = Callable[[State, Actor, int], str]
Weighed = list[tuple[State, float]]


def fields(state: State) -> tuple[tuple[str, Any], ...]:
    """All fields of a position by name, to compare two positions; who is listening does not count."""
    names = set(getattr(type(state), "__mypyc_attrs__", None) or vars(state))
    for kind in type(state).__mro__:  # a field may still have the default of its class
        names.update(getattr(kind, "__annotations__", ()))
    return tuple((name, repr(getattr(state, name, None))) for name in sorted(names) if name != "trace")


def told(events: list[Event], seat: Seat | None) -> Log:
    """What a seat, or an onlooker, hears of these events."""
    heard = [(event.actor, event.told(seat)) for event in events]
    return [(actor, text) for actor, text in heard if text is not None]


def slow_sample(new: New, text: Text) -> Callable[[View, Log, Generator], State]:
    """A `sample` for a game with these rules and texts; it caches the worlds of the last feed."""
    kept: list[tuple[object, Weighed]] = []

    def sample(view: View, feed: Log, rng: Generator) -> State:
        asked = view["seats"], dict(view["options"]), view.get("seat"), list(feed)
        if not kept or kept[0][0] != asked:
            kept[:] = [(asked, _worlds(new(view["seats"], view["options"]), text, feed, view.get("seat")))]
        worlds = kept[0][1]
        return worlds[rng.draw([weight for _, weight in worlds])][0].copy()

    return sample


def _worlds(start: State, text: Text, feed: Log, seat: Seat | None) -> Weighed:
    worlds: Weighed = [(start, 1.0)]
    heard = 0
    while heard < len(feed):
        after: dict[object, tuple[State, float]] = {}
        lines = 0
        for state, weight in worlds:
            for world, factor, said in _steps(state, text, feed[heard:], seat):
                key = fields(world)
                after[key] = world, weight * factor + after.get(key, (world, 0.0))[1]
                lines = said
        worlds = list(after.values())
        assert worlds, "no world fits this feed"
        heard += lines
    return worlds


def _steps(state: State, text: Text, feed: Log, seat: Seat | None) -> list[tuple[State, float, int]]:
    """What may have happened next, given what the seat was told: each world, its weight, and its lines."""
    actor = feed[0][0]
    if actor not in state.actors():
        return []
    weights = dict(state.outcomes()) if actor == CHANCE else dict.fromkeys(state.legal_actions(actor), 1)
    found = []
    for action, share in weights.items():
        world = state.copy()
        world.trace = []
        world.apply(actor, action)
        said = told(world.trace, seat)
        world.trace = None
        assert said, "a seat hears of every act"
        if said == feed[: len(said)]:
            open_choice = actor != CHANCE and said[0] == (actor, text(state, actor, action))
            found.append((world, 1.0 if open_choice else share / sum(weights.values()), len(said)))
    return found
