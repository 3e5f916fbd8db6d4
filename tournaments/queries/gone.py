"""Who sat where nobody sits any more: for the page that has not heard of it."""

from __future__ import annotations

from zoneinfo import ZoneInfo

from dispatch.facts import CommandId
from dispatch.queries import command_by_id
from rules.refusals import N_, Refused
from tournaments.models import Elimination


def nobody_sits(tournament_id: int, table_number: int, seat_number: int) -> Refused:
    """The no to an act on an empty seat: who went out there last, when, and who of the staff entered it."""
    row = (
        Elimination.objects.filter(
            tournament_id=tournament_id,
            table_number=table_number,
            seat_number=seat_number,
            undone_at__isnull=True,
        )
        .select_related("entry__player", "tournament__venue")
        .order_by("-id")
        .first()
    )
    if row is None:
        return Refused(
            "seat_empty",
            N_("Nobody sits at table %(table)s, seat %(seat)s."),
            rule="ADTP.7",
            table=table_number,
            seat=seat_number,
        )
    asked = command_by_id(CommandId(row.command_id))
    return Refused(
        "seat_empty",
        N_(
            "Nobody sits at table %(table)s, seat %(seat)s: %(player)s went out there, entered by %(operator)s"
            " at %(time)s."
        ),
        rule="ADTP.7",
        table=table_number,
        seat=seat_number,
        player=row.entry.player.public_name,
        operator=asked.label if asked else "?",
        time=row.at.astimezone(ZoneInfo(row.tournament.venue.timezone)).strftime("%H:%M"),
    )
