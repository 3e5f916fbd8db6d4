"""Reading what people typed into a form: a number, an amount, a date; refusals say which field."""

from __future__ import annotations

from datetime import date, datetime
from zoneinfo import ZoneInfo

from django.http.request import QueryDict
from django.utils.translation import get_language

from rules.money import Locale, parse_amount
from rules.refusals import N_, Refused

MOST = 999_999_999_999


def text(post: QueryDict, name: str, *, default: str = "", most: int = 300) -> str:
    """The text of a field without the spaces around it."""
    return str(post.get(name, default)).strip()[:most]


def number_or_none(post: QueryDict, name: str, *, low: int = 0, high: int = MOST) -> int | None:
    """A whole number as people write it (``1.500``, ``1 500``), None when the field is empty.

    Refusals: ``bad_number``.
    """
    typed = str(post.get(name, "")).strip()
    if not typed:
        return None
    plain = typed.replace(".", "").replace(",", "").replace("\u00a0", "").replace(" ", "")
    if not plain.lstrip("-").isascii() or not plain.lstrip("-").isdigit() or len(plain) > 15:
        raise Refused("bad_number", N_("%(text)s is not a whole number."), text=typed[:40], field=name)
    value = int(plain)
    if not low <= value <= high:
        raise Refused(
            "bad_number", N_("%(text)s is more or less than can be right here."), text=typed, field=name
        )
    return value


def number(post: QueryDict, name: str, *, low: int = 0, high: int = MOST) -> int:
    """A whole number that must be there. Refusals: ``bad_number``, ``number_missing``."""
    found = number_or_none(post, name, low=low, high=high)
    if found is None:
        raise Refused("number_missing", N_("A number is missing. Fill it in and try again."), field=name)
    return found


def amount(post: QueryDict, name: str, *, allow_zero: bool = True) -> int:
    """Cents, from an amount as written in the page's language. Refusals: those of rules.money."""
    return parse_amount(
        str(post.get(name, "")) or "0", locale=Locale.of(get_language() or "pt-br"), allow_zero=allow_zero
    )


def date_time(post: QueryDict, name: str, zone: str) -> datetime:
    """A moment at the venue, from a field of type datetime-local. Refusals: ``bad_date``."""
    try:
        return datetime.fromisoformat(str(post.get(name, ""))).replace(tzinfo=ZoneInfo(zone))
    except ValueError:
        raise Refused("bad_date", N_("Give the day and the time."), field=name) from None


def day_or_none(post: QueryDict, name: str) -> date | None:
    """A day; None when the field is empty. Refusals: ``bad_date``."""
    typed = str(post.get(name, "")).strip()
    if not typed:
        return None
    try:
        return date.fromisoformat(typed)
    except ValueError:
        raise Refused("bad_date", N_("Give the day and the time."), field=name) from None
