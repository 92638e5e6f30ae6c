"""Secret dossiers: one number that gives every agent an owner, the writer's own agent included."""

from spyring._native import append, i64, vec
from spyring.games.heimlich.position import Position
from spyring.games.heimlich.rows import entry
from spyring.games.heimlich.verbs import FREE, SHIFT


def count_dossiers(table: Position) -> i64:
    """H61: every opponent is named exactly once, so they take different agents, one after another."""
    count: i64 = 1
    for left in range(table.agents - table.seats + 1, table.agents):
        count *= left
    return count


def nth_dossier(table: Position, index: i64, writer: i64) -> i64:
    """Number `index` of all possible dossiers of a seat."""
    named = vec[i64]()
    for _ in range(table.agents):
        named = append(named, FREE)
    named[table.agent_of(writer)] = writer
    left = table.agents - 1
    for seat in range(table.seats):
        if seat != writer:
            _name(named, index % left, seat)
            index //= left
            left -= 1
    number: i64 = 0
    for agent in range(table.agents - 1, -1, -1):
        number = number * SHIFT + named[agent]
    return number


def _name(named: vec[i64], index: i64, seat: i64) -> None:
    """Give a seat number `index` of the agents that are not named yet."""
    for agent in range(len(named)):
        if named[agent] == FREE:
            if index == 0:
                named[agent] = seat
                return
            index -= 1


def true_dossier(table: Position) -> i64:
    """What somebody writes who has read everybody right, whoever it is."""
    number: i64 = 0
    for agent in range(table.agents - 1, -1, -1):
        number = number * SHIFT + entry(table.owner, agent)
    return number


def named_right(table: Position, seat: i64) -> i64:
    """H62: how many agents a dossier names correctly; the agent that one owns now never counts."""
    dossier = table.dossiers[seat]
    right: i64 = 0
    for agent in range(table.agents):
        owner = entry(table.owner, agent)
        if owner != seat and dossier % SHIFT == owner:
            right += 1
        dossier //= SHIFT
    return right
