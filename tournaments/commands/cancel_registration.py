"""Cancel a registration, with a full refund where it was paid."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any

from dispatch.buttons import Button, Said
from dispatch.cards import AlreadyDone, Card, Undoes
from dispatch.commands import check_as_read, command
from dispatch.facts import Actor, CommandId
from dispatch.fields import About, Text
from ledger.operations import let_stay
from people.queries import may, require
from rules.entries import Phase, check_cancel, house_decides_cancelling
from rules.permissions import Permission
from rules.refusals import N_, Refused
from tables.queries import seat_of
from tournaments.models import EntryState, Tournament
from tournaments.operations import announcing, payments, registrations, withdrawals
from tournaments.operations.entries import lock_entries_of
from tournaments.operations.entry_context import lock_entry_context, lock_players
from tournaments.operations.field import lock_field_if_running
from tournaments.operations.registrations import lock_registration
from tournaments.queries.circuit import scope_of_tournament
from tournaments.queries.entry_context import EntryContext
from tournaments.queries.registrations import (
    cancel_preview,
    paid_references,
    payers_of,
    tournament_of_registration,
    why_entries_stay,
    why_re_entered,
)
from tournaments.results import SeatAt, chips_off_said, money_back_said, receipt_void_said, sits_at


@dataclass(frozen=True, slots=True, kw_only=True)
class CancelRegistrationResult:
    """refund_cents: what went back; 0 where nothing was paid. handed_back: the desk hands it over, by the method it came by; else it is in the balance.
    void_receipt: the one that is void; "" where nothing was paid. chips_out, sat_at: the chips that leave play, and where they lay; null of who did not
    play."""

    registration_id: int
    refund_cents: int
    handed_back: bool
    method: str
    void_receipt: str
    chips_out: int | None
    sat_at: SeatAt | None


def _said(result: Mapping[str, Any]) -> Sequence[Said]:
    return [
        N_("Cancelled."),
        money_back_said(result),
        *receipt_void_said(result),
        *(chips_off_said(result) if result.get("sat_at") else []),
    ]


@command(
    "tournaments.cancel_registration",
    Card(
        title=N_("Registration cancelled"),
        permission=Permission.CANCEL_REGISTRATION_OTHER,
        own_permission=Permission.CANCEL_REGISTRATION_OWN,
        address="registrations/<id:registration_id>/cancel",
        undoes=Undoes(
            commands=(
                "tournaments.register_player",
                "tournaments.confirm_payment",
                "tournaments.record_payment",
            ),
            things=lambda did: [{"registration_id": did.result["registration_id"]}],
            preview=cancel_preview,
            takes=frozenset({"reason", "hand_back"}),
        ),
        already_done=(
            AlreadyDone(
                fact="registration_cancelled",
                codes=("already_cancelled", "already_undone"),
                names=("registration_id",),
            ),
        ),
        buttons=(Button(page="desk", name="cancel", said=_said),),
    ),
)
def cancel_registration(
    *,
    command_id: CommandId,
    at: datetime,
    by: Actor,
    registration_id: int,
    reason: Annotated[str, Text(allow_blank=True)] = "",
    hand_back: Annotated[bool, About(help_text="The desk hands the money back the way it was paid.")] = False,
) -> CancelRegistrationResult:
    """Cancel a registration, with a full refund where it was paid.

    The refund goes into the player's balance. By the player or the desk until the policy's limit; by the director at
    any time with a reason, as long as no chips were played. `hand_back`: the desk hands the money back the way it was
    paid instead of leaving it in the balance, where it counts as a deposit. Its effects can be read beforehand: `queries.entries.cancel_preview`.
    Refusals: ``forbidden``, ``not_found``, ``handed_over``, ``already_cancelled``, ``alternates_may_not_cancel``,
    ``cancel_closed``, ``cancel_by_staff_only``, ``reason_missing``, ``tournament_over``, ``has_re_entries``,
    ``entries_are_closed``, ``chips_were_played``, ``has_purchases``, ``deposit_limit_reached``, ``own_money``.
    Rule: PT-T.24, PT-T.25, PT-T.21, SCPT.H, SCPT.I, REGULATIONS 2.10
    """
    tournament_id, player_id = tournament_of_registration(registration_id)
    venue_id = scope_of_tournament(tournament_id).venue_id
    own, director = _allow(
        by, venue_id=venue_id, tournament_id=tournament_id, player_id=player_id, hand_back=hand_back
    )
    if not hand_back:
        # of who paid, too, where it was handed over: what stays in that balance and what is paid in meanwhile come one after the other
        lock_players([player_id, *payers_of(registration_id)])
    # registrations in flight end first, so that the freed seat finds the whole line
    person = lock_entry_context(tournament_id=tournament_id, player_id=player_id, at=at, exclusive=True)
    field = lock_field_if_running(person)
    registration = lock_registration(registration_id, player_id=player_id)
    if registration.state == "cancelled":
        raise Refused("already_cancelled", N_("This registration is already cancelled."), rule="SCPT.I")
    if reason:
        reason = announcing.reason_of(reason)
    mine = lock_entries_of(registration_id)
    check_as_read()
    # no reason is asked for what cannot be done
    stays = why_entries_stay(mine, tournament_id=tournament_id) if director else None
    if stays is not None:
        raise stays
    if registration.state == "confirmed":
        again = why_re_entered(mine)
        if again is not None:
            raise again
        check_cancel(
            person.situation(
                at,
                by_director=director or _house_decides(person, own=own),
                reason=reason,
                is_alternate=mine[0].state == EntryState.WAITING,
            ),
            person.offer.policies,
        )
    if not hand_back:
        let_stay(
            paid_references(registration, mine=mine),
            by=by,
            venue_id=venue_id,
            tournament_id=tournament_id,
            at=at,
        )
    refund = 0
    chips_out, was = None, None
    if field is not None and mine:
        # before it is given away
        chips_out, was = mine[0].chips_issued or None, sits_at(seat_of(mine[0].pk))
    for entry in mine:
        refund += entry.price_cents + entry.surcharge_cents
        withdrawals.withdraw_entry(
            Tournament.objects.get(pk=tournament_id),
            entry=entry,
            field=field,
            reason=reason,
            hand_back=hand_back,
            at=at,
            command_id=command_id,
        )
    if registration.state == "pending" and registration.paid_at is not None and hand_back:
        # paid ahead: without this it stays in the balance, where it is
        refund = payments.take_payment_ahead_back(registration, at=at, command_id=command_id)
    registrations.end_registration(registration, reason=reason, at=at)
    return CancelRegistrationResult(
        registration_id=registration_id,
        refund_cents=refund,
        handed_back=hand_back and refund > 0,
        method=mine[0].method if mine else registration.method,
        void_receipt=mine[0].receipt if mine else "",
        chips_out=chips_out,
        sat_at=was,
    )


def _allow(
    by: Actor, *, venue_id: int, tournament_id: int, player_id: int, hand_back: bool
) -> tuple[bool, bool]:
    """Whether the player acts, whether the director; refuses who may not cancel this registration."""
    where: dict[str, Any] = {"venue_id": venue_id, "tournament_id": tournament_id}
    own = may(by, permission=Permission.CANCEL_REGISTRATION_OWN, owner_player_id=player_id, **where)
    if hand_back or not own:
        require(
            by,
            permission=Permission.TAKE_PAYMENT if hand_back else Permission.CANCEL_REGISTRATION_OTHER,
            **where,
        )
    # only the director may what SCPT.I leaves to the director
    return own, may(by, permission=Permission.TRANSFER_REGISTRATION, **where)


def _house_decides(person: EntryContext, *, own: bool) -> bool:
    """Before the start the desk speaks for a house whose rule set leaves it to the house."""
    of_event = person.offer.terms.cancel_until_seconds_before_start
    return (
        not own
        and house_decides_cancelling(person.offer.policies, of_event=of_event)
        and person.offer.phase is Phase.SCHEDULED
    )
