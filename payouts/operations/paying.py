"""Prizes and funds leave the house."""

from __future__ import annotations

from datetime import datetime

from dispatch.commands import record
from dispatch.facts import ABSENT, Actor, CommandId
from ledger.operations import account, lock_wallet, post, reverse
from ledger.operations.transfers import NewTransfer
from ledger.queries import method_account
from payouts.facts import FundPaid, PaymentFact, PrizePaid, PrizePaymentUndone
from payouts.models import Award, AwardState, FundPayment
from payouts.operations.awards import award_reference
from payouts.queries.funds import FundHome
from payouts.queries.reopening import prize_used
from payouts.queries.reserved import check_held_stays, left_the_balance
from people.queries import exclusion_of
from rules.accounts import AccountId, AccountKind, TransferId
from rules.entries import PaymentMethod
from rules.exclusions import ExcludedPrizes, check_pay_excluded
from rules.refusals import N_, Refused
from tournaments.models import Season, Tournament, Venue
from tournaments.queries.paid_ahead import check_spend


def pay(
    row: Award, *, method: str, at: datetime, command_id: CommandId, director: bool = False, reason: str = ""
) -> None:
    """Pay a locked award out of the player's wallet, or leave it there as a balance (`balance`).

    Who is excluded is paid as the house has it (`rules.exclusions`), with a reason.
    Refusals: those of `check_pay_excluded`, ``award_void``, ``already_paid``, ``bad_method``, ``insufficient_funds``. Rule: SCPT.L, PT-T.54
    """
    tournament = row.tournament
    if row.state == AwardState.VOID:
        raise Refused("award_void", N_("This prize was taken back. Reload the page."), rule="SCPT.L")
    if row.state == AwardState.PAID:
        raise Refused(
            "already_paid",
            N_("The prize of %(player)s (place %(place)s) was already paid out."),
            rule="SCPT.L",
            player=row.player.public_name,
            place=row.place,
        )
    excluded = exclusion_of(row.player_id, venue_id=tournament.venue_id, at=at) is not None
    if excluded:
        check_pay_excluded(
            ExcludedPrizes(tournament.venue.excluded_prizes), by_director=director, reason=reason
        )
    kept = reason.strip() if excluded else ""
    transfer = None
    if method != PaymentMethod.BALANCE:
        unit = tournament.currency
        left = lock_wallet(row.player_id, unit=unit) - row.amount_cents
        if left < 0:
            raise left_the_balance(row.player.public_name)
        check_held_stays(row.player_id, unit=unit, left_cents=left, at=at, without_award=row.pk)
        transfer = post(
            [
                NewTransfer(
                    debit=account(AccountKind.PLAYER, unit=tournament.currency, player_id=row.player_id),
                    credit=_where(method, tournament.currency, tournament.venue_id),
                    amount_cents=row.amount_cents,
                    unit=tournament.currency,
                    kind="prize_payment",
                    at=at,
                    command_id=command_id,
                    reference=award_reference(row.pk),
                    method=method,
                )
            ]
        )[0]
    Award.objects.filter(pk=row.pk).update(
        state=AwardState.PAID, paid_at=at, paid_method=method, paid_transfer_id=transfer, paid_reason=kept
    )
    _tell(PrizePaid, row, method=method, reason=kept)


def take_payment_back(row: Award, *, at: datetime, command_id: CommandId) -> None:
    """Take the payment of a locked award back: the money is in the wallet and owed again.

    What was left on the balance must still be there: who has used it has had the prize.
    Refusals: ``not_paid``, ``prize_spent``, ``entry_paid``.
    """
    if row.state != AwardState.PAID:
        raise Refused("not_paid", N_("This prize has not been paid out."), rule="SCPT.L")
    if row.paid_transfer_id is not None:
        reverse([TransferId(row.paid_transfer_id)], at=at, command_id=command_id)
    else:
        unit = row.tournament.currency
        balance = lock_wallet(row.player_id, unit=unit)
        if balance < row.amount_cents:
            raise prize_used(row.player.public_name)
        check_spend(row.player_id, unit=unit, cents=row.amount_cents, balance_cents=balance)
    Award.objects.filter(pk=row.pk).update(
        state=AwardState.OWED, paid_at=None, paid_method="", paid_transfer_id=None, paid_reason=""
    )
    _tell(PrizePaymentUndone, row, method=row.paid_method)


def _where(method: str, unit: str, venue_id: int) -> AccountId:
    return account(method_account(method), unit=unit, venue_id=venue_id)


def _tell(fact: type[PaymentFact], row: Award, *, method: str, reason: str = "") -> None:
    for to_player in (False, True):
        record(
            fact(
                tournament_id=row.tournament_id,
                to_player=to_player,
                award_id=row.pk,
                entry_id=row.entry_id,
                player_id=row.player_id,
                name=row.player.public_name,
                place=row.place,
                amount_cents=row.amount_cents,
                currency=row.tournament.currency,
                method=method,
                # the house's note, for its staff
                reason=reason if reason and not to_player else ABSENT,
            )
        )


def lock_fund(home: FundHome) -> None:
    """Let one payment out of a fund happen at a time, and none while its tournament ends or is cancelled."""
    if home.season_id is not None:
        Season.objects.select_for_update().get(pk=home.season_id)
    elif home.tournament_id is not None:
        Tournament.objects.select_for_update(no_key=True).get(pk=home.tournament_id)
    else:
        Venue.objects.select_for_update().get(pk=home.venue_id)


def pay_from_fund(
    *,
    fund: str,
    source: AccountId,
    venue_id: int,
    unit: str,
    tournament: Tournament | None,
    season_id: int | None,
    amount_cents: int,
    available_cents: int,
    method: str,
    paid_to: str,
    player_id: int | None,
    reason: str,
    at: datetime,
    by: Actor,
    command_id: CommandId,
) -> FundPayment:
    """Money out of a fund, with the record of it: to a person by cash or transfer, or into a player's wallet.

    Refusals: ``fund_too_small``, ``player_needed``, ``bad_method``, ``insufficient_funds``.
    Rule: SCPT.R, REGULATIONS 6.5
    """
    if amount_cents > available_cents:
        raise Refused(
            "fund_too_small",
            N_(
                "The fund can pay %(available_cents)s now; what tournaments that are not over have put in stays."
            ),
            rule="SCPT.R",
            available_cents=available_cents,
            currency=unit,
        )
    if method == PaymentMethod.BALANCE:
        if player_id is None:
            raise Refused(
                "player_needed", N_("Choose the player whose balance gets the money."), rule="SCPT.R"
            )
        into = account(AccountKind.PLAYER, unit=unit, player_id=player_id)
    else:
        into = _where(method, unit, venue_id)
    transfer = post(
        [
            NewTransfer(
                debit=source,
                credit=into,
                amount_cents=amount_cents,
                unit=unit,
                kind=f"{fund}_fund_payment",
                at=at,
                command_id=command_id,
                reference=f"{fund}_fund",
                tournament_id=tournament.pk if tournament is not None else None,
                method="" if method == PaymentMethod.BALANCE else method,
            )
        ]
    )[0]
    row = FundPayment.objects.create(
        venue_id=venue_id,
        tournament=tournament,
        season_id=season_id,
        fund=fund,
        amount_cents=amount_cents,
        unit=unit,
        method=method,
        paid_to=paid_to,
        player_id=player_id,
        reason=reason,
        at=at,
        by_id=by.user_id,
        transfer_id=transfer,
        command_id=command_id,
    )
    record(
        FundPaid(
            tournament_id=tournament.pk if tournament is not None else None,
            season_id=season_id,
            payment_id=row.pk,
            fund=fund,
            amount_cents=amount_cents,
            unit=unit,
            method=method,
            paid_to=paid_to,
            reason=reason,
        )
    )
    return row
