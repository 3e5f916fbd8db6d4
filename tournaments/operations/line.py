"""The line of those who wait for a seat: nobody pays for a place in it that was not agreed to."""

from __future__ import annotations

from typing import Any

from django.db import connection

from rules import validation
from rules.refusals import N_, Refused
from tournaments.models import Entry, EntryState
from tournaments.queries.entry_context import EntryContext
from tournaments.queries.line import MOST_IN_LINE, next_in_line


def lock_line(desk: EntryContext) -> None:
    """Lock the line: before the start those who stand in it come one by one, so that each number is told to one person."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_advisory_xact_lock(hashtextextended('tournament line ' || %s::bigint, 0))",
            [desk.tournament_id],
        )


def agreed_line(waits: Any) -> int | None:
    """Return the number in line that somebody agreed to, as it was sent; 0: only a seat; None: nothing was said."""
    return None if waits is None else validation.integer("waits", waits, high=MOST_IN_LINE)


def check_line(desk: EntryContext, *, waits: int | None) -> None:
    """Check whether an entry that has to wait may: nobody pays for a place in line he was not told of.

    `waits`: at most this number in line was agreed to, 0 only for a seat; None: any, as it comes.
    Refusal: ``line_is_longer``. Rule: SCPT.H
    """
    if waits is None:
        return
    # all of the line: numbers of entries are given out before their turn comes, so one with a lower number may be behind
    line = Entry.objects.filter(tournament_id=desk.tournament_id, state=EntryState.WAITING).count()
    if line > waits:
        raise _longer(line)


def check_still_agreed(tournament_id: int, *, waits: int | None) -> None:
    """Check, before money is taken for a seat that is given later, that the tournament is as full as the payer was told.

    Refusals: ``line_is_longer``, ``no_seat_free``. Rule: SCPT.H
    """
    if waits is None:
        return
    now = next_in_line(tournament_id)
    if now.closed:
        raise no_seat_free()
    if now.agreed > waits:
        raise _longer(now.agreed)


def _longer(line: int) -> Refused:
    return Refused(
        "line_is_longer",
        N_(
            "No seat is free any more: this entry would be number %(line)s in line. Nothing was charged; pay again if"
            " that is agreed."
        ),
        rule="SCPT.H",
        line=line,
    )


def no_seat_free() -> Refused:
    return Refused(
        "no_seat_free",
        N_("No seat is free and this tournament keeps no list of alternates."),
        rule="SCPT.H",
    )
