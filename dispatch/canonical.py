"""One spelling for a value, so that equal things have equal bytes: for digests, hashes and frames."""

from __future__ import annotations

import dataclasses
import enum
import hashlib
import json
import uuid
from collections.abc import Mapping
from datetime import UTC, date, datetime, time, timedelta
from decimal import Decimal
from fractions import Fraction
from typing import Any

from dispatch.results import as_json


def _plain(value: Any) -> Any:
    """The JSON form of the values that commands and facts may carry besides JSON's own."""
    if isinstance(value, datetime):
        return instant(value) if value.tzinfo is not None else value.isoformat()
    if isinstance(value, date | time):
        return value.isoformat()
    if isinstance(value, timedelta):
        return f"{value.days}d{value.seconds}s{value.microseconds}us"
    if isinstance(value, uuid.UUID | Decimal | Fraction):
        return str(value)
    if isinstance(value, enum.Enum):
        return value.value
    if isinstance(value, set | frozenset):
        return sorted(value)
    if isinstance(value, bytes | bytearray | memoryview):
        return bytes(value).hex()
    if isinstance(value, Mapping):
        return dict(value)
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return as_json(value)
    raise TypeError(f"{type(value).__name__} has no canonical form")


_canonical = json.JSONEncoder(
    default=_plain, sort_keys=True, ensure_ascii=False, allow_nan=False, separators=(",", ":")
).encode
_compact = json.JSONEncoder(default=_plain, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode


def canonical(value: Any) -> str:
    """Write canonical JSON: sorted keys, no spaces, UTF-8, instants in UTC with six digits."""
    return _canonical(value)


def compact(value: Any) -> str:
    """Write JSON for a wire: no spaces, keys in the order given."""
    return _compact(value)


def instant(at: datetime) -> str:
    """Write an instant as text: UTC, always six digits of the second, `Z`."""
    return at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def _no_float(text: str) -> Any:
    raise TypeError(f"{text} is a float: facts carry integers, text and booleans")


_strict = json.JSONDecoder(parse_float=_no_float).decode


def without_floats(value: Any) -> str:
    """Return the JSON text of a value that holds no float: PostgreSQL gives such text back with the same meaning,
    so its canonical form never changes. TypeError for a float."""
    text = _compact(value)
    _strict(text)
    return text


def digest(value: Any) -> bytes:
    """Return SHA-256 of the canonical JSON."""
    return hashlib.sha256(_canonical(value).encode()).digest()
