"""How many are in, how much chips, how far: the counts of a tournament."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db.models import Count, Q

from dispatch.reading import read_once
from rules.chips import average
from tournaments.models import Elimination, Entry, EntryState, Field, TournamentState
from tournaments.queries.announcements import announced_tournament
from tournaments.queries.public_view import PublicView, public_state, public_view


@read_once
def field_of(tournament_id: int) -> Field | None:
    """Return the room's own counts of a tournament; None before the start."""
    return Field.objects.filter(pk=tournament_id).first()


def entries_closed(tournament_id: int) -> bool:
    """Return whether entries of a running tournament are closed."""
    return Field.objects.filter(pk=tournament_id, entries_closed_at__isnull=False).exists()


def _out_in_hand(field: Field, *, told: PublicView | None) -> int:
    """How many went out in the hand that is still played together; their places are open. Rule: PT-T.49, ADTP.P16"""
    if not field.hand_for_hand:
        return 0
    out = Elimination.objects.filter(tournament_id=field.pk, hand_for_hand_round=field.hand_for_hand_round)
    if told is None:
        return out.filter(undone_at__isnull=True, out_before__isnull=True).count()
    return out.filter(Q(undone_at__isnull=True) | Q(undone_at__gt=told.until), at__lte=told.until).count()


def counts_payload(tournament_id: int, *, seen_at: datetime | None) -> dict[str, Any]:
    """Return how many, how much chips, how far: everything on the clock screen that is no clock and no money. seen_at: as the public
    knows it at this instant; None: as it is. Rule: PT-H.11
    """
    tournament = announced_tournament(tournament_id)
    field = field_of(tournament_id)
    told = public_view(tournament, seen_at=seen_at)
    state = public_state(tournament, seen_at=seen_at)
    if told is not None:
        field = told.field
    if field is None:
        counted = Entry.objects.filter(
            tournament_id=tournament_id, state__in=[EntryState.REGISTERED, EntryState.WAITING]
        ).aggregate(
            entries=Count("pk"),
            players=Count("player_id", distinct=True),
            waiting=Count("pk", filter=Q(state=EntryState.WAITING)),
        )
        total, unique, waiting = counted["entries"], counted["players"], counted["waiting"]
        left, chips = total - waiting, (total - waiting) * tournament.starting_stack_chips
    else:
        total, unique, waiting = field.entries_total, field.entries_unique, field.waiting
        left, chips = field.players_left, field.chips_issued - field.chips_removed
    return {
        "state": state,
        "entries_total": total,
        "entries_unique": unique,
        "re_entries": total - unique,
        "players_left": left,
        # who goes out in the same hand of hand-for-hand shares a place with them: none of theirs is decided before its end
        "out_in_hand": _out_in_hand(field, told=told) if field else 0,
        "waiting": waiting,
        "chips_in_play": chips,
        "average_chips": average(chips, players=left),
        "currency": tournament.currency,
        "guarantee_cents": tournament.guarantee_cents,
        "hand_for_hand": bool(field and field.hand_for_hand),
        # which hand of this hand-for-hand
        "hand_for_hand_round": field.hand_number(field.hand_for_hand_round) if field else 0,
        "final_table": bool(field and field.at_final_table),
        # more players came than one table seats: with a single table nothing was reached
        "final_table_reached": bool(
            field
            and field.at_final_table
            and (field.final_table_at is not None or field.entries_unique > tournament.seats_per_table)
        ),
        "late_registration_open": bool(field and field.entries_closed_at is None),
        # who comes after late registration still stands in line, behind others (ADTP.8B)
        "line_enters": bool(
            field and field.waiting and tournament.policies.get("late_entry_while_alternates_wait")
        ),
        # one player holds all chips and nobody can come: the room waits for the result
        "decided": bool(
            field
            and state == TournamentState.RUNNING
            and field.entries_closed_at is not None
            and field.players_left + field.waiting == 1
        ),
        # a place once read holds while this stays, but for one down with every late entry
        "undone": field.undone if field else 0,
        # why it is not held, as everybody reads it
        "cancel_reason": tournament.cancel_reason,
    }
