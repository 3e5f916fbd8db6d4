"""Django's PostgreSQL, with a cheaper look at a connection that was kept since the last request.

Django asks ``SELECT 1`` before the first statement of every request, the pool an empty statement: one round trip in ten of
a command. A connection whose server has gone has something to read (its end), a healthy idle one has nothing: asking
the kernel costs a microsecond. Whatever is there to read, the server is asked as before.
"""

from __future__ import annotations

import select
from typing import Any

import psycopg
from django.db.backends.postgresql import base, features
from psycopg_pool import ConnectionPool


def silent(connection: psycopg.Connection[Any]) -> bool:
    """Whether nothing has come from the server since the last answer: so it has not said goodbye."""
    try:
        look = select.poll()
        look.register(connection.pgconn.socket, select.POLLIN | select.POLLPRI)
        return not connection.closed and not look.poll(0)
    except (OSError, psycopg.Error):
        return False


def _check(connection: psycopg.Connection[Any]) -> None:
    if not silent(connection):
        ConnectionPool.check_connection(connection)


class DatabaseFeatures(features.DatabaseFeatures):
    """An older server is refused: for it Django leaves NULLS NOT DISTINCT out with no word, and an account of the ledger
    or a role could be there twice."""

    minimum_database_version = (15,)


class DatabaseWrapper(base.DatabaseWrapper):
    """See the module."""

    features_class = DatabaseFeatures

    def is_usable(self) -> bool:
        if self.connection is not None and not self.errors_occurred and silent(self.connection):
            return True
        return bool(super().is_usable())

    @property
    def pool(self) -> Any:
        pool = super().pool
        if pool is not None and pool._check is not None:
            pool._check = _check
        return pool
