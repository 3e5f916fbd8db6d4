"""What the settings form of a tournament showed when it was opened, so that who saves it undoes nobody else's change."""

from __future__ import annotations

from typing import Any

from django.http.request import QueryDict
from django.utils.translation import get_language

from rules.money import Locale, parse_amount
from rules.refusals import Refused
from web.as_shown import SavedForm, sent
from web.director.editing.form import form_choices, form_values
from web.staffing import StaffTournament


def mark(scope: StaffTournament) -> str:
    """Return what the form shows, to come back with what is typed."""
    return _saved(scope).mark()


def with_saved(scope: StaffTournament, *, post: QueryDict) -> tuple[QueryDict, Refused | None]:
    """Return the form with what was saved meanwhile in fields that were not touched, and the refusal at those that were."""
    return _saved(scope).with_saved(post)


def _saved(scope: StaffTournament) -> SavedForm:
    values = form_values(scope, post=None)
    return SavedForm(
        salt="settings as shown",
        fields=_fields(values),
        ticks={name for name, value in values.items() if isinstance(value, bool)},
        alike=_alike,
        read_out=lambda name, saved: _read_out(scope, name=name, saved=saved),
    )


# fields of amounts and of numbers that people write in groups; the name of a tournament may look like one and is none
_AMOUNTS = frozenset({"price", "guarantee", "capacity"})
_AMOUNTS_BEGIN = ("part_value_", "period_price_", "period_fee_")
_AMOUNTS_END = ("_part", "_price", "_fee", "_chips")


def _alike(name: str, one: str, other: str) -> bool:
    """Whether two say the same in a field: 7.000,00 is 7000 where an amount stands."""
    if not (one and other):
        return False
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
    found = {name: sent(value) for name, value in values.items() if not isinstance(value, list)}
    for row, part in enumerate(values["parts"]):
        found |= {f"part_{key}_{row}": sent(value) for key, value in part.items()}
    for row, period in enumerate(values["periods"]):
        found |= {f"period_{key}_{row}": sent(value) for key, value in period.items()}
    return found
