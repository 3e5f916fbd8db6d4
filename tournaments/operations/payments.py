"""What a person pays, by which method, and how it comes back."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from uuid import UUID

from dispatch.commands import record
from dispatch.facts import Actor
from ledger.operations import account, post, reverse, reverse_about
from ledger.operations.transfers import NewTransfer
from ledger.queries import brought_under, standing_about
from people.queries import check_not_from_oneself
from rules.accounts import COMPONENT_ACCOUNT, METHOD_ACCOUNT, AccountId, AccountKind, TransferId
from rules.entries import BuyInSplit, PaymentMethod, price_line
from rules.refusals import N_, Refused
from tournaments.facts.entries import PaymentMethodCorrected, PaymentNoted
from tournaments.models import Entry, Registration
from tournaments.queries.entry_context import EntryContext

FREE = "free"


def payment_method(method: str, *, price_cents: int, balance_only: bool) -> str:
    """Return the method as it may be used here.

    balance_only: as an online tournament for real money. Refusals: ``no_such_method``, ``balance_only``,
    ``not_free``. Rule: PT-T.21, SCPT.E
    """
    if method == FREE:
        if price_cents:
            raise Refused(
                "not_free", N_("This tournament is not free. Choose how it is paid."), rule="SCPT.E"
            )
        return FREE
    # where the balance does not reach, a form names no method at all
    if balance_only and (not method or method in set(PaymentMethod) - {PaymentMethod.BALANCE}):
        raise Refused(
            "balance_only",
            N_("Online tournaments are paid from the account's balance: pay in what is missing first."),
            rule="PT-T.21",
        )
    if method not in set(PaymentMethod):
        raise Refused(
            "no_such_method",
            N_("%(method)s is not a method of payment here."),
            rule="SCPT.E",
            method=str(method)[:20],
        )
    return method


def check_received(payer: EntryContext, *, method: str, price_cents: int, by: Actor) -> None:
    """Check that who plays does not say alone that the own payment came. From the balance nobody says it: it is there.
    Refusals: ``own_money``. Rule: PT-T.21
    """
    if price_cents and method not in (PaymentMethod.BALANCE, FREE):
        own = by.user_id is not None and by.user_id == payer.user_id
        check_not_from_oneself(own=own, by=by, venue_id=payer.venue_id)


def _part(
    cents: int,
    *,
    kind: AccountKind,
    word: str,
    wallet: AccountId,
    unit: str,
    venue_id: int,
    tournament_id: int,
    season_id: int | None,
    **more: Any,
) -> NewTransfer:
    """A part of what is paid, out of a wallet. more: at, command_id, reference."""
    owner: dict[str, int | None] = (
        {"season_id": season_id} if kind is AccountKind.RANKING_FUND else {"tournament_id": tournament_id}
    )
    return NewTransfer(
        debit=wallet,
        credit=account(kind, unit=unit, venue_id=venue_id, **owner),
        amount_cents=cents,
        kind=word,
        unit=unit,
        tournament_id=tournament_id,
        **more,
    )


def _brought(
    cents: int, *, method: str, venue_id: int, wallet: AccountId, unit: str, **more: Any
) -> NewTransfer:
    """Money that came by a method, into a wallet. more: at, command_id, reference, tournament_id."""
    return NewTransfer(
        debit=account(METHOD_ACCOUNT[PaymentMethod(method)], unit=unit, venue_id=venue_id),
        credit=wallet,
        amount_cents=cents,
        kind="deposit",
        method=method,
        unit=unit,
        **more,
    )


def take_money(
    *,
    venue_id: int,
    tournament_id: int,
    season_id: int | None,
    player_id: int,
    unit: str,
    split: BuyInSplit,
    surcharge_cents: int,
    method: str,
    reference: str,
    at: datetime,
    command_id: UUID,
    wallet: AccountId | None = None,
) -> list[TransferId]:
    """Book a payment by `method` into the wallet and out of it into the parts of the price, in one posting.

    wallet: the player's, where it was found before.

    Refusals: ``insufficient_funds`` when paying from a balance that is too small, ``entry_paid`` where the rest is set aside.
    Rule: SCPT.L, SCPT.F, SCPT.E, PT-T.21, CASES split-1, CASES split-2
    """
    total = split.price_cents + surcharge_cents
    if total == 0:
        return []
    wallet = wallet or account(AccountKind.PLAYER, unit=unit, player_id=player_id)
    common: dict[str, Any] = {
        "unit": unit,
        "at": at,
        "command_id": command_id,
        "reference": reference,
        "tournament_id": tournament_id,
    }
    transfers = []
    if method != PaymentMethod.BALANCE:
        # apart from the price: a refund may leave the money in the wallet
        brought = {**common, "reference": f"{reference}:deposit"}
        transfers.append(_brought(total, method=method, venue_id=venue_id, wallet=wallet, **brought))
    parts = [(COMPONENT_ACCOUNT[component], component.value, cents) for component, cents in split.amounts()]
    parts.append((AccountKind.SURCHARGE, "surcharge", surcharge_cents))
    transfers += [
        _part(cents, kind=kind, word=word, wallet=wallet, venue_id=venue_id, season_id=season_id, **common)
        for kind, word, cents in parts
        if cents
    ]
    return post(transfers)


def surcharge_of(desk: EntryContext, *, method: str, price_cents: int) -> int:
    """Return what the method costs on top of the price at this venue. Rule: SCPT.E"""
    if method == FREE:
        return 0
    bp = {PaymentMethod(m): int(v) for m, v in desk.offer.surcharges_bp.items()}
    return price_line(price_cents=price_cents, method=PaymentMethod(method), surcharges_bp=bp).surcharge_cents


def pay_ahead(
    desk: EntryContext, *, registration: Registration, method: str, at: datetime, command_id: UUID
) -> int:
    """Put the money of a registration that still waits for the document into the wallet, as a deposit of its own."""
    price = desk.price_cents
    total = price + surcharge_of(desk, method=method, price_cents=price)
    unit = desk.offer.currency
    post(
        [
            _brought(
                total,
                method=method,
                venue_id=desk.venue_id,
                wallet=account(AccountKind.PLAYER, unit=unit, player_id=desk.player_id),
                unit=unit,
                at=at,
                command_id=command_id,
                reference=f"registration:{registration.pk}:deposit",
                tournament_id=desk.tournament_id,
            )
        ]
    )
    registration.paid_at, registration.method = at, method
    registration.save(update_fields=["paid_at", "method"])
    record(
        PaymentNoted(
            tournament_id=desk.tournament_id,
            player_id=desk.player_id,
            registration_id=registration.pk,
            public_name=desk.public_name,
            method=method,
            paid_cents=total,
        )
    )
    return total


def take_payment_ahead_back(registration: Registration, *, at: datetime, command_id: UUID) -> int:
    """Take what was paid ahead out of the wallet, to be paid into the entry or handed back; the cents that had come.

    Refusals: ``insufficient_funds`` where it was spent on something else."""
    about = f"registration:{registration.pk}:deposit"
    cents = brought_under([about]).get(about, 0)
    reverse_about([about], at=at, command_id=command_id)
    return cents


def correct_method(desk: EntryContext, *, entry: Entry, method: str, at: datetime, command_id: UUID) -> None:
    """Book an entry's payment anew by the method by which it came, and take the booking by the other back. What the price is
    made of stays.

    Refusals: ``insufficient_funds``, ``entry_paid`` where it came from a balance that does not reach.
    Rule: SCPT.E
    """
    about = f"entry:{entry.pk}"
    standing = standing_about(about, f"{about}:deposit")
    surcharge = surcharge_of(desk, method=method, price_cents=entry.price_cents)
    # of who paid, also where another plays by now
    wallet = next(one.debit for one in standing if one.reference == about)
    common: dict[str, Any] = {
        "unit": desk.offer.currency,
        "at": at,
        "command_id": command_id,
        "tournament_id": desk.tournament_id,
    }
    # what came first: in between the wallet has what was booked by mistake, and never less than it keeps
    if method != PaymentMethod.BALANCE:
        post(
            [
                _brought(
                    entry.price_cents + surcharge,
                    method=method,
                    venue_id=desk.venue_id,
                    wallet=wallet,
                    reference=f"{about}:deposit",
                    **common,
                )
            ]
        )
    reverse(
        [one.transfer_id for one in standing if one.kind in ("surcharge", "deposit")],
        at=at,
        command_id=command_id,
    )
    if surcharge:
        post(
            [
                _part(
                    surcharge,
                    kind=AccountKind.SURCHARGE,
                    word="surcharge",
                    wallet=wallet,
                    venue_id=desk.venue_id,
                    season_id=None,
                    reference=about,
                    **common,
                )
            ]
        )
    was = entry.method
    entry.method, entry.surcharge_cents = method, surcharge
    entry.save(update_fields=["method", "surcharge_cents"])
    record(
        PaymentMethodCorrected(
            tournament_id=desk.tournament_id,
            player_id=desk.player_id,
            entry_id=entry.pk,
            public_name=desk.public_name,
            receipt=entry.receipt,
            was=was,
            method=method,
            paid_cents=entry.price_cents + surcharge,
        )
    )


def give_back(reference: str, *, hand_back: bool, at: datetime, command_id: UUID) -> list[TransferId]:
    """Bring the price with its fees and surcharge back to the wallet; `hand_back`: and out of it, the way it came."""
    standing = standing_about(reference, *([f"{reference}:deposit"] if hand_back else []))
    return reverse([one.transfer_id for one in standing], at=at, command_id=command_id)
