"""Who has a second factor."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from people.models import SecondFactor


@dataclass(frozen=True, slots=True, kw_only=True)
class FactorView:
    """That somebody signs in with an app, too. seed: what its secret is computed from; hidden information."""

    user_id: int
    seed: UUID
    set_at: datetime
    recovery_used: int


def second_factor_of(user_id: int) -> FactorView | None:
    """Return what somebody signs in with besides the password; None for the password alone."""
    row = SecondFactor.objects.filter(user_id=user_id).first()
    if row is None:
        return None
    return FactorView(user_id=user_id, seed=row.seed, set_at=row.set_at, recovery_used=len(row.recovery_used))


def second_factors(user_ids: Iterable[int]) -> set[int]:
    """Return those of the accounts that sign in with an app, too."""
    return set(SecondFactor.objects.filter(user_id__in=list(user_ids)).values_list("user_id", flat=True))
