"""The book of verbs: each verb of a game is declared once, with its operands and who is told what.

Codes, texts, reading, the sentences for what cannot be read, and the `Event` follow from it. Reading
has two steps, because a text may be wrong in two ways: a word that no table of the notation lists is
unreadable, whatever the position; what is merely not in play here is illegal.
"""

from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import prod
from typing import Any

from spyring.core import Actor, Event, IllegalAction, Seat, UnreadableText

# What follows takes the game's own State, which this module does not know.
InPlay = Callable[[Any, int], int]
Hearers = Callable[[Any, Actor, Sequence[int]], tuple[Seat, ...]]


def _same(state: Any, number: int) -> int:
    return number


@dataclass(frozen=True, kw_only=True)
class Operand:
    """One word after a verb. Its number is its place in `words`, counted from `first`."""

    noun: str  # in a sentence: seat, agent, card
    words: Sequence[str]  # all that the notation lists
    room: int  # numbers that a code sets aside for it
    form: str = ""  # in a form: SEAT, AGENT, CARD; the words themselves if left out
    first: int = 0
    # Where a code counts what is in play at this table: its number there, or IllegalAction; and back.
    enter: InPlay = _same
    leave: InPlay = _same

    def read(self, word: str) -> int:
        """The number of a word; raises UnreadableText for one that the notation does not list."""
        if word not in self.words:
            raise UnreadableText(f"{word!r} is no {self.noun}; it is one of {', '.join(self.words)}")
        return self.first + self.words.index(word)

    def write(self, state: Any, number: int) -> str:
        """The word for a number of a code."""
        return self.words[self.leave(state, number) - self.first]

    def __str__(self) -> str:
        return self.form or "|".join(self.words)


def sitting(state: Any, seat: int) -> int:
    """The same seat, if anybody sits there at this table."""
    if seat >= state.seats:
        raise IllegalAction(f"there is no seat {seat} at this table of {state.seats}")
    return seat


def seat_operand(most: int, *, room: int = 8) -> Operand:
    """A seat of a game with at most so many."""
    return Operand(
        noun="seat", form="SEAT", words=[str(seat) for seat in range(most)], room=room, enter=sitting
    )


# Who hears all of an act of which the others do not.


def actor_hears(state: Any, actor: Actor, numbers: Sequence[int]) -> tuple[Seat, ...]:
    """Who did it."""
    assert isinstance(actor, int)
    return (actor,)


def first_hears(state: Any, actor: Actor, numbers: Sequence[int]) -> tuple[Seat, ...]:
    """The seat that the act names first."""
    return (int(numbers[0]),)


def nobody_hears(state: Any, actor: Actor, numbers: Sequence[int]) -> tuple[Seat, ...]:
    """It lies face down for all."""
    return ()


class Verb:
    """A verb with as many operands as it says; an irregular one overrides `size`, `read` and `write`."""

    def __init__(
        self,
        name: str,
        code: int,
        *operands: Operand,
        to: Hearers | None = None,  # who hears all of it; None is everybody
        hidden: Sequence[Operand] = (),  # what the others do not hear
        silent: bool = False,  # the others hear nothing at all
    ) -> None:
        self.name = name
        self.code = code
        self.operands = operands
        self.to = to
        self.hidden = hidden
        self.silent = silent

    def size(self) -> int:
        """How many codes it takes."""
        return prod(operand.room for operand in self.operands)

    def form(self) -> str:
        """How it is written."""
        return " ".join([self.name, *map(str, self.operands)])

    def encode(self, *numbers: int) -> int:
        """The code of this verb with these operands."""
        place = 0
        for operand, number in zip(self.operands, numbers, strict=True):
            place = place * operand.room + number
        return self.code + place

    def decode(self, action: int) -> list[int]:
        """The operands of a code."""
        place = action - self.code
        numbers = []
        for operand in reversed(self.operands):
            place, number = divmod(place, operand.room)
            numbers.append(number)
        return numbers[::-1]

    def read(self, state: Any, actor: Actor, words: Sequence[str]) -> int:
        """The code that these words stand for."""
        self.expect(words, len(self.operands))
        return self.encode(*self.enter(state, self.operands, words))

    def enter(self, state: Any, operands: Sequence[Operand], words: Sequence[str]) -> list[int]:
        """The numbers of these words at this table: all are read before any is judged."""
        numbers = [operand.read(word) for operand, word in zip(operands, words, strict=True)]
        return [operand.enter(state, number) for operand, number in zip(operands, numbers, strict=True)]

    def expect(self, words: Sequence[str], count: int) -> None:
        """Make sure that there are so many words."""
        if len(words) != count:
            raise UnreadableText(f"write it as `{self.form()}`")

    def write(self, state: Any, actor: Actor, action: int) -> list[str]:
        """The words of its operands."""
        numbers = self.decode(action)
        return [operand.write(state, number) for operand, number in zip(self.operands, numbers, strict=True)]

    def text(self, state: Any, actor: Actor, action: int) -> str:
        """The whole text of a code."""
        return " ".join([self.name, *self.write(state, actor, action)])

    def fixed(self) -> bool:
        """Whether a code has the same text at every table."""
        return type(self).write is Verb.write and all(operand.leave is _same for operand in self.operands)

    def event(self, state: Any, actor: Actor, action: int) -> Event:
        """What happened, and to whom it is told."""
        text = self.text(state, actor, action)
        if self.to is None:
            return Event(actor, text)
        return Event(
            actor, text, self.to(state, actor, self.decode(action)), self._others(state, actor, action)
        )

    def _others(self, state: Any, actor: Actor, action: int) -> str | None:
        if self.silent:
            return None
        words = self.write(state, actor, action) if self.operands else []
        heard = [
            word for operand, word in zip(self.operands, words, strict=True) if operand not in self.hidden
        ]
        return " ".join([self.name, *heard])


class Pair(Verb):
    """Two different things of one kind whose order means nothing: written ascending, read in any order."""

    def __init__(self, name: str, code: int, operand: Operand, *, same: str) -> None:
        super().__init__(name, code, operand, operand)
        self.same = same  # why the same thing twice is refused

    def read(self, state: Any, actor: Actor, words: Sequence[str]) -> int:
        self.expect(words, 2)
        one, other = sorted(self.enter(state, self.operands, words))
        if one == other:
            raise IllegalAction(self.same)
        return self.encode(one, other)


class Book:
    """All verbs of a game; a name of two words (`say card`) stands behind its first."""

    def __init__(self, *verbs: Verb) -> None:
        self.verbs = {verb.name: verb for verb in verbs}
        self._ordered = sorted(verbs, key=lambda verb: verb.code)
        self._codes = [verb.code for verb in self._ordered]
        self._texts: dict[int, str] = {}  # those that are the same at every table, once written
        ends = [verb.code + verb.size() for verb in self._ordered]
        for end, following in zip(ends, self._codes[1:], strict=False):
            assert end <= following, f"two verbs share a code below {end}"

    def __getitem__(self, name: str) -> Verb:
        return self.verbs[name]

    def verb_of(self, action: int) -> Verb:
        """The verb that a code belongs to."""
        return self._ordered[bisect_right(self._codes, action) - 1]

    def text(self, state: Any, actor: Actor, action: int) -> str:
        """The text of an action."""
        known = self._texts.get(action)
        if known is not None:
            return known
        verb = self.verb_of(action)
        text = verb.text(state, actor, action)
        if verb.fixed():
            self._texts[action] = text
        return text

    def event(self, state: Any, actor: Actor, action: int) -> Event:
        """What is told of an action, and to whom; made before it is applied."""
        return self.verb_of(action).event(state, actor, action)

    def parse(self, state: Any, actor: Actor, line: str) -> int:
        """The action that a text stands for."""
        words = line.split() or [""]
        for length in (2, 1):
            verb = self.verbs.get(" ".join(words[:length]))
            if verb is not None:
                return verb.read(state, actor, words[length:])
        firsts = list(dict.fromkeys(name.split()[0] for name in self.verbs))
        if words[0] not in firsts:
            raise UnreadableText(f"{words[0]!r} begins no action; one begins with {_either(firsts)}")
        seconds = [name.split()[1] for name in self.verbs if name.split()[0] == words[0]]
        raise UnreadableText(f"after {words[0]!r} comes {_either(seconds)}")


def _either(words: Sequence[str]) -> str:
    return " or ".join(filter(None, [", ".join(words[:-1]), words[-1]]))
