"""The policy of a page is the one that django-csp would put together for it."""

from __future__ import annotations

from typing import Any

import pytest
from csp.constants import HEADER, SELF
from csp.decorators import csp, csp_exempt, csp_replace, csp_update
from csp.middleware import CSPMiddleware
from django.http import HttpRequest, HttpResponse

from config.policy import ContentPolicy


def view(_request: HttpRequest) -> HttpResponse:
    return HttpResponse()


def by_itself(_request: HttpRequest) -> HttpResponse:
    return HttpResponse(headers={HEADER: "default-src 'none'"})


@pytest.mark.parametrize(
    "made",
    [
        view,
        by_itself,
        csp_update({"frame-src": [SELF]})(view),
        csp_replace({"frame-ancestors": [SELF]})(view),
        csp({"default-src": [SELF]})(view),
        csp_exempt()(view),
    ],
)
def test_as_it_would_be_made_anew(made: Any) -> None:
    for _ in range(2):
        ours, theirs = (kind(made)(HttpRequest()) for kind in (ContentPolicy, CSPMiddleware))
        parts = [set(answer.headers.get(HEADER, "").split("; ")) for answer in (ours, theirs)]
        assert parts[0] == parts[1]
        assert (HEADER in ours) == (HEADER in theirs)
