"""What the description of the API says of the answer of a command, and whether an answer is as it says."""

from __future__ import annotations

from functools import cache
from typing import Any

from django.urls import Resolver404, resolve
from drf_spectacular.generators import SchemaGenerator
from jsonschema import Draft202012Validator


@cache
def description() -> dict[str, Any]:
    """The description of the API."""
    return dict(SchemaGenerator().get_schema(request=None, public=True))


def posts() -> dict[str, dict[str, Any]]:
    """What is said of each POST, by its name."""
    return {
        path["post"]["operationId"]: path["post"]
        for path in description()["paths"].values()
        if "post" in path
    }


def answer_schema(operation: dict[str, Any]) -> dict[str, Any]:
    """The schema of what is answered when it is done."""
    return operation["responses"]["200"]["content"]["application/json"]["schema"]  # type: ignore[no-any-return]


@cache
def _validator(name: str) -> Draft202012Validator:
    schema = _plain(answer_schema(posts()[name]))
    return Draft202012Validator({**schema, "components": _plain(description()["components"])})


def _plain(schema: Any) -> Any:
    """OpenAPI 3.0 as JSON schema: `nullable` is a type of its own there. What is not described may not be there."""
    if isinstance(schema, list):
        return [_plain(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    plain = {name: _plain(part) for name, part in schema.items() if name != "nullable"}
    if isinstance(plain.get("properties"), dict) and plain.get("type") == "object":
        plain.setdefault("additionalProperties", False)
    return {"anyOf": [plain, {"type": "null"}]} if schema.get("nullable") is True else plain


def wrong(name: str, answer: Any) -> list[str]:
    """What an answer says otherwise than described."""
    return [f"{name}: {error.json_path}: {error.message}" for error in _validator(name).iter_errors(answer)]


def name_of(path: str) -> str | None:
    """The name of the command at an address below /api/; None where there is none."""
    try:
        view = resolve(f"/api/{path}").func
    except Resolver404:
        return None
    command = getattr(getattr(view, "view_class", None) or getattr(view, "cls", None), "command", None)
    return command.name if command is not None else None
