"""Light, dark, or as the device is: what somebody chose, kept in a cookie so that a page is right at its first paint."""

from __future__ import annotations

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.http import url_has_allowed_host_and_scheme

COOKIE = "theme"
AS_THE_DEVICE = "device"
CHOICES = (AS_THE_DEVICE, "light", "dark")
# the ground of a page's head, which a telephone carries on above it: `--surface` of app.css
HEAD = {"light": "#ffffff", "dark": "#171c1b"}


def theme_of(request: HttpRequest | None) -> str:
    """Return what was chosen on this device; as the device is, where nothing was."""
    chosen = request.COOKIES.get(COOKIE, AS_THE_DEVICE) if request is not None else AS_THE_DEVICE
    return chosen if chosen in CHOICES else AS_THE_DEVICE


def theme(request: HttpRequest, *, choice: str) -> HttpResponse:
    """Read on in another light: a link, so that public pages need no token of the visitor's."""
    if choice not in CHOICES:
        raise Http404
    to = request.GET.get("next", "/")
    if not url_has_allowed_host_and_scheme(to, allowed_hosts={request.get_host()}):
        to = "/"
    response = redirect(to)
    if choice == AS_THE_DEVICE:
        response.delete_cookie(COOKIE, samesite="Lax")
    else:
        response.set_cookie(
            COOKIE,
            choice,
            max_age=365 * 24 * 3600,
            secure=settings.SESSION_COOKIE_SECURE,
            httponly=True,
            samesite="Lax",
        )
    response["Cache-Control"] = "no-store"
    return response
