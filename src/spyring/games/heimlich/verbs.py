"""The book of verbs of Heimlich & Co: what can be done, and who is told what (H70)."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from typing import Any, Final

from spyring.core import Actor, IllegalAction, UnreadableText
from spyring.games.heimlich import cards
from spyring.games.heimlich.moves import MOST_POINTS, MOVES, walkers
from spyring.games.heimlich.rows import put
from spyring.verbs import Book, Operand, Pair, Verb, actor_hears, first_hears, seat_operand, sitting

MOST_SEATS: Final = 7

# Agents are numbered as they are in play (H1), seats from 0, and three bits hold either.
SHIFT: Final = 8

ROLL: Final = 0  # + face
STAY: Final = 16
PASS: Final = 17
DONE: Final = 18
FIRST: Final = 24  # + seat
SAFE: Final = 32  # + building
DEAL: Final = 64  # + seat * SHIFT + agent
IDENTITY: Final = 128  # + seat * SHIFT + agent
DRAW: Final = 256  # + seat * DRAW_SHIFT + card
DRAW_SHIFT: Final = 16
PLAY: Final = 1024  # + card * PLAY_SHIFT + target
PLAY_SHIFT: Final = 64
MOVE: Final = 4096  # + number of a split in MOVES
DOSSIER: Final = 65536  # + for each agent its owner * SHIFT ** agent, the writer's own included
FREE: Final = 7  # the owner of a free agent

# The target of a card is a building (H52), or first * SHIFT + second: an agent and another agent,
# or an agent and how it moves.
ALONE: Final = 7  # no second agent (H49)
BACK: Final = 0
FORWARD: Final = 1


def names(state: Any) -> list[str]:
    """The agents in play, in the order of H1."""
    agents: str = state.options["agents"]
    return agents.split(",")


def _enter_play(state: Any, colour: int) -> int:
    agent = cards.AGENTS[colour]
    if agent not in names(state):
        raise IllegalAction(f"{agent} is not in play at this table")
    return names(state).index(agent)


def _leave_play(state: Any, number: int) -> int:
    return cards.AGENTS.index(names(state)[number])


SEAT = seat_operand(MOST_SEATS)
AGENT = Operand(
    noun="agent", form="AGENT", words=cards.AGENTS, room=SHIFT, enter=_enter_play, leave=_leave_play
)
ONLY_AGENT = replace(  # of a target
    AGENT,
    room=PLAY_SHIFT,
    enter=lambda state, colour: _enter_play(state, colour) * SHIFT,
    leave=lambda state, target: _leave_play(state, target // SHIFT),
)
OWNER = replace(
    SEAT,
    form="SEAT|free",
    words=[*SEAT.words, "free"],
    enter=lambda state, owner: owner if owner == FREE else sitting(state, owner),
)
BUILDING = Operand(noun="building", form="BUILDING", words=cards.BUILDINGS, room=cards.RING)
FACE = Operand(noun="face of the die", form="FACE", words=cards.FACES, room=cards.FACE_COUNT)
CARD = Operand(noun="card", form="CARD", words=cards.KEYS, room=DRAW_SHIFT)
STEPS = Operand(noun="number of steps", form="N", words=tuple("123456"), room=SHIFT, first=1)
WAY = Operand(noun="way to move by this card", words=("back", "forward"), room=SHIFT, first=BACK)
ONE_OR_TWO = replace(WAY, words=("1", "2"), first=1)
ONE_TO_THREE = replace(WAY, words=("1", "2", "3"), first=1)


def _play(card: int, *operands: Operand) -> Verb:
    return Verb(f"play {cards.KEYS[card]}", PLAY + card * PLAY_SHIFT, *operands)


def _play_on_two(card: int, kind: type[Pair] = Pair) -> Verb:
    key = cards.KEYS[card]
    return kind(f"play {key}", PLAY + card * PLAY_SHIFT, AGENT, same=f"{key} needs two different agents")


class PairOrOne(Pair):
    """H49: the second agent may be left out."""

    def form(self) -> str:
        return f"{self.name} AGENT [AGENT]"

    def read(self, state: Any, actor: Actor, words: Sequence[str]) -> int:
        if len(words) == 1:
            return self.encode(*self.enter(state, [AGENT], words), ALONE)
        return super().read(state, actor, words)

    def write(self, state: Any, actor: Actor, action: int) -> list[str]:
        return [AGENT.write(state, agent) for agent in self.decode(action) if agent != ALONE]


class ByAgent(Verb):
    """Any number of agents, each followed by a word about it."""

    about: Operand

    def form(self) -> str:
        return f"{self.name} AGENT {self.about} [AGENT {self.about} ...]"

    def pairs(self, state: Any, words: Sequence[str]) -> list[tuple[int, int]]:
        """What is said of each agent, in the order of H1."""
        count = max(len(words) // 2, 1)
        self.expect(words, 2 * count)
        numbers = self.enter(state, [AGENT, self.about] * count, words)
        return sorted(zip(numbers[::2], numbers[1::2], strict=True))


class Move(ByAgent):
    """H11: every way to split the points over the agents in play has a number."""

    about = STEPS

    def size(self) -> int:
        return len(MOVES.splits)

    def expect(self, words: Sequence[str], count: int) -> None:
        super().expect(words, count)
        for agent in cards.AGENTS:
            if words[::2].count(agent) > 1:
                raise UnreadableText(f"{agent} stands twice; each agent stands once, with all its steps")

    def read(self, state: Any, actor: Actor, words: Sequence[str]) -> int:
        pairs = self.pairs(state, words)
        number = MOVES.numbers[len(names(state))].get(sum(put(0, agent, steps) for agent, steps in pairs))
        if number is None:
            points = sum(steps for _, steps in pairs)
            raise IllegalAction(f"no die gives {points} movement points; the most is {MOST_POINTS}")
        return self.code + number

    def write(self, state: Any, actor: Actor, action: int) -> list[str]:
        return [_who_moves(state.options["agents"])[action - self.code]]


@cache
def _who_moves(agents: str) -> dict[int, str]:
    """In words, every split over these agents, by its number: a prompt lists hundreds of them."""
    words = agents.split(",")
    return {
        number: " ".join(f"{words[agent]} {steps}" for agent, steps in walkers(split))
        for split, number in MOVES.numbers[len(words)].items()
    }


class Dossier(ByAgent):
    """H61: an owner for every agent in play but the writer's own."""

    about = OWNER

    def size(self) -> int:
        return SHIFT**cards.MOST_AGENTS

    def read(self, state: Any, actor: Actor, words: Sequence[str]) -> int:
        pairs = self.pairs(state, words)
        owners, agents = dict(pairs), len(names(state))
        if not isinstance(actor, int):
            raise IllegalAction("only a seat writes a dossier")
        if not len(pairs) == len(owners) == agents - 1:
            raise IllegalAction("a dossier names every agent in play but your own, each once")
        dossier: int = sum(owners.get(agent, actor) * SHIFT**agent for agent in range(agents))
        return self.code + dossier

    def write(self, state: Any, actor: Actor, action: int) -> list[str]:
        owners = dossier_owners(state, action - self.code)
        return [f"{agent} {OWNER.words[owner]}" for agent, owner in owners.items() if owner != actor]


def dossier_owners(state: Any, dossier: int) -> dict[str, int]:
    """The owner that a dossier gives to each agent in play, `FREE` included."""
    return {agent: dossier // SHIFT**number % SHIFT for number, agent in enumerate(names(state))}


BOOK = Book(
    Verb("deal", DEAL, SEAT, AGENT, to=first_hears, hidden=[AGENT]),  # H4
    Verb("identity", IDENTITY, SEAT, AGENT, to=first_hears, hidden=[AGENT]),  # H54
    Verb("draw", DRAW, SEAT, CARD, to=first_hears, hidden=[CARD]),  # H30, H32
    Verb("first", FIRST, SEAT),  # H5
    Verb("roll", ROLL, FACE),  # H10
    Move("move", MOVE),
    Verb("stay", STAY),  # H31
    _play(cards.BACK_1_2, AGENT, ONE_OR_TWO),
    _play(cards.ONE_STEP, AGENT, WAY),
    _play_on_two(cards.TWO_BACK),
    _play_on_two(cards.TWO_FORWARD),
    _play(cards.OFF_THE_SAFE, AGENT, WAY),
    _play(cards.TO_RUINS, ONLY_AGENT),
    _play(cards.ALL_TO_CHURCH),
    _play_on_two(cards.SWAP_AGENTS),
    _play(cards.JOIN_AGENT, AGENT, AGENT),
    _play_on_two(cards.RUINS_TO_CHURCH, PairOrOne),
    _play(cards.FORWARD_1_3, AGENT, ONE_TO_THREE),
    _play(cards.TO_SAFE, ONLY_AGENT),
    _play(cards.MOVE_SAFE, BUILDING),
    _play_on_two(cards.MARKERS_PLUS_3),
    _play(cards.SWAP_IDENTITY),
    Verb("pass", PASS),  # H35
    Verb("done", DONE),
    Verb("safe", SAFE, BUILDING),  # H14
    Dossier("dossier", DOSSIER, to=actor_hears),
)

# What everybody hears besides acts.


def scoring_text(state: Any, before: Sequence[int], after: Sequence[int]) -> str:
    """H13: how far each marker went."""
    markers = zip(names(state), before, after, strict=True)
    return " ".join(["scored", *(f"{agent} {new - old}" for agent, old, new in markers)])


def reveal_texts(state: Any, owners: Sequence[int], dossiers: Sequence[int]) -> list[str]:
    """H20, H62: whose agent is whose, and who had written what."""
    revealed = [
        f"owner {agent} {OWNER.words[owner]}" for agent, owner in zip(names(state), owners, strict=True)
    ]
    written = [
        " ".join([f"wrote {seat}", *BOOK["dossier"].write(state, seat, DOSSIER + dossier)])
        for seat, dossier in enumerate(dossiers)
        if dossier >= 0
    ]
    return revealed + written
