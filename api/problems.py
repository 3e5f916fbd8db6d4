"""Answers that are not what was hoped for: problem+json, in the caller's language.

A refusal carries ``code``, ``rule``, ``params`` and a sentence (``detail``) that a person can act on. Nothing of the
inside ever shows: what is not a refusal and not a known HTTP answer is a plain 500.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

import structlog
from django.core.exceptions import PermissionDenied, RequestDataTooBig
from django.db import InterfaceError, OperationalError
from django.http import Http404
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import exceptions
from rest_framework.decorators import api_view, authentication_classes, permission_classes
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from api.parsing import TooMuch
from dispatch.facts import RefusedAgain
from rules.money import as_written
from rules.refusals import Refused, by_field
from rules.words import readable
from tournaments.queries.citing import cited

log = structlog.get_logger(__name__)

# How a refusal's code maps to HTTP; all others are 409: the request was fine, the state of the world is not.
_STATUS = {
    "forbidden": 403,
    "device_not_paired": 403,
    "not_allowed": 403,
    "sign_in": 401,
    "sign_in_first": 401,
    "wrong_sign_in": 401,
    "email_not_proved": 401,
    "too_many_tries": 429,
    "too_many_codes": 429,
    "command_id_missing": 400,
    "invalid": 400,
    # nothing at this address
    "not_found": 404,
    "no_such_tournament": 404,
    "no_such_entry": 404,
    "no_such_elimination": 404,
    "no_such_move": 404,
    "no_such_penalty": 404,
    "no_such_award": 404,
    "no_such_deal": 404,
    "no_such_repayment": 404,
    "not_cancelled": 404,
    "unknown_player": 404,
    "unknown_user": 404,
    "unknown_topic": 404,
    # rules.validation: what was given cannot be read
    "text_missing": 400,
    "text_too_long": 400,
    "text_unreadable": 400,
    "not_a_number": 400,
    "number_too_small": 400,
    "number_too_large": 400,
    "not_yes_or_no": 400,
    "no_such_choice": 400,
    "not_a_date": 400,
}


def status_of(refused: Refused) -> int:
    """Return the HTTP status of a refusal."""
    if refused.code.startswith("bad_"):
        return 400
    return _STATUS.get(refused.code, 409)


def sentence(refused: Refused) -> str:
    """Return the refusal's sentence in the active language."""
    return said(refused.sentence, params=refused.params) if refused.sentence else refused.code


def said(text: str, *, params: Mapping[str, Any]) -> str:
    """Return a sentence of the rules with its values, in the active language. The bounds of a field of cents are told in cents: as a program sends it."""
    text = _(text)
    values = readable(as_written(params, locale=get_language() or "pt-br", bounds_as_money=False), say=_)
    try:
        return text % values if values else text
    except (KeyError, TypeError, ValueError):
        return text


def problem(
    *,
    status: int,
    code: str,
    detail: str,
    rule: str = "",
    params: Mapping[str, Any] | None = None,
    headers: Mapping[str, str] | None = None,
    **more: Any,
) -> Response:
    """Return one problem+json answer."""
    body = {
        "type": f"urn:shuffle-up:problem:{code}",
        "status": status,
        "code": code,
        "detail": detail,
        "rule": rule,
        "params": dict(params or {}),
        **more,
    }
    return Response(
        body,
        status=status,
        headers={"Cache-Control": "no-store", **(headers or {})},
        content_type="application/problem+json",
    )


def refused_answer(
    refused: Refused, *, about: Mapping[str, Any], first: tuple[str, datetime] | None = None
) -> Response:
    """Return what a refusal looks like on the wire. about: what the act named, whose tournament has its books. first:
    who had done already what was refused, and when.
    """
    detail, more = sentence(refused), dict[str, Any]()
    if first is not None:
        operator, at = first
        detail += " " + _("Done by %(operator)s at %(time)s.") % {"operator": operator, "time": f"{at:%H:%M}"}
        more = {"done_by": {"operator": operator, "at": at.isoformat(timespec="seconds")}}
    if wrong := by_field(refused):
        # as for what cannot be read at all: each field with its sentences
        more["errors"] = {field: [sentence(no)] for field, no in wrong.items()}
    return problem(
        status=status_of(refused),
        code=refused.code,
        detail=detail,
        rule=cited(refused.rule, about=about),
        params=refused.params,
        headers={"Command-Replayed": "true"} if isinstance(refused, RefusedAgain) else None,
        **more,
    )


def nothing_here() -> Response:
    return problem(
        status=404, code="not_found", detail=_("There is nothing at this address, or not for you.")
    )


def handler(error: Exception, context: Mapping[str, Any]) -> Response:
    """DRF's exception handler for this API."""
    if isinstance(error, Refused):
        return refused_answer(error, about=context.get("kwargs") or {})
    if isinstance(error, Http404):
        return nothing_here()
    if isinstance(error, exceptions.ValidationError):
        return problem(
            status=400,
            code="invalid",
            detail=_(
                "Some of what was sent cannot be used. Correct the fields named below and send it again."
            ),
            errors=error.detail,
        )
    if isinstance(error, exceptions.NotAuthenticated | exceptions.AuthenticationFailed):
        answer = problem(status=401, code="sign_in", detail=_("Sign in to do this."))
        answer["WWW-Authenticate"] = "Bearer"
        return answer
    if isinstance(error, PermissionDenied | exceptions.PermissionDenied):
        if "CSRF" in str(error):
            return problem(
                status=403,
                code="csrf_failed",
                detail=_("This page is out of date. Reload it and try again."),
            )
        return problem(status=403, code="forbidden", detail=_("You may not do this. Ask the director."))
    if isinstance(error, RequestDataTooBig | TooMuch):
        return problem(status=413, code="too_much", detail=_("This is more than can be taken at once."))
    if isinstance(error, exceptions.APIException):
        return problem(status=error.status_code, code=str(error.default_code), detail=str(error.detail))
    request = context.get("request")
    where = {"path": getattr(request, "path", ""), "method": getattr(request, "method", "")}
    if isinstance(error, OperationalError | InterfaceError):
        log.warning("api_database_away", **where, exc_info=error)
        return problem(
            status=503,
            code="come_back_soon",
            detail=_("The house is busy or restarting. Send the same request again in a moment."),
            headers={"Retry-After": "1"},
        )
    log.error("api_error", **where, exc_info=error)
    return problem(
        status=500,
        code="error",
        detail=_("Something went wrong on our side. Nothing was changed. Send the same request again."),
    )


@extend_schema(exclude=True)
@api_view(["GET", "POST", "PUT", "PATCH", "DELETE"])
@authentication_classes([])
@permission_classes([AllowAny])
def unknown_address(_request: Request, /, **_where: Any) -> Response:
    """Any address under /api/ that is in no list."""
    return nothing_here()
