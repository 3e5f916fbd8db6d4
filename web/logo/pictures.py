"""Pictures of a house as pages take and send them."""

from __future__ import annotations

import base64

from django.http import HttpRequest, HttpResponse

from rules.refusals import N_, Refused
from tournaments.operations import logo

_FOR_EVER = "public, max-age=31536000, immutable"


def kept_for_ever(media: str, *, content: bytes) -> HttpResponse:
    """Send a picture under an address that no other picture will have."""
    return HttpResponse(
        content,
        content_type=media,
        headers={
            "Cache-Control": _FOR_EVER,
            "Content-Security-Policy": "default-src 'none'; sandbox",
            "X-Content-Type-Options": "nosniff",
        },
    )


def letters_of(request: HttpRequest) -> str:
    """Read the file of a form in base64. Refusals: ``no_file``, ``logo_too_large``."""
    file = request.FILES.get("picture")
    if file is None or not file.size:
        raise Refused("no_file", N_("Choose a picture first."))
    if file.size > logo.MOST_BYTES:
        raise Refused(
            "logo_too_large", N_("The picture may have %(kilobytes)s KB."), kilobytes=logo.MOST_BYTES // 1024
        )
    return base64.b64encode(file.read()).decode()
