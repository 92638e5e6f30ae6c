"""All ways to deal numbers to seats if each number may go to only some of them, counted exactly."""

from spyring._native import i64, vec
from spyring.generator import Generator


class Fits:
    """The deals that fit; `allowed` has the seats of each number as bits.

    All are equally likely or, with `odds` by number and seat, as likely as the product of their odds.
    `ways` counts them by how much room is left in every hand: the numbers are dealt in a fixed order,
    so the room left says which number is next. A hand's room is a digit in base its size + 1.
    """

    def __init__(self, sizes: list[int], allowed: list[int], odds: list[list[float]] | None = None) -> None:
        self.sizes = vec[i64](sizes)
        self.allowed = vec[i64](allowed)
        self.odds: vec[float] = vec[float]([1.0] * (len(allowed) * len(sizes)))
        if odds is not None:
            self.odds = vec[float]([share for row in odds for share in row])
        self.strides = vec[i64]([0] * len(sizes))
        states: i64 = 1
        for seat in range(len(sizes)):
            self.strides[seat] = states
            states *= self.sizes[seat] + 1
        self.all_room: i64 = states - 1
        self.ways: vec[float] = vec[float]([0.0] * states)
        self._count()

    def _count(self) -> None:
        """Count from no room to full room: dealing one more number leads to a state counted before."""
        numbers: i64 = len(self.allowed)
        room = vec[i64]([0] * len(self.sizes))
        left: i64 = 0
        self.ways[0] = 1.0
        for state in range(1, self.all_room + 1):
            seat: i64 = 0
            while room[seat] == self.sizes[seat]:
                left -= room[seat]
                room[seat] = 0
                seat += 1
            room[seat] += 1
            left += 1
            number = numbers - left
            allowed = self.allowed[number]
            first = number * len(self.sizes)
            ways = 0.0
            for seat in range(len(room)):
                if room[seat] > 0 and allowed >> seat & 1 == 1:
                    before = state - self.strides[seat]
                    ways += self.odds[first + seat] * self.ways[before]
            self.ways[state] = ways

    def draw(self, rng: Generator) -> list[int]:
        """The seat of each number, in a random deal that fits."""
        seats: list[int] = []
        state = self.all_room
        for number in range(len(self.allowed)):
            seat = self._draw_seat(state, number, rng)
            seats.append(seat)
            state -= self.strides[seat]
        return seats

    def _draw_seat(self, state: i64, number: i64, rng: Generator) -> i64:
        allowed = self.allowed[number]
        first = number * len(self.sizes)
        point = self.ways[state] * rng.fraction()
        chosen: i64 = -1
        for seat in range(len(self.sizes)):
            room = state // self.strides[seat] % (self.sizes[seat] + 1)
            if room > 0 and allowed >> seat & 1 == 1:
                ways = self.odds[first + seat] * self.ways[state - self.strides[seat]]
                if ways > 0.0:
                    chosen = seat
                    point -= ways
                    if point < 0.0:
                        break
        assert chosen >= 0, "no deal fits"
        return chosen
