"""`manage.py put_back_tables`: after the database was put back to an earlier moment, no card that players may have seen since is dealt."""

from __future__ import annotations

import uuid
from typing import Any

from django.core.management.base import BaseCommand

from dispatch.facts import SYSTEM, CommandId
from dispatch.timekeeper import now
from play.commands.put_back_table import put_back_table
from play.queries.tables import open_table_numbers


class Command(BaseCommand):
    help = (
        "After the database was put back to an earlier moment: makes the hand that is played at each online table void, and commits to new decks"
        " for the next one. bin/restore does it; who restores by other means runs it before anybody plays."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        del args, options
        tables = open_table_numbers()
        for table_id in tables:
            put_back_table(command_id=CommandId(uuid.uuid4()), at=now(), by=SYSTEM, table_id=table_id)
        if tables:
            self.stdout.write(
                f"{len(tables)} tables played online: the hand that was played is void, the next decks are new"
            )
