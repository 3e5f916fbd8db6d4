"""The rows that a statement answers."""

from __future__ import annotations

from typing import Any

from django.db import connection


def rows_of(statement: str, *, values: list[Any] | dict[str, Any]) -> list[tuple[Any, ...]]:
    """Run a statement and return its rows."""
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        rows: list[tuple[Any, ...]] = cursor.fetchall()
    return rows
