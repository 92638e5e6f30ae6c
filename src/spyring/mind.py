"""A mind: what one seat believes and wants through one game, made of its views and its feed alone."""

from spyring.core import Actor, Log, Seat, State, View
from spyring.generator import Generator
from spyring.playout import Policy


class Mind:
    """A game's own mind, in its `bot.py`, says what it believes and what it likes; the rest has defaults."""

    policy: Policy = Policy()  # how all seats are thought to play on in a search

    def __init__(self, view: View) -> None:
        self.seat: Seat = view["seat"]
        self.seats: int = view["seats"]
        self.view = view
        self.thorough = False  # whether there is time to think: then it may read more out of what it hears

    def hear(self, view: View, lines: Log) -> None:
        """Take in the lines of the feed that are new, and the view after them."""
        for actor, text in lines:
            self.listen(actor, text)
        self.view = view
        self.look()

    def listen(self, actor: Actor, text: str) -> None:
        """Take in one line."""

    def look(self) -> None:
        """Take in the view, after the lines that led to it."""

    def options(self, legal: list[str]) -> list[str]:
        """What to choose from: the legal texts, and `""` where doing nothing is a choice."""
        return legal

    def weigh(self, options: list[str], rng: Generator) -> list[float]:
        """How good each of them looks."""
        return [0.0] * len(options)

    def searches(self, options: list[str]) -> bool:
        """Whether a search would know better than `weigh`."""
        return True

    def draw(self, rng: Generator) -> State:
        """A world, as likely as this mind thinks it is."""
        raise AssertionError("a mind imagines worlds")

    def claim(self, text: str, rng: Generator) -> str:
        """What to say at the table before doing this, true or not; `""` for nothing."""
        return ""
