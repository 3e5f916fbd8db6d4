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


def without_links(_logger: Any, _method: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """Cut what lets somebody in out of every text, at any depth: what follows the address of a one-time link, however
    the rest of it is spelled, and a link's code wherever it stands."""
    for key, value in event.items():
        if not key.startswith("_"):
            event[key] = _unlinked(value)
    return event


def _unlinked(value: Any) -> Any:
    if isinstance(value, str):
        return _CODE.sub("…", _AFTER_LINK.sub(r"\1…", value))
    if isinstance(value, dict):
        return {key: _unlinked(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_unlinked(each) for each in value]
    return value


# to the end of the line: a stray character in an address does not end what is secret of it
_AFTER_LINK = re.compile(r"((?:/|%2F)(?:invitation|open)(?:/|%2F))[^\n]+", re.IGNORECASE)
# of people.operations.link_for
_CODE = re.compile(r"[a-z]\.[0-9a-z]+\.[0-9a-z]+-[0-9a-f]{32}", re.IGNORECASE)
_OF_THE_ROW = re.compile(r"^(DETAIL|CONTEXT|LINE \d+):.*$", re.MULTILINE)


def _blank(key: str, value: Any) -> Any:
    words = key.lower().replace("-", "_").split("_")
    if any(word in words for word in SECRET_WORDS):
        return "…"
    if isinstance(value, dict):
        return {inner: _blank(str(inner), each) for inner, each in value.items()}
    return value
