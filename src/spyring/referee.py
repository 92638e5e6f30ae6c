"""The referee handles acts from outside: it parses, checks, applies and announces them."""

from copy import copy

from spyring.core import Actor, Event, Game, IllegalAction, Log, Options, Seat, View


def told(events: list[Event], seat: Seat | None) -> Log:
    """What a seat, or an onlooker, hears of some events."""
    heard = [(event.actor, event.told(seat)) for event in events]
    return [(actor, text) for actor, text in heard if text is not None]


class Referee:
    """A game in progress: its state, its log, and what every seat has been told."""

    def __init__(self, game: Game, seats: int, options: Options) -> None:
        self.game = game
        self.seats = seats
        self.options = game.settle(seats, options)
        self.state = game.new(seats, self.options)
        self.log: Log = []
        self.events: list[Event] = []
        self._before: Referee | None = None  # what a fork was made from

    def fork(self) -> "Referee":
        """A second referee on which to try things; its log and events start here.

        A fork of a fork starts where that one started, with everything that was tried there.
        """
        second = copy(self)
        second.state = self.state.copy()
        second.log = [] if self._before is None else self.log[:]
        second.events = [] if self._before is None else self.events[:]
        second._before = self._before or self
        return second

    def absorb(self, fork: "Referee") -> None:
        """Make what was tried on a fork happen."""
        assert fork.lines == self.lines + len(fork.log), "a fork begins where the game stands"
        self.state = fork.state
        self.log += fork.log
        self.events += fork.events

    @property
    def lines(self) -> int:
        """The length of the game's whole log, even in a fork."""
        return len(self.log) + (0 if self._before is None else self._before.lines)

    def act(self, actor: Actor, text: str) -> list[Event]:
        """Do what a text says and return what happened; a refused act changes nothing."""
        action = self.game.parse(self.state, actor, text)
        if not self.state.allows(actor, action):
            raise IllegalAction(self.game.refusal(self.state, actor, action))
        return self.do(actor, action)

    def do(self, actor: Actor, action: int) -> list[Event]:
        """Do an action that is known to be legal."""
        told: list[Event] = []
        self.log.append((actor, self.game.text(self.state, actor, action)))
        self.state.trace = told
        self.state.apply(actor, action)
        self.state.trace = None
        self.events += told
        return told

    def view(self, seat: Seat | None) -> View:
        """The position as a seat, or an onlooker, sees it."""
        return self.game.view(self.state, seat)

    def feed(self, seat: Seat | None) -> Log:
        """Everything that a seat, or an onlooker, has been told, in order."""
        before = [] if self._before is None else self._before.feed(seat)
        return before + told(self.events, seat)

    def legal(self) -> dict[Actor, list[str]]:
        """The texts of all legal actions, by actor."""
        return {
            actor: [self.game.text(self.state, actor, action) for action in self.state.legal_actions(actor)]
            for actor in self.state.actors()
        }
