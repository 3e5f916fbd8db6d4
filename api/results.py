"""What a command answers, described: its result by the class that it returns, with an example."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from typing import Any
from uuid import UUID

from drf_spectacular.utils import OpenApiExample, extend_schema_field
from rest_framework import serializers

from api.examples import example_of
from api.shapes import Shape, fields_of, shape, words_of
from dispatch.commands import name_of
from dispatch.facts import Done
from dispatch.results import RESULTS

_NUMBER = UUID("1f0a4c52-8c1e-4c57-9d5e-0d7a3f6f2b10")


@dataclass(frozen=True, slots=True, kw_only=True)
class SecretShown:
    """secret: shown to whoever asked, kept nowhere."""

    secret: str


def result_class(command: Callable[..., Done]) -> type:
    """Return the class that a command gives back."""
    return RESULTS[name_of(command)]


def _camel(name: str) -> str:
    return "".join(word.capitalize() for word in name.split("_"))


def done_shape(name: str, *, result: type, shows: type | None = None) -> Shape:
    """Return what the address of a command answers. shows: what the address itself adds to the result."""
    return _done(name, (_result(name, result, shows) if shows is not None else shape(result))())


@cache
def _result(name: str, result: type, shows: type) -> Shape:
    about, _ = words_of(result)
    added = fields_of(shows, required=False)
    return type(
        f"{_camel(name)}Shown", (serializers.Serializer,), {"__doc__": about, **fields_of(result), **added}
    )


def _done(name: str, result: Any) -> Shape:
    return type(
        f"{_camel(name)}Done",
        (serializers.Serializer,),
        {
            "__doc__": "What a command answers: its result, and whether it is the stored one of an earlier call.",
            "command_id": serializers.UUIDField(),
            "replayed": serializers.BooleanField(),
            "result": result,
        },
    )


def done_example(result: type, *, shows: type | None = None) -> OpenApiExample:
    """Return an answer as it may look."""
    example = example_of(result) | (example_of(shows) if shows is not None else {})
    return OpenApiExample(
        "Done",
        value={"command_id": str(_NUMBER), "replayed": False, "result": example},
        response_only=True,
        status_codes=["200"],
    )


def any_done_shape(name: str, *, results: Iterable[type]) -> Shape:
    """Return what an address answers that gives on the answer of one of several commands."""
    named = sorted({result.__name__ for result in results})

    @extend_schema_field({"anyOf": [{"$ref": f"#/components/schemas/{one}"} for one in named]})
    class OneOfThem(serializers.DictField):
        """The result of one of several commands."""

    return _done(name, OneOfThem())
