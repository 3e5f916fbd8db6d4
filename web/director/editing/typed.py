"""Amounts and numbers as one types them in the page's language."""

from __future__ import annotations

import re

from django.utils.translation import get_language

from rules.refusals import N_, Refused
from web import forms


def decimal_point() -> str:
    """Return the sign before the cents in the page's language."""
    return "." if (get_language() or "").startswith("en") else ","


def amount_typed(cents: int) -> str:
    """Return an amount as one would type it in the page's language."""
    return f"{cents // 100}{decimal_point()}{cents % 100:02d}"


def entries_typed(typed: str) -> int | None:
    """Return for how many entries a forecast is asked, None where nothing is typed. Refusals: ``bad_number``, at "entries"."""
    return forms.number_or_none({"entries": typed}, name="entries", low=1, high=100_000)


def numbers_typed(text: str, *, field: str) -> set[int]:
    """Return the whole numbers of a list as typed. Refusals: ``bad_number``, at `field`."""
    found = set()
    for part in re.split(r"[,;\s]+", text.strip()):
        if not part:
            continue
        if not part.isascii() or not part.isdigit() or len(part) > 10:
            raise Refused("bad_number", N_("%(text)s is not a whole number."), text=part[:40], field=field)
        found.add(int(part))
    return found
