"""Small statements that a desk runs hundreds of times a second: parsed and planned once for each connection.

Only for statements that touch a few rows by an index whatever their values: a plan kept from an empty table must do
for a full one. They go straight to libpq, since psycopg's cursor costs several times what such a statement costs; values
are adapted and rows read as Django's connection has it. Behind pgbouncer, and where somebody counts statements, they run
like any other.
"""

from __future__ import annotations

import itertools
import re
import select
import weakref
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

import psycopg
from django.db import DEFAULT_DB_ALIAS, connections
from psycopg.adapt import PyFormat, Transformer
from psycopg.pq import ConnStatus, ExecStatus, TransactionStatus

from dispatch.patience import PATIENCE_SECONDS, still_there

_MOST = 200  # kept on one connection
_GONE = frozenset(
    {"26000", "0A000"}
)  # what was prepared is not there any more, or a migration changed its columns


#: A statement and its values.
Question = tuple[str, Sequence[Any] | Mapping[str, Any]]


class _Plans:
    """What one connection has prepared."""

    __slots__ = ("names", "transformer")

    def __init__(self, session: psycopg.Connection[Any]) -> None:
        self.names: dict[tuple[bytes, tuple[int, ...]], bytes] = {}
        self.transformer = Transformer(session)


_numbers = itertools.count(1)
_plans: weakref.WeakKeyDictionary[psycopg.Connection[Any], _Plans] = weakref.WeakKeyDictionary()


def rows(statement: str, values: Sequence[Any] | Mapping[str, Any]) -> list[tuple[Any, ...]]:
    """Run a statement, prepared; its rows, none when it returns none.

    Values are bound by the server: where a type cannot be told from its place, the statement casts it.
    """
    here = connections[DEFAULT_DB_ALIAS]
    if not _straight(here):
        with here.cursor() as cursor:
            cursor.execute(statement, values)
            return cursor.fetchall() if cursor.description else []
    here.validate_no_broken_transaction()
    with here.wrap_database_errors:
        return _run(here.connection, statement, values)


def together(*asked: Question) -> list[list[tuple[Any, ...]]]:
    """Run statements one after the other in one round trip; the rows of each.

    The first that fails ends it: those behind it are not run, those before a `COMMIT` among them stand.
    """
    here = connections[DEFAULT_DB_ALIAS]
    if not _straight(here):
        return [rows(statement, values) for statement, values in asked]
    here.validate_no_broken_transaction()
    with here.wrap_database_errors:
        return _run_together(here.connection, asked)


def _straight(here: Any) -> bool:
    """Whether statements go to libpq without Django's cursor. The connection is there then."""
    here.close_if_health_check_failed()  # as Django's own cursors do
    here.ensure_connection()
    pooled_elsewhere = "prepare_threshold" in here.settings_dict["OPTIONS"]
    return not (pooled_elsewhere or here.execute_wrappers or here.queries_logged)


_BEGIN: Question = ("BEGIN", ())
#: Ends a transaction among the statements of `together`; what follows is in a new one, as ever where none commits by itself.
COMMIT: Question = ("COMMIT", ())


def _begins(session: psycopg.Connection[Any]) -> bool:
    """Whether a transaction must be begun, as psycopg does before the first statement."""
    if session.autocommit or session.pgconn.transaction_status != TransactionStatus.IDLE:
        return False
    if session.isolation_level is not None or session.read_only is not None or session.deferrable is not None:
        session.execute("")  # opens it as it was asked for
        return False
    return True


def _plans_of(session: psycopg.Connection[Any]) -> _Plans:
    plans = _plans.get(session)
    if plans is None:
        plans = _plans[session] = _Plans(session)
    return plans


def _ready(
    session: psycopg.Connection[Any],
    plans: _Plans,
    statement: str,
    values: Sequence[Any] | Mapping[str, Any],
) -> tuple[bytes, Any, Any]:
    """The name of the prepared statement, and its values as the server reads them."""
    text, names, formats = _numbered(statement)
    transformer, talk = plans.transformer, session.pgconn
    given: Any = values if names is None else [values[name] for name in names]  # type: ignore[call-overload]
    dumped = transformer.dump_sequence(given, formats)
    key = (text, transformer.types or ())
    name = plans.names.get(key)
    if name is None:
        name = b"plan_%d" % next(_numbers)
        talk.send_prepare(name, text, key[1])
        made = _only(session)
        if made.status != ExecStatus.COMMAND_OK:
            raise _error(session, made)
        plans.names[key] = name
    return name, dumped, transformer.formats


def _make_room(session: psycopg.Connection[Any], plans: _Plans) -> None:
    if len(plans.names) >= _MOST:
        session.pgconn.send_query(b"DEALLOCATE ALL")
        _only(session)
        plans.names.clear()


def _run(
    session: psycopg.Connection[Any], statement: str, values: Sequence[Any] | Mapping[str, Any]
) -> list[tuple[Any, ...]]:
    plans = _plans_of(session)
    if _begins(session):
        session.pgconn.send_query(b"BEGIN")
        begun = _only(session)
        if begun.status != ExecStatus.COMMAND_OK:
            raise _error(session, begun)
    _make_room(session, plans)
    session.pgconn.send_query_prepared(*_ready(session, plans, statement, values))
    return _rows(session, plans, _only(session))


def _run_together(session: psycopg.Connection[Any], asked: Sequence[Question]) -> list[list[tuple[Any, ...]]]:
    plans, talk = _plans_of(session), session.pgconn
    said = list(_with_begins(session, asked))
    _make_room(session, plans)
    ready = [_ready(session, plans, *one) for one in said]
    talk.enter_pipeline_mode()
    try:
        for name, dumped, formats in ready:
            talk.send_query_prepared(name, dumped, formats)
        talk.pipeline_sync()
        results = []
        while (result := _next(talk)).status != ExecStatus.PIPELINE_SYNC:
            results.append(result)
    except BaseException:
        session.close()  # what is still on its way would be taken for the answer to something else
        raise
    talk.exit_pipeline_mode()
    found = [_rows(session, plans, result) for result in results]
    return [answer for one, answer in zip(said, found, strict=True) if one is not _BEGIN]


def _with_begins(session: psycopg.Connection[Any], asked: Sequence[Question]) -> Iterator[Question]:
    """The statements, with BEGIN where psycopg would say it: at the start, and behind a COMMIT."""
    begins = _begins(session)
    for one in asked:
        if begins:
            yield _BEGIN
        yield one
        begins = one is COMMIT and not session.autocommit


def _only(session: psycopg.Connection[Any]) -> Any:
    """The one answer to what was just sent."""
    try:
        result = _next(session.pgconn)
        while session.pgconn.get_result() is not None:
            pass
    except BaseException:
        session.close()  # what is still on its way would be taken for the answer to something else
        raise
    return result


def _next(talk: Any) -> Any:
    """The next answer; behind each but the last stands an empty one.

    libpq would wait with the interpreter's lock held, and whoever it waits for may want that; and it would wait for ever.
    """
    look = select.poll()
    look.register(talk.socket, select.POLLIN)
    for _ in range(2):
        while talk.is_busy():
            # one that cannot take all of it at once, nor says anything yet, is asked again a little later
            unsent = talk.flush()
            if not look.poll(5 if unsent else PATIENCE_SECONDS * 1000) and not unsent:
                still_there(talk)
            talk.consume_input()
        result = talk.get_result()
        if result is not None:
            return result
    raise psycopg.OperationalError(talk.get_error_message() or "the server has gone")


def _rows(session: psycopg.Connection[Any], plans: _Plans, found: Any) -> list[tuple[Any, ...]]:
    """The rows of an answer. The error it is, else."""
    transformer = plans.transformer
    if found.status == ExecStatus.TUPLES_OK:
        transformer.set_pgresult(found)
        out = transformer.load_rows(0, found.ntuples, tuple)
        transformer.set_pgresult(None)
        return out
    if found.status == ExecStatus.COMMAND_OK:
        return []
    error = _error(session, found)
    if error.sqlstate in _GONE:
        _plans.pop(session, None)
    raise error


def _error(session: psycopg.Connection[Any], result: Any) -> psycopg.Error:
    if session.pgconn.status == ConnStatus.BAD:
        return psycopg.OperationalError(result.get_error_message())
    return psycopg.errors.error_from_result(result, session.info.encoding)


_PLACE = re.compile(r"%(?:%|s|\((\w+)\)s)")


@lru_cache(maxsize=500)
def _numbered(statement: str) -> tuple[bytes, tuple[str, ...] | None, list[PyFormat]]:
    """The statement with the server's own placeholders, the names in their order (None: given as a sequence)."""
    names: list[str] = []
    count = 0

    def place(found: re.Match[str]) -> str:
        nonlocal count
        if found[0] == "%%":
            return "%"
        if found[1] is None:
            count += 1
            return f"${count}"
        if found[1] not in names:
            names.append(found[1])
        return f"${names.index(found[1]) + 1}"

    text = _PLACE.sub(place, statement)
    return text.encode(), tuple(names) if names else None, [PyFormat.AUTO] * (len(names) or count)
