"""A refusal as a page: the sentence, the rule, a way back."""

from __future__ import annotations

import sys
from collections.abc import Callable

from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.exceptions import SessionInterrupted
from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _

from people.queries import roles_by_venue
from rules.refusals import N_, Refused
from web.acting import in_words, rule_of

# the first part of an address: the page beside what is not there, and what the button to it says
_PUBLIC = {"seasons": ("seasons", N_("Ranking")), "players": ("seasons", N_("Ranking"))}
_OWN = {"tables": ("play-tables", N_("Online tables")), "me": ("me", N_("My account"))}
_STAFF = {part: ("director", N_("My tournaments")) for part in ("director", "desk", "floor", "screens")}
_STATUS = {"forbidden": 403, "device_not_paired": 403, "not_found": 404, "no_such_award": 404}


def refused_page(request: HttpRequest, *, refused: Refused) -> HttpResponse:
    """Show the refusal in the reader's language."""
    status = _STATUS.get(refused.code, 409)
    return render(
        request,
        "refused.html",
        {
            "sentence": in_words(refused.sentence, params=refused.params),
            "rule": rule_of(request, refused=refused),
            "missing": status == 404,
            "leads_on": _leads_on(request),
        },
        status=status,
    )


def _leads_on(request: HttpRequest) -> tuple[str, str] | None:
    """Return where to go instead, beside the tournaments of all houses: what lies where the address does, for who may see it."""
    beside = dict(_PUBLIC)
    if request.user.is_authenticated:
        beside |= _OWN
        if roles_by_venue(request.user.pk):
            beside |= _STAFF
    found = beside.get(request.path.split("/")[1])
    return (reverse(found[0]), _(found[1])) if found else None


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Say that there is no such address: said in the reader's language, with a way back."""
    del exception
    return refused_page(request, refused=Refused("not_found", N_("There is no page at this address.")))


def not_understood(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Say that a request cannot be answered: most often of a session that ended while it was on its way."""
    no = (
        Refused("signed_out", N_("You were signed out meanwhile. Sign in and try again."))
        if isinstance(exception, SessionInterrupted)
        else Refused("bad_request", N_("This request cannot be understood. Go back and try again."))
    )
    return _of_nobody(request, refused=no, status=400)


def not_allowed(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Say that something is not for who asks."""
    del exception
    return _of_nobody(request, refused=Refused("forbidden", N_("You may not do this here.")), status=403)


def _of_nobody(request: HttpRequest, *, refused: Refused, status: int) -> HttpResponse:
    """A refusal on a page that knows nobody: the session may be what is broken."""
    request.user = AnonymousUser()
    response = refused_page(request, refused=refused)
    response.status_code = status
    response["Cache-Control"] = "private, no-store"
    return response


class WordsForWrongMethod:
    """An address that only takes forms, opened by itself (a reload, a copied line): said in words, with a way back.

    The API answers for itself.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if response.status_code != 405 or response.content or request.method == "HEAD":
            return response
        page = refused_page(
            request,
            refused=Refused(
                "wrong_method",
                N_("There is nothing to see at this address: it only takes what a page sends."),
            ),
        )
        response.content, response["Content-Type"] = page.content, page["Content-Type"]
        return response


def csrf_failed(request: HttpRequest, *, reason: str = "") -> HttpResponse:
    """Refuse a form from before signing in or out, or from somebody else's page."""
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
