"""The referee lets an act in from outside: parse, check, apply, tell."""

from copy import copy

from spyring.core import Actor, Event, Game, IllegalAction, Log, Options, Seat, View


class Referee:
    """One game under way: its state, its log, and what every seat has been told."""

    def __init__(self, game: Game, seats: int, options: Options) -> None:
        self.game = game
        self.seats = seats
        self.options = game.settle(seats, options)
        self.state = game.new(seats, self.options)
        self.log: Log = []
        self.events: list[Event] = []
        self._before: Referee | None = None  # of a fork: what it was made from

    def fork(self) -> "Referee":
        """A second referee to try things under, whose log and events begin here."""
        second = copy(self)
        second.state = self.state.copy()
        second.log = []
        second.events = []
        second._before = self
        return second

    def absorb(self, fork: "Referee") -> None:
        """What was tried on a fork has happened."""
        assert fork.lines == self.lines + len(fork.log), "a fork begins where the game stands"
        self.state = fork.state
        self.log += fork.log
        self.events += fork.events

    @property
    def lines(self) -> int:
        """How long the game is, from its beginning."""
        return len(self.log) + (0 if self._before is None else self._before.lines)

    def act(self, actor: Actor, text: str) -> list[Event]:
        """Do what a text says, and return what happened; an act that is refused changes nothing."""
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
        heard = [(event.actor, event.told(seat)) for event in self.events]
        before = [] if self._before is None else self._before.feed(seat)
        return before + [(actor, text) for actor, text in heard if text is not None]

    def legal(self) -> dict[Actor, list[str]]:
        """The texts of all that may be done now, by actor."""
        return {
            actor: [self.game.text(self.state, actor, action) for action in self.state.legal_actions(actor)]
            for actor in self.state.actors()
        }
