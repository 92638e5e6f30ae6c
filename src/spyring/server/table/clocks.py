"""Clocks: how long a seat may think, how fast bots answer, how often the beat is struck."""

from dataclasses import dataclass, field

from spyring.core import Seat
from spyring.server.table.table import Table

MINUTE = 60.0
DAY = 24 * 60 * MINUTE

CLOCKS: dict[str, float | None] = {"off": None, "relaxed": 2 * MINUTE, "fast": 20.0, "days": 3 * DAY}


@dataclass(frozen=True, kw_only=True)
class Pace:
    """The times of a table, in seconds."""

    clocks: dict[str, float | None] = field(default_factory=lambda: dict(CLOCKS))
    bot_clock: float = MINUTE  # for a bot that fails to answer, also where the clock is off
    bot: float = 0.8  # every bot answers after the same time, whatever it had to think about
    beat: float = 0.8
    grace: float = 15.0  # after a restart nobody's clock runs out before this
    onlookers: float = 1.0  # they are counted so often at most; who reloads a page has not left
    patience: float = 3 * MINUTE  # without a clock, before others may ask for a bot in an absent seat's place

    def allowance(self, clock: str, *, bot: bool) -> float | None:
        """How long a seat may hold up its table; None for as long as it likes."""
        return self.bot_clock if bot else self.clocks[clock]


def deadline(table: Table, seat: Seat, pace: Pace) -> float | None:
    """When the clock of this seat runs out; None while nobody waits for it, or for ever."""
    allowance = pace.allowance(table.made.clock, bot=table.played_by_bot(seat))
    if seat not in table.waiting or allowance is None:
        return None
    return max(table.waiting[seat] + allowance, table.grace_until)
