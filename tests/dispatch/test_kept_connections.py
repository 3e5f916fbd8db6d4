"""A connection that was kept since the last request: healthy ones cost nothing, ended ones are noticed."""

from __future__ import annotations

import time

import psycopg
import pytest
from django.db import connection, connections

from config.postgresql.base import silent


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
