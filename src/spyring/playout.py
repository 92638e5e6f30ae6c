"""Complete random games: the innermost loop of simulation and search."""

from spyring._native import i64, mypyc_attr
from spyring.core import Actor, State
from spyring.generator import Generator


@mypyc_attr(allow_interpreted_subclasses=True, acyclic=True)
class Policy:
    """How all seats play in a playout, and what they want: here at random; a game may know better."""

    def pick(self, state: State, rng: Generator) -> tuple[Actor, i64]:
        """What happens next."""
        return state.pick(rng)

    def step(self, state: State, rng: Generator) -> bool:
        """Do what `pick` says; False when the game is over."""
        return state.step(rng)

    def reward(self, state: State, seat: int) -> float:
        """What a finished game is worth to a seat; a shared win counts in part."""
        winners = state.winners()
        if seat in winners:
            return 1.0 / len(winners)
        return 0.0

    def plans(self) -> bool:
        """Whether a search plans later acts too: no, if seats would then act on what is hidden from them."""
        return True


def playout(state: State, rng: Generator) -> i64:
    """Play on at random to the end; returns the number of acts, chance included."""
    acts: i64 = 0
    while state.step(rng):
        acts += 1
    return acts


def playouts(start: State, games: i64, rng: Generator) -> i64:
    """Play a number of games from one position; returns the number of acts in all of them."""
    acts: i64 = 0
    for _ in range(games):
        acts += playout(start.copy(), rng)
    return acts
