"""What happens at a table by itself: clocks run out, beats are struck, bots answer."""

import asyncio
import math
from contextlib import suppress
from functools import partial
from itertools import count
from typing import TYPE_CHECKING, NamedTuple

import structlog

from spyring.core import IllegalAction, Seat, UnreadableText
from spyring.server.live.processes import Question, stand_in, think, thinking_time
from spyring.server.table.clocks import deadline
from spyring.server.table.codebook import set_up, texts
from spyring.server.table.door import listen, look
from spyring.server.table.entries import Away
from spyring.server.table.errors import Refused
from spyring.server.table.judging import MOST_LINES
from spyring.server.table.table import Table
from spyring.server.table.transaction import Transaction

if TYPE_CHECKING:
    from spyring.server.live.room import Room

RETRY_SECONDS = 5.0

log = structlog.get_logger()


_rooms = count()


class Answer(NamedTuple):
    """What a bot does on a beat; `acts` is how often its seat had acted when it was asked."""

    text: str
    acts: int
    due: float


class Timekeeper:
    """Checks one room after every change, and knows when to check again."""

    def __init__(self, room: "Room") -> None:
        self.room = room
        self._name = f"{next(_rooms)} {room.table.id}"  # a table may have several rooms, one after another
        self._watched_since: float | None = None
        self._asleep = False
        self._timer: asyncio.TimerHandle | None = None
        self._ticking: asyncio.Task[None] | None = None
        self._thinking: dict[Seat, asyncio.Task[None]] = {}
        self._asked: dict[Seat, float] = {}  # in which beat: when that was struck
        self._answers: dict[Seat, Answer] = {}  # of bots, that wait for the beat
        self._replied: dict[Seat, int] = {}  # to which question a bot had the chance to reply: its line
        self._shown: dict[Seat, int] = {}  # up to which number a seat's page has shown what happened
        self._paused: set[Seat] = set()
        self._let_go = asyncio.Event()

    def look(self) -> None:
        """Find out what is due next, and ask the bots that are to act."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if not self.goes_on:
            return
        if not self.room.drives:
            if self.room.company is not None and self.asks:
                self.room.company.want(self.room.table.id)
            return
        self._wake_or_sleep()
        due = [time for time in (self._next_beat(), *self._deadlines()) if time is not None]
        if due:
            self._wait(max(0.0, min(due) - self.room.now()))
        for seat in self._bots_to_ask():
            self._thinking[seat] = asyncio.create_task(self._answer(seat))
        for seat in self._bots_to_reply():
            self._thinking[seat] = asyncio.create_task(self._reply(seat))

    def stop(self) -> None:
        """From now on nothing happens by itself."""
        if self._timer is not None:
            self._timer.cancel()
        for task in (self._ticking, *self._thinking.values()):
            if task is not None:
                task.cancel()

    @property
    def idle(self) -> bool:
        """Whether nothing is going to happen by itself."""
        return self._timer is None and not self._thinking

    @property
    def goes_on(self) -> bool:
        """Whether there is a game at this table that needs a driver."""
        table = self.room.table
        return table.phase == "playing" and table.lines < MOST_LINES

    @property
    def asks(self) -> bool:
        """Whether this worker should drive: its people are here, or nobody is anywhere."""
        return self.goes_on and (bool(self.room.listeners) or not self.room.watched)

    def _wake_or_sleep(self) -> None:
        """Without a clock, an empty room sleeps; a bot's time begins when somebody connects."""
        table = self.room.table
        slept, self._asleep = self._asleep, not self.room.watched and table.made.clock == "off"
        if slept and not self._asleep:
            for seat in table.waiting:
                if table.played_by_bot(seat):
                    table.waiting[seat] = self.room.now()

    # Who plays with bots alone: they wait until that person has seen what happened, or wants to go on.

    def show(self, seat: Seat, number: int) -> None:
        """A page of this seat has shown everything up to a number."""
        looked = self._is_dealing()
        self._shown[seat] = max(number, self._shown.get(seat, 0))
        self._let_go.set()
        if looked and not self._is_dealing():
            self._watched_since = None  # the first beat is counted from here
            self.look()

    def pause(self, seat: Seat, on: bool) -> None:
        """Somebody at this seat wants the bots to wait, or to go on."""
        if on:
            self._paused.add(seat)
            return
        self.let_go(seat)

    def let_go(self, seat: Seat | None = None) -> None:
        """Bots see whether they still have to wait; after a pause their time begins anew."""
        table = self.room.table
        paused = bool(self._paused)
        here = {one for one, count in enumerate(table.here) if count}
        self._shown = {one: number for one, number in self._shown.items() if one in here}
        self._paused = {one for one in self._paused & here if one != seat}
        self._let_go.set()
        if paused and not self._pauses():
            for one in table.waiting:
                if table.played_by_bot(one):
                    table.waiting[one] = self.room.now()
            self.look()

    def _pauses(self) -> bool:
        table = self.room.table
        return table.made.clock == "off" and table.alone() in self._paused

    def _is_behind(self) -> bool:
        """Whether the only person here, whose page says what it has shown, has not seen everything yet."""
        table = self.room.table
        seat = table.alone()
        return seat in self._shown and self._shown[seat] < len(table.told[seat])

    async def _until_shown(self) -> None:
        until = self.room.now() + self.room.pace.film
        while self._pauses() or (self._is_behind() and self.room.now() < until):
            self._let_go.clear()
            with suppress(TimeoutError):
                async with asyncio.timeout(max(0.0, until - self.room.now()) if not self._pauses() else None):
                    await self._let_go.wait()

    # Beats.

    def _has_beats(self) -> bool:
        return self.room.table.referee.state.beats()

    def _beat_seconds(self) -> float:
        return self.room.pace.beat_seconds(self.room.table.made.beat)

    def _is_dealing(self) -> bool:
        """Whether somebody here still looks at what was dealt, before the first beat (a page says 0)."""
        table = self.room.table
        return table.struck <= table.began and any(
            number == 0 and table.here[seat] for seat, number in self._shown.items()
        )

    def _next_beat(self) -> float | None:
        """When the next one is due, counted from the last; beats wait while nobody at all is looking.

        A late beat does not make the next one early: time given to the seats is never taken back.
        """
        if not self.goes_on or not self._has_beats() or not self.room.watched:
            self._watched_since = None
            return None
        if self._watched_since is None:
            self._watched_since = self.room.now()
        table = self.room.table
        due = max(table.struck, self._watched_since) + self._beat_seconds()
        return max(due, table.began + self.room.pace.deal) if self._is_dealing() else due

    # Clocks.

    def _deadlines(self) -> list[float | None]:
        table = self.room.table
        if self._asleep:
            return []
        paused = self._pauses()
        return [
            deadline(table, seat, self.room.pace)
            for seat in table.waiting
            if not (paused and table.played_by_bot(seat))
        ]

    def _wait(self, seconds: float) -> None:
        self._timer = asyncio.get_running_loop().call_later(seconds, self._ring)

    def _ring(self) -> None:
        self._timer = None
        self._ticking = asyncio.create_task(self._tick())

    async def _tick(self) -> None:
        """Do what is due; the commit looks again afterwards."""
        room = self.room
        try:
            if (await room.drive(self._strike)).entries:
                self._answers = {
                    seat: one for seat, one in self._answers.items() if one.due > room.table.struck
                }
            for seat in list(room.table.waiting):
                await room.drive(partial(self._run_out, seat=seat))
        except Exception as error:  # a full disk or a fault must not stop the table
            self._complain(error)
            self._wait(RETRY_SECONDS)
        else:
            self.look()

    def _complain(self, error: Exception) -> None:
        why = error.id if isinstance(error, Refused) else type(error).__name__
        log.warning("table held up", table=self.room.table.id, why=why)

    def _strike(self, table: Table, at: float) -> Transaction:
        """A beat, if it is due by now: while this waited for others, one may have been struck.

        Bots act with it, in the order of their seats, so that no commit of their own shows when they do.
        """
        transaction = Transaction(table, at)
        due = self._next_beat()
        if due is None or due > at:
            return transaction
        for seat, answer in sorted(self._answers.items()):
            if answer.due <= at and answer.acts == table.acts[seat] and table.played_by_bot(seat):
                with suppress(IllegalAction, UnreadableText):  # overtaken by somebody else's act, or nonsense
                    transaction.act_for(seat, answer.text)
        return transaction.beat()

    def _run_out(self, table: Table, at: float, seat: Seat) -> Transaction:
        """A default act for the seat; from then on, a bot plays a person's seat."""
        transaction = Transaction(table, at)
        due = deadline(table, seat, self.room.pace) if self.goes_on and not self._asleep else None
        if due is None or due > at:
            return transaction
        person = not table.played_by_bot(seat)
        if self._pauses() and not person:
            return transaction
        transaction.default(seat)
        return transaction.add(Away(at=at, seat=seat)) if person else transaction

    # Bots.

    def _bots_to_ask(self) -> list[Seat]:
        """The seats whose bots are to act: those that are waited for, and with beats all, once a beat.

        Where nobody looks on and no clock runs there is no hurry: no bot thinks for an empty room.
        """
        table = self.room.table
        if self._asleep or (self._has_beats() and not self.room.watched):
            return []
        asked = [seat for seat in range(table.made.seats) if table.played_by_bot(seat)]
        if self._has_beats():
            asked = [seat for seat in asked if seat not in self._answers]
            asked = [seat for seat in asked if self._asked.get(seat) != table.struck]
        else:
            asked = [seat for seat in asked if seat in table.waiting]
        return [seat for seat in asked if seat not in self._thinking]

    def _bots_to_reply(self) -> list[Seat]:
        """The seats whose bots were asked something, and are not to act: those speak before they do."""
        table = self.room.table
        if self._asleep or self._has_beats():
            return []
        return [
            seat
            for seat, line in table.questions.items()
            if table.played_by_bot(seat)
            and seat not in table.waiting
            and seat not in self._thinking
            and self._replied.get(seat) != line
        ]

    async def _answer(self, seat: Seat) -> None:
        """Think, then act at a time that does not show how long the thinking took."""
        room = self.room
        try:
            acts = room.table.acts[seat]
            if self._has_beats():
                due = self._asked[seat] = room.table.struck
                # a beat may be late, but not early
                due += (self._beats_to_think(seat) - 0.5) * self._beat_seconds()
                self._answers[seat] = Answer(await self._think(seat) or "", acts, due)
                return
            text = await self._think_at_pace(seat)
            await room.drive(partial(self._act_for, seat=seat, text=text, acts=acts))
        except Exception as error:
            self._complain(error)
            await asyncio.sleep(RETRY_SECONDS)
        finally:
            del self._thinking[seat]
        self.look()

    async def _reply(self, seat: Seat) -> None:
        """Think about what was asked, and speak when an act would come."""
        try:
            self._replied[seat] = self.room.table.questions[seat]
            text = await self._think_at_pace(seat, replies=True)
            if text:
                await self.room.drive(partial(self._say_for, seat=seat, text=text))
        except Exception as error:
            self._complain(error)
        finally:
            del self._thinking[seat]
        self.look()

    async def _think_at_pace(self, seat: Seat, *, replies: bool = False) -> str | None:
        pace, asked_at = self._pace(seat), self.room.now()
        text = await self._think(seat, replies=replies)
        if pace > 0:
            paces = max(1, math.ceil((self.room.now() - asked_at) / pace))
            await asyncio.sleep(asked_at + paces * pace - self.room.now())
        await self._until_shown()
        return text

    def _pace(self, seat: Seat) -> float:
        """How long after it was asked a bot acts: a multiple of a fixed time."""
        pace, table = self.room.pace, self.room.table
        seconds = pace.bot_seconds(table.made.bot_pace)
        if not seconds:
            return 0.0
        # A bot that was given more time always takes it, even if it knows at once what to do.
        return seconds * (1 + thinking_time(table.game, self._bot(seat)) // seconds)

    def _beats_to_think(self, seat: Seat) -> float:
        """A bot acts on the next beat; one that was given more time always takes as many as that lasts."""
        return 1 + thinking_time(self.room.table.game, self._bot(seat)) // self._beat_seconds()

    def _bot(self, seat: Seat) -> str:
        table = self.room.table
        return table.chairs[seat].bot or stand_in(table.game)

    async def _think(self, seat: Seat, *, replies: bool = False) -> str | None:
        """Ask the bot, with what a browser would get; None if it fails."""
        table = self.room.table
        reached = len(table.told[seat])
        sight = look(table, seat, reached)
        if sight.view is None or not (replies or sight.legal):
            return ""
        bot = self._bot(seat)
        question = Question(
            chair=f"{self._name} {seat}",
            view=sight.view,
            legal=[] if replies else texts(set_up(table), seat, sight.legal),
            reached=reached,
            heard=lambda since: listen(table, seat, since, reached),
            table=table.id,
            owner=self.room.owner,
        )
        try:
            return await think(table.game, bot, question)
        except Exception as error:
            log.error("bot failed", table=table.id, bot=bot, error=type(error).__name__)
            return None

    def _say_for(self, table: Table, at: float, seat: Seat, text: str) -> Transaction:
        """What a bot says to a question; one that has to act by now will say it then."""
        still = seat in table.questions and seat not in table.waiting and table.played_by_bot(seat)
        if still and self.goes_on:
            with suppress(IllegalAction, UnreadableText):
                return Transaction(table, at).act_for(seat, text)
        return Transaction(table, at)

    def _act_for(self, table: Table, at: float, seat: Seat, text: str | None, acts: int) -> Transaction:
        """The bot's act, if it still plays the seat; a default act if it fails and the table is waiting."""
        transaction = Transaction(table, at)
        overtaken = table.acts[seat] != acts  # by the clock, or by the same bot in another process
        if overtaken or not self.goes_on or not table.played_by_bot(seat):
            return transaction
        if text:
            try:
                return transaction.act_for(seat, text)
            except (IllegalAction, UnreadableText):
                transaction = Transaction(table, at)  # overtaken by somebody else's act, or nonsense
        if seat not in table.waiting:
            return transaction
        return transaction.default(seat)
