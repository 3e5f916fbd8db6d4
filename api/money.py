"""Wallets, the counter and the books."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from access.letters import tell_of_correction
from api.authentication import actor_of
from api.cards import endpoint_of
from api.endpoints import QueryEndpoint
from api.fields import Body, Cents, Count, Id, PlainText
from api.people import ForVenue
from api.scopes import in_venue, of_player
from api.shapes import shape
from ledger.commands.adjust import adjust
from ledger.queries import statement, trial_balance
from ledger.queries.reconciliation import TrialLine
from ledger.queries.statements import Statement
from rules.permissions import Permission
from tournaments.models.circuit import CURRENCIES


class Adjustment(Body):
    debit_account_id = Id()
    credit_account_id = Id()
    unit = serializers.ChoiceField(choices=CURRENCIES)
    amount_cents = Cents()
    reason = PlainText()
    tournament_id = Id(required=False, allow_null=True)


#: Commands whose address asks or does more than the command itself; those of all others come from their cards.
COMMAND_ENDPOINTS = [
    endpoint_of(
        adjust,
        body=Adjustment,
        then=lambda request, done, values: tell_of_correction(done, values=values, by=actor_of(request)),
    ),
]


class StatementPage(ForVenue):
    unit = serializers.ChoiceField(choices=CURRENCIES)
    before = Count(min_value=1, required=False, help_text="`next_before` of the page above.")
    limit = Count(min_value=1, max_value=500, default=50)


class TrialAsked(Body):
    unit = serializers.ChoiceField(choices=CURRENCIES, required=False)


def _statement(
    *, player_id: int, unit: str, limit: int, before: int | None = None, **_more: Any
) -> Statement:
    return statement(player_id, unit=unit, before=before, limit=limit)  # type: ignore[arg-type]


QUERY_ENDPOINTS = [
    QueryEndpoint(
        path="players/<id:player_id>/statement",
        name="statement",
        query=_statement,
        action=Permission.VIEW_PLAYER_PRIVATE,
        scope=of_player,
        params=StatementPage,
        answer=shape(Statement),
        own=True,
        summary="A page of a player's wallet, newest first",
    ),
    QueryEndpoint(
        path="venues/<id:venue_id>/trial-balance",
        name="trial_balance",
        query=lambda *, venue_id, unit=None, **_: trial_balance(venue_id=venue_id, unit=unit).lines,
        action=Permission.VIEW_MONEY,
        scope=in_venue,
        params=TrialAsked,
        answer=shape(TrialLine),
        many=True,
        summary="Debits, credits and balance of every account that a venue's money touches",
    ),
]
