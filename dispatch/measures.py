"""What this process counts for graphs. Under several processes each keeps its numbers in PROMETHEUS_MULTIPROC_DIR, and whoever is
asked sums them up (config.health.metrics)."""

from prometheus_client import Gauge, Histogram

command_seconds = Histogram(
    "shuffle_command_seconds",
    "Commands by name and outcome: done, replayed, refused or failed; with how long they took",
    ["name", "outcome"],
    buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5),
)
sockets = Gauge("shuffle_sockets", "WebSockets that are open", multiprocess_mode="livesum")
