"""How much a request may carry, before anything of it is read, and what a page may ask of a device."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

from config.pages import BODY_BYTES_MOST, PLAIN, too_large


class BoundedBody:
    """413 for a body above BODY_BYTES_MOST. `config.pages` does so for itself; this is for WSGI, where a form with files
    goes to the disk as it comes, whoever sends it."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        length = request.META.get("CONTENT_LENGTH") or "0"
        if not (length.isascii() and length.isdigit()) or int(length) > BODY_BYTES_MOST:
            return HttpResponse(
                too_large(request.META.get("HTTP_ACCEPT_LANGUAGE", "")),
                status=413,
                content_type=PLAIN,
                headers={"Connection": "close"},
            )
        return self._get_response(request)


class NothingOfTheDevice:
    """Permissions-Policy: no page of ours, nor a frame in one, may ask for the camera, the place or a payment of the device."""

    _HEADER = ", ".join(f"{name}=()" for name in ("camera", "microphone", "geolocation", "payment", "usb"))

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self._get_response(request)
        response.headers.setdefault("Permissions-Policy", self._HEADER)
        return response
