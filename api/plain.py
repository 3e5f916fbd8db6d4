"""A command as our own pages send it: JSON, from a browser that is signed in, with the page's token.

Nothing is negotiated there, and there is one way to come in: DRF's machinery would cost as much as the command. Whatever is not plainly that is
left to the view before anything was done, which answers or refuses it as it does everything else.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import wraps
from typing import Any, NamedTuple
from uuid import UUID

from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse
from django.http.request import UnreadablePostError
from django.utils import translation
from rest_framework import serializers
from rest_framework.authentication import CSRFCheck
from rest_framework.exceptions import APIException
from rest_framework.renderers import JSONRenderer
from rest_framework.response import Response

from api.authentication import actor_of
from api.parsing import check_encodable
from api.problems import handler
from dispatch.facts import Actor, CommandId

_MEDIA = JSONRenderer.media_type
_ACCEPTS = frozenset({"", "*/*", _MEDIA})
# other ways to come in, each with a header of its own (api.authentication)
_OTHERWISE = ("HTTP_AUTHORIZATION", "HTTP_X_DEVICE_TOKEN")
_RENDERER = JSONRenderer()
_NO_VIEW: Any = lambda _request: None  # noqa: E731


class Asked(NamedTuple):
    """What a plain request asks, and who."""

    number: CommandId
    by: Actor
    values: dict[str, Any]


def straight(
    view: Any,
    *,
    reader: serializers.Serializer[Any] | None,
    run: Callable[[Asked, dict[str, Any]], Response],
) -> Callable[..., HttpResponse]:
    """Return a view that answers plain requests by `run`, and leaves all others to `view`. reader: of the body; None: it is not read."""
    allowed = ", ".join(view.cls().allowed_methods)

    @wraps(view)
    def answered(request: HttpRequest, **where: Any) -> HttpResponse:
        try:
            asked = _asked(request, reader=reader)
            if asked is not None:
                speak_to(request)
                answer = run(asked, where)
        except Exception as error:
            answer = handler(error, {"kwargs": where, "request": request})
        else:
            if asked is None:
                others: HttpResponse = view(request, **where)
                return others
        answer["Allow"] = allowed
        answer.accepted_renderer, answer.accepted_media_type = _RENDERER, _MEDIA
        answer.renderer_context = {}  # type: ignore[attr-defined]
        return answer

    return answered


def _asked(request: HttpRequest, *, reader: serializers.Serializer[Any] | None) -> Asked | None:
    """What a plain request asks; None where it is none, or anything is wrong with it."""
    said = request.META
    if (
        request.method != "POST"
        or said.get("QUERY_STRING")
        or any(name in said for name in _OTHERWISE)
        or said.get("HTTP_ACCEPT", "") not in _ACCEPTS
        or not (request.user.is_authenticated and request.user.is_active)
        or _foreign(request)
    ):
        return None
    try:
        number = CommandId(UUID(said.get("HTTP_COMMAND_ID", "")))
        values = {} if reader is None else reader.run_validation(_sent(request))
    except (ValueError, APIException, RequestDataTooBig, RecursionError, UnreadablePostError):
        return None
    return Asked(number, actor_of(request), dict(values))


def _sent(request: HttpRequest) -> Any:
    if request.META.get("CONTENT_TYPE") != _MEDIA:
        raise ValueError
    found = _decode(request.body.decode())
    check_encodable(found)
    return found


def _no_number(text: str) -> Any:
    raise ValueError(f"{text} is no JSON")


_decode = json.JSONDecoder(parse_constant=_no_number).decode


def _foreign(request: HttpRequest) -> bool:
    """Whether the page's token is missing, as DRF asks of whoever comes with a session."""
    check = CSRFCheck(_NO_VIEW)
    check.process_request(request)
    return check.process_view(request, _NO_VIEW, (), {}) is not None


def speak_to(request: Any) -> None:
    """Answer in the language of the account, where the request says none."""
    said = "Accept-Language" in request.headers or settings.LANGUAGE_COOKIE_NAME in request.COOKIES
    if not said and request.user.is_authenticated:
        translation.activate(str(request.user.language))
