"""Register a player."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any

from dispatch.buttons import Button
from dispatch.cards import AlreadyDone, Card
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from dispatch.fields import Choice, Integer, Text
from people.queries import require, roles_question
from rules.entries import PaymentMethod, check_price_shown
from rules.permissions import Permission
from rules.refusals import N_, Refused
from tournaments.models import METHODS
from tournaments.operations import eligibility, entries, line, payments, registrations, starting
from tournaments.operations.entry_context import lock_entry_context_and
from tournaments.operations.field import lock_field_if_running
from tournaments.queries.circuit import scope_of_tournament
from tournaments.queries.eligibility import check_open
from tournaments.queries.entry_context import EntryContext
from tournaments.queries.line import seat_or_line
from tournaments.results import SeatAt, seat_at


@dataclass(frozen=True, slots=True, kw_only=True)
class RegisterPlayerResult:
    """code: of the registration, said at the desk. entry_id: null while the registration waits for its payment. receipt:
    its number; null until it is paid. seat: null before the start, unpaid and in line. waiting: paid, and in line for
    a seat. line: the number in line; null with a seat. started: the tournament began with this entry, being full.
    """

    registration_id: int
    code: str
    entry_id: int | None
    receipt: str | None
    seat: SeatAt | None
    waiting: bool
    line: int | None
    started: bool


@command(
    "tournaments.register_player",
    Card(
        title=N_("Registered"),
        permission=Permission.REGISTER_PLAYER,
        own_permission=Permission.REGISTER_SELF,
        address="tournaments/<id:tournament_id>/registrations",
        already_done=(
            AlreadyDone(fact="registration_made", codes=("already_registered",), names=("player_id",)),
        ),
        buttons=(Button(page="desk", name="register", said=seat_or_line, values={"paid": True}),),
    ),
)
def register_player(
    *,
    command_id: CommandId,
    at: datetime,
    by: Actor,
    tournament_id: int,
    player_id: int,
    method: Annotated[str, Choice(choices=METHODS)],
    terms_version: Annotated[str, Text(max_length=20)],
    paid: bool = False,
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
) -> RegisterPlayerResult:
    """Register a player, and take the payment where it is made at once.

    `paid`: the desk has the money in hand. Paying from the balance is done at once, also by the player. Otherwise the
    registration waits for its payment and holds no seat (SCPT.D); the price of this moment holds for it. `waits`:
    what the payer agreed to where no seat is free: at most this number in line, 0 for a seat only; None: as it comes.
    `told_cents`: what an entry was said to cost; at another price nothing is done.

    Refusals: ``forbidden``, ``not_found``, ``registration_not_open_yet``, ``late_reg_closed``, ``tournament_over``,
    ``terms_not_accepted``, ``price_changed``, ``excluded``, ``birth_date_missing``, ``under_age``,
    ``identity_not_checked``, ``already_registered``, ``re_enter_instead``, ``no_such_method``, ``balance_only``,
    ``own_money``, ``play_limit_reached``, ``entry_paid``, ``insufficient_funds``, ``no_seat_free``, ``line_is_longer``.
    Rule: SCPT.B, SCPT.D, SCPT.F, SCPT.K, SCPT.O, PT-T.21, PT-T.22
    """
    agreed = line.agreed_line(waits)
    frame = scope_of_tournament(tournament_id)
    person, roles = lock_entry_context_and(
        roles_question(by, venue_id=frame.venue_id, tournament_id=tournament_id),
        tournament_id=tournament_id,
        player_id=player_id,
        at=at,
        exclusive=frame.sit_and_go,
    )
    _allow(by, person, roles, method=method, paid=paid)
    field = lock_field_if_running(person)
    # whoever is in by another device reads that, and not that the last seat, which is the own one, closed it
    if person.live_entries and not person.barred:
        raise registrations.registered_twice()
    check_open(person, field=field, at=at)
    if terms_version != person.offer.terms_version:
        raise Refused(
            "terms_not_accepted",
            N_("Accept the terms in force (version %(version)s) to register."),
            rule="SCPT.K",
            version=person.offer.terms_version,
        )
    check_price_shown(told_cents, now_cents=person.price_cents, currency=person.offer.currency)
    method = payments.payment_method(
        method, price_cents=person.price_cents, balance_only=person.offer.balance_only
    )
    pays_later = not paid and method not in (PaymentMethod.BALANCE, payments.FREE)
    eligibility.check_person(person, at=at, seen=not pays_later)
    if person.registration_id is not None:
        raise registrations.registered_twice()
    if pays_later:
        registration_id, code = registrations.create_pending_registration(
            person, method=method, terms_version=terms_version, at=at
        )
        return RegisterPlayerResult(
            registration_id=registration_id,
            code=code,
            entry_id=None,
            receipt=None,
            seat=None,
            waiting=False,
            line=None,
            started=False,
        )
    payments.check_received(person, method=method, price_cents=person.price_cents, by=by)
    if person.offer.balance_only or method == PaymentMethod.BALANCE:
        eligibility.check_limits(person, cents=person.price_cents, at=at)
    admitted = entries.create_entry(
        person,
        method=method,
        at=at,
        command_id=command_id,
        terms_version=terms_version,
        field=field,
        waits=agreed,
    )
    started = starting.start_when_full(person, at=at, command_id=command_id)
    return RegisterPlayerResult(
        registration_id=person.next_registration_id,
        code=registrations.code_of(person.next_registration_id),
        entry_id=admitted.entry_id,
        receipt=admitted.receipt,
        seat=seat_at(admitted.seat),
        waiting=admitted.waiting,
        line=admitted.line,
        started=started,
    )


def _allow(by: Actor, person: EntryContext, roles: list[tuple[Any, ...]], *, method: str, paid: bool) -> None:
    """Who registers somebody else takes the money too; who registers oneself pays from the balance or at the desk."""
    own = by.user_id is not None and by.user_id == person.user_id
    if own and not paid:
        require(
            by,
            permission=Permission.REGISTER_SELF,
            venue_id=person.venue_id,
            tournament_id=person.tournament_id,
            owner_player_id=person.player_id,
            answer=roles,
        )
        return
    # the desk and the director hold both rights: one question answers for both
    require(
        by,
        permission=Permission.TAKE_PAYMENT
        if paid or method == PaymentMethod.BALANCE
        else Permission.REGISTER_PLAYER,
        venue_id=person.venue_id,
        tournament_id=person.tournament_id,
        answer=roles,
    )
