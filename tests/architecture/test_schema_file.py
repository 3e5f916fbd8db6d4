"""The file that fills an empty database knows the migrations that there are."""

from __future__ import annotations

from django.db.migrations.loader import MigrationLoader

from config.postgresql.schema import SCHEMA, applied_in


def test_the_schema_was_written_again_after_the_last_migration():
    """Where it was not, every new database makes its tables one migration after the other, and nothing says so."""
    missed = set(MigrationLoader(None).disk_migrations) ^ set(applied_in(SCHEMA.read_text()))
    assert missed == set(), "after a new migration: .venv/bin/python -m config.local.schema"
