"""The text of every action, written and read: the Notation table of rules.md.

Reading has two steps, because a file may be wrong in two ways: a word that no table has is
unreadable, whatever the position; an agent or seat that is merely not in play is illegal.
"""

from collections.abc import Sequence
from typing import Final

from spyring.core import Actor, IllegalAction, UnreadableText
from spyring.games.heimlich import cards, codes
from spyring.games.heimlich.moves import MOST_POINTS, MOVES, unpack
from spyring.words import expect, look_up, sitting

MOST_SEATS: Final = 7
Words = Sequence[str]

HOW: Final = {
    cards.BACK_1_2: ("1", "2"),
    cards.ONE_STEP: ("back", "forward"),
    cards.OFF_THE_SAFE: ("back", "forward"),
    cards.FORWARD_1_3: ("1", "2", "3"),
}
FIRST_HOW: Final = {cards.BACK_1_2: 1, cards.FORWARD_1_3: 1}
ON_ONE_AGENT: Final = (cards.TO_RUINS, cards.TO_SAFE)
ON_NOTHING: Final = (cards.ALL_TO_CHURCH, cards.SWAP_IDENTITY)


# Writing.


def text(colours: Sequence[int], actor: Actor, action: int) -> str:
    """The text of an action at a table with these agents in play."""
    agents = [cards.AGENTS[colour] for colour in colours]
    if action >= codes.DOSSIER_CODE:
        assert isinstance(actor, int)
        return f"dossier {_dossier_text(agents, action - codes.DOSSIER_CODE, actor)}"
    if action >= codes.MOVE_CODE:
        pairs = unpack(MOVES.splits[action - codes.MOVE_CODE])
        return " ".join(["move"] + [f"{agents[agent]} {steps}" for agent, steps in pairs])
    if action >= codes.PLAY_CODE:
        card, target = divmod(action - codes.PLAY_CODE, codes.PLAY_SHIFT)
        return " ".join(["play", cards.KEYS[card], *_target_words(agents, card, target)])
    if action >= codes.DRAW_CODE:
        seat, card = divmod(action - codes.DRAW_CODE, codes.DRAW_SHIFT)
        return f"draw {seat} {cards.KEYS[card]}"
    if action >= codes.IDENTITY_CODE:
        seat, agent = divmod(action - codes.IDENTITY_CODE, codes.SHIFT)
        return f"identity {seat} {agents[agent]}"
    if action >= codes.DEAL_CODE:
        seat, agent = divmod(action - codes.DEAL_CODE, codes.SHIFT)
        return f"deal {seat} {agents[agent]}"
    if action >= codes.SAFE_CODE:
        return f"safe {cards.BUILDINGS[action - codes.SAFE_CODE]}"
    if action >= codes.FIRST_CODE:
        return f"first {action - codes.FIRST_CODE}"
    if action >= codes.STAY_CODE:
        return ("stay", "pass", "done")[action - codes.STAY_CODE]
    return f"roll {cards.FACES[action - codes.ROLL_CODE]}"


def _target_words(agents: Sequence[str], card: int, target: int) -> Words:
    first, second = divmod(target, codes.SHIFT)
    if card in ON_NOTHING:
        return []
    if card == cards.MOVE_SAFE:
        return [cards.BUILDINGS[target]]
    if card in HOW:
        return [agents[first], HOW[card][second - FIRST_HOW.get(card, 0)]]
    if card in ON_ONE_AGENT or second == codes.ALONE:
        return [agents[first]]
    return [agents[first], agents[second]]


def dossier_owners(agents: int, dossier: int) -> list[int]:
    """The owner that a dossier gives to each agent in play, `FREE` included."""
    owners = []
    for _ in range(agents):
        dossier, owner = divmod(dossier, codes.SHIFT)
        owners.append(owner)
    return owners


def _dossier_text(agents: Sequence[str], dossier: int, writer: int) -> str:
    return " ".join(
        f"{agent} {'free' if owner == codes.FREE else owner}"
        for agent, owner in zip(agents, dossier_owners(len(agents), dossier), strict=True)
        if owner != writer
    )


def scoring_text(colours: Sequence[int], before: Sequence[int], after: Sequence[int]) -> str:
    """What everybody hears of a scoring (H13): how far each marker went."""
    markers = zip(colours, before, after, strict=True)
    return " ".join(["scored", *(f"{cards.AGENTS[colour]} {new - old}" for colour, old, new in markers)])


def reveal_texts(colours: Sequence[int], owners: Sequence[int], dossiers: Sequence[int]) -> list[str]:
    """What everybody hears at the end (H20, H62): whose agent is whose, and who had written what."""
    agents = [cards.AGENTS[colour] for colour in colours]
    lines = [
        f"owner {agent} {'free' if owner < 0 else owner}" for agent, owner in zip(agents, owners, strict=True)
    ]
    return lines + [
        f"wrote {seat} {_dossier_text(agents, dossier, seat)}"
        for seat, dossier in enumerate(dossiers)
        if dossier >= 0
    ]


# Reading: first the words, then the table.


SEATS: Final = tuple(str(seat) for seat in range(MOST_SEATS))
STEPS: Final = tuple(str(steps) for steps in range(1, MOST_POINTS + 1))


def _agent(word: str) -> int:
    return look_up(cards.AGENTS, word, "agent")


def _seat(word: str) -> int:
    return look_up(SEATS, word, "seat")


class Reader:
    """Reads texts for one table: its seats, and the agents in play."""

    def __init__(self, seats: int, colours: Sequence[int]) -> None:
        self.seats = seats
        self.colours = list(colours)

    def read(self, actor: Actor, line: str) -> int:
        """The action that a text stands for."""
        verb, *words = line.split() or [""]
        match verb:
            case "deal" | "identity":
                expect(words, 2, f"{verb} SEAT AGENT")
                seat, agent = _seat(words[0]), _agent(words[1])
                code = codes.DEAL_CODE if verb == "deal" else codes.IDENTITY_CODE
                return code + sitting(seat, self.seats) * codes.SHIFT + self._playing(agent)
            case "draw":
                expect(words, 2, "draw SEAT CARD")
                seat, card = _seat(words[0]), look_up(cards.KEYS, words[1], "card")
                return codes.DRAW_CODE + sitting(seat, self.seats) * codes.DRAW_SHIFT + card
            case "first":
                expect(words, 1, "first SEAT")
                return codes.FIRST_CODE + sitting(_seat(words[0]), self.seats)
            case "roll":
                expect(words, 1, "roll FACE")
                return codes.ROLL_CODE + look_up(cards.FACES, words[0], "face of the die")
            case "safe":
                expect(words, 1, "safe BUILDING")
                return codes.SAFE_CODE + look_up(cards.BUILDINGS, words[0], "building")
            case "stay" | "pass" | "done":
                expect(words, 0, verb)
                return codes.STAY_CODE + ("stay", "pass", "done").index(verb)
            case "move":
                return self._read_move(words)
            case "play":
                return self._read_play(words)
            case "dossier":
                return self._read_dossier(actor, words)
        raise UnreadableText(
            f"{verb!r} begins no action; one begins with deal, identity, draw, first, roll, move, "
            "stay, play, pass, done, safe or dossier"
        )

    def _playing(self, agent: int) -> int:
        if agent not in self.colours:
            raise IllegalAction(f"{cards.AGENTS[agent]} is not in play at this table")
        return self.colours.index(agent)

    def _read_move(self, words: Words) -> int:
        form = "move AGENT N [AGENT N ...]"
        if not words or len(words) % 2:
            raise UnreadableText(f"write it as `{form}`")
        steps: dict[int, int] = {}
        for agent_word, steps_word in zip(words[::2], words[1::2], strict=True):
            agent = _agent(agent_word)
            if agent in steps:
                raise UnreadableText(f"{agent_word} stands twice; each agent stands once, with all its steps")
            steps[agent] = 1 + look_up(STEPS, steps_word, "number of steps")
        playing = {self._playing(agent): count for agent, count in steps.items()}
        split = _splits(len(self.colours)).get(tuple(sorted(playing.items())))
        if split is None:
            raise IllegalAction(
                f"no die gives {sum(steps.values())} movement points; the most is {MOST_POINTS}"
            )
        return codes.MOVE_CODE + split

    def _read_play(self, words: Words) -> int:
        if not words:
            raise UnreadableText("write it as `play CARD ...`, with the card's key")
        card = look_up(cards.KEYS, words[0], "card")
        return codes.PLAY_CODE + card * codes.PLAY_SHIFT + self._read_target(card, words[1:])

    def _read_target(self, card: int, words: Words) -> int:
        key = cards.KEYS[card]
        if card in ON_NOTHING:
            expect(words, 0, f"play {key}")
            return 0
        if card == cards.MOVE_SAFE:
            expect(words, 1, f"play {key} BUILDING")
            return look_up(cards.BUILDINGS, words[0], "building")
        if card in HOW:
            expect(words, 2, f"play {key} AGENT {'|'.join(HOW[card])}")
            agent, how = _agent(words[0]), look_up(HOW[card], words[1], "way to move by this card")
            return self._playing(agent) * codes.SHIFT + how + FIRST_HOW.get(card, 0)
        if card in ON_ONE_AGENT:
            expect(words, 1, f"play {key} AGENT")
            return self._playing(_agent(words[0])) * codes.SHIFT
        if card == cards.RUINS_TO_CHURCH and len(words) == 1:
            return self._playing(_agent(words[0])) * codes.SHIFT + codes.ALONE
        optional = "[AGENT]" if card == cards.RUINS_TO_CHURCH else "AGENT"
        expect(words, 2, f"play {key} AGENT {optional}")
        return self._read_pair(card, [_agent(word) for word in words])

    def _read_pair(self, card: int, pair: list[int]) -> int:
        one, other = [self._playing(agent) for agent in pair]
        if one == other:
            raise IllegalAction(f"{cards.KEYS[card]} needs two different agents")
        if card != cards.JOIN_AGENT:
            one, other = sorted((one, other))
        return one * codes.SHIFT + other

    def _read_dossier(self, actor: Actor, words: Words) -> int:
        if not words or len(words) % 2:
            raise UnreadableText("write it as `dossier AGENT SEAT|free [...]`")
        named = [
            (_agent(agent), codes.FREE if owner == "free" else _seat(owner))
            for agent, owner in zip(words[::2], words[1::2], strict=True)
        ]
        owners = {
            self._playing(agent): owner if owner == codes.FREE else sitting(owner, self.seats)
            for agent, owner in named
        }
        if not isinstance(actor, int):
            raise IllegalAction("only a seat writes a dossier")
        agents = len(self.colours)
        if len(named) != agents - 1 or len(owners) != agents - 1:
            raise IllegalAction("a dossier names every agent in play but your own, each once")
        number = 0
        for agent in reversed(range(agents)):
            number = number * codes.SHIFT + owners.get(agent, actor)
        return codes.DOSSIER_CODE + number


_SPLITS: dict[int, dict[tuple[tuple[int, int], ...], int]] = {}


def _splits(agents: int) -> dict[tuple[tuple[int, int], ...], int]:
    """The number of every split over so many agents, by its pairs."""
    if agents not in _SPLITS:
        first = int(MOVES.first[agents * cards.FACE_COUNT])
        last = agents * cards.FACE_COUNT + cards.FACE_COUNT - 1
        end = int(MOVES.first[last] + MOVES.count[last])
        _SPLITS[agents] = {tuple(unpack(MOVES.splits[number])): number for number in range(first, end)}
    return _SPLITS[agents]
