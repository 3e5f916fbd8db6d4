"""The end of entries: places are final and the prizes are fixed."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from dispatch.commands import record
from dispatch.facts import CommandId
from payouts.operations import award, fix_prizes
from rules.policies import from_dict as policies_from
from tournaments.facts.entries import EntriesClosed
from tournaments.models import Elimination, Field, Tournament, TournamentState
from tournaments.operations import clock

# of those out before entries closed, the best placed: nobody pays more places than that before the field is closed
MOST_AWARDED_AT_ONCE = 2_000


def close_entries(
    tournament: Tournament, *, at: datetime, command_id: UUID, by_director: bool = False
) -> bool:
    """Close entries: places are final and the prizes are fixed. Twice is once.

    Where the rule set lets people enter while alternates wait, this waits for the line to be empty (call it again),
    unless the director closes. Returns whether entries are closed.
    Rule: SCPT.H, ADTP.8B, PT-T.34
    """
    field = Field.objects.select_for_update().get(pk=tournament.pk)
    if field.entries_closed_at is not None:
        return True
    policies = policies_from(tournament.policies)
    if policies.late_entry_while_alternates_wait and field.waiting > 0 and not by_director:
        return False
    field.entries_closed_at = at
    field.save(update_fields=["entries_closed_at"])
    record(
        EntriesClosed(
            tournament_id=tournament.pk,
            at_final_table=field.at_final_table,
            entries_total=field.entries_total,
            entries_unique=field.entries_unique,
            rebuys=field.rebuys,
            add_ons=field.add_ons,
        )
    )
    fix_prizes(tournament, field=field, at=at, command_id=CommandId(command_id))
    gone = list(
        Elimination.objects.filter(
            tournament=tournament, undone_at__isnull=True, out_before__isnull=False
        ).order_by("-out_before")[:MOST_AWARDED_AT_ONCE]
    )
    if gone:
        award(tournament, field=field, eliminations=gone, at=at, command_id=CommandId(command_id))
    if tournament.state == TournamentState.RUNNING and field.players_left + field.waiting == 1:
        clock.stand_decided(tournament, at=at)
    return True
