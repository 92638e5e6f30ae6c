"""Cases: a position of a game among good bots, seen with the eyes of one seat, and one question about it.

Who is this seat, or who holds this number? Whoever solves a case spreads certainty over the answers. It is
scored against the truth, and compared with two readers: one that knows only what fits the rules, and one
that reads everything that the seat was told as well as `normal` does.

A case is a game file and a question, so it stays the same when the bots get better.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from functools import cache, lru_cache
from io import BytesIO
from pathlib import Path

from spyring import gamefile
from spyring.bots import find_bot
from spyring.bots.match import new_match
from spyring.bots.minds import new_mind
from spyring.core import CHANCE, Actor, Game, Log, Options, Seat, View
from spyring.games import find_game, games
from spyring.generator import Generator
from spyring.mind import Mind
from spyring.referee import Referee, told
from spyring.telling import find_telling

LEVELS = ("easy", "medium", "hard")
WEEK = (0, 0, 1, 1, 1, 2, 2)  # the level of each day, from Monday on
DAYS = Path(__file__).parent / "cases.jsonl"  # the cases of the days, made in advance by `spyring cases`
BOT = "normal"
TRIES = 6  # games, until the nearest level has to do
MOST_SEATS = 6  # so that a phone shows who is who
EARLIEST = 12  # lines that a seat has been told: before that there is little to go by
SURE = 0.55  # what the good reader has to make of some answer, so that there is something to find
KNOWN = 0.9  # an answer that the rules alone make this likely is no question
GAINED = 0.1  # how much surer of it the good reader has to be than the rules alone
EASY, MEDIUM = 0.85, 0.7  # how sure the good reader is
MISLED = 0.05  # by how much the rules alone prefer another answer, to make a case harder
MOVED = 0.02  # by how much a line has to move the good reader, to be told of
DIGITS = 3
MOST_NUMBER = 10**6

Shares = dict[tuple[Seat, str], float]


class UnknownCase(Exception):
    """There is no case of this name; says what names there are."""


class BadAnswer(Exception):
    """An answer that does not fit its case; says what would."""


@dataclass(frozen=True)
class Case:
    """A game so far, whose eyes see it, and what is asked: a seat, or what somebody may have."""

    key: str  # a day, or a game, a level and a number
    file: str
    seat: Seat
    about: Seat | str
    level: int


@dataclass(frozen=True)
class Seen:
    """What the seat was told at once, and its view after it."""

    told: Log
    view: View


@dataclass(frozen=True)
class Solved:
    """What an answer was worth, and what could be known."""

    truth: int  # which of the answers
    scores: list[int]  # of the answer, of the good reader, and of the rules alone
    read: list[float]  # what the good reader made of every answer
    fits: list[float]  # and the rules alone
    curve: list[tuple[int, float]]  # by number of steps, how likely the truth looked to the good reader


class Inquiry:
    """A case, followed line by line with the eyes of its seat, and with no others."""

    def __init__(self, game: Game, seats: int, options: Options, seat: Seat) -> None:
        self.referee = Referee(game, seats, options)
        self.seat = seat
        self.start = self.referee.view(seat)
        self.steps: list[Seen] = []
        self.mind: Mind | None = None
        self.news: Log = []
        self.cause = 0  # the last step in which somebody did something: what a mind reads, it reads into that

    def hear(self, actor: Actor, text: str) -> bool:
        """Do a line; whether the seat has noticed, and could now say something about the others."""
        heard = told(self.referee.act(actor, text), self.seat)
        if not heard:
            return False
        self.news += heard
        view = self.referee.view(self.seat)
        self.steps.append(Seen(heard, view))
        if heard[0][0] != CHANCE or not self.cause:
            self.cause = len(self.steps)
        if not any(who != CHANCE for who in self.referee.state.actors()):
            return False
        if self.mind is None:
            self.mind = new_mind(self.referee.game, view)
        self.mind.hear(view, self.news)
        self.news = []
        return True

    def questions(self) -> dict[Seat | str, tuple[Shares, Shares]]:
        """What may be asked now: what the good reader, and the rules alone, make of each answer."""
        assert self.mind is not None, "somebody has decided something"
        read, fits = self.mind.surmises(), self.mind.fitting(self.referee.feed(self.seat))
        found: dict[Seat | str, tuple[Shares, Shares]] = {}
        for answer, share in fits.items():
            if share > 0:
                one = found.setdefault(self.mind.question(*answer), ({}, {}))
                one[0][answer], one[1][answer] = read.get(answer, 0.0), share
        return found


def level_of(read: Shares, fits: Shares) -> int | None:
    """How hard a question is; None if it is none. The truth plays no part, or it could be guessed by that."""
    favourite = max(read, key=lambda answer: read[answer])
    if len(read) < 2 or read[favourite] < SURE or max(fits.values()) > KNOWN:
        return None
    if read[favourite] < fits[favourite] + GAINED:
        return None
    level = 0 if read[favourite] >= EASY else 1 if read[favourite] >= MEDIUM else 2
    misled = fits[favourite] < max(fits.values()) - MISLED
    return min(level + misled, len(LEVELS) - 1)


# Making.


def make(game: Game, key: str, level: int, seed: int) -> Case:
    """A case of this level, or of the nearest one in a few games; the same seed gives the same case."""
    nearest: list[Case] = []
    for attempt in range(TRIES):
        rng = Generator(seed, attempt)
        few = [seats for seats in game.seats if seats <= MOST_SEATS][-3:]
        seats = few[rng.below(len(few))]
        options = game.settle(seats, {})
        bots = [find_bot(game, BOT) for _ in range(seats)]
        match = new_match(game, options, bots, seed=seed, deal=attempt)
        match.play()
        found = list(_questions(match.referee, key, int(rng.below(seats))))
        fitting = [case for case in found if case.level == level]
        if fitting:
            return fitting[rng.below(len(fitting))]
        nearest += found
    if not nearest:
        raise UnknownCase(f"there is no case {key!r}: nothing can be asked in its games; try another number")
    return min(nearest, key=lambda case: abs(case.level - level))


def _questions(played: Referee, key: str, seat: Seat) -> Iterator[Case]:
    """All that might be asked in a game, with the eyes of a seat."""
    inquiry = Inquiry(played.game, played.seats, played.options, seat)
    for number, (actor, text) in enumerate(played.log[:-1], 1):
        if not inquiry.hear(actor, text) or len(inquiry.steps) < EARLIEST:
            continue
        for about, (read, fits) in inquiry.questions().items():
            level = level_of(read, fits)
            if level is not None:
                file = gamefile.write(played.game, played.seats, played.options, played.log[:number])
                yield Case(key, file, seat, about, level)


def case_of_day(day: date) -> Case:
    """The case of a day, from a seed of that day."""
    known = sorted(key for key, game in games().items() if find_telling(game) is not None)
    game = find_game(known[day.toordinal() % len(known)])
    return make(game, day.isoformat(), WEEK[day.weekday()], day.toordinal())


# Finding.


def read_cases(path: Path) -> dict[str, Case]:
    """The cases in a file, one a line."""
    found = [Case(**json.loads(line)) for line in path.read_text("utf-8").splitlines()]
    return {case.key: case for case in found}


@cache
def stored_cases() -> dict[str, Case]:
    """The cases that come with the package."""
    return read_cases(DAYS)


@lru_cache(maxsize=64)
def find_case(key: str) -> Case:
    """The case of a day (2027-01-31), or any other by game, level and number (GAME-easy-12)."""
    known = stored_cases().get(key)
    if known is not None:
        return known
    try:
        return case_of_day(date.fromisoformat(key))
    except ValueError:
        pass
    match key.split("-"):
        case [name, level, number] if level in LEVELS and number.isdecimal() and name in games():
            game = find_game(name)
            if find_telling(game) is not None and int(number) <= MOST_NUMBER:
                return make(game, key, LEVELS.index(level), int(number))
    raise UnknownCase(
        f"there is no case {key!r}; a case is a day, as in 2027-01-31, or a game, a level and a number "
        f"up to {MOST_NUMBER:,}, with {', '.join(LEVELS)} for levels"
    )


# Solving.


def investigate(case: Case) -> tuple[Inquiry, list[tuple[int, Shares]]]:
    """A case line by line, and how the good reader's answers moved with the steps."""
    played = gamefile.replay(BytesIO(case.file.encode()), case.key)
    inquiry = Inquiry(played.game, played.seats, played.options, case.seat)
    curve: list[tuple[int, Shares]] = []
    for actor, text in played.log:
        if inquiry.hear(actor, text):
            assert inquiry.mind is not None, "it could say something"
            read = inquiry.mind.surmises()
            mine = {
                answer: share
                for answer, share in read.items()
                if inquiry.mind.question(*answer) == case.about
            }
            curve.append((inquiry.cause, mine))
    return inquiry, curve


def solve(case: Case, shares: list[float]) -> Solved:
    """What an answer is worth; its shares are in the order of the case's answers, and count relatively."""
    inquiry, curve = investigate(case)
    read, fits = inquiry.questions()[case.about]
    answers = list(fits)
    total = sum(shares)
    if len(shares) != len(answers) or min(shares) < 0 or not 0 < total < float("inf"):
        raise BadAnswer(f"this case has {len(answers)} answers, and each gets a share that is not negative")
    story = find_telling(inquiry.referee.game)
    assert story is not None, "only games with a story have cases"
    real = story.truth(inquiry.referee.state)
    truth = next(number for number, (seat, kind) in enumerate(answers) if kind in real[seat])
    moved: list[tuple[int, float]] = []
    for step, found in curve:
        share = round(found.get(answers[truth], 0.0), DIGITS)
        if moved and step == moved[-1][0]:
            moved[-1] = (step, share)
        elif not moved or abs(share - moved[-1][1]) >= MOVED:
            moved.append((step, share))
    return Solved(
        truth=truth,
        scores=[
            score([share / total for share in shares], truth),
            score(list(read.values()), truth),
            score(list(fits.values()), truth),
        ],
        read=[round(share, DIGITS) for share in read.values()],
        fits=[round(share, DIGITS) for share in fits.values()],
        curve=moved,
    )


def score(shares: list[float], truth: int) -> int:
    """The quadratic score, from 0 to 100: on average, nobody gains by saying other than what they believe."""
    missed = sum((share - (number == truth)) ** 2 for number, share in enumerate(shares))
    return round(100 * (1 - missed / 2))
