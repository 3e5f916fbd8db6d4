"""The chain of facts: how a fact is linked to the one before it, and the proof that nobody touched them."""

from __future__ import annotations

import hashlib
import json
import uuid
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from itertools import chain
from typing import Any

from django.db import connection

from dispatch import topics
from dispatch.canonical import canonical, instant
from dispatch.facts import StreamHead
from dispatch.packs import PackedStretch, stretches

START = bytes(32)
_BATCH = 5_000


def link(
    previous: bytes,
    *,
    stream: str,
    seq: int,
    kind: str,
    at: datetime,
    audience: str,
    command_id: uuid.UUID,
    body: Any,
) -> bytes:
    """Return SHA-256 of the previous hash and the canonical JSON of the fact. `body` is the parsed JSON."""
    text = canonical(
        {
            "audience": audience,
            "at": instant(at),
            "body": body,
            "command_id": str(command_id),
            "kind": kind,
            "seq": seq,
            "stream": stream,
        }
    )
    return hashlib.sha256(previous + text.encode()).digest()


@dataclass(frozen=True, slots=True, kw_only=True)
class ChainFault:
    """Something that is not as it was written. `fact_id` is None where no fact stands there."""

    stream: str
    seq: int | None
    fact_id: int | None
    what: str

    def __str__(self) -> str:
        where = f"stream {self.stream}" if self.stream else "log"
        if self.seq is not None:
            where += f", seq {self.seq}"
        if self.fact_id is not None:
            where += f", fact {self.fact_id}"
        return f"{where}: {self.what}"


@dataclass(slots=True)
class Audit:
    """What a walk over the chain saw. `findings` is empty when all is whole."""

    facts: int
    unsealed: int
    heads: list[StreamHead]
    findings: list[ChainFault]


def audit(stream: str | None = None, *, expect: tuple[StreamHead, ...] = ()) -> Audit:
    """Walk every sealed fact (of one stream, if named) at one moment of the database.

    expect: heads noted earlier, outside this database; each must still be in the chain.
    """
    result = Audit(facts=0, unsealed=0, heads=[], findings=[])
    with topics.one_moment():
        kept = _kept_heads(stream)
        noted: dict[str, dict[int, bytes]] = {}
        for head in expect:
            noted.setdefault(head.stream, {})[head.seq] = head.hash
        last: dict[str, tuple[int, int | None, bytes]] = {}
        packed = _Packed()
        for name, seq, fact_id, stored, expected, problem in chain(
            _walk_packs(stream, packed), _walk(stream, packed.ends)
        ):
            result.facts += 1
            result.findings += problem
            last[name] = (seq, fact_id, stored)
            wanted = noted.get(name, {}).pop(seq, None)
            if wanted is not None and wanted not in (stored, expected):
                result.findings.append(
                    ChainFault(stream=name, seq=seq, fact_id=fact_id, what="is not what was noted outside")
                )
        for name, missing in noted.items():
            for seq in missing:
                result.findings.append(
                    ChainFault(stream=name, seq=seq, fact_id=None, what="was noted outside and is missing")
                )
        result.findings += _compare_heads(kept, last)
        if stream is None:
            result.findings += _count_commands(packed)
        result.heads = list(kept.values())
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT count(*) FROM dispatch_fact WHERE seq IS NULL AND (%s::text IS NULL OR stream = %s)",
                [stream, stream],
            )
            result.unsealed = int(cursor.fetchone()[0])
    return result


def _kept_heads(stream: str | None) -> dict[str, StreamHead]:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT name, seq, hash FROM dispatch_stream WHERE %s::text IS NULL OR name = %s ORDER BY name",
            [stream, stream],
        )
        return {
            name: StreamHead(stream=name, seq=seq, hash=bytes(head)) for name, seq, head in cursor.fetchall()
        }


# stream, seq, id (None where a pack cannot be read), the stored hash, the hash it should have, findings
_Step = tuple[str, int, int | None, bytes, bytes | None, list[ChainFault]]


@dataclass(slots=True)
class _Packed:
    """What a walk over the packs saw. ends: of each stream, its last packed number, the stored hash, and the computed one where it differs; facts: by
    command, how many are packed whose command is not; findings: of commands that went with their facts."""

    ends: dict[str, tuple[int, bytes, bytes | None]] = field(default_factory=dict)
    facts: Counter[uuid.UUID] = field(default_factory=Counter)
    findings: list[ChainFault] = field(default_factory=list)


def _walk_packs(only: str | None, packed: _Packed) -> Iterator[_Step]:
    """Each packed fact in order. Only the last of a pack has a hash there: the others are proved by what it should be."""
    for one in stretches(only):
        seq, previous, other = packed.ends.get(one.stream, (0, START, None))
        where = f"packed seq {one.first_seq} to {one.last_seq}"
        findings = []
        follows = one.first_seq == seq + 1
        if not follows:
            findings.append(_gone(one.stream, seq + 1, up_to=one.first_seq - 1))
        heads = [] if one.facts is None else _heads(one, previous)
        if other is not None and (not heads or heads[-1] != one.hash):
            again = _heads(one, other)
            heads = (
                again if again and again[-1] == one.hash else heads
            )  # only the hash of the pack before was changed
        whole = [fact[0] for fact in one.facts or ()] == list(range(one.first_seq, one.last_seq + 1))
        computed = None
        if one.facts is None:
            findings.append(_altered(one, f"altered: {where} cannot be read"))
        elif not whole or (follows and heads[-1] != one.hash):
            findings.append(_altered(one, f"altered: {where} does not lead to its hash"))
            computed = heads[-1] if heads else None
        packed.ends[one.stream] = (one.last_seq, one.hash, computed)
        own = Counter(fact[5] for fact in one.facts or ())
        for command_id, said in one.commands.items():
            if own.pop(command_id, 0) != said:
                packed.findings.append(_altered(one, f"{where}: not all of command {command_id} is here"))
        packed.facts.update(own)
        for fact, head in zip(one.facts or (), heads, strict=True):
            if fact[0] < one.last_seq:
                yield one.stream, fact[0], fact[1], head, head, findings
                findings = []
        last = heads[-1] if heads else None
        yield one.stream, one.last_seq, one.facts[-1][1] if one.facts else None, one.hash, last, findings


def _heads(one: PackedStretch, previous: bytes) -> list[bytes]:
    """The hash that each fact of a pack should have."""
    found = []
    for seq, _id, kind, at, audience, command_id, body in one.facts or ():
        previous = link(
            previous,
            stream=one.stream,
            seq=seq,
            kind=kind,
            at=at,
            audience=audience,
            command_id=command_id,
            body=body,
        )
        found.append(previous)
    return found


def _altered(one: PackedStretch, what: str) -> ChainFault:
    return ChainFault(stream=one.stream, seq=one.first_seq, fact_id=None, what=what)


def _gone(stream: str, seq: int, *, up_to: int) -> ChainFault:
    gone = f"{seq}" if seq == up_to else f"{seq} to {up_to}"
    return ChainFault(stream=stream, seq=seq, fact_id=None, what=f"dropped: seq {gone} is missing")


def _walk(only: str | None, packed: Mapping[str, tuple[int, bytes, bytes | None]]) -> Iterator[_Step]:
    """Each sealed fact that is a row, in order. packed: where its stream goes on from."""
    name, seq = ("" if only is None else only), 0
    before: tuple[bytes, bytes | None] = (START, None)  # stored hash, and the computed one where it differs
    here: str | None = None
    unverifiable = False
    while True:
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT stream, seq, id, kind, at, audience, command_id, body::text, hash FROM dispatch_fact"
                " WHERE seq IS NOT NULL AND (stream, seq) > (%s, %s)"
                " AND (%s::text IS NULL OR stream = %s) ORDER BY stream, seq LIMIT %s",
                [name, seq, only, only, _BATCH],
            )
            rows = cursor.fetchall()
        for row in rows:
            findings = []
            if row[0] != here:
                here = row[0]
                end, last, other = packed.get(here, (0, START, None))
                before, expected_seq = (last, other), end + 1
            else:
                expected_seq = seq + 1
            name, seq, fact_id, kind, at, audience, command_id, body, stored = row
            stored = bytes(stored)
            unverifiable = seq != expected_seq
            if unverifiable:
                findings.append(_gone(name, expected_seq, up_to=seq - 1))
            parsed = json.loads(body)
            values = {
                "stream": name,
                "seq": seq,
                "kind": kind,
                "at": at,
                "audience": audience,
                "command_id": command_id,
                "body": parsed,
            }
            computed = link(before[0], **values)
            if unverifiable or computed == stored:
                before = (stored, None)  # after a gap the hash cannot be checked: the fact before is gone
            elif before[1] is not None and link(before[1], **values) == stored:
                before = (stored, None)  # only the hash of the fact before was changed
            else:
                findings.append(
                    ChainFault(stream=name, seq=seq, fact_id=fact_id, what="altered: its hash does not fit")
                )
                before = (stored, computed)
            yield name, seq, fact_id, stored, computed, findings
        if len(rows) < _BATCH:
            return


def _compare_heads(
    kept: dict[str, StreamHead], last: dict[str, tuple[int, int | None, bytes]]
) -> Iterator[ChainFault]:
    for name, head in kept.items():
        seq, fact_id, stored = last.get(name, (0, None, START))
        if head.seq > seq:
            gone = f"{head.seq}" if head.seq == seq + 1 else f"{seq + 1} to {head.seq}"
            yield ChainFault(
                stream=name, seq=seq + 1, fact_id=None, what=f"dropped: seq {gone} is missing at the end"
            )
        elif head.seq < seq:
            yield ChainFault(
                stream=name, seq=seq, fact_id=fact_id, what=f"inserted after the head, {head.seq}"
            )
        elif head.hash != stored:
            yield ChainFault(
                stream=name, seq=seq, fact_id=fact_id, what="the head's hash is not the last fact's"
            )
    for name in last.keys() - kept.keys():
        yield ChainFault(
            stream=name, seq=None, fact_id=None, what="dropped: the head of the stream is missing"
        )


def _count_commands(packed: _Packed) -> Iterator[ChainFault]:
    """Each command says how many facts it recorded: facts that went before they were chained show here."""
    yield from packed.findings
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT c.id, c.name, c.facts, coalesce(f.n, 0), f.streams FROM dispatch_command c"
            " FULL JOIN (SELECT command_id, sum(n) AS n, min(stream) AS streams"
            "            FROM (SELECT command_id, stream, 1 AS n FROM dispatch_fact UNION ALL"
            "                  SELECT id, NULL, n FROM unnest(%s::uuid[], %s::int[]) AS packed (id, n)) every"
            "            GROUP BY command_id) f ON f.command_id = c.id"
            " WHERE c.id IS NULL OR c.facts <> coalesce(f.n, 0) ORDER BY c.id",
            [list(packed.facts), list(packed.facts.values())],
        )
        for command_id, name, said, found, some_stream in cursor.fetchall():
            if command_id is None:
                what = f"{found} facts stand without their command"
            else:
                what = f"command {command_id} ({name}) recorded {said} facts, {found} are here"
            yield ChainFault(stream=some_stream or "", seq=None, fact_id=None, what=what)
