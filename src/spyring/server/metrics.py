"""Figures for Prometheus: counts and times, never names or texts."""

from prometheus_client import Counter, Gauge, Histogram

ACTS = Counter("spyring_acts", "Lines of games made durable, chance included.")
CONFLICTS = Counter("spyring_fence_conflicts", "Appends that another writer came before.")
COMMIT_SECONDS = Histogram(
    "spyring_commit_seconds",
    "From the plan of an act until it is durable.",
    buckets=(0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 1.0),
)
CONNECTIONS = Gauge("spyring_connections", "WebSockets that are open.")
ROOMS = Gauge("spyring_rooms", "Tables in memory.")
REFUSALS = Counter("spyring_refusals", "Requests that were refused, by the id of the reason.", ["id"])
