"""A kept house begins each run with the evening as it was made: pictures change the room, and the next run must not see it."""

from __future__ import annotations

from psycopg import connect, sql

from config.local.services import DATABASE, OWNER

_EVENING = "evening"


def put_aside(admin_url: str) -> None:
    """Keep what the house's database is now. Nobody may be connected to it."""
    _copy(admin_url, DATABASE, to=_EVENING)


def bring_back(admin_url: str) -> None:
    """Put what was put aside in the place of the house's database."""
    _copy(admin_url, _EVENING, to=DATABASE)


def _copy(admin_url: str, source: str, *, to: str) -> None:
    names = {"source": sql.Identifier(source), "to": sql.Identifier(to), "owner": sql.Identifier(OWNER)}
    with connect(admin_url, autocommit=True) as connection:
        connection.execute(sql.SQL("DROP DATABASE IF EXISTS {to} WITH (FORCE)").format(**names))
        connection.execute(sql.SQL("CREATE DATABASE {to} TEMPLATE {source} OWNER {owner}").format(**names))
