"""Where a player's counted stack stands among the others."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Max, Q

from play.queries.onlookers import PublicStack
from tournaments.models import Entry
from tournaments.queries.stacks import counted_entries, public_stacks_of


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceByCount:
    """Where a counted stack stands among those counted. leader_chips: the largest of them."""

    place: int
    counted: int
    leader_chips: int
    counted_at: datetime


def place_by_count(entry_id: int, *, at: datetime) -> PlaceByCount | None:
    """Return how many counted stacks are larger, of a tournament played online as the public knows the others; None where this one was never counted, or
    nobody else's was. Rule: ADTP.64, PT-H.11
    """
    mine = Entry.objects.select_related("tournament").filter(pk=entry_id).first()
    if mine is None or mine.counted_at is None or not mine.stack_chips:
        return None
    if mine.tournament.online:
        rows = counted_entries(mine.tournament_id).exclude(pk=mine.pk)
        others = list(rows.values_list("player_id", "stack_chips"))
        told = public_stacks_of(mine.tournament, at=at)
        stacks = [_public_chips(told, player_id, chips or 0) for player_id, chips in others]
        return _place_among([chips for chips in stacks if chips], mine=mine)
    found = counted_entries(mine.tournament_id).aggregate(
        counted=Count("pk"),
        above=Count("pk", filter=Q(stack_chips__gt=mine.stack_chips)),
        most=Max("stack_chips"),
    )
    if found["counted"] < 2:
        return None
    return PlaceByCount(
        place=found["above"] + 1,
        counted=found["counted"],
        leader_chips=found["most"],
        counted_at=mine.counted_at,
    )


def _public_chips(told: dict[int, PublicStack | None], player_id: int, chips: int) -> int:
    """What the public knows of a stack; 0 for nothing."""
    if player_id not in told:
        return chips
    one = told[player_id]
    return 0 if one is None else one.chips


def _place_among(others: list[int], *, mine: Entry) -> PlaceByCount | None:
    own = mine.stack_chips or 0
    if not others or mine.counted_at is None:
        return None
    return PlaceByCount(
        place=sum(chips > own for chips in others) + 1,
        counted=len(others) + 1,
        leader_chips=max(own, *others),
        counted_at=mine.counted_at,
    )
