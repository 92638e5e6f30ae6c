"""What a seat may choose from when it has to decide, and how likely it is to choose well."""

from collections.abc import Sequence
from math import exp

from spyring.core import Seat
from spyring.games.secrets import cards
from spyring.games.secrets.verbs import PLACE, SIDE

DOUBT = 0.2  # the share of acts that mean nothing
CLEAR = 0.3  # points that make one act clearly better than another


def choices(verb: str, seat: Seat, seats: int, pair: Sequence[int]) -> list[str]:
    """All that a seat could have done instead of an act; `pair` are the open cards."""
    others = [other for other in range(seats) if other != seat]
    match verb:
        case "offer":
            return [f"offer {cards.KEYS[card]} {other}" for card in pair for other in others]
        case "accept" | "refuse":
            return ["accept", "refuse"]
        case "interrupt" | "abstain":
            return ["interrupt", "abstain"]
        case "send" | "shoot":
            return [f"{verb} {other}" for other in others]
        case "look":
            return [f"look {place}" for place in [*range(seats), PLACE.words[cards.CENTRE]]]
        case "swap":
            return [f"swap {one} {other}" for one in others for other in others if one < other]
        case "exchange":
            return [f"exchange {side}" for side in SIDE.words]
    return []


def shares(weights: Sequence[float], doubt: float = DOUBT, clear: float = CLEAR) -> list[float]:
    """How likely each choice is, by how many points it is worth."""
    best = max(weights)
    found = [exp((weight - best) / clear) for weight in weights]
    total = sum(found)
    return [doubt / len(found) + (1 - doubt) * share / total for share in found]
