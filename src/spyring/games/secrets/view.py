"""What a seat, or an onlooker, may see (S50, S51): built up from nothing, field by field."""

from typing import Any, Final

from spyring.core import Ending, Seat, View, heading
from spyring.games.secrets import cards, position
from spyring.games.secrets.ending import lone_hippie, team_total, won_by
from spyring.games.secrets.memory import ONLOOKER, looks, sightings
from spyring.games.secrets.possible import Possible
from spyring.games.secrets.rules import Secrets

PHASES: Final = {
    position.DEALING: "deal",
    position.CHOOSING_FIRST: "deal",
    position.REVEALING: "reveal",
    position.OFFERING: "offer",
    position.ASKING_UN: "un",
    position.DRAWING_UN_BULLET: "un",  # while chance owes a card, the phase stays that of the act
    position.ANSWERING: "answer",
    position.DRAWING_BULLET: "answer",
    position.SENDING: "effect",
    position.SWAPPING: "effect",
    position.LOOKING: "effect",
    position.EXCHANGING: "effect",
    position.SHOOTING: "effect",
    position.OVER: "over",
}
TEAMS_OF: Final = [
    [name for team, name in enumerate(cards.TEAMS) if bits >> team & 1] for bits in range(cards.ANY_TEAM + 1)
]


def view(state: Secrets, seat: Seat | None) -> View:
    """The position as this seat sees it; as an onlooker does for None."""
    phase = PHASES[state.stage]
    playing = phase not in ("deal", "over")
    witness = ONLOOKER if seat is None else seat
    aid = state.options["memory"] == "aid"  # S50
    seen = sightings(state.history, 0 if aid else state.fresh, witness)
    shown = heading("secrets", state, seat, phase=phase, active=state.active if playing else None)
    shown |= {
        "turn": state.turn if playing else None,
        "ends_at": cards.full_display(state.seats),
        "revealed": [
            cards.KEYS[card] for card in (state.first_open, state.second_open) if card != position.NOTHING
        ],
        "target": _seat(state.target),
        "effect": _effect(state) if phase == "effect" else None,
        "displays": [
            [_card(state, card, seat) for card in display(state, owner)] for owner in range(state.seats)
        ],
        "deck": state.deck_size(),
        "un": _seat(state.un),
        "sightings": [
            {"of": _place(place), "saw": cards.TEAMS[team], "turn": turn, "moved": moved}
            for _, place, team, turn, moved in seen
        ],
        "looks": [
            {"by": looker, "of": _place(place), "turn": turn} for looker, place, turn in looks(state.history)
        ],
    }
    if aid and state.dealt == state.seats:
        _show_possible(state, shown, witness, [sight[0] for sight in seen])
    if seat is not None:
        own_offer = seat == state.active and state.offered != position.NOTHING
        own_bullet = seat == state.receiver and state.bullet != position.NOTHING
        shown["offered"] = cards.KEYS[state.offered] if own_offer else None
        shown["bullet"] = bullet_points(state.bullet) if own_bullet else None
    if phase == "over":
        _show_end(state, shown)
    return shown


def display(state: Secrets, seat: Seat) -> list[int]:
    """The cards before a seat, in the order in which they came."""
    first = seat * position.DISPLAY
    return list(state.displays[first : first + state.sizes[seat]])


def bullet_points(bullet: int) -> int:
    """What a bullet is worth."""
    return int(cards.BULLETS[bullet])


def ending(state: Secrets) -> Ending:
    """Who has won, with the totals of the teams (S43), and of each Hippie why (S42)."""
    side = won_by(state)
    totals = {cards.TEAMS[team]: team_total(state, team) for team in (cards.CIA, cards.KGB)}
    reasons: Ending = [{"id": "nobody" if side == position.NOBODY else cards.TEAMS[side], "totals": totals}]
    hippies = [seat for seat in range(state.seats) if state.tokens[seat] == cards.HIPPIE]
    if side == cards.HIPPIE:
        lowest = lone_hippie(state)
        reasons.append({"id": "lowest", "seat": lowest, "score": state.score(lowest)})
    elif hippies:
        reasons.append({"id": "not-lowest", "seats": hippies})
    return reasons


def _show_possible(state: Secrets, shown: View, witness: int, seen: list[int]) -> None:
    """S50: which sights are no longer certain and why, and the teams that remain for each place."""
    possible = Possible(state, witness)
    for number, sighting in zip(seen, shown["sightings"], strict=True):
        sighting["may_have_moved"] = possible.may_have_moved(number)
    shown["exchanges"] = [
        {"by": diplomat, "turn": turn, "of": [seat for seat in range(state.seats) if places >> seat & 1]}
        for diplomat, turn, places in possible.exchanged()
    ]
    teams = possible.teams
    shown["possible"] = [
        {"of": _place(place), "teams": [*TEAMS_OF[teams[place]]]}
        for place in [*range(state.seats), cards.CENTRE]
    ]


def _seat(seat: int) -> Seat | None:
    return None if seat == position.NOBODY else seat


def _place(place: int) -> Seat | str:
    return "centre" if place == cards.CENTRE else place


def _effect(state: Secrets) -> dict[str, Any]:
    """Whose effect the table waits for; the card is open by now."""
    return {"by": state.receiver, "card": cards.KEYS[state.offered]}


def _card(state: Secrets, card: int, seat: Seat | None) -> dict[str, Any]:
    kind = card & position.KIND
    if kind != position.BULLET:
        return {"card": cards.KEYS[kind], "up": not card & position.DOWN}
    shown: dict[str, Any] = {"card": "bullet", "up": False}
    if state.stage == position.OVER or seat == card >> position.GIVER_SHIFT:
        shown["value"] = bullet_points(card >> position.WORTH_SHIFT & position.WORTH_MASK)
    return shown


def _show_end(state: Secrets, shown: View) -> None:  # S41 to S43
    shown["identities"] = [cards.TEAMS[state.tokens[seat]] for seat in range(state.seats)]
    shown["centre"] = cards.TEAMS[state.tokens[cards.CENTRE]]
    shown["scores"] = state.scores()
    shown["winners"] = state.winners()
    shown["ending"] = ending(state)
    shown["won_by"] = shown["ending"][0]["id"]
