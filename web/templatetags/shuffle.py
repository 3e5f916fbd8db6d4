"""How money, chips, moments and states read in the page's language; static/js/format.js writes them alike."""

from __future__ import annotations

import re
import uuid
from collections.abc import Iterable, Mapping
from datetime import date, datetime, timedelta
from decimal import Decimal
from functools import cache
from typing import Any
from zoneinfo import ZoneInfo

from babel.core import get_global
from babel.dates import format_date, format_datetime, get_timezone_location
from django import template
from django.conf import settings
from django.template.defaultfilters import floatformat, stringfilter
from django.utils.html import format_html
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from people.queries import roles_by_venue
from people.queries.days import day_here
from play.queries.events import ante_payload
from rules.games import game_name
from rules.levels import AnteDue, AnteKind
from rules.money import MINUS, Currency, Locale, format_cents
from rules.words import STATE_WORDS
from tournaments.queries import circuit
from web.labels import (
    METHOD_ICONS,
    chair_word,
    entry_word,
    method_word,
    part_word,
    penalty_reason,
    penalty_word,
    re_entry_word,
    receipt_word,
    rule_set_title,
    rule_word,
)
from web.line_ends import JOINED, NBSP, dot, dots
from web.signs import disc, sign_icon

register = template.Library()
for word in (
    method_word,
    entry_word,
    re_entry_word,
    receipt_word,
    rule_word,
    chair_word,
    part_word,
    penalty_reason,
    penalty_word,
    sign_icon,
    disc,
    dot,
    dots,
):
    register.filter(word.__name__, word)


@register.filter
def to_one(ratio: float) -> str:
    """Return a contrast, which no end of a line parts: 5,1 : 1."""
    return f"{floatformat(ratio, 1)}{NBSP}:{NBSP}1"


@register.filter
def initials(name: str) -> str:
    """Return the first letters of the first and the last name."""
    parts = name.split()
    return "".join(part[0] for part in dict.fromkeys((*parts[:1], *parts[-1:]))).upper()


_GROUP = {"pt-br": ".", "pt": NBSP, "en": ","}
_POINT = {"pt-br": ",", "pt": ",", "en": "."}


def _language() -> str:
    return (get_language() or "pt-br").lower()


@register.filter
def money(cents: int | None, currency: str) -> str:
    """``123450|money:"BRL"`` → R$ 1.234,50"""
    return "" if cents is None else format_cents(int(cents), currency=currency, locale=Locale.of(_language()))


@register.filter
def currency_sign(currency: str) -> str:
    """``"BRL"|currency_sign`` → R$, as it stands in a field before what is typed, or behind it."""
    return Currency(currency).symbol


@register.filter
def currency_word(currency: str) -> str:
    """``"EUR"|currency_word`` → euros"""
    return {"BRL": _("reais"), "EUR": _("euros")}.get(currency, currency)


@register.filter
def chips(count: int | None) -> str:
    """Return chips, grouped; M only above seven digits."""
    if count is None:
        return "–"
    language = _language()
    if abs(count) >= _MILLIONS_FROM:
        return _millions(count, language)
    return grouped(count)


_MILLIONS_FROM = 10_000_000
_ONE_MILLION = 1_000_000
_PAIR = f"{NBSP}/{NBSP}"


def _millions(count: int, language: str) -> str:
    whole, rest = divmod(abs(count) // 10_000, 100)
    tail = f"{rest:02d}".rstrip("0")
    return f"{MINUS if count < 0 else ''}{grouped(whole)}{_POINT.get(language, '.') + tail if tail else ''}{NBSP}M"


@register.filter
def unbroken(text: str) -> str:
    """Keep a few words on one line."""
    return text.replace(" ", NBSP)


@register.filter
@stringfilter
def whole_words(text: str) -> str:
    """Keep what a hyphen joins on one line, words and seats as they are typed: buy-in, 7-4=1500."""
    return re.sub(r"(?<=\w)-(?=\w)", f"-{JOINED}", text)


@register.filter(name="blinds")
def blinds_said(small: int, big: int) -> str:
    """Return small and big blind, both in M where one is: 100 – 200, 5 M – 10 M."""
    alike = small < _MILLIONS_FROM <= big and small % 10_000 == 0
    language = _language()
    # where a space groups the figures, the dash has wider ones: 1 000 – 2 000 would be one row of figures
    gap = "\u2002" if language == "pt" else " "
    return f"{_millions(small, language) if alike else chips(small)}{gap}–{gap}{chips(big)}"


@register.filter
def stakes(small: int, big: int) -> str:
    """Return small and big blind for the head of a table, where one line has to do: in M from a million on, 500 / 1.000, 0,5 M / 1 M."""
    short = big >= _ONE_MILLION and not (small % 10_000 or big % 10_000)
    return _PAIR.join(_millions(one, _language()) if short else chips(one) for one in (small, big))


@register.simple_tag
def both_blinds(small: int, big: int, currency: str) -> str:
    """Return small and big blind, which no end of a line parts; in M as at the head of a table."""
    return _PAIR.join(money(one, currency) for one in (small, big)) if currency else stakes(small, big)


@register.filter
def turns(count: int) -> range:
    """Return so many turns of a loop: one sign for each."""
    return range(count)


@register.filter
def counted(count: int | None, currency: str) -> str:
    """What lies on a table: money where it is played for that, else chips."""
    return money(count, currency) if currency else chips(count)


@register.filter
def in_hand(count: int, currency: str) -> str:
    """Return an amount of a hand with its number for static/js/table/in_unit.js, which writes it as the player chose; in M from a million on, as the table that is
    drawn beside it, where no chip is left out."""
    short = not currency and abs(count) >= _ONE_MILLION and not count % 10_000
    return format_html(
        '<data value="{}">{}</data>',
        count,
        _millions(count, _language()) if short else counted(count, currency),
    )


@register.filter
def ante_words(ante: AnteDue | Mapping[str, Any] | None) -> str:
    """Say the ante of a hand after its blinds: "· Ante 25", "· BB ante 200"; "" where there is none."""
    told = ante_payload(ante) if isinstance(ante, AnteDue) else ante
    if not told:
        return ""
    big = told["kind"] == AnteKind.BIG_BLIND
    sentence = _("BB\u00a0ante\u00a0%(amount)s") if big else _("Ante %(amount)s")
    return "· " + sentence % {"amount": chips(told["chips"])}


@register.filter
def ante_head(structure: Iterable[Mapping[str, Any]]) -> str:
    """Name the antes of a structure above their column; "" where there are none. Where both kinds are played, each level tells its own."""
    kinds = {item["ante_kind"] for item in structure if item.get("ante")}
    return (_("BB ante") if kinds == {"big_blind"} else _("Ante")) if kinds else ""


@register.filter
def grouped(count: int) -> str:
    """Return a whole number as people write it: all its digits, in groups."""
    return f"{count:,}".replace(",", _GROUP.get(_language(), ",")).replace("-", MINUS)


class _Many(int):
    """A count that is written in groups, and still a number for whoever chooses between one and many."""

    def __str__(self) -> str:
        return grouped(int(self))


@register.filter
def many(count: int) -> int:
    """``{% blocktranslate count n=players|many %}`` → 10.112 jogadores"""
    return _Many(count)


@register.filter
def moment(at: datetime | None, zone: str) -> str:
    """Return a date and time at the venue, as people there write it."""
    return "–" if at is None else moment_said(at.astimezone(ZoneInfo(zone)))


def moment_said(at: datetime) -> str:
    """Return a date and time as people write it, in the zone that it has: sáb., 28 nov. 2026, 19:00"""
    # Portugal's short Saturday is the whole word: both countries get Brazil's, as in weekday() and static/js/format.js
    portuguese = _language().startswith("pt")
    pattern, locale = ("EEE, d MMM y, HH:mm", "pt_BR") if portuguese else ("EEE d MMM y, HH:mm", "en")
    return format_datetime(at, pattern, tzinfo=at.tzinfo, locale=locale)


@register.filter
def city(zone: str) -> str:
    """Return the place whose hours a time zone has, as people there write it: America/Sao_Paulo → São Paulo"""
    language = {"pt-br": "pt_BR", "pt": "pt_PT"}.get(_language(), "en")
    if get_global("zone_territories").get(zone) == "BR":
        language = "pt_BR"  # babel's English leaves the accents out: Sao Paulo
    return _city(zone, language)


@cache
def _city(zone: str, language: str) -> str:
    # a form of a house names all the zones, and babel looks for each among all of them
    return get_timezone_location(zone, locale=language, return_city=True)


def zone_word(zone: str, *, at: datetime) -> str:
    """Return a time zone as people know it, with its hours then: America/Sao_Paulo → São Paulo (UTC−3)"""
    ahead = at.astimezone(ZoneInfo(zone)).utcoffset() or timedelta()
    hours, minutes = divmod(abs(ahead) // timedelta(minutes=1), 60)
    sign = "+" if ahead > timedelta() else MINUS
    off = f"{sign}{hours}" + (f":{minutes:02}" if minutes else "") if ahead else ""
    return f"{city(zone)} (UTC{off})"


@register.filter
def day(on: date | datetime | None, zone: str = "") -> str:
    """Return a day as people write it: 21/11/2026 in Portuguese. Of a moment, the day in that zone (or that of the
    installation)."""
    if on is None:
        return "–"
    if isinstance(on, datetime):
        on = on.astimezone(ZoneInfo(zone)).date() if zone else day_here(on)
    if _language().startswith("pt"):
        return on.strftime("%d/%m/%Y")
    return format_date(on, "d MMM y", locale="en")


@register.filter
def last_day(until: datetime | None, zone: str = "") -> str:
    """Return the last day of what ends at a moment: what ends at midnight lasted the day before."""
    return day(until - timedelta(microseconds=1) if until is not None else None, zone)


@register.filter
def whole_of(count: int, part: int | str) -> int:
    """Return how many times a part goes into it: 40000|whole_of:400 → 100"""
    return count // int(part)


@register.filter
def thousandths(milli: int) -> str:
    """1500 → 1,5"""
    return f"{milli / 1000:g}".replace(".", _POINT.get(_language(), "."))


@register.filter
def of(values: Mapping[Any, Any], key: Any) -> Any:
    """Return what a mapping holds under a key; "" when nothing."""
    return values.get(key, "")


@register.filter
def method_icon(method: str) -> str:
    """Name the icon that stands before a method of payment."""
    return METHOD_ICONS.get(method, "coins")


@register.filter
def hour(at: datetime | None, zone: str) -> str:
    """Return the time of day at the venue."""
    return "–" if at is None else at.astimezone(ZoneInfo(zone)).strftime("%H:%M")


@register.filter
def until_hour(at: datetime | None, zone: str) -> str:
    """Return until when something lasts, by the venue's time of day."""
    return _("until %(time)s") % {"time": hour(at, zone)}


@register.filter
def state_word(state: str) -> str:
    """Return a state in the page's language."""
    return _(STATE_WORDS.get(state, state))


@register.filter
def decimals(value: Decimal, places: str) -> str:
    """``value|decimals:"4"`` with the language's decimal point."""
    return f"{value:.{int(places)}f}".replace(".", _POINT.get(_language(), "."))


def plain_number(value: float) -> str:
    """Return a number with two decimals at most and none that is needless, its thousands apart: 40, 0,75, 3.750."""
    whole, _, rest = f"{round(value, 2) + 0.0:,.2f}".rstrip("0").rstrip(".").partition(".")
    language = _language()
    whole = whole.replace(",", _GROUP.get(language, ",")).replace("-", MINUS)
    return whole + (_POINT.get(language, ".") + rest if rest else "")


@register.filter
def percent(share: float | str) -> str:
    """Return a share with its sign, on one line: 10% in English, 10 % in Portuguese. A text is a number that is written already."""
    number = share if isinstance(share, str) else plain_number(share)
    return f"{number}{'' if _language().startswith('en') else NBSP}%"


@register.filter
def minus(count: int) -> int:
    """Return what is taken away as the negative number that it is: -450 for 450."""
    return -count


@register.filter
def hundredths(cents: int) -> str:
    """Cents as a plain number, for a formula."""
    return decimals(Decimal(cents) / 100, "2")


@register.simple_tag
def command_id() -> str:
    """Return a hidden field with a fresh command id: what this form does, it does once."""
    return format_html('<input type="hidden" name="command_id" value="{}">', uuid.uuid4())


@register.simple_tag
def works_here(user: Any) -> bool:
    """Answer whether somebody signed in has use for the staff's pages: staff of any venue, or the first one in an empty house."""
    return bool(roles_by_venue(user.pk)) or not circuit.venues(limit=1)


@register.simple_tag
def own_names_of_languages() -> list[tuple[str, str]]:
    """(code, name): each language named in itself, so that whoever reads no other finds theirs."""
    return list(settings.LANGUAGES)


register.filter("game_word", game_name)
register.filter("rule_set", rule_set_title)


@register.filter
def counted_in(stack: Any) -> str:
    """Say when a stack was counted: the level, or the break after it; of this level, that a bust came since. stack:
    tournaments.queries.stacks.StackView, or as a payload."""
    values = stack if isinstance(stack, dict) else stack.as_dict()
    if values.get("bust_since"):
        return _("counted before the last bust")
    word = _("break after level %(level)s") if values["recess"] else _("level %(level)s")
    return word % {"level": values["level"]}


@register.filter
def words(text: str) -> list[str]:
    """``"a b c"|words`` → the list, to go through in a template."""
    return text.split()
