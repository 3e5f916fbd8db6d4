"""How money, chips, moments and states read in the page's language; static/js/format.js writes them alike."""

from __future__ import annotations

import uuid
from datetime import datetime
from zoneinfo import ZoneInfo

from babel.dates import format_datetime
from django import template
from django.utils.html import format_html
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from rules.money import Locale, format_cents
from rules.refusals import N_

register = template.Library()

NBSP = "\u00a0"

STATE_WORDS = {
    "draft": N_("Draft"),
    "announced": N_("Announced"),
    "registering": N_("Registration open"),
    "running": N_("Running"),
    "paused": N_("Paused"),
    "frozen": N_("All clocks stopped"),
    "recess": N_("Recess"),
    "hand_for_hand": N_("Hand for hand"),
    "late_registration_closing": N_("Late registration closing"),
    "bubble": N_("Bubble"),
    "in_the_money": N_("In the money"),
    "final_table": N_("Final table"),
    "finished": N_("Finished"),
    "cancelled": N_("Cancelled"),
}

_GROUP = {"pt-br": ".", "pt": NBSP, "en": ","}
_POINT = {"pt-br": ",", "pt": ",", "en": "."}


def _language() -> str:
    return (get_language() or "pt-br").lower()


@register.filter
def money(cents: int | None, currency: str) -> str:
    """``123450|money:"BRL"`` → R$ 1.234,50"""
    return "" if cents is None else format_cents(int(cents), currency, locale=Locale.of(_language()))


@register.filter
def chips(count: int | None) -> str:
    """Chips, grouped; M only above seven digits."""
    if count is None:
        return "–"
    language = _language()
    if abs(count) >= 10_000_000:
        hundredths = count // 10_000
        whole, rest = divmod(hundredths, 100)
        tail = f"{rest:02d}".rstrip("0")
        return f"{whole}{_POINT.get(language, '.') + tail if tail else ''}{NBSP}M"
    return f"{count:,}".replace(",", _GROUP.get(language, ","))


@register.filter
def moment(at: datetime | None, zone: str) -> str:
    """A date and time at the venue, as people there write it."""
    if at is None:
        return "–"
    language = {"pt-br": "pt_BR", "pt": "pt_PT"}.get(_language(), "en")
    return format_datetime(at, "EEE d MMM y, HH:mm", tzinfo=ZoneInfo(zone), locale=language)


@register.filter
def state_word(state: str) -> str:
    """A state in the page's language."""
    return _(STATE_WORDS.get(state, state))


@register.simple_tag
def command_id() -> str:
    """A hidden field with a fresh command id: what this form does, it does once."""
    return format_html('<input type="hidden" name="command_id" value="{}">', uuid.uuid4())
