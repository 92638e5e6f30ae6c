"""A finished game, judged decision by decision: by what the seat knew then, never by what it could not know.

For every decision, a bot that searches says what it would have done. That and what the seat did are then
played on to the end in the same worlds, drawn as often as the seat could believe in them: how often the seat
wins is its chance. How much an act gave away is how much likelier the truth about the seat looked to the
others after it, by what they could know exactly. The same seed gives the same digits.
"""

from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from typing import Any

from spyring.bots import Hard, find_bot
from spyring.claims import is_claim
from spyring.core import CHANCE, Actor, Event, Game, Log, Seat, State, UnreadableText
from spyring.generator import Generator
from spyring.mind import Mind
from spyring.referee import Referee, told
from spyring.telling import find_telling

WORLDS = 60  # in which both acts are tried
GAMES = 4  # that are played on from each act in every world
NOTABLE = 0.05  # a decision that cost this much, or showed this much, is worth a sentence
DIGITS = 3


@dataclass(frozen=True)
class Decision:
    """What a seat did, and what it was worth."""

    line: int  # how many lines were done before it
    seat: Seat
    text: str
    better: str  # what the bot would have done
    before: float  # the chance to win with that
    after: float  # and with what the seat did
    shown: float | None  # how much likelier the truth about the seat looked to the others after it
    exposed: float | None = None  # how likely it looked then
    seen: int = 0  # how many others were told, of an act that not everybody is told
    card: str = ""  # that the act plays, or gets

    @property
    def cost(self) -> float:
        return self.before - self.after


def analyse(
    played: Referee, bot: str, seed: int, tick: Callable[[], object] = lambda: None
) -> list[Decision]:
    """All decisions of a finished game; raises UnreadableText where there is nothing to analyse."""
    if played.state.actors():
        raise UnreadableText("the game is not over, and only a game that is over is analysed")
    analyst = Analyst(played, bot, seed)
    for _ in analyst.lines():
        tick()
    return analyst.found


class Analyst:
    """Replays a game and looks over everybody's shoulder."""

    def __init__(self, played: Referee, bot: str, seed: int) -> None:
        self.played = played
        self.game: Game = played.game
        self.seed = seed
        self.referee = Referee(played.game, played.seats, played.options)
        story = find_telling(played.game)
        if story is None:
            raise UnreadableText(f"{played.game.title} has no story.py, so nobody knows who knew what")
        self.story = story
        self.bots = [self._bot(bot) for _ in range(played.seats)]
        self.minds = [self.story.Knowledge(self.referee.view(seat)) for seat in range(played.seats)]
        self.news: list[Log] = [[] for _ in range(played.seats)]
        self.sure: list[list[float | None]] = [[] for _ in range(played.seats)]  # of every seat, about each
        self.found: list[Decision] = []

    def _bot(self, name: str) -> Hard:
        bot = find_bot(self.game, name)
        if not isinstance(bot, Hard) or bot.seconds is not None:
            raise UnreadableText(f"{name} does not search for a number of iterations, as hard:2000it does")
        return bot

    def lines(self) -> Iterator[int]:
        """Judge one line after another; gives how many are done."""
        for number, (actor, text) in enumerate(self.played.log, 1):
            self._take(actor, text)
            yield number

    def _take(self, actor: Actor, text: str) -> None:
        """Judge a line, and do it."""
        seat = None if actor == CHANCE else int(actor)
        judged = None if seat is None else self._judge(seat, text)
        shown = None if seat is None else self._exposure(seat)
        events = self.referee.act(actor, text)
        self._hear(events)
        if judged is None or seat is None:
            return
        now = self._exposure(seat)
        self.found.append(
            Decision(
                len(self.referee.log) - 1,
                seat,
                text,
                *judged,
                shown=None if shown is None or now is None else round(now - shown, DIGITS),
                exposed=None if now is None else round(now, DIGITS),
                seen=self._seen(seat, events),
                card=self.story.played(text),
            )
        )

    def _seen(self, seat: Seat, events: list[Event]) -> int:
        """How many others saw what only some were told, such as a wink."""
        return sum(
            len(set(event.to) - {seat})
            for event in events
            if event.to is not None and event.text.split()[0] in self.story.SIGHTS and event.actor == seat
        )

    def _judge(self, seat: Seat, text: str) -> tuple[str, float, float] | None:
        """What the bot would have done, and the chance to win with either; None if there was no choice."""
        if is_claim(text) or text.split()[0] in self.story.IDLE:
            return None
        legal = self.referee.legal()[seat]
        if len(legal) < 2:
            return None
        rng = Generator(self.seed, stream=len(self.referee.log))
        bot = self.bots[seat]
        mind = bot.think(self.referee.view(seat), self.referee.feed(seat))
        better = bot.decide(mind, mind.options(legal), rng)
        worlds = [mind.draw(rng) for _ in range(WORLDS)]
        after = self._chance(mind, worlds, seat, text)
        if better == text:
            return text, after, after
        before = self._chance(mind, worlds, seat, better)
        return (better, before, after) if before > after else (text, after, after)

    def _chance(self, mind: Mind, worlds: list[State], seat: Seat, text: str) -> float:
        """How often a seat wins after an act; a shared win counts in part. Luck is the same for all acts."""
        won = 0.0
        for number, world in enumerate(worlds):
            for again in range(GAMES):
                rng = Generator(self.seed, stream=number * GAMES + again)
                state = world.copy()
                if text:
                    state.apply(seat, self.game.parse(state, seat, text))
                while mind.policy.step(state, rng):
                    pass
                winners = state.winners()
                won += 1 / len(winners) if seat in winners else 0
        return round(won / (len(worlds) * GAMES), DIGITS)

    def _hear(self, events: list[Event]) -> None:
        """Let everybody know what they were told."""
        for seat, news in enumerate(self.news):
            news += told(events, seat)
        actors = self.referee.state.actors()
        if not actors or (actors == (CHANCE,) and not any(self.sure)):
            return  # all is open, or the game is being set up
        for seat, mind in enumerate(self.minds):
            news, self.news[seat] = self.news[seat], []
            if news:
                mind.hear(self.referee.view(seat), news)
                self.sure[seat] = mind.sure(self.referee.state)

    def _exposure(self, seat: Seat) -> float | None:
        """How likely the truth about a seat looks to the others, on average."""
        found = [sure[seat] for other, sure in enumerate(self.sure) if other != seat and sure]
        known = [share for share in found if share is not None]
        return sum(known) / len(known) if known else None


def moments(decisions: list[Decision]) -> dict[str, Decision]:
    """The decisions that are worth a sentence."""
    found = {}
    costliest = max(decisions, key=lambda one: one.cost, default=None)
    if costliest is not None and costliest.cost >= NOTABLE:
        found["costliest"] = costliest
    telling = max((one for one in decisions if one.shown is not None), key=_shown, default=None)
    if telling is not None and _shown(telling) >= NOTABLE:
        found["giveaway"] = telling
    hiding = min((one for one in decisions if one.shown is not None), key=_shown, default=None)
    if hiding is not None and _shown(hiding) <= -NOTABLE:
        found["bluff"] = hiding
    before: dict[Seat, float] = {}  # how likely each seat was to win at its last decision
    best = NOTABLE
    for one in decisions:
        gained = one.after - before.get(one.seat, one.before)
        before[one.seat] = one.after
        if one.card and gained >= best:
            best = gained
            found["decisive"] = one
    seen = max((one for one in decisions if one.seen), key=lambda one: (_shown(one), one.seen), default=None)
    if seen is not None:
        found["seen"] = seen
    return found


def _shown(decision: Decision) -> float:
    return decision.shown or 0.0


def as_json(decisions: list[Decision]) -> dict[str, Any]:
    """Everything, as it is printed."""
    return {
        "decisions": [asdict(one) for one in decisions],
        "moments": {name: asdict(one) for name, one in moments(decisions).items()},
    }
