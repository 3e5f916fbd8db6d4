"""`manage.py open_hands`: every card of the hands of a table or of a day, for the regulator's auditor, where the key of the cards is."""

from __future__ import annotations

import json
import os
import uuid
from argparse import ArgumentParser
from datetime import date
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from dispatch.facts import CommandId
from dispatch.timekeeper import now
from people.models import User
from people.queries import actor_of_user, player_of_user, require
from play.commands.open_for_audit import open_for_audit
from play.operations.openings import may_open_all
from play.queries.audit import audited, hands_for_audit
from rules.permissions import Permission
from rules.refusals import Refused
from rules.validation import text


class Command(BaseCommand):
    help = (
        "Writes every player's cards, the board and both decks of the hands that are over at one table, or that were dealt on one day of the"
        " house, into a new file, one hand a line. PLAY_KEY and PLAY_KEY_FALLBACKS must be those under which they were dealt. Each hand is"
        " recorded as opened, with the reason, to the integrity officer or owner for whom it is done."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--venue", type=int, required=True, help="number of the house")
        which = parser.add_mutually_exclusive_group(required=True)
        which.add_argument("--table", type=int, help="number of the table")
        which.add_argument("--day", type=date.fromisoformat, help="YYYY-MM-DD, by the clock of the house")
        parser.add_argument("--by", required=True, metavar="EMAIL", help="of the officer or owner")
        parser.add_argument("--reason", required=True, help="stands in the record for ever: name no person")
        parser.add_argument("--into", type=Path, required=True, help="a file that is not there yet")

    def handle(self, *args: Any, **options: Any) -> None:
        del args
        into: Path = options["into"]
        try:
            count = _open_all(
                **{name: options[name] for name in ("venue", "table", "day", "by", "reason", "into")}
            )
        except Refused as refused:
            raise CommandError(refused.sentence % dict(refused.params)) from None
        except FileExistsError:
            raise CommandError(f"{into} is there already. Nothing was opened.") from None
        except FileNotFoundError:
            raise CommandError(f"There is no folder {into.parent}. Nothing was opened.") from None
        except OSError as error:
            raise CommandError(f"{into} cannot be written: {error.strerror}. Nothing was opened.") from None
        self.stdout.write(f"{count} hands opened into {into}")


def _open_all(*, venue: int, table: int | None, day: date | None, by: str, reason: str, into: Path) -> int:
    """Record these hands as opened, then write them. Refusals: ``forbidden``, ``own_hand``, ``cards_gone`` and what else `open_for_audit` refuses."""
    officer = User.objects.filter(email=by.strip().lower(), is_active=True).first()
    if officer is None:
        raise CommandError(f"Nobody here has the address {by}. Nothing was opened.")
    actor = actor_of_user(officer)
    require(actor, permission=Permission.REVIEW_INTEGRITY, venue_id=venue)
    text("reason", reason, at_most=300)
    hands = hands_for_audit(venue_id=venue, table_id=table, day=day)
    if not hands:
        raise CommandError("No hand that is over was found. Nothing was opened.")
    may_open_all(player_of_user(officer.pk), hands=hands)
    # for the auditor alone: whoever else has an account on this machine reads nothing of it
    os.close(os.open(into, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    try:
        lines = [json.dumps(audited(hand), ensure_ascii=False) + "\n" for hand in hands]
        open_for_audit(
            command_id=CommandId(uuid.uuid4()),
            at=now(),
            by=actor,
            venue_id=venue,
            hands=[hand.pk for hand in hands],
            reason=reason,
        )
    except BaseException:
        into.unlink()
        raise
    # the record stands before the first card is in the file: killed here, no card lies there that nobody answers for
    try:
        into.write_text("".join(lines), encoding="utf-8")
    except OSError as error:
        into.unlink()
        raise CommandError(
            f"{into} cannot be written: {error.strerror}. The hands are recorded as opened; run this again."
        ) from None
    return len(hands)
