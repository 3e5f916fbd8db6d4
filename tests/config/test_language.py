"""A page speaks the language that Django's own middleware would choose, and says so in the same headers."""

from __future__ import annotations

import pytest
from django.http import HttpRequest, HttpResponse
from django.middleware.locale import LocaleMiddleware
from django.utils import translation

from config.language import Language


def view(request: HttpRequest) -> HttpResponse:
    return HttpResponse(f"{request.LANGUAGE_CODE} {translation.get_language()}")


def of_its_own(_request: HttpRequest) -> HttpResponse:
    translation.activate("en")
    return HttpResponse(headers={"Vary": "Cookie"})


def named(_request: HttpRequest) -> HttpResponse:
    return HttpResponse(status=404, headers={"Content-Language": "fr"})


@pytest.mark.parametrize("made", [view, of_its_own, named])
@pytest.mark.parametrize("path", ["/", "/en/x", "/api/play-tables/1/act"])
@pytest.mark.parametrize(
    ("said", "cookie"), [("", ""), ("pt-PT,pt;q=0.9", ""), ("en", "pt"), ("xx", "yy"), ("*", "en")]
)
def test_as_django_chooses(made, path: str, said: str, cookie: str) -> None:
    request = HttpRequest()
    request.path = request.path_info = path
    request.META["HTTP_ACCEPT_LANGUAGE"] = said
    request.COOKIES["django_language"] = cookie
    found = []
    for kind in (Language, LocaleMiddleware):
        with translation.override("pt-br"):
            answer = kind(made)(request)
        found.append((answer.status_code, answer.content, dict(answer.headers)))
    assert found[0] == found[1]
