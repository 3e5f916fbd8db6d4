"""Finishing, prizes, deals, funds and the season's table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any
from zoneinfo import ZoneInfo

from django.http import HttpResponse
from rest_framework import serializers

from api.cards import endpoint_of
from api.endpoints import CommandEndpoint, QueryEndpoint
from api.fields import Body, Count, Id, PlainText, StrictInteger
from api.problems import said
from api.public import MOST_RESULTS, require_public, spreadsheet
from api.scopes import in_tournament, in_venue
from api.shapes import shape
from dispatch.facts import Actor, CommandId
from payouts.commands.propose_deal import propose_deal
from payouts.queries import (
    awards_view,
    cancel_tournament_preview,
    deal_preview,
    deals_view,
    money_view,
    repayments_view,
    season_table,
)
from payouts.queries.awards import AwardsView
from payouts.queries.deals import DealPreview, DealView
from payouts.queries.money import MoneyView
from payouts.queries.refunding import CancelPreview
from payouts.queries.repaying import RepaymentsView
from payouts.queries.season import SeasonTable, season_rows
from payouts.queries.takings import Takings, night_at, takings_of
from payouts.several import MOST_AT_ONCE, pay_awards
from rules.accounts import MOST_CENTS
from rules.permissions import Permission
from rules.refusals import N_, Refused
from tournaments.models import METHODS
from tournaments.queries.circuit import venue_of_tournament, venue_view
from tournaments.queries.public_view import untold_ends


class Payment(Body):
    """reason: why an excluded player is paid; kept with the payment."""

    method = serializers.ChoiceField(choices=METHODS)
    reason = PlainText(max_length=300, required=False, allow_blank=True)


class Payments(Payment):
    """Several prizes of one tournament by one method. reason: why those who are excluded are paid."""

    award_ids = serializers.ListField(child=Id(), max_length=MOST_AT_ONCE)


class DealAmount(Body):
    entry_id = Id()
    amount_cents = StrictInteger(min_value=0, max_value=MOST_CENTS)


class GivingPlace(Body):
    """A place and what its prize gives up for the further places."""

    place = StrictInteger(min_value=1, max_value=10**6)
    amount_cents = StrictInteger(min_value=0, max_value=MOST_CENTS)


MOST_EXTRA_PLACES = 50
MOST_AT_A_DEAL = 30


class NewDeal(Body):
    """amounts: of a custom deal. reserve_cents: what is kept for the champion; nothing: what the rule set asks.
    extra_cents, taken: of a deal that pays further places out of named prizes."""

    kind = serializers.ChoiceField(choices=[(k, k) for k in ("chip_chop", "icm", "custom", "extra")])
    reserve_cents = StrictInteger(min_value=0, max_value=MOST_CENTS, required=False, allow_null=True)
    amounts = DealAmount(many=True, max_length=MOST_AT_A_DEAL, required=False)  # type: ignore[call-arg]
    extra_cents = serializers.ListField(
        child=StrictInteger(min_value=0, max_value=MOST_CENTS), max_length=MOST_EXTRA_PLACES, required=False
    )
    taken = GivingPlace(many=True, max_length=MOST_EXTRA_PLACES, required=False)  # type: ignore[call-arg]


_T = "tournaments/<id:tournament_id>"


def _lines_shown(_number: CommandId, _by: Actor, result: Mapping[str, Any]) -> Mapping[str, Any]:
    """The lines with what was refused in the caller's language."""
    return {
        "lines": [
            {
                **line,
                "refused": no
                and {
                    "code": no["code"],
                    "detail": said(no["sentence"], params=no["params"]),
                    "rule": no["rule"],
                },
            }
            for line in result["lines"]
            for no in [line["refused"]]
        ]
    }


@dataclass(frozen=True, slots=True, kw_only=True)
class PaymentRefused:
    """Why a prize is not paid. detail: in the caller's language."""

    code: str
    detail: str
    rule: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PayAwardsLine:
    """What became of one prize. paid: now or by an earlier call. amount_cents: 0 where it is not paid."""

    award_id: int
    paid: bool
    amount_cents: int
    refused: PaymentRefused | None


@dataclass(frozen=True, slots=True, kw_only=True)
class PayAwardsResult:
    """paid: how many prizes. paid_cents: in all of them together. lines: in the order asked."""

    paid: int
    paid_cents: int
    lines: tuple[PayAwardsLine, ...]


#: Commands whose address asks or does more than the command itself; those of all others come from their cards.
COMMAND_ENDPOINTS = [
    CommandEndpoint(
        path=f"{_T}/pay-awards",
        name="pay_awards",
        command=pay_awards,
        action=Permission.PAY_PRIZE,
        body=Payments,
        shown=_lines_shown,
        result=PayAwardsResult,
    ),
    endpoint_of(propose_deal, body=NewDeal),
]


class ReserveAsked(Body):
    reserve_cents = Count(max_value=MOST_CENTS, required=False)


class AwardsPage(Body):
    owed_only = serializers.BooleanField(default=False)
    offset = Count(max_value=1_000_000, default=0)
    limit = Count(min_value=1, max_value=500, default=200)


class RepaymentsPage(Body):
    open_only = serializers.BooleanField(default=False)
    offset = Count(max_value=1_000_000, default=0)
    limit = Count(min_value=1, max_value=500, default=200)


class TablePage(Body):
    offset = Count(max_value=1_000_000, default=0)
    limit = Count(min_value=1, max_value=500, default=100)


def _today(venue_id: int, at: datetime) -> Any:
    return at.astimezone(ZoneInfo(venue_view(venue_id).timezone)).date()


def _awards(
    *, tournament_id: int, at: datetime, owed_only: bool, offset: int, limit: int, **_more: Any
) -> AwardsView:
    return awards_view(
        today=_today(venue_of_tournament(tournament_id), at),
        tournament_id=tournament_id,
        owed_only=owed_only,
        limit=limit,
        offset=offset,
    )


def _repayments(
    *, tournament_id: int, open_only: bool, offset: int, limit: int, **_more: Any
) -> RepaymentsView:
    found = repayments_view(tournament_id, open_only=open_only, offset=offset, limit=limit)
    if found is None:
        raise Refused("not_cancelled", N_("This tournament was not cancelled: nothing is handed back."))
    return found


def _venue_awards(
    *, venue_id: int, at: datetime, owed_only: bool, offset: int, limit: int, **_more: Any
) -> AwardsView:
    return awards_view(
        today=_today(venue_id, at), venue_id=venue_id, owed_only=owed_only, limit=limit, offset=offset
    )


def _deals(*, tournament_id: int, **_more: Any) -> tuple[DealView, ...]:
    require_public(tournament_id)
    return deals_view(tournament_id)


class TakingsAsked(Body):
    day = serializers.DateField(required=False, help_text="Of the night; without it, of the one that is on.")


def _takings(*, venue_id: int, at: datetime, day: date | None = None, **_more: Any) -> Takings:
    venue = venue_view(venue_id)
    return takings_of(
        venue_id,
        currency=venue.currency,
        zone=venue.timezone,
        day=day or night_at(at, zone=venue.timezone),
    )


def _season_csv(*, season_id: int, at: datetime, **_more: Any) -> HttpResponse:
    columns = ["rank", "player", "points", "results", "best"]
    rows = [
        {"rank": row.rank, "player": row.name, "points": row.points, "results": row.results, "best": row.best}
        for row in season_rows(season_id, limit=MOST_RESULTS, without=untold_ends(at=at))
    ]
    return spreadsheet(columns, rows=rows, file=f"season-{season_id}")


QUERY_ENDPOINTS = [
    QueryEndpoint(
        path=f"{_T}/money",
        name="tournament_money",
        query=lambda *, tournament_id, **_: money_view(tournament_id),
        action=Permission.VIEW_MONEY,
        scope=in_tournament,
        answer=shape(MoneyView),
        summary="What was sold, where the money is, and whatever does not agree (nothing)",
    ),
    QueryEndpoint(
        path=f"{_T}/cancel-preview",
        name="cancel_preview",
        query=lambda *, tournament_id, **_: cancel_tournament_preview(tournament_id),
        action=Permission.CANCEL_TOURNAMENT,
        scope=in_tournament,
        answer=shape(CancelPreview),
        summary="What cancelling the tournament would give back, and to whom",
    ),
    QueryEndpoint(
        path=f"{_T}/repayments",
        name="repayments",
        query=_repayments,
        action=Permission.VIEW_MONEY,
        scope=in_tournament,
        params=RepaymentsPage,
        answer=shape(RepaymentsView),
        summary="A cancelled tournament: what went into which balance, and what waits to be handed back",
    ),
    QueryEndpoint(
        path=f"{_T}/awards",
        name="awards",
        query=_awards,
        action=Permission.VIEW_MONEY,
        scope=in_tournament,
        params=AwardsPage,
        answer=shape(AwardsView),
        summary="The prizes of a tournament for those who pay them, best place first",
    ),
    QueryEndpoint(
        path="venues/<id:venue_id>/awards",
        name="venue_awards",
        query=_venue_awards,
        action=Permission.VIEW_MONEY,
        scope=in_venue,
        params=AwardsPage,
        answer=shape(AwardsView),
        summary="The prizes of a venue, first due first",
    ),
    QueryEndpoint(
        path="venues/<id:venue_id>/takings",
        name="takings",
        query=_takings,
        action=Permission.VIEW_MONEY,
        scope=in_venue,
        params=TakingsAsked,
        answer=shape(Takings),
        summary="What came over a house's counter in a night and left by it, by method and by who did it",
    ),
    QueryEndpoint(
        path=f"{_T}/deals",
        name="deals",
        query=_deals,
        action=Permission.VIEW_PUBLIC,
        answer=shape(DealView),
        many=True,
        fresh_seconds=2,
        summary="The deals proposed, the latest first: never who voted how",
    ),
    QueryEndpoint(
        path=f"{_T}/deal-preview",
        name="deal_preview",
        query=lambda *, tournament_id, reserve_cents=None, **_: deal_preview(
            tournament_id, reserve_cents=reserve_cents
        ),
        action=Permission.PROPOSE_DEAL,
        scope=in_tournament,
        params=ReserveAsked,
        answer=shape(DealPreview),
        summary="What each player would get by each method, before anything is put to the vote",
    ),
    QueryEndpoint(
        path="seasons/<id:season_id>/table",
        name="season_table",
        query=lambda *, season_id, limit, offset, at, **_: season_table(
            season_id, limit=limit, offset=offset, without=untold_ends(at=at)
        ),
        action=Permission.VIEW_PUBLIC,
        params=TablePage,
        answer=shape(SeasonTable),
        fresh_seconds=10,
        summary="The season's table with the working of every line",
    ),
    QueryEndpoint(
        path="seasons/<id:season_id>/table.csv",
        name="season_table_csv",
        query=_season_csv,
        action=Permission.VIEW_PUBLIC,
        media="text/csv",
        fresh_seconds=10,
        summary="The season's table for spreadsheets, whole",
    ),
]
