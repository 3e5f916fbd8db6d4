"""A connection that was kept since the last request: healthy ones cost nothing, ended ones are noticed."""

from __future__ import annotations

import time
from datetime import UTC

import psycopg
import pytest
from django.db import DataError, connection, connections
from psycopg.pq import Format

from config.postgresql.base import silent

_TIMESTAMPTZ = psycopg.adapters.types["timestamptz"].oid


@pytest.fixture
def kept(db: None):
    wrapper = connections.create_connection("default")
    wrapper.ensure_connection()
    yield wrapper
    wrapper.close()


def _end(wrapper) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_terminate_backend(%s)", [wrapper.connection.info.backend_pid])
    until = time.monotonic() + 20
    while silent(wrapper.connection) and time.monotonic() < until:
        time.sleep(0.01)


def test_a_healthy_one_is_not_asked(kept, monkeypatch):
    def asked(*_: object, **__: object) -> None:
        raise AssertionError("a round trip")

    with kept.cursor() as cursor:
        cursor.execute("SELECT 1")
    with monkeypatch.context() as no_talk:
        no_talk.setattr(psycopg.Connection, "cursor", asked)
        assert kept.is_usable()


def test_one_whose_server_has_gone_is_left(kept):
    _end(kept)
    assert not kept.is_usable()
    kept.health_check_enabled, kept.health_check_done = True, False
    with kept.cursor() as cursor:  # another one takes its place
        cursor.execute("SELECT 1")
        assert cursor.fetchone() == (1,)


def test_one_that_was_told_something_is_asked(kept):
    with kept.cursor() as cursor:
        cursor.execute("LISTEN kept_connections")
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    other = connections.create_connection("default")
    with other.cursor() as cursor:
        cursor.execute("NOTIFY kept_connections")
    other.close()
    until = time.monotonic() + 20
    while silent(kept.connection) and time.monotonic() < until:
        time.sleep(0.01)
    assert not silent(kept.connection) and kept.is_usable()


@pytest.mark.parametrize(
    ("written", "zone"),
    [
        ("2026-11-26 10:43:10.123456+00", "UTC"),
        ("2026-11-26 10:43:10.5+00", "UTC"),
        ("2026-11-26 10:43:10+00", "UTC"),
        ("0001-01-01 00:00:00+00", "UTC"),
        ("9999-12-31 23:59:59.999999+00", "UTC"),
        ("2026-11-26 10:43:10.25-03", "America/Sao_Paulo"),
        ("1900-01-01 10:43:10-03:06:28", "America/Sao_Paulo"),
    ],
)
def test_an_instant_is_read_as_django_reads_it(kept, written: str, zone: str) -> None:
    ours = kept.connection.adapters.get_loader(_TIMESTAMPTZ, Format.TEXT)
    theirs = ours.__mro__[1]
    assert theirs.__module__ == "django.db.backends.postgresql.psycopg_any"
    with kept.cursor() as cursor:
        cursor.execute("SELECT set_config('TimeZone', %s, false), %s::timestamptz", [zone, written])
        found = cursor.fetchone()[1]
        cursor.execute("SELECT %s::timestamptz::text", [written])
        assert cursor.fetchone() == (written,)
    for kind in (ours, theirs):
        read = kind(_TIMESTAMPTZ, kept.connection).load(written.encode())
        assert (read, read.tzinfo) == (found, found.tzinfo) and read.tzinfo is UTC


@pytest.mark.parametrize("written", ["infinity", "0044-03-15 00:00:00+00 BC"])
def test_an_instant_that_python_has_not_is_refused_as_ever(kept, written: str) -> None:
    with kept.cursor() as cursor, pytest.raises(DataError):
        cursor.execute("SELECT %s::timestamptz", [written])
        cursor.fetchone()
