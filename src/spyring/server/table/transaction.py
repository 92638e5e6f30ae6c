"""A transaction: entries that are to be appended together, their acts tried on a copy of the position.

Nothing of it can be seen before it is durable, and nothing has to be undone when it is not.
"""

from typing import Any

from spyring import fair
from spyring.core import CHANCE, Actor, Event, IllegalAction, Seat, UnreadableText
from spyring.reason import Reason
from spyring.referee import Referee
from spyring.server.table.entries import Acted, AnyEntry, Began, By, Closed
from spyring.server.table.errors import Refused
from spyring.server.table.table import Effect, Phase, Table, effect
from spyring.server.table.timeouts import default


class Transaction:
    """What one request, or one moment of the table's own, adds to the log."""

    def __init__(self, table: Table, at: float) -> None:
        self.table = table
        self.at = at
        self.entries: list[AnyEntry] = []
        self._effects: list[Effect] = []  # of the acts among the entries
        self._tried: Referee | None = None
        self._key = table.key

    def complete(self) -> None:
        """It is durable: only now has it happened."""
        effects = iter(self._effects)
        for entry in self.entries:
            self.table.take(entry, next(effects) if isinstance(entry, Acted) else None)
        if self._tried is not None:
            self.table.referee.absorb(self._tried)

    def add(self, *entries: AnyEntry) -> "Transaction":
        """Entries that are no acts."""
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

    def act(self, seat: Seat, text: str, id: str = "") -> "Transaction":
        """A seat acts in its own name; raises Refused if the rules do not let it."""
        try:
            self._act(seat, text, id)
        except UnreadableText as error:
            raise Refused("unreadable-act", str(error), 422) from None
        except IllegalAction as error:
            raise Refused("illegal-act", str(error), **_why(error)) from None
        return self._draw()

    def act_for(self, seat: Seat, text: str) -> "Transaction":
        """A bot acts in a seat's place; raises IllegalAction or UnreadableText like the referee."""
        self._act(seat, text, by="bot")
        return self._draw()

    def default(self, seat: Seat) -> "Transaction":
        """The clock acts in a seat's place."""
        referee = self._referee
        rng = fair.generator(self._key, f"default {referee.lines}")
        self._note(seat, referee.do(seat, default(referee, seat, rng)), by="clock")
        return self._draw()

    def beat(self) -> "Transaction":
        """Chance acts while seats may act as well: the table strikes the beat."""
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
    def _referee(self) -> Referee:
        """Who judges here: on a copy of the position."""
        if self._tried is None:
            self._tried = self.table.referee.fork()
        return self._tried

    def _act(self, actor: Actor, text: str, id: str = "", by: By = "seat") -> None:
        self._note(actor, self._referee.act(actor, text), id, by)

    def _draw(self) -> "Transaction":
        """Where only chance can act, it does so at once."""
        while self._referee.state.actors() == (CHANCE,):
            self._strike()
        return self

    def _strike(self) -> None:
        referee = self._referee
        self._note(CHANCE, referee.do(CHANCE, fair.outcome(self._key, referee.lines, referee.state)))

    def _note(self, actor: Actor, events: list[Event], id: str = "", by: By = "seat") -> None:
        """The line in the words of the notation, whatever the order in which it was said."""
        text = self._referee.log[-1][1]
        self.entries.append(Acted(at=self.at, actor=actor, text=text, id=id, by=by))
        self._effects.append(effect(self._referee, events))


def _why(error: IllegalAction) -> dict[str, Any]:
    """The rules' own id for a refusal, and what fills its sentence; nothing where a game has given none."""
    reason = error.args[0]
    return {"why": reason.id, **reason.arguments} if isinstance(reason, Reason) else {}
