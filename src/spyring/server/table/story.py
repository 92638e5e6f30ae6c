"""The story of a finished game: who knew what when, from the feeds and the notes of all seats.

What a seat could know is computed from its views and its feed alone; the truth is used only to compare with.
A game's `story.py` does this. The story of a game without one has notes and moments, but no knowledge.
"""

from typing import Literal

import msgspec

from spyring.core import CHANCE, Actor, Event, Game, Log, Options, Seat
from spyring.games import find_game
from spyring.referee import Referee, told
from spyring.server.table.table import Table
from spyring.telling import Knowledge, Telling, find_telling

GRAIN = 3  # decimal places of a probability
INSIGHT = 0.1  # a line that makes a seat surer by this much on average is a moment


class Known(msgspec.Struct, frozen=True):
    """What a seat could know from this line on."""

    line: int
    possible: int
    sure: list[float | None]


class Moment(msgspec.Struct, frozen=True):
    """Something that a seat saw, said or found out with this line of the game."""

    line: int
    kind: Literal["sight", "accusation", "insight"]
    actor: Actor
    text: str


class Jotted(msgspec.Struct, frozen=True):
    """What a seat noted after this line of the game."""

    line: int
    at: float
    marks: dict[str, str]
    text: str | None


class SeatStory(msgspec.Struct, frozen=True):
    """The game as one seat came to know it."""

    known: list[Known]
    moments: list[Moment]
    notes: list[Jotted]


class Truth(msgspec.Struct, frozen=True):
    """What every seat was, from this line on."""

    line: int
    seats: list[list[str]]


class Story(msgspec.Struct, frozen=True):
    """Who knew what when; a line is a position in the replay: the number of lines done so far."""

    lines: int
    truth: list[Truth]
    seats: list[SeatStory]


def tell_story(game: str, seats: int, options: Options, log: Log) -> Story:
    """Everything but the notes. This takes seconds, so call it where nobody has to wait."""
    return Teller(find_game(game), seats, options).tell(log)


def with_notes(story: Story, table: Table) -> Story:
    """The same story with the seats' notes."""
    told = [
        msgspec.structs.replace(
            one, notes=[Jotted(line, noted.at, noted.marks, noted.text) for line, noted in notes.history]
        )
        for one, notes in zip(story.seats, table.notes, strict=True)
    ]
    return msgspec.structs.replace(story, seats=told)


class Teller:
    """Replays a game and looks over everybody's shoulder."""

    def __init__(self, game: Game, seats: int, options: Options) -> None:
        self.referee = Referee(game, seats, options)
        self.telling = find_telling(game)
        self.story = Story(0, [], [SeatStory([], [], []) for _ in range(seats)])
        self.minds = (
            []
            if self.telling is None
            else [self.telling.Knowledge(self.referee.view(seat)) for seat in range(seats)]
        )
        self.news: list[Log] = [[] for _ in range(seats)]  # what the minds have not heard yet
        self.begun = False  # whether any seat has been able to act: until then the game is being set up

    def tell(self, log: Log) -> Story:
        """The whole story."""
        for actor, text in log:
            self._hear(self.referee.act(actor, text))
        return msgspec.structs.replace(self.story, lines=len(log))

    def _hear(self, events: list[Event]) -> None:
        for seat, news in enumerate(self.news):
            news += told(events, seat)
        actors = self.referee.state.actors()
        self.begun = self.begun or actors != (CHANCE,)
        if self.telling is None or not self.begun:
            return
        self._add_accusations(self.telling, events)
        truth = self.telling.truth(self.referee.state)
        if not self.story.truth or self.story.truth[-1].seats != truth:
            self.story.truth.append(Truth(self._line, truth))
        if not actors:
            return  # everything is revealed now: nothing is left to find out
        for seat, mind in enumerate(self.minds):
            news, self.news[seat] = self.news[seat], []
            mind.hear(self.referee.view(seat), news)
            surer = self._ask(seat, mind)
            if not self._add_sights(self.telling, seat, events) and surer >= INSIGHT:
                actor, text = news[-1]
                self._add(seat, Moment(self._line, "insight", actor, text))

    @property
    def _line(self) -> int:
        return len(self.referee.log)

    def _ask(self, seat: Seat, mind: Knowledge) -> float:
        """Record what a seat can know, if that has changed; returns how much surer it is."""
        sure = [None if one is None else round(one, GRAIN) for one in mind.sure(self.referee.state)]
        known = Known(self._line, mind.possible(), sure)
        story = self.story.seats[seat].known
        before = story[-1] if story else None
        if before is None or (before.possible, before.sure) != (known.possible, known.sure):
            story.append(known)
        return 0.0 if before is None else _mean(sure) - _mean(before.sure)

    def _add_accusations(self, telling: Telling, events: list[Event]) -> None:
        for event in events:
            if event.actor != CHANCE and event.text.split()[0] in telling.ACCUSATIONS:
                self._add(event.actor, Moment(self._line, "accusation", event.actor, event.text))

    def _add_sights(self, telling: Telling, seat: Seat, events: list[Event]) -> bool:
        """Whether this seat was shown something."""
        seen = [
            event
            for event in events
            if event.text.split()[0] in telling.SIGHTS
            and event.to is not None
            and seat in event.to
            and seat != event.actor
        ]
        for event in seen:
            self._add(seat, Moment(self._line, "sight", event.actor, event.text))
        return bool(seen)

    def _add(self, seat: Seat, moment: Moment) -> None:
        self.story.seats[seat].moments.append(moment)


def _mean(sure: list[float | None]) -> float:
    known = [one for one in sure if one is not None]
    return sum(known) / max(len(known), 1)
