"""The end of a timed tournament: all who are in have places by their chips. Needs an open command that holds the Field row."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from django.db.models import Q, QuerySet

from dispatch.commands import record
from dispatch.facts import CommandId
from rules.finishing import out_before_from, places_by_chips
from rules.refusals import N_, Refused
from tournaments.facts.eliminations import PlacedByChips
from tournaments.models import Elimination, Entry, EntryState, Field, Tournament

#: What an elimination that is a place at the set time says of itself.
TIME = "time"
# so many may share a place at least, where one elimination tells of the place below
_SHARE = 20


def ends_by_chips(field: Field) -> bool:
    """Return whether several are in after the set time, and the end places them by their chips. Rule: PT-T.33, PT-T.52"""
    return field.time_up_at is not None and field.players_left + field.waiting > 1


def places_are_final(field: Field) -> None:
    """Refuse the end while somebody may enter, or a round of hand-for-hand is open.

    Refusals: ``entries_open``, ``places_open``. Rule: ADTP.8B, PT-T.49
    """
    if field.entries_closed_at is None:
        raise Refused(
            "entries_open",
            N_("Entries are still open. Close the entries, then finish the tournament."),
            rule="ADTP.8B",
        )
    standing = Elimination.objects.filter(tournament_id=field.pk, undone_at__isnull=True)
    if standing.filter(out_before__isnull=True).exists():
        raise Refused(
            "places_open",
            N_("The places of a round of hand for hand are still open. Complete the round first."),
            rule="PT-T.49",
        )


def counted_at_the_end(tournament: Tournament, *, field: Field) -> tuple[Entry, ...]:
    """Return all who are in after the set time, most chips first, equal stacks by table and seat; their stacks were counted since, and hold
    all chips in play. Online the tables count by themselves.

    Refusals: ``entries_open``, ``places_open``, ``waiting_at_the_end``, ``stacks_not_counted``, ``stack_without_chips``,
    ``chips_not_accounted``.
    Rule: PT-T.33, PT-T.52, ADTP.64
    """
    places_are_final(field)
    if field.waiting:
        raise Refused(
            "waiting_at_the_end",
            N_(
                "%(players)s players still wait in line for a seat. Take them out of the line and pay them back first."
            ),
            rule="PT-T.52",
            players=field.waiting,
        )
    entries = list(
        Entry.objects.select_for_update(of=("self",))
        .select_related("player", "seat__table")
        .filter(tournament_id=field.pk, state=EntryState.PLAYING)
        .order_by("pk")
    )
    uncounted = [e for e in entries if not tournament.online and not _counted_since(e, field)]
    if uncounted:
        tables = sorted({e.seat.table.number for e in uncounted})
        raise Refused(
            "stacks_not_counted",
            N_(
                "The time is up, and stacks are still to be counted at %(tables)s tables, first at table %(table)s. Count each table after its"
                " last hand, then finish."
            ),
            rule="PT-T.33",
            tables=len(tables),
            table=tables[0],
        )
    for entry in entries:
        if not entry.stack_chips:
            raise Refused(
                "stack_without_chips",
                N_("%(player)s was counted with no chips. Record the elimination first."),
                rule="PT-T.33",
                player=entry.player.public_name,
            )
    in_play, counted = field.chips_issued - field.chips_removed, sum(e.stack_chips or 0 for e in entries)
    if counted != in_play:
        raise Refused(
            "chips_not_accounted",
            N_(
                "The stacks counted hold %(counted)s chips, but %(in_play)s are in play. Count again, or correct what was recorded."
            ),
            rule="ADTP.64",
            counted=counted,
            in_play=in_play,
        )
    return tuple(sorted(entries, key=lambda e: (-(e.stack_chips or 0), e.seat.table.number, e.seat.number)))


def _counted_since(entry: Entry, field: Field) -> bool:
    return (
        entry.counted_at is not None and field.time_up_at is not None and entry.counted_at >= field.time_up_at
    )


def place_by_chips(
    tournament: Tournament, *, field: Field, entries: Sequence[Entry], at: datetime, command_id: CommandId
) -> list[int]:
    """Give the places of those who are in at the end, as counted; the entries that share the first one, in the order of tables and seats.

    The first of them stays in as the winner; each other one has an elimination with the place, and keeps the seat and the chips.
    Rule: PT-T.33, PT-T.52
    """
    placings = places_by_chips(stacks={e.pk: e.stack_chips or 0 for e in entries})
    rows = [
        Elimination(
            tournament_id=tournament.pk,
            entry_id=entry.pk,
            table_number=entry.seat.table.number,
            seat_number=entry.seat.number,
            stack_chips_start=entry.stack_chips,
            out_before=out_before_from(
                entries_total=field.entries_total,
                place=placings[entry.pk].place,
                tied=placings[entry.pk].tied,
            ),
            tied=placings[entry.pk].tied,
            reason=TIME,
            at=at,
            command_id=command_id,
        )
        for entry in entries[1:]
    ]
    Elimination.objects.bulk_create(rows, batch_size=2_000)
    Entry.objects.filter(pk__in=[row.entry_id for row in rows]).update(state=EntryState.OUT)
    _set_left(field, players=1)
    for entry in entries:
        record(
            PlacedByChips(
                tournament_id=tournament.pk,
                player_id=entry.player_id,
                entry_id=entry.pk,
                name=entry.player.public_name,
                table=entry.seat.table.number,
                stack_chips=entry.stack_chips or 0,
                place=placings[entry.pk].place,
                tied=placings[entry.pk].tied,
            )
        )
    return [e.pk for e in entries if placings[e.pk].place == 1]


def take_back_places(field: Field, *, command_id: UUID, at: datetime) -> None:
    """Have those in again whom an end placed by chips: with their chips, at their seats. command_id: of that end. Rule: ADTP.1, PT-T.52"""
    rows = Elimination.objects.filter(
        tournament_id=field.pk, command_id=command_id, reason=TIME, undone_at__isnull=True
    )
    entries = list(rows.values_list("entry_id", flat=True))
    if not entries:
        return
    rows.update(undone_at=at)
    Entry.objects.filter(pk__in=entries).update(state=EntryState.PLAYING)
    _set_left(field, players=field.players_left + len(entries))


def _set_left(field: Field, *, players: int) -> None:
    field.players_left = players
    Field.objects.filter(pk=field.pk).update(players_left=players)


def best_placed(field: Field, *, places: int) -> QuerySet[Elimination]:
    """Return the eliminations that may have one of the best places, best first. However many share one at the set time are among them."""
    standing = Elimination.objects.filter(tournament_id=field.pk, undone_at__isnull=True)
    return standing.filter(
        Q(out_before__gte=max(0, field.entries_total - places - _SHARE)) | Q(tied__gt=_SHARE)
    ).order_by("-out_before", "entry_id")
