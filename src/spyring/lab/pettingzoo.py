"""The games as environments of PettingZoo: seats act one after another, or all at once on the beat."""

import secrets
from typing import Any

from spyring.arrays import CHANCE_ALONE, MOST
from spyring.bots import Bot
from spyring.core import CHANCE, IllegalAction, Options, UnreadableText
from spyring.generator import Generator
from spyring.lab.arena import enlist
from spyring.lab.batch import SetUp
from spyring.lab.extras import MissingExtra
from spyring.lab.render import render
from spyring.lab.sitting import Sitting

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv, ParallelEnv
    from pettingzoo.utils import parallel_to_aec
except ImportError:
    raise MissingExtra("pettingzoo", "pettingzoo") from None

Observation = dict[str, Any]


class _Seats:
    """What both kinds of environments have: agents named by their seats, and their spaces."""

    def __init__(
        self, game: str, seats: int | None, options: Options | None, max_cycles: int, render_mode: str | None
    ) -> None:
        self.setup = SetUp(game, seats, options)
        self.max_cycles = max_cycles  # acts for each seat; 0 for no limit
        self.render_mode = render_mode
        self.metadata = {
            "name": f"spyring_{self.setup.game.key}_v0",
            "render_modes": ["ansi"],
            "is_parallelizable": False,
        }
        self.possible_agents = [f"seat_{seat}" for seat in range(self.setup.seats)]
        self.agents: list[str] = []
        self._observed = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(0, MOST, (self.setup.size,), "uint8"),
                    "action_mask": spaces.Box(0, 1, (self.setup.acts,), "int8"),
                }
            )
            for agent in self.possible_agents
        }
        self._acts = {agent: spaces.Discrete(self.setup.acts) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Any:
        return self._observed[agent]

    def action_space(self, agent: str) -> Any:
        return self._acts[agent]

    def _begin(self, seed: int | None) -> None:
        self.rng = Generator(secrets.randbits(64) if seed is None else seed)
        self.sitting = Sitting(self.setup)
        self.sitting.lane.draw(self.rng)
        self.agents = list(self.possible_agents)

    def render(self) -> str:
        """The position as an onlooker sees it."""
        return render(self.sitting.view(None))

    def close(self) -> None:
        """There is nothing to close."""


class Environment(_Seats, AECEnv):
    """Seats act one after another; `observe` has an array and a mask for each."""

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self._begin(seed)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self.sitting.turn]

    def observe(self, agent: str) -> Observation:
        seat = self.possible_agents.index(agent)
        return {"observation": self.sitting.array(seat), "action_mask": self.sitting.mask(seat)}

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise IllegalAction(f"{agent} has to act: only a seat whose game is over does None")
        self.sitting.act(int(action))
        self.sitting.lane.draw(self.rng)
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if self.sitting.over:
            self.rewards = dict(zip(self.possible_agents, self.sitting.rewards(), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        elif self.max_cycles and self.sitting.lane.acts >= self.max_cycles * self.setup.seats:
            self.truncations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        if self.sitting.over:
            self._deads_step_first()
        else:
            self.agent_selection = self.possible_agents[self.sitting.turn]
            self._deads_step_first()

    def ask(self, bot: Bot | str) -> int:
        """What one of Spyring's bots (`normal`, or a bot of your own) would do for the seat that acts."""
        found = enlist(self.setup.game, bot) if isinstance(bot, str) else bot
        return self.sitting.ask(found, self.rng)


class ParallelEnvironment(_Seats, ParallelEnv):
    """Everybody chooses at once, once in a beat: in an order that is drawn, those do it who still can."""

    def __init__(
        self, game: str, seats: int | None, options: Options | None, max_cycles: int, render_mode: str | None
    ) -> None:
        super().__init__(game, seats, options, max_cycles, render_mode)
        self.metadata["is_parallelizable"] = True
        self._begin(0)
        if not self._beats():
            raise UnreadableText(
                f"in {self.setup.game.title} with these options seats act one after another: use env"
            )

    def _beats(self) -> bool:
        return bool(int(self.setup.arrays.ready(self.sitting.lane.state)) & CHANCE_ALONE)

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        self._begin(seed)
        self.cycles = 0
        return self._observe(), {agent: {} for agent in self.agents}

    def _observe(self) -> dict[str, Observation]:
        return {
            agent: {"observation": self.sitting.array(seat), "action_mask": self._mask(seat)}
            for seat, agent in enumerate(self.possible_agents)
            if agent in self.agents
        }

    def _mask(self, seat: int) -> Any:
        if not self.sitting.over:
            self.sitting.lane.turn = seat
            self.sitting.lane.free = True
        return self.sitting.mask(seat)

    def step(self, actions: dict[str, int]) -> tuple[dict[str, Any], ...]:
        seats = [seat for seat, agent in enumerate(self.possible_agents) if agent in actions]
        self.rng.shuffle(seats)
        lane = self.sitting.lane
        for seat in seats:
            number = int(actions[self.possible_agents[seat]])
            if not self.sitting.over and self._mask(seat)[number] and number != self.setup.arrays.nothing:
                lane.do(number)
        if not self.sitting.over:
            lane.happen(lane.state.nth(CHANCE, 0))
        self.cycles += 1
        over = self.sitting.over
        cut = not over and 0 < self.max_cycles <= self.cycles
        rewards = dict(zip(self.possible_agents, self.sitting.rewards(), strict=True))
        answer: tuple[dict[str, Any], ...] = (
            self._observe(),
            {agent: rewards[agent] for agent in self.agents},
            dict.fromkeys(self.agents, over),
            dict.fromkeys(self.agents, cut),
            {agent: {} for agent in self.agents},
        )
        if over or cut:
            self.agents = []
        return answer


def env(
    game: str,
    seats: int | None = None,
    options: Options | None = None,
    *,
    max_cycles: int = 0,
    render_mode: str | None = None,
) -> Environment:
    """Seats act one after another; a long game is cut off after `max_cycles` acts for each seat."""
    return Environment(game, seats, options, max_cycles, render_mode)


def parallel_env(
    game: str,
    seats: int | None = None,
    options: Options | None = None,
    *,
    max_cycles: int = 0,
    render_mode: str | None = None,
) -> ParallelEnvironment:
    """Everybody acts at once, on the beat; a long game is cut off after `max_cycles` beats."""
    return ParallelEnvironment(game, seats, options, max_cycles, render_mode)


def beat_env(game: str, **settings: Any) -> Any:
    """The same beats, with the choices made one after another."""
    return parallel_to_aec(parallel_env(game, **settings))


__all__ = ["Environment", "ParallelEnvironment", "beat_env", "env", "parallel_env"]
