"""The book of verbs: each verb of a game is declared once, with its operands and who is told what.

Codes, texts, parsing, error messages and the `Event` follow from that. Parsing has two steps, because a
text may be wrong in two ways: a word that the notation does not list is unreadable in any position; a
word that is merely not in play here is illegal.
"""

from bisect import bisect_right
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from math import prod
from typing import Any

from spyring.core import Actor, Event, IllegalAction, Seat, UnreadableText

# These take the game's own State, which this module does not know.
Hearers = Callable[[Any, Actor, Sequence[int]], tuple[Seat, ...]]


@dataclass(frozen=True, kw_only=True)
class Operand:
    """One word after a verb. Its number is its index in `words`, counted from `first`."""

    noun: str  # in a sentence: seat, agent, card
    words: Sequence[str]  # all words that the notation lists
    room: int  # how many numbers a code reserves for it
    form: str = ""  # in a form: SEAT, AGENT, CARD; the words themselves if left out
    first: int = 0
    in_play: Callable[[Any], Sequence[str]] | None = None  # the words that a code counts, if not all
    absent: int | None = None  # its number if it is left out; only the last operand may be
    option: str = ""  # the table's option that lists the words in play, if there is one

    def read(self, word: str) -> int:
        """The number of a word; raises UnreadableText for one that the notation does not list."""
        if word not in self.words:
            raise UnreadableText(f"{word!r} is no {self.noun}; it is one of {', '.join(self.words)}")
        return self.first + self.words.index(word)

    def enter(self, state: Any, number: int) -> int:
        """Its number at this table; raises IllegalAction for what is not in play there."""
        if self.in_play is None:
            return number
        word, words = self.words[number - self.first], self.in_play(state)
        if word not in words:
            raise IllegalAction(f"{word} is not in play at this table")
        return self.first + words.index(word)

    def write(self, state: Any, number: int) -> str:
        """The word for a number in a code."""
        words = self.in_play(state) if self.in_play else self.words
        return words[number - self.first]

    def __str__(self) -> str:
        return self.form or "|".join(self.words)


class SeatOperand(Operand):
    """A seat; or, with the number after the last, one other thing."""

    def enter(self, state: Any, number: int) -> int:
        if number >= state.seats and self.words[number].isdigit():
            raise IllegalAction(f"there is no seat {number} at this table of {state.seats}")
        return number


def seat_operand(most: int, *, room: int = 8, noun: str = "seat", other: str = "") -> Operand:
    """A seat, in a game with at most this many, or one other thing that may be named instead."""
    words = [*map(str, range(most)), *filter(None, [other])]
    form = "|".join(filter(None, ["SEAT", other]))
    return SeatOperand(noun=noun, form=form, words=words, room=room)


# Who hears the whole of an act, when others do not.


def actor_hears(state: Any, actor: Actor, numbers: Sequence[int]) -> tuple[Seat, ...]:
    """Who did it."""
    assert isinstance(actor, int)
    return (actor,)


def first_hears(state: Any, actor: Actor, numbers: Sequence[int]) -> tuple[Seat, ...]:
    """The seat that the act names first."""
    return (int(numbers[0]),)


def nobody_hears(state: Any, actor: Actor, numbers: Sequence[int]) -> tuple[Seat, ...]:
    """It is face down for everybody."""
    return ()


class Verb:
    """A verb and its operands; an irregular verb overrides `read` and `write`."""

    def __init__(
        self,
        name: str,
        code: int,
        *operands: Operand,
        stride: int = 1,  # from one code to the next
        size: int = 0,  # how many codes it occupies, if its operands do not say
        to: Hearers | None = None,  # who hears all of it; None for everybody
        hidden: Sequence[Operand] = (),  # what the others do not hear
        silent: bool = False,  # the others hear nothing at all
    ) -> None:
        self.name = name
        self.code = code
        self.operands = operands
        self.stride = stride
        self.size = size or prod(operand.room for operand in operands) * stride
        self.to = to
        self.hidden = hidden
        self.silent = silent

    def form(self) -> str:
        """Its pattern in the notation, for error messages."""
        return " ".join([self.name, *map(str, self.operands)])

    def encode(self, *numbers: int) -> int:
        """The code of this verb with these operands."""
        place = 0
        for operand, number in zip(self.operands, numbers, strict=True):
            place = place * operand.room + number
        return self.code + place * self.stride

    def decode(self, action: int) -> list[int]:
        """The operands of a code."""
        place = (action - self.code) // self.stride
        numbers = []
        for operand in reversed(self.operands):
            place, number = divmod(place, operand.room)
            numbers.append(number)
        return numbers[::-1]

    def read(self, state: Any, actor: Actor, words: Sequence[str]) -> int:
        """The code for these words."""
        return self.encode(*self.numbers(state, words))

    def numbers(self, state: Any, words: Sequence[str]) -> list[int]:
        """The operands for these words."""
        left_out = [operand.absent for operand in self.operands[len(words) :] if operand.absent is not None]
        self.expect(words, len(self.operands) - len(left_out))
        return self.enter(state, self.operands[: len(words)], words) + left_out

    def enter(self, state: Any, operands: Sequence[Operand], words: Sequence[str]) -> list[int]:
        """The numbers of these words at this table; all are read before any is checked."""
        numbers = [operand.read(word) for operand, word in zip(operands, words, strict=True)]
        return [operand.enter(state, number) for operand, number in zip(operands, numbers, strict=True)]

    def expect(self, words: Sequence[str], count: int) -> None:
        """Check the number of words."""
        if len(words) != count:
            raise UnreadableText(f"write it as `{self.form()}`")

    def write(self, state: Any, actor: Actor, action: int) -> list[str]:
        """The words of its operands."""
        return self._heard(state, action, hidden=())

    def text(self, state: Any, actor: Actor, action: int) -> str:
        """The whole text of a code."""
        return " ".join([self.name, *self.write(state, actor, action)])

    @property
    def fixed(self) -> bool:
        """Whether a code has the same text at all tables that are alike, whoever the actor is."""
        return type(self).write is Verb.write

    def event(self, state: Any, actor: Actor, action: int) -> Event:
        """What happened, and who is told."""
        text = self.text(state, actor, action)
        if self.to is None:
            return Event(actor, text)
        return Event(
            actor, text, self.to(state, actor, self.decode(action)), self._others(state, actor, action)
        )

    def _others(self, state: Any, actor: Actor, action: int) -> str | None:
        if self.silent:
            return None
        return " ".join([self.name, *self._heard(state, action, self.hidden)])

    def _heard(self, state: Any, action: int, hidden: Sequence[Operand]) -> list[str]:
        operands = zip(self.operands, self.decode(action), strict=True)
        return [
            operand.write(state, number)
            for operand, number in operands
            if operand not in hidden and number != operand.absent
        ]


class Pair(Verb):
    """Two different things of one kind, in no particular order: written ascending, read in any order."""

    def read(self, state: Any, actor: Actor, words: Sequence[str]) -> int:
        one, other = sorted(self.numbers(state, words))
        if one == other:
            raise IllegalAction(f"`{self.name}` takes two different {self.operands[0].noun}s")
        return self.encode(one, other)


class Book:
    """All verbs of a game; a name of two words (`say card`) is found by its first."""

    def __init__(self, *verbs: Verb, alike: Callable[[Any], Hashable] | None = None) -> None:
        self.alike = (
            alike  # what decides which words are in play; tables for which it is equal share their texts
        )
        self.verbs = {verb.name: verb for verb in verbs}
        self._ordered = sorted(verbs, key=lambda verb: verb.code)
        self._codes = [verb.code for verb in self._ordered]
        self._texts: dict[tuple[Hashable, int], str] = {}  # once written
        ends = [verb.code + verb.size for verb in self._ordered]
        for end, following in zip(ends, self._codes[1:], strict=False):
            assert end <= following, f"two verbs share a code below {end}"

    def __getitem__(self, name: str) -> Verb:
        return self.verbs[name]

    def verb_of(self, action: int) -> Verb:
        """The verb that a code belongs to."""
        return self._ordered[bisect_right(self._codes, action) - 1]

    def text(self, state: Any, actor: Actor, action: int) -> str:
        """The text of an action."""
        key = (self.alike(state) if self.alike else None), action
        known = self._texts.get(key)
        if known is not None:
            return known
        verb = self.verb_of(action)
        text = verb.text(state, actor, action)
        if verb.fixed and (self.alike or not any(operand.in_play for operand in verb.operands)):
            self._texts[key] = text
        return text

    def event(self, state: Any, actor: Actor, action: int) -> Event:
        """The event that announces an action; made before the action is applied."""
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
