"""The language of the pages, and the foreign words they use."""

from __future__ import annotations

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import check_for_language, get_language

from web.public.glossary import words as foreign_words
from web.public.page import shared_page


def glossary(request: HttpRequest) -> HttpResponse:
    """Show the foreign words and what they mean. Rule: PT-T.58"""
    found = foreign_words(get_language() or "pt-br")
    return shared_page(request, response=render(request, "public/glossary.html", {"words": found}))


def language(request: HttpRequest, *, code: str) -> HttpResponse:
    """Read on in another language: a link, so that public pages need no token of the visitor's. Rule: PT-T.59"""
    if code not in dict(settings.LANGUAGES) or not check_for_language(code):
        raise Http404
    to = request.GET.get("next", "/")
    if not url_has_allowed_host_and_scheme(to, allowed_hosts={request.get_host()}):
        to = "/"
    response = redirect(to)
    speak(response, code=code)
    response["Cache-Control"] = "no-store"
    return response


def speak(response: HttpResponse, *, code: str) -> None:
    """Pages are in this language from now on."""
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        code,
        max_age=365 * 24 * 3600,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
