"""Bring a restored database to this version, then walk its chain of facts: one process, one verdict."""

import os
import sys


def main(heads: list[str]) -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django

    django.setup()
    from django.core.management import call_command
    from django.db import connection
    from django.db.migrations.executor import MigrationExecutor

    executor = MigrationExecutor(connection)
    if executor.migration_plan(executor.loader.graph.leaf_nodes()):
        call_command("migrate", interactive=False, verbosity=0)
    call_command("verify_chain", *(part for head in heads for part in ("--expect", head)))


if __name__ == "__main__":
    main(sys.argv[1:])
