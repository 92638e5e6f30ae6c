"""What its bots have to reach: `scripts/strength` measures it."""

COMPANY = 5  # seats where all levels and tempers are compared
# Seats, the first bot among copies of the second, the figure, and the least of it.
CLAIMS = (
    (5, ("hard:200ms", "normal"), "lead", 1.5),
    (5, ("normal", "uniform"), "lead", 1.0),
)
