"""Bots, found by name: a bot gets what a browser gets, and answers with the text of an act.

`uniform` does anything legal. `easy` has the right ideas and makes mistakes. `normal` does what looks best,
at once. `hard` searches: for 0.4 s, for 200 ms as `hard:200ms`, or for 5,000 iterations as `hard:5000it`,
which the same seed repeats. Each of these may have a temper: `normal/gambler`.
"""

import re
import time
from math import exp
from typing import Protocol

from spyring.bots.minds import new_mind
from spyring.bots.search import NOTHING, Search
from spyring.core import Game, Log, Seat, State, UnreadableText, View
from spyring.generator import Generator
from spyring.mind import Mind
from spyring.temper import PARTNERS, STEADY, TEMPERS

NAMES = ("uniform", "easy", "normal", "hard")
HARD_SECONDS = 0.4
CANDIDATES = 20  # how many of the best-looking acts a search compares, if they are not chosen part by part
WORLDS = 120  # how many worlds a search alternates between
DRAWING = 0.25  # the largest share of the time for drawing worlds
RUN_SECONDS = 0.003  # roughly, between two looks at the clock
MISTAKES = 40  # percentage of decisions in which `easy` acts at random
BLUR = 1.5  # by how many points `easy` misjudges an act


class Bot(Protocol):
    """Plays one seat of one game. An `instant` bot answers at once; others take time to think."""

    instant: bool

    def choose(self, view: View, feed: Log, legal: list[str], rng: Generator) -> str:
        """One of the legal texts. If time passes without this seat (beats), `""` means "nothing now".

        In a game with claims, a claim may come first. It changes nothing, and the bot is asked again. A bot
        of a table that has nothing to do, but was asked a question, gets no legal texts: it says a claim, or
        `""`.
        """
        ...


class Uniform:
    """Does anything legal, everything with the same probability."""

    instant = True

    def choose(self, view: View, feed: Log, legal: list[str], rng: Generator) -> str:
        return legal[rng.below(len(legal))]


class Normal:
    """Does what looks best to the mind of a good player."""

    instant = True

    def __init__(self, game: Game, *, temper: str = STEADY) -> None:
        self.game = game
        self.temper = (TEMPERS | PARTNERS)[temper]
        self.mind: Mind | None = None
        self.heard: Log = []
        self.meant = ("", "")  # what it said last, and what it meant to do after that

    def think(self, view: View, feed: Log) -> Mind:
        """The mind of this seat, after it has heard everything."""
        mind = self.mind
        if mind is None or mind.seat != view["seat"] or feed[: len(self.heard)] != self.heard:
            mind = self.mind = new_mind(self.game, view)  # another game or seat than before
            mind.be(self.temper, thorough=not self.instant)
            self.heard = []
        mind.hear(view, feed[len(self.heard) :])
        self.heard = list(feed)
        return mind

    def choose(self, view: View, feed: Log, legal: list[str], rng: Generator) -> str:
        mind = self.think(view, feed)
        if not legal:
            return mind.claim("", rng)
        claim, text = self.meant
        self.meant = ("", "")
        if text in legal and feed and feed[-1] == (mind.seat, claim):
            return text
        text = self.decide(mind, mind.options(legal), rng)
        claim = mind.claim(text, rng)
        self.meant = claim, text
        return claim or text

    def decide(self, mind: Mind, options: list[str], rng: Generator) -> str:
        """What to do."""
        weights = mind.weigh(options, rng)
        best = max(weights)
        ties = [option for option, weight in zip(options, weights, strict=True) if weight >= best - 1e-9]
        return ties[rng.below(len(ties))]


class Easy(Normal):
    """Has the right ideas, with mistakes."""

    def decide(self, mind: Mind, options: list[str], rng: Generator) -> str:
        if rng.below(100) < MISTAKES:
            return options[rng.below(len(options))]
        weights = mind.weigh(options, rng)
        best = max(weights)
        shares = [exp((weight - best) / BLUR) for weight in weights]
        return options[rng.draw(shares)]


class Hard(Normal):
    """Searches through the worlds that its mind believes in."""

    instant = False

    def __init__(
        self,
        game: Game,
        *,
        seconds: float | None = HARD_SECONDS,
        iterations: int = 0,
        temper: str = STEADY,
    ) -> None:
        super().__init__(game, temper=temper)
        self.seconds = seconds  # None: a number of iterations instead
        self.iterations = iterations
        self.searched = 0
        self.began = 0.0

    def choose(self, view: View, feed: Log, legal: list[str], rng: Generator) -> str:
        self.began = time.perf_counter()
        return super().choose(view, feed, legal, rng)

    def decide(self, mind: Mind, options: list[str], rng: Generator) -> str:
        if len(options) == 1:
            return options[0]
        weights = mind.weigh(options, rng)
        chosen = sorted(range(len(options)), key=lambda n: (-weights[n], n))
        if not mind.searches(options):
            return options[chosen[0]]
        best = weights[chosen[0]]
        scale = max(best - weights[chosen[:CANDIDATES][-1]], 1e-9)
        spelled = mind.spell(options)
        if spelled is None:
            chosen = chosen[:CANDIDATES]
        worlds = self._draw_worlds(mind, rng)
        seat = mind.seat
        actions = [self._action(worlds[0], seat, options[n]) for n in chosen]
        seats = len(worlds[0].scores())
        priors = [max(1.5 - (best - weights[n]) / scale, 0.0) / seats for n in chosen]
        parts = [spelled[n] for n in chosen] if spelled else None
        search = Search(seat, actions, priors, worlds, mind.policy, parts)
        if self.seconds is None:
            search.run(self.iterations, rng)
        else:
            self._run_until(self.began + self.seconds, search, rng)
        self.searched += search.iterations
        return options[chosen[actions.index(search.best())]]

    def _draw_worlds(self, mind: Mind, rng: Generator) -> list[State]:
        """The worlds for a search; fewer if drawing them takes too long."""
        worlds = [mind.draw(rng)]
        while len(worlds) < WORLDS:
            if self.seconds is not None and time.perf_counter() - self.began > DRAWING * self.seconds:
                break
            worlds.append(mind.draw(rng))
        return worlds

    def _action(self, world: State, seat: Seat, text: str) -> int:
        return self.game.parse(world, seat, text) if text else NOTHING

    def _run_until(self, end: float, search: Search, rng: Generator) -> None:
        """Search in short runs, to keep to the clock and to let other threads run."""
        length = 1
        now = time.perf_counter()
        spent = 0.0
        while now + spent < end:
            search.run(length, rng)
            before, now = now, time.perf_counter()
            spent = now - before
            if spent < RUN_SECONDS / 2:
                length *= 2
            elif spent > RUN_SECONDS:
                length = max(length // 2, 1)


def bot_names(game: Game) -> list[str]:
    """The bots that can play a game, weakest first."""
    return list(NAMES)


def temper_names() -> list[str]:
    """The tempers that a table's host can choose, the usual one first."""
    return list(TEMPERS)


def find_bot(game: Game, name: str) -> Bot:
    """A new bot of this name for one seat of one game; raises UnreadableText if there is none."""
    level, slash, temper = name.partition("/")
    if slash and temper not in TEMPERS | PARTNERS:
        raise UnreadableText(
            f"there is no temper {temper!r}; it is one of {', '.join(TEMPERS)}, "
            f"or for the laboratory {', '.join(PARTNERS)}"
        )
    if slash and level == "uniform":
        raise UnreadableText("a uniform bot has no temper: it does anything legal, and says nothing")
    temper = temper or STEADY
    match level.split(":"):
        case ["uniform"]:
            return Uniform()
        case ["easy"]:
            return Easy(game, temper=temper)
        case ["normal"]:
            return Normal(game, temper=temper)
        case ["hard"]:
            return Hard(game, temper=temper)
        case ["hard", budget] if found := re.fullmatch(r"([1-9][0-9]{0,6})(ms|it)", budget):
            if found[2] == "ms":
                return Hard(game, seconds=int(found[1]) / 1000, temper=temper)
            return Hard(game, seconds=None, iterations=int(found[1]), temper=temper)
    raise UnreadableText(
        f"there is no bot {name!r}; choose one of {', '.join(NAMES)}, "
        "or give hard a budget, as in hard:200ms or hard:5000it; "
        "a temper comes after a slash, as in normal/gambler"
    )
