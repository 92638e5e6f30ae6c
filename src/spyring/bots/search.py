"""Information-set Monte Carlo tree search: one tree for the deciding seat, over worlds that fit what it saw.

Each iteration takes another world, walks down the tree along the acts that are legal in it, adds a node,
plays on with a policy, and records who won. An act of the decision itself may be chosen part by part: acts
that begin alike then share what is known of their beginning. Below that, wide decisions are widened step by
step: a node gets another child only as its visits grow, and the policy proposes it.
"""

from math import log, sqrt
from typing import Final

from spyring._native import i64, mypyc_attr
from spyring.core import CHANCE, Actor, State
from spyring.generator import Generator
from spyring.playout import Policy

CURIOSITY: Final = 0.5  # weight of exploration in the upper confidence bound; rewards are 0 to 1
WIDENING: Final = 1.0  # children of a node with one visit; grows with the square root of its visits
TRUST: Final = 8  # how many iterations the first estimate of an act counts for
NEVER: Final = -1.0
NOTHING: Final = -1  # the choice to let time pass


@mypyc_attr(acyclic=True)
class Node:
    """What one act led to, from the point of view of whoever did it."""

    def __init__(self, action: i64, reward: float, visits: i64) -> None:
        self.action = action
        self.reward = reward
        self.visits = visits
        self.available = visits  # how often it could have been chosen
        self.partial = False  # whether its children are the next parts of one act, not other acts
        self.children: list[Node] = []


class Search:
    """A search for one decision; `run` may be called again for more iterations."""

    def __init__(
        self,
        seat: int,
        actions: list[int],
        priors: list[float],
        worlds: list[State],
        policy: Policy,
        spelled: list[tuple[int, ...]] | None = None,
        trust: int = TRUST,
    ) -> None:
        self.seat = seat
        self.worlds = worlds
        self.policy = policy
        self.plans = policy.plans()
        self.iterations = 0
        self.root = Node(NOTHING, 0.0, 0)
        self.root.partial = True
        if spelled is None:
            spelled = [(number,) for number in range(len(actions))]
        nodes: dict[tuple[int, ...], Node] = {(): self.root}
        for action, prior, parts in zip(actions, priors, spelled, strict=True):
            for end in range(1, len(parts) + 1):
                node = nodes.get(parts[:end])
                if node is None:
                    node = nodes[parts[:end]] = Node(NOTHING, 0.0, trust)
                    nodes[parts[: end - 1]].children.append(node)
                node.reward = max(node.reward, prior * float(trust))  # as good as the best that it may become
                node.partial = end < len(parts)
            nodes[parts].action = action
        self.leaves = [nodes[parts] for parts in spelled]

    def run(self, iterations: int, rng: Generator) -> None:
        """Do more iterations."""
        for _ in range(iterations):
            world = self.worlds[rng.below(len(self.worlds))]
            self._iterate(world.copy(), rng)
        self.iterations += iterations

    def best(self) -> int:
        """The action that was tried most often, part by part."""
        node = self.root
        while node.partial:
            best = node.children[0]
            for child in node.children:
                if child.visits > best.visits:
                    best = child
            node = best
        return node.action

    def visits(self) -> dict[int, int]:
        """How often each action of the root was tried."""
        return {leaf.action: leaf.visits for leaf in self.leaves}

    def _iterate(self, state: State, rng: Generator) -> None:
        path: list[Node] = []
        doers: list[int] = []
        node = self.root
        seat: int = self.seat
        child = self._choose(node, state, seat)
        while child is not None:
            path.append(child)
            doers.append(seat)
            if child.partial:
                child = self._choose(child, state, seat)
                continue
            if child.action != NOTHING:
                state.apply(seat, child.action)
            node = child
            if node.visits <= 1 or not self.plans:
                break
            seat = self._let_chance_act(state, rng)
            if seat < 0:
                break
            child = self._descend(node, state, seat, rng)
        while self.policy.step(state, rng):
            pass
        self._learn(state, path, doers)

    def _let_chance_act(self, state: State, rng: Generator) -> int:
        """Advance to the next decision of one seat; -1 if there is none, or if several decide at once."""
        while True:
            actors = state.actors()
            if len(actors) != 1:
                return -1
            actor = actors[0]
            if actor is CHANCE or isinstance(actor, str):
                state.step(rng)
            else:
                return actor

    def _descend(self, node: Node, state: State, seat: Actor, rng: Generator) -> Node | None:
        """A child that is legal in this world; a new one if it is time to widen the node."""
        if len(node.children) < WIDENING * sqrt(float(node.visits)):
            picked = self.policy.pick(state, rng)
            action = picked[1]
            for child in node.children:
                if child.action == action:
                    return self._choose(node, state, seat)
            fresh = Node(action, 0.0, 0)
            node.children.append(fresh)
            return fresh
        return self._choose(node, state, seat)

    def _choose(self, node: Node, state: State, seat: Actor) -> Node | None:
        """The child with the highest upper confidence bound among those that are legal here."""
        best: Node | None = None
        bound = NEVER
        chances: i64 = 0  # those of the last child, and their logarithm: most children have the same
        logarithm = 0.0
        for child in node.children:
            if not node.partial and not state.allows(seat, child.action):
                continue
            child.available += 1
            if child.visits == 0:
                return child
            if child.available != chances:
                chances = child.available
                logarithm = log(float(chances))
            visits = float(child.visits)
            value = child.reward / visits + CURIOSITY * sqrt(logarithm / visits)
            if value > bound:
                best = child
                bound = value
        return best

    def _learn(self, state: State, path: list[Node], doers: list[int]) -> None:
        for node, seat in zip(path, doers, strict=True):
            node.visits += 1
            node.reward += self.policy.reward(state, seat)
