"""The money of a tournament that is cancelled: everybody whole by the rule set, every pool empty."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from dispatch.commands import record
from dispatch.facts import CommandId
from ledger.operations import post, reverse, reverse_about, wallets
from ledger.operations.transfers import NewTransfer
from ledger.queries import pool_deductions_standing, tournament_balance
from payouts.facts import TournamentRefunded
from payouts.models import Cancellation, PrizePool, Repayment, RepaymentState
from payouts.operations.bounties import all_bounties_back
from payouts.operations.pool import account_of, pool_reference
from payouts.queries.money import sold_of
from payouts.queries.refunding import GoingBack, what_goes_back
from rules.accounts import AccountKind
from rules.entries import PaymentMethod
from rules.refunds import RefundCase, RefundStatement
from rules.refusals import N_, Refused
from tournaments.models import Entry, EntryState, Tournament


@dataclass(frozen=True, slots=True, kw_only=True)
class WentBack:
    """What went into the balances of how many, and how much of it waits to be handed back. Cents."""

    refunded_cents: int
    players: int
    open_cents: int
    open_repayments: int


def refund_all(
    tournament: Tournament,
    *,
    at: datetime,
    command_id: CommandId,
    prizes_stand: bool = False,
    counts_reason: str = "",
) -> WentBack:
    """Pay back a locked tournament by its rule set, in a fixed number of statements.

    Before the start, or by the policy of full refunds: every payment is reversed with its fees, and bounties that were
    paid go back first. After the start by
    the policy of shares: the registrations of those still in are reversed, the prize parts of all other payments
    are shared among them by chips; prizes already given stand. The guarantee is void: an overlay returns to the
    house, deductions return from their funds. Money goes to the wallets it came from. prizes_stand: by shares in any
    rule set once a prize or bounty was credited. What is shared by chips is shared by stacks that add up to the chips
    in play, or by the last counts where the director says why (counts_reason).
    Refusals: ``prizes_already_credited``, ``nobody_active``, ``chips_not_accounted``, ``prize_spent`` (a bounty).
    Rule: PT-T.36, PT-T.37, PT-T.38, SCPT.D, SCPT.J, CASES refund-1
    """
    found = what_goes_back(tournament, prizes_stand=prizes_stand)
    if not found.counts_agree and not counts_reason:
        raise _counts_missing(found)
    sold = sold_of(tournament.pk)
    if found.bounties_first:
        all_bounties_back(tournament, at=at, command_id=command_id)
    statement = found.statement
    if statement.case in (RefundCase.FULL, RefundCase.BEFORE_START):
        reverse_about([pool_reference(tournament.pk), *found.references], at=at, command_id=command_id)
    else:
        _share(tournament, statement, at=at, command_id=command_id)
    total = sum(line.total_cents for line in statement.lines)
    back = WentBack(
        refunded_cents=total,
        players=sum(1 for line in statement.lines if line.total_cents),
        open_cents=sum(
            c for (_, _, method), c in found.repayments.items() if method != PaymentMethod.BALANCE
        ),
        open_repayments=sum(1 for _, _, method in found.repayments if method != PaymentMethod.BALANCE),
    )
    Cancellation.objects.create(
        tournament=tournament,
        case=statement.case.value,
        sold=[
            [line.what, line.method, line.unit_cents, line.count, line.cents, line.surcharge_cents]
            for line in sold
        ],
        paid_cents=sum(line.cents for line in sold),
        refunded_cents=total,
        shared_cents=statement.shared_cents,
        from_house_cents=statement.from_house_cents,
        counts_reason="" if found.counts_agree else counts_reason,
        at=at,
        command_id=command_id,
    )
    Repayment.objects.bulk_create(
        [
            Repayment(
                tournament=tournament,
                player_id=player_id,
                kind=kind,
                method=method,
                amount_cents=cents,
                state=RepaymentState.KEPT if method == PaymentMethod.BALANCE else RepaymentState.OPEN,
                settled_at=at if method == PaymentMethod.BALANCE else None,
            )
            for (player_id, kind, method), cents in found.repayments.items()
        ]
    )
    t = tournament.pk
    record(
        TournamentRefunded(
            tournament_id=t,
            case=statement.case.value,
            players=back.players,
            refunded_cents=total,
            open_cents=back.open_cents,
            shared_cents=statement.shared_cents,
            from_house_cents=statement.from_house_cents,
            counts_reason="" if found.counts_agree else counts_reason,
            currency=tournament.currency,
        )
    )
    return back


def _counts_missing(found: GoingBack) -> Refused:
    missing = [stack.player for stack in found.stacks if not stack.counted]
    if missing:
        return Refused(
            "chips_not_accounted",
            N_(
                "What is left is shared by chips, and %(count)s stacks are not counted: %(names)s. Count them first, or"
                " say why the last counts are accepted."
            ),
            rule="PT-T.36",
            count=len(missing),
            names=", ".join(missing[:10]) + (" …" if len(missing) > 10 else ""),
        )
    return Refused(
        "chips_not_accounted",
        N_(
            "The stacks add up to %(counted)s chips, but %(in_play)s are in play. Count again before they share by"
            " chips, or say why the last counts are accepted."
        ),
        rule="PT-T.36",
        counted=found.counted_chips,
        in_play=found.in_play_chips,
    )


def _share(
    tournament: Tournament, statement: RefundStatement, *, at: datetime, command_id: CommandId
) -> None:
    """Registrations of the active back, the rest by chips; the house takes back what is left of its overlay."""
    common: dict[str, Any] = {
        "unit": tournament.currency,
        "at": at,
        "command_id": command_id,
        "tournament_id": tournament.pk,
    }
    pool = account_of(AccountKind.PRIZE_POOL, tournament=tournament)
    _deductions_back(tournament, at=at, command_id=command_id)
    active = [int(line.key) for line in statement.lines if line.refund_cents]
    first = (
        Entry.objects.filter(tournament_id=tournament.pk, player_id__in=active, ordinal=1)
        .exclude(state=EntryState.CANCELLED)
        .values_list("id", flat=True)
    )
    reverse_about([f"entry:{entry_id}" for entry_id in first], at=at, command_id=command_id)
    bounties = tournament_balance(AccountKind.BOUNTY_POOL, tournament_id=tournament.pk)
    if bounties:
        post(
            [
                NewTransfer(
                    debit=account_of(AccountKind.BOUNTY_POOL, tournament=tournament),
                    credit=pool,
                    amount_cents=bounties,
                    kind="bounties_returned",
                    reference=pool_reference(tournament.pk),
                    **common,
                )
            ]
        )
    house = tournament_balance(AccountKind.PRIZE_POOL, tournament_id=tournament.pk) - statement.shared_cents
    if house:
        overlay = account_of(AccountKind.OVERLAY, tournament=tournament)
        post(
            [
                NewTransfer(
                    debit=pool if house > 0 else overlay,
                    credit=overlay if house > 0 else pool,
                    amount_cents=abs(house),
                    kind="overlay",
                    reference=pool_reference(tournament.pk),
                    **common,
                )
            ]
        )
    purses = wallets(
        [int(line.key) for line in statement.lines if line.share_cents], unit=tournament.currency
    )
    post(
        [
            NewTransfer(
                debit=pool,
                credit=purses[int(line.key)],
                amount_cents=line.share_cents,
                kind="refund_share",
                reference=f"tournament:{tournament.pk}",
                **common,
            )
            for line in statement.lines
            if line.share_cents
        ]
    )


def _deductions_back(tournament: Tournament, *, at: datetime, command_id: CommandId) -> None:
    """What came off the pool when the prizes were fixed returns into it."""
    if PrizePool.objects.filter(pk=tournament.pk, deductions_cents__gt=0).exists():
        reverse(
            pool_deductions_standing(tournament.pk, reference=pool_reference(tournament.pk)),
            at=at,
            command_id=command_id,
        )
