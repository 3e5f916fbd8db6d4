"""The fields of requests: exact types and bounds, so that nothing absurd goes further than the address.

JSON has numbers, texts and truths; a text is no number here, a truth is no number, and 1.0 is not 1.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import UTC, date, datetime
from typing import Any

from django.utils.translation import gettext_lazy as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from rules.accounts import MOST_CENTS
from rules.validation import MAX_CHIPS

#: Ids of rows; what is larger cannot exist.
MOST_ID = 10**15
LONGEST_JSON = 65_536

_EARLIEST, _LATEST = datetime(2000, 1, 1, tzinfo=UTC), datetime(2100, 1, 1, tzinfo=UTC)


class Body(serializers.Serializer[Any]):
    """What is sent with a command or asked of a read. A name that is not known is refused: it is a typing error."""

    def to_internal_value(self, data: Any) -> Any:
        if isinstance(data, Mapping):
            unknown = [str(name)[:60] for name in data if name not in self.fields]
            if unknown:
                raise serializers.ValidationError(
                    {name: [_("There is no field of this name.")] for name in unknown[:20]}
                )
        return super().to_internal_value(data)


class StrictInteger(serializers.IntegerField):
    """A whole number as JSON writes it: no text, no fraction, no truth."""

    def to_internal_value(self, data: Any) -> int:
        if type(data) is not int:
            self.fail("invalid")
        return int(super().to_internal_value(data))


class Id(StrictInteger):
    """A row's number."""

    def __init__(self, **more: Any) -> None:
        super().__init__(**{"min_value": 1, "max_value": MOST_ID, **more})


class Cents(StrictInteger):
    """An amount of money in whole cents, above zero."""

    def __init__(self, **more: Any) -> None:
        super().__init__(**{"min_value": 1, "max_value": MOST_CENTS, **more})


class Chips(StrictInteger):
    """An amount of chips."""

    def __init__(self, **more: Any) -> None:
        super().__init__(**{"min_value": 0, "max_value": MAX_CHIPS, **more})


class TableNumber(StrictInteger):
    def __init__(self, **more: Any) -> None:
        super().__init__(**{"min_value": 1, "max_value": 100_000, **more})


class SeatNumber(StrictInteger):
    def __init__(self, **more: Any) -> None:
        super().__init__(**{"min_value": 1, "max_value": 10, **more})


class PlainText(serializers.CharField):
    """Text that can be kept: Unicode without lone surrogates and NUL, of bounded length."""

    def __init__(self, **more: Any) -> None:
        super().__init__(**{"max_length": 300, **more})

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str) or not _can_be_kept(data):
            self.fail("invalid")
        return str(super().to_internal_value(data))


class Secret(PlainText):
    """A password or PIN: never answered, never trimmed."""

    def __init__(self, **more: Any) -> None:
        super().__init__(**{"write_only": True, "trim_whitespace": False, "max_length": 128, **more})


class StrictBoolean(serializers.BooleanField):
    """true or false, and nothing that looks like them."""

    def to_internal_value(self, data: Any) -> bool:
        if not isinstance(data, bool):
            self.fail("invalid", input=str(data)[:40])
        return data


class Moment(serializers.DateTimeField):
    """An instant with its offset, of this century."""

    default_error_messages = {
        "no_offset": _("Give the offset too, as in 2026-11-21T19:00:00-03:00."),
        "far_away": _("This date is too far away."),
    }

    def to_internal_value(self, value: Any) -> datetime:
        if not isinstance(value, str) or len(value) > 40:
            self.fail("invalid", format="YYYY-MM-DDThh:mm:ss±hh:mm")
        found: datetime = super().to_internal_value(value)
        if not (value.endswith(("Z", "z")) or "+" in value[10:] or "-" in value[10:]):
            self.fail("no_offset")
        if not _EARLIEST <= found < _LATEST:
            self.fail("far_away")
        return found.astimezone(UTC)


class Day(serializers.DateField):
    """A date between 1900 and 2100."""

    default_error_messages = {"far_away": _("This date is too far away.")}

    def to_internal_value(self, value: Any) -> date:
        if not isinstance(value, str) or len(value) > 20:
            self.fail("invalid", format="YYYY-MM-DD")
        found: date = super().to_internal_value(value)
        if not 1900 <= found.year < 2100:
            self.fail("far_away")
        return found


@extend_schema_field(OpenApiTypes.OBJECT)
class Values(serializers.Field[Any, Any, Any, Any]):
    """Values by name, as the rules read them: JSON without fractions, bounded in size. The rules check each value."""

    default_error_messages = {
        "not_an_object": _("Send an object with a value for each name."),
        "too_long": _("This is more than can be taken at once."),
        "unreadable": _("Only text, whole numbers, true, false, null, lists and objects can be sent here."),
    }

    def to_internal_value(self, data: Any) -> dict[str, Any]:
        if not isinstance(data, dict):
            self.fail("not_an_object")
        if not _plain(data):
            self.fail("unreadable")
        if len(json.dumps(data)) > LONGEST_JSON:
            self.fail("too_long")
        return data

    def to_representation(self, value: Any) -> Any:
        return value


def _can_be_kept(text: str) -> bool:
    if "\0" in text:
        return False
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _plain(value: Any, depth: int = 0) -> bool:
    """Whether a JSON value can be kept and told apart: no fractions, no numbers beyond 15 digits, not nested away."""
    if depth > 12:
        return False
    if isinstance(value, str):
        return _can_be_kept(value)
    if value is None or isinstance(value, bool):
        return True
    if isinstance(value, int):
        return abs(value) <= MOST_ID
    if isinstance(value, list):
        return all(_plain(part, depth + 1) for part in value)
    if isinstance(value, dict):
        return all(
            len(name) <= 100 and _can_be_kept(name) and _plain(part, depth + 1)
            for name, part in value.items()
        )
    return False


class Count(serializers.IntegerField):
    """A whole number in an address."""

    def __init__(self, **more: Any) -> None:
        super().__init__(**{"min_value": 0, "max_value": MOST_ID, **more})


class Word(serializers.CharField):
    """Text in an address."""

    def __init__(self, **more: Any) -> None:
        super().__init__(**{"max_length": 200, **more})

    def to_internal_value(self, data: Any) -> str:
        if not _can_be_kept(str(data)):
            self.fail("invalid")
        return str(super().to_internal_value(data))
