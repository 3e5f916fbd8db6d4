"""Every address of the REST API. What is not in a list is nothing."""

from __future__ import annotations

from typing import Any

from django.urls import path, re_path
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView

from api import (
    accounts,
    commands,
    entries,
    integrity,
    limits,
    money,
    notices,
    paying,
    payouts,
    people,
    play,
    problems,
    provider,
    public,
    rulings,
    second_factor,
    sessions,
    tables,
    tokens,
    topics,
    tournaments,
)
from api.cards import endpoints_of_the_others
from api.endpoints import CommandEndpoint, QueryEndpoint, addresses

_PARTS = (
    people,
    limits,
    second_factor,
    tokens,
    accounts,
    notices,
    money,
    tournaments,
    entries,
    tables,
    rulings,
    payouts,
    paying,
    play,
    integrity,
)
_WITH_WORK_OF_THEIR_OWN: list[CommandEndpoint] = [
    endpoint for part in _PARTS for endpoint in part.COMMAND_ENDPOINTS
]
COMMAND_ENDPOINTS: list[CommandEndpoint] = [
    *_WITH_WORK_OF_THEIR_OWN,
    *endpoints_of_the_others(_WITH_WORK_OF_THEIR_OWN),
]
QUERY_ENDPOINTS: list[QueryEndpoint] = [
    endpoint for part in (public, *_PARTS, commands) for endpoint in part.QUERY_ENDPOINTS
]

urlpatterns: list[Any] = [
    *addresses(COMMAND_ENDPOINTS, queries=QUERY_ENDPOINTS),
    path("pay-ins/notified/", provider.notified, name="api-pay_in_notified"),
    path("session", sessions.SessionEndpoint.as_view(), name="api-session"),
    path("sign-in", sessions.SignInEndpoint.as_view(), name="api-sign_in"),
    path("sign-out", sessions.SignOutEndpoint.as_view(), name="api-sign_out"),
    path("topics", topics.TopicEndpoint.as_view(), name="api-topic"),
    path("commands/<uuid:number>/undo", commands.Undo.as_view(), name="api-undo"),
    path(
        "schema", SpectacularAPIView.as_view(authentication_classes=[], permission_classes=[]), name="schema"
    ),
    path(
        "docs/",
        SpectacularSwaggerSplitView.as_view(
            url_name="schema",
            template_name="api/docs.html",
            authentication_classes=[],
            permission_classes=[],
        ),
        name="api-docs",
    ),
    re_path(r"", problems.unknown_address, name="api-nothing"),
]
