"""Entries given back: the money, the seat, the place in the field."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from dispatch.commands import record
from dispatch.facts import CommandId
from play.operations.barred import lock_tables_of
from rules.refusals import N_, Refused
from tables.operations import clear_seat
from tournaments.facts.entries import EntryCancelled, EntryRefunded
from tournaments.models import (
    Entry,
    EntryState,
    Field,
    Registration,
    RegistrationState,
    Slot,
    Tournament,
    TournamentState,
)
from tournaments.operations.alternates import seat_line
from tournaments.operations.entry_context import lock_entry_context, lock_tournaments
from tournaments.operations.field import lock_field_if_running
from tournaments.operations.payments import give_back
from tournaments.operations.registrations import end_registration
from tournaments.queries.registrations import nothing_to_cancel, why_chips_stay


def withdraw_entry(
    tournament: Tournament,
    *,
    entry: Entry,
    field: Field | None,
    reason: str,
    hand_back: bool,
    at: datetime,
    command_id: UUID,
    never_came: bool = False,
    seats_line: bool = True,
) -> None:
    """Cancel an entry: the money is back, the seat free, the next alternate has it. Locks were taken. never_came: no money is
    back, for none had come, and who strikes the payment says so. seats_line: False where somebody else has a right to the seat first.

    Refusals: ``entries_are_closed``, ``not_registered`` (out meanwhile), ``chips_were_played``, ``has_purchases``,
    ``already_reversed``.
    Rule: PT-T.24, PT-T.25, SCPT.H, SCPT.I
    """
    was = EntryState(entry.state)
    table = _leave_field(entry, field, at=at) if field is not None else None
    give_back(f"entry:{entry.pk}", hand_back=hand_back, at=at, command_id=command_id)
    entry.state = EntryState.CANCELLED
    entry.chips_issued = 0
    entry.stack_chips = None
    entry.save(update_fields=["state", "chips_issued", "stack_chips"])
    promoted = None
    if field is None and was is EntryState.REGISTERED:
        promoted = _pass_on_slot(entry)
    record(
        EntryCancelled(
            tournament_id=tournament.pk,
            player_id=entry.player_id,
            promoted_id=promoted.player_id if promoted else None,
            table=table,
            entry_id=entry.pk,
            public_name=entry.player.public_name,
        )
    )
    if not never_came:
        record(
            EntryRefunded(
                tournament_id=tournament.pk,
                player_id=entry.player_id,
                entry_id=entry.pk,
                receipt=entry.receipt,
                refund_cents=entry.price_cents + entry.surcharge_cents,
                handed_back=hand_back,
                method=entry.method,
                reason=reason,
            )
        )
    if field is not None and seats_line:
        seat_line(tournament, at=at, command_id=CommandId(command_id))


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """A registration that is neither cancelled nor of a tournament that is over."""

    registration_id: int
    tournament_id: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CalledOff:
    """What a person had who may not play any more: the tournament, and what went back into the balance."""

    tournament_id: int
    tournament: str
    refund_cents: int
    currency: str


def lock_standing(player_id: int, *, venue_id: int | None, besides: int | None = None) -> list[Standing]:
    """Lock each tournament where a person stands in a list, at one venue or (None) everywhere, and `besides`: all of
    them before anything in one of them changes; with them the tables online where the person sits (`send_home`). What stands there is what
    `call_off` may cancel.
    """
    asked = Registration.objects.filter(
        player_id=player_id,
        state__in=(RegistrationState.PENDING, RegistrationState.CONFIRMED),
        tournament__state__in=(
            TournamentState.ANNOUNCED,
            TournamentState.REGISTERING,
            TournamentState.RUNNING,
        ),
    )
    if venue_id is not None:
        asked = asked.filter(tournament__venue_id=venue_id)
    standing = [
        Standing(registration_id=registration_id, tournament_id=tournament_id)
        for registration_id, tournament_id in asked.order_by("tournament_id").values_list(
            "id", "tournament_id"
        )
    ]
    there = {one.tournament_id for one in standing} | ({besides} if besides is not None else set())
    lock_tournaments(there)
    lock_tables_of(player_id, venue_id=venue_id, besides=there)
    return standing


def call_off(
    player_id: int, *, standing: Collection[Standing], reason: str, at: datetime, command_id: UUID
) -> list[CalledOff]:
    """Cancel with refund whatever a person has not begun to play: registrations, entries before the start, places in
    line. `standing` is locked (`lock_standing`). Who sits plays on; entries that are closed stay.

    Rule: PT-T.21, SCPT.F
    """
    found = []
    for one in standing:
        tournament_id = one.tournament_id
        person = lock_entry_context(tournament_id=tournament_id, player_id=player_id, at=at, exclusive=True)
        field = lock_field_if_running(person)
        registration = Registration.objects.select_for_update().get(pk=one.registration_id)
        mine = list(
            Entry.objects.select_for_update(of=("self",))
            .select_related("player")
            .filter(registration_id=one.registration_id)
            .exclude(state=EntryState.CANCELLED)
        )
        begun = [e for e in mine if e.state in (EntryState.PLAYING, EntryState.OUT)]
        ahead = [e for e in mine if e not in begun]
        if registration.state == RegistrationState.CANCELLED or (not ahead and begun):
            continue
        if ahead and field is not None and field.entries_closed_at is not None:
            continue
        tournament = Tournament.objects.get(pk=tournament_id)
        for entry in ahead:
            withdraw_entry(
                tournament,
                entry=entry,
                field=field,
                reason=reason,
                hand_back=False,
                at=at,
                command_id=command_id,
            )
        if not begun:
            end_registration(registration, reason=reason, at=at)
        found.append(
            CalledOff(
                tournament_id=tournament_id,
                tournament=tournament.name,
                refund_cents=sum(e.price_cents + e.surcharge_cents for e in ahead),
                currency=tournament.currency,
            )
        )
    return found


def _pass_on_slot(entry: Entry) -> Entry | None:
    """The slot of an entry goes to the first in line, or is free. Rule: SCPT.H"""
    slot = Slot.objects.select_for_update().filter(entry=entry).first()
    if slot is None:
        return None
    following = (
        Entry.objects.select_for_update()
        .filter(tournament_id=entry.tournament_id, state=EntryState.WAITING)
        .order_by("id")
        .first()
    )
    slot.entry = following
    slot.save(update_fields=["entry"])
    if following is not None:
        following.state = EntryState.REGISTERED
        following.save(update_fields=["state"])
    return following


def _leave_field(entry: Entry, field: Field, *, at: datetime) -> int | None:
    """Count an entry out of a running field as if it had never come; only while its chips were not played. Return the table where it sat."""
    if field.entries_closed_at is not None:
        raise Refused(
            "entries_are_closed",
            N_("Entries are closed and the prizes are fixed: this entry stays."),
            rule="ADTP.8B",
        )
    if entry.state not in (EntryState.PLAYING, EntryState.WAITING):
        raise nothing_to_cancel()
    stays = why_chips_stay(entry)
    if stays is not None:
        raise stays
    seat = None
    if entry.state == EntryState.PLAYING:
        seat = clear_seat(entry, at=at)
        field.players_left -= 1
        field.chips_issued -= entry.chips_issued
    else:
        field.waiting -= 1
    field.entries_total -= 1
    field.entries_unique -= 1 if entry.ordinal == 1 else 0
    field.save(update_fields=["players_left", "chips_issued", "waiting", "entries_total", "entries_unique"])
    return seat[0] if seat is not None else None
