"""What a log line may not carry."""

import re
from collections.abc import MutableMapping
from typing import Any

SECRET_WORDS = (
    "password",
    "secret",
    "token",
    "authorization",
    "cookie",
    "pin",
    "session",
    "document",
    "seed",
)


def without_secrets(_logger: Any, _method: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """Blank every value whose key names something a reader of logs has no business with, at any depth."""
    for key, value in event.items():
        event[key] = _blank(str(key), value)
    return event


def without_rows(_logger: Any, _method: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """Cut what PostgreSQL says of the row out of its errors: "Key (document_number)=(…) already exists"."""
    for key, value in event.items():
        if isinstance(value, str) and _OF_THE_ROW.search(value):
            event[key] = _OF_THE_ROW.sub(r"\1 …", value)
    return event


_OF_THE_ROW = re.compile(r"^(DETAIL|CONTEXT|LINE \d+):.*$", re.MULTILINE)


def _blank(key: str, value: Any) -> Any:
    words = key.lower().replace("-", "_").split("_")
    if any(word in words for word in SECRET_WORDS):
        return "…"
    if isinstance(value, dict):
        return {inner: _blank(str(inner), each) for inner, each in value.items()}
    return value
