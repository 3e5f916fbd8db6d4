"""Numbers in addresses: bounded, so that no address can ask for a row that cannot be."""

from __future__ import annotations

from django.urls import register_converter


class IdConverter:
    """A row's number: 1 to 999,999,999,999,999."""

    regex = "[1-9][0-9]{0,14}"

    def to_python(self, value: str) -> int:
        return int(value)

    def to_url(self, value: int) -> str:
        return str(value)


register_converter(IdConverter, "id")
