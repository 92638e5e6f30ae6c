"""The games in OpenSpiel: chance nodes, information states, and worlds that fit them.

Importing this module registers them: `pyspiel.load_game("spyring_heimlich", {"players": 3})`. Options of a
game are parameters, with `_` for `-`. Three more cut a game down, so that an exact solver gets to its end:
`acts` ends it after so many acts of seats, and whoever has most points then has won; `choices` leaves so
many of the legal acts, evenly spread; `seed` fixes what chance does once the secrets are dealt.
"""

import json
from typing import Any, cast

from spyring.arrays import TABLE
from spyring.bots import Bot
from spyring.core import CHANCE, Game, Log, State
from spyring.games import games
from spyring.generator import Generator
from spyring.lab.arena import enlist
from spyring.lab.batch import SetUp, cut_part, has_arrays
from spyring.lab.extras import MissingExtra
from spyring.lab.knowledge import recall
from spyring.lab.sitting import Sitting

try:
    import numpy as np
    import pyspiel
except ImportError:
    raise MissingExtra("open_spiel", "openspiel") from None

LONGEST = 20_000  # acts and outcomes; a longer game is over
MOST_OUTCOMES = 64
CUTS = ("acts", "choices", "seed")


def _game_type(game: Game) -> Any:
    options = {option.key.replace("-", "_"): option.default for option in game.options}
    return pyspiel.GameType(
        short_name=f"spyring_{game.key}",
        long_name=game.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.seats[-1],
        min_num_players=game.seats[0],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": game.seats[0], **options, **dict.fromkeys(CUTS, 0)},
    )


class SpielGame(pyspiel.Game):
    """One set-up of a game."""

    def __init__(self, kind: Any, game: Game, params: dict[str, Any] | None = None) -> None:
        given = dict(params or {})
        cuts = [int(given.pop(name, 0)) for name in CUTS]
        seats = int(given.pop("players", game.seats[0]))
        chosen = {key.replace("_", "-"): str(value) for key, value in given.items() if value != ""}
        self.setup = SetUp(game, seats, chosen)
        self.acts, self.choices, self.seed = cuts
        info = pyspiel.GameInfo(
            num_distinct_actions=self.setup.acts,
            max_chance_outcomes=MOST_OUTCOMES,
            num_players=seats,
            min_utility=0.0,
            max_utility=1.0,
            max_game_length=LONGEST,
        )
        super().__init__(kind, info, params or {})

    def new_initial_state(self) -> "SpielState":
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "Observer":
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return Observer(self.setup, kind, params)


class SpielState(pyspiel.State):
    """One position, with what every seat has been told."""

    def __init__(self, game: SpielGame, sitting: Sitting | None = None) -> None:
        super().__init__(game)
        self.game = _Held(game)
        self.sitting = sitting or Sitting(game.setup)
        self.length = 0

    @property
    def cut(self) -> bool:
        """Whether the game is over before its time."""
        acts = self.game.it.acts
        return self.length >= LONGEST or 0 < acts <= self.sitting.lane.acts

    def current_player(self) -> int:
        if self.sitting.over or self.cut:
            return cast(int, pyspiel.PlayerId.TERMINAL)
        turn = self.sitting.turn
        return cast(int, pyspiel.PlayerId.CHANCE) if turn == TABLE else turn

    def is_terminal(self) -> bool:
        return self.sitting.over or self.cut

    def _legal_actions(self, player: int) -> list[int]:
        legal = self.sitting.legal()
        most = self.game.it.choices
        if 0 < most < len(legal):
            return [legal[index * (len(legal) - 1) // max(most - 1, 1)] for index in range(most)]
        return legal

    def chance_outcomes(self) -> list[tuple[int, float]]:
        found = self.sitting.lane.state.outcomes()
        seed = self.game.it.seed
        if seed and not self._dealing():
            drawn = Generator(seed, stream=self.length).draw([float(weight) for _, weight in found])
            return [(drawn, 1.0)]
        total = sum(weight for _, weight in found)
        return [(index, weight / total) for index, (_, weight) in enumerate(found)]

    def _dealing(self) -> bool:
        """Whether chance deals secrets: before the first public act."""
        return self.sitting.view(None)["phase"] == "deal" and len(self.sitting.lane.state.outcomes()) > 0

    def _apply_action(self, action: int) -> None:
        self.length += 1
        lane = self.sitting.lane
        if lane.turn == TABLE:
            lane.happen(lane.state.outcomes()[action][0])
        else:
            self.sitting.act(action)

    def _action_to_string(self, player: int, action: int) -> str:
        setup, state = self.game.it.setup, self.sitting.lane.state
        if player == pyspiel.PlayerId.CHANCE:
            return setup.game.text(state, CHANCE, state.outcomes()[action][0])
        return setup.text(state, player, action) or "nothing"

    def returns(self) -> list[float]:
        if not self.is_terminal():
            return [0.0] * self.game.it.setup.seats
        if self.sitting.over:
            return self.sitting.rewards()
        scores = self.sitting.lane.state.scores()
        best = [seat for seat, score in enumerate(scores) if score == max(scores)]
        return [1.0 / len(best) if seat in best else 0.0 for seat in range(len(scores))]

    def resample_from_infostate(self, player: int, probability_sampler: Any) -> "SpielState":
        """A position that this player cannot tell from the real one, drawn exactly (ADR 3)."""
        game, sitting = self.game.it, self.sitting
        rng = Generator(int(probability_sampler() * (1 << 62)))
        feed = sitting.feed(player)
        real, lane = sitting.lane, recall(game.setup, sitting.view(player), feed, rng)
        lane.quiet, lane.asked, lane.turn, lane.free = real.quiet, real.asked, real.turn, real.free
        lane.acts = real.acts
        world = SpielState(game, Sitting(game.setup, lane))
        world.sitting.before = [
            feed if seat == player else _as_lines(game.setup.game, lane.state, seat)
            for seat in range(game.setup.seats)
        ]
        world.length = self.length
        return world

    def __str__(self) -> str:
        return json.dumps([self.sitting.view(seat) for seat in range(self.game.it.setup.seats)])


class _Held:
    """Keeps a game from being copied with every state."""

    def __init__(self, it: SpielGame) -> None:
        self.it = it

    def __deepcopy__(self, memo: dict[int, Any]) -> "_Held":
        return self


def _as_lines(game: Game, state: State, seat: int) -> Log:
    """What a seat of a sampled world knows, where its feed does not exist: its view as one line."""
    return [(CHANCE, json.dumps(game.view(state, seat)))]


class Observer:
    """What a player sees: its view and array or, with perfect recall, its feed and array."""

    def __init__(self, setup: SetUp, kind: Any, params: Any) -> None:
        if params:
            raise ValueError(f"these observations have no parameters, not {params}")
        self.setup = setup
        self.recalls = bool(kind.perfect_recall)
        self.private = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self.tensor = np.zeros(setup.size, np.float32)
        self.dict = {"array": self.tensor}

    def set_from(self, state: SpielState, player: int) -> None:
        self.tensor.fill(0)
        if self.private:
            self.tensor[:] = state.sitting.array(player)

    def string_from(self, state: SpielState, player: int) -> str:
        if not self.private:
            return json.dumps(state.sitting.view(None))
        if self.recalls:
            return "\n".join(
                [f"seat {player}", *(f"{actor} {text}" for actor, text in state.sitting.feed(player))]
            )
        return json.dumps(state.sitting.view(player))


class SpielBot(pyspiel.Bot):
    """One of Spyring's bots as a bot of OpenSpiel: `SpielBot(game, "normal", seed=1)`."""

    def __init__(self, game: SpielGame, bot: Bot | str, *, seed: int = 0) -> None:
        super().__init__()
        self.bot = enlist(game.setup.game, bot) if isinstance(bot, str) else bot
        self.rng = Generator(seed)

    def restart_at(self, state: SpielState) -> None:
        """It remembers by what it is told."""

    def step(self, state: SpielState) -> int:
        return state.sitting.copy().ask(self.bot, self.rng)


def part(game: SpielGame, tensor: Any, name: str) -> Any:
    """A named part of an observation tensor."""
    return cut_part(game.setup, np.asarray(tensor), name)


def _register(game: Game) -> None:
    kind = _game_type(game)

    class Registered(SpielGame):
        def __init__(self, params: dict[str, Any] | None = None) -> None:
            super().__init__(kind, game, params)

    pyspiel.register_game(kind, Registered)


for _game in filter(has_arrays, games().values()):
    _register(_game)
