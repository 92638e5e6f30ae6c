"""A small, fast random generator for simulations and bots; real deals never use it."""

from typing import Final, final

from spyring._native import i64, mypyc_attr

WORD: Final = 0xFFFFFFFF
GRAIN: Final = 1 << 31


@mypyc_attr(acyclic=True)
@final
class Generator:
    """sfc32 (Chris Doty-Humphrey): the same numbers from the same seed, interpreted or compiled."""

    def __init__(self, seed: int, stream: int = 0) -> None:
        self.a: i64 = seed & WORD
        self.b: i64 = (seed >> 32) & WORD
        self.c: i64 = stream & WORD
        self.counter: i64 = ((stream >> 32) + 1) & WORD
        for _ in range(16):
            self.word()

    def word(self) -> i64:
        """The next 32 random bits."""
        b = self.b
        c = self.c
        counter = self.counter
        word = (self.a + b + counter) & WORD
        self.counter = (counter + 1) & WORD
        self.a = b ^ (b >> 9)
        self.b = (c + (c << 3)) & WORD
        self.c = (((c << 21) | (c >> 11)) + word) & WORD
        return word

    def below(self, limit: i64) -> i64:
        """A number from 0 to limit - 1, for limits up to 2**31 (even to one part in 2**32 / limit)."""
        return (self.word() * limit) >> 32

    def fraction(self) -> float:
        """A number from 0 up to, but not including, 1."""
        return float(self.below(GRAIN)) / float(GRAIN)

    def draw(self, weights: list[float]) -> int:
        """A random index into a list of weights, each as likely as its weight."""
        point = self.fraction() * sum(weights)
        for place, weight in enumerate(weights):
            point -= weight
            if point < 0.0:
                return place
        return weights.index(max(weights))  # the weights were rounded

    def shuffle(self, items: list[int]) -> None:
        """Shuffle a list in place."""
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]
