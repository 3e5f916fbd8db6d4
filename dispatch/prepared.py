"""Small statements that a desk runs hundreds of times a second: parsed and planned once for each connection.

Only for statements that touch a few rows by an index whatever their values: a plan kept from an empty table must do
for a full one. Behind pgbouncer, and where somebody counts statements, they run like any other.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import psycopg
from django.db import connection


def rows(statement: str, values: Sequence[Any] | Mapping[str, Any]) -> list[tuple[Any, ...]]:
    """Run a statement, prepared; its rows, none when it returns none.

    Values are bound by the server: where a type cannot be told from its place, the statement casts it.
    """
    connection.close_if_health_check_failed()  # as Django's own cursors do
    connection.ensure_connection()
    pooled_elsewhere = "prepare_threshold" in connection.settings_dict["OPTIONS"]
    if pooled_elsewhere or connection.execute_wrappers or connection.queries_logged:
        with connection.cursor() as cursor:
            cursor.execute(statement, values)
            return cursor.fetchall() if cursor.description else []
    connection.validate_no_broken_transaction()
    session = connection.connection
    if session.prepare_threshold is None:
        session.prepare_threshold = 5  # Django's own cursors bind on the client and are not concerned
    with connection.wrap_database_errors, psycopg.Cursor(session) as bare:
        bare.execute(statement.encode(), values, prepare=True)
        return bare.fetchall() if bare.description else []
