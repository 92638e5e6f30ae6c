"""Clocks: how long a seat may think, how fast bots answer, how often the beat is struck."""

from dataclasses import dataclass, field

from spyring.core import Seat
from spyring.server.table.entries import Away, Began, Revoked, Sat
from spyring.server.table.table import Table
from spyring.server.table.transaction import Transaction

MINUTE = 60.0
DAY = 24 * 60 * MINUTE

BOT_PACES = {"slow": 2.5, "normal": 1.5, "quick": 0.8}  # how long a bot takes for an act, in seconds

BEATS = {"0.8": 0.8, "1.2": 1.2, "2": 2.0}  # from one beat to the next, in seconds

CLOCKS: dict[str, float | None] = {"off": None, "relaxed": 2 * MINUTE, "fast": 20.0, "days": 3 * DAY}


@dataclass(frozen=True, kw_only=True)
class Pace:
    """The times of a table, in seconds."""

    clocks: dict[str, float | None] = field(default_factory=lambda: dict(CLOCKS))
    bot_clock: float = MINUTE  # for a bot that fails to answer, even if the clock is off
    bot: float | None = None  # a bot always takes this long, whatever it thinks about; None: the host chooses
    beat: float | None = None  # None: the host chooses
    grace: float = 15.0  # after a restart nobody's clock runs out before this
    onlookers: float = 1.0  # how often they are counted at most; reloading a page is not leaving
    patience: float = (
        3 * MINUTE
    )  # without a clock: how long before others may ask for a bot to replace an absent seat

    film: float = (
        30.0  # bots wait so long at most until a person who plays with bots alone has seen what happened
    )

    deal: float = (
        15.0  # the first beat waits so long at most for those who still look at what they were dealt
    )

    def bot_seconds(self, bot_pace: str) -> float:
        """How long a bot takes for an act."""
        return BOT_PACES[bot_pace] if self.bot is None else self.bot

    def beat_seconds(self, beat: str) -> float:
        """How long a beat lasts."""
        return BEATS[beat] if self.beat is None else self.beat

    def allowance(self, clock: str, *, bot: bool) -> float | None:
        """How long a seat may keep its table waiting; None if there is no limit."""
        return self.bot_clock if bot else self.clocks[clock]


def deadline(table: Table, seat: Seat, pace: Pace) -> float | None:
    """When the clock of this seat runs out; None if nobody is waiting for it, or there is no limit."""
    allowance = pace.allowance(table.made.clock, bot=table.played_by_bot(seat))
    if seat not in table.waiting or allowance is None:
        return None
    return max(table.waiting[seat] + allowance, table.grace_until)


def due_at(table: Table, pace: Pace) -> float | None:
    """When the next thing happens by itself at a table that nobody is connected to; None if nothing does."""
    if table.phase != "playing" or pace.clocks[table.made.clock] is None:
        return None
    if not table.referee.state.beats() and any(table.played_by_bot(seat) for seat in table.waiting):
        return table.touched  # a bot has to be asked
    return min(
        (time for time in (deadline(table, seat, pace) for seat in table.waiting) if time), default=None
    )


def due_after(transaction: Transaction, pace: Pace) -> float | None:
    """A bound for `due_at` where a transaction makes it earlier: the game begins, or it is a bot's turn.

    Acts of people only make it later.
    """
    table = transaction.table
    allowance = pace.clocks[table.made.clock]
    if transaction.phase != "playing" or allowance is None:
        return None
    began = any(isinstance(entry, Began) for entry in transaction.entries)
    seated = any(isinstance(entry, Away | Revoked | Sat) for entry in transaction.entries)
    if seated or any(table.played_by_bot(seat) for seat in transaction.waited_for):
        return transaction.at
    return transaction.at + allowance if began else None
