"""What its bots have to reach: `scripts/strength` measures it."""

COMPANY = 4  # seats where all levels and tempers are compared
# Seats, the first bot among copies of the second, the figure, and the least of it.
CLAIMS = (
    (4, ("hard:200ms", "normal"), "relative", 1.5),
    (6, ("hard:200ms", "normal"), "relative", 1.5),
    (4, ("normal", "uniform"), "relative", 1.0),
)
