"""Registrations, payments, entries, re-entries, rebuys and add-ons."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from api.endpoints import CommandEndpoint, QueryEndpoint
from api.fields import Body, Count
from api.problems import sentence
from api.scopes import in_tournament, of_player_in_tournament, of_registration
from api.shapes import shape
from rules.permissions import Permission
from rules.refusals import not_found
from tournaments.models import EntryState, RegistrationState
from tournaments.operations.receipts import numbered
from tournaments.queries import branding, entries, purchases, registrations
from tournaments.queries.citing import cited
from tournaments.queries.entries import EntryView
from tournaments.queries.purchases import PurchaseView
from tournaments.queries.receipts import ReceiptView
from tournaments.queries.registrations import RegistrationView
from tournaments.queries.selling import OrderView, offers_now, orders_view

_T = "tournaments/<id:tournament_id>"

COMMAND_ENDPOINTS: list[CommandEndpoint] = []


class PageAsked(Body):
    after = Count(default=0, help_text="The last number of the page before.")
    limit = Count(min_value=1, max_value=500, default=100)


class RegistrationsAsked(PageAsked):
    state = serializers.ChoiceField(choices=RegistrationState.choices, required=False)


class EntriesAsked(PageAsked):
    state = serializers.ChoiceField(choices=EntryState.choices, required=False)


def _registrations(
    *, tournament_id: int, after: int, limit: int, state: str | None = None, **_more: Any
) -> list[RegistrationView]:
    return registrations.registrations_view(tournament_id, state=state, after=after, limit=limit)


def _entries(
    *, tournament_id: int, after: int, limit: int, state: str | None = None, **_more: Any
) -> list[EntryView]:
    return entries.entries_view(tournament_id, state=state, after=after, limit=limit)


class OfferShape(serializers.Serializer[Any]):
    """refusal: why it is not sold now; nothing when it is."""

    kind = serializers.CharField()
    price_cents = serializers.IntegerField()
    chips = serializers.IntegerField()
    taken = serializers.IntegerField()
    at_most = serializers.IntegerField(allow_null=True)
    asks_stack = serializers.BooleanField()
    refusal = serializers.DictField(allow_null=True)


def _offers(*, tournament_id: int, player_id: int, at: Any, **_more: Any) -> list[dict[str, Any]]:
    return [
        {
            **{
                name: getattr(offer, name)
                for name in ("kind", "price_cents", "chips", "taken", "at_most", "asks_stack")
            },
            "refusal": {
                "code": no.code,
                "detail": sentence(no),
                "rule": cited(no.rule, about={"tournament_id": tournament_id}),
            }
            if (no := offer.refused) is not None
            else None,
        }
        for offer in offers_now(tournament_id=tournament_id, player_id=player_id, at=at)
    ]


def _receipt(*, tournament_id: int, receipt: str, **_more: Any) -> ReceiptView:
    view = numbered(receipt)
    if view.tournament_id != tournament_id:
        raise not_found("receipt")
    return view


QUERY_ENDPOINTS = [
    QueryEndpoint(
        path=f"{_T}/receipts/<str:receipt>",
        name="receipt",
        query=_receipt,
        action=Permission.VIEW_STAFF,
        scope=in_tournament,
        answer=shape(ReceiptView),
        summary="A receipt with its running number at the house, and whether what was paid went back",
    ),
    QueryEndpoint(
        path="registrations/<id:registration_id>/pix",
        name="registration_pix",
        query=lambda *, registration_id, **_: branding.pix_due(registration_id),
        action=Permission.VIEW_PLAYER_PRIVATE,
        scope=of_registration,
        answer=shape(branding.PixDue),
        own=True,
        summary="The PIX code of a registration that waits for its payment; the desk confirms, no bank does",
    ),
    QueryEndpoint(
        path=f"{_T}/players/<id:player_id>/offers",
        name="offers",
        query=_offers,
        action=Permission.VIEW_PLAYER_PRIVATE,
        scope=of_player_in_tournament,
        answer=OfferShape,
        many=True,
        own=True,
        summary="What the rules sell to a player now: re-entry, rebuy, add-on, surrender; with the reason when not",
    ),
    QueryEndpoint(
        path=f"{_T}/orders",
        name="orders",
        query=lambda *, tournament_id, **_: orders_view(tournament_id),
        action=Permission.VIEW_STAFF,
        scope=in_tournament,
        answer=shape(OrderView),
        many=True,
        summary="What players asked for and have not paid yet, oldest first",
    ),
    QueryEndpoint(
        path=f"{_T}/registrations",
        name="registrations",
        query=_registrations,
        action=Permission.VIEW_STAFF,
        scope=in_tournament,
        params=RegistrationsAsked,
        answer=shape(RegistrationView),
        many=True,
        summary="Registrations in the order they came",
    ),
    QueryEndpoint(
        path=f"{_T}/entries",
        name="entries",
        query=_entries,
        action=Permission.VIEW_STAFF,
        scope=in_tournament,
        params=EntriesAsked,
        answer=shape(EntryView),
        many=True,
        summary="Entries in the order they were paid",
    ),
    QueryEndpoint(
        path=f"{_T}/purchases",
        name="purchases",
        query=lambda *, tournament_id, after, limit, **_: purchases.purchases_view(
            tournament_id, after=after, limit=limit
        ),
        action=Permission.VIEW_STAFF,
        scope=in_tournament,
        params=PageAsked,
        answer=shape(PurchaseView),
        many=True,
        summary="Rebuys and add-ons in the order they were paid",
    ),
]
