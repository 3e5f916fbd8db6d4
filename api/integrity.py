"""What an integrity officer reads of a house's online tables."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any
from zoneinfo import ZoneInfo

from rest_framework import serializers

from api.endpoints import CommandEndpoint, QueryEndpoint
from api.fields import Body, Count, Day
from api.scopes import in_venue
from api.shapes import shape
from play.models import TableKind
from play.queries.pairs import ON_A_PAGE, PairHand, PairLine, hands_of_pair, pairs_of_house
from rules.online import period
from rules.permissions import Permission
from tournaments.queries.circuit import venue_view


class PeriodAsked(Body):
    kind = serializers.ChoiceField(choices=TableKind.choices)
    since = Day(required=False, help_text="The first day at the venue; without it, 30 days to the last one.")
    until = Day(required=False, help_text="The last day at the venue; without it, today.")


class PairsAsked(PeriodAsked):
    limit = Count(min_value=1, max_value=500, default=ON_A_PAGE)
    offset = Count(default=0, max_value=1_000_000)


def _period(venue_id: int, *, at: datetime, since: date | None, until: date | None) -> tuple[date, date]:
    today = at.astimezone(ZoneInfo(venue_view(venue_id).timezone)).date()
    return period(first=since, last=until, today=today)


def _pairs(
    *,
    venue_id: int,
    kind: str,
    limit: int,
    offset: int,
    at: datetime,
    since: date | None = None,
    until: date | None = None,
    **_more: Any,
) -> list[PairLine]:
    first, last = _period(venue_id, at=at, since=since, until=until)
    return pairs_of_house(venue_id, kind=TableKind(kind), first=first, last=last, limit=limit, offset=offset)


def _pair_hands(
    *,
    venue_id: int,
    player_id: int,
    other_player_id: int,
    kind: str,
    at: datetime,
    since: date | None = None,
    until: date | None = None,
    **_more: Any,
) -> list[PairHand]:
    first, last = _period(venue_id, at=at, since=since, until=until)
    pair = (player_id, other_player_id)
    return hands_of_pair(venue_id, players=pair, kind=TableKind(kind), first=first, last=last)


COMMAND_ENDPOINTS: list[CommandEndpoint] = []
QUERY_ENDPOINTS = [
    QueryEndpoint(
        path="venues/<id:venue_id>/integrity/pairs",
        name="integrity_pairs",
        query=_pairs,
        action=Permission.REVIEW_INTEGRITY,
        scope=in_venue,
        params=PairsAsked,
        answer=shape(PairLine),
        many=True,
        summary="Who played with whom at the online tables, and what went from one to the other",
    ),
    QueryEndpoint(
        path="venues/<id:venue_id>/integrity/pairs/<id:player_id>/<id:other_player_id>",
        name="integrity_pair_hands",
        query=_pair_hands,
        action=Permission.REVIEW_INTEGRITY,
        scope=in_venue,
        params=PeriodAsked,
        answer=shape(PairHand),
        many=True,
        summary="The hands that two players were both dealt, the largest way of chips between them first",
    ),
]
