"""Reading what was given: plain text and whole numbers from forms and programs, refused in words where they cannot be."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from typing import Any

from rules.refusals import N_, Refused

MAX_CHIPS = 10**9
_UNSEEN = frozenset({"Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
_SLUG = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")


def text(
    field: str,
    value: Any,
    *,
    at_most: int = 120,
    may_be_empty: bool = False,
    missing: str = N_("Fill in %(field)s."),
) -> str:
    """Return one line of text without leading or trailing spaces, and without signs that nobody sees: what turns the
    direction of writing round (U+202E), has no width, or is no character. A name reads on the wall as it was
    typed. missing: what is said where nothing was written, and the name of the field alone would tell nobody what.

    Refusals: ``text_missing``, ``text_too_long``, ``text_unreadable`` (not text, or with control characters).
    """
    if not isinstance(value, str) or any(ord(c) < 32 and c not in "\n\t" for c in value):
        raise Refused("text_unreadable", N_("%(field)s is not text."), field=field)
    plain = "".join(c for c in value if unicodedata.category(c) not in _UNSEEN).strip()
    if not plain and not may_be_empty:
        raise Refused("text_missing", missing, field=field)
    if len(plain) > at_most:
        raise Refused(
            "text_too_long", N_("%(field)s may have %(at_most)s characters."), field=field, at_most=at_most
        )
    return plain


def slug(field: str, value: Any, *, at_most: int = 60) -> str:
    """Return a short name for addresses: small letters, digits and single hyphens.
    Refusals: ``bad_slug`` and those of text.
    """
    plain = text(field, value, at_most=at_most)
    if not _SLUG.fullmatch(plain):
        raise Refused(
            "bad_slug", N_("%(field)s takes small letters, digits and hyphens, like copa-2026."), field=field
        )
    return plain


def integer(field: str, value: Any, *, low: int = 0, high: int = 10**13, currency: str = "") -> int:
    """Return a whole number within bounds. currency: of an amount, where it is known, for the sentence that tells its bounds.

    Refusals: ``not_a_number``, ``number_too_small``, ``number_too_large``.
    """
    of = {"currency": currency} if currency else {}
    if isinstance(value, bool) or not isinstance(value, int):
        raise Refused("not_a_number", N_("%(field)s must be a whole number."), field=field)
    if value < low:
        raise Refused(
            "number_too_small", N_("%(field)s cannot be less than %(low)s."), field=field, low=low, **of
        )
    if value > high:
        raise Refused(
            "number_too_large",
            N_("%(field)s cannot be more than %(high)s. Check the number of digits."),
            field=field,
            high=high,
            **of,
        )
    return value


def boolean(field: str, value: Any) -> bool:
    """Read yes or no. Refusal: ``not_yes_or_no``."""
    if not isinstance(value, bool):
        raise Refused("not_yes_or_no", N_("%(field)s is either yes or no."), field=field)
    return value


def one_of(field: str, value: Any, choices: Iterable[str]) -> str:
    """Return one of the known words. Refusal: ``no_such_choice``."""
    known = list(choices)
    if not isinstance(value, str) or value not in known:
        raise Refused(
            "no_such_choice",
            N_("%(value)s is not a choice for %(field)s."),
            field=field,
            value=str(value)[:40],
            choices=known,
        )
    return value


def spreadsheet_cell(value: Any) -> Any:
    """Return a value as a cell that no spreadsheet computes: text that begins like a formula, also in full-width signs, begins
    with an apostrophe."""
    if isinstance(value, str) and unicodedata.normalize("NFKC", value)[:1] in (
        "=",
        "+",
        "-",
        "@",
        "\t",
        "\r",
    ):
        return "'" + value
    return value
