"""Secrets: offer a card, and guess who is on your side, while the tokens change hands.

The numbers in the comments are those of rules.md. Read from top to bottom: who acts, the set-up,
the turn, the effects, and the end (which is in ending.py).
"""

from typing import Final, final

from spyring._native import i64, mypyc_attr, vec
from spyring.bits import bit, count_bits, nth_bit
from spyring.core import CHANCE, Actor, Event, Options
from spyring.games.secrets.cards import (
    ASSASSIN,
    CENTRE,
    COPIES,
    DETECTIVE,
    DIPLOMAT,
    DOUBLE_AGENT,
    JOURNALIST,
    PLACES,
    POLITICIAN,
    PSYCHIATRIST,
    SCIENTIST,
    SEATS_THAT_LOOK_RIGHT,
    SEATS_THAT_SEE_THE_CENTRE,
    TOKENS,
)
from spyring.games.secrets.ending import (
    all_revealed,
    some_display_is_full,
    turn_pairs_down,
    un_holder,
    winning_seats,
)
from spyring.games.secrets.memory import ONLOOKER, everybody, only
from spyring.games.secrets.position import (
    ANSWERING,
    ASKING_UN,
    CHOOSING_FIRST,
    DEALING,
    DISPLAY,
    DRAWING_BULLET,
    DRAWING_UN_BULLET,
    EXCHANGING,
    LOOKING,
    NOBODY,
    NOTHING,
    OFFERING,
    OVER,
    REVEALING,
    RING,
    SENDING,
    SHOOTING,
    SWAPPING,
    Position,
    bullet_card,
)
from spyring.games.secrets.verbs import (
    ABSTAIN,
    ACCEPT,
    BOOK,
    BULLET,
    EXCHANGE,
    FIRST,
    INTERRUPT,
    LEFT,
    LOOK,
    OFFER,
    REVEAL,
    SAY,
    SEAT_SHIFT,
    SEND,
    SHOOT,
    SWAP,
    TEAM_SHIFT,
    TOKEN,
    receive_text,
)
from spyring.generator import Generator
from spyring.seats import CHANCE_NOW, OVER_NOW, SEAT_NOW, after, before, skip

BOTH: Final = 2  # interrupt or abstain, accept or refuse, left or right, one open card or the other


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class Secrets(Position):
    """One position of Secrets; at any time at most one actor may act."""

    def copy(self) -> "Secrets":
        """The same position again, with nobody listening."""
        twin = Secrets(self.seats, self.options)
        twin.stage = self.stage
        twin.turn = self.turn
        twin.active = self.active
        twin.dealt = self.dealt
        twin.unseen_size = self.unseen_size
        twin.under_next = self.under_next
        twin.under_size = self.under_size
        twin.first_open = self.first_open
        twin.second_open = self.second_open
        twin.offered = self.offered
        twin.target = self.target
        twin.receiver = self.receiver
        twin.un = self.un
        twin.bullets = self.bullets
        twin.bullet = self.bullet
        twin.fresh = self.fresh
        twin.tokens = self.tokens[:]
        twin.bag = self.bag[:]
        twin.unseen = self.unseen[:]
        twin.under = self.under[:]
        twin.displays = self.displays[:]
        twin.sizes = self.sizes[:]
        twin.history = self.history[:]
        return twin

    # Who acts, and what they may do.

    def actors(self) -> tuple[Actor, ...]:
        """Chance, the active seat, the UN player, the target, or who applies an effect."""
        stage = self.stage
        if stage < OFFERING:
            return CHANCE_NOW
        if stage == OFFERING:
            return SEAT_NOW[self.active]
        if stage == ASKING_UN:
            return SEAT_NOW[self.un]
        if stage == ANSWERING:
            return SEAT_NOW[self.target]
        if stage == OVER:
            return OVER_NOW
        return SEAT_NOW[self.receiver]  # S28

    def count(self, actor: Actor) -> i64:
        """How many actions the one who acts has."""
        return self._count()

    def nth(self, actor: Actor, index: i64) -> i64:
        """Number `index` of them."""
        return self._nth(index)

    def allows(self, actor: Actor, action: i64) -> bool:
        """Whether this actor may do this now; claims are free for every seat (S60)."""
        if action >= SAY:
            return actor != CHANCE and CHOOSING_FIRST < self.stage < OVER
        return super().allows(actor, action)

    def apply(self, actor: Actor, action: i64) -> None:
        """Do a legal action."""
        if self.trace is not None:
            self.trace.append(BOOK.event(self, actor, action))  # S51
        if action < SAY:  # S60: a claim changes nothing
            self._act(action)

    def step(self, rng: Generator) -> bool:
        """One act of random play, without the way through actors."""
        if self.trace is not None:
            return super().step(rng)
        if self.stage == OVER:
            return False
        self._act(self._nth(rng.below(self._count())))
        return True

    def _count(self) -> i64:
        stage = self.stage
        others = self.seats - 1
        if stage == REVEALING:
            if self.unseen_size == 0:
                return 1  # the cards under the deck come back in their order
            return self.unseen_size
        if stage == OFFERING:
            return BOTH * others
        if stage == ASKING_UN or stage == ANSWERING or stage == EXCHANGING:
            return BOTH
        if stage == SENDING or stage == SHOOTING:
            return others
        if stage == SWAPPING:
            return others * (others - 1) // 2
        if stage == LOOKING:
            return self.seats + 1
        if stage == DEALING:
            return self.seats + 1 - self.dealt
        if stage == CHOOSING_FIRST:
            return self.seats
        assert stage == DRAWING_BULLET or stage == DRAWING_UN_BULLET
        return count_bits(self.bullets)

    def _nth(self, index: i64) -> i64:
        stage = self.stage
        if stage == REVEALING:
            return REVEAL + self.nth_on_top(index)
        if stage == OFFERING:
            return self._nth_offer(index)
        if stage == ANSWERING:
            return ACCEPT + index
        if stage == ASKING_UN:
            return INTERRUPT + index
        if stage == EXCHANGING:
            return EXCHANGE + index
        if stage == SENDING:
            return SEND + skip(index, self.receiver)
        if stage == SHOOTING:
            return SHOOT + skip(index, self.receiver)
        if stage == SWAPPING:
            return self._nth_swap(index)
        if stage == LOOKING:
            if index == self.seats:
                return LOOK + CENTRE
            return LOOK + index
        if stage == DEALING:
            return self._nth_token(index)
        if stage == CHOOSING_FIRST:
            return FIRST + index
        assert stage == DRAWING_BULLET or stage == DRAWING_UN_BULLET
        return BULLET + nth_bit(self.bullets, index)

    def _act(self, action: i64) -> None:
        stage = self.stage
        if stage != CHOOSING_FIRST:  # S50: the first look lasts to the first reveal
            self.fresh = len(self.history)
        if stage == REVEALING:
            self._reveal(action - REVEAL)
        elif stage == OFFERING:
            self._offer((action - OFFER) // SEAT_SHIFT, (action - OFFER) % SEAT_SHIFT)
        elif stage == ANSWERING:
            self._answer(action)
        elif stage == ASKING_UN:
            self._interrupt(action)
        elif stage == SENDING:
            self._send(action - SEND)
        elif stage == SWAPPING:
            self._swap((action - SWAP) // SEAT_SHIFT, (action - SWAP) % SEAT_SHIFT)
        elif stage == LOOKING:
            self._look(action - LOOK)
        elif stage == EXCHANGING:
            self._exchange(action - EXCHANGE)
        elif stage == DRAWING_BULLET or stage == DRAWING_UN_BULLET:
            self._draw_bullet(action - BULLET)
        elif stage == SHOOTING:
            self._shoot(action - SHOOT)
        elif stage == DEALING:
            self._deal((action - TOKEN) % TEAM_SHIFT)
        else:
            self._begin_game(action - FIRST)

    # Set-up.

    def _nth_token(self, index: i64) -> i64:
        team: i64 = 0
        while index >= self.bag[team]:
            index -= self.bag[team]
            team += 1
        return TOKEN + self.dealt * TEAM_SHIFT + team

    def _deal(self, team: i64) -> None:  # S2
        self.tokens[self.dealt] = team
        self.bag[team] -= 1
        self.dealt += 1
        if self.dealt == self.seats:
            last: i64 = 0
            while self.bag[last] == 0:
                last += 1
            self.tokens[CENTRE] = last
            self._first_look()
            self.stage = CHOOSING_FIRST

    def _first_look(self) -> None:  # S3
        for seat in range(self.seats):
            self.see(seat, only(seat))
        if self.seats >= SEATS_THAT_LOOK_RIGHT:
            for seat in range(self.seats):
                self.see(before(seat, self.seats), only(seat))
        if self.seats >= SEATS_THAT_SEE_THE_CENTRE:
            self.show(CENTRE)

    def _begin_game(self, first: i64) -> None:  # S4
        self.active = first
        self._begin_turn()

    # The turn.

    def _begin_turn(self) -> None:
        self.turn += 1
        self.stage = REVEALING

    def _reveal(self, card: i64) -> None:  # S10
        self.take_from_deck(card)
        if self.first_open == NOTHING:
            self.first_open = card
        elif card == self.first_open:
            self.put_under(card)
            assert self.has_other_kind(card), "two kinds can always be drawn"
        else:
            self.second_open = card
            self.stage = OFFERING

    def _nth_offer(self, index: i64) -> i64:
        card = self.first_open
        if index >= self.seats - 1:
            card = self.second_open
            index -= self.seats - 1
        return OFFER + card * SEAT_SHIFT + skip(index, self.active)

    def _offer(self, card: i64, target: i64) -> None:  # S11, S12
        self.offered = card
        self.target = target
        if card == self.first_open:
            self.put_under(self.second_open)
        else:
            self.put_under(self.first_open)
        self.stage = ANSWERING
        if self.un != NOBODY and self.un != self.active:  # S13
            self.stage = ASKING_UN

    def _interrupt(self, action: i64) -> None:  # S13
        if action == ABSTAIN:
            self.stage = ANSWERING
        else:
            self._receive(self.un)

    def _answer(self, action: i64) -> None:  # S14
        if action == ACCEPT:
            self._receive(self.target)
        else:
            self._receive(self.active)

    def _receive(self, seat: i64) -> None:
        """Reveal the offered card for a seat, who applies its effect at once (S15)."""
        card = self.offered
        if self.trace is not None:
            self.trace.append(Event(int(seat), receive_text(card)))
        self.receiver = seat
        if card != POLITICIAN:  # S21
            self.add_to_display(seat, card)
        if card == DOUBLE_AGENT:  # S20
            self.swap_tokens(seat, everybody(self.seats), CENTRE, everybody(self.seats))
            self.see(seat, only(seat), seat)
            self._end_turn()
        elif card == POLITICIAN:
            self.stage = SENDING
        elif card == PSYCHIATRIST:
            self.stage = SWAPPING
        elif card == DETECTIVE:
            self.stage = LOOKING
        elif card == JOURNALIST:  # S24
            self.see(seat, everybody(self.seats) - only(seat) - only(ONLOOKER))
            self._end_turn()
        elif card == SCIENTIST:  # S25
            if self.open_copies(seat, SCIENTIST) > 1:
                self.turn_all_down(seat)
            self._end_turn()
        elif card == DIPLOMAT:
            self.show(CENTRE)  # S26
            self.stage = EXCHANGING
        else:
            assert card == ASSASSIN  # S27
            if self.stage == ASKING_UN:
                self.stage = DRAWING_UN_BULLET
            else:
                self.stage = DRAWING_BULLET

    # The choices that effects ask for.

    def _send(self, seat: i64) -> None:  # S21
        self.add_to_display(seat, POLITICIAN)
        self.see(seat, only(self.receiver), self.receiver)
        self._end_turn()

    def _nth_swap(self, index: i64) -> i64:
        """Number `index` of the pairs of seats without the receiver."""
        others = self.seats - 1
        one: i64 = 0
        while index >= others - 1 - one:
            index -= others - 1 - one
            one += 1
        other = one + 1 + index
        return SWAP + skip(one, self.receiver) * SEAT_SHIFT + skip(other, self.receiver)

    def _swap(self, one: i64, other: i64) -> None:  # S22
        self.swap_tokens(one, everybody(self.seats), other, everybody(self.seats))
        self._end_turn()

    def _look(self, place: i64) -> None:  # S23
        self.see(place, only(self.receiver), self.receiver)
        self._end_turn()

    def _exchange(self, side: i64) -> None:  # S26
        if side == LEFT:
            neighbour = after(self.receiver, self.seats)
        else:
            neighbour = before(self.receiver, self.seats)
        self.swap_tokens(CENTRE, everybody(self.seats), neighbour, only(self.receiver))
        self._end_turn()

    def _draw_bullet(self, bullet: i64) -> None:  # S27
        self.bullets -= bit(bullet)
        self.bullet = bullet
        self.stage = SHOOTING

    def _shoot(self, seat: i64) -> None:  # S27
        self.add_to_display(seat, bullet_card(self.bullet, self.receiver))
        self.bullet = NOTHING
        self._end_turn()

    # The end of a turn, S16.

    def _end_turn(self) -> None:
        turn_pairs_down(self)  # S30
        self.un = un_holder(self)  # S31
        self.first_open = NOTHING
        self.second_open = NOTHING
        self.offered = NOTHING
        self.target = NOBODY
        self.receiver = NOBODY
        if some_display_is_full(self):  # S40
            self._end_game()
        else:
            self.active = after(self.active, self.seats)
            self._begin_turn()

    # The end of the game.

    def _end_game(self) -> None:
        self.stage = OVER
        if self.trace is not None:
            for line in all_revealed(self):
                self.trace.append(Event(CHANCE, line))

    def scores(self) -> list[int]:
        """S41: the points of each display, so far or at the end."""
        return [self.score(seat) for seat in range(self.seats)]

    def winners(self) -> list[int]:
        """S42, S43: one Hippie, or all members of the better team; none when the teams are equal."""
        if self.stage != OVER:
            return []
        return winning_seats(self)


def new(seats: int, options: Options) -> Secrets:
    """S1, S5: a table before the tokens are dealt; options as `Game.settle` returns them."""
    state = Secrets(seats, options)
    state.tokens = vec[i64]([0] * PLACES)
    state.bag = vec[i64](TOKENS[seats])
    state.unseen = vec[i64](COPIES)
    state.under = vec[i64]([0] * RING)
    state.displays = vec[i64]([0] * (seats * DISPLAY))
    state.sizes = vec[i64]([0] * seats)
    return state
