"""Wink: find out who holds the twin of your card, from a wink that nobody else must see.

The numbers in the comments are those of rules.md. The order is: who may act, the deal, the turn,
counter-espionage, the end, what is told to whom, and random play. Looks and winks are in eyes.py.
"""

from typing import Final, final

from spyring._native import i64, mypyc_attr
from spyring.bits import bit, count_bits, nth_bit
from spyring.core import CHANCE, Actor, Event, Options
from spyring.games.wink.cards import BAN_SEATS, MOST_SEATS, NOWHERE
from spyring.games.wink.eyes import count_looks, look, may_wink, nth_look, strike_beat, unpack_wink, wink
from spyring.games.wink.position import (
    CHOOSE_FIRST,
    DEAL,
    GUESS,
    OVER,
    PLACE,
    Position,
    SetUp,
)
from spyring.games.wink.verbs import (
    ACCUSE_CODE,
    BEAT_CODE,
    BOOK,
    DEAL_CODE,
    DECLINE_CODE,
    FIRST_CODE,
    GUESS_CODE,
    LEAVE_CODE,
    LOOK_CODE,
    PLACE_CODE,
    SAY_CODE,
    SHIFT,
    WINK_CODE,
)
from spyring.generator import Generator
from spyring.seats import after, skip

# Chance as a number next to those of the seats: it deals and strikes the beat.
TABLE: Final = MOST_SEATS
CHANCE_ALONE: Final = 1 << TABLE


def _actors(bits: int) -> tuple[Actor, ...]:
    seats: list[Actor] = [seat for seat in range(MOST_SEATS) if bits >> seat & 1]
    if bits & CHANCE_ALONE:
        return (CHANCE, *seats)
    return tuple(seats)


ACTORS: Final[list[tuple[Actor, ...]]] = [_actors(bits) for bits in range(2 * CHANCE_ALONE)]

# Random play: an actor and its action in one number.
ACT_SHIFT: Final = 4096


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class Wink(Position):
    """One position of Wink."""

    def copy(self) -> "Wink":
        """The same position again, with nobody listening."""
        twin = Wink(self.setup)
        twin.stage = self.stage
        twin.active = self.active
        twin.first = self.first
        twin.round = self.round
        twin.deals = self.deals
        twin.pile = self.pile
        twin.open = self.open
        twin.down = self.down
        twin.stood_on = self.stood_on
        twin.accusable = self.accusable
        twin.armed = self.armed
        twin.looked = self.looked
        twin.winked = self.winked
        twin.beat = self.beat
        twin.turn_beats = self.turn_beats
        twin.unasked = self.unasked
        twin.hand_sizes = self.hand_sizes[:]
        twin.pawns = self.pawns[:]
        twin.counter = self.counter[:]
        twin.face_up = self.face_up[:]
        twin.face_down = self.face_down[:]
        if self.stage == DEAL:
            twin.dealt = self.dealt[:]
            twin.hands = self.hands[:]
        else:
            twin.dealt = self.dealt
            twin.hands = self.hands
        if self.setup.screen:
            twin.looks = self.looks[:]
            twin.watchers = self.watchers[:]
            twin.winks = self.winks[:]
        else:
            twin.looks = self.looks
            twin.watchers = self.watchers
            twin.winks = self.winks
        return twin

    # Who acts, and what they may do.

    def actors(self) -> tuple[Actor, ...]:
        """Chance, or everybody who may do something now: the active seat, accusers, eyes, and the beat."""
        if not self.in_turn():
            if self.stage == OVER:
                return ACTORS[0]
            return ACTORS[CHANCE_ALONE]
        acting = self._accusers()
        if self.may_act_in_turn():
            acting |= bit(self.active)
        if self.setup.screen:
            acting |= CHANCE_ALONE | self.everyone() & ~self.looked  # W44, W46
            for seat in range(self.seats):
                if acting >> seat & 1 == 0 and may_wink(self, seat):
                    acting |= bit(seat)
        return ACTORS[acting]

    def count(self, actor: Actor) -> i64:
        """How many actions an actor has."""
        return self._count_of(_number_of(actor))

    def nth(self, actor: Actor, index: i64) -> i64:
        """Number `index` of them: those of the turn first, then looks, a wink, accusations."""
        return self._nth_of(_number_of(actor), index)

    def allows(self, actor: Actor, action: i64) -> bool:
        """Whether this actor may do this now; claims are free for every seat (W60)."""
        if action >= SAY_CODE:
            return actor != CHANCE and self.in_turn()
        return super().allows(actor, action)

    def apply(self, actor: Actor, action: i64) -> None:
        """Do a legal action."""
        self._do(_number_of(actor), action)

    def in_turn(self) -> bool:
        """Whether the deal is over and the game is not."""
        return self.stage == GUESS or self.stage == PLACE

    def _count_of(self, seat: i64) -> i64:
        if seat == TABLE:
            return self._count_outcomes()
        if not self.in_turn():
            return 0
        count = self.count_accusations(seat)
        if seat == self.active:
            count += self._count_turn_acts()
        if self.setup.screen:  # W40, W46
            count += count_looks(self, seat)
            if may_wink(self, seat):
                count += 1
        return count

    def _nth_of(self, seat: i64, index: i64) -> i64:
        if seat == TABLE:
            return self._nth_outcome(index)
        if seat == self.active:
            acts = self._count_turn_acts()
            if index < acts:
                return self._nth_turn_act(index)
            index -= acts
        if self.setup.screen:
            looks = count_looks(self, seat)
            if index < looks:
                return LOOK_CODE + nth_look(self, seat, index)
            index -= looks
            if may_wink(self, seat):
                if index == 0:
                    return WINK_CODE
                index -= 1
        return self.nth_accusation(seat, index)

    def _do(self, seat: i64, action: i64) -> None:
        if self.trace is not None:
            self.trace.append(BOOK.event(self, _actor(seat), action))
        if action >= SAY_CODE:  # W60: a claim changes nothing
            return
        self.unasked &= ~bit(seat)
        if action >= ACCUSE_CODE:
            named = action - ACCUSE_CODE
            self._accuse(seat, named // SHIFT, named % SHIFT)
        elif action >= DEAL_CODE:
            self._deal((action - DEAL_CODE) % SHIFT)
        elif action >= PLACE_CODE:
            self._place(action - PLACE_CODE)
        elif action >= LOOK_CODE:
            look(self, seat, action - LOOK_CODE)
        elif action >= FIRST_CODE:
            self._begin(action - FIRST_CODE)
        elif action == BEAT_CODE:
            strike_beat(self)
        elif action == WINK_CODE:
            wink(self, seat)
        elif action == LEAVE_CODE:
            self._leave()
        elif action == DECLINE_CODE:
            self.stage = PLACE  # W13: the pawn stays where it is
        else:
            self._guess(action - GUESS_CODE)

    # Chance: the deal, the first seat, the beat.

    def _count_outcomes(self) -> i64:
        if self.stage == DEAL:
            return self.setup.numbers - self.deals
        if self.stage == CHOOSE_FIRST:
            return self.seats
        if self.beats():
            return 1
        return 0

    def _nth_outcome(self, index: i64) -> i64:
        if self.stage == DEAL:
            return DEAL_CODE + self.deals % self.seats * SHIFT + nth_bit(self.pile, index)
        if self.stage == CHOOSE_FIRST:
            return FIRST_CODE + index
        return BEAT_CODE

    def _deal(self, number: i64) -> None:  # W2
        seat = self.deals % self.seats
        self.dealt[self.deals] = number
        self.hands[seat] |= bit(number)
        self.hand_sizes[seat] += 1
        self.pile &= ~bit(number)
        self.deals += 1
        if self.deals == self.setup.numbers:
            self.stage = CHOOSE_FIRST

    def _begin(self, first: i64) -> None:  # W4
        self.first = first
        self.active = first
        self.round = 1
        self.unasked = self.everyone()
        self._begin_turn()

    # The turn.

    def _begin_turn(self) -> None:
        self.turn_beats = 0
        self.stage = PLACE
        if self.pawns[self.active] != NOWHERE:  # W10
            self.stage = GUESS

    def may_act_in_turn(self) -> bool:
        """W44: a guess at any time, but placing the pawn only when the turn has lasted long enough."""
        return self.stage == GUESS or not self.setup.screen or self.turn_beats >= self.setup.beats

    def _count_turn_acts(self) -> i64:
        if self.stage == GUESS:
            return self.seats  # W10: one of the others, or none
        if not self.may_act_in_turn():
            return 0
        places = count_bits(self.free_cards(self.active))
        if places == 0:  # W14: then it leaves
            return 1
        return places

    def _nth_turn_act(self, index: i64) -> i64:
        if self.stage == GUESS:
            if index == self.seats - 1:
                return DECLINE_CODE
            return GUESS_CODE + skip(index, self.active)
        places = self.free_cards(self.active)
        if places == 0:
            return LEAVE_CODE
        return PLACE_CODE + nth_bit(places, index)

    def beats(self) -> bool:
        """W44: with eyes on the screen, from `first` to the end."""
        return self.setup.screen and self.in_turn()

    def waiting(self) -> list[int]:
        """The active seat, once the turn has lasted long enough; nobody has to look, wink or accuse."""
        if not self.in_turn() or self._count_turn_acts() == 0:
            return []
        return [int(self.active)]

    def waited_acts(self) -> list[int]:
        """What a clock may do for the active seat: decline, or put the pawn anywhere."""
        if self.stage == GUESS:
            return [DECLINE_CODE]
        return [self._nth_turn_act(index) for index in range(self._count_turn_acts())]

    def _guess(self, named: i64) -> None:
        number = self.pawns[self.active]
        holder = self.holder_of(number)
        self.lift_pawn(self.active)  # W13
        self.stage = PLACE
        if named == holder:  # W11
            self._answer(named, "yes")
            self.lay_face_up(named, number)
            self.lay_face_up(self.active, number)
        else:  # W12
            self._answer(named, "no")
            if self.trace is not None:
                self.trace.append(Event(holder, f"shows {number}"))
            self.down |= bit(number)
            self.face_down[holder] += 1
        self._close(number, holder)

    def _place(self, number: i64) -> None:  # W14
        self.lift_pawn(self.active)
        self.pawns[self.active] = number
        self.stood_on |= bit(number)
        self.accusable |= bit(self.active)
        self._end_turn()

    def _leave(self) -> None:  # W14
        self.lift_pawn(self.active)
        self._end_turn()

    def _close(self, number: i64, holder: i64) -> None:
        """Take a number out of play: the square's card, and the twin from the hand that held it."""
        self.open &= ~bit(number)
        self.hand_sizes[holder] -= 1
        if self.open == 0:  # W30
            self._end_game()

    def _end_turn(self) -> None:
        following = after(self.active, self.seats)  # W31: even one with an empty hand
        if following == self.first:
            if self.a_hand_is_empty():  # W30
                self._end_game()
                return
            self.round += 1
        self.active = following
        self._begin_turn()

    # Counter-espionage: one accusation at a time, then the game goes on where it was (W25).

    def _accusers(self) -> i64:
        """The seats that may accuse somebody (W20), though not about their own pawn (W21)."""
        pawns = self.accusable
        if pawns == 0:
            return 0
        if pawns & (pawns - 1) == 0:
            return self.armed & ~pawns
        return self.armed

    def count_accusations(self, seat: i64) -> i64:
        """How many accusations a seat can make now."""
        if self.counter[seat] == 0:  # W20
            return 0
        pawns = self.accusable & ~bit(seat)
        return count_bits(pawns) * (self.seats - 2)

    def nth_accusation(self, seat: i64, index: i64) -> i64:
        """W21: about another seat's pawn, and against a third seat."""
        accused = self.seats - 2
        owner = nth_bit(self.accusable & ~bit(seat), index // accused)
        others = self.everyone() & ~bit(seat) & ~bit(owner)
        return ACCUSE_CODE + nth_bit(others, index % accused) * SHIFT + self.pawns[owner]

    def _accuse(self, accuser: i64, accused: i64, number: i64) -> None:
        self.counter[accuser] -= 1
        if self.counter[accuser] == 0:
            self.armed &= ~bit(accuser)
        owner = self.owner_of_pawn_on(number)
        if self.holds(accused, number):  # W22
            self._answer(accused, "yes")
            self.lay_face_up(accuser, number)
            self.lay_face_up(accuser, number)
            self.lift_pawn(owner)
            if owner == self.active:
                self.stage = PLACE
            self._close(number, accused)
        else:  # W23
            self._answer(accused, "no")
            if self.seats == BAN_SEATS:  # W24
                self.accusable &= ~bit(owner)

    # The end.

    def _end_game(self) -> None:
        self.stage = OVER
        if self.trace is not None:
            self._reveal()

    # What is told to whom, W50.

    def _answer(self, seat: i64, line: str) -> None:
        """What a seat says to everybody."""
        if self.trace is not None:
            self.trace.append(Event(seat, line))

    def _reveal(self) -> None:
        """Once it is over, all hands and all winks."""
        assert self.trace is not None
        for seat in range(self.seats):
            self.trace.append(Event(seat, " ".join(["held", *[str(number) for number in self.hand(seat)]])))
        for packed in self.winks:
            by, at, beat, seen = unpack_wink(packed)
            self.trace.append(Event(by, " ".join(["winked", str(at), str(beat), *map(str, seen)])))

    # Random play, turn by turn: in each beat every seat is asked once, in an order that is drawn.

    def pick(self, rng: Generator) -> tuple[Actor, i64]:
        """The next act of random play; a seat that does nothing is not asked again in this beat."""
        act = self._ask(rng)
        return _actor(act // ACT_SHIFT), act % ACT_SHIFT

    def step(self, rng: Generator) -> bool:
        """One act of random play; False when the game is over."""
        if self.stage == OVER:
            return False
        act = self._ask(rng)
        self._do(act // ACT_SHIFT, act % ACT_SHIFT)
        return True

    def _ask(self, rng: Generator) -> i64:
        """Ask one seat after another until one does something, or all have been asked."""
        if not self.in_turn():
            return TABLE * ACT_SHIFT + self._nth_outcome(rng.below(self._count_outcomes()))
        asked = self.to_be_asked()
        while True:
            waiting = self.unasked & asked
            if waiting == 0:
                if self.setup.screen:
                    return TABLE * ACT_SHIFT + BEAT_CODE
                self.unasked = self.everyone()
                continue
            seat = nth_bit(waiting, rng.below(count_bits(waiting)))
            count = self._count_of(seat)
            answers = count
            if self.setup.screen or asked != bit(seat):
                answers += 1  # one more for "nothing", unless only one actor is left
            answer = rng.below(answers)
            if answer < count:
                return seat * ACT_SHIFT + self._nth_of(seat, answer)
            self.unasked &= ~bit(seat)

    def to_be_asked(self) -> i64:
        """With eyes on the screen, everybody; otherwise those who can act: the active seat and accusers."""
        if self.setup.screen:
            return self.everyone()
        return self._accusers() | bit(self.active)


def _actor(number: i64) -> Actor:
    if number == TABLE:
        return CHANCE
    return int(number)


def _number_of(actor: Actor) -> i64:
    if isinstance(actor, str):
        return TABLE
    return actor


def new(seats: int, options: Options) -> Wink:
    """The position before the deal; options as `Game.settle` returns them."""
    wink = Wink(SetUp(seats, options))
    wink.lay_out()
    return wink
