"""The texts of action codes: cached, because a prompt may have hundreds of them."""

from functools import lru_cache

from spyring.core import Options, Seat
from spyring.games import find_game
from spyring.server.table.table import Table

CODE_BOOKS = 64

SetUp = tuple[str, int, tuple[tuple[str, str], ...]]  # game, seats, options


def set_up(table: Table) -> SetUp:
    """Everything besides the actor on which the text of a code depends."""
    return table.made.game, table.made.seats, tuple(table.options.items())


def texts(set_up: SetUp, seat: Seat, codes: tuple[int, ...]) -> list[str]:
    """The texts of these codes, in the same order."""
    return _code_book(set_up).texts(seat, codes)


@lru_cache(maxsize=CODE_BOOKS)
def _code_book(set_up: SetUp) -> "CodeBook":
    game, seats, options = set_up
    return CodeBook(game, seats, dict(options))


class CodeBook:
    """The texts of one set-up's action codes.

    The code book of a game is fixed, so a text depends on the set-up, the actor and the code alone.
    """

    def __init__(self, game: str, seats: int, options: Options) -> None:
        self.game = find_game(game)
        self.state = self.game.new(seats, options)
        self.known: dict[tuple[Seat, int], str] = {}

    def texts(self, seat: Seat, codes: tuple[int, ...]) -> list[str]:
        """The texts of these codes, in the same order."""
        known = self.known
        for code in codes:
            if (seat, code) not in known:
                known[seat, code] = self.game.text(self.state, seat, code)
        return [known[seat, code] for code in codes]
