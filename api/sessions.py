"""Signing in and out, and who one is. Browsers hold a session (with CSRF); programs a token; tablets a device."""

from __future__ import annotations

from typing import Any

from django.contrib.auth import authenticate, logout
from django.middleware.csrf import get_token
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.authentication import SessionAuthentication
from rest_framework.request import Request
from rest_framework.response import Response

from access import email_codes, moment, rate_limit, sign_in
from access.sign_in import pass_second, way_closed, wrong_sign_in
from access.sign_out import STAYS, seats_behind
from api.authentication import actor_of
from api.endpoints import BaseEndpoint, ProblemShape
from api.fields import Body, PlainText, Secret
from people.queries import player_of_user, roles_by_venue, second_factor_of, sign_in_method
from rules.refusals import N_, Refused


class SignInBody(Body):
    """Staff: e-mail and password. Players: also the proof that giving a code by e-mail leaves."""

    email = PlainText(max_length=254, required=False)
    password = Secret(required=False)
    proof = PlainText(max_length=1000, required=False)
    second_code = PlainText(
        max_length=60, required=False, help_text="Of the app that was set up, or one of the recovery codes."
    )


class VenueRoles(serializers.Serializer[Any]):
    venue_id = serializers.IntegerField()
    roles = serializers.ListField(child=serializers.CharField())


class SessionShape(serializers.Serializer[Any]):
    """Who is calling. csrf_token: what a browser sends back as X-CSRFToken."""

    user_id = serializers.IntegerField(allow_null=True)
    name = serializers.CharField(allow_blank=True)
    language = serializers.CharField()
    player_id = serializers.IntegerField(allow_null=True)
    venues = VenueRoles(many=True)
    csrf_token = serializers.CharField(allow_blank=True)


_PROBLEMS = {
    (status, "application/problem+json"): ProblemShape for status in (400, 401, 403, 409, 413, 415, 429)
}


def _who(request: Request) -> Response:
    by = actor_of(request)
    held = roles_by_venue(by.user_id) if by.user_id is not None else {}
    return Response(
        {
            "user_id": by.user_id,
            "name": by.label,
            "language": by.language,
            "player_id": player_of_user(by.user_id),
            "venues": [
                {"venue_id": venue_id, "roles": sorted(role.value for role in roles)}
                for venue_id, roles in sorted(held.items())
            ],
            "csrf_token": get_token(request._request),
        },
        headers={"Cache-Control": "private, no-store"},
    )


class SessionEndpoint(BaseEndpoint):
    """Who is calling."""

    @extend_schema(
        operation_id="session",
        summary="Who is calling, which roles they hold, and the CSRF token for a browser",
        tags=["session"],
        responses={200: SessionShape, **{k: v for k, v in _PROBLEMS.items() if k[0] in (401, 429)}},
    )
    def get(self, request: Request) -> Response:
        return _who(request)


class SignInEndpoint(BaseEndpoint):
    """Sign in with e-mail and password, or with a proved e-mail address."""

    authentication_classes = []

    @extend_schema(
        operation_id="sign_in",
        summary="Sign in with e-mail and password or with a proof; a browser's session begins",
        description="Ask GET /api/session for the CSRF token first and send it as X-CSRFToken.",
        tags=["session"],
        request={"application/json": SignInBody},
        responses={200: SessionShape, **_PROBLEMS},
    )
    def post(self, request: Request) -> Response:
        SessionAuthentication().enforce_csrf(request)  # nobody is signed in by somebody else's page
        body = SignInBody(data=request.data)
        body.is_valid(raise_exception=True)
        if "proof" in body.validated_data:
            return _by_proof(request, body.validated_data["proof"])
        missing = [name for name in ("email", "password") if name not in body.validated_data]
        if missing:
            raise serializers.ValidationError(
                {name: [serializers.Field.default_error_messages["required"]] for name in missing}
            )
        email = body.validated_data["email"].strip().lower()
        counters = sign_in.counters(request._request, email=email)
        user = authenticate(request._request, username=email, password=body.validated_data["password"])
        if user is None:
            for counter in counters:
                rate_limit.failed(counter)
            raise wrong_sign_in()
        if second_factor_of(user.pk) is not None:
            if "second_code" not in body.validated_data:
                raise Refused("second_code_missing", N_("Give the code that your app shows, too."))
            pass_second(user.pk, code=body.validated_data["second_code"], at=moment.at())
        sign_in.come_in(request._request, user=user)
        request.user = user
        response = _who(request)
        sign_in.remember(response, request=request._request, email=email)
        return response


def _by_proof(request: Request, proof: str) -> Response:
    at = moment.at()
    proved = email_codes.proven(proof, at=at)
    way, user = sign_in_method(proved.email)
    if user is None:
        raise way_closed(way)
    email_codes.opened(proved, at=at)
    sign_in.come_in(request._request, user=user)
    request.user = user
    return _who(request)


class SeatBehind(serializers.Serializer[Any]):
    """A seat at a table online that is still held. tournament_id: null at a cash or demo table. in_hand: whether the hand that is played may still be won; leaves: whether
    the seat is free when it is over."""

    table_id = serializers.IntegerField()
    table = serializers.CharField()
    tournament_id = serializers.IntegerField(allow_null=True)
    in_hand = serializers.BooleanField()
    leaves = serializers.BooleanField()


class SignedOutShape(serializers.Serializer[Any]):
    """The session has ended; signing out stands nobody up. seats: those that are still held. said: what becomes of them, in the caller's language; empty where there are none."""

    seats = SeatBehind(many=True)
    said = serializers.ListField(child=serializers.CharField())


class SignOutEndpoint(BaseEndpoint):
    """Sign out; who sits at tables online is told what becomes of the seats."""

    @extend_schema(
        operation_id="sign_out",
        summary="The session ends",
        tags=["session"],
        request=None,
        responses={200: SignedOutShape, **{k: v for k, v in _PROBLEMS.items() if k[0] in (401, 403)}},
    )
    def post(self, request: Request) -> Response:
        behind = seats_behind(actor_of(request))
        logout(request._request)
        if behind is None:
            return Response({"seats": [], "said": []})
        seats = [
            {
                "table_id": one.table_id,
                "table": one.table,
                "tournament_id": one.tournament_id,
                "in_hand": one.in_hand,
                "leaves": one.leaves,
            }
            for one in (*behind.free, *behind.events)
        ]
        said = [_(text) for text in (STAYS, *behind.of_free, *behind.of_events)]
        return Response({"seats": seats, "said": said})
