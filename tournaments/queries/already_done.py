"""What somebody else has done already: for the page that has not heard of it.

Which facts say so stands on the cards of the commands that do it (`dispatch.cards.AlreadyDone`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

from django.db import connection

from dispatch.cards import done_by_code
from dispatch.facts import CommandId
from dispatch.queries import command_by_id, latest_facts
from rules.refusals import N_, Refused
from tournaments.models import Elimination, Entry, Registration, Tournament
from tournaments.streams import tournament_stream, venue_stream

_LONGEST_LOOK = 2_000  # facts of a kind: who acts on a page that is older than that is told without a name


def done_by(tournament_id: int, *, code: str, about: Mapping[str, Any]) -> tuple[str, datetime] | None:
    """Return who did what a refusal with this code says is done, and when, in the time zone of the venue.

    about: the arguments of the act that was refused, with the refusal's own values. None where the record does not say.
    """
    ways = done_by_code().get(code, ())
    # several where the code says only that something was undone: by what names it
    way = next(
        (way for way in ways if len(ways) == 1 or all(about.get(name) is not None for name in way.names)),
        None,
    )
    if way is None:
        return None
    venue_id, zone = Tournament.objects.values_list("venue_id", "venue__timezone").get(pk=tournament_id)
    wanted = {name: _named(name, about) for name in way.names}
    facts = latest_facts(
        stream=venue_stream(venue_id) if way.of_venue else tournament_stream(tournament_id),
        kinds=way.facts,
        audiences=("public", "staff"),
        limit=_LONGEST_LOOK if way.names else 1,
    )
    fact = next((f for f in facts if all(f.body.get(name) == value for name, value in wanted.items())), None)
    return None if fact is None else (fact.label, fact.at.astimezone(ZoneInfo(zone)))


def _named(name: str, about: Mapping[str, Any]) -> Any:
    if name == "player_id" and about.get("player_id") is None and about.get("registration_id") is not None:
        return (
            Registration.objects.filter(pk=about["registration_id"])
            .values_list("player_id", flat=True)
            .first()
        )
    busts = about.get("busts")
    if name == "entry_id" and isinstance(busts, list) and len(busts) == 1 and isinstance(busts[0], dict):
        return busts[0].get("entry_id")
    return next((about[key] for key in (name, f"{name}_number") if about.get(key) is not None), None)


def is_done(code: str) -> bool:
    """Return whether a refusal with this code says that what was asked is done already."""
    return code in done_by_code()


def tournament_of(about: Mapping[str, Any]) -> int | None:
    """Return the tournament that the arguments of an act name, or that of the entry or bust they name."""
    if about.get("tournament_id") is not None:
        return int(about["tournament_id"])
    for name, model in (
        ("entry_id", Entry),
        ("elimination_id", Elimination),
        ("registration_id", Registration),
    ):
        if about.get(name) is not None:
            found = (
                model._default_manager.filter(pk=about[name]).values_list("tournament_id", flat=True).first()
            )
            return None if found is None else int(found)
    return None


def nobody_sits(tournament_id: int, *, table_number: int, seat_number: int) -> Refused:
    """Return the no to an act on an empty seat: who went out there last, when, and who of the staff entered it."""
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


_TAKEN_BACK = """
SELECT command_id FROM tournaments_elimination WHERE command_id = ANY(%(asked)s)
    GROUP BY command_id HAVING bool_and(undone_at IS NOT NULL)
UNION ALL SELECT command_id FROM tables_move WHERE command_id = ANY(%(moved)s)
    GROUP BY command_id HAVING bool_and(undone_at IS NOT NULL)
UNION ALL SELECT command_id FROM tournaments_takersnaming WHERE command_id = ANY(%(asked)s) AND undone_at IS NOT NULL
UNION ALL SELECT command_id FROM tournaments_purchase WHERE command_id = ANY(%(asked)s)
    GROUP BY command_id HAVING bool_and(undone_at IS NOT NULL)
UNION ALL SELECT e.command_id FROM tournaments_entry e
    WHERE e.tournament_id = %(tournament)s AND e.state = 'cancelled' AND e.command_id = ANY(%(asked)s)
"""


def taken_back(tournament_id: int, *, asked: Sequence[UUID], moved: Sequence[UUID]) -> set[UUID]:
    """Return which of these commands were taken back already, whatever of it stands on the page. moved: those whose
    command was to move people; a bust seats alternates, too, and is not about them.
    """
    with connection.cursor() as cursor:
        cursor.execute(
            _TAKEN_BACK,
            {"asked": list(asked), "moved": list(moved), "tournament": tournament_id},
        )
        return {row[0] for row in cursor.fetchall()}
