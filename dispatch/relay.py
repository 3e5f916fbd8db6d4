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

from dispatch import chain, prepared, topics, wire
from dispatch.canonical import compact
from dispatch.reading import moment_of_its_own

log = logging.getLogger("dispatch.relay")

_FACTS = 2_000  # facts sealed in one transaction
_STREAMS = 100  # streams sealed or published in one transaction
_POLL_SECONDS = 0.25
_REST_SECONDS = 0.02  # what waits longer is seen to wait
_lost = threading.local()  # has this thread's last word to Redis failed


# Small statements, prepared; their plans are kept as long as the connection, and the first are made while the tables of a young
# house are one page: none may read one from end to end. Payloads are read as ever, but for those that say the same of themselves.
_BY_INDEX: prepared.Question = ("SELECT set_config('enable_seqscan', 'off', true)", ())
_AS_EVER: prepared.Question = ("RESET enable_seqscan", ())
_UNSEALED = f"""
SELECT stream, min(id) FROM dispatch_fact WHERE seq IS NULL GROUP BY stream ORDER BY stream LIMIT {_STREAMS}
"""
_UNTOLD = f"""
SELECT name, published_seq FROM dispatch_stream WHERE published_seq < seq ORDER BY name LIMIT {_STREAMS}
"""
_BEGIN_STREAMS = """
INSERT INTO dispatch_stream (name, seq, hash, published_seq)
SELECT name, 0, %s, 0 FROM unnest(%s::text[]) AS name ON CONFLICT DO NOTHING
"""
_HEADS = (
    "SELECT name, seq, hash FROM dispatch_stream WHERE name = ANY(%s::text[]) ORDER BY name FOR NO KEY UPDATE"
)
# By their index whatever is known of the table when this is planned: the other way, by id from the first fact of all, costs more with each.
_FACTS_OF = """
WITH waiting AS MATERIALIZED (SELECT id FROM dispatch_fact WHERE seq IS NULL AND stream = ANY(%s::text[]))
SELECT f.* FROM (SELECT id FROM waiting ORDER BY id LIMIT %s::int) AS first, LATERAL (
    SELECT id, stream, kind, at, audience, command_id, body::text FROM dispatch_fact WHERE id = first.id OFFSET 0
) AS f ORDER BY f.id
"""
_SEAL_FACTS = """
UPDATE dispatch_fact f SET seq = s.seq, hash = s.hash
FROM unnest(%s::bigint[], %s::bigint[], %s::bytea[]) AS s (id, seq, hash) WHERE f.id = s.id
"""
_MOVE_STREAMS = """
UPDATE dispatch_stream t SET seq = s.seq, hash = s.hash
FROM unnest(%s::text[], %s::bigint[], %s::bytea[]) AS s (name, seq, hash) WHERE t.name = s.name
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Waiting:
    """What no relay has done yet, in up to 100 streams each. facts: by stream, the id of the first that has no number; payloads: by
    stream, how far the listeners were told."""

    facts: dict[str, int]
    payloads: dict[str, int]

    def still(self, before: Waiting) -> bool:
        """Return whether something of it waited at an earlier look already: a relay that lives has moved on there."""
        return bool(
            self.facts.items() & before.facts.items() or self.payloads.items() & before.payloads.items()
        )


NOTHING_WAITS = Waiting(facts={}, payloads={})


def waiting() -> Waiting:
    """Return which facts and payloads wait: where a relay lives, the same ones do for milliseconds only."""
    _, facts, payloads = prepared.together(_BY_INDEX, (_UNSEALED, ()), (_UNTOLD, ()))
    return Waiting(facts=dict(facts), payloads=dict(payloads))


def seal(limit: int = _FACTS) -> int:
    """Number and chain up to `limit` committed facts, gap-free in each stream; how many were sealed."""
    return _seal_streams(list(waiting().facts), limit=limit)


def _seal_streams(names: list[str], *, limit: int = _FACTS) -> int:
    if not names:
        return 0
    with transaction.atomic():
        return _seal(names, limit=limit, locking=" SKIP LOCKED")


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


def _seal(names: list[str], *, limit: int, locking: str = "") -> int:
    asked = ((_HEADS + locking, [names]), (_FACTS_OF, [names, limit]))
    # The facts by a statement of its own, after the locks: it sees all that an earlier holder of them has sealed.
    _, found, facts = prepared.together(_BY_INDEX, *asked)
    if len(found) < len(names):  # another relay has them in hand, or nothing was ever sealed there
        missing = sorted(set(names) - {name for name, _, _ in found})
        _, found, facts = prepared.together((_BEGIN_STREAMS, [chain.START, missing]), *asked)
    heads = {name: (seq, bytes(head)) for name, seq, head in found}
    ids, seqs, hashes, moved = [], [], [], {}
    for fact_id, stream, kind, at, audience, command_id, body in facts:
        if stream not in heads:
            continue  # in another's hands
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
        _at_last(
            (_SEAL_FACTS, [ids, seqs, hashes]),
            (
                _MOVE_STREAMS,
                [list(moved), [seq for seq, _ in moved.values()], [head for _, head in moved.values()]],
            ),
        )
    return len(ids)


def _at_last(*asked: prepared.Question) -> None:
    """Run what a transaction ends with, and its COMMIT in the same round trip where the transaction is ours: a test's may be around it."""
    outermost = len(connection.atomic_blocks) == 1 and connection.commit_on_exit
    prepared.together(*asked, *((("COMMIT", ()),) if outermost else ()))


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


# what new facts touch, of streams that moved on: one row a stream and topic. A stream's new facts alone are read (OFFSET 0: they are
# found stream by stream, and never by merging with all facts there are)
_TOUCHED = f"""
WITH moved AS (
    SELECT name, seq, published_seq FROM dispatch_stream WHERE published_seq < seq
    ORDER BY name LIMIT {_STREAMS} FOR NO KEY UPDATE SKIP LOCKED
)
SELECT DISTINCT name, moved.seq, topic, f.kind = ANY(%s::text[]), f.kind = ANY(%s::text[])
FROM moved LEFT JOIN LATERAL (
    SELECT kind, touches FROM dispatch_fact WHERE stream = moved.name AND seq > moved.published_seq OFFSET 0
) AS f ON true
LEFT JOIN LATERAL unnest(f.touches) AS topic ON true
"""
_PUBLISHED = """
UPDATE dispatch_stream t SET published_seq = s.seq FROM unnest(%s::text[], %s::bigint[]) AS s (name, seq) WHERE t.name = s.name
"""
_ONE_MOMENT: prepared.Question = ("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ", ())


def _publish(client: redis.Redis, broken: set[str]) -> int:
    with transaction.atomic():
        first = (_ONE_MOMENT,) if len(connection.atomic_blocks) == 1 else ()
        asked = (_TOUCHED, [sorted(topics.GUARD_KINDS), sorted(topics.ACCESS_KINDS)])
        rows = prepared.together(*first, _BY_INDEX, asked)[-1]
        if not rows:
            return 0
        touched = _Touched(
            heads={name: seq for name, seq, *_ in rows},
            topics=frozenset(topic for _, _, topic, _, _ in rows if topic),
            guards=frozenset(topic for _, _, topic, guards, _ in rows if topic and guards),
            access=any(access for *_, access in rows),
        )
        with moment_of_its_own():  # the topics of one table, stream or tournament are read from the same rows
            _tell(client, touched, broken)
        _at_last((_PUBLISHED, [list(touched.heads), list(touched.heads.values())]))
    return len(touched.heads)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Touched:
    """What new facts touch. heads: of the streams that moved on; guards: the topics of which somebody may have lost the right to hear them;
    access: somebody's roles changed."""

    heads: dict[str, int]
    topics: frozenset[str]
    guards: frozenset[str]
    access: bool


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
    others = {stream for topic in known for stream in topic.streams()} - touched.heads.keys()
    head = touched.heads | topics.heads(others) if others else touched.heads
    as_ever = False
    for topic in sorted(known, key=lambda one: not one.by_index):
        if not topic.by_index and not as_ever:
            as_ever = True
            prepared.rows(*_AS_EVER)
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
    while (waits := waiting()) != NOTHING_WAITS:
        batch = _seal_streams(list(waits.facts))
        sealed += batch
        moved = _published(client) if batch or waits.payloads else 0
        full = batch == _FACTS or max(len(waits.facts), moved) >= _STREAMS
        if not full or not (batch or moved):
            break  # what came meanwhile has a poke of its own; or another relay has it in hand, or Redis is away
    return sealed


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
