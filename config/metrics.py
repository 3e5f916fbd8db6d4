"""What a graph is told that no process can count for itself: it lies in the database, and is read when it is asked for."""

from collections.abc import Iterator

from django.db import DatabaseError, connection
from prometheus_client.core import GaugeMetricFamily, Metric

_ANNOUNCEMENTS = 200
_ASKED = """
SELECT (SELECT count(*) FROM dispatch_fact WHERE seq IS NULL),
  (SELECT coalesce(extract(epoch FROM now() - min(at)), 0) FROM dispatch_fact WHERE seq IS NULL),
  (SELECT count(*) FROM dispatch_stream WHERE published_seq < seq),
  (SELECT coalesce(max(extract(epoch FROM now() - deadline_at)), 0) FROM tournaments_clock WHERE deadline_at <= now()),
  (SELECT coalesce(max(extract(epoch FROM announced_at - due_at)), 0)
   FROM (SELECT announced_at, due_at FROM tournaments_levelannouncement ORDER BY id DESC LIMIT %s) AS latest)
"""
_TOLD = (
    ("shuffle_facts_unsealed", "Facts that are committed and not yet numbered and chained"),
    ("shuffle_relay_lag_seconds", "How old the oldest of them is"),
    ("shuffle_streams_untold", "Streams whose listeners have not heard the newest fact"),
    (
        "shuffle_clock_overdue_seconds",
        "How long the latest of the due clocks has waited for its announcement",
    ),
    (
        "shuffle_clock_announced_late_seconds",
        f"The latest of the last {_ANNOUNCEMENTS} announcements of a level",
    ),
)


class OfTheDatabase:
    """A collector for Prometheus. While PostgreSQL is away its numbers are missing, which a graph shows."""

    def collect(self) -> Iterator[Metric]:
        try:
            with connection.cursor() as cursor:
                cursor.execute(_ASKED, [_ANNOUNCEMENTS])
                found = cursor.fetchone()
        except DatabaseError:
            return
        for (name, meaning), value in zip(_TOLD, found, strict=True):
            yield GaugeMetricFamily(name, meaning, value=float(value))
