"""The chain of facts: how a fact is linked to the one before it, and the proof that nobody touched them."""

from __future__ import annotations

import hashlib
import json
import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import connection

from dispatch import topics
from dispatch.canonical import canonical, instant
from dispatch.facts import StreamHead

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
        last: dict[str, tuple[int, int, bytes]] = {}
        for name, seq, fact_id, stored, expected, problem in _walk(stream):
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
        result.findings += _count_commands(stream)
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


def _walk(only: str | None) -> Iterator[tuple[str, int, int, bytes, bytes | None, list[ChainFault]]]:
    """Each sealed fact in order: stream, seq, id, its stored hash, the hash it should have, findings."""
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
                here, before, expected_seq = row[0], (START, None), 1
            else:
                expected_seq = seq + 1
            name, seq, fact_id, kind, at, audience, command_id, body, stored = row
            stored = bytes(stored)
            unverifiable = seq != expected_seq
            if unverifiable:
                gone = f"{expected_seq}" if seq == expected_seq + 1 else f"{expected_seq} to {seq - 1}"
                findings.append(
                    ChainFault(
                        stream=name, seq=expected_seq, fact_id=None, what=f"dropped: seq {gone} is missing"
                    )
                )
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
    kept: dict[str, StreamHead], last: dict[str, tuple[int, int, bytes]]
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


def _count_commands(stream: str | None) -> Iterator[ChainFault]:
    """Each command says how many facts it recorded: facts that went before they were chained show here."""
    if stream is not None:
        return
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT c.id, c.name, c.facts, coalesce(f.n, 0), f.streams FROM dispatch_command c"
            " FULL JOIN (SELECT command_id, count(*) AS n, min(stream) AS streams"
            "            FROM dispatch_fact GROUP BY command_id) f ON f.command_id = c.id"
            " WHERE c.id IS NULL OR c.facts <> coalesce(f.n, 0) ORDER BY c.id"
        )
        for command_id, name, said, found, some_stream in cursor.fetchall():
            if command_id is None:
                what = f"{found} facts stand without their command"
            else:
                what = f"command {command_id} ({name}) recorded {said} facts, {found} are here"
            yield ChainFault(stream=some_stream or "", seq=None, fact_id=None, what=what)
