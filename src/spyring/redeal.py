"""A game so far, dealt anew: other secrets, but nothing that one seat was told is any different."""

from dataclasses import dataclass

from spyring.core import CHANCE, IllegalAction, Log, Seat
from spyring.generator import Generator
from spyring.referee import Referee, told
from spyring.telling import find_telling

TRIES = 2000
SAMPLED = 8  # every so many of them: if the first of these do not fit, the others will hardly do


@dataclass(frozen=True)
class Deal:
    """Who is dealt what: lines like `deal SEAT KIND` say so."""

    kinds: set[str]
    seats: list[set[str]]  # what each may be dealt

    def concerns(self, text: str) -> bool:
        """Whether a line deals one of these kinds."""
        return text.split()[-1] in self.kinds

    def fits(self, text: str) -> bool:
        """Whether a line deals it to whom it should go."""
        words = text.split()
        return len(words) != 3 or not words[1].isdecimal() or words[2] in self.seats[int(words[1])]


class NoOtherWorld(Exception):
    """No other deal was found that fits."""


def deal_anew(played: Referee, seat: Seat, rng: Generator) -> Log:
    """The lines of a game with another deal that fits all that a seat was told; raises NoOtherWorld.

    Chance's secrets are drawn anew, and what everybody did stays as it was. Where a game can say what
    everybody has, a sampled world says who is dealt what; otherwise deals are tried out until one fits.
    """
    again = Referee(played.game, played.seats, played.options)
    heard = [told(again.act(actor, text), seat) for actor, text in played.log]
    for attempt in range(TRIES):
        wish = _sampled_deal(played, seat, rng) if attempt % SAMPLED == 0 else None
        log = _try(played, heard, seat, rng, wish)
        if log is not None:
            return log
    raise NoOtherWorld("no other deal was found that fits what this seat was told")


def _sampled_deal(played: Referee, seat: Seat, rng: Generator) -> Deal | None:
    """Who is dealt what in a world that fits; what somebody had and has given up since stays as it was."""
    story = find_telling(played.game)
    if story is None or not played.state.actors():
        return None
    world = played.game.sample(played.view(seat), played.feed(seat), rng)
    real, other = story.truth(played.state), story.truth(world)
    kinds = {kind for seats in (real, other) for own in seats for kind in own}
    return Deal(kinds, [set(now) for now in other])


def _try(played: Referee, heard: list[Log], seat: Seat, rng: Generator, wish: Deal | None) -> Log | None:
    """Play the game again with other secrets; None as soon as the seat would be told something else."""
    referee = Referee(played.game, played.seats, played.options)
    for (actor, text), same in zip(played.log, heard, strict=True):
        if actor == CHANCE and (actor, text) not in same and (wish is None or wish.concerns(text)):
            if not _draw(referee, same, seat, rng, wish):
                return None
        else:
            try:
                events = referee.act(actor, text)
            except IllegalAction:
                return None
            if told(events, seat) != same:
                return None
    return referee.log


def _draw(referee: Referee, same: Log, seat: Seat, rng: Generator, wish: Deal | None) -> bool:
    """Let chance do something else of which the seat is told the same; whether there is anything."""
    choices = referee.legal()[CHANCE]
    if wish is not None:
        choices = [text for text in choices if wish.fits(text)]
    order = list(range(len(choices)))
    rng.shuffle(order)
    for place in order:
        fork = referee.fork()
        if told(fork.act(CHANCE, choices[place]), seat) == same:
            referee.absorb(fork)
            return True
    return False
