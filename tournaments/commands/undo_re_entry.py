"""Take one re-entry back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any

from dispatch.buttons import Button, Said, Sentence
from dispatch.cards import AlreadyDone, Card, Undoes
from dispatch.commands import check_as_read, command, record
from dispatch.facts import Actor, CommandId
from dispatch.fields import About, Text
from ledger.operations import let_stay
from people.queries import require
from rules.permissions import Permission
from rules.refusals import N_
from tables.queries import seat_of
from tournaments.facts.entries import ReEntryUndone
from tournaments.models import Elimination, Entry, Tournament
from tournaments.operations import announcing, reinstating, withdrawals
from tournaments.operations.alternates import seat_line
from tournaments.operations.entries import lock_entry
from tournaments.operations.entry_context import lock_entry_context, lock_players
from tournaments.operations.field import lock_field_if_running
from tournaments.queries.circuit import scope_of_tournament
from tournaments.queries.eliminations import changes_of, place_of
from tournaments.queries.entries import tournament_of_entry
from tournaments.queries.re_entries import (
    given_up_for,
    out_before_re_entry,
    payers_of_entry,
    re_entry_preview,
    why_re_entry_stays,
)
from tournaments.queries.registrations import paid_reference
from tournaments.results import SeatAt, chips_off_said, money_back_said, receipt_void_said, sits_at


@dataclass(frozen=True, slots=True, kw_only=True)
class UndoReEntryResult:
    """refund_cents: what went back. handed_back: the desk hands it over, by the method it came by; else it is in the balance. place: the one
    that stands again; null while it is open, and of who is in again. seat: of who is in again with the stack that had been given up, and
    stack_back_chips of it. void_receipt: the one that is void. chips_out, sat_at: the chips that leave play, and where they lay; null in line.
    """

    entry_id: int
    name: str
    refund_cents: int
    handed_back: bool
    method: str
    place: int | None
    seat: SeatAt | None
    stack_back_chips: int | None
    void_receipt: str
    chips_out: int | None
    sat_at: SeatAt | None


def _said(result: Mapping[str, Any]) -> Sequence[Said]:
    seat = result.get("seat")
    back: list[Said] = []
    if seat is None:
        back.append(Sentence(N_("%(player)s is out again."), values={"player": result["name"]}))
    else:
        back.append(
            Sentence(
                N_("%(player)s is in again at table %(table)s, seat %(seat)s."),
                values={"player": result["name"], "table": seat["table_number"], "seat": seat["seat_number"]},
            )
        )
        if result.get("stack_back_chips"):
            back.append(
                Sentence(
                    N_("Put %(chips)s chips back on the table."), counts={"chips": result["stack_back_chips"]}
                )
            )
    return [
        N_("Undone."),
        money_back_said(result),
        *receipt_void_said(result),
        *chips_off_said(result),
        *back,
    ]


@command(
    "tournaments.undo_re_entry",
    Card(
        title=N_("Re-entry undone"),
        permission=Permission.TAKE_PAYMENT,
        address="entries/<id:entry_id>/re-entry/undo",
        undoes=Undoes(
            commands=("tournaments.reenter",),
            things=lambda did: [{"entry_id": did.result["entry_id"]}],
            preview=re_entry_preview,
            takes=frozenset({"reason", "hand_back"}),
        ),
        already_done=(AlreadyDone(fact="re_entry_undone", codes=("already_undone",), names=("entry_id",)),),
        buttons=(Button(page="desk", name="undo-re-entry", said=_said),),
    ),
)
def undo_re_entry(
    *,
    command_id: CommandId,
    at: datetime,
    by: Actor,
    entry_id: int,
    reason: Annotated[str, Text(allow_blank=True)] = "",
    hand_back: Annotated[bool, About(help_text="The desk hands the money back the way it was paid.")] = False,
) -> UndoReEntryResult:
    """Take one re-entry back: its chips leave play, the seat is free, the money goes back, and the player is out as before.

    As long as its chips were not played and entries are open; a reason is kept with it. The money goes into the balance, where it counts as a
    deposit, or (`hand_back`) the way it was paid. The elimination before it stands again, with its place and its bounty. Where a stack had been
    given up for it, that stack is in play again: in its own seat, or in another by draw. Its effects can be read beforehand:
    `queries.re_entries.re_entry_preview`.

    Refusals: ``forbidden``, ``not_found``, ``handed_over``, ``not_a_re_entry``, ``already_undone``, ``not_running``, ``entries_are_closed``,
    ``chips_were_played``, ``has_purchases``, ``played_online``, ``reason_missing``, ``deposit_limit_reached``, ``own_money``, ``bounty_spent``,
    ``entry_paid``, ``no_seat_free``.
    Rule: ADTP.8A, ADTP.8B, ADTP.8C, SCPT.I, SCPT.U, PT-T.21, REGULATIONS 2.6, REGULATIONS 2.10
    """
    tournament_id, player_id = tournament_of_entry(entry_id)
    venue_id = scope_of_tournament(tournament_id).venue_id
    require(by, permission=Permission.TAKE_PAYMENT, venue_id=venue_id, tournament_id=tournament_id)
    if not hand_back:
        # what stays in that balance and what is paid in meanwhile come one after the other
        lock_players([player_id, *payers_of_entry(entry_id)])
    # registrations in flight end first, so that the freed seat finds the whole line
    person = lock_entry_context(tournament_id=tournament_id, player_id=player_id, at=at, exclusive=True)
    field = lock_field_if_running(person)
    entry = lock_entry(entry_id, player_id=player_id)
    check_as_read()
    # no reason is asked for what cannot be done
    stays = why_re_entry_stays(entry)
    if stays is not None:
        raise stays
    assert field is not None  # the check before said that it runs
    reason = announcing.reason_of(reason)
    if not hand_back:
        let_stay([paid_reference(entry_id)], by=by, venue_id=venue_id, tournament_id=tournament_id, at=at)
    tournament = Tournament.objects.get(pk=tournament_id)
    given_up = given_up_for(entry)
    if given_up is not None:
        given_up = Elimination.objects.select_for_update(of=("self",)).get(pk=given_up.pk)
        reinstating.lock_awards(given_up, changed=changes_of(given_up))
    was, chips_out = sits_at(seat_of(entry.pk)), entry.chips_issued or None
    withdrawals.withdraw_entry(
        tournament,
        entry=entry,
        field=field,
        reason=reason,
        hand_back=hand_back,
        # who had given up a stack sits before anybody of the line
        seats_line=given_up is None,
        at=at,
        command_id=command_id,
    )
    place, back = None, None
    if given_up is None:
        before = out_before_re_entry(entry)
        place = place_of(field, row=before) if before is not None else None
    else:
        back = reinstating.undo_elimination(
            tournament, field=field, row=given_up, at=at, command_id=command_id
        )
        seat_line(tournament, at=at, command_id=command_id)
    stack_back = (
        Entry.objects.values_list("stack_chips", flat=True).get(pk=back.entry_id)
        if back is not None
        else None
    )
    record(
        ReEntryUndone(
            tournament_id=tournament_id,
            player_id=player_id,
            entry_id=entry_id,
            public_name=entry.player.public_name,
            ordinal=entry.ordinal,
            from_table=was.table_number if was is not None else None,
            from_seat=was.seat_number if was is not None else None,
            place=place,
            stack_chips=stack_back,
            reason=reason,
        )
    )
    refund = entry.price_cents + entry.surcharge_cents
    return UndoReEntryResult(
        entry_id=entry_id,
        name=entry.player.public_name,
        refund_cents=refund,
        handed_back=hand_back and refund > 0,
        method=entry.method,
        place=place,
        seat=SeatAt(table_number=back.seat.table_number, seat_number=back.seat.seat_number)
        if back is not None
        else None,
        stack_back_chips=stack_back,
        void_receipt=entry.receipt,
        chips_out=chips_out,
        sat_at=was,
    )
