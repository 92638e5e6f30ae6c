"""How a game of Wink is thought to go on: turn by turn, without the eyes."""

from typing import Final, cast

from spyring._native import i64, mypyc_attr
from spyring.core import CHANCE, Actor, State
from spyring.games.wink.bits import bit, count_bits, nth_bit, skip
from spyring.games.wink.codes import ACCUSE_CODE, BEAT_CODE, GUESS_CODE, LEAVE_CODE, PLACE_CODE, SHIFT
from spyring.games.wink.position import GUESS, OVER, PLACE
from spyring.games.wink.rules import Wink
from spyring.generator import Generator
from spyring.playout import Policy

# Of a hundred turns, as good players play them.
CAUGHT: Final = 10  # partners are accused before the guess
FOUND: Final = 75  # and the rest of the guesses are right


@mypyc_attr(acyclic=True)
class Sensible(Policy):
    """Every seat finds its partner, or does not, as often as good players do."""

    def plans(self) -> bool:
        """No: several seats may act at any time."""
        return False

    def pick(self, state: State, rng: Generator) -> tuple[Actor, i64]:
        """What happens next."""
        table = cast(Wink, state)
        if table.stage == GUESS:
            accuser = self._accuser(table, rng)
            if accuser >= 0:
                return accuser, self._accusation(table)
            return table.active, self._guess(table, rng)
        if table.stage == PLACE:
            if table.screen and table.turn_beats < table.beats:
                return CHANCE, BEAT_CODE
            return table.active, self._place(table, rng)
        return table.pick(rng)

    def step(self, state: State, rng: Generator) -> bool:
        """Let it happen."""
        table = cast(Wink, state)
        if table.stage != GUESS and table.stage != PLACE:
            return table.step(rng)
        picked = self.pick(table, rng)
        table.apply(picked[0], picked[1])
        return table.stage != OVER

    def _accuser(self, table: Wink, rng: Generator) -> i64:
        """A seat that has found out who the active seat's partner is, or -1."""
        if rng.below(100) >= CAUGHT or table.accusable >> table.active & 1 == 0:
            return -1
        holder = table.holder_of(table.pawns[table.active])
        armed = table.armed & ~bit(table.active) & ~bit(holder)
        if armed == 0:
            return -1
        return nth_bit(armed, rng.below(count_bits(armed)))

    def _accusation(self, table: Wink) -> i64:
        number = table.pawns[table.active]
        return ACCUSE_CODE + table.holder_of(number) * SHIFT + number

    def _guess(self, table: Wink, rng: Generator) -> i64:
        if rng.below(100) < FOUND:
            return GUESS_CODE + table.holder_of(table.pawns[table.active])
        return GUESS_CODE + skip(rng.below(table.seats - 1), table.active)

    def _place(self, table: Wink, rng: Generator) -> i64:
        places = table.free_cards(table.active)
        if places == 0:
            return LEAVE_CODE
        return PLACE_CODE + nth_bit(places, rng.below(count_bits(places)))
