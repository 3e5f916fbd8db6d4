"""What of a balance is set aside for entries that wait for the document: paid for, and spent on nothing else."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from ledger.queries import brought_under, wallet_balance
from rules.refusals import N_, Refused
from tournaments.models import Registration, RegistrationState


@dataclass(frozen=True, slots=True, kw_only=True)
class PaidAhead:
    """cents: what pays for entries as soon as the document is seen. tournaments: their names, the first registered first."""

    cents: int
    tournaments: tuple[str, ...]


NOTHING_AHEAD = PaidAhead(cents=0, tournaments=())


def paid_ahead_by(player_ids: Collection[int], *, unit: str) -> dict[int, PaidAhead]:
    """Return what was taken from these players for registrations that wait for the document; who has none is not there.

    One statement for who waits for nothing, which is nearly everybody. Rule: SCPT.F
    """
    waiting = list(
        Registration.objects.filter(
            player_id__in=player_ids,
            tournament__currency=unit,
            state=RegistrationState.PENDING,
            paid_at__isnull=False,
        )
        .order_by("pk")
        .values_list("player_id", "pk", "tournament__name")
    )
    if not waiting:
        return {}
    came = brought_under([f"registration:{pk}:deposit" for _player, pk, _name in waiting])
    found: dict[int, PaidAhead] = {}
    for player_id, pk, name in waiting:
        cents = came.get(f"registration:{pk}:deposit", 0)
        if cents:
            before = found.get(player_id, NOTHING_AHEAD)
            found[player_id] = PaidAhead(cents=before.cents + cents, tournaments=(*before.tournaments, name))
    return found


def paid_ahead_of(player_id: int, *, unit: str) -> PaidAhead:
    """Return what was taken from this player for registrations that wait for the document. Rule: SCPT.F"""
    return paid_ahead_by([player_id], unit=unit).get(player_id, NOTHING_AHEAD)


def spendable_balance(player_id: int, *, unit: str) -> int:
    """Return what of a player's balance may be spent now: without what is set aside for entries. Rule: SCPT.F, PT-T.21"""
    return max(
        wallet_balance(player_id, unit=unit) - paid_ahead_of(player_id, unit=unit).cents,
        0,
    )


def check_spend(player_id: int, *, unit: str, cents: int, balance_cents: int) -> None:
    """Check whether so much of a balance may be spent: what pays for an entry that waits for the document stays.

    Refusals: ``entry_paid``. Rule: SCPT.F, PT-T.21
    """
    _check_stays(
        paid_ahead_of(player_id, unit=unit), left_cents=balance_cents - cents, cents=cents, unit=unit
    )


def check_spent(player_id: int, *, unit: str, cents: int) -> None:
    """Check, after a posting that took so much out of a wallet and so holds it, that what is set aside is still there.

    Whoever pays ahead at that moment waits for the wallet, or has it set aside before we read.
    Refusals: ``entry_paid``. Rule: SCPT.F, PT-T.21
    """
    ahead = paid_ahead_of(player_id, unit=unit)
    if ahead.cents:
        _check_stays(ahead, left_cents=wallet_balance(player_id, unit=unit), cents=cents, unit=unit)


def _check_stays(ahead: PaidAhead, *, left_cents: int, cents: int, unit: str) -> None:
    if ahead.cents and left_cents < ahead.cents:
        raise Refused(
            "entry_paid",
            N_(
                "%(entry_cents)s of the balance are set aside for the entry in %(tournaments)s, which waits for the document;"
                " %(free_cents)s of it can be spent. Pay in more, or have that registration cancelled first."
            ),
            rule="SCPT.F",
            entry_cents=ahead.cents,
            free_cents=max(left_cents + cents - ahead.cents, 0),
            tournaments=", ".join(ahead.tournaments),
            currency=unit,
        )
