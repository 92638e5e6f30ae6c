"""A transaction: entries to be appended together, with their acts tried on a copy of the position.

Nobody can see any of it before it is durable, and nothing has to be undone if it fails.
"""

from typing import Any

from spyring import fair
from spyring.core import CHANCE, Actor, Event, IllegalAction, Seat, UnreadableText
from spyring.reason import Reason
from spyring.referee import Referee
from spyring.server.table.entries import Acted, AnyEntry, Began, By, Closed
from spyring.server.table.errors import Refused
from spyring.server.table.held import Held, Refuse, tell_nobody
from spyring.server.table.table import Ahead, Effect, Phase, Table, effect
from spyring.server.table.timeouts import default


class Transaction:
    """What one request, or the table itself at one moment, adds to the log."""

    def __init__(self, table: Table, at: float) -> None:
        self.table = table
        self.at = at
        self.entries: list[AnyEntry] = []
        self._effects: list[Effect] = []  # of the acts among the entries
        self._tried: Referee | None = None
        self._key = table.key
        self.held: Held | None = None  # a secret act that waits for the next transaction of the game
        self._ahead = table.ahead

    def complete(self) -> None:
        """Make it happen, now that it is durable."""
        effects = iter(self._effects)
        for entry in self.entries:
            self.table.take(entry, next(effects) if isinstance(entry, Acted) else None)
        if self._tried is not None:
            self.table.referee.absorb(self._tried)
            self.table.held.clear()  # they were part of it
            self.table.ahead = None
        if self.held is not None:
            self.table.held[self.held.seat, self.held.id] = self.held
            self.table.ahead = self._ahead

    def add(self, *entries: AnyEntry) -> "Transaction":
        """Add entries that are not acts."""
        self.entries += entries
        return self

    def begin(self) -> "Transaction":
        """The game begins: chance sets it up."""
        self.add(Began(at=self.at))
        self._key = self.table.deal_key()
        self._tried = self.table.new_game()
        for line in self.table.made.imported:
            actor, _, text = line.partition(" ")
            self._act(CHANCE if actor == CHANCE else int(actor), text)
        return self._draw()

    def act(self, seat: Seat, text: str, id: str = "", refuse: Refuse = tell_nobody) -> "Transaction":
        """A seat acts, or its act is held; raises Refused if the rules forbid it."""
        in_time = self._referee.state.beats()
        try:
            events = self._act(seat, text, id)
        except UnreadableText as error:
            raise Refused("unreadable-act", str(error), 422) from None
        except IllegalAction as error:
            raise Refused("illegal-act", str(error), **_why(error)) from None
        if in_time and all(event.told(None) is None for event in events):
            return self._hold(Held(seat, text, id, refuse))
        return self._draw()

    def _hold(self, held: Held) -> "Transaction":
        """Keep a secret act until something happens that everybody hears."""
        acts = [entry for entry in self.entries if isinstance(entry, Acted)]
        self._ahead = Ahead(self._referee, acts, self._effects)
        self.entries = [entry for entry in self.entries if not isinstance(entry, Acted)]
        self._effects = []
        self._tried = None
        self.held = held
        return self

    def act_for(self, seat: Seat, text: str) -> "Transaction":
        """A bot acts for a seat; raises IllegalAction or UnreadableText like the referee."""
        self._act(seat, text, by="bot")
        return self._draw()

    def default(self, seat: Seat) -> "Transaction":
        """The clock acts for a seat."""
        referee = self._referee
        rng = fair.generator(self._key, f"default {referee.lines}")
        self._note(seat, referee.do(seat, default(referee, seat, rng)), by="clock")
        return self._draw()

    def beat(self) -> "Transaction":
        """The table strikes the beat, if there is one to strike."""
        if self._referee.state.beats():
            self._strike()
        return self._draw()

    @property
    def phase(self) -> Phase:
        """The phase of the table after this."""
        last = self.entries[-1]
        if isinstance(last, Closed):
            return "archived" if last.why == "archived" else "closed"
        if self._tried is None:
            return self.table.phase
        return "playing" if self._tried.state.actors() else "over"

    @property
    def waited_for(self) -> list[Seat]:
        """Whom the table waits for after the acts of this; nobody if it has none."""
        return self._effects[-1].waited_for if self._effects else []

    @property
    def _referee(self) -> Referee:
        """The referee for this transaction: a copy of the game, after the acts that were held."""
        if self._tried is None and self._ahead is not None:
            self._tried = self._ahead.referee.fork()
            self.entries += self._ahead.entries
            self._effects += self._ahead.effects
        elif self._tried is None:
            self._tried = self.table.referee.fork()
        return self._tried

    def _act(self, actor: Actor, text: str, id: str = "", by: By = "seat") -> list[Event]:
        events = self._referee.act(actor, text)
        self._note(actor, events, id, by)
        return events

    def _draw(self) -> "Transaction":
        """Let chance act at once where nobody else can, except where it stands for time."""
        while self._referee.state.draws():
            self._strike()
        return self

    def _strike(self) -> None:
        referee = self._referee
        self._note(CHANCE, referee.do(CHANCE, fair.outcome(self._key, referee.lines, referee.state)))

    def _note(self, actor: Actor, events: list[Event], id: str = "", by: By = "seat") -> None:
        """The line in canonical notation, whatever the order of its words."""
        text = self._referee.log[-1][1]
        self.entries.append(Acted(at=self.at, actor=actor, text=text, id=id, by=by))
        self._effects.append(effect(self._referee, events))


def _why(error: IllegalAction) -> dict[str, Any]:
    """The game's own id for a refusal, and the arguments of its sentence; nothing if it has none."""
    reason = error.args[0]
    return {"why": reason.id, **reason.arguments} if isinstance(reason, Reason) else {}
