"""The second factor of signing in, and the PIN of shared devices."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from uuid import uuid4

from rest_framework import serializers
from rest_framework.request import Request

from access import passwords, rate_limit
from api.authentication import actor_of
from api.cards import endpoint_of
from api.endpoints import QueryEndpoint
from api.fields import Body, Id, Secret
from api.people import Ready, signed_in_only
from dispatch.facts import Actor, CommandId
from people import operations
from people.commands.drop_second_factor import drop_second_factor
from people.commands.set_pin import set_pin
from people.commands.set_second_factor import set_second_factor
from people.operations import totp
from people.queries import second_factor_of


class NewPin(Body):
    pin = serializers.RegexField(r"^[0-9]{4,8}$", write_only=True, max_length=8)
    venue_id = Id(required=False, allow_null=True, help_text="The venue whose owner sets it for its staff.")


class NewFactor(Body):
    seed = serializers.UUIDField(help_text="From GET second-factor.")
    code = Secret(max_length=60, help_text="What the app shows.")


class FactorEnd(Body):
    code = Secret(
        max_length=60, required=False, help_text="What the app shows, or a recovery code; for one's own."
    )
    venue_id = Id(required=False, allow_null=True, help_text="The venue whose owner does it for its staff.")


class FactorShape(serializers.Serializer[Any]):
    """set_at: since when; null where none is set up, then `seed`, `secret` and `address` are for setting one up."""

    set_at = serializers.DateTimeField(allow_null=True)
    recovery_left = serializers.IntegerField()
    seed = serializers.UUIDField(allow_null=True)
    secret = serializers.CharField()
    address = serializers.CharField()


def _hashed_pin(_request: Request, number: CommandId, _by: Actor, values: Ready) -> Ready:
    pin = values.pop("pin")
    return {**values, "pin_hash": operations.hash_pin(pin, salt=str(number))}


def _factor(*, by: Actor, **_more: Any) -> dict[str, Any]:
    """A new seed each time: it counts for nothing until its app's code is given."""
    assert by.user_id is not None
    operations.refuse_on_device(by)
    factor = second_factor_of(by.user_id)
    if factor is not None:
        left = operations.RECOVERY_CODES - factor.recovery_used
        return {"set_at": factor.set_at, "recovery_left": left, "seed": None, "secret": "", "address": ""}
    seed = uuid4()
    secret = operations.factor_secret(by.user_id, seed=seed)
    return {
        "set_at": None,
        "recovery_left": 0,
        "seed": seed,
        "secret": totp.typed_secret(secret),
        "address": totp.address(secret, issuer="Shuffle Up", account=by.label),
    }


def _recovery(by: Actor) -> dict[str, Any]:
    factor = second_factor_of(by.user_id or 0)
    return {
        "recovery_codes": list(operations.recovery_codes(factor.user_id, seed=factor.seed)) if factor else []
    }


def _counted(request: Request, _number: CommandId, by: Actor, values: Ready) -> Ready:
    del request
    if values["user_id"] == by.user_id:  # a screen left open is no place to guess at
        rate_limit.failed(rate_limit.check("second-factor-end", who=str(by.user_id), at_most=10))
    return values


@dataclass(frozen=True, slots=True, kw_only=True)
class RecoveryShown:
    """recovery_codes: each opens once where the phone with the app is lost."""

    recovery_codes: tuple[str, ...]


#: Commands whose address asks or does more than the command itself; those of all others come from their cards.
COMMAND_ENDPOINTS = [
    endpoint_of(
        set_second_factor,
        body=NewFactor,
        ready=signed_in_only,
        shown=lambda _number, by, _result: _recovery(by),
        shows=RecoveryShown,
    ),
    endpoint_of(drop_second_factor, body=FactorEnd, ready=_counted),
    endpoint_of(
        set_pin,
        body=NewPin,
        ready=_hashed_pin,
        then=lambda request, done, _values: passwords.tell_of_pin(done, by=actor_of(request)),
    ),
]


QUERY_ENDPOINTS = [
    QueryEndpoint(
        path="second-factor",
        name="second_factor",
        query=_factor,
        action=None,
        answer=FactorShape,
        summary="Whether an app is set up for signing in, or what is needed to set one up",
    ),
]
