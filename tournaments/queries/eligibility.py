"""Whether a person is welcome, old enough, and not put out for good."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from django.db import connection

from rules.entries import check_age, check_cancel, check_registration_open, registration_opens
from rules.refusals import N_, Refused
from tournaments.models import Elimination, Field, TournamentState
from tournaments.queries.entry_context import EntryContext, look


@dataclass(frozen=True, slots=True, kw_only=True)
class BarredView:
    """A disqualification that stands: the elimination behind it, why, and the seat it happened at."""

    elimination_id: int
    reason: str  # disqualified, under_age
    at: datetime


def barred_of(tournament_id: int, *, player_id: int) -> BarredView | None:
    """Return what keeps a player out of this tournament for good, unless the director lifts it. Rule: ADTP.67D"""
    row = Elimination.objects.filter(
        entry__tournament_id=tournament_id,
        entry__player_id=player_id,
        undone_at__isnull=True,
        lifted_at__isnull=True,
        reason__in=("disqualified", "under_age"),
    ).first()
    return None if row is None else BarredView(elimination_id=row.pk, reason=row.reason, at=row.at)


_EXCLUDED_WITH_ENTRIES = """
SELECT DISTINCT x.player_id, x.venue_id FROM people_exclusion x
JOIN tournaments_registration r ON r.player_id = x.player_id AND r.state <> 'cancelled'
JOIN tournaments_tournament t ON t.id = r.tournament_id AND t.state IN ('announced', 'registering', 'running')
WHERE x.lifted_at IS NULL AND x.from_at <= %(at)s AND (x.until_at IS NULL OR x.until_at > %(at)s)
  AND (x.venue_id IS NULL OR x.venue_id = t.venue_id)
  AND NOT EXISTS (SELECT FROM tournaments_entry e WHERE e.registration_id = r.id AND e.state IN ('playing', 'out')
                  AND NOT EXISTS (SELECT FROM tournaments_entry w WHERE w.registration_id = r.id AND w.state = 'waiting'))
  AND NOT EXISTS (SELECT FROM tournaments_field f WHERE f.tournament_id = t.id AND f.entries_closed_at IS NOT NULL)
LIMIT 100
"""


def excluded_with_entries(*, at: datetime) -> list[tuple[int, int | None]]:
    """Return (player, venue or everywhere) of exclusions that have begun and whose players still stand in a list."""
    with connection.cursor() as cursor:
        cursor.execute(_EXCLUDED_WITH_ENTRIES, {"at": at})
        found: list[tuple[int, int | None]] = cursor.fetchall()
    return found


def check_welcome(desk: EntryContext) -> None:
    """Check that a player is not excluded, by the house or by oneself, nor blocked as under age; a simulated player
    comes to rehearsals only.

    Refusals: ``excluded``, ``identity_block``, ``simulated_player``. Rule: PT-T.21, SCPT.F"""
    if desk.rehearses_only:
        raise Refused(
            "simulated_player",
            N_("%(player)s is a simulated player and enters practice only. Choose a person."),
            rule="SCPT.F",
            player=desk.public_name,
        )
    if desk.excluded == "identity":
        raise Refused(
            "identity_block",
            N_("This player was removed as under age. The desk must check the identity document first."),
            rule="SCPT.F",
        )
    if desk.excluded:
        raise Refused(
            "excluded",
            N_("This player is excluded from playing at present. Ask the director in private."),
            rule="PT-T.21",
        )


def check_open(desk: EntryContext, *, field: Field | None, at: datetime) -> None:
    """Check whether people enter this tournament now.

    Refusals: ``registration_not_open_yet``, ``late_reg_closed``, ``tournament_over``. Rule: SCPT.B, SCPT.H, ADTP.8B
    """
    if desk.offer.state in (TournamentState.DRAFT, TournamentState.ANNOUNCED):
        opens = registration_opens(desk.offer.registration_opens_at, starts_at=desk.offer.starts_at)
        raise Refused(
            "registration_not_open_yet",
            N_("Registration opens at %(opens_at)s."),
            rule="SCPT.B",
            opens_at=opens.astimezone(ZoneInfo(desk.offer.timezone)).isoformat(),
        )
    check_registration_open(
        desk.situation(at, alternates_waiting=field.waiting if field else 0), desk.offer.policies
    )
    if field is not None and field.entries_closed_at is not None:
        raise Refused("late_reg_closed", N_("Registration for this tournament has closed."), rule="ADTP.8B")


def why_no_entry(tournament_id: int, *, player_id: int, at: datetime) -> Refused | None:
    """Return why a person is not entered now, whatever is paid: not welcome, or nobody enters; told before a form is shown.

    Refusals: ``not_found``. Rule: SCPT.B, ADTP.8B, PT-T.21
    """
    person = look(tournament_id=tournament_id, player_id=player_id, at=at)
    try:
        check_welcome(person)
        check_open(person, field=Field.objects.filter(pk=tournament_id).first(), at=at)
    except Refused as no:
        return no
    return None


def late_registration_is_over(tournament_id: int, *, player_id: int, at: datetime) -> bool:
    """Return whether late registration is over: who gives an entry back does not come in again. Rule: ADTP.8B"""
    no = why_no_entry(tournament_id, player_id=player_id, at=at)
    return no is not None and no.code == "late_reg_closed"


def why_no_own_cancelling(tournament_id: int, *, player_id: int, waits: bool, at: datetime) -> Refused | None:
    """Return why a player does not cancel the own paid entry now; None where it can be done. Rule: SCPT.H, SCPT.I, PT-T.24"""
    person = look(tournament_id=tournament_id, player_id=player_id, at=at)
    try:
        check_cancel(person.situation(at, is_alternate=waits), person.offer.policies)
    except Refused as no:
        return no
    return None


def check_still_old_enough(desk: EntryContext, *, at: datetime) -> None:
    """Who comes back or buys chips is asked like a newcomer: welcome, and of age by a checked document.

    Refusals: those of `check_welcome`, ``birth_date_missing``, ``under_age``, ``identity_not_checked``.
    Rule: SCPT.F, PT-T.21
    """
    check_welcome(desk)
    check_age(desk.situation(at), desk.offer.policies)
