"""What an integrity officer reads of a house's online tables."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, fields
from datetime import date, datetime
from typing import Any

from rest_framework import serializers

from api.endpoints import CommandEndpoint, QueryEndpoint
from api.fields import Body, Count, Day
from api.scopes import in_venue
from api.shapes import shape
from dispatch.facts import Actor
from payouts.queries.one_account import sent_to_one_account
from play.models import TableKind
from play.queries.cases import CaseLine, CaseView, case_of_house, cases_of_house
from play.queries.integrity import ON_A_PAGE, days_asked
from play.queries.openings import OpeningView, opening_with_cards, openings_of_house
from play.queries.origins import OriginsState, origins_state
from play.queries.pairs import PairHand, PairLine, hands_of_pair, pairs_of_house
from play.queries.play_styles import StyleLine, style_of_player, styles_of_house
from play.queries.standing_out import AlertLine, alerts_of_house
from rules.permissions import Permission


class OpenedPage(Body):
    limit = Count(min_value=1, max_value=500, default=ON_A_PAGE)
    offset = Count(default=0, max_value=1_000_000)


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatOpened:
    """A player of the hand. cards: the own ones, folded or not."""

    seat: int
    player_id: int
    player: str
    cards: tuple[str, ...] = field(repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class HandOpened:
    """A hand with everybody's cards. until: so long it is open to who opened it."""

    table_id: int
    number: int
    reason: str
    until: datetime
    board: tuple[str, ...]
    seats: tuple[SeatOpened, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PairRead(PairLine):
    """One pair, as play and money have it. one_account: whether both asked for a withdrawal to the same key, IBAN or account; which one is told nowhere."""

    one_account: bool


class PeriodAsked(Body):
    kind = serializers.ChoiceField(choices=TableKind.choices)
    since = Day(required=False, help_text="The first day at the venue; without it, 30 days to the last one.")
    until = Day(required=False, help_text="The last day at the venue; without it, today.")


class PairsAsked(PeriodAsked):
    limit = Count(min_value=1, max_value=500, default=ON_A_PAGE)
    offset = Count(default=0, max_value=1_000_000)


def _of_days(
    query: Callable[..., list[Any]], *, gives: Callable[..., dict[str, Any]]
) -> Callable[..., list[Any]]:
    """What a query says of a time and a kind of table to who reads; gives: what else it is asked with, from the address and what stands behind it."""

    def asked(
        *,
        venue_id: int,
        kind: str,
        at: datetime,
        by: Actor,
        since: date | None = None,
        until: date | None = None,
        **more: Any,
    ) -> list[Any]:
        first, last = days_asked(venue_id, at=at, first=since, last=until)
        asked_of = {"kind": TableKind(kind), "first": first, "last": last, "officer_id": by.user_id}
        return query(venue_id, **asked_of, **gives(**more))

    return asked


def _page(*, limit: int, offset: int, **_more: Any) -> dict[str, Any]:
    return {"limit": limit, "offset": offset}


def _player(*, player_id: int, **_more: Any) -> dict[str, Any]:
    return {"player_id": player_id}


def _pair(*, player_id: int, other_player_id: int, **_more: Any) -> dict[str, Any]:
    return {"players": (player_id, other_player_id)}


def _pairs(venue_id: int, **asked: Any) -> list[PairRead]:
    lines = pairs_of_house(venue_id, **asked)
    one = sent_to_one_account(venue_id, pairs={(line.first_id, line.second_id) for line in lines})
    return [
        PairRead(
            **{of.name: getattr(line, of.name) for of in fields(line)},
            one_account=(line.first_id, line.second_id) in one,
        )
        for line in lines
    ]


def _opening(*, venue_id: int, opening_id: int, at: datetime, by: Actor, **_more: Any) -> HandOpened:
    view, hand = opening_with_cards(opening_id, venue_id=venue_id, user_id=by.user_id, at=at)
    return HandOpened(
        table_id=view.table_id,
        number=view.number,
        reason=view.reason,
        until=view.until,
        board=hand.board,
        seats=tuple(
            SeatOpened(seat=one.seat, player_id=one.player_id, player=one.name, cards=one.cards)
            for one in hand.players
        ),
    )


class CasesPage(OpenedPage):
    only_open = serializers.BooleanField(default=False)


COMMAND_ENDPOINTS: list[CommandEndpoint] = []
QUERY_ENDPOINTS = [
    QueryEndpoint(
        path="venues/<id:venue_id>/integrity/origins",
        name="integrity_origins",
        query=lambda *, venue_id, **_: origins_state(venue_id),
        action=Permission.REVIEW_INTEGRITY,
        scope=in_venue,
        answer=shape(OriginsState),
        summary="Whether the house keeps from which lines and browsers players sit down for money, and how much of it there is",
    ),
    QueryEndpoint(
        path="venues/<id:venue_id>/integrity/pairs",
        name="integrity_pairs",
        query=_of_days(_pairs, gives=_page),
        action=Permission.REVIEW_INTEGRITY,
        scope=in_venue,
        params=PairsAsked,
        answer=shape(PairRead),
        many=True,
        summary="Who played with whom at the online tables, and what went from one to the other",
    ),
    QueryEndpoint(
        path="venues/<id:venue_id>/integrity/standing-out",
        name="integrity_standing_out",
        query=_of_days(alerts_of_house, gives=_page),
        action=Permission.REVIEW_INTEGRITY,
        scope=in_venue,
        params=PairsAsked,
        answer=shape(AlertLine),
        many=True,
        summary="What stands out at the online tables, of who played last first; nothing follows from it by itself",
    ),
    QueryEndpoint(
        path="venues/<id:venue_id>/integrity/players/<id:player_id>",
        name="integrity_player",
        query=_of_days(style_of_player, gives=_player),
        action=Permission.REVIEW_INTEGRITY,
        scope=in_venue,
        params=PeriodAsked,
        answer=shape(StyleLine),
        many=True,
        summary="How one player plays online, a line for each currency; none to whom it is about",
    ),
    QueryEndpoint(
        path="venues/<id:venue_id>/integrity/players",
        name="integrity_players",
        query=_of_days(styles_of_house, gives=_page),
        action=Permission.REVIEW_INTEGRITY,
        scope=in_venue,
        params=PairsAsked,
        answer=shape(StyleLine),
        many=True,
        summary="How players play online: results against chance, chips put in before the flop, times of decisions",
    ),
    QueryEndpoint(
        path="venues/<id:venue_id>/integrity/pairs/<id:player_id>/<id:other_player_id>",
        name="integrity_pair_hands",
        query=_of_days(hands_of_pair, gives=_pair),
        action=Permission.REVIEW_INTEGRITY,
        scope=in_venue,
        params=PeriodAsked,
        answer=shape(PairHand),
        many=True,
        summary="The hands that two players were both dealt, the largest way of chips between them first",
    ),
    QueryEndpoint(
        path="venues/<id:venue_id>/integrity/openings",
        name="integrity_openings",
        query=lambda *, venue_id, limit, offset, **_: openings_of_house(venue_id, limit=limit, offset=offset),
        action=Permission.REVIEW_INTEGRITY,
        scope=in_venue,
        params=OpenedPage,
        answer=shape(OpeningView),
        many=True,
        summary="Which hands of a house were opened to its integrity officers, when and why",
    ),
    QueryEndpoint(
        path="venues/<id:venue_id>/integrity/openings/<id:opening_id>",
        name="integrity_opening",
        query=_opening,
        action=Permission.REVIEW_INTEGRITY,
        scope=in_venue,
        answer=shape(HandOpened),
        summary="A hand with everybody's cards, for the officer who opened it, for half an hour",
    ),
    QueryEndpoint(
        path="venues/<id:venue_id>/integrity/cases",
        name="integrity_cases",
        query=lambda *, venue_id, limit, offset, only_open, by, **_: cases_of_house(
            venue_id, officer_id=by.user_id, only_open=only_open, limit=limit, offset=offset
        ),
        action=Permission.REVIEW_INTEGRITY,
        scope=in_venue,
        params=CasesPage,
        answer=shape(CaseLine),
        many=True,
        summary="The cases of a house, but for those about the reader's own play",
    ),
    QueryEndpoint(
        path="venues/<id:venue_id>/integrity/cases/<id:case_id>",
        name="integrity_case",
        query=lambda *, venue_id, case_id, by, **_: case_of_house(
            case_id, venue_id=venue_id, officer_id=by.user_id
        ),
        action=Permission.REVIEW_INTEGRITY,
        scope=in_venue,
        answer=shape(CaseView),
        summary="One case with all that was written in it",
    ),
]
