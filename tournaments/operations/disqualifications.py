"""A disqualification lifted, and restored. Needs an open command."""

from __future__ import annotations

from datetime import datetime

from dispatch.commands import record
from rules.refusals import N_, Refused
from tournaments.facts.eliminations import (
    DisqualificationFact,
    DisqualificationLifted,
    DisqualificationRestored,
)
from tournaments.models import Elimination, Entry, EntryState, Tournament

# with these the person is out of the event for good, unless the director lifts it (ADTP.67D, SCPT.F)
DISQUALIFIED = ("disqualified", "under_age")


def _lock_disqualification(elimination_id: int) -> Elimination:
    row = (
        Elimination.objects.select_for_update(of=("self",))
        .select_related("entry__player")
        .get(pk=elimination_id)
    )
    if row.reason not in DISQUALIFIED or row.undone_at is not None:
        raise _not_disqualified()
    return row


def _not_disqualified() -> Refused:
    return Refused(
        "not_disqualified",
        N_("This disqualification does not stand so any more. Reload the page."),
        rule="ADTP.67D",
    )


def lift_disqualification(
    tournament: Tournament, *, elimination_id: int, reason: str, at: datetime
) -> Elimination:
    """Let a disqualified person enter again; the elimination stays. Refusals: ``not_disqualified``. Rule: ADTP.67D"""
    row = _lock_disqualification(elimination_id)
    if row.lifted_at is not None:
        raise _not_disqualified()
    row.lifted_at, row.lift_reason = at, reason
    row.save(update_fields=["lifted_at", "lift_reason"])
    _tell_disqualification(DisqualificationLifted, tournament, row, reason=reason)
    return row


def restore_disqualification(tournament: Tournament, *, elimination_id: int) -> Elimination:
    """Let a disqualification count again, unless the person has entered meanwhile. Refusals: ``not_disqualified``, ``reentered_since``.

    Rule: ADTP.67D"""
    row = _lock_disqualification(elimination_id)
    if row.lifted_at is None:
        raise _not_disqualified()
    if (
        Entry.objects.filter(
            tournament_id=tournament.pk, player_id=row.entry.player_id, ordinal__gt=row.entry.ordinal
        )
        .exclude(state=EntryState.CANCELLED)
        .exists()
    ):
        raise Refused(
            "reentered_since",
            N_("%(player)s has entered again since. Disqualify the new entry instead."),
            rule="ADTP.67D",
            player=row.entry.player.public_name,
        )
    row.lifted_at, row.lift_reason = None, ""
    row.save(update_fields=["lifted_at", "lift_reason"])
    _tell_disqualification(DisqualificationRestored, tournament, row, reason="")
    return row


def _tell_disqualification(
    fact: type[DisqualificationFact], tournament: Tournament, row: Elimination, *, reason: str
) -> None:
    record(
        fact(
            tournament_id=tournament.pk,
            player_id=row.entry.player_id,
            lifted_id=row.pk,
            entry_id=row.entry_id,
            name=row.entry.player.public_name,
            reason=reason,
        )
    )
