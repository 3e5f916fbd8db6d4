"""A tournament that does not take place: everybody is paid back, nobody stays in."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from django.db.models import F, Q

from dispatch.commands import record
from dispatch.facts import CommandId
from payouts.operations import lapse, refund_all
from payouts.operations.refunds import WentBack
from play.operations.events import close_event_tables
from rules.refusals import N_, Refused
from tables.models import Seat, Table
from tournaments.facts.announcements import TournamentCancelled
from tournaments.models import (
    LIVE,
    Entry,
    EntryState,
    Field,
    Registration,
    RegistrationState,
    Slot,
    Tournament,
    TournamentState,
)
from tournaments.operations.announcing import revised
from tournaments.operations.clock import stop_clock
from tournaments.queries.debts import rebuys_owed


def cancel(
    tournament: Tournament,
    *,
    reason: str,
    prizes_stand: bool = False,
    counts_reason: str = "",
    at: datetime,
    command_id: UUID,
) -> WentBack:
    """Cancel a locked tournament, in a fixed number of statements whatever its field; what went back.

    prizes_stand, counts_reason: see payouts.operations.refunds.

    Refusals: ``tournament_over``, ``prizes_already_credited``, ``nobody_active``, ``chips_not_accounted``.
    Rule: PT-T.36, PT-T.37, PT-T.38, SCPT.D, SCPT.J
    """
    if tournament.state in (TournamentState.FINISHED, TournamentState.CANCELLED):
        raise Refused(
            "tournament_over", N_("This tournament is over; nobody can enter it any more."), rule="ADTP.8B"
        )
    waiting = rebuys_owed(tournament.pk)
    if waiting is not None:
        raise waiting
    running = tournament.state == TournamentState.RUNNING
    draft = tournament.state == TournamentState.DRAFT
    if running:
        Field.objects.select_for_update().get(pk=tournament.pk)
        close_event_tables(tournament, at=at)
        lapse(tournament, at=at)
    # the refunds look at who is still in: they come first
    back = refund_all(
        tournament,
        at=at,
        command_id=CommandId(command_id),
        prizes_stand=prizes_stand,
        counts_reason=counts_reason,
    )
    Slot.objects.filter(tournament=tournament, entry__isnull=False).update(entry=None)
    Seat.objects.filter(table__tournament=tournament, entry__isnull=False).update(
        entry=None, since=None, verified_at=None, waits_for_button=False, away=False
    )
    # nobody sits any more, and the numbers are free for others
    Table.objects.filter(Q(players__gt=0) | Q(room__isnull=False), tournament=tournament).update(
        players=0, room=None
    )
    Entry.objects.filter(LIVE, tournament=tournament).update(state=EntryState.CANCELLED)
    standing = Registration.objects.filter(tournament=tournament).exclude(state=RegistrationState.CANCELLED)
    players = list(standing.order_by("player_id").values_list("player_id", flat=True))
    standing.update(state=RegistrationState.CANCELLED, cancelled_at=at, cancel_reason=reason)
    if running:
        stop_clock(tournament, at=at)
        Field.objects.filter(pk=tournament.pk).update(
            players_left=0, waiting=0, chips_removed=F("chips_issued"), entries_closed_at=at
        )
    tournament.state = TournamentState.CANCELLED
    tournament.cancelled_at = at
    tournament.cancel_reason = reason
    fields = ["state", "cancelled_at", "cancel_reason", *revised(tournament, at=at)]
    tournament.save(update_fields=fields)
    t = tournament.pk
    record(
        TournamentCancelled(tournament_id=t, draft=draft, players=players, reason=reason, after_start=running)
    )
    return back
