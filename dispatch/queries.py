"""Reading the record: facts for a history, commands for the log."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import islice
from typing import Any
from uuid import UUID

from django.db import connection

from dispatch.facts import CommandId, CommandView, FactView, StreamHead
from dispatch.packs import packed_facts, packed_facts_of

_FACTS = (
    "SELECT f.id, f.stream, f.seq, f.kind, f.at, f.audience, f.body::text, f.command_id,"
    " c.name, c.user_id, c.device_id, c.label"
    " FROM dispatch_fact f JOIN dispatch_command c ON c.id = f.command_id"
)


def facts_after(
    *,
    stream: str,
    seq: int,
    limit: int = 200,
    audiences: Sequence[str] = ("public",),
    until: datetime | None = None,
) -> tuple[FactView, ...]:
    """Return sealed facts of a stream with a number above `seq`, oldest first, only for these audiences; until: nothing that happened later.

    A reader with its own cursor (mail, push, ranking) asks with the last number it has dealt with.
    """
    rows = _facts(
        _FACTS + " WHERE f.stream = %s AND f.seq > %s AND f.audience = ANY(%s)"
        " AND (%s::timestamptz IS NULL OR f.at <= %s) ORDER BY f.seq LIMIT %s",
        [stream, seq, list(audiences), until, until, limit],
    )
    packed = _wanted(packed_facts(stream, after=seq), audiences=audiences, until=until)
    return _with_packed(rows, islice(packed, limit))[:limit]


def facts_between(*, stream: str, seq: int, before_seq: int) -> tuple[FactView, ...]:
    """Return all sealed facts of a stream between two of its numbers, oldest first, whoever they are for: the caller tells no more than may be told."""
    rows = _facts(
        _FACTS + " WHERE f.stream = %s AND f.seq > %s AND f.seq < %s ORDER BY f.seq",
        [stream, seq, before_seq],
    )
    return _with_packed(rows, packed_facts(stream, after=seq, before_seq=before_seq))


def latest_facts(
    *,
    stream: str,
    limit: int = 50,
    before_seq: int | None = None,
    audiences: Sequence[str] = ("public",),
    kinds: Sequence[str] | None = None,
    without: Sequence[str] = (),
    until: datetime | None = None,
) -> tuple[FactView, ...]:
    """Return the newest sealed facts of a stream, newest first; `before_seq` pages back. kinds: only these; without: not these. until: nothing that happened later."""
    rows = _facts(
        _FACTS + " WHERE f.stream = %s AND f.seq < coalesce(%s, 9223372036854775807) AND f.audience = ANY(%s)"
        " AND (%s::text[] IS NULL OR f.kind = ANY(%s)) AND NOT f.kind = ANY(%s)"
        " AND (%s::timestamptz IS NULL OR f.at <= %s) ORDER BY f.seq DESC LIMIT %s",
        [
            stream,
            before_seq,
            list(audiences),
            None if kinds is None else list(kinds),
            None if kinds is None else list(kinds),
            list(without),
            until,
            until,
            limit,
        ],
    )
    if len(rows) == limit:
        return rows
    packed = _wanted(
        packed_facts(stream, before_seq=before_seq, newest_first=True), audiences=audiences, until=until
    )
    wanted = (fact for fact in packed if (kinds is None or fact.kind in kinds) and fact.kind not in without)
    return _with_packed(rows, islice(wanted, limit))[::-1][:limit]


def latest_of_streams(
    streams: Sequence[str],
    *,
    kinds: Sequence[str],
    audiences: Sequence[str],
    about: tuple[str, int],
    limit: int = 50,
    before_id: int | None = None,
) -> tuple[FactView, ...]:
    """Return the newest sealed facts of several streams together, newest first; `before_id` pages back from a fact. about: a key and the one value
    that facts with this key may have. Of streams that are never packed."""
    key, value = about
    return _facts(
        _FACTS + " WHERE f.id IN (SELECT here.id FROM unnest(%s::text[]) AS name CROSS JOIN LATERAL ("
        "SELECT o.id FROM dispatch_fact o WHERE o.stream = name AND o.seq > 0 AND o.kind = ANY(%s) AND o.audience = ANY(%s)"
        " AND o.id < coalesce(%s, 9223372036854775807) AND coalesce(o.body ->> %s, %s) = %s"
        " ORDER BY o.seq DESC LIMIT %s) AS here) ORDER BY f.id DESC LIMIT %s",
        [
            list(streams),
            list(kinds),
            list(audiences),
            before_id,
            key,
            str(value),
            str(value),
            limit,
            limit,
        ],
    )


def _wanted(
    facts: Iterable[FactView], *, audiences: Sequence[str], until: datetime | None
) -> Iterable[FactView]:
    return (fact for fact in facts if fact.audience in audiences and (until is None or fact.at <= until))


def _with_packed(rows: Iterable[FactView], packed: Iterable[FactView]) -> tuple[FactView, ...]:
    """Rows that were read, and what was packed by then or meanwhile: each fact once, oldest first."""
    found = {fact.fact_id: fact for fact in (*rows, *packed)}
    return tuple(sorted(found.values(), key=lambda fact: fact.seq or 0))


def last_moment_since(*, stream: str, key: str, value: str) -> datetime | None:
    """Return the latest moment at which anything was recorded in a stream from the first fact on whose `key` has this value, sealed or not.

    In the order of recording: where the machine's clock was set back the latest moment is not the last one's. None where no fact says so.
    """
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT max(at) FROM dispatch_fact WHERE stream = %s"
            " AND id >= (SELECT min(id) FROM dispatch_fact WHERE stream = %s AND body ->> %s = %s)",
            [stream, stream, key, value],
        )
        found: datetime | None = cursor.fetchone()[0]
    return found


def sealed_facts(
    *, stream: str, after: int, up_to: int, kinds: Sequence[str], limit: int
) -> tuple[FactView, ...]:
    """Return sealed facts of these kinds with numbers above `after` and up to `up_to`, of every audience, oldest first.

    For readers of facts: what they have not read is not packed.
    """
    return _facts(
        _FACTS
        + " WHERE f.stream = %s AND f.seq > %s AND f.seq <= %s AND f.kind = ANY(%s) ORDER BY f.seq LIMIT %s",
        [stream, after, up_to, list(kinds), limit],
    )


def fact_by_id(fact_id: int) -> FactView | None:
    """Return one fact, sealed or not, of whatever audience."""
    found = _facts(_FACTS + " WHERE f.id = %s", [fact_id])
    return found[0] if found else None


@dataclass(frozen=True, slots=True, kw_only=True)
class DeadLetterView:
    """What a reader gave up. fact: the kind of fact it is about; key: what the reader had made of it, 0 for nothing; error: the
    kind of error; state: dead, again, done, dropped."""

    letter_id: int
    reader: str
    stream: str
    fact_id: int
    fact: str
    at: datetime
    key: int
    error: str
    tries: int
    state: str
    reason: str
    died_at: datetime


_LETTERS = (
    "SELECT d.id, d.reader_id, d.stream, d.fact_id, f.kind, f.at, d.key, d.error, d.tries, d.state, d.reason, d.died_at"
    " FROM dispatch_deadletter d JOIN dispatch_fact f ON f.id = d.fact_id"
)


def dead_letter(number: int, *, lock: bool = False) -> DeadLetterView | None:
    """Return a dead letter by its number; held until the end of the transaction when `lock`."""
    found = _letters(
        f"{_LETTERS} WHERE d.id = %s{' FOR NO KEY UPDATE OF d' if lock else ''}",
        [number],
    )
    return found[0] if found else None


def dead_letters(streams: Sequence[str], *, limit: int = 200) -> tuple[DeadLetterView, ...]:
    """Return what readers gave up in these streams and nobody has settled, the latest first."""
    return _letters(
        f"{_LETTERS} WHERE d.stream = ANY(%s) AND d.state IN ('dead', 'again') ORDER BY d.died_at DESC, d.id DESC LIMIT %s",
        [list(streams), limit],
    )


def _letters(statement: str, values: list[Any]) -> tuple[DeadLetterView, ...]:
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        return tuple(
            DeadLetterView(**dict(zip(DeadLetterView.__slots__, row, strict=True)))  # type: ignore[arg-type]
            for row in cursor.fetchall()
        )


def facts_of_command(command_id: CommandId) -> tuple[FactView, ...]:
    """Return all facts of one command in the order they were recorded, sealed or not, of every audience; none that are packed."""
    return _facts(_FACTS + " WHERE f.command_id = %s ORDER BY f.id", [command_id])


def fact_of_command(
    command_id: CommandId, *, stream: str, since: datetime, until: datetime
) -> FactView | None:
    """Return the first fact that a command recorded in a stream, packed or not, where it is sealed. since, until: between which it did."""
    rows = [fact for fact in facts_of_command(command_id) if fact.stream == stream and fact.seq]
    found = rows or packed_facts_of(command_id, stream=stream, since=since, until=until)
    return found[0] if found else None


def _facts(statement: str, values: list[Any]) -> tuple[FactView, ...]:
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        return tuple(
            FactView(
                fact_id=fact_id,
                stream=stream,
                seq=seq,
                kind=kind,
                at=at,
                audience=audience,
                body=json.loads(body),
                command_id=command_id,
                command_name=name,
                user_id=user_id,
                device_id=device_id,
                label=label,
            )
            for fact_id, stream, seq, kind, at, audience, body, command_id, name, user_id, device_id, label
            in cursor.fetchall()
        )  # fmt: skip


def command_by_id(command_id: CommandId) -> CommandView | None:
    """Return what was asked under this id and what became of it."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT id, name, at, user_id, device_id, label, state, outcome::text, refusal::text"
            " FROM dispatch_command WHERE id = %s",
            [command_id],
        )
        row = cursor.fetchone()
    if row is None:
        return None
    found, name, at, user_id, device_id, label, state, outcome, refusal = row
    return CommandView(
        command_id=found,
        name=name,
        at=at,
        user_id=user_id,
        device_id=device_id,
        label=label,
        state=state,
        outcome=None if outcome is None else json.loads(outcome),
        refusal=None if refusal is None else json.loads(refusal),
    )


def actors_of(command_ids: Collection[UUID]) -> dict[UUID, tuple[int | None, str]]:
    """Return who gave each of these commands: (user id, the name as colleagues know it)."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT id, user_id, label FROM dispatch_command WHERE id = ANY(%s::uuid[])", [list(command_ids)]
        )
        return {number: (user_id, label) for number, user_id, label in cursor.fetchall()}


def head_of(stream: str) -> StreamHead | None:
    """Return how far the stream has come; None before its first sealed fact."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT name, seq, hash FROM dispatch_stream WHERE name = %s", [stream])
        row = cursor.fetchone()
    return None if row is None else StreamHead(stream=row[0], seq=row[1], hash=bytes(row[2]))
