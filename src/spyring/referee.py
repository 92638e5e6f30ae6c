"""The referee lets an act in from outside: parse, check, apply, tell."""

from spyring.core import Actor, Event, Game, IllegalAction, Log, Options, Seat, View


class Referee:
    """One game at a table: its state, its log, and what every seat has been told."""

    def __init__(self, game: Game, seats: int, options: Options) -> None:
        self.game = game
        self.seats = seats
        self.options = game.settle(seats, options)
        self.state = game.new(seats, self.options)
        self.log: Log = []
        self.events: list[Event] = []

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
        return [(actor, text) for actor, text in heard if text is not None]

    def legal(self) -> dict[Actor, list[str]]:
        """The texts of all that may be done now, by actor."""
        return {
            actor: [self.game.text(self.state, actor, action) for action in self.state.legal_actions(actor)]
            for actor in self.state.actors()
        }
