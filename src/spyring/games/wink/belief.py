"""Who holds which number: what the rules have shown, and what the eyes have told.

The rules exclude some holders: a seat never places on a number that it holds (W14), answers are true, and a
wink in fair play is proof (W45). Everything else is odds, by number and seat. Each number is with exactly
one seat, and each seat has as many as its hand, so the odds are balanced until both hold.
"""

from collections.abc import Sequence
from typing import Final

from spyring.bits import members
from spyring.core import Seat
from spyring.games.wink.worlds import Worlds

ROUNDS: Final = 8  # of balancing; each starts from the result of the last
NEARLY: Final = 0.001  # when a hand is balanced well enough
LONGEST_ODDS: Final = 0.01  # the lowest odds for anything that the rules allow


class Belief:
    """How likely each seat is to have been dealt each number, for whoever heard what these worlds fit."""

    def __init__(self, worlds: Worlds) -> None:
        self.worlds = worlds
        self.seats = worlds.seats
        self.numbers = range(1, int(worlds.state.setup.numbers) + 1)
        self.odds = [[1.0] * self.seats for _ in range(self.numbers[-1] + 1)]
        self.pull = [1.0] * self.seats  # corrects for the sizes of the hands
        self.shares: list[list[float]] | None = None

    def suspect(self, seat: Seat, number: int, times: float) -> None:
        """Something was seen that is this many times as likely if the seat holds the number."""
        row = self.odds[number]
        row[seat] *= times
        most = max(row)
        self.odds[number] = [max(share / most, LONGEST_ODDS) for share in row]
        self.shares = None

    def heard(self) -> None:
        """The worlds have heard more."""
        self.shares = None

    def probability(self, seat: Seat, number: int) -> float:
        """How likely this seat is to have been dealt this number."""
        return self.holders(number)[seat]

    def holders(self, number: int) -> Sequence[float]:
        """How likely each seat is to have been dealt this number."""
        if self.shares is None:
            self.shares = self._balance()
        return self.shares[number]

    def top(self) -> dict[int, Seat]:
        """The most likely holder of every number."""
        rows = {number: self.holders(number) for number in self.numbers}
        return {number: max(range(self.seats), key=row.__getitem__) for number, row in rows.items()}

    def _balance(self) -> list[list[float]]:
        """Sinkhorn's algorithm: scale the seats' odds until every hand has its size."""
        worlds = self.worlds
        state = worlds.state
        room = [float(size) for size in state.hand_sizes]
        shares = [[0.0] * self.seats for _ in range(self.numbers[-1] + 1)]
        hidden: list[tuple[int, list[float]]] = []
        open_numbers = set(members(state.open))
        for number in self.numbers:
            seats = worlds.possible(number)
            if len(seats) == 1:
                shares[number][seats[0]] = 1.0
                if number in open_numbers:
                    room[seats[0]] -= 1.0
            else:
                row = [0.0] * self.seats
                for seat in seats:
                    row[seat] = self.odds[number][seat]
                hidden.append((number, row))
        for number, share in self._stretch(hidden, room):
            shares[number] = share
        return shares

    def _stretch(
        self, hidden: list[tuple[int, list[float]]], room: list[float]
    ) -> list[tuple[int, list[float]]]:
        pull = [max(old, NEARLY) if left > 0.5 else 0.0 for old, left in zip(self.pull, room, strict=True)]
        found: list[tuple[int, list[float]]] = []
        for _ in range(ROUNDS):
            found = []
            filled = [0.0] * self.seats
            for number, row in hidden:
                pulled = [share * by for share, by in zip(row, pull, strict=True)]
                total = sum(pulled)
                if total == 0.0:  # all possible holders have full hands, because the balance is too rough
                    pulled, total = row, sum(row)
                share = [value / total for value in pulled]
                found.append((number, share))
                filled = [old + new for old, new in zip(filled, share, strict=True)]
            if all(abs(left - full) < NEARLY for left, full in zip(room, filled, strict=True)):
                break
            pull = [
                by * left / full if full > 0.0 else by
                for by, left, full in zip(pull, room, filled, strict=True)
            ]
        self.pull = pull
        return found
