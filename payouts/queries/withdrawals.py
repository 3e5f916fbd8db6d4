"""Withdrawals by the bank: those of one player, those that wait for a house, and whether the ledger says the same."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from django.db.models import QuerySet

from ledger.queries.reconciliation import Difference
from ledger.queries.rows import rows_of
from payouts.models import Withdrawal
from payouts.queries.found import ON_A_PAGE, found_by
from people.queries.accounts import names_of_users
from rules.accounts import AccountId
from rules.paying import WithdrawalState, withdrawal_about
from rules.refusals import not_found

_WAIT = (WithdrawalState.ASKED, WithdrawalState.PAYING)


@dataclass(frozen=True, slots=True, kw_only=True)
class WithdrawalView:
    """A withdrawal as its player and the house read it; nothing of its destination for a log or a fact. taken_up_by, taken_up_user_id: who of the house is paying it; settled_by:
    who did what state says, "" for nobody there.
    """

    withdrawal_id: int
    reference: str
    venue_id: int
    venue: str
    timezone: str
    player_id: int
    player: str
    unit: str
    amount_cents: int
    state: str
    destination: str = field(repr=False)
    asked_at: datetime
    taken_up_at: datetime | None
    taken_up_by: str
    taken_up_user_id: int | None
    note: str
    reason: str = field(repr=False)
    settled_at: datetime | None
    settled_by: str

    @property
    def about(self) -> str:
        """By what its transfers are booked."""
        return withdrawal_about(self.withdrawal_id)

    @property
    def waits(self) -> bool:
        """Whether its amount is set aside and the house is to pay it."""
        return self.state in _WAIT


def waiting_withdrawals(player_id: int) -> int:
    """Return how many withdrawals of a player wait for the house."""
    return Withdrawal.objects.filter(player_id=player_id, state__in=_WAIT).count()


def withdrawal_of_house(withdrawal_id: int, *, venue_id: int) -> WithdrawalView:
    """Return one withdrawal of a house, for its staff. Refusals: ``not_found``."""
    views = _views(Withdrawal.objects.filter(pk=withdrawal_id, venue_id=venue_id)[:1])
    if not views:
        raise not_found("withdrawal")
    return views[0]


def withdrawals_of_player(player_id: int, *, limit: int = ON_A_PAGE) -> list[WithdrawalView]:
    """Return a player's withdrawals, the latest first; for that player alone. Rule: PT-T.21"""
    return _views(Withdrawal.objects.filter(player_id=player_id).order_by("-id")[:limit])


def withdrawals_waiting(venue_id: int) -> list[WithdrawalView]:
    """Return the withdrawals that wait for a house, the oldest first."""
    return _views(Withdrawal.objects.filter(venue_id=venue_id, state__in=_WAIT).order_by("id")[:200])


def withdrawals_over(venue_id: int) -> list[WithdrawalView]:
    """Return the last withdrawals of a house for which nothing is to be done, the latest first."""
    found = Withdrawal.objects.filter(venue_id=venue_id).exclude(state__in=_WAIT)
    return _views(found.order_by("-id")[:ON_A_PAGE])


def withdrawals_found(venue_id: int, *, typed: str) -> list[WithdrawalView]:
    """Return the withdrawal of a house that a reference stands for, in whatever state; else those of players by that name."""
    of_house = Withdrawal.objects.filter(venue_id=venue_id)
    return _views(found_by(of_house, typed=typed, letter="W", words="player__full_name"))


def withdrawals_behind(references: Iterable[str]) -> dict[str, str]:
    """Return the withdrawals that movements of money are about, each by what its player calls it."""
    numbers = {
        int(number)
        for about, _colon, number in (one.partition(":") for one in references)
        if about == "withdrawal" and number.isdigit()
    }
    return {one.about: one.reference for one in Withdrawal.objects.filter(pk__in=numbers)} if numbers else {}


def money_on_its_way(player_id: int) -> bool:
    """Return whether money of a player is set aside: a withdrawal that waits, or money that came and goes back."""
    return bool(rows_of(_ON_ITS_WAY, values=[player_id, player_id])[0][0])


_ON_ITS_WAY = """
SELECT EXISTS (SELECT FROM payouts_withdrawal WHERE player_id = %s AND state IN ('asked', 'paying'))
    OR EXISTS (SELECT FROM payouts_payin WHERE player_id = %s AND state = 'held')
"""

# in one statement, so that both are of one moment
_SET_ASIDE = """
WITH waits AS (
    SELECT venue_id, unit, amount_cents FROM payouts_withdrawal WHERE state IN ('asked', 'paying')
    UNION ALL
    SELECT venue_id, unit, arrived_cents FROM payouts_payin WHERE state = 'held'
    UNION ALL
    SELECT venue_id, unit, amount_cents FROM payouts_unclaimedmoney WHERE state = 'open'
), asked AS (
    SELECT venue_id, unit, sum(amount_cents)::bigint AS cents FROM waits GROUP BY venue_id, unit
)
SELECT coalesce(w.venue_id, a.venue_id), coalesce(w.unit, a.unit), a.id, coalesce(w.cents, 0), coalesce(a.balance_cents, 0)
FROM asked w
FULL JOIN (SELECT id, venue_id, unit, balance_cents FROM ledger_account WHERE kind = 'set_aside') a
  ON a.venue_id = w.venue_id AND a.unit = w.unit
WHERE coalesce(w.cents, 0) <> coalesce(a.balance_cents, 0)
ORDER BY 1, 2
"""


def set_aside_differences() -> tuple[Difference, ...]:
    """Return every house whose account does not hold what it has set aside for its players: there must be none, at any moment."""
    return tuple(
        Difference(
            what=f"set_aside_{venue_id}",
            account_id=None if account_id is None else AccountId(account_id),
            unit=unit,
            expected_cents=int(waits),
            found_cents=int(holds),
        )
        for venue_id, unit, account_id, waits, holds in rows_of(_SET_ASIDE, values=[])
    )


def _views(found: QuerySet[Withdrawal]) -> list[WithdrawalView]:
    rows: Sequence[Withdrawal] = list(found.select_related("venue", "player"))
    names = names_of_users(
        {who for one in rows for who in (one.settled_by, one.taken_up_by) if who is not None}
    )
    return [
        WithdrawalView(
            withdrawal_id=one.pk,
            reference=one.reference,
            venue_id=one.venue_id,
            venue=one.venue.name,
            timezone=one.venue.timezone,
            player_id=one.player_id,
            player=one.player.full_name or one.player.public_name,
            unit=one.unit,
            amount_cents=one.amount_cents,
            state=one.state,
            destination=one.destination,
            asked_at=one.asked_at,
            taken_up_at=one.taken_up_at,
            taken_up_user_id=one.taken_up_by,
            taken_up_by=names.get(one.taken_up_by or 0, ""),
            note=one.note,
            reason=one.reason,
            settled_at=one.settled_at,
            settled_by="" if one.state == WithdrawalState.TAKEN_BACK else names.get(one.settled_by or 0, ""),
        )
        for one in rows
    ]
