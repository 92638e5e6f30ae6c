"""One game as numbers, with what every seat has been told: bots and learners sit at the same table."""

from typing import Any

from spyring.bots import Bot
from spyring.core import Event, IllegalAction, Log, Seat, View
from spyring.generator import Generator
from spyring.lab.batch import SetUp
from spyring.lab.extras import need
from spyring.lab.lanes import OVER, Lane

MOST_CLAIMS = 8  # that a bot may make before it acts


class Sitting:
    """A game in which seats act one after another, by the numbers of their acts."""

    def __init__(self, setup: SetUp, lane: Lane | None = None) -> None:
        self.setup = setup
        self.lane = lane or setup.lane()
        self.events: list[Event] = []
        self.lane.state.trace = self.events
        self.before: list[Log] = [[] for _ in range(setup.seats)]  # what was told before these events
        self._feeds: list[Log] = [[] for _ in range(setup.seats)]
        self._heard = [0] * setup.seats

    def copy(self) -> "Sitting":
        """The same game again."""
        twin = Sitting(self.setup, self.lane.copy())
        twin.events += self.events
        twin.before = self.before
        return twin

    def __deepcopy__(self, memo: dict[int, Any]) -> "Sitting":
        return self.copy()

    @property
    def turn(self) -> int:
        """The seat that acts next, `TABLE` for chance, or `OVER`."""
        return int(self.lane.turn)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.lane.turn == OVER

    def legal(self) -> list[int]:
        """The numbers of the legal acts of the seat whose turn it is."""
        return [number for number, marked in enumerate(self.lane.legal()) if marked]

    def act(self, number: int) -> None:
        """Let the seat whose turn it is act; raises IllegalAction, and changes nothing, if it may not."""
        if self.over:
            raise IllegalAction("the game is over")
        if not 0 <= number < self.setup.acts or not self.lane.legal()[number]:
            raise IllegalAction(
                f"{number} is not a legal act of seat {self.turn}; those that its mask marks are"
            )
        self.lane.do(number)

    def view(self, seat: Seat | None) -> View:
        """The position as a seat, or an onlooker, sees it."""
        return self.setup.game.view(self.lane.state, seat)

    def feed(self, seat: Seat) -> Log:
        """Everything that a seat has been told."""
        feed = self._feeds[seat]
        for event in self.events[self._heard[seat] :]:
            told = event.told(seat)
            if told is not None:
                feed.append((event.actor, told))
        self._heard[seat] = len(self.events)
        return self.before[seat] + feed

    def rewards(self) -> list[float]:
        """One point for a win, divided among those who win together; nothing before the end."""
        winners = self.lane.state.winners()
        return [1.0 / len(winners) if seat in winners else 0.0 for seat in range(self.setup.seats)]

    def ask(self, bot: Bot, rng: Generator) -> int:
        """What a bot does on the seat whose turn it is; claims that it makes first are told to everybody."""
        seat, state = self.turn, self.lane.state
        acts = [self.setup.text(state, seat, number) for number in self.legal()]
        texts = [text for text in acts if text]
        if not texts:  # a bot is asked only if there is something to do
            return int(self.setup.arrays.nothing)
        for _ in range(MOST_CLAIMS):
            said = bot.choose(self.view(seat), self.feed(seat), texts, rng)
            if said in acts:
                return self.setup.number(state, seat, said)
            if not said:  # it would rather wait, but it must act
                break
            claim = self.setup.game.parse(state, seat, said)
            if not state.allows(seat, claim):
                raise IllegalAction(self.setup.game.refusal(state, seat, claim))
            state.apply(seat, claim)
        return self.setup.number(state, seat, texts[rng.below(len(texts))])

    def array(self, seat: Seat) -> Any:
        """What a seat knows, as a numpy array."""
        numpy = need("numpy", "lab")
        return numpy.frombuffer(self.lane.array(seat), dtype="u1").copy()

    def mask(self, seat: Seat) -> Any:
        """What a seat may do now; nothing, if it is not its turn."""
        numpy = need("numpy", "lab")
        if seat != self.turn:
            return numpy.zeros(self.setup.acts, dtype="i1")
        return numpy.frombuffer(self.lane.legal(), dtype="i1").copy()
