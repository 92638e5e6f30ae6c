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
from spyring.server.table.table import Phase, Table
from spyring.server.table.timeouts import default


class Transaction:
    """What one request, or one moment of the table's own, adds to the log."""

    def __init__(self, table: Table, at: float) -> None:
        self.table = table
        self.at = at
        self.entries: list[AnyEntry] = []
        self.told: list[list[Event]] = []
        self.position: Referee | None = None
        self.lines = table.lines
        self.key = table.key

    def add(self, *entries: AnyEntry) -> "Transaction":
        """Entries that are no acts."""
        self.entries += entries
        return self

    def begin(self) -> "Transaction":
        """The game begins: chance sets it up."""
        self.add(Began(at=self.at))
        table = self.table
        self.key = table.deal_key()
        self.position = Referee(table.game, table.made.seats, table.options)
        for line in table.made.imported:
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
        position = self._copy()
        rng = fair.generator(self.key, f"default {self._line()}")
        whole = _fork(position)
        whole.events = self.table.position().events + position.events
        action = default(whole, seat, rng)
        self.told.append(position.do(seat, action))
        self._note(seat, by="clock")
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
        if self.position is None:
            return self.table.phase
        return "playing" if self.position.state.actors() else "over"

    def _act(self, actor: Actor, text: str, id: str = "", by: By = "seat") -> None:
        self.told.append(self._copy().act(actor, text))
        self._note(actor, id, by)

    def _draw(self) -> "Transaction":
        """Where only chance can act, it does so at once."""
        position = self._copy()
        while position.state.actors() == (CHANCE,):
            self._strike()
        return self

    def _strike(self) -> None:
        position = self._copy()
        self.told.append(position.do(CHANCE, fair.outcome(self.key, self._line(), position.state)))
        self._note(CHANCE)

    def _note(self, actor: Actor, id: str = "", by: By = "seat") -> None:
        """The line in the words of the notation, whatever the order in which it was said."""
        text = self._copy().log[-1][1]
        self.entries.append(Acted(at=self.at, actor=actor, text=text, id=id, by=by))

    def _line(self) -> int:
        return self.lines + len(self._copy().log)

    def _copy(self) -> Referee:
        """The position to try things on, with a log and events of its own."""
        if self.position is None:
            self.position = _fork(self.table.position())
            self.position.state = self.position.state.copy()
            self.position.log = []
            self.position.events = []
        return self.position


def _fork(referee: Referee) -> Referee:
    """A second referee with the same parts; cheaper than settling the options again."""
    second = Referee.__new__(Referee)
    vars(second).update(vars(referee))
    return second


def _why(error: IllegalAction) -> dict[str, Any]:
    """The rules' own id for a refusal, and what fills its sentence; nothing where a game has given none."""
    reason = error.args[0]
    return {"why": reason.id, **reason.arguments} if isinstance(reason, Reason) else {}
