"""Lessons: short games with a fixed deal, scripted opponents, and the real rules.

A lesson is data (`lesson.json` in a game's folder). There is no table, and nothing is stored: the learner
sends all acts so far, the referee replays them, and the answer is the position as the learner's seat sees
it. So no secret of any table is within reach here.
"""

import re
from functools import cache
from pathlib import Path

import msgspec

import spyring
from spyring.core import CHANCE, Actor, IllegalAction, Log, Options, Seat, UnreadableText
from spyring.games import games
from spyring.referee import Referee
from spyring.server.http.endpoint import Call, Endpoints
from spyring.server.http.outgoing import ShownView
from spyring.server.table.errors import Refused

FOLDER = Path(spyring.__file__).parent / "games"
GO_ON = ""  # sent after a step that is only read

api = Endpoints()


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A sentence (its key in the lesson's texts), the acts that fit it, and what the others do next.

    `accept` has regular expressions for the texts of legal acts; if there are none, the step is only read.
    With `after`, time does not wait: the page goes on after so many seconds, whether or not somebody acted.
    """

    say: str
    accept: tuple[str, ...] = ()
    then: tuple[str, ...] = ()
    after: float = 0.0


class Lesson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A game that has begun, and the steps from there; the last step says what to do next."""

    seats: int
    before: tuple[str, ...]
    steps: tuple[Step, ...]
    seat: Seat = 0
    options: Options = {}


class Learned(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the learner has done so far."""

    acts: list[str] = []


class LessonScene(msgspec.Struct, frozen=True):
    """One thing after another that the last act led to: how much had been told by then, and the view."""

    told: int
    view: ShownView


class Lecture(msgspec.Struct, frozen=True):
    """Where the learner is: the sentence, the acts that fit, and what was told so far."""

    seats: int
    seat: Seat
    step: int
    steps: int
    say: str
    accept: list[str]
    after: float
    told: Log
    view: ShownView
    scenes: list[LessonScene]


@cache
def lesson(game: str) -> Lesson | None:
    """The lesson of a game, if it has one."""
    path = FOLDER / game / "lesson.json"
    return msgspec.json.decode(path.read_bytes(), type=Lesson) if path.is_file() else None


def teach(game: str, lesson: Lesson, acts: list[str]) -> Lecture:
    """The lesson after these acts; raises Refused for an act that its step does not ask for."""
    referee = Referee(games()[game], lesson.seats, lesson.options)
    follow(referee, lesson.before)
    if len(acts) >= len(lesson.steps):
        raise Refused("lesson-over", "This lesson has no more steps.", 422)
    scenes: list[LessonScene] = []
    for act, step in zip(acts, lesson.steps, strict=False):
        scenes = []
        if act != GO_ON or (step.accept and not step.after):
            if act not in fitting(referee, lesson.seat, step):
                raise Refused("not-in-lesson", "The lesson asks for something else here.", 422)
            referee.act(lesson.seat, act)
            scenes.append(scene(referee, lesson.seat))
        for line in step.then:
            follow(referee, (line,))
            if scenes and line.startswith(CHANCE):  # what chance does goes with what led to it
                scenes.pop()
            scenes.append(scene(referee, lesson.seat))
    now = lesson.steps[len(acts)]
    return Lecture(
        seats=lesson.seats,
        seat=lesson.seat,
        step=len(acts),
        steps=len(lesson.steps),
        say=now.say,
        accept=fitting(referee, lesson.seat, now),
        after=now.after,
        told=referee.feed(lesson.seat),
        view=referee.view(lesson.seat),
        scenes=scenes,
    )


def scene(referee: Referee, seat: Seat) -> LessonScene:
    """How things stand now."""
    return LessonScene(told=len(referee.feed(seat)), view=referee.view(seat))


def fitting(referee: Referee, seat: Seat, step: Step) -> list[str]:
    """The legal acts that a step asks for."""
    legal = referee.legal().get(seat, [])
    return [text for text in legal if any(re.fullmatch(pattern, text) for pattern in step.accept)]


def follow(referee: Referee, script: tuple[str, ...]) -> None:
    """Do what the script says; the script is ours, so it must be legal."""
    for line in script:
        word, _, text = line.partition(" ")
        actor: Actor = CHANCE if word == CHANCE else int(word)
        try:
            referee.act(actor, text)
        except (IllegalAction, UnreadableText) as error:
            raise AssertionError(f"the lesson says {line!r}: {error}") from error


@api.post("/api/lessons/{game}")
async def learn(call: Call, body: Learned) -> Lecture:
    """The lesson of a game after the learner's acts so far; nothing is stored."""
    game = call.request.path_params["game"]
    found = lesson(game) if game in games() else None
    if found is None:
        raise Refused("no-such-lesson", "There is no such lesson.", 404)
    return teach(game, found, body.acts)
