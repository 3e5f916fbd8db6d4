"""The one way in: a command runs once, in one durable transaction, and its outcome is kept with its facts."""

from __future__ import annotations

import dataclasses
import functools
import inspect
import json
import random
import time
import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, ParamSpec

from django.db import OperationalError, connection, transaction

from dispatch import measures, poke, prepared, reading
from dispatch.canonical import canonical, compact, digest, instant, without_floats
from dispatch.cards import CARDS, Card
from dispatch.facts import Actor, BaseFact, CommandId, Done, RefusedAgain
from dispatch.results import RESULTS, result_of
from rules.refusals import N_, Refused

P = ParamSpec("P")

#: name → function, of every command that was imported.
COMMANDS: dict[str, Callable[..., Done]] = {}
_NAMES: dict[Callable[..., Done], str] = {}

_FEW = 20  # facts that are written on a plan that is kept
_TRIES = 5
_RETRIED = frozenset({"40P01", "40001"})  # deadlock detected, serialization failure


@dataclass(frozen=True, slots=True)
class _Asked:
    """What is asked, as the log keeps it."""

    name: str
    command_id: CommandId
    digest: bytes
    at: datetime
    by: Actor


@dataclass(slots=True)
class _Work:
    """What the open command has recorded so far."""

    command_id: CommandId
    at: str
    instant: datetime
    facts: list[str] = field(default_factory=list)  # each as the JSON of its row
    at_end: list[prepared.Question] = field(default_factory=list)
    answers: dict[_Key, list[tuple[Any, ...]]] = field(default_factory=dict)  # of what was asked first


#: What is asked first by a command that is called with these arguments.
First = Callable[..., Sequence[prepared.Question]]
_Key = tuple[str, tuple[Any, ...]]


def _key(question: prepared.Question) -> _Key:
    statement, values = question
    return statement, tuple(values.items() if isinstance(values, Mapping) else values)


_open: ContextVar[_Work | None] = ContextVar("dispatch_open_command", default=None)
_as_read: ContextVar[Callable[[], None] | None] = ContextVar("dispatch_as_read", default=None)


class _Stored(Exception):  # carries a stored outcome out of the transaction
    def __init__(self, answer: Done | Refused) -> None:
        super().__init__()
        self.answer = answer


def current_command_id() -> CommandId:
    """Return the id of the command whose work this is. RuntimeError outside a command."""
    work = _open.get()
    if work is None:
        raise RuntimeError("no command is open")
    return work.command_id


def current_instant() -> datetime | None:
    """Return the instant of the command whose work this is; None outside a command."""
    work = _open.get()
    return None if work is None else work.instant


@contextmanager
def only_if(check: Callable[[], None]) -> Iterator[None]:
    """Let the commands called herein ask this where they say `check_as_read`: whether what they act on is still what their caller has read."""
    token = _as_read.set(check)
    try:
        yield
    finally:
        _as_read.reset(token)


def check_as_read() -> None:
    """Ask what the caller of the open command wants asked (`only_if`), if anything. A command says it once it holds its locks: what was asked
    before could change until then. Refusals: the caller's.
    """
    check = _as_read.get()
    if check is not None:
        check()


def record(fact: BaseFact) -> None:
    """Record a fact of the open command, at its instant; it is written at the end of the command's transaction.

    RuntimeError outside a command.
    """
    work = _open.get()
    if work is None:
        raise RuntimeError(f"fact {fact.kind!r} recorded outside a command")
    row = compact(
        {
            "stream": fact.stream,
            "kind": fact.kind,
            "at": work.at,
            "audience": fact.audience,
            "touches": list(fact.topics),
        }
    )
    work.facts.append(f'{row[:-1]},"body":{without_floats(fact.body)}}}')


@contextmanager
def attempt() -> Iterator[None]:
    """Do a part of the open command that may be refused for itself: then its rows and its facts are taken back, the rest of the command goes on.

    What it changed in objects is the caller's to read again. RuntimeError outside a command.
    """
    work = _open.get()
    if work is None:
        raise RuntimeError("no command is open")
    facts, questions = len(work.facts), len(work.at_end)
    try:
        with transaction.atomic():
            yield
    except BaseException:
        del work.facts[facts:]
        del work.at_end[questions:]
        raise


def at_end(question: prepared.Question) -> None:
    """Run a small statement in the round trip with which the open command ends, before its facts: for what nobody reads in this
    command once it is written. RuntimeError outside a command.
    """
    work = _open.get()
    if work is None:
        raise RuntimeError("no command is open")
    work.at_end.append(question)


def answers(*questions: prepared.Question) -> list[list[tuple[Any, ...]]]:
    """Return what the database answers to each: to what the open command asked first, what it answered then; the others are asked now."""
    work = _open.get()
    known = [None if work is None else work.answers.pop(_key(one), None) for one in questions]
    asked = [one for one, answer in zip(questions, known, strict=True) if answer is None]
    new = iter(prepared.together(*asked) if asked else ())
    return [next(new) if answer is None else answer for answer in known]


def command(
    name: str,
    card: Card | None = None,
    *,
    first: First | None = None,
    secret: frozenset[str] = frozenset(),
) -> Callable[[Callable[P, Any]], Callable[P, Done]]:
    """Make a function of keyword arguments (`command_id`, `at`, `by`, …) the one use case called `name`.

    Called again with the same id: the stored outcome comes back with `replayed=True`, a stored refusal is
    raised again as `RefusedAgain`. The same id with other arguments, another name or another person:
    `Refused("command_id_reused")`. Any other exception leaves no trace and the id may be used again.
    It returns a frozen dataclass (`dispatch.results`). card: what pages and API know of it.
    first: what its work asks before anything else (`answers`), from its arguments: it goes in the round trip that claims the id, behind it, so that
    what is locked there is locked by nobody who still waits for a twin; each value can be a key of a dict.
    secret: arguments of which the log keeps nothing, not even in its digest, from which few choices could be guessed.
    """

    def decorate(work: Callable[P, Any]) -> Callable[P, Done]:
        parameters = inspect.signature(work).parameters
        for needed in ("command_id", "at", "by"):
            if needed not in parameters or parameters[needed].kind is not inspect.Parameter.KEYWORD_ONLY:
                raise TypeError(f"command {name} lacks the keyword-only argument {needed!r}")

        @functools.wraps(work)
        def run(*args: P.args, **kwargs: P.kwargs) -> Done:
            if args:
                raise TypeError(f"command {name} takes keyword arguments only")
            return _run(name, work, kwargs, first=first, secret=secret)

        known = COMMANDS.get(name)
        if known is not None and (known.__module__, known.__qualname__) != (run.__module__, run.__qualname__):
            raise RuntimeError(f"two commands are called {name}")
        RESULTS[name] = result_of(name, work=work)
        COMMANDS[name] = run
        _NAMES[run] = name
        CARDS[name] = card or Card()
        return run

    return decorate


def name_of(command: Callable[..., Done]) -> str:
    """Return the name under which a command is kept. KeyError for what is none."""
    return _NAMES[command]


def _run(
    name: str,
    work: Callable[..., Any],
    kwargs: dict[str, Any],
    *,
    first: First | None,
    secret: frozenset[str],
) -> Done:
    if _open.get() is not None:
        raise RuntimeError(f"command {name} called from inside command {current_command_id()}")
    command_id, at, by = kwargs.get("command_id"), kwargs.get("at"), kwargs.get("by")
    if not isinstance(command_id, uuid.UUID):
        raise TypeError("command_id must be a UUID")
    if not isinstance(at, datetime) or at.tzinfo is None:
        raise TypeError("`at` must be an instant with a time zone")
    if not isinstance(by, Actor):
        raise TypeError("`by` must be an Actor")
    arguments = digest(
        {
            "arguments": {
                k: v for k, v in kwargs.items() if k not in ("command_id", "at", "by") and k not in secret
            },
            "user_id": by.user_id,
        }
    )
    asked = _Asked(name, CommandId(command_id), arguments, at, by)
    reading.stop_keeping()
    began, outcome = time.perf_counter(), "failed"
    try:
        done = _tried(asked, lambda: work(**kwargs), first(**kwargs) if first is not None else ())
        outcome = "replayed" if done.replayed else "done"
        return done
    except Refused:
        outcome = "refused"
        raise
    finally:
        measures.command_seconds.labels(name, outcome).observe(time.perf_counter() - began)


def _tried(asked: _Asked, work: Callable[[], Any], first: Sequence[prepared.Question]) -> Done:
    for remaining in reversed(range(_TRIES)):
        try:
            return _once(asked, work, first)
        except OperationalError as error:
            if getattr(error.__cause__, "sqlstate", None) not in _RETRIED or not remaining:
                raise
            # Both losers of a deadlock come back at different moments.
            time.sleep(random.uniform(0.002, 0.02) * (_TRIES - remaining))
    raise AssertionError("unreachable")


def _once(asked: _Asked, work: Callable[[], Any], first: Sequence[prepared.Question]) -> Done:
    refusal: Refused | None = None
    result: dict[str, Any] = {}
    command_id = asked.command_id
    open_work = _Work(command_id, instant(asked.at), asked.at)
    try:
        with transaction.atomic(durable=True):
            open_work.answers = _claim(asked, first)
            hooks = len(connection.run_on_commit)
            token = _open.set(open_work)
            try:
                result, outcome = _plain(work())
            except Refused as refused:
                refusal = refused
            finally:
                _open.reset(token)
            if refusal is None:
                _keep(command_id, outcome, open_work)
            else:
                transaction.set_rollback(False)
                with connection.cursor() as cursor:
                    cursor.execute("ROLLBACK TO SAVEPOINT dispatch_work")
                    del connection.run_on_commit[hooks:]
                    refusal = refusal.told()
                    _keep_refusal(cursor, command_id, refusal)
            if open_work.facts and refusal is None:
                transaction.on_commit(poke.poke)
    except _Stored as stored:
        if isinstance(stored.answer, Refused):
            raise stored.answer from None
        return stored.answer
    if refusal is not None:
        raise refusal
    return Done(command_id=command_id, result=result, replayed=False)


def _plain(result: Any) -> tuple[dict[str, Any], str]:
    """The result as a replay would give it, and its text."""
    if not dataclasses.is_dataclass(result):
        raise TypeError("a command returns a frozen dataclass")
    text = canonical(result)
    plain: dict[str, Any] = json.loads(text)
    return plain, text


# What a command touches it finds by an index. Plans are kept as long as the connection, those of foreign keys too, and
# the first are made while the tables of a young house are one page: each would be read from end to end ever after.
_CLAIM = """
INSERT INTO dispatch_command (id, name, digest, user_id, device_id, label, at, state, facts)
VALUES (%s, %s, %s, %s, %s, %s, %s, 'open', 0) ON CONFLICT (id) DO NOTHING
RETURNING set_config('enable_seqscan', 'off', true)
"""
# Of who says what it asks first each statement is of few rows whatever the values: a plan for each set of them costs more than
# the statement, and PostgreSQL would make it wherever one of them is NULL. Others find the few rows of a large field by their values.
_CLAIM_OF_FEW_ROWS = _CLAIM.rstrip() + ", set_config('plan_cache_mode', 'force_generic_plan', true)\n"


def _claim(asked: _Asked, first: Sequence[prepared.Question]) -> dict[_Key, list[tuple[Any, ...]]]:
    """Insert the id, waiting behind a twin in flight, and ask what is asked first; `_Stored` when the id is already decided."""
    by = asked.by
    claim = (asked.command_id, asked.name, asked.digest, by.user_id, by.device_id, by.label, asked.at)
    insert = _CLAIM_OF_FEW_ROWS if first else _CLAIM
    fresh, _, *found = prepared.together((insert, claim), ("SAVEPOINT dispatch_work", ()), *first)
    if fresh:
        return {_key(one): answer for one, answer in zip(first, found, strict=True)}
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT name, digest, state, outcome::text, refusal::text FROM dispatch_command WHERE id = %s",
            [asked.command_id],
        )
        stored_name, stored_digest, state, outcome, refusal = cursor.fetchone()
    if stored_name != asked.name or bytes(stored_digest) != asked.digest:
        raise _Stored(
            Refused(
                "command_id_reused",
                N_("This request number was already used for something else. Reload the page and try again."),
            )
        )
    if state == "refused":
        kept = json.loads(refusal)
        again = RefusedAgain.from_dict(kept)
        again.fields = {field: Refused.from_dict(no) for field, no in kept.get("fields", {}).items()}
        raise _Stored(again)
    # jsonb orders keys its own way; through the canonical form a replay is equal to the byte.
    result = json.loads(canonical(json.loads(outcome)))
    raise _Stored(Done(command_id=asked.command_id, result=result, replayed=True))


def _keep(command_id: CommandId, outcome: str, work: _Work) -> None:
    """Write the facts and decide the command, in one statement: fact ids are taken after every lock."""
    facts = work.facts
    together = 0 < len(facts) <= _FEW and _is_outermost()
    if work.at_end and not together:
        prepared.together(*work.at_end)
    if facts:
        # One JSON value for all: ten thousand facts are as few parameters as one.
        statement = (
            "WITH recorded AS (INSERT INTO dispatch_fact"
            " (command_id, stream, kind, at, audience, body, touches)"
            " SELECT %s, stream, kind, at, audience, body, touches FROM jsonb_to_recordset(%s::jsonb)"
            " AS f (stream text, kind text, at timestamptz, audience text, body jsonb, touches text[]))"
            " UPDATE dispatch_command SET state = 'done', outcome = %s::jsonb, facts = %s WHERE id = %s"
        )
        values: list[Any] = [command_id, f"[{','.join(facts)}]", outcome, len(facts), command_id]
        if len(facts) > _FEW:
            with connection.cursor() as cursor:
                cursor.execute(statement, values)
        elif together:
            # the last words and their COMMIT in one round trip; Django finds nothing left to commit
            prepared.together(*work.at_end, (statement, values), ("COMMIT", ()))
        else:
            prepared.rows(statement, values)
    else:
        prepared.rows(
            "UPDATE dispatch_command SET state = 'done', outcome = %s::jsonb WHERE id = %s",
            [outcome, command_id],
        )


def _is_outermost() -> bool:
    """Whether the transaction is the command's own: a test's may be around it."""
    return len(connection.atomic_blocks) == 1 and connection.commit_on_exit


def _keep_refusal(cursor: Any, command_id: CommandId, refusal: Refused) -> None:
    text = compact(
        {**refusal.as_dict(), "fields": {field: no.as_dict() for field, no in refusal.fields.items()}}
        if refusal.fields
        else refusal.as_dict()
    )
    cursor.execute(
        "UPDATE dispatch_command SET state = 'refused', refusal = %s::jsonb WHERE id = %s", [text, command_id]
    )
