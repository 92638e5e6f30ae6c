"""A mind: what one seat believes and wants during one game, from its views and its feed alone."""

from spyring.core import Actor, Log, Seat, State, View
from spyring.generator import Generator
from spyring.playout import Policy
from spyring.temper import STEADY, TEMPERS, Temper, Trust


class Mind:
    """What a game's `bot.py` implements: what a seat believes and prefers. The rest has defaults."""

    policy: Policy = Policy()  # how a search assumes that all seats play on

    def __init__(self, view: View) -> None:
        self.seat: Seat = view["seat"]
        self.seats: int = view["seats"]
        self.view = view
        self.temper = TEMPERS[STEADY]
        self.trust = Trust(self.seats)
        self.number = 0  # of the line that it listens to, in its feed
        self.thorough = False

    def be(self, temper: Temper, *, thorough: bool = False) -> None:
        """Talk, listen and take risks like this; if there is time to think, read more into what it hears."""
        self.temper = self.trust.temper = temper
        self.thorough = thorough

    def hear(self, view: View, lines: Log) -> None:
        """Take in the new lines of the feed, and the view after them."""
        for actor, text in lines:
            self.listen(actor, text)
            self.number += 1
        self.view = view
        self.look()

    def listen(self, actor: Actor, text: str) -> None:
        """Take in one line."""

    def look(self) -> None:
        """Take in the view, after the lines that led to it."""

    def options(self, legal: list[str]) -> list[str]:
        """What to choose from: the legal texts, and `""` if doing nothing is a choice."""
        return legal

    def weigh(self, options: list[str], rng: Generator) -> list[float]:
        """How good each option looks."""
        return [0.0] * len(options)

    def searches(self, options: list[str]) -> bool:
        """Whether a search would know better than `weigh`."""
        return True

    def spell(self, options: list[str]) -> list[tuple[int, ...]] | None:
        """The parts of each option, if a search should choose them one by one; none begins with another."""
        return None

    def draw(self, rng: Generator) -> State:
        """A random world, drawn as often as this mind believes in it."""
        raise AssertionError("a mind imagines worlds")

    def believes(self) -> dict[tuple[Seat, str], float]:
        """How likely each seat is to be, or to have, what it may be, in the words of the game's `truth`."""
        return {}

    def surmises(self) -> dict[tuple[Seat, str], float]:
        """The same without working anything out: what somebody who watches well may make of it."""
        return self.believes()

    def fitting(self, feed: Log) -> dict[tuple[Seat, str], float]:
        """The same for somebody who heard this and only knows what fits the rules."""
        return {}

    def question(self, seat: Seat, kind: str) -> Seat | str:
        """Which question a belief belongs to: exactly one of its answers is true."""
        return seat

    def claim(self, text: str, rng: Generator) -> str:
        """What to say at the table before this act, true or not; `""` for nothing.

        The act is `""` if there is none: then only a question is answered.
        """
        return ""
