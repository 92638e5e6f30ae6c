"""Which worlds fit what a seat has seen: full positions drawn from its view and feed alone.

Every deal that fits is equally likely. What fits depends on the rules, not on skill: a seat never places on
a number that it holds (W14), leaves the square only when it must, and in fair play winks only at the owner
of a number that it holds (W45). Guesses and accusations are answered truthfully. Winks that this seat did
not see are left out of its worlds. Whoever thinks that some deals are more likely can say so when drawing.
"""

from collections.abc import Sequence
from typing import Final

from spyring.bits import members
from spyring.core import Actor, Log, Seat, View
from spyring.games.wink import verbs
from spyring.games.wink.eyes import pack_wink
from spyring.games.wink.fits import Fits
from spyring.games.wink.rules import Wink, new
from spyring.generator import Generator

TRIES: Final = 40  # shuffles to try before counting all deals that fit: while little is known, one fits soon
UNKNOWN: Final = 0  # the number of a card that this seat has not seen


def sample(view: View, feed: Log, rng: Generator) -> Wink:
    """A full position that shows this seat the same view."""
    return Worlds(view, feed).sample(rng)


class Worlds:
    """All worlds that fit one seat's view and feed; any number can be drawn."""

    def __init__(self, view: View, feed: Log) -> None:
        self.seat: Seat | None = view.get("seat")
        self.state = new(view["seats"], view["options"])
        self.seats: int = view["seats"]
        # By number, the seats that may have been dealt it; the bit above all seats is the pile's.
        self.allowed = [(1 << (self.seats + 1)) - 1] * (self.state.setup.numbers + 1)
        self.own_deal: list[int] = []
        self.laid: list[list[int]] = [[] for _ in range(self.seats)]
        self.held: dict[Seat, list[int]] = {}
        self.winks: list[int] = []
        self.asked = (0, "")  # a guess or accusation that is not answered yet
        self.settled = False
        for actor, text in feed:
            self.hear(actor, text)

    # What the feed tells.

    def hear(self, actor: Actor, text: str) -> None:
        """Follow one line: the position as everybody sees it, and what it says about the hands."""
        self.settled = False
        verb, *words = text.split()
        if verb == "say":
            return  # W60: a claim proves nothing
        if not isinstance(actor, int):
            self._hear_chance(text, words)
        elif verb in ("guess", "accuse"):
            self.asked = (actor, text)
        elif verb == "yes":
            self._lay(self._number_asked(), actor)
            self._act(*self.asked)
        elif verb == "no":
            self.allowed[self._number_asked()] &= ~(1 << actor)
            if self.asked[1].startswith("accuse"):
                self._act(*self.asked)
        elif verb == "shows":
            self._lay(int(words[0]), actor)
            self._act(*self.asked)
        elif verb == "held":
            self.held[actor] = [int(word) for word in words]
        elif verb == "winked":
            self._hear_winked(actor, [int(word) for word in words])
        else:
            self._hear_act(actor, verb, words)
            self._act(actor, text)

    def _hear_chance(self, text: str, words: list[str]) -> None:
        if not text.startswith("deal"):
            self._act("chance", text)
        elif len(words) == 1:
            self.state.apply("chance", verbs.DEAL_CODE + int(words[0]) * verbs.SHIFT + UNKNOWN)
        else:
            self.own_deal.append(int(words[1]))
            self._act("chance", text)

    def _hear_act(self, seat: Seat, verb: str, words: list[str]) -> None:
        state = self.state
        if verb == "place":  # W14
            self.allowed[int(words[0])] &= ~(1 << seat)
        elif verb == "leave":  # W14: it holds every number that it could have gone to
            for number in members(state.open & ~state.stood_on):
                self._know(number, seat)
        elif verb == "wink" and not state.setup.bluff:  # W45
            self._know(state.pawns[state.looks[seat]], seat)

    def _hear_winked(self, by: Seat, words: list[int]) -> None:
        at, beat, *seen = words
        self.winks.append(pack_wink(by, at, beat, sum(1 << seat for seat in seen)))

    def _act(self, actor: Actor, text: str) -> None:
        self.state.apply(actor, verbs.BOOK.parse(self.state, actor, text))

    def _number_asked(self) -> int:
        """The number that the guess or accusation is about."""
        asker, text = self.asked
        words = text.split()
        return self.state.pawns[asker] if words[0] == "guess" else int(words[2])

    def _know(self, number: int, seat: Seat) -> None:
        self.allowed[number] = 1 << seat

    def _lay(self, number: int, seat: Seat) -> None:
        """A seat lays down this card, or has it taken."""
        self._know(number, seat)
        self.laid[seat].append(number)
        self.state.give(seat, number)

    def possible(self, number: int) -> list[Seat]:
        """The seats that may have been dealt a number, as far as the rules have shown."""
        if number in self.own_deal:
            return [self.seat or 0]
        allowed = self.allowed[number]
        return [seat for seat in range(self.seats) if allowed >> seat & 1 and seat != self.seat]

    # The deals that fit.

    def settle(self) -> None:
        """Separate the numbers that can be in only one place from those to be dealt at random."""
        for number in self.own_deal:
            self._know(number, self.seat or 0)
        for seat, numbers in self.held.items():
            for number in numbers:
                self._know(number, seat)
        state = self.state
        hidden = [number for number in members(state.open) if number not in self.own_deal]
        self.room = [*state.hand_sizes, state.setup.numbers - state.deals]
        if self.seat is not None:
            self.room[self.seat] = 0
        self.known: list[list[int]] = [[] for _ in self.room]
        self.hidden: list[int] = []
        for number in hidden:
            places = [place for place in range(len(self.room)) if self._may_lie(number, place)]
            if len(places) == 1:
                self.known[places[0]].append(number)
            else:
                self.hidden.append(number)
        for place, numbers in enumerate(self.known):
            self.room[place] -= len(numbers)
        self.fits: Fits | None = None
        self.settled = True

    def _may_lie(self, number: int, place: int) -> bool:
        return self.room[place] > 0 and bool(self.allowed[number] >> place & 1)

    def sample(self, rng: Generator) -> Wink:
        """A random one of them, all equally likely."""
        if not self.settled:
            self.settle()
        return self._world(self._draw_places(rng), rng)

    def lean(self, odds: Sequence[Sequence[float]]) -> None:
        """Until more is heard, draw deals by how likely each number is to be with each seat."""
        self.settle()
        places = (
            len(self.room) - self.seats
        )  # the pile, which is empty by the time there is something to believe
        rows = [[*odds[number], *[1.0] * places] for number in self.hidden]
        self.fits = Fits(self.room, [self.allowed[number] for number in self.hidden], rows)

    def _world(self, dealt: list[tuple[int, int]], rng: Generator) -> Wink:
        hands = [list(numbers) for numbers in self.known]
        for number, place in dealt:
            hands[place].append(number)
        world = self.state.copy()
        winks = self.winks or list(self.state.winks)
        world.lay_hidden([self._deal(seat, hands[seat], rng) for seat in range(self.seats)], winks)
        return world

    def _draw_places(self, rng: Generator) -> list[tuple[int, int]]:
        """Every hidden number and its holder: by a lucky shuffle, or else from all deals that fit."""
        places = [place for place, room in enumerate(self.room) for _ in range(room)]
        if self.fits is None:
            for _ in range(TRIES):
                rng.shuffle(places)
                dealt = list(zip(self.hidden, places, strict=True))
                if all(self.allowed[number] >> place & 1 for number, place in dealt):
                    return dealt
            self.fits = Fits(self.room, [self.allowed[number] for number in self.hidden])
        return list(zip(self.hidden, self.fits.draw(rng), strict=True))

    def _deal(self, seat: Seat, hand: list[int], rng: Generator) -> list[int]:
        """All that a seat was dealt, in the order that this seat knows, or in any order."""
        if seat == self.seat:
            return self.own_deal
        if seat in self.held:
            return self.laid[seat] + self.held[seat]
        deal = self.laid[seat] + hand
        rng.shuffle(deal)
        return deal
