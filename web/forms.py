"""Reading what people typed into a form: a number, an amount, a date; refusals say which field. An address refuses nobody."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import date, datetime, time
from zoneinfo import ZoneInfo

from django.http.request import QueryDict
from django.utils.translation import get_language

from rules.money import Locale, parse_amount
from rules.refusals import N_, Refused, Several, by_field

MOST = 999_999_999_999
# digits in one run, or in groups of three: "2.5" is two and a half, never 25
_WHOLE = re.compile(r"-?(?:[0-9]{1,15}|[0-9]{1,3}(?:[., \u00a0\u202f][0-9]{3}){1,4})")
_EARLIEST, _LATEST = 2000, 2100
# the day first, with or without signs between; or as programs write it
_DAY_FIRST = re.compile(r"(\d{1,2})\s?[/. -]\s?(\d{1,2})\s?[/. -]\s?(\d{4})|(\d{2})(\d{2})(\d{4})", re.ASCII)
_YEAR_FIRST = re.compile(r"(\d{4})-(\d{2})-(\d{2})", re.ASCII)
_NOT_TEXT = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")


class Reading:
    """Reads a form to its end: what is wrong is kept with its field, and all of it is told at once.

    >>> reading = Reading()
    >>> with reading.field("stack"):
    ...     wanted["stack"] = number(post, "stack")
    >>> reading.done()      # Several, where anything was wrong
    """

    def __init__(self) -> None:
        self.wrong: dict[str, Refused] = {}

    @contextmanager
    def field(self, name: str) -> Iterator[None]:
        """A refusal in here is this field's; where no name is given, the field's that it names itself."""
        try:
            yield
        except Refused as refused:
            found = refused.fields or {name or refused.params.get("field", ""): refused}
            for field, no in found.items():
                self.wrong.setdefault(field, no)

    def done(self) -> None:
        """Refuse with all that was wrong. Refusals: `Several`."""
        if self.wrong:
            raise Several(self.wrong)


def at_fields(refused: Refused, *, names: Mapping[str, str] | None = None) -> dict[str, Refused]:
    """Return what is wrong under the names that the form has. names: what a command calls a field, and the form's name."""
    return {(names or {}).get(field, field): no for field, no in by_field(refused).items()}


def text(post: QueryDict, *, name: str, default: str = "", most: int = 300) -> str:
    """Return the text of a field without the spaces around it and without what no keyboard types."""
    return _NOT_TEXT.sub("", str(post.get(name, default)).replace("\r\n", "\n")).strip()[:most]


def number_or_none(post: Mapping[str, str], *, name: str, low: int = 0, high: int = MOST) -> int | None:
    """Read a whole number as people write it (``1.500``, ``1 500``), None when the field is empty.

    Refusals: ``bad_number``.
    """
    typed = str(post.get(name, "")).strip()
    if not typed:
        return None
    if typed.isascii() and typed.isdigit() and len(typed) > 15:
        raise Refused(
            "bad_number",
            N_("%(text)s is too much: at most %(high)s."),
            text=f"{typed[:12]}…",
            high=high,
            field=name,
        )
    if not _WHOLE.fullmatch(typed):
        raise Refused("bad_number", N_("%(text)s is not a whole number."), text=typed[:40], field=name)
    value = int(re.sub(r"[^0-9-]", "", typed))
    if value < low:
        raise Refused(
            "bad_number", N_("%(text)s is too little: at least %(low)s."), text=typed, low=low, field=name
        )
    if value > high:
        raise Refused(
            "bad_number", N_("%(text)s is too much: at most %(high)s."), text=typed, high=high, field=name
        )
    return value


def number(post: QueryDict, *, name: str, low: int = 0, high: int = MOST) -> int:
    """Read a whole number that must be there. Refusals: ``bad_number``, ``number_missing``."""
    found = number_or_none(post, name=name, low=low, high=high)
    if found is None:
        raise Refused("number_missing", N_("A number is missing. Fill it in and try again."), field=name)
    return found


def number_asked(asked: QueryDict, *, name: str, digits: int = 18) -> int | None:
    """Read a whole number of an address, as where a list goes on; None where there is none, or none that can be one."""
    found = asked.get(name, "").strip()
    return int(found) if found.isascii() and found.isdecimal() and len(found) <= digits else None


def thousandths(post: QueryDict, *, name: str) -> int:
    """Read a number with up to three decimals, in thousandths: 1,5 is 1500. Refusals: ``bad_number``, ``number_missing``."""
    typed = text(post, name=name, most=12).replace(",", ".")
    if not typed:
        raise Refused("number_missing", N_("A number is missing. Fill it in and try again."), field=name)
    whole, _point, rest = typed.partition(".")
    if not (whole.isascii() and whole.isdigit() and (not rest or (rest.isascii() and rest.isdigit()))):
        raise Refused("bad_number", N_("%(text)s is no number, like 1 or 0,5."), text=typed, field=name)
    return int(whole) * 1000 + int(rest[:3].ljust(3, "0") or 0)


def basis_points(typed: str, *, name: str) -> int:
    """Read a percentage as people write it: 5, 2,5, 2.5 %. Refusals: ``bad_percent``."""
    plain = typed.strip().rstrip("%").strip().replace(".", ",")
    try:
        return parse_amount(plain, locale=Locale.of("pt"), allow_zero=True)
    except Refused:
        raise Refused(
            "bad_percent", N_("%(text)s is no percentage, like 5 or 2,5."), text=typed[:40], field=name
        ) from None


def amount(post: QueryDict, *, name: str, allow_zero: bool = True) -> int:
    """Read cents from an amount as written in the page's language. Refusals: those of rules.money."""
    try:
        return parse_amount(
            str(post.get(name, "")) or "0", locale=Locale.of(get_language() or "pt-br"), allow_zero=allow_zero
        )
    except Refused as refused:
        raise Refused(
            refused.code, refused.sentence, rule=refused.rule, **{**refused.params, "field": name}
        ) from None


def date_time(post: QueryDict, *, name: str, zone: str) -> datetime:
    """Read a moment at the venue, from a field of type datetime-local. Refusals: ``bad_date``."""
    try:
        found = datetime.fromisoformat(str(post.get(name, "")))
    except ValueError:
        raise Refused("bad_date", N_("Give the day and the time."), field=name) from None
    if not _EARLIEST <= found.year < _LATEST:
        raise Refused("bad_date", N_("Give the day and the time."), field=name)
    return found.replace(tzinfo=ZoneInfo(zone))


def day_or_none(post: QueryDict, *, name: str) -> date | None:
    """Read a day; None when the field is empty. Refusals: ``bad_date``."""
    typed = str(post.get(name, "")).strip()
    if not typed:
        return None
    try:
        found = date.fromisoformat(typed)
    except ValueError:
        found = date.max
    if not 1900 <= found.year < _LATEST:
        raise Refused("bad_date", N_("Give the day and the time."), field=name)
    return found


def written_day(typed: str) -> date | None:
    """Read a day as people here write it, 31/12/1990, 31-12-1990, 31.12.1990 or 31121990, whatever language the browser speaks,
    or as programs do; None: it is none."""
    found = _DAY_FIRST.fullmatch(typed.strip())
    if found:
        year, month, day = (part for part in reversed(found.groups()) if part)
    elif found := _YEAR_FIRST.fullmatch(typed.strip()):
        year, month, day = found.groups()
    else:
        return None
    try:
        return date(int(year), int(month), int(day))
    except ValueError:
        return None


def birth_date_or_none(post: QueryDict, *, name: str = "birth_date") -> date | None:
    """Read the day somebody was born; None when the field is empty. Refusals: ``bad_date``."""
    typed = text(post, name=name, most=20)
    if not typed:
        return None
    found = written_day(typed)
    if found is None:
        raise Refused("bad_date", N_("Give your date of birth, like 31/12/1990."), field=name)
    return found


def until_of(post: QueryDict, *, name: str, zone: str) -> datetime | None:
    """Read the end of a day at the venue; None when the field is empty. Refusals: ``bad_date``."""
    day = day_or_none(post, name=name)
    return None if day is None else datetime.combine(day, time(23, 59, 59), tzinfo=ZoneInfo(zone))


def tables_named(typed: str) -> list[int]:
    """Read the numbers in "7, 8, 9". Refusals: ``name_tables``."""
    found = re.findall(r"[0-9]{1,6}", typed[:400])
    if not found or re.sub(r"[0-9,;+ ]", "", typed):
        raise Refused("name_tables", N_("Name the tables that break, like 7, 8, 9."), rule="ADTP.10")
    return sorted({int(number) for number in found})
