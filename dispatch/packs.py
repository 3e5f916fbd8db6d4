"""What happened long ago, packed: many facts of one stream in one row, with the commands that recorded them.

A fact and its command are two rows and three indexes, most of them the same words again and again. Once nobody will ask for them
by themselves any more, a stream's oldest facts are put into one row, in the order of their kinds, and squeezed. One INSERT does it: the
database itself takes away the rows that stand in the text of the pack, refuses the pack where one of them is missing there or differs, and keeps the squeezed text with the digest of what
it compared (see migrations/0005 and docs/adr/0027). So nothing is lost and nothing is there twice, whenever a process dies.

Who reads a record reads rows first and packs after them, and what is found in both counts once: whatever is packed meanwhile.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

from django.db import connection, transaction

from dispatch.facts import FactView
from dispatch.squeezing import squeeze, unsqueeze

#: How many facts one pack holds: a page of a record is read from one or two.
FACTS = 256

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)

# A stream that a reader of facts has not read to its end there is left alone.
_PACK = """
WITH here AS (
    SELECT s.name, s.seq, s.published_seq,
        coalesce((SELECT p.last_seq FROM dispatch_pack p WHERE p.stream = s.name ORDER BY p.first_seq DESC LIMIT 1), 0) AS packed,
        (SELECT min(coalesce(c.seq, 0)) FROM dispatch_reader r
         LEFT JOIN dispatch_cursor c ON c.reader_id = r.name AND c.stream = s.name
         WHERE starts_with(s.name, r.prefix)) AS read
    FROM dispatch_stream s
    WHERE s.name = %(stream)s
), taken AS (
    SELECT f.* FROM here JOIN dispatch_fact f ON f.stream = here.name
    WHERE f.seq > here.packed AND f.seq <= here.packed + %(facts)s
        AND f.seq <= least(here.published_seq, coalesce(here.read, here.published_seq))
), old AS (
    SELECT count(*) = least(%(facts)s, (SELECT seq - packed FROM here)) AND max(at) < %(before)s AS enough FROM taken
), given AS (
    SELECT command_id, count(*) AS facts, row_number() OVER (ORDER BY min(seq)) AS place FROM taken GROUP BY command_id
)
SELECT min(seq), max(seq), min(at), max(at), (array_agg(hash ORDER BY seq DESC))[1],
    (SELECT array_agg(command_id ORDER BY place) FROM given),
    json_agg(json_build_array(seq, taken.id, place, kind, microseconds(at), audience, body) ORDER BY kind, seq)::text,
    (SELECT coalesce(json_agg(
            json_build_array(place, name, user_id, device_id, label, microseconds(at), c.facts, outcome) ORDER BY name, place
        ), '[]') FROM given JOIN dispatch_command c ON c.id = command_id
     WHERE c.name = ANY(%(forget)s) AND c.facts = given.facts AND c.state = 'done')::text
FROM taken JOIN given USING (command_id)
HAVING (SELECT enough FROM old)
""".replace("microseconds(at)", "(extract(epoch FROM at) * 1000000)::bigint")

_KEEP = """
INSERT INTO dispatch_pack (stream, first_seq, last_seq, first_at, last_at, hash, ids, facts, commands, squeezed, digest)
VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s)
"""


def pack(stream: str, *, before: datetime, forget: Collection[str], facts: int = FACTS) -> int:
    """Pack the oldest facts of a stream that are not packed, where so many of them, or all that it has, happened before an instant; how many.

    forget: names of commands that go with their facts. A number of one that comes once more is a first request then: only what is refused at
    any later time may be forgotten.
    """
    values: dict[str, Any] = {
        "stream": stream,
        "before": before,
        "forget": sorted(forget),
        "facts": facts,
    }
    with nobody_else_packs(stream) as alone, connection.cursor() as cursor:
        if not alone:
            return 0
        cursor.execute(_PACK, values)
        row = cursor.fetchone()
        if row is None:
            return 0
        first_seq, last_seq, *_times, facts_as_text, commands_as_text = row
        cursor.execute(_KEEP, [stream, *row, *squeeze(facts_as_text, commands=commands_as_text)])
    return int(last_seq - first_seq + 1)


@contextmanager
def nobody_else_packs(what: str) -> Iterator[bool]:
    """Open a transaction and tell whether nobody else packs this meanwhile. Nobody waits; a statement inside sees all that was packed before."""
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_try_advisory_xact_lock(hashtextextended(%s, 0))", [f"pack {what}"])
            alone = bool(cursor.fetchone()[0])
        yield alone


def streams_to_pack(prefix: str, *, before: datetime, limit: int, facts: int = FACTS) -> list[str]:
    """Return streams whose oldest facts outside a pack happened before an instant: enough of them for a pack, or all that it has."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT s.name FROM dispatch_stream s"
            " CROSS JOIN LATERAL (SELECT coalesce((SELECT p.last_seq FROM dispatch_pack p WHERE p.stream = s.name"
            "   ORDER BY p.first_seq DESC LIMIT 1), 0) AS seq) packed"
            " JOIN dispatch_fact f ON f.stream = s.name AND f.seq = least(packed.seq + %(facts)s, s.seq)"
            " WHERE starts_with(s.name, %(prefix)s) AND s.seq > packed.seq AND f.at < %(before)s"
            " ORDER BY s.name LIMIT %(limit)s",
            {"prefix": prefix, "before": before, "limit": limit, "facts": facts},
        )
        return [name for (name,) in cursor.fetchall()]


def packed_facts(
    stream: str, *, after: int = 0, before_seq: int | None = None, newest_first: bool = False
) -> Iterator[FactView]:
    """Return the packed facts of a stream with numbers above `after` and below `before_seq`, pack by pack as they are asked for."""
    order = "DESC" if newest_first else "ASC"
    low, high = after, before_seq
    while True:
        with connection.cursor() as cursor:
            cursor.execute(
                f"{_READ} WHERE stream = %s AND last_seq > %s AND (%s::bigint IS NULL OR first_seq < %s)"
                f" ORDER BY first_seq {order} LIMIT 1",
                [stream, low, high, high],
            )
            row = cursor.fetchone()
        if row is None:
            return
        found = sorted(_views(row), key=lambda fact: fact.seq or 0, reverse=newest_first)
        yield from (
            fact for fact in found if _seq(fact) > after and (before_seq is None or _seq(fact) < before_seq)
        )
        if newest_first:
            high = min(map(_seq, found))
        else:
            low = max(map(_seq, found))


def packed_facts_of(command_id: UUID, *, stream: str, since: datetime, until: datetime) -> list[FactView]:
    """Return the packed facts of a command that recorded them in a stream between two instants, in their order."""
    with connection.cursor() as cursor:
        cursor.execute(
            f"{_READ} WHERE stream = %s AND last_at >= %s AND first_at <= %s AND %s = ANY(ids) ORDER BY first_seq",
            [stream, since, until, command_id],
        )
        rows = cursor.fetchall()
    found = (fact for row in rows for fact in _views(row) if fact.command_id == command_id)
    return sorted(found, key=lambda fact: fact.fact_id)


_READ = "SELECT stream, ids, facts, commands, squeezed, digest FROM dispatch_pack"


@dataclass(frozen=True, slots=True, kw_only=True)
class PackedStretch:
    """One pack as it is proved. facts: [seq, id, kind, at, audience, command, body], None where it cannot be read; commands: how many facts
    those that went with theirs recorded."""

    stream: str
    first_seq: int
    last_seq: int
    hash: bytes
    facts: list[tuple[int, int, str, datetime, str, UUID, Any]] | None
    commands: dict[UUID, int]


def stretches(stream: str | None) -> Iterator[PackedStretch]:
    """Return every pack (of one stream, if named) in the order of its stream."""
    last: tuple[str, int] = ("" if stream is None else stream, 0)
    while True:
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT stream, first_seq, last_seq, hash, ids, facts, commands, squeezed, digest FROM dispatch_pack"
                " WHERE (stream, first_seq) > (%s, %s) AND (%s::text IS NULL OR stream = %s)"
                " ORDER BY stream, first_seq LIMIT 50",
                [*last, stream, stream],
            )
            rows = cursor.fetchall()
        if not rows:
            return
        for name, first_seq, last_seq, head, ids, *texts in rows:
            last = (name, first_seq)
            try:
                facts, commands = _texts(*texts)
                found = sorted(
                    (seq, fact_id, kind, at_of(at), audience, ids[place - 1], body)
                    for seq, fact_id, place, kind, at, audience, body in json.loads(facts)
                )
                counts = {ids[one[0] - 1]: one[6] for one in json.loads(commands)}
            except (ValueError, TypeError, IndexError, OverflowError):
                found, counts = None, {}
            yield PackedStretch(
                stream=name,
                first_seq=first_seq,
                last_seq=last_seq,
                hash=bytes(head),
                facts=found,
                commands=counts,
            )


def _texts(facts: str, commands: str, squeezed: bytes | None, digest: bytes | None) -> tuple[str, str]:
    """The texts of a pack, squeezed or as packs of before have them."""
    return (facts, commands) if squeezed is None or digest is None else unsqueeze(squeezed, digest=digest)


def _seq(fact: FactView) -> int:
    assert fact.seq is not None  # nothing else is packed
    return fact.seq


def at_of(microseconds: int) -> datetime:
    """Return the instant that a pack tells as microseconds."""
    return _EPOCH + timedelta(microseconds=microseconds)


def _views(row: Sequence[Any]) -> list[FactView]:
    stream, ids, *texts = row
    facts, commands = _texts(*texts)
    kept = {ids[place - 1]: tuple(who) for place, *who in (one[:5] for one in json.loads(commands))}
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT id, name, user_id, device_id, label FROM dispatch_command WHERE id = ANY(%s)",
            [[one for one in ids if one not in kept]],
        )
        kept |= {number: tuple(who) for number, *who in cursor.fetchall()}
    found = []
    for seq, fact_id, place, kind, at, audience, body in json.loads(facts):
        name, user_id, device_id, label = kept[ids[place - 1]]
        found.append(
            FactView(
                fact_id=fact_id,
                stream=stream,
                seq=seq,
                kind=kind,
                at=at_of(at),
                audience=audience,
                body=body,
                command_id=ids[place - 1],
                command_name=name,
                user_id=user_id,
                device_id=device_id,
                label=label,
            )
        )
    return found
