"""
All tables of an empty database at one stroke, as the hundred migrations leave them: for a twentieth of the processor time.

`schema.sql` is what pg_dump says of a migrated database; config.local.schema writes it again after a new migration.
"""

from __future__ import annotations

import logging
from pathlib import Path

from django.db import DatabaseError, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

SCHEMA = Path(__file__).with_name("schema.sql")
APPLIED = "-- applied: "  # a line a migration, in their order
LOCK = 0x5C4E3A  # two that start on one empty database: the second waits, and finds the tables
logger = logging.getLogger(__name__)


def make_all_tables(connection: BaseDatabaseWrapper, *, schema: Path = SCHEMA) -> bool:
    """
    Make every table in an empty database and note the migrations as applied; tell whether it was done.

    Nothing is done where there is a table already, where the file knows other migrations than the code, and where the
    database refuses (extensions elsewhere, no schema `public`): the migrations then do it one by one.
    """
    if connection.introspection.table_names() or not schema.exists():
        return False
    text = schema.read_text()
    applied = applied_in(text)
    if set(applied) != set(MigrationLoader(None).disk_migrations):
        return False
    try:
        with transaction.atomic(using=connection.alias), connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s), current_schema() = 'public'", [LOCK])
            if not cursor.fetchone()[1] or connection.introspection.table_names(cursor):
                return False
            cursor.execute(text)
            noted = MigrationRecorder(connection).migration_qs
            noted.bulk_create([noted.model(app=app, name=name) for app, name in applied])
    except DatabaseError as error:
        logger.warning("the tables are made one by one: %s", error)
        return False
    return True


def applied_in(text: str) -> list[tuple[str, str]]:
    """Return the migrations that the text of a schema has in it: app and name, in the order they were applied."""
    lines = (
        line.removeprefix(APPLIED).partition(".") for line in text.splitlines() if line.startswith(APPLIED)
    )
    return [(app, name) for app, _, name in lines]
