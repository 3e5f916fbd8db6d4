"""A refusal as a page: the sentence, the rule, a way back."""

from __future__ import annotations

import sys

from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string

from rules.refusals import N_, Refused
from web.acting import in_words, rule_of

_STATUS = {"forbidden": 403, "device_not_paired": 403, "not_found": 404, "no_such_award": 404}


def refused_page(request: HttpRequest, *, refused: Refused) -> HttpResponse:
    """The refusal in the reader's language."""
    return render(
        request,
        "refused.html",
        {
            "sentence": in_words(refused.sentence, params=refused.params),
            "rule": rule_of(request, refused=refused),
        },
        status=_STATUS.get(refused.code, 409),
    )


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """No such address: said in the reader's language, with a way back."""
    del exception
    return refused_page(request, refused=Refused("not_found", N_("There is no page at this address.")))


def csrf_failed(request: HttpRequest, *, reason: str = "") -> HttpResponse:
    """A form from before signing in or out, or from somebody else's page."""
    del reason  # for programs' logs, which Django writes
    response = refused_page(
        request, refused=Refused("forbidden", N_("This page is too old to act. Reload it and try again."))
    )
    response["Cache-Control"] = "private, no-store"
    return response


def failed(_request: HttpRequest) -> HttpResponse:
    """Say that something failed here, in words and with nothing of the inside. 503 with Retry-After while PostgreSQL is away,
    stuck or too slow: the same request may be sent again then, a command is done once whatever happens."""
    away = isinstance(sys.exc_info()[1], OperationalError | InterfaceError)
    response = HttpResponse(render_to_string("500.html", {"away": away}), status=503 if away else 500)
    if away:
        response["Retry-After"] = "2"
    response["Cache-Control"] = "private, no-store"
    return response
