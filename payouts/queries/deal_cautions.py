"""What the players of a deal should know before they vote on it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from payouts.models import Deal, DealState, PrizePool
from payouts.queries.ladders import Ladder
from rules.deals import DealKind, cautions


class Warns(StrEnum):
    """What a player of a deal is warned of. Rule: ADTP.P3, SCPT.M"""

    UNDER_LOWEST = "under_lowest"
    OVER_FIRST = "over_first"


@dataclass(frozen=True, slots=True, kw_only=True)
class DealCaution:
    """What should be known before a vote. caution: the share is less than what the lowest place brings anyway
    ("under_lowest"), or with the champion's part more than first prize ("over_first"). amount_cents: what the player
    gets, the champion's part included for "over_first"; limit_cents: that place's prize. Rule: ADTP.P3, SCPT.M"""

    kind: DealKind
    caution: Warns
    entry_id: int
    name: str
    amount_cents: int
    limit_cents: int


def deal_cautions(
    *,
    kind: DealKind,
    players: Sequence[tuple[int, str]],
    amounts_cents: Sequence[int],
    reserve_cents: int,
    prizes_cents: Sequence[int],
) -> tuple[DealCaution, ...]:
    """Return where a division gives less than is sure, or the champion more than first prize. players: (entry id,
    name).

    Rule: ADTP.P3, SCPT.M"""
    found = cautions(amounts_cents=amounts_cents, reserve_cents=reserve_cents, prizes_cents=prizes_cents)

    def caution(warns: Warns, i: int, cents: int, limit: int) -> DealCaution:
        entry, name = players[i]
        return DealCaution(
            kind=kind, caution=warns, entry_id=entry, name=name, amount_cents=cents, limit_cents=limit
        )

    return (
        *(caution(Warns.UNDER_LOWEST, i, amounts_cents[i], found.lowest_cents) for i in found.under),
        *(
            caution(Warns.OVER_FIRST, i, amounts_cents[i] + reserve_cents, found.first_cents)
            for i in found.over
        ),
    )


def cautions_of(deal: Deal) -> tuple[DealCaution, ...]:
    """Return what those who vote on a deal should know; nothing once it is decided. Rule: ADTP.P3, SCPT.M"""
    pool = PrizePool.objects.filter(pk=deal.tournament_id).first() if deal.state == DealState.OPEN else None
    if pool is None or deal.kind == DealKind.EXTRA:
        return ()
    ladder = Ladder.of(pool.prizes)
    return deal_cautions(
        kind=DealKind(deal.kind),
        players=[(int(share["entry_id"]), share["name"]) for share in deal.shares],
        amounts_cents=[int(share["amount_cents"]) for share in deal.shares],
        reserve_cents=deal.reserve_cents,
        prizes_cents=ladder.span(1, min(len(deal.shares), ladder.places)),
    )
