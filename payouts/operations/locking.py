"""What is owed to a player, locked until the end of the command."""

from __future__ import annotations

from typing import TypeVar

from payouts.models import Award, Repayment
from rules.refusals import Refused

_Owed = TypeVar("_Owed", Award, Repayment)


def lock_owed(rows: type[_Owed], *, number: int, no: Refused) -> _Owed:
    """Lock the prize or the repayment of that number and return it with its house and player.
    Refusal: `no` where there is none.
    """
    row = (
        rows._default_manager.select_for_update(of=("self",))
        .select_related("tournament__venue", "player")
        .filter(pk=number)
        .first()
    )
    if row is None:
        raise no
    return row
