"""manage.py migrate: Django's, which fills an empty database at one stroke."""

from __future__ import annotations

from typing import Any

from django.core.management.base import CommandParser
from django.core.management.commands import migrate
from django.db import connections

from config.postgresql.schema import make_all_tables

# asked for with any of these, it is not the whole of the migrations that is wanted
PARTS = ("app_label", "migration_name", "fake", "fake_initial", "plan", "check_unapplied", "prune")


class Command(migrate.Command):
    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument(
            "--one-by-one",
            action="store_true",
            help="Run every migration in an empty database, too, instead of making all tables at one stroke.",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if not options["one_by_one"] and not any(options[part] for part in PARTS):
            made = make_all_tables(connections[options["database"]])
            if made and options["verbosity"] > 0:
                self.stdout.write("An empty database: all tables made at one stroke.")
        # what there was no table for comes here: new migrations, content types, permissions
        super().handle(*args, **options)
