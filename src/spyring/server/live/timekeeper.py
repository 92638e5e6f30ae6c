"""What happens at a table by itself: clocks run out, beats are struck, bots answer."""

import asyncio
import math
import time
from functools import partial
from itertools import count
from typing import TYPE_CHECKING

import structlog

from spyring.core import CHANCE, IllegalAction, Seat, UnreadableText
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
_BEGINNING = time.time() - time.monotonic()

log = structlog.get_logger()


def steady_time() -> float:
    """Seconds since 1970 by a clock that nobody sets: as it stood at the start, and on from there.

    Else a machine whose time is corrected would take somebody's time away, or hold up bots and beats.
    """
    return _BEGINNING + time.monotonic()


_rooms = count()


class Timekeeper:
    """Looks at one room after every change, and knows when to look again."""

    def __init__(self, room: "Room") -> None:
        self.room = room
        self._name = (
            f"{next(_rooms)} {room.table.id}"  # a table may be in more than one room, one after another
        )
        self._last_beat: float | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._ticking: asyncio.Task[None] | None = None
        self._thinking: dict[Seat, asyncio.Task[None]] = {}
        self._heard_in_beat: set[Seat] = set()

    def look(self) -> None:
        """See what is due next, and let the bots think that are to act."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if not self._goes_on():
            return
        due = [time for time in (self._next_beat(), *self._deadlines()) if time is not None]
        if due:
            self._wait(max(0.0, min(due) - self.room.now()))
        for seat in self._bots_to_ask():
            self._thinking[seat] = asyncio.create_task(self._answer(seat))

    def stop(self) -> None:
        """Nothing happens by itself from now on."""
        if self._timer is not None:
            self._timer.cancel()
        for task in (self._ticking, *self._thinking.values()):
            if task is not None:
                task.cancel()

    @property
    def idle(self) -> bool:
        """Whether nothing is going to happen by itself."""
        return self._timer is None and not self._thinking

    def _goes_on(self) -> bool:
        table = self.room.table
        return table.phase == "playing" and table.lines < MOST_LINES

    # Beats: chance among the actors means that time itself is one.

    def _has_beats(self) -> bool:
        actors = self.room.table.referee.state.actors()
        return len(actors) > 1 and CHANCE in actors

    def _next_beat(self) -> float | None:
        """Beats wait while nobody at all is looking."""
        if not self._has_beats() or not self.room.listeners:
            self._last_beat = None
            return None
        if self._last_beat is None:
            self._last_beat = self.room.now()
        return self._last_beat + self.room.pace.beat

    # Clocks.

    def _deadlines(self) -> list[float | None]:
        table = self.room.table
        return [deadline(table, seat, self.room.pace) for seat in table.waiting]

    def _wait(self, seconds: float) -> None:
        self._timer = asyncio.get_running_loop().call_later(seconds, self._ring)

    def _ring(self) -> None:
        self._timer = None
        self._ticking = asyncio.create_task(self._tick())

    async def _tick(self) -> None:
        """Do what is due; the commit looks again afterwards."""
        room = self.room
        try:
            beat = self._next_beat()
            if beat is not None and beat <= room.now():
                await room.commit(self._strike)
            for seat in list(room.table.waiting):
                await room.commit(partial(self._run_out, seat=seat))
        except Exception as error:  # a full disk, or a fault: the table must not stand still for it
            self._complain(error)
            self._wait(RETRY_SECONDS)
        else:
            self.look()

    def _complain(self, error: Exception) -> None:
        why = error.id if isinstance(error, Refused) else type(error).__name__
        log.warning("table held up", table=self.room.table.id, why=why)

    def _strike(self, table: Table, at: float) -> Transaction:
        transaction = Transaction(table, at)
        if not self._has_beats():
            return transaction
        # A late beat does not make the next one early: time given to the seats is never taken back.
        self._last_beat = at
        self._heard_in_beat = set()
        return transaction.beat()

    def _run_out(self, table: Table, at: float, seat: Seat) -> Transaction:
        """A default in place of the seat; a person's seat is played by a bot from then on."""
        transaction = Transaction(table, at)
        due = deadline(table, seat, self.room.pace) if self._goes_on() else None
        if due is None or due > at:
            return transaction
        person = not table.played_by_bot(seat)
        transaction.default(seat)
        return transaction.add(Away(at=at, seat=seat)) if person else transaction

    # Bots.

    def _bots_to_ask(self) -> list[Seat]:
        """The seats whose bots are to act: those that are waited for, and with beats all, once a beat."""
        table = self.room.table
        asked = [seat for seat in range(table.made.seats) if table.played_by_bot(seat)]
        if self._has_beats():
            if not self.room.listeners:
                return []
            asked = [seat for seat in asked if seat not in self._heard_in_beat]
        else:
            asked = [seat for seat in asked if seat in table.waiting]
        return [seat for seat in asked if seat not in self._thinking]

    async def _answer(self, seat: Seat) -> None:
        """Think, and act at a time that does not tell how long the thinking took."""
        room = self.room
        try:
            self._heard_in_beat.add(seat)
            pace = self._pace(seat)
            asked_at = room.now()
            acts = room.table.acts[seat]
            text = await self._think(seat)
            if pace > 0:
                paces = max(1, math.ceil((room.now() - asked_at) / pace))
                await asyncio.sleep(asked_at + paces * pace - room.now())
            await room.commit(partial(self._act_for, seat=seat, text=text, acts=acts))
        except Exception as error:
            self._complain(error)
            await asyncio.sleep(RETRY_SECONDS)
        finally:
            del self._thinking[seat]
        self.look()

    def _pace(self, seat: Seat) -> float:
        """A bot acts this long after it was asked, or after twice as long, and so on."""
        pace, table = self.room.pace, self.room.table
        if self._has_beats():
            return pace.beat * (seat + 1) / (table.made.seats + 1)
        if not pace.bot:
            return 0.0
        # One that was given more time takes it also where it sees at once what to do.
        return pace.bot * (1 + thinking_time(table.game, self._bot(seat)) // pace.bot)

    def _bot(self, seat: Seat) -> str:
        table = self.room.table
        return table.chairs[seat].bot or stand_in(table.game)

    async def _think(self, seat: Seat) -> str | None:
        """Ask the bot with what a browser would get; None if it fails."""
        table = self.room.table
        reached = len(table.told[seat])
        sight = look(table, seat, reached)
        if not sight.legal or sight.view is None:
            return ""
        bot = self._bot(seat)
        question = Question(
            chair=f"{self._name} {seat}",
            view=sight.view,
            legal=texts(set_up(table), seat, sight.legal),
            reached=reached,
            heard=lambda since: listen(table, seat, since, reached),
        )
        try:
            return await think(table.game, bot, question)
        except Exception as error:
            log.error("bot failed", table=table.id, bot=bot, error=type(error).__name__)
            return None

    def _act_for(self, table: Table, at: float, seat: Seat, text: str | None, acts: int) -> Transaction:
        """The bot's act, if the seat is still its to play; a default where it fails and the table waits."""
        transaction = Transaction(table, at)
        overtaken = table.acts[seat] != acts  # by the clock, or by the same bot in another process
        if overtaken or not self._goes_on() or not table.played_by_bot(seat):
            return transaction
        if text:
            try:
                return transaction.act_for(seat, text)
            except (IllegalAction, UnreadableText):
                transaction = Transaction(table, at)  # overtaken by somebody else's act, or nonsense
        if self._has_beats() or seat not in table.waiting:
            return transaction
        return transaction.default(seat)
