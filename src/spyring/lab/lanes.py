"""Games side by side, as numbers: the inner loop of a batch, and how several actors become a sequence.

Seats act one after another. Chance acts by itself, and so does time. Where several seats may act at once,
they are asked around the table, and each may do nothing. Whoever does something opens the question again for
everybody. When all have done nothing, time passes; if there is none, those whom the table waits for must act.
So every order of acts is possible that is possible at a table.
"""

from typing import Final, final

from spyring._native import i64, mypyc_attr, vec
from spyring.arrays import BYTE, CHANCE_ALONE, TABLE, WORD, Arrays
from spyring.bits import bit
from spyring.core import CHANCE, IllegalAction, State
from spyring.generator import Generator
from spyring.seats import after

OVER: Final = -1


@mypyc_attr(acyclic=True)
@final
class Lane:
    """One game: its position, its notes, and who has been asked."""

    def __init__(self, arrays: Arrays, start: State) -> None:
        self.arrays = arrays
        self.state = start.copy()
        self.notes: vec[i64] = vec[i64]([0] * int(arrays.notes))
        self.quiet: i64 = 0  # the seats that have done nothing since the last act
        self.asked: i64 = arrays.seats - 1  # who was asked last
        self.turn: i64 = TABLE  # who acts next: a seat, TABLE for chance, or OVER
        self.free = False  # whether that seat may do nothing
        self.acts: i64 = 0
        self.find_turn()

    def copy(self) -> "Lane":
        """The same game again."""
        twin = Lane(self.arrays, self.state)
        twin.notes = self.notes[:]
        twin.quiet = self.quiet
        twin.asked = self.asked
        twin.turn = self.turn
        twin.free = self.free
        twin.acts = self.acts
        return twin

    def find_turn(self) -> None:
        """Find out who acts next."""
        ready = self.arrays.ready(self.state)
        if ready == CHANCE_ALONE:
            self.turn = TABLE
            return
        if ready == 0:
            self.turn = OVER
            return
        waiting = ready
        self.free = False
        if ready & (ready - 1) != 0:
            beats = ready & CHANCE_ALONE
            due: i64 = 0
            if beats == 0:
                due = self.arrays.due(self.state)
            waiting = ready & ~beats & ~due & ~self.quiet
            if waiting != 0:
                self.free = True
            elif beats != 0:
                self.turn = TABLE
                return
            else:
                waiting = due
        seat = self.asked
        while True:
            seat = after(seat, self.arrays.seats)
            if waiting >> seat & 1 == 1:
                self.turn = seat
                return

    def do(self, number: i64) -> None:
        """Let the seat whose turn it is do the act with this number."""
        seat = self.turn
        self.asked = seat
        self.acts += 1
        if number == self.arrays.nothing:
            self.quiet |= bit(seat)
        else:
            action = self.arrays.action(self.state, seat, number)
            self.arrays.note(self.state, self.notes, seat, action)
            self.quiet = 0
            self.state.apply(int(seat), action)
        self.find_turn()

    def happen(self, outcome: i64) -> None:
        """Let chance do this."""
        self.quiet = 0
        self.state.apply(CHANCE, outcome)
        self.find_turn()

    def draw(self, rng: Generator) -> None:
        """Let chance act until a seat has to, or the game is over."""
        while self.turn == TABLE:
            if self.quiet == 0:
                self.state.step(rng)  # nobody else can act
                self.find_turn()
            else:
                self.happen(self.state.nth(CHANCE, rng.below(self.state.count(CHANCE))))

    def write(self, seat: i64, into: vec[i64], at: i64) -> None:
        """What a seat knows, written from a word on."""
        self.arrays.write(self.state, self.notes, seat, into, at)

    def array(self, seat: i64) -> bytes:
        """What a seat knows, as bytes."""
        into = vec[i64]([0] * int(self.arrays.words))
        self.write(seat, into, 0)
        return _bytes(into)

    def legal(self) -> bytes:
        """What the seat whose turn it is may do: a byte for each act."""
        into = vec[i64]([0] * int(self.arrays.mask_words))
        self.mask(into, 0)
        return _bytes(into)[: self.arrays.acts]

    def mask(self, into: vec[i64], at: i64) -> None:
        """What the seat whose turn it is may do, written into a mask that is clear."""
        self.arrays.mask(self.state, self.turn, into, at)
        if self.free:
            self.arrays.mark(into, at, self.arrays.nothing)

    def pick(self, rng: Generator) -> i64:
        """The number of one of these acts, each with the same probability."""
        count = self.state.count(int(self.turn))
        choices = count
        if self.free:
            choices += 1
        index = rng.below(choices)
        if index == count:
            return self.arrays.nothing
        return self.arrays.nth(self.state, self.turn, index)


def _bytes(words: vec[i64]) -> bytes:
    return b"".join([int(word).to_bytes(WORD, "little") for word in words])


@final
class Lanes:
    """Many games in step: one act in each, then the arrays of those who act next."""

    def __init__(self, arrays: Arrays, start: State, games: int, limit: int) -> None:
        self.arrays = arrays
        self.start = start
        self.games: i64 = games
        self.limit: i64 = limit  # of acts in a game; 0 for none
        words, masks, seats = int(arrays.words), int(arrays.mask_words), int(arrays.seats)
        self.lanes: list[Lane] = [Lane(arrays, start) for _ in range(games)]
        self.chance: list[Generator] = [Generator(0, number) for number in range(games)]
        self.whims: list[Generator] = list(self.chance)
        self.words: vec[i64] = vec[i64]([0] * (words * games))
        self.masks: vec[i64] = vec[i64]([0] * (masks * games))
        self.lows: vec[i64] = vec[i64]([0] * games)  # which words of a mask are to be cleared
        self.highs: vec[i64] = vec[i64]([masks - 1] * games)
        self.turns: vec[i64] = vec[i64]([0] * games)
        self.ends: vec[i64] = vec[i64]([0] * games)
        self.cuts: vec[i64] = vec[i64]([0] * games)
        self.rewards: vec[float] = vec[float]([0.0] * (games * seats))
        self.choices: vec[i64] = vec[i64]([0] * games)

    def reset(self, seed: int) -> None:
        """Begin all games anew; each has its own generators, so their number does not matter."""
        seats = self.arrays.seats
        for number in range(self.games):
            self.chance[number] = Generator(seed, int(number))
            self.whims[number] = Generator(seed, int(number) + (1 << 32))
            self.ends[number] = 0
            self.cuts[number] = 0
            for seat in range(seats):
                self.rewards[number * seats + seat] = 0.0
            self._begin(number)
            self._show(number)

    def step(self, numbers: list[int]) -> None:
        """One act in every game; a game that ends begins again at once."""
        self._check(numbers)
        seats = self.arrays.seats
        for game in range(self.games):
            if self.ends[game] != 0:
                self.ends[game] = 0
                self.cuts[game] = 0
                for seat in range(seats):
                    self.rewards[game * seats + seat] = 0.0
            lane = self.lanes[game]
            lane.do(numbers[game])
            lane.draw(self.chance[game])
            if lane.turn == OVER:
                self._reward(game, lane)
                self._begin(game)
            elif self.limit != 0 and lane.acts >= self.limit:
                self.ends[game] = 1
                self.cuts[game] = 1
                self._begin(game)
            self._show(game)

    def _check(self, numbers: list[int]) -> None:
        """Refuse an act that is not legal before anything happens."""
        if len(numbers) != self.games:
            raise IllegalAction(f"a step takes {self.games} acts, one for each game, not {len(numbers)}")
        acts = self.arrays.acts
        words = self.arrays.mask_words
        for game in range(self.games):
            number: i64 = numbers[game]
            legal = False
            if number >= 0 and number < acts:
                legal = self.masks[game * words + (number >> 3)] >> (number & 7) * BYTE & 1 == 1
            if not legal:
                raise IllegalAction(
                    f"{numbers[game]} is not a legal act of game {game}; those that its mask marks are"
                )

    def _begin(self, game: i64) -> None:
        lane = Lane(self.arrays, self.start)
        lane.draw(self.chance[game])
        self.lanes[game] = lane

    def _reward(self, game: i64, lane: Lane) -> None:
        """One point for a win; those who win together share it."""
        self.ends[game] = 1
        winners = lane.state.winners()
        for seat in winners:
            self.rewards[game * self.arrays.seats + seat] = 1.0 / len(winners)

    def _show(self, game: i64) -> None:
        lane = self.lanes[game]
        arrays = self.arrays
        self.turns[game] = lane.turn
        lane.write(lane.turn, self.words, game * arrays.words)
        at = game * arrays.mask_words
        arrays.clear(self.masks, at, self.lows[game], self.highs[game])
        lane.mask(self.masks, at)
        self.lows[game] = arrays.low
        self.highs[game] = arrays.high

    def pick(self) -> None:
        """Choose a random legal act in every game."""
        for game in range(self.games):
            self.choices[game] = self.lanes[game].pick(self.whims[game])
