"""The games as environments of Gymnasium: one seat learns, bots play the others.

Importing this module registers them: `gymnasium.make("spyring/Heimlich-v0", seats=4, opponents="normal")`.
"""

from collections.abc import Sequence
from typing import Any, ClassVar

from spyring.arrays import MOST
from spyring.core import IllegalAction, Options, Seat, UnreadableText
from spyring.games import games
from spyring.generator import Generator
from spyring.lab.arena import enlist
from spyring.lab.batch import SetUp, has_arrays
from spyring.lab.extras import MissingExtra
from spyring.lab.render import render
from spyring.lab.sitting import Sitting

try:
    import gymnasium
    from gymnasium import spaces
except ImportError:
    raise MissingExtra("gymnasium", "gymnasium") from None

LOSS = -1.0  # for an illegal act, which ends the game
ILLEGAL = ("lose", "raise")


class SeatEnvironment(gymnasium.Env[Any, Any]):
    """One seat of a game: an array and a mask when it is its turn, a reward at the end."""

    metadata: ClassVar[dict[str, Any]] = {"render_modes": ["ansi"], "render_fps": 1}

    def __init__(
        self,
        game: str,
        seats: int | None = None,
        options: Options | None = None,
        *,
        seat: Seat | None = 0,
        opponents: str | Sequence[str] = "uniform",
        limit: int = 0,
        illegal: str = "lose",
        render_mode: str | None = None,
    ) -> None:
        self.setup = SetUp(game, seats, options)
        if seat is not None and not 0 <= seat < self.setup.seats:
            raise UnreadableText(f"the seats are 0 to {self.setup.seats - 1}, not {seat}; None draws one")
        if illegal not in ILLEGAL:
            raise UnreadableText(f"illegal is {' or '.join(ILLEGAL)}, not {illegal!r}")
        names = [opponents] * (self.setup.seats - 1) if isinstance(opponents, str) else list(opponents)
        if len(names) != self.setup.seats - 1:
            raise UnreadableText(
                f"there are {self.setup.seats - 1} opponents, not {len(names)}: name each, or one for all"
            )
        for name in names:
            enlist(self.setup.game, name)
        self.fixed_seat, self.opponents = seat, names
        self.limit = limit  # of the seat's own acts; 0 for none
        self.illegal = illegal
        self.render_mode = render_mode
        self.observation_space = spaces.Dict(
            {
                "observation": spaces.Box(0, MOST, (self.setup.size,), "uint8"),
                "action_mask": spaces.Box(0, 1, (self.setup.acts,), "int8"),
            }
        )
        self.action_space = spaces.Discrete(self.setup.acts)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        super().reset(seed=seed)
        self.rng = Generator(int(self.np_random.integers(2**62)))
        self.seat = self.rng.below(self.setup.seats) if self.fixed_seat is None else self.fixed_seat
        bots = iter(self.opponents)
        self.bots = [
            None if seat == self.seat else enlist(self.setup.game, next(bots))
            for seat in range(self.setup.seats)
        ]
        self.sitting = Sitting(self.setup)
        self.acts = 0
        self._go_on()
        return self._observe(), {"seat": self.seat}

    def _go_on(self) -> None:
        """Let chance and the bots act until it is this seat's turn."""
        sitting = self.sitting
        sitting.lane.draw(self.rng)
        while not sitting.over and sitting.turn != self.seat:
            bot = self.bots[sitting.turn]
            assert bot is not None
            sitting.act(sitting.ask(bot, self.rng))
            sitting.lane.draw(self.rng)

    def _observe(self) -> dict[str, Any]:
        return {"observation": self.sitting.array(self.seat), "action_mask": self.sitting.mask(self.seat)}

    def step(self, action: Any) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        try:
            self.sitting.act(int(action))
        except IllegalAction as error:
            if self.illegal == "raise" or self.sitting.over:
                raise
            return self._observe(), LOSS, True, False, {"seat": self.seat, "illegal": str(error)}
        self.acts += 1
        self._go_on()
        over = self.sitting.over
        cut = not over and 0 < self.limit <= self.acts
        info = {"seat": self.seat}
        return self._observe(), float(self.sitting.rewards()[self.seat]), over, cut, info

    def render(self) -> Any:
        """The position as the seat sees it."""
        return render(self.sitting.view(self.seat)) if self.render_mode == "ansi" else None


for _game in filter(has_arrays, games().values()):
    gymnasium.register(
        id=f"spyring/{_game.key.capitalize()}-v0",
        entry_point="spyring.lab.gymnasium:SeatEnvironment",
        kwargs={"game": _game.key},
    )
