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
_ANY_UNTOLD: prepared.Question = ("SELECT FROM dispatch_stream WHERE published_seq < seq LIMIT 1", ())
_BEGIN_STREAMS = """
INSERT INTO dispatch_stream (name, seq, hash, published_seq)
SELECT name, 0, %s, 0 FROM unnest(%s::text[]) AS name ON CONFLICT DO NOTHING
"""
# of these streams, or of those in which something waits
_NAMED = "%s::text[]"
_THAT_WAIT = "ARRAY(SELECT DISTINCT stream FROM dispatch_fact WHERE seq IS NULL)"
_HEADS = "SELECT name, seq, hash FROM dispatch_stream WHERE name = ANY({}) ORDER BY name FOR NO KEY UPDATE"
# By their index whatever is known of the table when this is planned: the other way, by id from the first fact of all, costs more with each.
_FACTS_OF = """
WITH waiting AS MATERIALIZED (SELECT id FROM dispatch_fact WHERE seq IS NULL{})
SELECT f.* FROM (SELECT id FROM waiting ORDER BY id LIMIT %s::int) AS first, LATERAL (
    SELECT id, stream, kind, at, audience, command_id, body::text FROM dispatch_fact WHERE id = first.id OFFSET 0
) AS f ORDER BY f.id
"""
_HEADS_OF_NAMED, _FACTS_OF_NAMED = _HEADS.format(_NAMED), _FACTS_OF.format(f" AND stream = ANY({_NAMED})")
_WAITING_HEADS, _WAITING_FACTS = (
    _HEADS.format(_THAT_WAIT) + " SKIP LOCKED",
    _FACTS_OF.format(""),
)
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
    return _seal(limit).facts


def _seal(limit: int) -> _Found:
    with transaction.atomic():
        found = _look(limit)
        if found.sealing:
            _at_last(*found.sealing)
    return found


def seal_stream(stream: str) -> None:
    """Number and chain what is committed in one stream, for whoever cannot wait for the relay; a relay that has the
    stream in hand is waited for."""
    while True:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(
                "SELECT EXISTS (SELECT 1 FROM dispatch_fact WHERE seq IS NULL AND stream = %s)", [stream]
            )
            if not cursor.fetchone()[0]:
                return
            found = _of_streams([stream], limit=_FACTS)
            if not found.sealing:
                return
            _at_last(*found.sealing)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Found:
    """What a look found, and holds the heads of. sealing: the statements that number and chain it; facts, streams: how much it is; untold: whether
    listeners wait for a word."""

    sealing: tuple[prepared.Question, ...]
    facts: int
    streams: int
    untold: bool


def _look(limit: int) -> _Found:
    """Take the streams in which facts wait and no other relay is at work, and read those facts."""
    # The facts by a statement of its own, after the locks: it sees all that an earlier holder of them has sealed.
    _, heads, facts, untold = prepared.together(
        _BY_INDEX, (_WAITING_HEADS, ()), (_WAITING_FACTS, [limit]), _ANY_UNTOLD
    )
    missing = {stream for _, stream, *_ in facts}.difference(name for name, _, _ in heads)
    if not missing:
        return _chained(heads, facts, untold=bool(untold))
    # nothing was ever sealed there, or another relay has it in hand
    named = sorted(missing.union(name for name, _, _ in heads))
    return _of_streams(named, limit=limit, locking=" SKIP LOCKED", untold=bool(untold))


def _of_streams(names: list[str], *, limit: int, locking: str = "", untold: bool = False) -> _Found:
    """Take these streams, also such as have no head yet, and read the facts that wait there."""
    _, _, heads, facts = prepared.together(
        _BY_INDEX,
        (_BEGIN_STREAMS, [chain.START, names]),
        (_HEADS_OF_NAMED + locking, [names]),
        (_FACTS_OF_NAMED, [names, limit]),
    )
    return _chained(heads, facts, untold=untold)


def _chained(found: list[tuple[Any, ...]], facts: list[tuple[Any, ...]], *, untold: bool) -> _Found:
    """Chain the facts behind the heads that were found."""
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
    if not ids:
        return _Found(sealing=(), facts=0, streams=0, untold=untold)
    numbers, links = [seq for seq, _ in moved.values()], [head for _, head in moved.values()]
    return _Found(
        sealing=((_SEAL_FACTS, [ids, seqs, hashes]), (_MOVE_STREAMS, [list(moved), numbers, links])),
        facts=len(ids),
        streams=len(moved),
        untold=True,
    )


def _ours() -> bool:
    """Whether the transaction is this module's own: a test's may be around it."""
    return len(connection.atomic_blocks) == 1 and connection.commit_on_exit


def _at_last(*asked: prepared.Question) -> None:
    """Run what a transaction ends with, and its COMMIT in the same round trip where the transaction is ours."""
    prepared.together(*asked, *((prepared.COMMIT,) if _ours() else ()))


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
# how far the listeners were told need not be on the disk: told twice, they keep the same
_LOST_IN_A_CRASH: prepared.Question = ("SELECT set_config('synchronous_commit', 'off', true)", ())


def _touched(*before: prepared.Question) -> _Touched | None:
    """In a moment of its own, after what ends the one before: take the streams that moved on and read what their new facts touch; None where none
    did."""
    of_its_own = (prepared.COMMIT, _ONE_MOMENT) if _ours() else ()
    asked = (_TOUCHED, [sorted(topics.GUARD_KINDS), sorted(topics.ACCESS_KINDS)])
    rows = prepared.together(*before, *of_its_own, _BY_INDEX, asked)[-1]
    if not rows:
        return None
    return _Touched(
        heads={name: seq for name, seq, *_ in rows},
        topics=frozenset(topic for _, _, topic, _, _ in rows if topic),
        guards=frozenset(topic for _, _, topic, guards, _ in rows if topic and guards),
        access=any(access for *_, access in rows),
    )


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
    try:
        topics.read_together(topic for topic in known if topic.by_index)
    except DatabaseError:
        raise
    except Exception:
        log.exception("payloads could not be read together")  # which one it is shows where each reads its own
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
    """Seal what was committed and tell the listeners what changed, until nothing is left; how many facts were sealed.

    At least once: a stream counts as told only after Redis took the words. A Redis that is away only delays the telling. Database errors
    propagate.
    """
    sealed = 0
    while True:
        done = _Pass(client or _client())
        done.run()
        sealed += done.facts
        full = done.facts == _FACTS or max(done.streams, done.told) >= _STREAMS
        if not full:
            return sealed  # what came meanwhile has a poke of its own; or another relay has it in hand, or Redis is away


class _Pass:
    """One pass: facts, of so many streams, were sealed; told: of how many streams the listeners know the present."""

    def __init__(self, client: redis.Redis) -> None:
        self.facts = self.streams = self.told = 0
        self._client = client
        self._broken: set[str] = set()

    def run(self) -> None:
        try:
            if getattr(_lost, "lost", False):
                self._client.ping()  # before payloads are built for nothing
        except redis.RedisError:
            found = _seal(_FACTS)
            self.facts, self.streams = found.facts, found.streams
            return
        while True:
            try:
                self._once()
                _lost.lost = False
                return
            except redis.RedisError as error:
                if not getattr(_lost, "lost", False):
                    log.warning("Redis is away, payloads wait: %s", error)
                _lost.lost = True
                return
            except _BrokenPayload as error:
                # One payload that fails must not silence the others: they are sent without it, and loudly logged.
                log.exception("the payload of %s failed", error.topic, exc_info=error.__cause__)
                self._broken.add(error.topic)
            except OperationalError as error:
                if getattr(error.__cause__, "sqlstate", None) != "40001":
                    raise
                # Another relay moved a stream between our snapshot and our lock: look again.

    def _once(self) -> None:
        with transaction.atomic():
            found = _look(_FACTS)
            if not found.untold:
                return
            self.facts += found.facts
            self.streams += found.streams
            touched = _touched(*found.sealing)
            if touched is None:
                return
            with (
                moment_of_its_own()
            ):  # the topics of one table, stream or tournament are read from the same rows
                _tell(self._client, touched, self._broken)
            _at_last(_LOST_IN_A_CRASH, (_PUBLISHED, [list(touched.heads), list(touched.heads.values())]))
            self.told += len(touched.heads)


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
