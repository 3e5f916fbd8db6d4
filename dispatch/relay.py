"""The relay: numbers and chains facts after their commit, and hands the changed payloads to whoever listens.

Any number of relays may run, in any process; each takes streams that no other holds at the moment. Whatever a
crash interrupts, the next pass does (see docs/adr/0002).
"""

from __future__ import annotations

import json
import logging
import threading
import time
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import redis
from django.db import Error as DatabaseError
from django.db import OperationalError, connection, transaction

from dispatch import chain, topics, wire
from dispatch.canonical import compact
from dispatch.reading import moment_of_its_own

log = logging.getLogger("dispatch.relay")

_FACTS = 2_000  # facts sealed in one transaction
_STREAMS = 100  # streams sealed or published in one transaction
_POLL_SECONDS = 0.25
_REST_SECONDS = 0.02  # what waits longer is seen to wait
_lost = threading.local()  # has this thread's last word to Redis failed


def seal(limit: int = _FACTS) -> int:
    """Number and chain up to `limit` committed facts, gap-free in each stream; how many were sealed."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(
            "SELECT DISTINCT stream FROM dispatch_fact WHERE seq IS NULL ORDER BY stream LIMIT %s", [_STREAMS]
        )
        waiting = [name for (name,) in cursor.fetchall()]
        return _seal(waiting, limit=limit, locking="SKIP LOCKED") if waiting else 0


def seal_stream(stream: str) -> None:
    """Number and chain what is committed in one stream, for whoever cannot wait for the relay; a relay that has the
    stream in hand is waited for."""
    while True:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(
                "SELECT EXISTS (SELECT 1 FROM dispatch_fact WHERE seq IS NULL AND stream = %s)", [stream]
            )
            if not cursor.fetchone()[0] or not _seal([stream], limit=_FACTS):
                return


def _seal(waiting: list[str], *, limit: int, locking: str = "") -> int:
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO dispatch_stream (name, seq, hash, published_seq)"
            " SELECT name, 0, %s, 0 FROM unnest(%s::text[]) AS name"
            " WHERE NOT EXISTS (SELECT 1 FROM dispatch_stream s WHERE s.name = name.name)"
            " ON CONFLICT DO NOTHING",
            [chain.START, waiting],
        )
        cursor.execute(
            "SELECT name, seq, hash FROM dispatch_stream WHERE name = ANY(%s)"
            f" ORDER BY name FOR NO KEY UPDATE {locking}",
            [waiting],
        )
        heads = {name: (seq, bytes(head)) for name, seq, head in cursor.fetchall()}
        if not heads:
            return 0
        # A statement of its own, after the locks: it sees all that an earlier holder of them has sealed.
        cursor.execute(
            "SELECT id, stream, kind, at, audience, command_id, body::text FROM dispatch_fact"
            " WHERE seq IS NULL AND stream = ANY(%s) ORDER BY id LIMIT %s",
            [sorted(heads), limit],
        )
        ids, seqs, hashes, moved = [], [], [], {}
        for fact_id, stream, kind, at, audience, command_id, body in cursor.fetchall():
            seq, previous = heads[stream]
            seq += 1
            sealed = chain.link(
                previous,
                stream=stream,
                seq=seq,
                kind=kind,
                at=at,
                audience=audience,
                command_id=command_id,
                body=json.loads(body),
            )
            heads[stream] = moved[stream] = (seq, sealed)
            ids.append(fact_id)
            seqs.append(seq)
            hashes.append(sealed)
        if ids:
            cursor.execute(
                "UPDATE dispatch_fact f SET seq = s.seq, hash = s.hash"
                " FROM unnest(%s::bigint[], %s::bigint[], %s::bytea[]) AS s (id, seq, hash) WHERE f.id = s.id",
                [ids, seqs, hashes],
            )
            cursor.execute(
                "UPDATE dispatch_stream t SET seq = s.seq, hash = s.hash"
                " FROM unnest(%s::text[], %s::bigint[], %s::bytea[]) AS s (name, seq, hash)"
                " WHERE t.name = s.name",
                [list(moved), [seq for seq, _ in moved.values()], [head for _, head in moved.values()]],
            )
    return len(ids)


def publish(client: redis.Redis) -> int:
    """Tell the listeners of up to 100 streams what changed since the last time; how many streams moved on.

    At least once: the streams move on only after Redis took the words. redis.RedisError: nothing moved on.
    """
    broken: set[str] = set()
    while True:
        try:
            return _publish(client, broken)
        except _BrokenPayload as error:
            # One payload that fails must not silence the others: they are sent without it, and loudly logged.
            log.exception("the payload of %s failed", error.topic, exc_info=error.__cause__)
            broken.add(error.topic)
        except OperationalError as error:
            if getattr(error.__cause__, "sqlstate", None) != "40001":
                raise
            # Another relay moved a stream between our snapshot and our lock: look again.


class _BrokenPayload(Exception):
    def __init__(self, topic: str) -> None:
        super().__init__(topic)
        self.topic = topic


def _publish(client: redis.Redis, broken: set[str]) -> int:
    with transaction.atomic(), connection.cursor() as cursor:
        if len(connection.atomic_blocks) == 1:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        cursor.execute(
            "SELECT name, seq, published_seq FROM dispatch_stream WHERE published_seq < seq"
            " ORDER BY name LIMIT %s FOR NO KEY UPDATE SKIP LOCKED",
            [_STREAMS],
        )
        moved = cursor.fetchall()
        if not moved:
            return 0
        names = [name for name, _, _ in moved]
        touched = _touched(cursor, names, [published for _, _, published in moved])
        with moment_of_its_own():  # the topics of one table, stream or tournament are read from the same rows
            _tell(client, touched, broken)
        cursor.execute(
            "UPDATE dispatch_stream SET published_seq = s.seq FROM unnest(%s::text[], %s::bigint[]) AS s (name, seq)"
            " WHERE dispatch_stream.name = s.name",
            [names, [seq for _, seq, _ in moved]],
        )
    return len(moved)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Touched:
    """What new facts touch. guards: the topics of which somebody may have lost the right to hear them; access: somebody's roles changed."""

    topics: frozenset[str]
    guards: frozenset[str]
    access: bool


def _touched(cursor: Any, names: list[str], after: list[int]) -> _Touched:
    """The topics that the new facts of these streams touch, and whose access changed."""
    cursor.execute(
        "SELECT DISTINCT unnest(f.touches), f.kind = ANY(%s) FROM unnest(%s::text[], %s::bigint[]) AS s (name, after)"
        " JOIN dispatch_fact f ON f.stream = s.name AND f.seq > s.after"
        " UNION SELECT '', true FROM unnest(%s::text[], %s::bigint[]) AS s (name, after)"
        " JOIN dispatch_fact f ON f.stream = s.name AND f.seq > s.after WHERE f.kind = ANY(%s)",
        [sorted(topics.GUARD_KINDS), names, after, names, after, sorted(topics.ACCESS_KINDS)],
    )
    rows = cursor.fetchall()
    return _Touched(
        topics=frozenset(topic for topic, _ in rows if topic),
        guards=frozenset(topic for topic, guards in rows if topic and guards),
        access=any(not topic for topic, _ in rows),
    )


def _tell(client: redis.Redis, touched: _Touched, broken: set[str]) -> None:
    """One message for each touched topic that anybody listens to: its payload is built and written out once. Before it, where
    somebody may have lost the right to hear it, a word that has everybody asked who listens."""
    channels = {wire.topic_channel(topic): topic for topic in sorted(touched.topics - broken)}
    listened = []
    if channels:
        # Who subscribes after this question reads a later snapshot than ours by itself.
        counts: Any = client.pubsub_numsub(*channels)
        listened = [channels[wire.text(channel)] for channel, count in counts if count]
    words = client.pipeline(transaction=False)
    known = [topic for topic in map(topics.resolve, listened) if topic is not None]
    for topic in known:
        if topic.guarded and topic.name in touched.guards:
            words.publish(wire.access_channel(), topic.name.encode())
    head = topics.heads(stream for topic in known for stream in topic.streams()) if known else {}
    for topic in known:
        try:
            seen = topics.show(topic, head)
            if seen is not None:
                words.publish(
                    wire.topic_channel(topic.name), wire.packed(seen.seq, message=compact(seen.message()))
                )
        except Exception as error:
            if connection.connection is None or connection.connection.closed:
                raise  # the database went away: nobody's fault, and tried again
            raise _BrokenPayload(topic.name) from error
    if touched.access:
        words.publish(wire.access_channel(), wire.EVERYTHING)
    words.execute()


def relay_once(client: redis.Redis | None = None) -> int:
    """Seal and publish until nothing is left; how many facts were sealed. A Redis that is away only delays
    the publishing. Database errors propagate."""
    sealed = 0
    while behind():  # one short question, asked again after each act of every table
        batch = seal()
        sealed += batch
        moved = _published(client)
        if not batch and not moved:
            break  # another relay has it in hand, or Redis is away
    return sealed


def behind() -> bool:
    """Answer whether facts or payloads wait: a relay that lives leaves them waiting for milliseconds only."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT EXISTS (SELECT 1 FROM dispatch_fact WHERE seq IS NULL)"
            " OR EXISTS (SELECT 1 FROM dispatch_stream WHERE published_seq < seq)"
        )
        return bool(cursor.fetchone()[0])


def _published(client: redis.Redis | None) -> int:
    client = client or _client()
    try:
        if getattr(_lost, "lost", False):
            client.ping()  # before payloads are built for nothing
        moved = publish(client)
        _lost.lost = False
        return moved
    except redis.RedisError as error:
        if not getattr(_lost, "lost", False):
            log.warning("Redis is away, payloads wait: %s", error)
        _lost.lost = True
        return 0


_mine = threading.local()


def _client() -> redis.Redis:
    client: redis.Redis | None = getattr(_mine, "client", None)
    if client is None or getattr(_mine, "url", "") != wire.url():
        client = _mine.client = wire.client(timeout=2)
        _mine.url = wire.url()
    return client


def run_relay(stop: threading.Event) -> None:
    """Relay until `stop` is set: at once when poked, else every 250 ms. Outlives restarts of Redis and
    PostgreSQL."""
    ear = _Ear()
    pause = _POLL_SECONDS
    while not stop.is_set():
        started = time.monotonic()
        try:
            relay_once()
            pause = _POLL_SECONDS
        except DatabaseError as error:
            log.warning("the relay waits for PostgreSQL: %s", error)
            pause = 1.0
            _let_go()
        except Exception:
            log.exception("the relay stumbled")
            pause = 1.0
            _let_go()
        # Under a storm of pokes at most two thirds of one core: what comes meanwhile goes out together.
        stop.wait(min((time.monotonic() - started) / 2, _REST_SECONDS))
        ear.wait(pause, stop)
    ear.close()
    _let_go()


def _let_go() -> None:
    try:
        connection.close()
    except Exception:  # it was broken already
        connection.connection = None


class _Ear:
    """Waits for a poke, or just waits when Redis is away."""

    def __init__(self) -> None:
        self._pubsub: Any = None

    def wait(self, seconds: float, stop: threading.Event) -> None:
        until = time.monotonic() + seconds
        try:
            if self._pubsub is None:
                client: Any = wire.client(timeout=2)
                self._pubsub = client.pubsub(ignore_subscribe_messages=True)
                self._pubsub.subscribe(wire.poke_channel())
            while (left := until - time.monotonic()) > 0 and not stop.is_set():
                if self._pubsub.get_message(timeout=left):
                    while self._pubsub.get_message(timeout=0):
                        pass  # pokes melt into one
                    return
        except redis.RedisError:
            self.close()
            stop.wait(max(0.0, until - time.monotonic()))

    def close(self) -> None:
        if self._pubsub is not None:
            with suppress(redis.RedisError):
                self._pubsub.close()
            self._pubsub = None


class BackgroundRelay:
    """A relay in a thread of its own."""

    def __init__(self) -> None:
        self._stop = threading.Event()
        self._thread = threading.Thread(
            target=run_relay, args=(self._stop,), name="dispatch-relay", daemon=True
        )
        self._thread.start()

    def stop(self, timeout: float = 5) -> None:
        self._stop.set()
        self._thread.join(timeout)


def start_in_background() -> BackgroundRelay:
    """Start a relay thread in this process; harmless beside any others. `stop()` on what comes back ends it."""
    return BackgroundRelay()
