"""What the public learns of a tournament no sooner than who looks on at its tables. Needs an open command."""

from __future__ import annotations

from datetime import datetime, timedelta

from dispatch import prepared
from dispatch.commands import at_end, current_instant
from tournaments.models import UntoldField

# another process's clock may be behind
_SLACK = timedelta(minutes=1)

_BEFORE = """
SELECT (to_jsonb(f) || jsonb_build_object('clock', to_jsonb(c)))::text,
       (SELECT max(p.onlookers_delay_seconds) FROM play_playtable p
        WHERE p.tournament_id = f.tournament_id AND NOT p.stage = 'closed')
FROM tournaments_field f LEFT JOIN tournaments_clock c ON c.tournament_id = f.tournament_id
WHERE f.tournament_id = %s::bigint
"""

# only where something has changed by the end of the command, but that nobody can enter any more: no card tells that. Nothing is told
# before what came before it
_KEEP = """
INSERT INTO tournaments_untoldfield (tournament_id, at, shown_at, before)
SELECT f.tournament_id, %s::timestamptz,
       greatest(%s::timestamptz,
                (SELECT max(u.shown_at) FROM tournaments_untoldfield u WHERE u.tournament_id = f.tournament_id)),
       %s::jsonb
FROM tournaments_field f JOIN tournaments_tournament t ON t.id = f.tournament_id
WHERE f.tournament_id = %s::bigint
  AND (NOT t.state = 'running'
       OR to_jsonb(f) - 'entries_closed_at' IS DISTINCT FROM %s::jsonb - 'entries_closed_at' - 'clock')
"""


def keep_untold(tournament_id: int) -> None:
    """Keep how the field of a tournament that is played online stands now, until the public may know of what the open command changes.

    The field is locked. Where nothing is changed, or its tables are seen as they are, nothing is kept. Rule: PT-H.11
    """
    at = current_instant()
    found = prepared.rows(_BEFORE, [tournament_id])
    if at is None or not found or not found[0][1]:
        return
    before, late_seconds = found[0]
    shown_at = at + timedelta(seconds=late_seconds)
    at_end((_KEEP, [at, shown_at, before, tournament_id, before]))


def forget_shown(*, at: datetime) -> None:
    """Forget how fields were before changes that everybody knows by now."""
    UntoldField.objects.filter(shown_at__lt=at - _SLACK).delete()
