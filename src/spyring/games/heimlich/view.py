"""What a seat, or an onlooker, may see (H70): built up from nothing, field by field."""

from typing import Any, Final

from spyring.core import Ending, Seat, View, heading
from spyring.games.heimlich import cards, position
from spyring.games.heimlich.dossier import named_right
from spyring.games.heimlich.rows import entries, entry
from spyring.games.heimlich.rules import Heimlich
from spyring.games.heimlich.town import scored
from spyring.games.heimlich.verbs import FREE, dossier_owners, names

PHASES: Final = {
    position.DEALING: "deal",
    position.DEALING_CARDS: "deal",
    position.CHOOSING_FIRST: "deal",
    position.ROLLING: "roll",
    position.MOVING: "move",
    position.DRAWING_FOR_MOVE: "move",
    position.PLAYING: "cards",
    position.DRAWING_IDENTITY: "cards",
    position.DRAWING_FOR_CARD: "cards",
    position.WRITING: "dossier",
    position.MOVING_SAFE: "safe",
    position.OVER: "over",
}
IN_TURN: Final = ("move", "cards", "dossier", "safe")


def view(table: Heimlich, seat: Seat | None) -> View:
    """The position as this seat sees it; as an onlooker does for None."""
    phase = PHASES[table.stage]
    agents = names(table)
    active = table.active if phase in ("roll", *IN_TURN) else None
    shown = heading("heimlich", table, seat, phase=phase, active=active)
    shown["roll"] = cards.FACES[table.face] if phase in IN_TURN else None
    shown["safe"] = cards.BUILDINGS[table.safe]
    shown["agents"] = {agent: cards.BUILDINGS[place] for agent, place in _by_agent(table, table.at)}
    shown["scores"] = dict(_by_agent(table, table.points))
    shown["arrived"] = [agent for agent, arrived in _by_agent(table, table.arrived) if arrived]
    shown["would_score"] = _gains(table) if phase == "cards" and table.arrived else None
    if table.top_secret:
        _show_cards(table, seat, shown)
    if table.with_dossier:
        _show_dossiers(table, seat, shown)
    if seat is not None:
        own = table.agent_of(seat)
        shown["me"] = agents[own] if own != position.NOBODY else None
        if table.stage == position.MOVING and seat == table.active:
            shown["reach"] = _reach(table)
    if phase == "over":
        shown["owners"] = {agent: _owner(owner) for agent, owner in _by_agent(table, table.owner)}
        shown["winners"] = table.winners()
        shown["ending"] = ending(table)
    return shown


def ending(table: Heimlich) -> Ending:
    """Which agents came farthest (H21), and what the dossiers brought each seat (H62)."""
    agents = names(table)
    farthest = table.farthest()
    reasons: Ending = [
        {
            "id": "farthest" if table.winners() else "nobody",
            "agents": [agent for agent, points in _by_agent(table, table.points) if points == farthest],
            "points": farthest,
        }
    ]
    for seat in table.written:
        right = named_right(table, seat)
        reasons.append(
            {
                "id": "dossier",
                "seat": seat,
                "agent": agents[table.agent_of(seat)],
                "right": right,
                "points": right * cards.DOSSIER_POINTS,
            }
        )
    return reasons


def hand(table: Heimlich, seat: Seat) -> list[int]:
    """The cards in one hand, in the order in which they were drawn."""
    first = seat * cards.MOST_IN_HAND
    return list(table.hands[first : first + table.hand_sizes[seat]])


def _gains(table: Heimlich) -> dict[str, int]:
    """What every agent would score where it stands."""
    after = dict(_by_agent(table, scored(table.points, table.at)))
    return {agent: after[agent] - points for agent, points in _by_agent(table, table.points)}


def _reach(table: Heimlich) -> dict[str, list[dict[str, Any]]]:
    """By agent and number of points: where it would end, what it would score there, and whether all would."""
    most = int(cards.FACES[table.face][-1])  # H10: 3 on the face 1-3
    reach = {}
    for number, agent in enumerate(names(table)):
        ends = [(entry(table.at, number) + steps) % cards.RING for steps in range(most + 1)]
        reach[agent] = [
            {
                "at": cards.BUILDINGS[end],
                "gain": table.gain(number, end),
                "scores": steps > 0 and end == table.safe,
            }
            for steps, end in enumerate(ends)
        ]
    return reach


def _by_agent(table: Heimlich, row: int) -> list[tuple[str, int]]:
    return list(zip(names(table), entries(row, table.agents), strict=True))


def _owner(seat: int) -> Seat | None:
    return None if seat == FREE else seat


def _show_cards(table: Heimlich, seat: Seat | None, shown: View) -> None:
    shown["hand_sizes"] = list(table.hand_sizes)
    shown["pile"] = table.pile_size
    shown["discard"] = [cards.KEYS[card] for card in table.discard]
    in_phase = shown["phase"] in ("cards", "dossier") and table.go != position.NOBODY
    shown["go"] = table.go if in_phase else None
    shown["passes"] = table.passes if in_phase else None
    if seat is not None:
        shown["hand"] = [cards.KEYS[card] for card in hand(table, seat)]


def _show_dossiers(table: Heimlich, seat: Seat | None, shown: View) -> None:
    shown["written"] = list(table.written)
    if seat is not None:
        shown["dossier"] = _dossier(table, seat)
    if table.stage == position.OVER:
        shown["dossiers"] = [_dossier(table, writer) for writer in range(table.seats)]


def _dossier(table: Heimlich, writer: Seat) -> dict[str, Seat | None] | None:
    if table.dossiers[writer] == position.NOBODY:
        return None
    owners = dossier_owners(table, table.dossiers[writer])
    return {agent: _owner(owner) for agent, owner in owners.items() if owner != writer}
