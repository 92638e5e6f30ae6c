"""The contract between the games and everything that plays them: six nouns, and no seventh.

`Game`    the manifest of one game's folder: what it is called, who may play, and its functions.
`State`   one position, secrets included.
Action    inside the rules a small integer from the game's code book; outside it its text, the notation.
`Event`   what happened, and who is told: the one place where secrecy is declared.
view      plain JSON for one seat or for an onlooker (`None`), built up from nothing.
log       the list of `(actor, text)`; with game, seats and options it is all that is stored.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import product
from typing import Any, Final, Literal, NamedTuple

from spyring._native import i64, mypyc_attr
from spyring.generator import Generator

Seat = int
Actor = Seat | Literal["chance"]
Line = tuple[Actor, str]
Log = list[Line]
Options = dict[str, str]
View = dict[str, Any]
Ending = list[dict[str, Any]]  # reasons, the main one first: each an "id" and what it says about whom

CHANCE: Final = "chance"


@mypyc_attr(native_class=False)
class UnreadableText(ValueError):
    """A text that is not in the game's notation; the message says what would be."""


@mypyc_attr(native_class=False)
class IllegalAction(ValueError):
    """An act that the rules forbid in this position; the message tells whoever tried it why."""


class Event(NamedTuple):
    """What happened: `text` is told to the seats in `to` (None: everybody), `others` to all the rest.

    With `again` the text is told once: who was told and asks again hears that instead.
    """

    actor: Actor
    text: str
    to: tuple[Seat, ...] | None = None
    others: str | None = None
    again: str | None = None

    def told(self, seat: Seat | None) -> str | None:
        """What this seat, or an onlooker, hears of it; None if nothing at all."""
        if self.to is None or (seat is not None and seat in self.to):
            return self.text
        return self.others


@mypyc_attr(allow_interpreted_subclasses=True, acyclic=True)
class State:
    """One position. A game implements the first seven methods; the others follow from them."""

    # With a default, the compiler knows that every instance has them, and does not check each time.
    trace: list[Event] | None = None  # receives the events, if anybody is listening
    seats: i64 = 0

    def __init__(self, seats: i64, options: Options) -> None:
        self.seats = seats
        self.options = options  # settled; shared by all copies and never changed

    def actors(self) -> tuple[Actor, ...]:
        """Who may act: `()` when the game is over, `("chance",)`, one seat, or several at once."""
        raise AssertionError("a game says who acts")

    def count(self, actor: Actor) -> i64:
        """How many actions an actor has; for chance, the sum of the weights of its outcomes."""
        raise AssertionError("a game counts its actions")

    def nth(self, actor: Actor, index: i64) -> i64:
        """The action at `index`; an outcome of weight 3 has three indices."""
        raise AssertionError("a game numbers its actions")

    def apply(self, actor: Actor, action: i64) -> None:
        """Do a legal action. The referee checks legality; this does not."""
        raise AssertionError("a game applies its actions")

    def copy(self) -> "State":
        """A copy of the position, with nobody listening."""
        raise AssertionError("a game copies its positions")

    def scores(self) -> list[int]:
        """Points by seat, so far or at the end."""
        raise AssertionError("a game scores its seats")

    def winners(self) -> list[int]:
        """The seats that have won, in ascending order; empty during the game, or if nobody won."""
        raise AssertionError("a game names its winners")

    def allows(self, actor: Actor, action: i64) -> bool:
        """Whether this actor may do this now."""
        if actor not in self.actors():
            return False
        return any(self.nth(actor, index) == action for index in range(self.count(actor)))

    def beats(self) -> bool:
        """Whether chance stands for time now, which is public: then only a clock decides when it acts."""
        return False

    def draws(self) -> bool:
        """Whether chance acts at once, because nobody else can act and no time has to pass."""
        return self.actors() == (CHANCE,) and not self.beats()

    def waiting(self) -> list[int]:
        """The seats that the table is waiting for, which is public; nobody, if time passes by itself."""
        actors = self.actors()
        if CHANCE in actors:
            return []
        return [seat for seat in actors if isinstance(seat, int)]

    def legal_actions(self, actor: Actor) -> list[int]:
        """All actions of an actor, each once, in the order of their numbers."""
        if actor not in self.actors():
            return []
        return list(dict.fromkeys([self.nth(actor, index) for index in range(self.count(actor))]))

    def outcomes(self) -> list[tuple[int, int]]:
        """What chance may do now, each with its weight."""
        weights: dict[int, int] = {}
        if CHANCE in self.actors():
            for index in range(self.count(CHANCE)):
                outcome = int(self.nth(CHANCE, index))
                weights[outcome] = weights.get(outcome, 0) + 1
        return list(weights.items())

    def pick(self, rng: Generator) -> tuple[Actor, i64]:
        """What uniformly random play does next: an actor and one of its actions."""
        actors = self.actors()
        actor = actors[0]
        if len(actors) > 1:
            actor = actors[rng.below(len(actors))]
        return actor, self.nth(actor, rng.below(self.count(actor)))

    def step(self, rng: Generator) -> bool:
        """One act of uniformly random play; False when the game is over."""
        if not self.actors():
            return False
        actor, action = self.pick(rng)
        self.apply(actor, action)
        return True


def heading(key: str, state: State, seat: Seat | None, *, phase: str, active: Seat | None) -> View:
    """The fields with which every view begins."""
    shown: View = {
        "game": key,
        "seats": int(state.seats),
        "options": dict(state.options),
        "phase": phase,
        "active": active,
        "waiting": state.waiting(),
    }
    if seat is not None:
        shown["seat"] = seat
    return shown


def plain_refusal(state: State, actor: Actor, action: int) -> str:
    """Why an act is not allowed, for a game without a better answer: it says only whose turn it is."""
    waited = [str(other) for other in state.actors()]
    if not waited:
        return "the game is over"
    if actor not in state.actors():
        return f"it is not your turn to act: the table waits for {', '.join(waited)}"
    return "that is not possible now"


@mypyc_attr(native_class=False)
@dataclass(frozen=True, kw_only=True)
class Option:
    """Something that a table chooses before the game; `read` returns the value as canonical text."""

    key: str
    default: str
    examples: tuple[str, ...]
    read: Callable[[str, int], str]
    where: Options = field(default_factory=dict, hash=False)  # it means nothing without these others


def choice(key: str, *values: str, where: Options | None = None) -> Option:
    """An option with a few fixed values, the first of them the default."""

    def read(value: str, seats: int) -> str:
        if value not in values:
            raise UnreadableText(f"option {key} is {' or '.join(values)}, not {value!r}")
        return value

    return Option(key=key, default=values[0], examples=values, read=read, where=where or {})


@mypyc_attr(native_class=False)
@dataclass(frozen=True, kw_only=True)
class Game:
    """The manifest of one game's folder."""

    key: str
    title: str
    seats: range
    options: tuple[Option, ...]
    new: Callable[[int, Options], State]
    text: Callable[[State, Actor, int], str]
    parse: Callable[[State, Actor, str], int]
    view: Callable[[State, Seat | None], View]
    sample: Callable[[View, Log, Generator], State]  # `slow_sample` in worlds.py will do for a first version
    refusal: Callable[[State, Actor, int], str] = plain_refusal
    ending: Callable[[State], Ending] | None = None  # if there is more to say than who won
    # The acts from which one is chosen when a clock runs out. None of them tells more about the seat's
    # secrets than the rules demand. Without this function, the choice follows from public knowledge
    # (server/table/timeouts.py).
    defaults: Callable[[State, Seat], list[int]] | None = None
    claims: Iterable[Any] = ()  # what can be said: a `Claims` table (claims.py)

    def setups(self) -> Iterator[tuple[int, Options]]:
        """Every number of seats with every meaningful combination of the options' examples."""
        for seats in self.seats:
            for values in product(*[option.examples for option in self.options]):
                chosen = {
                    option.key: value for option, value in zip(self.options, values, strict=True) if value
                }
                if all(self._means_something(option, chosen) for option in self.options):
                    yield seats, chosen

    def _means_something(self, option: Option, chosen: Options) -> bool:
        usual = chosen.get(option.key, option.default) == option.default
        return usual or option.where.items() <= chosen.items()

    def settle(self, seats: int, options: Options) -> Options:
        """All options of a table, as canonical text; raises UnreadableText for an unknown one."""
        if seats not in self.seats:
            raise UnreadableText(
                f"{self.title} is played by {self.seats[0]} to {self.seats[-1]} seats, not {seats}"
            )
        known = {option.key: option for option in self.options}
        for key in options:
            if key not in known:
                raise UnreadableText(f"{self.title} has no option {key!r}; it has {', '.join(known)}")
        return {key: option.read(options.get(key, option.default), seats) for key, option in known.items()}
