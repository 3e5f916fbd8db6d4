"""What of a balance is set aside for entries that wait for the document: paid for, and spent on nothing else.

The wallet itself keeps it (migration 0042): a posting that would spend it is refused, whatever it is for. Here it is read, told, and asked before
a wish for which nothing is posted yet.
"""

from __future__ import annotations

import json
from collections.abc import Collection
from dataclasses import dataclass

from ledger.queries import paid_for_registrations, wallet_balance
from people.queries import player_view
from rules.refusals import N_, Refused
from tournaments.models import Registration, RegistrationState


@dataclass(frozen=True, slots=True, kw_only=True)
class PaidAhead:
    """cents: what pays for entries as soon as the document is seen. tournaments: their names, the first registered first."""

    cents: int
    tournaments: tuple[str, ...]


NOTHING_AHEAD = PaidAhead(cents=0, tournaments=())


def paid_ahead_by(player_ids: Collection[int], *, unit: str) -> dict[int, PaidAhead]:
    """Return what these players paid for registrations that wait for the document; who has none is not there.

    It is in the balance of who paid, also where the registration was handed to another person since. One statement for who never paid so, which is
    nearly everybody. Rule: SCPT.F
    """
    paid = paid_for_registrations(player_ids, unit=unit)
    if not paid:
        return {}
    waiting = dict(
        Registration.objects.filter(
            pk__in=[registration_id for _player, registration_id, _cents in paid],
            state=RegistrationState.PENDING,
            paid_at__isnull=False,
        ).values_list("pk", "tournament__name")
    )
    found: dict[int, PaidAhead] = {}
    for player_id, registration_id, cents in paid:
        if registration_id in waiting:
            before = found.get(player_id, NOTHING_AHEAD)
            found[player_id] = PaidAhead(
                cents=before.cents + cents, tournaments=(*before.tournaments, waiting[registration_id])
            )
    return found


def paid_ahead_of(player_id: int, *, unit: str) -> PaidAhead:
    """Return what this player paid for registrations that wait for the document. Rule: SCPT.F"""
    return paid_ahead_by([player_id], unit=unit).get(player_id, NOTHING_AHEAD)


def spendable_balance(player_id: int, *, unit: str) -> int:
    """Return what of a player's balance may be spent now: without what is set aside for entries. Rule: SCPT.F, PT-T.21"""
    return max(
        wallet_balance(player_id, unit=unit) - paid_ahead_of(player_id, unit=unit).cents,
        0,
    )


def why_kept(player_id: int, *, unit: str, cents: int, balance_cents: int) -> Refused | None:
    """Return why so much may not leave a balance: it pays for an entry that waits for the document; None where it may. Rule: SCPT.F, PT-T.21"""
    ahead = paid_ahead_of(player_id, unit=unit)
    if balance_cents - cents >= ahead.cents:
        return None
    return entry_paid(player_id, ahead=ahead, free_cents=balance_cents - ahead.cents, unit=unit)


def check_spend(player_id: int, *, unit: str, cents: int, balance_cents: int) -> None:
    """Check whether so much of a balance may be spent, of a wish for which nothing is posted yet. Refusals: ``entry_paid``. Rule: SCPT.F, PT-T.21"""
    no = why_kept(player_id, unit=unit, cents=cents, balance_cents=balance_cents)
    if no is not None:
        raise no


def entry_paid(player_id: int, *, ahead: PaidAhead, free_cents: int, unit: str, field: str = "") -> Refused:
    """Return that a part of the balance is what a registration was paid with: whose, for which tournament, how much, and where it is freed."""
    return Refused(
        "entry_paid",
        N_(
            "%(entry_cents)s of the balance of %(player)s are set aside for the entry in %(tournaments)s, which waits for the"
            " document; %(free_cents)s of it can be spent. Pay in more, or have that registration cancelled first, at the desk of"
            " that tournament."
        ),
        rule="SCPT.F",
        entry_cents=ahead.cents,
        free_cents=max(free_cents, 0),
        player=player_view(player_id).public_name,
        tournaments=", ".join(ahead.tournaments),
        currency=unit,
        **({"field": field} if field else {}),
    )


class WalletKeeps(Refused):
    """The no of the wallet itself. The database gave numbers only; who and what they are is read when it can be read again."""

    def __init__(self, detail: str) -> None:
        super().__init__("entry_paid", "", rule="SCPT.F", **json.loads(detail))

    def told(self) -> Refused:
        """Return the refusal with the names. Rule: SCPT.F"""
        names = Registration.objects.filter(pk__in=self.params["registrations"]).order_by("pk")
        return entry_paid(
            self.params["player_id"],
            ahead=PaidAhead(
                cents=self.params["ahead_cents"],
                tournaments=tuple(names.values_list("tournament__name", flat=True)),
            ),
            free_cents=self.params["free_cents"],
            unit=self.params["unit"],
        )
