"""What a seat, or an onlooker, may see (H70): built up from nothing, field by field."""

from typing import Any, Final

from spyring.core import Ending, Seat, View, heading
from spyring.games.heimlich import cards, position
from spyring.games.heimlich.dossier import named_right
from spyring.games.heimlich.rows import at_least, entries, entry
from spyring.games.heimlich.rules import Heimlich
from spyring.games.heimlich.town import scored
from spyring.games.heimlich.verbs import BOOK, FREE, MOVE, PLAY, dossier_owners, names

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


def view(state: Heimlich, seat: Seat | None) -> View:
    """The position as this seat sees it; as an onlooker does for None."""
    phase = PHASES[state.stage]
    agents = names(state)
    active = state.active if phase in ("roll", *IN_TURN) else None
    shown = heading("heimlich", state, seat, phase=phase, active=active)
    shown["roll"] = cards.FACES[state.face] if phase in IN_TURN else None
    shown["safe"] = cards.BUILDINGS[state.safe]
    shown["agents"] = {agent: cards.BUILDINGS[place] for agent, place in _by_agent(state, state.at)}
    shown["scores"] = dict(_by_agent(state, state.points))
    shown["arrived"] = [agent for agent, arrived in _by_agent(state, state.arrived) if arrived]
    shown["would_score"] = _gains(state) if phase == "cards" and state.arrived else None
    shown["decided"] = at_least(state.points, cards.FINISH) != 0  # H20: the game ends with this turn
    if state.top_secret:
        _show_cards(state, seat, shown)
    if state.with_dossier:
        _show_dossiers(state, seat, shown)
    if seat is not None:
        own = state.agent_of(seat)
        shown["me"] = agents[own] if own != position.NOBODY else None
        if state.stage == position.MOVING and seat == state.active:
            shown["reach"] = _reach(state)
    if phase == "over":
        shown["owners"] = {agent: _owner(owner) for agent, owner in _by_agent(state, state.owner)}
        shown["winners"] = state.winners()
        shown["ending"] = ending(state)
    return shown


def ending(state: Heimlich) -> Ending:
    """Which agents came farthest (H21), and what the dossiers brought each seat (H62)."""
    agents = names(state)
    farthest = state.farthest()
    reasons: Ending = [
        {
            "id": "farthest" if state.winners() else "nobody",
            "agents": [agent for agent, points in _by_agent(state, state.points) if points == farthest],
            "points": farthest,
        }
    ]
    for seat in state.written:
        right = named_right(state, seat)
        reasons.append(
            {
                "id": "dossier",
                "seat": seat,
                "agent": agents[state.agent_of(seat)],
                "right": right,
                "points": right * cards.DOSSIER_POINTS,
            }
        )
    return reasons


def hand(state: Heimlich, seat: Seat) -> list[int]:
    """The cards in one hand, in the order in which they were drawn."""
    first = seat * cards.MOST_IN_HAND
    return list(state.hands[first : first + state.hand_sizes[seat]])


def _gains(state: Heimlich) -> dict[str, int]:
    """What every agent would score where it stands."""
    after = dict(_by_agent(state, scored(state.points, state.at)))
    return {agent: after[agent] - points for agent, points in _by_agent(state, state.points)}


def _reach(state: Heimlich) -> dict[str, list[dict[str, Any]]]:
    """By agent and points: where it would end, what it would score there, and whether all would score."""
    most = int(cards.FACES[state.face][-1])  # H10: 3 on the face 1-3
    reach = {}
    for number, agent in enumerate(names(state)):
        ends = [(entry(state.at, number) + steps) % cards.RING for steps in range(most + 1)]
        reach[agent] = [
            {
                "at": cards.BUILDINGS[end],
                "gain": state.gain(number, end),
                "scores": steps > 0 and end == state.safe,
            }
            for steps, end in enumerate(ends)
        ]
    return reach


def _plays(state: Heimlich, seat: Seat) -> dict[str, dict[str, Any]]:
    """By the text of a play: whom and what it would move, and what would score if nobody played on."""
    found: dict[str, dict[str, Any]] = {}
    for action in state.legal_actions(seat):
        if not PLAY <= action < MOVE:
            continue
        after = state.copy()
        after.apply(seat, action)
        found[BOOK.text(state, seat, action)] = {
            "agents": {
                agent: cards.BUILDINGS[place]
                for (agent, place), old in zip(
                    _by_agent(after, after.at), entries(state.at, state.agents), strict=True
                )
                if place != old
            },
            "scores": {
                agent: points
                for (agent, points), old in zip(
                    _by_agent(after, after.points), entries(state.points, state.agents), strict=True
                )
                if points != old
            },
            "safe": cards.BUILDINGS[after.safe],
            "would_score": _gains(after) if after.arrived else None,
        }
    return found


def _by_agent(state: Heimlich, row: int) -> list[tuple[str, int]]:
    return list(zip(names(state), entries(row, state.agents), strict=True))


def _owner(seat: int) -> Seat | None:
    return None if seat == FREE else seat


def _show_cards(state: Heimlich, seat: Seat | None, shown: View) -> None:
    shown["hand_sizes"] = list(state.hand_sizes)
    shown["hand_limit"] = cards.MOST_IN_HAND
    shown["pile"] = state.pile_size
    shown["discard"] = [cards.KEYS[card] for card in state.discard]
    in_phase = shown["phase"] in ("cards", "dossier") and state.go != position.NOBODY
    shown["go"] = state.go if in_phase else None
    shown["passes"] = state.passes if in_phase else None
    if seat is not None:
        shown["hand"] = [cards.KEYS[card] for card in hand(state, seat)]
        if state.stage == position.PLAYING and seat == state.go:
            shown["plays"] = _plays(state, seat)


def _show_dossiers(state: Heimlich, seat: Seat | None, shown: View) -> None:
    shown["written"] = list(state.written)
    if seat is not None:
        shown["dossier"] = _dossier(state, seat)
    if state.stage == position.OVER:
        shown["dossiers"] = [_dossier(state, writer) for writer in range(state.seats)]


def _dossier(state: Heimlich, writer: Seat) -> dict[str, Seat | None] | None:
    if state.dossiers[writer] == position.NOBODY:
        return None
    owners = dossier_owners(state, state.dossiers[writer])
    return {agent: _owner(owner) for agent, owner in owners.items() if owner != writer}
