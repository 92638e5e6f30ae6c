"""The book of verbs of Heimlich & Co: what can be done, and who is told what (H70)."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from spyring.claims import Claims
from spyring.core import Actor, IllegalAction, UnreadableText
from spyring.games.heimlich import cards
from spyring.games.heimlich.moves import MOST_POINTS, MOVES, walkers
from spyring.games.heimlich.rows import put
from spyring.verbs import Book, Operand, Pair, Verb, actor_hears, first_hears, seat_operand

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
DOSSIERS: Final = SHIFT**cards.MOST_AGENTS
SAY: Final = 1 << 22  # from here on claims (H80), which are no actions of the rules
FREE: Final = 7  # the owner of a free agent

# The target of a card is a building (H52), or agent * SHIFT + another agent, or + how it moves.
ALONE: Final = 7  # no second agent (H49)
BACK: Final = 0
FORWARD: Final = 1


def names(state: Any) -> list[str]:
    """The agents in play, in the order of H1."""
    agents: str = state.options["agents"]
    return agents.split(",")


SEAT = seat_operand(cards.MOST_SEATS)
OWNER = seat_operand(cards.MOST_SEATS, other="free")
AGENT = Operand(noun="agent", form="AGENT", words=cards.AGENTS, room=SHIFT, in_play=names, option="agents")
SECOND = replace(AGENT, form="[AGENT]", absent=ALONE)
BUILDING = Operand(noun="building", form="BUILDING", words=cards.BUILDINGS, room=cards.RING)
FACE = Operand(noun="face of the die", form="FACE", words=cards.FACES, room=cards.FACE_COUNT)
CARD = Operand(noun="card", form="CARD", words=cards.KEYS, room=DRAW_SHIFT)
STEPS = Operand(noun="number of steps", form="N", words=tuple("123456"), room=SHIFT, first=1)
WAY = Operand(noun="way to move by this card", words=("back", "forward"), room=SHIFT, first=BACK)
ONE_OR_TWO = replace(WAY, words=("1", "2"), first=1)
ONE_TO_THREE = replace(WAY, words=("1", "2", "3"), first=1)


def _play(card: int, *operands: Operand, kind: type[Verb] = Verb, stride: int = 1) -> Verb:
    return kind(f"play {cards.KEYS[card]}", PLAY + card * PLAY_SHIFT, *operands, stride=stride)


class ByAgent(Verb):
    """Any number of agents, each followed by one word."""

    def form(self) -> str:
        return f"{super().form()} [...]"

    def pairs(self, state: Any, words: Sequence[str]) -> list[tuple[int, int]]:
        """What is said about each agent."""
        count = max(len(words) // 2, 1)
        self.expect(words, 2 * count)
        numbers = self.enter(state, self.operands * count, words)
        return list(zip(numbers[::2], numbers[1::2], strict=True))


class Move(ByAgent):
    """H11: every way to split the points over the agents in play has a number."""

    fixed = True

    def read(self, state: Any, actor: Actor, words: Sequence[str]) -> int:
        if any(words[::2].count(agent) > 1 for agent in cards.AGENTS):
            raise UnreadableText("each agent stands once, with all its steps")
        pairs = self.pairs(state, words)
        number = MOVES.numbers[len(names(state))].get(sum(put(0, agent, steps) for agent, steps in pairs))
        if number is None:
            points = sum(steps for _, steps in pairs)
            raise IllegalAction(f"no die gives {points} movement points; the most is {MOST_POINTS}")
        return self.code + number

    def write(self, state: Any, actor: Actor, action: int) -> list[str]:
        agents, split = names(state), MOVES.splits[action - self.code]
        return [f"{agents[agent]} {steps}" for agent, steps in walkers(split)]


class Dossier(ByAgent):
    """H61: an owner for every agent in play but the writer's own."""

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


CLAIMS = Claims(  # H80
    SAY,
    ("agent", "who", SEAT, AGENT),
    ("not", "who", SEAT, AGENT),
    ("trust", "trust"),
    ("doubt", "trust", SEAT),
    ("who", "ask", SEAT),
    ("seen", "ask", SEAT),
)
BOOK = Book(
    Verb("deal", DEAL, SEAT, AGENT, to=first_hears, hidden=[AGENT]),  # H4
    Verb("identity", IDENTITY, SEAT, AGENT, to=first_hears, hidden=[AGENT]),  # H54
    Verb("draw", DRAW, SEAT, CARD, to=first_hears, hidden=[CARD]),  # H30, H32
    Verb("first", FIRST, SEAT),  # H5
    Verb("roll", ROLL, FACE),  # H10
    Move("move", MOVE, AGENT, STEPS, size=len(MOVES.splits)),  # H11
    Verb("stay", STAY),  # H31
    _play(cards.BACK_1_2, AGENT, ONE_OR_TWO),
    _play(cards.ONE_STEP, AGENT, WAY),
    _play(cards.TWO_BACK, AGENT, AGENT, kind=Pair),
    _play(cards.TWO_FORWARD, AGENT, AGENT, kind=Pair),
    _play(cards.OFF_THE_SAFE, AGENT, WAY),
    _play(cards.TO_RUINS, AGENT, stride=SHIFT),
    _play(cards.ALL_TO_CHURCH),
    _play(cards.SWAP_AGENTS, AGENT, AGENT, kind=Pair),
    _play(cards.JOIN_AGENT, AGENT, AGENT),
    _play(cards.RUINS_TO_CHURCH, AGENT, SECOND, kind=Pair),
    _play(cards.FORWARD_1_3, AGENT, ONE_TO_THREE),
    _play(cards.TO_SAFE, AGENT, stride=SHIFT),
    _play(cards.MOVE_SAFE, BUILDING),
    _play(cards.MARKERS_PLUS_3, AGENT, AGENT, kind=Pair),
    _play(cards.SWAP_IDENTITY),
    Verb("pass", PASS),  # H35
    Verb("done", DONE),
    Verb("safe", SAFE, BUILDING),  # H14
    Dossier("dossier", DOSSIER, AGENT, OWNER, size=DOSSIERS, to=actor_hears, hidden=[AGENT, OWNER]),  # H61
    *CLAIMS,
    alike=lambda state: state.options["agents"],
)

# What everybody hears besides acts.


def scoring_text(state: Any, gains: Sequence[int]) -> str:
    """H13: how far each marker went."""
    return " ".join(["scored", *(f"{agent} {gain}" for agent, gain in zip(names(state), gains, strict=True))])


def reveal_texts(state: Any, owners: Sequence[int], dossiers: Sequence[int]) -> list[str]:
    """H20, H62: whose agent is whose, and who had written what."""
    texts = [f"owner {agent} {OWNER.words[owner]}" for agent, owner in zip(names(state), owners, strict=True)]
    for seat, dossier in enumerate(dossiers):
        if dossier >= 0:
            texts.append(BOOK.text(state, seat, DOSSIER + dossier).replace("dossier", f"wrote {seat}"))
    return texts
