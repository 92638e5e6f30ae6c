"""Game files: a game as a text that people can read and programs can replay.

The section Notation in each game's rules.md says what the lines may contain.
"""

from codecs import BOM_UTF8
from collections.abc import Iterator
from typing import BinaryIO

from spyring.core import CHANCE, Actor, Game, IllegalAction, Log, Options, UnreadableText
from spyring.games import find_game
from spyring.referee import Referee

CHUNK = 65536  # bytes; far longer than any action


class BadFile(Exception):
    """The first bad line of a file; `status` is 1 for an illegal line, 2 for an unreadable one."""

    def __init__(self, name: str, line: int, why: str, status: int) -> None:
        super().__init__(f"{name}:{line}: {why}")
        self.status = status


def write(game: Game, seats: int, options: Options, log: Log) -> str:
    """A game as the text of a file; options with their default value are left out."""
    settled = game.settle(seats, options)
    default = game.settle(seats, {})
    lines = [f"game {game.key}", f"seats {seats}"]
    lines += [f"option {key} {value}" for key, value in settled.items() if value != default[key]]
    lines += [f"{actor} {text}" for actor, text in log]
    return "\n".join(lines) + "\n"


def replay(file: BinaryIO, name: str) -> Referee:
    """Replay a file line by line; raises BadFile at the first bad one."""
    reader = _Reader()
    number = 0
    try:
        for line in _lines(file):
            number += 1
            if number == 1:
                line = line.removeprefix(BOM_UTF8)  # some editors put it before the first line
            words = _text(line).split()
            if words:
                reader.take(words)
        return reader.begin()
    except UnreadableText as error:
        raise BadFile(name, max(number, 1), str(error), 2) from None
    except IllegalAction as error:
        raise BadFile(name, number, str(error), 1) from None


def _lines(file: BinaryIO) -> Iterator[bytes]:
    """The lines, one at a time in memory; an overlong line is cut off."""
    while line := file.readline(CHUNK):
        rest = line
        while rest and not rest.endswith(b"\n"):
            rest = file.readline(CHUNK)
        yield line


def _text(line: bytes) -> str:
    """A line without its comment."""
    cut = len(line) == CHUNK and not line.endswith(b"\n")
    if cut and b"#" not in line:
        raise UnreadableText("the line is longer than any action; write one action a line")
    if cut:
        line = line.partition(b"#")[0]
    try:
        return line.decode("utf-8").partition("#")[0]
    except UnicodeDecodeError:
        raise UnreadableText("this is no text in UTF-8; a game file is one") from None


class _Reader:
    """Takes the lines of a file one by one: the header, then the acts."""

    def __init__(self) -> None:
        self.game: Game | None = None
        self.seats = 0
        self.options: Options = {}
        self.referee: Referee | None = None

    def take(self, words: list[str]) -> None:
        """Take in a line that is not empty."""
        if self.game is None:
            self.game = _read_game(words)
        elif not self.seats:
            self.seats = _read_seats(self.game, words)
        elif words[0] == "option" and self.referee is None:
            self._take_option(self.game, words)
        else:
            self._take_act(self.game, words)

    def begin(self) -> Referee:
        """The game so far; raises UnreadableText while the header is incomplete."""
        if self.game is None:
            raise UnreadableText("a game file begins with `game GAME`")
        if not self.seats:
            raise UnreadableText("the line `seats N` is missing")
        if self.referee is None:
            self.referee = Referee(self.game, self.seats, self.options)
        return self.referee

    def _take_option(self, game: Game, words: list[str]) -> None:
        if len(words) != 3:
            raise UnreadableText("write it as `option KEY VALUE`")
        game.settle(self.seats, {words[1]: words[2]})
        self.options[words[1]] = words[2]

    def _take_act(self, game: Game, words: list[str]) -> None:
        actor = _read_actor(game, words[0])
        text = " ".join(words[1:])
        referee = self.begin()
        if actor != CHANCE and actor >= self.seats:
            game.parse(referee.state, actor, text)  # an unreadable text comes before an illegal act
            raise IllegalAction(f"there is no seat {actor} at this table of {self.seats}")
        referee.act(actor, text)


def _read_game(words: list[str]) -> Game:
    if len(words) != 2 or words[0] != "game":
        raise UnreadableText("a game file begins with `game GAME`")
    return find_game(words[1])


def _read_seats(game: Game, words: list[str]) -> int:
    if len(words) != 2 or words[0] != "seats":
        raise UnreadableText("after the game comes `seats N`")
    numbers = {str(seats): seats for seats in game.seats}
    if words[1] not in numbers:
        few, many = game.seats[0], game.seats[-1]
        raise UnreadableText(f"{game.title} is played by {few} to {many} seats, not {words[1]}")
    return numbers[words[1]]


def _read_actor(game: Game, word: str) -> Actor:
    if word == CHANCE:
        return CHANCE
    seats = {str(seat): seat for seat in range(game.seats[-1])}
    if word not in seats:
        raise UnreadableText(f"a line begins with chance or with a seat's number, not with {word!r}")
    return seats[word]
