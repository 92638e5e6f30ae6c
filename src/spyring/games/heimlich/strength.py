"""What its bots have to reach: `scripts/strength` measures it."""

from spyring.core import Options, Seat, View

COMPANY = 4  # seats where all levels and tempers are compared
# Seats, the first bot among copies of the second, the figure, and the least of it.
CLAIMS = (
    (2, ("hard:200ms", "uniform"), "share", 0.9),
    (2, ("hard:200ms", "normal"), "share", 0.6),
    (4, ("hard:200ms", "normal"), "relative", 1.5),
    (4, ("normal", "uniform"), "relative", 1.0),
)
GUESSING: tuple[int, Options] = (4, {"dossier": "on"})  # seats and options with which seats guess


def guesses(view: View, seat: Seat) -> tuple[int, int]:
    """How many agents a seat named correctly in its dossier, and how many it named."""
    dossier = view["dossiers"][seat] or {}
    return sum(view["owners"][agent] == owner for agent, owner in dossier.items()), len(dossier)
