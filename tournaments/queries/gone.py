"""What somebody else has done already: for the page that has not heard of it."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from dispatch.facts import CommandId
from dispatch.queries import command_by_id, latest_facts
from rules.refusals import N_, Refused
from tournaments.facts import tournament_stream
from tournaments.models import Elimination, Tournament

# The code of a refusal that says "it is done": the facts that did it, and the name by which fact and act know what
# was acted on ("" where there is one of it in a tournament).
_DONE_BY: Mapping[str, tuple[tuple[str, ...], str]] = {
    "already_registered": (("registration_made", "entry_paid"), "player_id"),
    "already_cancelled": (("registration_cancelled",), "registration_id"),
    "already_started": (("tournament_started",), ""),
    "already_closed": (("entries_closed",), ""),
    "already_paid": (("prize_paid",), "award_id"),
    "already_halted": (("table_halted",), "table"),
    "already_hand_for_hand": (("clock_went_hand_for_hand",), ""),
    "hand_already_done": (("hand_done",), "table"),
    "clock_paused": (("clock_paused",), ""),
    "clock_running": (("clock_resumed",), ""),
}


def done_by(tournament_id: int, *, code: str, about: Mapping[str, Any]) -> tuple[str, datetime] | None:
    """Who did what a refusal with this code says is done, and when, in the time zone of the venue.

    about: the arguments of the act that was refused. None where the record does not say.
    """
    if code not in _DONE_BY:
        return None
    kinds, thing = _DONE_BY[code]
    wanted = about.get(thing, about.get(f"{thing}_number"))
    facts = latest_facts(
        stream=tournament_stream(tournament_id), kinds=kinds, audiences=("public", "staff"), limit=20_000
    )
    fact = next((f for f in facts if not thing or f.body.get(thing) == wanted), None)
    if fact is None:
        return None
    zone = Tournament.objects.values_list("venue__timezone", flat=True).get(pk=tournament_id)
    return fact.label, fact.at.astimezone(ZoneInfo(zone))


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
