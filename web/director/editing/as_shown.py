"""Two who change the settings at a time: what one of them did not touch stays as the other saved it; what both changed is told."""

from __future__ import annotations

from typing import Any

from django.core import signing
from django.http.request import QueryDict
from django.utils.translation import get_language

from rules.money import Locale, parse_amount
from rules.refusals import N_, Refused
from web import forms
from web.director.editing.form import form_choices, form_values
from web.staffing import StaffTournament

_SALT = "settings as shown"


def mark(scope: StaffTournament) -> str:
    """Return what the form shows, to come back with what is typed."""
    return signing.dumps(_fields(form_values(scope, post=None)), salt=_SALT, compress=True)


def with_saved(scope: StaffTournament, *, post: QueryDict) -> tuple[QueryDict, Refused | None]:
    """Return the form with what somebody else saved meanwhile in the fields that were not touched, and the refusal at those that were.

    Refusal: ``changed_meanwhile``. An older page that did not say what it showed comes back as it is.
    """
    try:
        shown = signing.loads(post.get("shown", ""), salt=_SALT)
    except signing.BadSignature:
        return post, None
    values = form_values(scope, post=None)
    ticks = {name for name, value in values.items() if isinstance(value, bool)}
    now, kept, reading = _fields(values), post.copy(), forms.Reading()
    # rows that the page had not yet
    kept.update({name: now[name] for name in now.keys() - shown.keys() if now[name] and name not in post})
    for name, was in shown.items():
        saved, typed = now.get(name, ""), post.get(name, "")
        if saved == was or _alike(name, saved, typed) or (name not in post and name not in ticks):
            continue
        if not _alike(name, typed, was):
            with reading.field(name):
                raise Refused(
                    "changed_meanwhile",
                    N_(
                        "Somebody else changed this since the page was opened; saved now: %(saved)s. What you typed still stands"
                        " here: save again, and it is taken."
                    ),
                    saved=_read_out(scope, name=name, saved=saved) or "–",
                )
        elif name in ticks and not saved:
            del kept[name]
        else:
            kept[name] = saved
    try:
        reading.done()
    except Refused as refused:
        return kept, refused
    return kept, None


# fields of amounts and of numbers that people write in groups; the name of a tournament may look like one and is none
_AMOUNTS = frozenset({"price", "guarantee", "capacity"})
_AMOUNTS_BEGIN = ("part_value_", "period_price_", "period_fee_")
_AMOUNTS_END = ("_part", "_price", "_fee", "_chips")


def _alike(name: str, one: str, other: str) -> bool:
    """Whether two say the same in a field: 7.000,00 is 7000 where an amount stands, and spaces around it are nothing."""
    one, other = one.strip(), other.strip()
    if one == other or not (one and other):
        return one == other
    if name not in _AMOUNTS and not name.startswith(_AMOUNTS_BEGIN) and not name.endswith(_AMOUNTS_END):
        return False
    locale = Locale.of(get_language() or "pt-br")
    try:
        cents = [parse_amount(text, locale=locale, allow_zero=True) for text in (one, other)]
    except Refused:
        return False
    return cents[0] == cents[1]


_CHOSEN = {
    "split": "splits",
    "variant": "games",
    "format": "formats",
    "rebuy_condition": "rebuy_conditions",
    "stage_id": "stages",
}


def _read_out(scope: StaffTournament, *, name: str, saved: str) -> str:
    """What is saved as the form shows it: a choice by its words."""
    if name in ("starts_at", "registration_opens_at") or name.startswith("period_until_"):
        return saved.replace("T", " ")
    chosen = "how" if name.startswith("part_how_") else _CHOSEN.get(name)
    words = {str(value): str(word) for value, word in form_choices(scope)[chosen]} if chosen else {}
    return words.get(saved, saved)


def _fields(values: dict[str, Any]) -> dict[str, str]:
    """The values under the names of their fields, as a browser sends them."""
    found = {name: _sent(value) for name, value in values.items() if not isinstance(value, list)}
    for row, part in enumerate(values["parts"]):
        found |= {f"part_{key}_{row}": _sent(value) for key, value in part.items()}
    for row, period in enumerate(values["periods"]):
        found |= {f"period_{key}_{row}": _sent(value) for key, value in period.items()}
    return found


def _sent(value: Any) -> str:
    return "" if value is None or value is False else "1" if value is True else str(value)
