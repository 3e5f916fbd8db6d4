"""Answers that are not what was hoped for: problem+json, in the caller's language.

A refusal carries ``code``, ``rule``, ``params`` and a sentence (``detail``) that a person can act on. Nothing of the
inside ever shows: what is not a refusal and not a known HTTP answer is a plain 500.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.utils.translation import gettext as _
from rest_framework import exceptions
from rest_framework.response import Response

from dispatch.facts import RefusedAgain
from rules.refusals import Refused

# How a refusal's code maps to HTTP; all others are 409: the request was fine, the state of the world is not.
_STATUS = {"forbidden": 403, "sign_in": 401, "not_found": 404, "command_id_missing": 400, "invalid": 400}


def sentence(refused: Refused) -> str:
    """The refusal's sentence in the active language."""
    text = _(refused.sentence) if refused.sentence else refused.code
    try:
        return text % refused.params if refused.params else text
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
    """One problem+json answer."""
    body = {
        "type": f"urn:shuffle-up:problem:{code}",
        "status": status,
        "code": code,
        "detail": detail,
        "rule": rule,
        "params": dict(params or {}),
        **more,
    }
    return Response(body, status=status, headers=dict(headers or {}), content_type="application/problem+json")


def refused_answer(refused: Refused) -> Response:
    """What a refusal looks like on the wire."""
    return problem(
        status=_STATUS.get(refused.code, 409),
        code=refused.code,
        detail=sentence(refused),
        rule=refused.rule,
        params=refused.params,
        headers={"Command-Replayed": "true"} if isinstance(refused, RefusedAgain) else None,
    )


def handler(error: Exception, context: Mapping[str, Any]) -> Response | None:
    """DRF's exception handler for this API."""
    del context
    if isinstance(error, Refused):
        return refused_answer(error)
    if isinstance(error, Http404):
        return problem(
            status=404, code="not_found", detail=_("There is nothing at this address, or not for you.")
        )
    if isinstance(error, PermissionDenied):
        return problem(status=403, code="forbidden", detail=_("You may not do this. Ask the director."))
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
    if isinstance(error, exceptions.APIException):
        return problem(status=error.status_code, code=str(error.default_code), detail=str(error.detail))
    return None
