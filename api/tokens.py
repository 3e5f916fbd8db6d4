"""Tokens for programs."""

from __future__ import annotations

from rest_framework import serializers
from rest_framework.request import Request

from api.cards import endpoint_of
from api.endpoints import QueryEndpoint
from api.fields import Body, Id, Moment, PlainText
from api.people import Ready
from api.results import SecretShown
from api.shapes import shape
from dispatch.facts import Actor, CommandId
from people.commands.issue_api_token import issue_api_token
from people.commands.revoke_api_token import revoke_api_token
from people.operations import secret_for
from people.queries import secret_digest, tokens_of
from people.queries.tokens import TokenView
from rules.permissions import Scope
from rules.refusals import N_, Refused


class NewToken(Body):
    name = PlainText(max_length=80, required=False, allow_blank=True)
    scope = serializers.ChoiceField(
        choices=[(scope.value, scope.value) for scope in Scope],
        required=False,
        help_text="read; work: floor and desk; all: what you may, but not who gets in. Nothing: read.",
    )
    only_venue_id = Id(required=False, allow_null=True, help_text="It acts in this house alone.")
    expires_at = Moment(required=False, allow_null=True, help_text="Within a year. Nothing: in 90 days.")
    device_id = Id(
        required=False,
        allow_null=True,
        help_text="A device of a venue where you work: the token acts there only, and ends when it is unpaired.",
    )


def _own_token(request: Request, number: CommandId, by: Actor, values: Ready) -> Ready:
    if by.device_id is not None:
        raise Refused("forbidden", N_("A shared device cannot create API keys. Sign in yourself."))
    if request.auth is not None:  # else a token that leaked would outlive its end
        raise Refused("forbidden", N_("An API key cannot create others. Sign in yourself."))
    secret = secret_for("token", command=number, by=by)
    return {**values, "user_id": by.user_id, "token_hash": secret_digest(secret)}


def _own_user(_request: Request, _number: CommandId, by: Actor, values: Ready) -> Ready:
    return {**values, "user_id": by.user_id}


def _itself(request: Request, number: CommandId, by: Actor, values: Ready) -> Ready:
    """By a token: it ends itself and no other, or one that leaked would end its owner's programs."""
    if request.auth is not None and getattr(request.user, "token_id", None) != values["token_id"]:
        raise Refused("forbidden", N_("An API key ends only itself. Sign in yourself to end another."))
    return _own_user(request, number, by, values)


#: Commands whose address asks or does more than the command itself; those of all others come from their cards.
COMMAND_ENDPOINTS = [
    endpoint_of(
        issue_api_token,
        name="issue_token",
        body=NewToken,
        ready=_own_token,
        shown=lambda number, by, _result: {"secret": secret_for("token", command=number, by=by)},
        shows=SecretShown,
    ),
    endpoint_of(revoke_api_token, name="revoke_token", ready=_itself),
]


QUERY_ENDPOINTS = [
    QueryEndpoint(
        path="tokens",
        name="tokens",
        query=lambda *, at, by: tokens_of(by.user_id or 0, at=at),
        action=None,
        answer=shape(TokenView),
        many=True,
        summary="The caller's tokens that work, and when each was last used",
    ),
]
