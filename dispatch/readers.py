"""Readers of facts: whatever reacts to what happened reads the sealed record behind its own cursor.

A reader sees every fact of its kinds at least once, in the order of each stream. Only sealed facts are read: the relay numbers
them gap-free in their stream after the commit, so none can appear behind a cursor, whatever the order of the commits was.
What a reader does with a fact is a command whose id is made from the fact: done again after a crash, it is done once.

Any number of processes may run a reader; each holds one stream at a time, for a short while, and whoever dies is followed by
the next. A fact that fails is tried again, ever later; after the last try it is a dead letter, and the stream goes on.
Time is the database's, so that no machine's clock matters. See docs/adr/0012.
"""

from __future__ import annotations

import logging
import threading
import uuid
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.db import Error as DatabaseError
from django.db import connection, transaction

from dispatch import queries
from dispatch.facts import CommandId, FactView
from rules.refusals import N_, Refused, not_found

log = logging.getLogger("dispatch.readers")

NAMESPACE = uuid.UUID("5a4c0d6e-0a52-4b7c-9d0e-6a3b1f6b2c11")
#: how long a stream is one process's own after the last sign of life
HOLD_SECONDS = 10.0
#: tries of one fact, and the pauses after those that failed: 1, 4, 16, 64, 256 seconds
TRIES = 6
_LOOK_SECONDS = 0.5
_FACTS = 200  # read at once
_STREAMS = 100  # looked at in one pass


@dataclass(frozen=True, slots=True, kw_only=True)
class FactReader:
    """What reads: streams whose names begin with `prefix`, facts of `kinds`.

    handle: called outside any transaction with a fact and the id of the command that it may run. What it does twice with the
    same id must be done once. An exception means: later, again; a `Refused` means: never.
    """

    name: str
    prefix: str
    kinds: frozenset[str]
    handle: Callable[[FactView, CommandId], None]


def command_id_for(reader: str, *, fact_id: int, rounds: int = 0) -> CommandId:
    """Return the id under which a reader acts on a fact; another one when somebody asked to try again what was refused."""
    again = f"/{rounds}" if rounds else ""
    return CommandId(uuid.uuid5(NAMESPACE, f"{reader}/{fact_id}{again}"))


def begin(reader: FactReader) -> None:
    """Make the reader known. At its very first start all that was recorded before counts as read."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO dispatch_reader (name, prefix, begun_at) VALUES (%s, %s, clock_timestamp())"
            " ON CONFLICT (name) DO NOTHING RETURNING name",
            [reader.name, reader.prefix],
        )
        if cursor.fetchone() is not None:
            cursor.execute(
                "INSERT INTO dispatch_cursor (reader_id, stream, seq, tries)"
                " SELECT %s, name, seq, 0 FROM dispatch_stream WHERE starts_with(name, %s)",
                [reader.name, reader.prefix],
            )


def read_once(reader: FactReader, *, hold_seconds: float = HOLD_SECONDS) -> int:
    """Deal with what waits and is due now; how many facts were handled. Database errors propagate."""
    pass_ = _Pass(reader, uuid.uuid4(), hold_seconds)
    dealt = 0
    while waiting := _waiting(reader):
        before = pass_.moved
        for stream in waiting:
            dealt += pass_.read(stream)
        if pass_.moved == before:
            break  # others have the rest in hand
    return dealt + pass_.try_again()


def _waiting(reader: FactReader) -> list[str]:
    """Streams with sealed facts that the reader has not come to, and that nobody holds."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT s.name, c.id IS NULL FROM dispatch_stream s"
            " LEFT JOIN dispatch_cursor c ON c.reader_id = %s AND c.stream = s.name"
            " WHERE starts_with(s.name, %s) AND s.seq > coalesce(c.seq, 0)"
            " AND coalesce(greatest(c.held_until, c.retry_at), '-infinity') <= clock_timestamp()"
            " ORDER BY s.name LIMIT %s",
            [reader.name, reader.prefix, _STREAMS],
        )
        found = cursor.fetchall()
        fresh = [name for name, is_new in found if is_new]
        if fresh:
            cursor.execute(
                "INSERT INTO dispatch_cursor (reader_id, stream, seq, tries)"
                " SELECT %s, name, 0, 0 FROM unnest(%s::text[]) AS name ON CONFLICT DO NOTHING",
                [reader.name, fresh],
            )
    return [name for name, _ in found]


class _Pass:
    """One look of one process at all that waits."""

    def __init__(self, reader: FactReader, holder: uuid.UUID, hold_seconds: float) -> None:
        self._reader = reader
        self._holder = holder
        self._seconds = hold_seconds
        self.moved = 0  # streams that went on

    def read(self, stream: str) -> int:
        """Handle what waits in one stream, in order; nothing when another process has it."""
        held = self._take(stream)
        if held is None:
            return 0
        cursor_id, seq, tries, head = held
        dealt = 0
        while True:
            facts = queries.sealed_facts(
                stream=stream, after=seq, up_to=head, kinds=sorted(self._reader.kinds), limit=_FACTS
            )
            for fact in facts:
                assert fact.seq is not None
                try:
                    self._reader.handle(fact, command_id_for(self._reader.name, fact_id=fact.fact_id))
                except Exception as error:
                    if not self._failed(cursor_id, fact, tries + 1, error):
                        return dealt
                else:
                    if not self._go_on(cursor_id, fact.seq, done=False):
                        return dealt
                dealt += 1
                tries = 0
                seq = fact.seq
                self.moved += 1
            if len(facts) < _FACTS:
                self._go_on(cursor_id, head, done=True)
                self.moved += 1
                return dealt

    def _take(self, stream: str) -> tuple[int, int, int, int] | None:
        with connection.cursor() as cursor:
            cursor.execute(
                "UPDATE dispatch_cursor c SET held_by = %s, held_until = clock_timestamp() + make_interval(secs => %s)"
                " FROM (SELECT id FROM dispatch_cursor WHERE reader_id = %s AND stream = %s"
                "       AND coalesce(greatest(held_until, retry_at), '-infinity') <= clock_timestamp()"
                "       FOR NO KEY UPDATE SKIP LOCKED) AS free, dispatch_stream s"
                " WHERE c.id = free.id AND s.name = c.stream RETURNING c.id, c.seq, c.tries, s.seq",
                [self._holder, self._seconds, self._reader.name, stream],
            )
            row = cursor.fetchone()
        return None if row is None else (int(row[0]), int(row[1]), int(row[2]), int(row[3]))

    def _go_on(self, cursor_id: int, seq: int, *, done: bool) -> bool:
        """Move the cursor, and let the stream go when `done`; False when another process took it over meanwhile."""
        with connection.cursor() as cursor:
            cursor.execute(
                "UPDATE dispatch_cursor SET seq = greatest(seq, %s), tries = 0, retry_at = NULL,"
                " held_by = CASE WHEN %s THEN NULL ELSE held_by END,"
                " held_until = CASE WHEN %s THEN NULL ELSE clock_timestamp() + make_interval(secs => %s) END"
                " WHERE id = %s AND held_by = %s",
                [seq, done, done, self._seconds, cursor_id, self._holder],
            )
            return bool(cursor.rowcount == 1)

    def _failed(self, cursor_id: int, fact: FactView, tries: int, error: Exception) -> bool:
        """Keep that a fact failed; whether the stream goes on without it, which is then a dead letter."""
        if _is_gone():
            raise error
        given_up = tries >= TRIES or isinstance(error, Refused)
        log.warning(
            "reader %s: fact %s failed, try %s%s: %s",
            self._reader.name,
            fact.fact_id,
            tries,
            ", given up" if given_up else "",
            kind_of(error),
        )
        if given_up:
            with transaction.atomic():
                bury(
                    self._reader.name,
                    stream=fact.stream,
                    fact_id=fact.fact_id,
                    error=kind_of(error),
                    tries=tries,
                )
                return self._go_on(cursor_id, fact.seq or 0, done=False)
        with connection.cursor() as cursor:
            cursor.execute(
                "UPDATE dispatch_cursor SET tries = %s, held_by = NULL, held_until = NULL,"
                " retry_at = clock_timestamp() + make_interval(secs => %s) WHERE id = %s AND held_by = %s",
                [tries, 4 ** (tries - 1), cursor_id, self._holder],
            )
        return False

    def try_again(self) -> int:
        """Handle the dead letters that somebody asked to try again; how many are done."""
        done = 0
        while True:
            with connection.cursor() as cursor:
                cursor.execute(
                    # written out first, or a plan may look again for each row and take several at once
                    "WITH free AS MATERIALIZED (SELECT id FROM dispatch_deadletter"
                    " WHERE reader_id = %s AND key = 0 AND state = 'again'"
                    " AND coalesce(held_until, '-infinity') <= clock_timestamp()"
                    " ORDER BY id LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED)"
                    " UPDATE dispatch_deadletter d SET held_until = clock_timestamp() + make_interval(secs => %s)"
                    " FROM free WHERE d.id = free.id RETURNING d.id, d.fact_id, d.rounds",
                    [self._reader.name, self._seconds],
                )
                row = cursor.fetchone()
            if row is None:
                return done
            number, fact_id, rounds = row
            fact = queries.fact_by_id(fact_id)
            assert fact is not None  # facts are never deleted
            try:
                self._reader.handle(fact, command_id_for(self._reader.name, fact_id=fact_id, rounds=rounds))
            except Exception as error:
                if _is_gone():
                    raise
                self._settle(number, "dead", error=kind_of(error))
            else:
                self._settle(number, "done")
                done += 1

    @staticmethod
    def _settle(number: int, state: str, error: str = "") -> None:
        with connection.cursor() as cursor:
            cursor.execute(
                "UPDATE dispatch_deadletter SET state = %s, held_until = NULL,"
                " error = coalesce(nullif(%s, ''), error), tries = tries + 1,"
                " settled_at = CASE WHEN %s = 'done' THEN clock_timestamp() END WHERE id = %s AND state = 'again'",
                [state, error, state, number],
            )


def _is_gone() -> bool:
    """Whether the database went away under us: what we were about is not to blame."""
    return connection.connection is None or bool(connection.connection.closed)


def kind_of(error: BaseException) -> str:
    """Return what an error is called; never its words, which may hold what is nobody's business."""
    return error.code if isinstance(error, Refused) else type(error).__name__


def bury(reader: str, *, stream: str, fact_id: int, error: str, tries: int, key: int = 0) -> None:
    """Make a dead letter of what was given up, or give it up again. Needs an open transaction."""
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO dispatch_deadletter"
            " (reader_id, stream, fact_id, key, error, tries, rounds, state, reason, died_at)"
            " VALUES (%s, %s, %s, %s, %s, %s, 0, 'dead', '', clock_timestamp())"
            " ON CONFLICT (reader_id, fact_id, key) DO UPDATE SET state = 'dead', error = excluded.error,"
            " tries = dispatch_deadletter.tries + excluded.tries, settled_at = NULL, reason = '',"
            " died_at = excluded.died_at, held_until = NULL",
            [reader, stream, fact_id, key, error, tries],
        )


def dug_up(number: int) -> queries.DeadLetterView:
    """Return a dead letter, held until the end of the command. Refusals: ``not_found``, ``letter_settled``."""
    letter = queries.dead_letter(number, lock=True)
    if letter is None:
        raise not_found("message")
    if letter.state != "dead":
        raise Refused(
            "letter_settled",
            N_("Somebody has dealt with this message already. Reload the page."),
        )
    return letter


def ask_again(letter: queries.DeadLetterView) -> None:
    """Let the reader try once more; a message that was made already counts as handed back to who sends it."""
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE dispatch_deadletter SET rounds = rounds + 1,"
            " state = CASE WHEN key = 0 THEN 'again' ELSE 'done' END,"
            " settled_at = CASE WHEN key = 0 THEN NULL ELSE clock_timestamp() END WHERE id = %s",
            [letter.letter_id],
        )


def drop(letter: queries.DeadLetterView, *, reason: str) -> None:
    """Settle a dead letter without another try; the reason is kept."""
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE dispatch_deadletter SET state = 'dropped', reason = %s, settled_at = clock_timestamp() WHERE id = %s",
            [reason, letter.letter_id],
        )


def run(reader: FactReader, stop: threading.Event, *, hold_seconds: float = HOLD_SECONDS) -> None:
    """Read until `stop` is set. Outlives restarts of PostgreSQL."""
    known = False
    while not stop.is_set():
        pause = _LOOK_SECONDS
        try:
            if not known:
                begin(reader)
                known = True
            if read_once(reader, hold_seconds=hold_seconds):
                pause = 0.0
        except DatabaseError as error:
            log.warning("reader %s waits for PostgreSQL: %s", reader.name, type(error).__name__)
            pause = 1.0
            let_go()
        except Exception as error:
            log.error("reader %s stumbled: %s", reader.name, type(error).__name__)
            pause = 1.0
            let_go()
        stop.wait(pause)
    let_go()


def let_go() -> None:
    """Give the thread's connection back."""
    try:
        connection.close()
    except Exception:  # it was broken already
        connection.connection = None


class BackgroundThread:
    """Something that goes on in a thread of its own until it is stopped."""

    def __init__(self, name: str, work: Callable[..., None], *arguments: Any) -> None:
        self._stop = threading.Event()
        self._thread = threading.Thread(target=work, args=(*arguments, self._stop), name=name, daemon=True)
        self._thread.start()

    def stop(self, timeout: float = 5) -> None:
        self._stop.set()
        self._thread.join(timeout)
