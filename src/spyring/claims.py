"""What can be claimed: the ready sentences of a game, declared in one table like the rest of its verbs.

A claim is a line of the log like any other: any seat may make it from the choice of the first seat to the
end of the game, everybody hears it, and it is stored, replayed and exported. It binds nobody: it changes no
state and is in nobody's legal actions, so it costs the rules nothing. `topic` says under which heading a
menu has it.
"""

from collections.abc import Iterable, Iterator, Sequence

from spyring.verbs import Operand, Verb

SPOKEN = "say"  # the word with which every claim begins
QUESTION = "ask"  # the topic of those that want an answer, from the seat that they name


class Claim(Verb):
    """One kind of sentence: its operands say about whom, or about what."""

    def __init__(self, kind: str, topic: str, code: int, operands: Sequence[Operand]) -> None:
        super().__init__(f"{SPOKEN} {kind}", code, *operands)
        self.kind = kind
        self.topic = topic


class Claims:
    """All sentences of a game, numbered from a code that lies above those of all acts."""

    def __init__(self, first: int, *declared: tuple[str, str, *tuple[Operand, ...]]) -> None:
        self.verbs: list[Claim] = []
        code = first
        for kind, topic, *operands in declared:
            claim = Claim(kind, topic, code, operands)
            self.verbs.append(claim)
            code += claim.size

    def __iter__(self) -> Iterator[Claim]:
        return iter(self.verbs)


def addressee(claims: Iterable[Claim], text: str) -> int | None:
    """The seat that has just been asked something."""
    _, kind, *words = text.split()
    questions = {claim.kind for claim in claims if claim.topic == QUESTION}
    return int(words[0]) if kind in questions else None


def is_claim(text: str) -> bool:
    """Whether a line of a feed is something that was said."""
    return text.startswith(SPOKEN + " ")
