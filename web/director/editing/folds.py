"""The settings by subject: folded, each with its value written out."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.http.request import QueryDict
from django.utils.translation import gettext as _

from rules.levels import from_dict
from rules.refusals import Refused
from web.director import announced
from web.director.editing.changes import changes_typed
from web.staffing import StaffTournament
from web.templatetags.shuffle import hour

#: What stands in the line of a subject, by the names of the announced values.
_SAID = {
    "price": ("split", "guarantee_cents"),
    "tables": ("starting_stack_chips", "seats_per_table", "capacity"),
    "late": ("late_registration_level", "late_registration_minutes", "re_entries_per_player"),
    "extras": ("rebuy", "add_on"),
    "game": ("variant", "format", "length_minutes", "rule_set", "ranks"),
}
#: Under which subject a field of the form stands, by how its name begins.
_FIELDS = {
    "price": ("split", "price", "prize_part", "fee_part", "bounty_part", "guarantee", "part_", "period_"),
    "tables": (
        "starting_stack",
        "seats_per",
        "capacity",
        "first_table",
        "chip_set",
        "denominations",
        "time_chip",
        "redraw",
    ),
    "late": ("late_", "cancel_", "re_entries", "surrender", "alternates"),
    "extras": ("rebuy", "add_on"),
    "game": (
        "number",
        "variant",
        "format",
        "length",
        "rule_set",
        "stage",
        "ranking",
        "online",
        "main_event",
        "high_roller",
    ),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Fold:
    """One subject. says: its value in words. open: something in it is to be put right."""

    says: str
    open: bool


def folds(scope: StaffTournament, *, wrong: Collection[str]) -> dict[str, Fold]:
    """Return the subjects of the settings by their names."""
    return {
        name: Fold(
            says=" · ".join(line for field in said if (line := _line(scope, field)))
            or (_("no rebuy, no add-on") if name == "extras" else "–"),
            open=any(field.startswith(_FIELDS[name]) for field in wrong),
        )
        for name, said in _SAID.items()
    }


def _line(scope: StaffTournament, field: str) -> str:
    """One announced value with its name; "" where there is none."""
    if field == "re_entries_per_player" and scope.settings[field] == 0:
        return _("no re-entry")
    where = announced.Where(currency=scope.currency, zone=scope.timezone)
    value = announced.value(field, values=scope.settings, where=where)
    if value == "–":
        return ""
    last = (
        "late_registration_minutes"
        if scope.settings["late_registration_minutes"]
        else "late_registration_level"
    )
    ends = late_until(scope.settings) if field == last else None
    return f"{announced.label(field)}: {value}" + (f", {hour(ends, scope.timezone)}" if ends else "")


def late_until(values: Mapping[str, Any]) -> datetime | None:
    """Return when entries close as planned; None of a clock that runs, and where no such hour is known."""
    if values.get("started_at") or values["format"] == "sit_and_go":
        return None
    starts_at: datetime = values["starts_at"]
    if values["late_registration_minutes"]:
        return starts_at + timedelta(minutes=values["late_registration_minutes"])
    structure = from_dict(values["structure"])
    late = values["late_registration_level"]
    if not 0 < late <= len(structure.levels):
        return None
    # a break after the last level with entries belongs to it where the structure says so
    seconds = structure.seconds_through_level(late, with_recess=structure.late_registration_through_recess)
    return starts_at + timedelta(seconds=seconds)


def unsaved(scope: StaffTournament, *, post: QueryDict) -> tuple[int, int]:
    """Return how many values differ from what is stored, and how many fields cannot stay as they are."""
    try:
        return len(changes_typed(scope, post=post)), 0
    except Refused as refused:
        return 0, max(1, len(refused.fields))
