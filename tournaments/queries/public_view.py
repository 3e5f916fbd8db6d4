"""What the public knows of a tournament at an instant: one that is played online it learns as late as who looks on sees its tables.

Everything that tells the public who is out, in which place, how many are left and who won asks here, so that all of it is of one moment.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, TypeVar

from django.db.models import Max, Model, Q, QuerySet

from dispatch.reading import read_once
from tables.models import Move, MoveReason
from tournaments.models import (
    Clock,
    Elimination,
    Entry,
    EntryState,
    Field,
    Tournament,
    TournamentState,
    UntoldField,
)

_M = TypeVar("_M", bound=Model)

_INSTANT = timedelta(microseconds=1)
# who reads again what is told meanwhile may be late by so much
_SHOWN_JUST_NOW = timedelta(seconds=10)
# after this everything is told, whatever the delay was
_LONGEST = timedelta(minutes=15)


@dataclass(frozen=True, slots=True, kw_only=True)
class PublicView:
    """What the public knows of a tournament that was played on since: everything that happened until then, and the counts as they were.

    clock: as it was before the tournament ended, where that is not told; None where it is the clock of now.
    """

    until: datetime
    field: Field
    clock: Clock | None


def public_view(tournament: Tournament, *, seen_at: datetime | None) -> PublicView | None:
    """Return what the public knows at an instant, where that is less than what happened; None where it knows all of it. seen_at: None for who
    sees the present. Rule: PT-H.11
    """
    if seen_at is None or not tournament.online:
        return None
    over = tournament.state == TournamentState.FINISHED
    if over:
        if tournament.finished_at is None or tournament.finished_at < seen_at - _LONGEST:
            return None
    elif tournament.state != TournamentState.RUNNING:
        return None
    return _public_view(tournament.pk, seen_at=seen_at, over=over)


@read_once
def _public_view(tournament_id: int, *, seen_at: datetime, over: bool) -> PublicView | None:
    kept = list(
        UntoldField.objects.filter(tournament_id=tournament_id, shown_at__gt=seen_at)
        .order_by("pk")
        .values_list("at", "before")
    )
    if not kept:
        return None
    at, before = kept[0]
    # the clock stands with the end
    clock = kept[-1][1]["clock"] if over else None
    return PublicView(
        until=at - _INSTANT,
        field=_as_it_was(Field, before),
        clock=None if clock is None else _as_it_was(Clock, clock),
    )


def _as_it_was(model: type[_M], before: dict[str, Any]) -> _M:
    """A row that was kept as JSON; what the program has learned since has the value with which it came."""
    fields = {one.column: one for one in model._meta.concrete_fields}
    known = {
        fields[column].attname: fields[column].to_python(value)
        for column, value in before.items()
        if column in fields
    }
    return model(**known)


def public_state(tournament: Tournament, *, seen_at: datetime | None) -> str:
    """Return the state of a tournament as the public knows it: one whose end is not told is running. Rule: PT-H.11"""
    if tournament.state != TournamentState.FINISHED or public_view(tournament, seen_at=seen_at) is None:
        return tournament.state
    return TournamentState.RUNNING.value


def public_eliminations(tournament_id: int, *, told: PublicView | None) -> QuerySet[Elimination]:
    """Return the eliminations that stand and are placed, of which the public knows. Rule: PT-H.11, PT-T.49"""
    placed = Elimination.objects.filter(tournament_id=tournament_id, out_before__isnull=False)
    if told is None:
        return placed.filter(undone_at__isnull=True)
    known = placed.filter(Q(undone_at__isnull=True) | Q(undone_at__gt=told.until), at__lte=told.until)
    if told.field.hand_for_hand:
        # of the hand that was still played then the places were open
        known = known.exclude(hand_for_hand_round__gte=told.field.hand_for_hand_round)
    return known


def public_entries(tournament_id: int, *, told: PublicView | None) -> QuerySet[Entry]:
    """Return the entries that play, as far as the public knows. Rule: PT-H.11"""
    entries = Entry.objects.filter(tournament_id=tournament_id)
    if told is None:
        return entries.filter(state=EntryState.PLAYING)
    out = Elimination.objects.filter(tournament_id=tournament_id, undone_at__isnull=True, at__gt=told.until)
    # who came from the line since had paid before
    came = Move.objects.filter(tournament_id=tournament_id, reason=MoveReason.ALTERNATE, at__gt=told.until)
    return entries.filter(
        Q(state=EntryState.PLAYING) | Q(pk__in=list(out.values_list("entry_id", flat=True))),
        paid_at__lte=told.until,
    ).exclude(pk__in=list(came.values_list("entry_id", flat=True)))


def seats_of_untold_outs(tournament_id: int, *, told: PublicView | None) -> dict[int, tuple[int, int]]:
    """Return where those sat of whom the public does not know that they are out, by entry: (table, seat). Rule: PT-H.11"""
    if told is None:
        return {}
    out = Elimination.objects.filter(tournament_id=tournament_id, undone_at__isnull=True, at__gt=told.until)
    return {
        entry_id: (table, seat)
        for entry_id, table, seat in out.values_list("entry_id", "table_number", "seat_number")
    }


@read_once
def untold_ends(*, at: datetime) -> frozenset[int]:
    """Return the tournaments of whose end the public does not know yet. Rule: PT-H.11"""
    found = UntoldField.objects.filter(shown_at__gt=at, tournament__state=TournamentState.FINISHED)
    return frozenset(found.values_list("tournament_id", flat=True))


def first_untold(tournament_id: int, *, at: datetime) -> int:
    """Return the number of the first change that the public does not know at this instant, 0 where it knows all: while it is the same, and no fact
    was written, so is what the public is told."""
    untold = UntoldField.objects.filter(tournament_id=tournament_id, shown_at__gt=at)
    return untold.order_by("pk").values_list("pk", flat=True).first() or 0


def all_known_at(tournament_id: int, *, at: datetime) -> datetime | None:
    """Return when the public knows all that has happened in a tournament so far; None where it does at this instant. Rule: PT-H.11"""
    untold = UntoldField.objects.filter(tournament_id=tournament_id, shown_at__gt=at)
    last: datetime | None = untold.aggregate(last=Max("shown_at"))["last"]
    return last


def is_over(tournament_id: int) -> bool:
    """Return whether a tournament has ended, whoever knows of it."""
    return Tournament.objects.filter(pk=tournament_id, state=TournamentState.FINISHED).exists()


def untold_now(tournament_id: int, *, at: datetime) -> bool:
    """Return whether the public does not know everything of a tournament at this instant, or learnt it a moment before. Rule: PT-H.11"""
    return UntoldField.objects.filter(tournament_id=tournament_id, shown_at__gt=at - _SHOWN_JUST_NOW).exists()
