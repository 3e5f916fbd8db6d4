"""A database of its own for a run, thrown away afterwards: a rehearsal leaves no player in the room's files."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager

from django.core.management import call_command
from django.db import connection, connections

from ledger.operations import forget_accounts
from tournaments.queries.circuit import forget_frames
from tournaments.queries.entry_context import forget_offers


@contextmanager
def scratch_database() -> Iterator[str]:
    """Make an empty database beside the configured one, use it inside, drop it at the end. Needs CREATEDB."""
    home = connection.settings_dict["NAME"]
    name = f"{home[:40]}_rehearsal_{os.getpid()}"
    quoted = connection.ops.quote_name(name)
    with connection.cursor() as cursor:
        cursor.execute(f"DROP DATABASE IF EXISTS {quoted}")
        cursor.execute(f"CREATE DATABASE {quoted} TEMPLATE template0")
    connections.close_all()
    connection.settings_dict["NAME"] = name
    _forget()
    try:
        call_command("migrate", interactive=False, verbosity=0)
        yield name
    finally:
        connections.close_all()
        connection.settings_dict["NAME"] = home
        _forget()
        with connection.cursor() as cursor:
            cursor.execute(f"DROP DATABASE IF EXISTS {quoted} WITH (FORCE)")


def _forget() -> None:
    """What the process remembers is true of one database."""
    forget_accounts()
    forget_frames()
    forget_offers()
