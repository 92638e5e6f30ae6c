"""For the story after a game: who held which numbers, and how sure the others were.

Only what a seat was told counts, not how well somebody would have read it: all deals that fit are equally
likely.
"""

from collections import Counter
from typing import Final, cast

from spyring.core import Log, State, View
from spyring.games.wink.fits import Fits
from spyring.games.wink.rules import Wink
from spyring.games.wink.worlds import Worlds
from spyring.generator import Generator

SIGHTS: Final = ("wink",)
ACCUSATIONS: Final = ("guess", "accuse")
IDLE: Final = ("look", "beat", "say")  # most lines of a game are these, and they tell nothing about the hands
DRAWS: Final = 200  # sampled deals, to estimate where a number is


def truth(state: State) -> list[list[str]]:
    """The numbers that each seat holds."""
    wink = cast(Wink, state)
    return [[str(number) for number in sorted(wink.hand(seat))] for seat in range(wink.seats)]


def played(text: str) -> str:
    """There are no cards to play; what counts is who guesses, and who accuses."""
    verb = text.partition(" ")[0]
    return verb if verb in ACCUSATIONS else ""


class Knowledge:
    """What could be known at one seat."""

    def __init__(self, view: View) -> None:
        self.worlds = Worlds(view, [])
        self.told: tuple[list[int], list[int]] = ([], [])
        self.ways = 1
        self.drawn: dict[int, Counter[int]] = {}  # how often each hidden number lay where

    def hear(self, view: View, lines: Log) -> None:
        """Take in what is new."""
        worlds = self.worlds
        for actor, text in lines:
            worlds.hear(actor, text)
        if all(text.startswith(IDLE) for _, text in lines):
            return
        worlds.settle()
        told = (worlds.room, [worlds.allowed[number] for number in worlds.hidden])
        if told != self.told:
            self.told = told
            self._count(Fits(*told))

    def _count(self, fits: Fits) -> None:
        rng = Generator(len(self.worlds.hidden))
        self.ways = round(fits.ways[fits.all_room])
        draws = [fits.draw(rng) for _ in range(DRAWS)]
        self.drawn = {
            number: Counter(draw[place] for draw in draws) for place, number in enumerate(self.worlds.hidden)
        }

    def possible(self) -> int:
        """How many deals fit what this seat was told."""
        return self.ways

    def sure(self, state: State) -> list[float | None]:
        """By seat, how likely it looked that it holds its numbers, taken together."""
        hands = [[int(number) for number in numbers] for numbers in truth(state)]
        return [
            None
            if seat == self.worlds.seat or not hand
            else sum(self._share(n, seat) for n in hand) / len(hand)
            for seat, hand in enumerate(hands)
        ]

    def _share(self, number: int, seat: int) -> float:
        if number in self.drawn:
            return self.drawn[number][seat] / DRAWS
        return float(number in self.worlds.known[seat])
