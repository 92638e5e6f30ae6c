"""Games that are watched closely: who led, who played what, and how much everybody knew when."""

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from math import log2
from typing import Any

from spyring.bots import Normal
from spyring.bots.match import LONGEST_GAME, StuckGame, new_match
from spyring.core import CHANCE, Game, Log, Options, Seat, UnreadableText, View
from spyring.games import find_game
from spyring.generator import Generator
from spyring.lab.arena import enlist
from spyring.mind import Mind
from spyring.telling import Telling, find_telling

EVERY = 6  # lines that a seat hears between two questions to its mind

Beliefs = dict[tuple[Seat, str], float]
Ask = Callable[[Mind, View, Log], None]


class Asked:
    """A bot whose mind is asked what it believes while it plays."""

    def __init__(self, bot: Normal, ask: Ask) -> None:
        self.bot = bot
        self.ask = ask
        self.instant = bot.instant
        self.heard = 0

    def choose(self, view: View, feed: Log, legal: list[str], rng: Generator) -> str:
        text = self.bot.choose(view, feed, legal, rng)
        if len(feed) >= self.heard + EVERY:
            self.heard = len(feed)
            assert self.bot.mind is not None, "it has just decided something"
            self.ask(self.bot.mind, view, feed)
        return text


def asked(game: Game, name: str, ask: Ask) -> Asked:
    """A bot that can be asked; raises UnreadableText for one without a mind."""
    bot = enlist(game, name)
    if not isinstance(bot, Normal):
        raise UnreadableText(f"{name} has no mind that could be asked; normal and hard have")
    return Asked(bot, ask)


def telling(game: Game) -> Telling:
    """The module of a game that tells the truth; raises UnreadableText for a game without one."""
    found = find_telling(game)
    if found is None:
        raise UnreadableText(
            f"{game.title} has no story.py that tells the truth, so there is nothing to compare with"
        )
    return found


@dataclass(frozen=True)
class Study:
    """What is watched: one bot on all seats."""

    game: str
    seats: int
    options: Options
    seed: int
    bot: str


@dataclass
class Sighting:
    """One game that was watched."""

    number: int
    winners: list[int]
    acts: int
    first: int | None  # who began
    turns_of_lead: int  # how often somebody else came to lead alone
    identities: list[list[str]]  # by seat, what it was at the end
    played: list[list[str]]  # by seat, the cards that it played or got, each once
    known: list[list[float]]  # when in the game, bits left to a mind, to the rules, truth to each


def observe(study: Study, number: int) -> Sighting:
    """Play one game, and watch."""
    game = find_game(study.game)
    story = telling(game)
    known: list[list[float]] = []

    def ask(mind: Mind, _: View, feed: Log) -> None:
        real = story.truth(match.referee.state)
        known.append([len(match.referee.log), *insight(mind, feed, real)])

    bots = [asked(game, study.bot, ask) for _ in range(study.seats)]
    match = new_match(game, study.options, bots, seed=study.seed, deal=number)
    leader, turns_of_lead = None, 0
    for _ in range(LONGEST_GAME):
        if not match.step():
            break
        scores = match.referee.state.scores()
        ahead = [seat for seat, score in enumerate(scores) if score == max(scores)]
        if len(ahead) == 1 and ahead[0] != leader:
            turns_of_lead += leader is not None
            leader = ahead[0]
    else:
        raise StuckGame(f"game {number} is not over after {LONGEST_GAME:,} acts and silences")
    state, acts = match.referee.state, len(match.referee.log)
    played: list[dict[str, None]] = [{} for _ in bots]
    first = None
    for actor, text in match.referee.feed(None):
        if actor == CHANCE:
            verb, *words = text.split()
            first = int(words[0]) if verb == "first" else first
        elif card := story.played(text):
            played[int(actor)][card] = None
    return Sighting(
        number=number,
        winners=state.winners(),
        acts=acts,
        first=first,
        turns_of_lead=turns_of_lead,
        identities=story.truth(state),
        played=[list(cards) for cards in played],
        known=[[when / acts, *rest] for when, *rest in known],
    )


def insight(mind: Mind, feed: Log, real: list[list[str]]) -> list[float]:
    """How much is left to find out, to the mind and by the rules alone, and how likely the truth looks."""
    believed, fitting = mind.believes(), mind.fitting(feed)
    return [
        bits_left(mind, believed),
        bits_left(mind, fitting),
        truth_in(believed, mind.seat, real),
        truth_in(fitting, mind.seat, real),
    ]


def bits_left(mind: Mind, shares: Beliefs) -> float:
    """The uncertainty of all questions, one by one, in bits."""
    questions: dict[Any, list[float]] = defaultdict(list)
    for (seat, kind), share in shares.items():
        questions[mind.question(seat, kind)].append(share)
    return sum(-share * log2(share) for answers in questions.values() for share in answers if share > 0)


def truth_in(shares: Beliefs, own: Seat, real: list[list[str]]) -> float:
    """How likely the truth about the others looks, on average."""
    found = [share for (seat, kind), share in shares.items() if seat != own and kind in real[seat]]
    return sum(found) / len(found) if found else 1.0
