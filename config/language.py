"""In which language a page speaks: by the cookie of who chose one, else by what the browser says."""

from __future__ import annotations

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils import translation
from django.utils.cache import patch_vary_headers
from django.utils.deprecation import MiddlewareMixin


class Language(MiddlewareMixin):
    """Django's LocaleMiddleware without languages in addresses: ours have none, and it would look twice in each for one."""

    def process_request(self, request: HttpRequest) -> None:
        translation.activate(translation.get_language_from_request(request))
        request.LANGUAGE_CODE = translation.get_language()  # type: ignore[attr-defined]

    def process_response(self, _request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        patch_vary_headers(response, ("Accept-Language",))
        response.headers.setdefault("Content-Language", translation.get_language())
        return response
