"""What somebody else has done already: for the page that has not heard of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

from django.db import connection

from dispatch.facts import CommandId
from dispatch.queries import command_by_id, latest_facts
from rules.refusals import N_, Refused
from tournaments.facts import CLOCK_KINDS, tournament_stream, venue_stream
from tournaments.models import Elimination, Entry, Registration, Tournament

# The code of a refusal that says "it is done": the facts that did it, and the names by which fact and act know what was
# acted on (none where there is one of it in a tournament). An act and its refusal call a table also "table_number".
_DONE_BY: Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "already_registered": (("registration_made", "entry_paid"), ("player_id",)),
    "already_cancelled": (("registration_cancelled",), ("registration_id",)),
    "not_pending": (("entry_paid",), ("player_id",)),
    "already_started": (("tournament_started",), ()),
    "already_closed": (("entries_closed",), ()),
    "not_a_draft": (("tournament_published",), ()),
    "not_announced": (("registration_opened",), ()),
    "not_running": (("tournament_finished", "tournament_cancelled"), ()),
    "tournament_over": (("tournament_finished", "tournament_cancelled"), ()),
    "not_finished": (("finish_undone",), ()),
    "already_paid": (("prize_paid",), ("award_id",)),
    "not_paid": (("prize_payment_undone",), ("award_id",)),
    "prize_paid": (("prize_paid",), ("place",)),
    "award_void": (("prize_taken_back",), ("award_id",)),
    "deal_made": (("deal_made",), ()),
    "deal_open": (("deal_proposed",), ()),
    "deal_decided": (("deal_made", "deal_withdrawn", "deal_vetoed"), ("deal_id",)),
    "takers_named": (("takers_named", "player_eliminated"), ("elimination_id",)),
    "already_halted": (("table_halted",), ("table",)),
    "table_is_halted": (("table_halted",), ("table",)),
    "not_halted": (("table_resumed",), ("table",)),
    "table_is_broken": (("table_broken",), ("table",)),
    "already_hand_for_hand": (("clock_went_hand_for_hand",), ()),
    "not_hand_for_hand": (("clock_left_hand_for_hand",), ()),
    "hand_already_done": (("hand_done",), ("table",)),
    "round_over": (("hand_for_hand_round_completed",), ("round",)),
    "seat_taken": (("player_seated",), ("table", "seat")),
    "already_there": (("player_seated",), ("table", "seat")),
    "other_table": (("player_seated",), ("entry_id",)),
    "not_seated": (("player_eliminated",), ("entry_id",)),
    "proposal_stale": (("player_seated", "player_eliminated", "move_undone", "elimination_undone"), ()),
    "nothing_to_serve": (("penalty_hand_served", "penalty_undone"), ("penalty_id",)),
    "clock_paused": (("clock_paused",), ()),
    "clock_running": (("clock_resumed",), ()),
    "not_the_last_change": (CLOCK_KINDS, ()),
    "level_moved": (CLOCK_KINDS, ()),
    "already_frozen": (("venue_frozen",), ()),
    "not_frozen": (("venue_thawed",), ()),
}
_OF_THE_VENUE = ("already_frozen", "not_frozen")
# What is undone already: the fact of the undoing, and what it names.
_UNDONE = {
    "elimination_id": "elimination_undone",
    "move_id": "move_undone",
    "naming_id": "takers_naming_undone",
    "award_id": "prize_payment_undone",
    "penalty_id": "penalty_undone",
    "purchase_id": "chips_taken_back",
    "registration_id": "registration_cancelled",
}
_LONGEST_LOOK = 2_000  # facts of a kind: who acts on a page that is older than that is told without a name


def done_by(tournament_id: int, *, code: str, about: Mapping[str, Any]) -> tuple[str, datetime] | None:
    """Who did what a refusal with this code says is done, and when, in the time zone of the venue.

    about: the arguments of the act that was refused, with the refusal's own values. None where the record does not say.
    """
    if code == "already_undone":
        kinds: tuple[str, ...]
        things: tuple[str, ...]
        thing = next((name for name in _UNDONE if about.get(name) is not None), None)
        kinds, things = ((_UNDONE[thing],), (thing,)) if thing else (("break_undone",), ())
    elif code in _DONE_BY:
        kinds, things = _DONE_BY[code]
    else:
        return None
    venue_id, zone = Tournament.objects.values_list("venue_id", "venue__timezone").get(pk=tournament_id)
    wanted = {name: _named(name, about) for name in things}
    facts = latest_facts(
        stream=venue_stream(venue_id) if code in _OF_THE_VENUE else tournament_stream(tournament_id),
        kinds=kinds,
        audiences=("public", "staff"),
        limit=_LONGEST_LOOK if things else 1,
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
    """Whether a refusal with this code says that what was asked is done already."""
    return code == "already_undone" or code in _DONE_BY


def tournament_of(about: Mapping[str, Any]) -> int | None:
    """The tournament that the arguments of an act name, or that of the entry or bust they name."""
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
    """Which of these commands were taken back already, whatever of it stands on the page. moved: those whose deed was to
    move people; a bust seats alternates, too, and is not about them."""
    with connection.cursor() as cursor:
        cursor.execute(
            _TAKEN_BACK,
            {"asked": list(asked), "moved": list(moved), "tournament": tournament_id},
        )
        return {row[0] for row in cursor.fetchall()}
