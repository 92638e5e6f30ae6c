"""How a playout of Wink goes on: turn by turn, without eyes."""

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

# Percentages, as in games of good players.
FOUND: Final = 95  # guesses that are right, if nobody accused before
LATE: Final = 16  # cards in all hands, when most seats begin to spend their counter-espionage cards
KEEN: Final = 90  # turns in which somebody then accuses
BLUNT: Final = 70  # of these accusations are right
SPOTTED: Final = 20  # turns, at any time, in which a seat that reads all faces is nearly sure
SHARP: Final = 90  # of that seat's accusations are right


@mypyc_attr(acyclic=True)
class Sensible(Policy):
    """Every seat finds its partner, and is caught, as often as good players; one seat reads faces."""

    def __init__(self, seat: i64) -> None:
        self.seat = seat

    def plans(self) -> bool:
        """No: several seats may act at any time."""
        return False

    def pick(self, state: State, rng: Generator) -> tuple[Actor, i64]:
        """What happens next."""
        position = cast(Wink, state)
        if position.stage == GUESS:
            accuser = self._accuser(position, rng)
            if accuser >= 0:
                return accuser, self._accusation(position, accuser, rng)
            return position.active, self._guess(position, rng)
        if position.stage == PLACE:
            if position.setup.screen and position.turn_beats < position.setup.beats:
                return CHANCE, BEAT_CODE
            return position.active, self._place(position, rng)
        return position.pick(rng)

    def step(self, state: State, rng: Generator) -> bool:
        """Do it; False when the game is over."""
        position = cast(Wink, state)
        if position.stage != GUESS and position.stage != PLACE:
            return position.step(rng)
        picked = self.pick(position, rng)
        position.apply(picked[0], picked[1])
        return position.stage != OVER

    def _accuser(self, state: Wink, rng: Generator) -> i64:
        """A seat that thinks it knows who the active seat's partner is, or -1."""
        if state.accusable >> state.active & 1 == 0:
            return -1
        armed = state.armed & ~bit(state.active) & ~bit(state.holder_of(state.pawns[state.active]))
        if armed >> self.seat & 1 == 1 and rng.below(100) < SPOTTED:
            return self.seat
        armed &= ~bit(self.seat)
        if armed == 0 or count_bits(state.open) > LATE or rng.below(100) >= KEEN:
            return -1
        return nth_bit(armed, rng.below(count_bits(armed)))

    def _accusation(self, state: Wink, accuser: i64, rng: Generator) -> i64:
        number = state.pawns[state.active]
        accused = state.holder_of(number)
        right = SHARP if accuser == self.seat else BLUNT
        if rng.below(100) >= right:
            others = state.everyone() & ~bit(accuser) & ~bit(state.active) & ~bit(accused)
            accused = nth_bit(others, rng.below(count_bits(others)))
        return ACCUSE_CODE + accused * SHIFT + number

    def _guess(self, state: Wink, rng: Generator) -> i64:
        if rng.below(100) < FOUND:
            return GUESS_CODE + state.holder_of(state.pawns[state.active])
        return GUESS_CODE + skip(rng.below(state.seats - 1), state.active)

    def _place(self, state: Wink, rng: Generator) -> i64:
        places = state.free_cards(state.active)
        if places == 0:
            return LEAVE_CODE
        return PLACE_CODE + nth_bit(places, rng.below(count_bits(places)))
