"""Several statements in one round trip."""

from __future__ import annotations

import pytest
from django.db import DatabaseError, DataError, IntegrityError, connection, transaction
from psycopg.pq import TransactionStatus

from dispatch import prepared


def test_each_gives_its_rows_in_order(db: None) -> None:
    asked = [("SELECT %s::int + 1", [n]) if n % 2 else ("SELECT %(n)s::int + 1", {"n": n}) for n in range(30)]
    assert prepared.together(*asked) == [[(n + 1,)] for n in range(30)]
    assert prepared.together(("SELECT repeat(%s, 300000)", ["ã"]), ("SAVEPOINT here", ())) == [
        [("ã" * 300_000,)],
        [],
    ]


def test_what_stands_behind_a_failure_is_not_run(db: None) -> None:
    with connection.cursor() as cursor:
        cursor.execute("CREATE TEMPORARY TABLE few (n int UNIQUE DEFERRABLE)")
        cursor.execute("INSERT INTO few VALUES (1)")
    put = "INSERT INTO few VALUES (%s::int)"
    with pytest.raises(IntegrityError), transaction.atomic():
        prepared.together((put, [2]), (put, [1]), (put, [3]))
    with pytest.raises(DatabaseError, match="nowhere"), transaction.atomic():
        prepared.together((put, [4]), ("SELECT 1 FROM nowhere", ()))
    assert prepared.together(("SELECT n FROM few", ()), ("SELECT 5", ())) == [[(1,)], [(5,)]]


def test_after_a_commit_among_them_the_rest_is_a_new_transaction(transactional_db: None) -> None:
    snapshot = ("SELECT pg_current_xact_id()::text", ())
    with transaction.atomic():
        first, _, second, same = prepared.together(snapshot, prepared.COMMIT, snapshot, snapshot)
        assert second == same
        assert first != second
        assert connection.connection.pgconn.transaction_status == TransactionStatus.INTRANS
    assert connection.connection.pgconn.transaction_status == TransactionStatus.IDLE


def test_what_stands_before_a_commit_stays_when_the_rest_fails(boxes: None) -> None:
    count = "UPDATE boxes_box SET n = n + %s::int WHERE id = 1"
    with pytest.raises(DataError), transaction.atomic():
        prepared.together((count, [1]), prepared.COMMIT, (count, [10]), ("SELECT 1 / %s::int", [0]))
    assert prepared.rows("SELECT n FROM boxes_box WHERE id = 1", ()) == [(1,)]
