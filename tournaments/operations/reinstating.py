"""An elimination undone: the player is in again, places and prizes follow. Needs an open command."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import F

from dispatch.commands import record
from dispatch.facts import CommandId
from payouts.models import Award, AwardState
from payouts.operations import void_awards, void_bounties
from people.operations import end_identity_block
from rules.refusals import N_, Refused
from tables.models import MoveReason, Seat, TableState
from tables.operations import (
    Seated,
    Target,
    add_chair,
    draw_late_seat,
    relocate,
    take_back_disqualification,
    take_slot,
)
from tournaments.facts.eliminations import EliminationUndone
from tournaments.models import Elimination, Entry, EntryState, Field, Tournament
from tournaments.operations import clock
from tournaments.operations.eliminations import award_final_places, place_together
from tournaments.operations.field import as_sitter, policies_of
from tournaments.queries.eliminations import changes_of, moment_of, place_of, undo_refusal
from tournaments.queries.stacks import stack_before_bust


@dataclass(frozen=True, slots=True, kw_only=True)
class Reinstated:
    """An elimination undone: where the player sits, whose places changed, whose prizes were taken back."""

    entry_id: int
    name: str
    seat: Seated
    own_seat: bool
    moved_places: list[tuple[int, int | None, int | None]]
    voided: list[int]


def undo_elimination(
    tournament: Tournament, *, field: Field, row: Elimination, at: datetime, command_id: CommandId
) -> Reinstated:
    """Put the player in again: own seat when it is free, else a seat by draw; places and prizes follow.

    Places of those who went out later move one down; prizes of places that changed are taken back and given
    anew. Their screens learn it from the counts, which say how often this happened (`undone`): one message for all,
    however many moved. Nothing is deleted: the elimination keeps its row and says when it was undone.
    Refusals: ``already_undone``, ``reentered_since``, ``prize_paid``, ``no_seat_free``.
    """
    entry = Entry.objects.select_related("player").select_for_update(of=("self",)).get(pk=row.entry_id)
    changed = changes_of(row)
    no = undo_refusal(row, awards=lock_awards(row, changed=changed))
    if no is not None:
        raise no
    Elimination.objects.filter(pk=row.pk).update(undone_at=at)
    void_bounties(tournament, row=row, at=at, command_id=command_id)
    voided: list[int] = []
    moved: list[Elimination] = []
    before: dict[int, int | None] = {}
    if row.out_before is not None:
        voided, moved, before = _move_places(
            tournament, field, row, [r for r, _ in changed], at=at, command_id=command_id
        )
    Entry.objects.filter(pk=entry.pk).update(
        state=EntryState.PLAYING, stack_chips=stack_before_bust(entry, said_chips=row.stack_chips_start)
    )
    field.players_left += 1
    field.chips_removed -= row.chips_removed
    Field.objects.filter(pk=field.pk).update(
        players_left=F("players_left") + 1,
        chips_removed=F("chips_removed") - row.chips_removed,
        undone=F("undone") + 1,
    )
    take_slot(tournament, entry_id=entry.pk)
    seat, own = _seat_again(tournament, row, entry, at=at, command_id=command_id)
    take_back_disqualification(entry.pk, command_id=row.command_id, at=at)
    if field.players_left == 2:
        clock.play_on(tournament, at=at)
    if voided:
        award_final_places(tournament, field=field, rows=moved, at=at, command_id=command_id)
    if row.reason == "under_age":
        # the wrong person, or the wrong seat: the block that came with it goes, too
        end_identity_block(entry.player_id, since=row.at, at=at, by_user_id=None)
    t = tournament.pk
    changes = [(m.entry_id, before[m.pk], place_of(field, row=m)) for m in moved]
    record(
        EliminationUndone(
            tournament_id=t,
            player_id=entry.player_id,
            elimination_id=row.pk,
            entry_id=entry.pk,
            name=entry.player.public_name,
            table=seat.table_number,
            seat=seat.seat_number,
            players_left=field.players_left,
            places_moved=len(changes),
            prizes_taken_back=len(voided),
        )
    )
    return Reinstated(
        entry_id=entry.pk,
        name=entry.player.public_name,
        seat=seat,
        own_seat=own,
        moved_places=changes,
        voided=voided,
    )


def lock_awards(row: Elimination, *, changed: Sequence[tuple[Elimination, str]]) -> list[Award]:
    """Lock the prizes that hang on an elimination, before any wallet, as who pays a prize out locks them; return those that stand.
    changed: whose places move with it (`changes_of`)."""
    concerned = [row.entry_id, *(other.entry_id for other, _ in changed)]
    return list(
        Award.objects.select_for_update(of=("self",))
        .select_related("player")
        .filter(entry_id__in=concerned)
        .exclude(state=AwardState.VOID)
        .order_by("id")
    )


def _move_places(
    tournament: Tournament,
    field: Field,
    row: Elimination,
    moved: list[Elimination],
    *,
    at: datetime,
    command_id: CommandId,
) -> tuple[list[int], list[Elimination], dict[int, int | None]]:
    """Take one elimination out of the order: (entries whose prizes were taken back, rows whose place may have
    moved, their places before)."""
    together = {r.pk for r in moment_of(row)} - {row.pk}
    mates = [r for r in moved if r.pk in together]
    later = [r for r in moved if r.pk not in together]
    base = min(r.out_before or 0 for r in (row, *mates))
    before = {r.pk: place_of(field, row=r) for r in moved}
    concerned = [row.entry_id, *(r.entry_id for r in moved)]
    voided = void_awards(tournament, entry_ids=concerned, at=at, command_id=command_id)
    Elimination.objects.filter(pk__in=[r.pk for r in later]).update(out_before=F("out_before") - 1)
    for other in later:
        other.out_before = (other.out_before or 1) - 1
    if mates:
        place_together(
            field,
            rows=mates,
            players_before=field.entries_total - base,
            simultaneous=policies_of(tournament).simultaneous_bust,
        )
    return voided, moved, before


def _seat_again(
    tournament: Tournament, row: Elimination, entry: Entry, *, at: datetime, command_id: CommandId
) -> tuple[Seated, bool]:
    chair = (
        Seat.objects.select_related("table")
        .filter(table__tournament_id=tournament.pk, table__number=row.table_number, number=row.seat_number)
        .exclude(table__state=TableState.BROKEN)
        .filter(entry__isnull=True)
        .first()
    )
    if chair is not None:
        relocate(
            tournament.pk,
            moves=[
                (
                    as_sitter(entry),
                    Target(
                        table_id=chair.table_id, table_number=row.table_number, seat_number=row.seat_number
                    ),
                )
            ],
            reason=MoveReason.UNDO,
            at=at,
            command_id=command_id,
        )
        own = Seated(
            entry_id=entry.pk,
            table_number=row.table_number,
            seat_number=row.seat_number,
            draw_number=None,
        )
        return own, True
    drawn = draw_late_seat(
        tournament, entry=entry, kind=MoveReason.UNDO, at=at, command_id=command_id, over_capacity=True
    )
    if drawn is None and add_chair(tournament.pk):
        drawn = draw_late_seat(
            tournament, entry=entry, kind=MoveReason.UNDO, at=at, command_id=command_id, over_capacity=True
        )
    if drawn is None:
        raise Refused(
            "no_seat_free",
            N_("No seat is free for %(player)s. Free one first."),
            rule="SCPT.H",
            player=entry.player.public_name,
        )
    return drawn, False
