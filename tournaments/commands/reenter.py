"""Enter a player again who is out, during late registration."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any

from dispatch.buttons import Button
from dispatch.cards import AlreadyDone, Card
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from dispatch.fields import Choice, Integer
from payouts.operations import ANY_DEAL
from people.queries import require
from rules.entries import PaymentMethod, check_price_shown, check_re_entry, check_surrender
from rules.permissions import Permission
from rules.refusals import N_, Refused
from tables.operations import seat_waiting
from tournaments.fields import Chips
from tournaments.models import METHODS, EntryState, Tournament
from tournaments.operations import busts, eligibility, eliminations, entries, payments, purchases
from tournaments.operations.entries import lock_live_entry_of
from tournaments.operations.entry_context import lock_entry_context
from tournaments.operations.field import lock_field_if_running
from tournaments.operations.line import agreed_line, check_line
from tournaments.operations.selling import settle_order
from tournaments.queries.circuit import scope_of_tournament
from tournaments.queries.eligibility import check_still_old_enough
from tournaments.queries.line import number_in_line, seat_or_line
from tournaments.results import SeatAt, seat_at


@dataclass(frozen=True, slots=True, kw_only=True)
class ReenterResult:
    """receipt: its number. seat: null in line. waiting: in line for a seat. line: the number in line; null with a seat.
    ordinal: which entry of this player it is, from 1. surrendered: the elimination of the stack that was given up.
    """

    entry_id: int
    receipt: str
    seat: SeatAt | None
    waiting: bool
    line: int | None
    ordinal: int
    surrendered: int | None


@command(
    "tournaments.reenter",
    Card(
        title=N_("Re-entry"),
        permission=Permission.REENTER,
        own_permission=Permission.REENTER,
        address="tournaments/<id:tournament_id>/re-entries",
        already_done=(AlreadyDone(fact="order_sold", codes=("order_over",), names=("order_id",)),),
        buttons=(Button(page="desk", name="reenter", said=seat_or_line),),
    ),
)
def reenter(
    *,
    command_id: CommandId,
    at: datetime,
    by: Actor,
    tournament_id: int,
    player_id: int,
    method: Annotated[str, Choice(choices=METHODS)],
    surrender: bool = False,
    stack_chips: Chips | None = None,
    order_id: int | None = None,
    waits: Annotated[
        int,
        Integer(
            min_value=0,
            max_value=300000,
            help_text="What `line` of the tournament told: at most this number in line, 0 for a seat only.",
        ),
    ]
    | None = None,
    told_cents: Annotated[
        int,
        Integer(
            min_value=0,
            max_value=10**13,
            help_text="What it was said to cost: at another price now it is refused and nothing is taken.",
        ),
    ]
    | None = None,
) -> ReenterResult:
    """Enter a player again who is out, during late registration.

    A full stack and a new seat by the draw, as for a new player. `surrender`: give up a stack below the starting one
    (`stack_chips`, or the last count) first; its chips leave play. `order_id`: what was asked for on the phone and is
    paid now, at the price that was told then. `waits`: the number in line that was agreed to, as in
    `register_player`. `told_cents`: what it was said to cost; at another price nothing is done.

    Refusals: ``forbidden``, ``order_over``, ``price_changed``, ``not_found``, ``not_running``,
    ``re_entry_not_offered``, ``still_playing``, ``not_played_yet``, ``late_reg_closed``, ``re_entry_limit``,
    ``surrender_not_offered``, ``not_playing``, ``surrender_not_yet``, ``stack_not_short``, ``disqualified``,
    ``excluded``, ``identity_block``, ``under_age``, ``identity_not_checked``, ``no_such_method``, ``own_money``,
    ``entry_paid``, ``insufficient_funds``, ``play_limit_reached``, ``no_seat_free``, ``line_is_longer``.
    Rule: ADTP.8A, ADTP.8B, ADTP.8C, SCPT.F, SCPT.O, SCPT.U
    """
    agreed = agreed_line(waits)
    where: dict[str, Any] = {
        "venue_id": scope_of_tournament(tournament_id).venue_id,
        "tournament_id": tournament_id,
    }
    if method == PaymentMethod.BALANCE or by.user_id is None:
        require(by, permission=Permission.REENTER, owner_player_id=player_id, **where)
    else:
        require(by, permission=Permission.TAKE_PAYMENT, **where)
    person = lock_entry_context(tournament_id=tournament_id, player_id=player_id, at=at)
    field = lock_field_if_running(person)
    if field is None:
        raise Refused(
            "not_running", N_("This tournament is not running (%(state)s)."), state=person.offer.state.value
        )
    check_still_old_enough(person, at=at)
    asked_cents = settle_order(
        order_id,
        tournament_id=tournament_id,
        player_id=player_id,
        kind="surrender" if surrender else "re_entry",
        at=at,
    )
    person = person.at_price(asked_cents)
    check_price_shown(told_cents, now_cents=person.price_cents, currency=person.offer.currency)
    gone = None
    if surrender:
        gone = lock_live_entry_of(tournament_id, player_id=player_id)
        stack = stack_chips if stack_chips is not None else (gone.stack_chips if gone else 0) or 0
        check_surrender(
            person.situation(
                at,
                stack_chips=purchases.chips_said(stack),
                live_entries=1 if gone is not None and gone.state == EntryState.PLAYING else 0,
            ),
            person.offer.policies,
        )
    else:
        check_re_entry(person.situation(at), person.offer.policies)
    if field.entries_closed_at is not None:
        raise Refused("late_reg_closed", N_("Registration for this tournament has closed."), rule="ADTP.8B")
    method = payments.payment_method(
        method, price_cents=person.price_cents, balance_only=person.offer.balance_only
    )
    payments.check_received(person, method=method, price_cents=person.price_cents, by=by)
    if person.offer.balance_only or method == PaymentMethod.BALANCE:
        eligibility.check_limits(person, cents=person.price_cents, at=at)
    surrendered = None
    if gone is not None:
        tournament = Tournament.objects.get(pk=tournament_id)
        [out] = eliminations.eliminate(
            tournament,
            field=field,
            table_number=gone.seat.table.number,
            busts=[busts.Bust(entry_id=gone.pk, stack_chips_start=stack)],
            reason="surrendered",
            falling_deal_id=ANY_DEAL,  # no deal is voted on while entries are open
            at=at,
            command_id=command_id,
        )
        surrendered = out.elimination_id
        field.refresh_from_db()
    admitted = entries.create_entry(
        person,
        method=method,
        at=at,
        command_id=command_id,
        kind="re_entry",
        registration_id=person.registration_id,
        field=field,
    )
    line = admitted.line
    if surrendered is not None and admitted.waiting:
        # who waited longer takes the chair that was given up
        seat_waiting(Tournament.objects.get(pk=tournament_id), at=at, command_id=command_id)
        line = number_in_line(admitted.entry_id, tournament_id=tournament_id)
    if admitted.waiting:
        check_line(person, waits=agreed)
    return ReenterResult(
        entry_id=admitted.entry_id,
        receipt=admitted.receipt,
        seat=seat_at(admitted.seat),
        waiting=admitted.waiting,
        line=line,
        ordinal=person.entries_so_far + 1,
        surrendered=surrendered,
    )
