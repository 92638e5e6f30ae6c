"""Figures for Prometheus: counts and times, never names or texts."""

from prometheus_client import Counter, Gauge, Histogram

ENTRIES = Counter("spyring_entries", "Entries of tables made durable: acts, chance, talk, seats.")
CONFLICTS = Counter("spyring_fence_conflicts", "Appends that another writer came before.")
COMMIT_SECONDS = Histogram(
    "spyring_commit_seconds",
    "One commit of the store, of as many entries as were queued.",
    buckets=(0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 1.0),
)
CONNECTIONS = Gauge("spyring_connections", "WebSockets that are open.")
DRIVEN = Gauge("spyring_driven", "Tables whose clocks, beats and bots this worker runs for others too.")
HEARD = Counter("spyring_heard", "Entries that other workers have stored and this one has read.")
ROOMS = Gauge("spyring_rooms", "Tables in memory.")
REFUSALS = Counter("spyring_refusals", "Requests that were refused, by the id of the reason.", ["id"])
