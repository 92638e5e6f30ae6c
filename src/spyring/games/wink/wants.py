"""How a game of Wink is thought to go on: turn by turn, without the eyes."""

from typing import Final, cast

from spyring._native import i64, mypyc_attr
from spyring.bits import bit, count_bits, nth_bit
from spyring.core import CHANCE, Actor, State
from spyring.games.wink.position import GUESS, OVER, PLACE
from spyring.games.wink.rules import Wink
from spyring.games.wink.verbs import ACCUSE_CODE, BEAT_CODE, GUESS_CODE, LEAVE_CODE, PLACE_CODE, SHIFT
from spyring.generator import Generator
from spyring.playout import Policy
from spyring.seats import skip

# Of a hundred, as in games of good players.
FOUND: Final = 95  # guesses are right, where nobody accused before
LATE: Final = 16  # cards in all hands, when most seats begin to spend their counter-espionage cards
KEEN: Final = 90  # turns in which somebody then accuses
BLUNT: Final = 70  # accusations of theirs are right
SPOTTED: Final = 20  # turns, at any time, in which one who reads all faces is nearly sure
SHARP: Final = 90  # accusations of that one are right


@mypyc_attr(acyclic=True)
class Sensible(Policy):
    """Every seat finds its partner, and is caught, as often as good players are; one seat reads faces."""

    def __init__(self, seat: i64) -> None:
        self.seat = seat

    def plans(self) -> bool:
        """No: several seats may act at any time."""
        return False

    def pick(self, state: State, rng: Generator) -> tuple[Actor, i64]:
        """What happens next."""
        table = cast(Wink, state)
        if table.stage == GUESS:
            accuser = self._accuser(table, rng)
            if accuser >= 0:
                return accuser, self._accusation(table, accuser, rng)
            return table.active, self._guess(table, rng)
        if table.stage == PLACE:
            if table.setup.screen and table.turn_beats < table.setup.beats:
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
        """A seat that thinks it knows who the active seat's partner is, or -1."""
        if table.accusable >> table.active & 1 == 0:
            return -1
        armed = table.armed & ~bit(table.active) & ~bit(table.holder_of(table.pawns[table.active]))
        if armed >> self.seat & 1 == 1 and rng.below(100) < SPOTTED:
            return self.seat
        armed &= ~bit(self.seat)
        if armed == 0 or count_bits(table.open) > LATE or rng.below(100) >= KEEN:
            return -1
        return nth_bit(armed, rng.below(count_bits(armed)))

    def _accusation(self, table: Wink, accuser: i64, rng: Generator) -> i64:
        number = table.pawns[table.active]
        accused = table.holder_of(number)
        right = SHARP if accuser == self.seat else BLUNT
        if rng.below(100) >= right:
            others = table.everyone() & ~bit(accuser) & ~bit(table.active) & ~bit(accused)
            accused = nth_bit(others, rng.below(count_bits(others)))
        return ACCUSE_CODE + accused * SHIFT + number

    def _guess(self, table: Wink, rng: Generator) -> i64:
        if rng.below(100) < FOUND:
            return GUESS_CODE + table.holder_of(table.pawns[table.active])
        return GUESS_CODE + skip(rng.below(table.seats - 1), table.active)

    def _place(self, table: Wink, rng: Generator) -> i64:
        places = table.free_cards(table.active)
        if places == 0:
            return LEAVE_CODE
        return PLACE_CODE + nth_bit(places, rng.below(count_bits(places)))
