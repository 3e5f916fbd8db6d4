"""Reading JSON that strangers send."""

from __future__ import annotations

from collections.abc import Mapping
from typing import IO, Any

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from rest_framework.exceptions import APIException, ParseError
from rest_framework.parsers import JSONParser


class TooMuch(APIException):
    """More than a request may carry."""

    status_code = 413
    default_code = "too_much"
    default_detail = gettext_lazy("This is more than can be taken at once.")


class BoundedJson(JSONParser):
    """JSON up to the size that settings allow; what is nested beyond reading is not JSON for us."""

    def parse(
        self, stream: IO[Any], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:
        most = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
        request = (parser_context or {}).get("request")
        try:
            length = int(request.META.get("CONTENT_LENGTH") or 0) if request is not None else 0
        except ValueError:
            raise unreadable() from None
        if most is not None and length > most:
            raise TooMuch
        try:
            found = super().parse(stream, media_type=media_type, parser_context=parser_context)
            check_encodable(found)
        except RecursionError:
            raise ParseError(_("This is nested too deep to be read.")) from None
        except (ParseError, UnicodeEncodeError):
            # what the reader says of it is about its own workings
            raise unreadable() from None
        return found


def unreadable() -> ParseError:
    """Return that what was sent is no JSON."""
    return ParseError(_("This is no JSON that can be read."))


def check_encodable(found: Any) -> None:
    """Raise UnicodeEncodeError where a key or a text at any depth is none that could be answered or kept: a lone surrogate."""
    if isinstance(found, str):
        found.encode()
    elif isinstance(found, dict):
        for name, value in found.items():
            name.encode()
            check_encodable(value)
    elif isinstance(found, list):
        for value in found:
            check_encodable(value)
