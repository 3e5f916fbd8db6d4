"""What a page may load: the header that nearly all answers have alike is put together once."""

from __future__ import annotations

from functools import cached_property

from csp.constants import HEADER
from csp.middleware import CSPMiddleware
from csp.utils import build_policy
from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase

# what a view says of its own, by csp.decorators
_OF_ITS_OWN = ("_csp_config", "_csp_update", "_csp_replace", "_csp_exempt")


class ContentPolicy(CSPMiddleware):
    """django-csp's own; it makes the same header anew for each answer. Our pages ask for no nonce, and nothing is only reported."""

    @cached_property
    def _usual(self) -> str:
        return build_policy()

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        # of an error page for developers django-csp leaves it out
        if settings.DEBUG or HEADER in response or any(hasattr(response, name) for name in _OF_ITS_OWN):
            return super().process_response(request, response)
        response[HEADER] = self._usual
        return response
