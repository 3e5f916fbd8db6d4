"""Django's PostgreSQL, with a cheaper look at a connection that was kept since the last request, and with limits to waiting.

Django asks ``SELECT 1`` before the first statement of every request, the pool an empty statement: one round trip in ten of
a command. A connection whose server has gone has something to read (its end), a healthy idle one has nothing: asking
the kernel costs a microsecond. Whatever is there to read, the server is asked as before.
"""

from __future__ import annotations

import select
import time
from datetime import datetime
from functools import cache
from typing import Any

import psycopg
from django.db.backends.postgresql import base, features
from psycopg.adapt import AdaptersMap
from psycopg.pq import Format
from psycopg_pool import ConnectionPool

from dispatch.patience import PATIENCE_SECONDS, still_there

_INSTANT = psycopg.adapters.types["timestamptz"].oid


class PatientConnection(psycopg.Connection[Any]):
    """A connection that does not wait for a server that has stopped answering: see dispatch.patience."""

    def wait(self, gen: Any, *arguments: Any, **more: Any) -> Any:
        return super().wait(self._watched(gen), *arguments, **more)

    def _watched(self, gen: Any) -> Any:
        patient_until = time.monotonic() + PATIENCE_SECONDS
        try:
            wanted = next(gen)
            while True:
                ready = yield wanted
                if not ready and time.monotonic() > patient_until:
                    self._ask_or_close()
                    patient_until = time.monotonic() + PATIENCE_SECONDS
                wanted = gen.send(ready)
        except StopIteration as answered:
            return answered.value

    def _ask_or_close(self) -> None:
        try:
            still_there(self.pgconn)
        except psycopg.OperationalError:
            self.pgconn.finish()  # in the middle of an answer: of no use to anybody else
            raise


def silent(connection: psycopg.Connection[Any]) -> bool:
    """Answer whether nothing has come from the server since the last answer: so it has not said goodbye."""
    try:
        look = select.poll()
        look.register(connection.pgconn.socket, select.POLLIN | select.POLLPRI)
        return not connection.closed and not look.poll(0)
    except (OSError, psycopg.Error):
        return False


def _check(connection: psycopg.Connection[Any]) -> None:
    if not silent(connection):
        ConnectionPool.check_connection(connection)


@cache
def _reading_instants_quickly(known: AdaptersMap) -> AdaptersMap:
    """What reads and writes values, with Python's own reader of an instant before Django's: that takes the text to pieces, seventeen
    times as long, and an act at a table reads a dozen instants."""
    reads: Any = known.get_loader(_INSTANT, Format.TEXT)

    class Instants(reads):
        def load(self, data: Any) -> Any:
            try:
                found = datetime.fromisoformat(bytes(data).decode())
            except ValueError:  # before Christ, or another style of dates
                return super().load(data)
            return found.replace(tzinfo=self.timezone)

    adapters = AdaptersMap(known)
    adapters.register_loader(_INSTANT, Instants)
    return adapters


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

    def get_connection_params(self) -> dict[str, Any]:
        params: dict[str, Any] = super().get_connection_params()
        return params | {"context": _reading_instants_quickly(params["context"])}

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        if self.pool:
            return super().get_new_connection(conn_params)
        self.isolation_level = psycopg.IsolationLevel.READ_COMMITTED
        return PatientConnection.connect(**conn_params)

    @property
    def pool(self) -> Any:
        pool = super().pool
        if pool is not None and pool._check is not None:
            pool._check = _check
            pool.connection_class = PatientConnection
        return pool
