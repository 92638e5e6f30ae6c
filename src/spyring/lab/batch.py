"""Batches: many games of one set-up that step together over shared numpy buffers."""

from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec
from operator import index
from typing import TYPE_CHECKING, Any, cast

from spyring.arrays import WORD, Arrays, Part
from spyring.core import Game, IllegalAction, Options, State, UnreadableText
from spyring.games import find_game
from spyring.lab.extras import need
from spyring.lab.lanes import Lane, Lanes

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MOST_GAMES = 1_000_000


def has_arrays(game: Game) -> bool:
    """Whether a game says how it becomes numbers."""
    return find_spec(f"spyring.games.{game.key}") is not None and find_spec(_module(game)) is not None


def _module(game: Game) -> str:
    return f"spyring.games.{game.key}.arrays"


class SetUp:
    """A game with its seats and options, its arrays, and the position before the deal."""

    def __init__(self, game: Game | str, seats: int | None = None, options: Options | None = None) -> None:
        self.game = find_game(game) if isinstance(game, str) else game
        self.seats = self.game.seats[0] if seats is None else seats
        self.options = self.game.settle(self.seats, options or {})
        self.start = self.game.new(self.seats, self.options)
        if not has_arrays(self.game):
            raise UnreadableText(f"{self.game.title} has no arrays: its folder has no arrays.py")
        self.arrays = cast(Arrays, import_module(_module(self.game)).new(self.start))

    @property
    def acts(self) -> int:
        """How many acts are numbered, doing nothing included."""
        return int(self.arrays.acts)

    @property
    def size(self) -> int:
        """The length of an array in bytes."""
        return int(self.arrays.words) * WORD

    @property
    def parts(self) -> list[Part]:
        """The named parts of an array."""
        return list(self.arrays.parts)

    def lane(self) -> Lane:
        """A new game."""
        return Lane(self.arrays, self.start)

    def text(self, state: State, seat: int, number: int) -> str:
        """The text of a numbered act; empty for doing nothing."""
        if number == self.arrays.nothing:
            return ""
        return self.game.text(state, seat, self.arrays.action(state, seat, number))

    def number(self, state: State, seat: int, text: str) -> int:
        """The number of the act that a text stands for."""
        if not text:
            return int(self.arrays.nothing)
        return int(self.arrays.number(state, seat, self.game.parse(state, seat, text)))


class Batch:
    """Games side by side. The buffers are overwritten by the next step: copy what you want to keep."""

    def __init__(
        self,
        game: Game | str,
        seats: int | None = None,
        options: Options | None = None,
        *,
        games: int = 1,
        seed: int = 0,
        limit: int = 0,
    ) -> None:
        self._numpy = need("numpy", "lab")
        if not 1 <= games <= MOST_GAMES:
            raise UnreadableText(f"a batch has 1 to {MOST_GAMES:,} games, not {games}")
        self.setup = SetUp(game, seats, options)
        self.seats, self.acts, self.games = self.setup.seats, self.setup.acts, games
        self.lanes = Lanes(self.setup.arrays, self.setup.start, games, limit)
        size, masks = self.setup.size, int(self.setup.arrays.mask_words) * WORD
        self._mirrors: list[tuple[Any, str]] = []
        self.observations: NDArray[np.uint8] = self._share("words", "u1").reshape(games, size)
        self.masks: NDArray[np.bool_] = self._share("masks", "?").reshape(games, masks)[:, : self.acts]
        self.turns: NDArray[np.int64] = self._share("turns", "i8")
        self.ends: NDArray[np.bool_] = self._share("ends", "?")[::WORD]
        self.cuts: NDArray[np.bool_] = self._share("cuts", "?")[::WORD]
        self.rewards: NDArray[np.float64] = self._share("rewards", "f8").reshape(games, self.seats)
        self.choices: NDArray[np.int64] = self._share("choices", "i8")
        self.reset(seed)

    def _share(self, name: str, kind: str) -> Any:
        """A buffer of the inner loop as a numpy array; interpreted, it is a list, and has to be copied."""
        buffer = getattr(self.lanes, name)
        if not isinstance(buffer, list):
            return self._numpy.frombuffer(buffer, dtype=kind)
        mirror = self._numpy.array(buffer, dtype="f8" if kind == "f8" else "i8")
        self._mirrors.append((mirror, name))
        return mirror.view(kind)

    def _refresh(self) -> None:
        for mirror, name in self._mirrors:
            mirror[:] = getattr(self.lanes, name)

    def reset(self, seed: int = 0) -> None:
        """Begin all games anew. Game number n is the same for the same seed, however many there are."""
        self.lanes.reset(seed)
        self._refresh()

    def step(self, acts: "Sequence[int] | NDArray[Any]") -> None:
        """One act in every game; raises IllegalAction, and changes nothing, if one of them is not legal."""
        self.lanes.step(self._numbers(acts))
        self._refresh()

    def _numbers(self, acts: "Sequence[int] | NDArray[Any]") -> list[int]:
        """The acts as whole numbers, whatever kind of array they come in."""
        shape = tuple(getattr(acts, "shape", (len(acts),)))
        if len(shape) != 1:
            raise IllegalAction(f"a step takes one act for each game, not an array of shape {shape}")
        found: list[int] = acts.tolist() if hasattr(acts, "tolist") else list(acts)
        if getattr(getattr(acts, "dtype", None), "kind", "") in ("i", "u"):
            return found  # numpy's own, which need no second look
        try:
            return [index(number) for number in found]
        except TypeError:
            raise IllegalAction("acts are whole numbers, those that the masks mark") from None

    def random_acts(self) -> "NDArray[np.int64]":
        """A random legal act for every game, reproducible from the seed like the games."""
        self.lanes.pick()
        self._refresh()
        return self.choices

    def part(self, name: str) -> "NDArray[np.uint8]":
        """A named part of all arrays, as a view: games, rows, columns; a single number has neither."""
        found: NDArray[np.uint8] = cut_part(self.setup, self.observations, name)
        return found

    def text(self, game: int, act: int) -> str:
        """The text of a numbered act in a game."""
        lane = self.lanes.lanes[game]
        return self.setup.text(lane.state, int(lane.turn), act)


def cut_part(setup: SetUp, arrays: Any, name: str) -> Any:
    """A named part of one array or of many, as a view."""
    found = {part.name: part for part in setup.parts}
    if name not in found:
        raise UnreadableText(f"the arrays have no part {name!r}; they have {', '.join(found)}")
    part = found[name]
    ahead = arrays.shape[:-1]
    if part.rows == part.width == 1:
        return arrays[..., part.first]
    rows = arrays[..., part.first : part.first + part.rows * part.stride]
    if part.rows == 1:
        return rows[..., : part.width]
    return rows.reshape(*ahead, part.rows, part.stride)[..., : part.width]
