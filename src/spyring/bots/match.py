"""One game between bots: every seat gets copies of what it may know, and answers with a text."""

import time
import traceback
from collections.abc import Sequence
from copy import deepcopy
from dataclasses import dataclass, field

from spyring.bots import Bot
from spyring.core import CHANCE, Game, Log, Options, Seat
from spyring.generator import Generator
from spyring.referee import Referee

LONGEST_GAME = 50_000  # acts and silences; in a longer game, some bot never gets on with it


class StuckGame(Exception):
    """A game that its bots do not finish."""


class FailedBot(Exception):
    """A bot that raised an exception or did not answer with a text; `seat` is where it sat."""

    def __init__(self, seat: Seat, why: str) -> None:
        super().__init__(seat, why)
        self.seat = seat
        self.why = why


def blame(error: Exception) -> str:
    """What was raised, and where: enough for the bot's author to start with."""
    if isinstance(error, SyntaxError):
        return f"{error.msg} ({error.filename}, line {error.lineno})"
    last = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__}: {error} ({last.filename}, line {last.lineno})"


@dataclass
class Match:
    """A game between bots, and how long each seat took for each decision."""

    referee: Referee
    bots: Sequence[Bot]
    chance: Generator  # for dice and deals
    order: Generator  # for who is asked first if several may act
    thoughts: Sequence[Generator]  # the bots' own, by seat
    feeds: list[Log] = field(default_factory=list)
    seconds: list[list[float]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.feeds = [self.referee.feed(seat) for seat in range(self.referee.seats)]
        self.seconds = [[] for _ in range(self.referee.seats)]
        self.asked: set[Seat] = set()  # who has been asked in this beat

    def play(self) -> None:
        """Play to the end of the game."""
        for _ in range(LONGEST_GAME):
            if not self.step():
                return
        raise StuckGame(f"the game is not over after {LONGEST_GAME:,} acts and silences")

    def step(self) -> bool:
        """Ask the next seat, or let chance act when all have been asked; False when the game is over."""
        actors = self.referee.state.actors()
        seats = [actor for actor in actors if actor != CHANCE]
        waiting = [seat for seat in seats if seat not in self.asked]
        if waiting:
            seat = waiting[self.order.below(len(waiting)) if len(waiting) > 1 else 0]
            text = self.ask(seat)
            if len(actors) == 1:
                self.asked.clear()  # the only actor must do something
            else:
                self.asked.add(seat)
            if text or len(actors) == 1:
                self.tell(seat, text)
        elif CHANCE in actors:
            self.asked.clear()
            outcome = self.referee.state.nth(CHANCE, self.chance.below(self.referee.state.count(CHANCE)))
            self.tell(CHANCE, self.referee.game.text(self.referee.state, CHANCE, outcome))
        else:
            self.asked.clear()
        return bool(actors)

    def ask(self, seat: Seat) -> str:
        """A bot's answer. The bot gets copies, so nothing that it does to them reaches the game."""
        referee = self.referee
        legal = [referee.game.text(referee.state, seat, act) for act in referee.state.legal_actions(seat)]
        view, feed = deepcopy(referee.view(seat)), list(self.feeds[seat])
        began = time.perf_counter()
        try:
            text = self.bots[seat].choose(view, feed, legal, self.thoughts[seat])
        except Exception as error:
            raise FailedBot(seat, blame(error)) from error
        self.seconds[seat].append(time.perf_counter() - began)
        if not isinstance(text, str):
            raise FailedBot(seat, f"it answered {text!r}, which is not a text")
        return text

    def tell(self, actor: Seat | str, text: str) -> None:
        """Have the referee do it, and add it to every seat's feed; raises what the referee raises."""
        told = self.referee.act(CHANCE if isinstance(actor, str) else actor, text)
        for seat, feed in enumerate(self.feeds):
            for event in told:
                heard = event.told(seat)
                if heard is not None:
                    feed.append((event.actor, heard))


def new_match(
    game: Game, options: Options, bots: Sequence[Bot], *, seed: int, deal: int = 0, turn: int = 0
) -> Match:
    """A game about to begin. The dice depend only on seed and deal, all else on the turn as well."""
    streams = [deal | (turn * (len(bots) + 1) + number + 1) << 32 for number in range(len(bots) + 1)]
    order, *thoughts = [Generator(seed, stream) for stream in streams]
    return Match(Referee(game, len(bots), options), bots, Generator(seed, deal), order, thoughts)


def play_match(
    game: Game, options: Options, bots: Sequence[Bot], *, seed: int, deal: int = 0, turn: int = 0
) -> Match:
    """Play a whole game."""
    match = new_match(game, options, bots, seed=seed, deal=deal, turn=turn)
    match.play()
    return match
