"""Who sits at a table and may not play there any more, where no hand's end sends them home."""

from __future__ import annotations

from datetime import datetime

from django.db.models import Exists, OuterRef, Q

from people.models import Exclusion
from play.models import Sitting, TableKind, TableStage

_AT_ONCE = 100


def barred_between_hands(*, at: datetime) -> list[tuple[int, int | None]]:
    """Return (player, venue or everywhere) of exclusions that have begun and whose players sit at a cash or demo table between two hands, or where
    none is dealt. Who sits where a hand is played goes with its end.
    """
    there = Sitting.objects.filter(
        player_id=OuterRef("player_id"), left_at__isnull=True, table__stage=TableStage.WAITING
    ).exclude(table__kind=TableKind.TOURNAMENT)
    found = Exclusion.objects.filter(
        Q(Exists(there), venue_id__isnull=True)
        | Q(Exists(there.filter(table__venue_id=OuterRef("venue_id")))),
        Exclusion.standing(at=at),
    )
    return list(found.order_by().values_list("player_id", "venue_id").distinct()[:_AT_ONCE])
