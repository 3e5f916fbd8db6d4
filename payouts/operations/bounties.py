"""Knock-out bounties: from the bounty pool to who took the chips, and back when the elimination was a mistake."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from dispatch.commands import record
from dispatch.facts import CommandId
from ledger.operations import account, post, reverse_about, wallets
from ledger.operations.transfers import NewTransfer
from ledger.queries import tournament_balance
from payouts.facts import (
    BountiesTakenBack,
    BountyCredited,
    BountyFact,
    BountyReturned,
    BountyTakenBack,
    BountyWithdrawn,
    BountyWon,
    OwnBountyFact,
)
from payouts.operations.pool import account_of
from payouts.queries.bounties import BountyShare, bounty_of, bounty_reference, heads_of, shares_of, spent
from rules.accounts import AccountKind
from rules.bounties import knock_out, who_shares
from rules.policies import from_dict as policies_from
from rules.refusals import N_, Refused
from tournaments.models import Elimination, Entry, Takers, Tournament


def pay_bounties(
    tournament: Tournament,
    *,
    eliminations: Sequence[Elimination],
    at: datetime,
    command_id: CommandId,
    at_table: Mapping[int, Sequence[int]],
) -> dict[int, tuple[BountyShare, ...]]:
    """Pay the bounty of each entry that is out to those who took its chips, at once; elimination to who got what.

    Shared evenly, odd cents in the order named. Where nobody took the chips the rule set's policy says whose it is
    (`at_table`: who is left there, by elimination); while that is open it stays in the pool. Nothing happens in a
    tournament without bounties. That they sat there was checked when they were named. Rule: SCPT.P, REGULATIONS 5.2
    """
    if not bounty_of(tournament.split):
        return {}
    policies = policies_from(tournament.policies)
    sharing = {
        row.pk: who_shares(
            named=row.by_entries,
            nobody=row.takers == Takers.NOBODY,
            at_table=at_table.get(row.pk, ()),
            policies=policies,
        )
        for row in eliminations
    }
    paid = [row for row in eliminations if sharing[row.pk]]
    if not paid:
        return {}
    heads = heads_of(tournament, entry_ids=[row.entry_id for row in paid])
    takers = {
        entry.pk: entry
        for entry in Entry.objects.select_related("player").filter(
            tournament_id=tournament.pk, pk__in={taker for row in paid for taker in sharing[row.pk]}
        )
    }
    source = account_of(AccountKind.BOUNTY_POOL, tournament=tournament)
    purses = wallets([entry.player_id for entry in takers.values()], unit=tournament.currency)
    transfers: list[NewTransfer] = []
    received: dict[int, int] = {}
    shares: dict[int, tuple[BountyShare, ...]] = {}
    for row in paid:
        mine = []
        split = knock_out(bounty_cents=heads[row.entry_id], eliminators=len(sharing[row.pk])).paid_cents
        for taker, cents in zip(sharing[row.pk], split, strict=True):
            if not cents:
                continue
            player = takers[taker].player
            received[taker] = received.get(taker, 0) + cents
            mine.append(
                BountyShare(entry_id=taker, player_id=player.pk, name=player.public_name, amount_cents=cents)
            )
            transfers.append(
                NewTransfer(
                    debit=source,
                    credit=purses[player.pk],
                    amount_cents=cents,
                    unit=tournament.currency,
                    kind="bounty",
                    at=at,
                    command_id=command_id,
                    reference=bounty_reference(row.pk),
                    tournament_id=tournament.pk,
                )
            )
        shares[row.pk] = tuple(mine)
    post(transfers)
    for taker, cents in received.items():
        _tell_won(tournament, takers[taker], cents)
    return shares


def void_bounties(tournament: Tournament, *, row: Elimination, at: datetime, command_id: CommandId) -> None:
    """Put the bounty paid for an elimination into the pool again: it, or who was named for it, was a mistake.

    Refusals: ``bounty_spent`` when a wallet no longer holds it. Rule: SCPT.P"""
    if not bounty_of(tournament.split):
        return
    shares = shares_of([row.pk]).get(row.pk, ())
    no = spent(shares, unit=tournament.currency)
    if no is not None:
        raise no
    if not _back([row], at=at, command_id=command_id):
        return
    record(BountyTakenBack(tournament_id=tournament.pk, elimination_id=row.pk, entry_id=row.entry_id))
    takers = {
        entry.pk: entry
        for entry in Entry.objects.select_related("player").filter(pk__in=[s.entry_id for s in shares])
    }
    for share in shares:
        _tell_returned(tournament, takers[share.entry_id], share.amount_cents)


def all_bounties_back(tournament: Tournament, *, at: datetime, command_id: CommandId) -> None:
    """Bring every bounty that was paid back into the pool: nobody's entry is worth less than another's when all are
    refunded.

    Refusals: ``prize_spent`` when a wallet no longer holds it. Rule: SCPT.D, SCPT.P"""
    standing = Elimination.objects.filter(tournament=tournament, undone_at__isnull=True)
    try:
        count = _back(list(standing.only("id")), at=at, command_id=command_id)
    except Refused as no:
        if no.code != "prize_spent":
            raise
        raise Refused(
            no.code,
            N_(
                "A bounty was already used from its player's balance. Ask for the money back first, or cancel so that the"
                " bounties stand and what is left is shared among those still in."
            ),
            rule="SCPT.P",
        ) from no
    if count:
        record(BountiesTakenBack(tournament_id=tournament.pk, count=count))


def _back(rows: Sequence[Elimination], *, at: datetime, command_id: CommandId) -> int:
    """Reverse what was paid for these eliminations; how many transfers that were."""
    return _reverse([bounty_reference(row.pk) for row in rows], at=at, command_id=command_id)


def _reverse(references: Sequence[str], *, at: datetime, command_id: CommandId) -> int:
    try:
        return reverse_about(references, at=at, command_id=command_id)
    except Refused as no:
        if no.code != "insufficient_funds":
            raise
        raise Refused(
            "prize_spent",
            N_("A prize was already used from the player's balance. Ask for the money back first."),
            rule="SCPT.P",
        ) from no


def pay_winner_bounty(tournament: Tournament, *, winner: Entry, at: datetime, command_id: CommandId) -> int:
    """Give the champion what is left in the bounty pool at the end: the own head, and those nobody took."""
    left = tournament_balance(AccountKind.BOUNTY_POOL, tournament_id=tournament.pk)
    if left:
        post(
            [
                NewTransfer(
                    debit=account_of(AccountKind.BOUNTY_POOL, tournament=tournament),
                    credit=account(AccountKind.PLAYER, unit=tournament.currency, player_id=winner.player_id),
                    amount_cents=left,
                    unit=tournament.currency,
                    kind="bounty",
                    at=at,
                    command_id=command_id,
                    reference=_champions(tournament),
                    tournament_id=tournament.pk,
                )
            ]
        )
        _tell_won(tournament, winner, left)
    return left


def reverse_winner_bounty(
    tournament: Tournament, *, winner: Entry, cents: int, at: datetime, command_id: CommandId
) -> None:
    """Put what the champion got from the bounty pool into it again: the end was taken back.

    Refusals: ``prize_spent`` when the wallet no longer holds it."""
    if not cents:
        return
    _reverse([_champions(tournament)], at=at, command_id=command_id)
    _tell_returned(tournament, winner, cents)


def _champions(tournament: Tournament) -> str:
    return f"bounty:champion:{tournament.pk}"


def _tell_won(tournament: Tournament, taker: Entry, cents: int) -> None:
    _tell(BountyWon, BountyCredited, tournament, taker, cents)


def _tell_returned(tournament: Tournament, taker: Entry, cents: int) -> None:
    _tell(BountyReturned, BountyWithdrawn, tournament, taker, cents)


def _tell(
    everybody: type[BountyFact], taker: type[OwnBountyFact], tournament: Tournament, entry: Entry, cents: int
) -> None:
    record(
        everybody(
            tournament_id=tournament.pk,
            entry_id=entry.pk,
            amount_cents=cents,
            currency=tournament.currency,
            name=entry.player.public_name,
        )
    )
    record(
        taker(
            tournament_id=tournament.pk,
            entry_id=entry.pk,
            amount_cents=cents,
            currency=tournament.currency,
            player_id=entry.player_id,
        )
    )
