"""Amounts and numbers as one types them in the page's language."""

from __future__ import annotations

import re
from collections.abc import Iterable

from django.utils.translation import get_language

from rules.refusals import N_, Refused
from web import forms
from web.templatetags.shuffle import grouped


def decimal_point() -> str:
    """Return the sign before the cents in the page's language."""
    return "." if (get_language() or "").startswith("en") else ","


def amount_typed(cents: int) -> str:
    """Return an amount as one would type it in the page's language."""
    return f"{cents // 100}{decimal_point()}{cents % 100:02d}"


def entries_typed(typed: str) -> int | None:
    """Return for how many entries a forecast is asked, None where nothing is typed. Refusals: ``bad_number``, at "entries"."""
    return forms.number_or_none({"entries": typed}, name="entries", low=1, high=100_000)


# A dot or a space that does not break groups thousands; a comma or a space between words does so before 000 alone, which is no
# number of its own: "25,100" are two numbers, "1,000" is one.
_GROUPED = re.compile(r"(?<![\d.])\d{1,3}(?:(?:[.\u00a0\u2009\u202f]\d{3}|[, ]000)(?!\d))+", re.ASCII)


def without_groups(text: str) -> str:
    """Return a list of numbers with each number in one piece, whatever language its thousands are grouped in."""
    return _GROUPED.sub(lambda found: re.sub(r"\D", "", found[0]), text)


def number_listed(number: int) -> str:
    """Return a number as it stands in a list that is typed: in groups, where it is read again as the same one."""
    written = grouped(number)
    return written if without_groups(written) == str(number) else str(number)


def numbers_listed(numbers: Iterable[int]) -> str:
    """Return whole numbers as one would type them in the page's language; `numbers_typed` reads them again."""
    return ", ".join(number_listed(number) for number in numbers)


def numbers_typed(text: str, *, field: str) -> set[int]:
    """Return the whole numbers of a list as typed, in groups or not. Refusals: ``bad_number``, at `field`."""
    found = set()
    for part in re.split(r"[,;\s]+", without_groups(text).strip()):
        if not part:
            continue
        if not part.isascii() or not part.isdigit() or len(part) > 10:
            raise Refused("bad_number", N_("%(text)s is not a whole number."), text=part[:40], field=field)
        found.add(int(part))
    return found
