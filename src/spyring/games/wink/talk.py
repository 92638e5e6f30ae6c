"""What a player of Wink says (W60): that it is not somebody's partner, whether that is true or not.

Most of the time it is true, so that a partner who has winked can say it as well. Who is asked a question
answers it. Whether it speaks is a matter of dice, not of what it holds: only the words are.
"""

from spyring.core import Actor, Seat
from spyring.games.wink.cards import NOWHERE
from spyring.games.wink.rules import Wink
from spyring.generator import Generator
from spyring.temper import Temper

TRUST = "say trust"  # what one says who has nothing better to say
SECRETIVE = 70  # percentage of partners who deny it when they are asked in front of everybody


class Talk:
    """What one seat says: at most one claim before each act."""

    def __init__(self, seat: Seat) -> None:
        self.seat = seat
        self.spoken = False  # since it last placed its pawn
        self.question = ""  # that it has to answer
        self.asker: Seat = 0
        self.seen: tuple[Seat, Seat] | None = None  # the last wink that it saw: whose, and at whom

    def hear(self, actor: Actor, verb: str, words: list[str]) -> None:
        """Keep track of who speaks to whom."""
        if verb == "say":
            if actor == self.seat:
                self.spoken, self.question = True, ""
            elif words[0] in ("who", "seen") and int(words[1]) == self.seat:
                assert isinstance(actor, int)
                self.question, self.asker = words[0], actor
        elif actor == self.seat and verb == "place":
            self.spoken = False

    def claim(self, text: str, temper: Temper, state: Wink, told: set[Seat], rng: Generator) -> str:
        """Something to say before this act, or nothing."""
        if not temper.talk or text.startswith(("guess", "accuse")):
            return ""
        if self.question == "who":
            return self._about(self.asker, temper, state, asked=True, rng=rng)
        if self.question == "seen":
            return f"say saw {self.seen[0]} {self.seen[1]}" if self.seen else TRUST
        if self.spoken or not text.startswith("place") or rng.below(100) >= temper.talk:
            return ""
        others = [
            seat
            for seat in range(int(state.seats))
            if seat != self.seat and int(state.pawns[seat]) != NOWHERE
        ]
        if not others:
            return ""
        other = others[rng.below(len(others))]
        if rng.below(100) < temper.stirs:
            return f"say doubt {other}"
        if state.holds(self.seat, int(state.pawns[other])) and other not in told:
            return TRUST  # who has not winked yet does not mislead the partner
        return self._about(other, temper, state, asked=False, rng=rng)

    def _about(self, other: Seat, temper: Temper, state: Wink, *, asked: bool, rng: Generator) -> str:
        number = int(state.pawns[other])
        if number == NOWHERE or not state.holds(self.seat, number):
            return f"say {'partner' if rng.below(100) < temper.spite else 'not'} {other}"
        denies = max(temper.lies, SECRETIVE) if asked and temper.lies else temper.lies
        if rng.below(100) < denies:
            return f"say not {other}"
        return f"say partner {other}" if asked else TRUST
