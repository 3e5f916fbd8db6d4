"""How every command and every read becomes an address.

A `Door` says: this path, this command, these fields, and which action it needs (so that the table test of role × action
can be generated from the doors and a door not listed fails). Views stay three lines: parse, one call, represent.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.urls import URLPattern, path
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.permissions import AllowAny, IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from api import moment
from api.authentication import actor_of
from dispatch.facts import CommandId, Done
from rules.permissions import Action
from rules.refusals import N_, Refused

COMMAND_ID_HEADER = OpenApiParameter(
    name="Command-Id",
    type={"type": "string", "format": "uuid"},
    location=OpenApiParameter.HEADER,
    required=True,
    description="A UUID that the caller makes and keeps: sent again, it gives the same answer and no second effect.",
)


class Nothing(serializers.Serializer[Any]):
    """A command whose path says it all."""


class ProblemShape(serializers.Serializer[Any]):
    """problem+json: what went against it, for programs (`code`) and for people (`detail`)."""

    type = serializers.CharField()
    status = serializers.IntegerField()
    code = serializers.CharField()
    detail = serializers.CharField()
    rule = serializers.CharField(allow_blank=True, required=False)
    params = serializers.DictField(required=False)
    errors = serializers.JSONField(required=False)


@dataclass(frozen=True, kw_only=True)
class Door:
    """One command's address. `own`: a player may use it for what is his own. `open`: no sign-in needed."""

    path: str
    name: str
    command: Callable[..., Done]
    action: Action
    body: type[serializers.Serializer[Any]] = Nothing
    own: bool = False
    summary: str = ""


@dataclass(frozen=True, kw_only=True)
class Window:
    """One read's address. `query` gets the path's values, the checked query parameters, `at` and `by`."""

    path: str
    name: str
    query: Callable[..., Any]
    action: Action
    params: type[serializers.Serializer[Any]] = Nothing
    answer: type[serializers.Serializer[Any]] | None = None
    many: bool = False
    own: bool = False
    summary: str = ""


def command_id(request: Request) -> CommandId:
    """The caller's Command-Id. Refusal: ``command_id_missing``."""
    text = request.headers.get("Command-Id", "")
    try:
        return CommandId(uuid.UUID(text))
    except ValueError:
        raise Refused(
            "command_id_missing",
            N_(
                "Send a Command-Id header with a UUID of your own, the same one each time you repeat this request."
            ),
        ) from None


class DoneShape(serializers.Serializer[Any]):
    """What a command answers: its result, and whether it is the stored one of an earlier call."""

    command_id = serializers.UUIDField()
    replayed = serializers.BooleanField()
    result = serializers.DictField()


def _command_view(door: Door) -> Callable[..., Any]:
    @extend_schema(
        operation_id=door.name,
        summary=door.summary or (door.command.__doc__ or door.name).strip().splitlines()[0],
        tags=[door.path.split("/")[0]],
        parameters=[COMMAND_ID_HEADER],
        request=door.body,
        responses={
            200: DoneShape,
            (400, "application/problem+json"): ProblemShape,
            (401, "application/problem+json"): ProblemShape,
            (403, "application/problem+json"): ProblemShape,
            (404, "application/problem+json"): ProblemShape,
            (409, "application/problem+json"): ProblemShape,
        },
    )
    def post(self: APIView, request: Request, **where: Any) -> Response:
        del self
        body = door.body(data=request.data)
        body.is_valid(raise_exception=True)
        done = door.command(
            command_id=command_id(request),
            at=moment.at(),
            by=actor_of(request),
            **where,
            **body.validated_data,
        )
        return Response(
            {"command_id": str(done.command_id), "replayed": done.replayed, "result": done.result},
            headers={"Command-Replayed": "true"} if done.replayed else None,
        )

    view = type(door.name, (APIView,), {"post": post, "permission_classes": [IsAuthenticated], "door": door})
    return view.as_view()  # type: ignore[attr-defined,no-any-return]


def _query_view(window: Window) -> Callable[..., Any]:
    @extend_schema(
        operation_id=window.name,
        summary=window.summary or (window.query.__doc__ or window.name).strip().splitlines()[0],
        tags=[window.path.split("/")[0]],
        parameters=[window.params] if window.params is not Nothing else [],
        responses={
            200: (window.answer(many=True) if window.many else window.answer) if window.answer else dict,
            (400, "application/problem+json"): ProblemShape,
            (401, "application/problem+json"): ProblemShape,
            (403, "application/problem+json"): ProblemShape,
            (404, "application/problem+json"): ProblemShape,
        },
    )
    def get(self: APIView, request: Request, **where: Any) -> Response:
        del self
        params = window.params(data=request.query_params)
        params.is_valid(raise_exception=True)
        found = window.query(at=moment.at(), by=actor_of(request), **where, **params.validated_data)
        if window.answer is not None:
            found = window.answer(found, many=window.many).data
        return Response(found)

    public = window.action is Action.VIEW_PUBLIC
    view = type(
        window.name,
        (APIView,),
        {"get": get, "permission_classes": [AllowAny if public else IsAuthenticated], "window": window},
    )
    return view.as_view()  # type: ignore[attr-defined,no-any-return]


def addresses(doors: list[Door], windows: list[Window]) -> list[URLPattern]:
    """URL patterns of all doors and windows; one path may have one of each."""
    patterns: list[URLPattern] = []
    both: Mapping[str, tuple[Door | None, Window | None]] = {
        p: (
            next((d for d in doors if d.path == p), None),
            next((w for w in windows if w.path == p), None),
        )
        for p in dict.fromkeys([d.path for d in doors] + [w.path for w in windows])
    }
    for where, (door, window) in both.items():
        if door and window:
            raise ValueError(f"{where} is a command and a read: give them two paths")
        if door:
            patterns.append(path(where, _command_view(door), name=door.name))
        if window:
            patterns.append(path(where, _query_view(window), name=window.name))
    return patterns
