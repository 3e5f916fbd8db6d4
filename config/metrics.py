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
   FROM (SELECT announced_at, due_at FROM tournaments_levelannouncement ORDER BY id DESC LIMIT %s) AS latest),
  (SELECT count(*) FROM tournaments_notice WHERE state = 'waiting'),
  (SELECT coalesce(greatest(extract(epoch FROM now() - min(at)), 0), 0) FROM tournaments_notice WHERE state = 'waiting')
"""
# A stream without a cursor began after the reader did: it is read from its first fact.
_READERS = """
SELECT r.name, count(f.id), coalesce(greatest(max(extract(epoch FROM now() - f.at)), 0), 0),
  (SELECT count(*) FROM dispatch_deadletter d WHERE d.reader_id = r.name AND d.state IN ('dead', 'again'))
FROM dispatch_reader r
LEFT JOIN LATERAL (
  SELECT s.name AS stream, coalesce(c.seq, 0) AS seq FROM dispatch_stream s
  LEFT JOIN dispatch_cursor c ON c.reader_id = r.name AND c.stream = s.name
  WHERE starts_with(s.name, r.prefix) AND s.seq > coalesce(c.seq, 0)) AS behind ON true
LEFT JOIN dispatch_fact f ON f.stream = behind.stream AND f.seq = behind.seq + 1
GROUP BY r.name ORDER BY r.name
"""
_OF_READERS = (
    ("shuffle_reader_streams_behind", "Streams in which a reader of facts has something to read"),
    ("shuffle_reader_lag_seconds", "How old the oldest fact is that a reader has not dealt with"),
    ("shuffle_dead_letters", "What a reader gave up and nobody has settled"),
)
_GAUGES = (
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
    ("shuffle_mails_waiting", "Mails to players that are not sent yet"),
    ("shuffle_mail_lag_seconds", "How long ago the oldest of them happened"),
)


class OfTheDatabase:
    """A collector for Prometheus. While PostgreSQL is away its numbers are missing, which a graph shows."""

    def collect(self) -> Iterator[Metric]:
        try:
            with connection.cursor() as cursor:
                cursor.execute(_ASKED, [_ANNOUNCEMENTS])
                found = cursor.fetchone()
                cursor.execute(_READERS)
                readers = cursor.fetchall()
        except DatabaseError:
            return
        for (name, meaning), value in zip(_GAUGES, found, strict=True):
            yield GaugeMetricFamily(name, meaning, value=float(value))
        for place, (name, meaning) in enumerate(_OF_READERS, 1):
            gauge = GaugeMetricFamily(name, meaning, labels=["reader"])
            for row in readers:
                gauge.add_metric([row[0]], float(row[place]))
            yield gauge
