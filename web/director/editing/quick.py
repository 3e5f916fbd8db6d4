"""Structure and payouts of a new tournament in three fields; both have a page of their own in the draft."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.http.request import QueryDict

from rules.levels import LONGEST_SECONDS
from rules.prizes import PRIZE_UNITS
from web import forms

PAYOUT_KINDS = ("club", "barge", "generated")
#: What one plan of computed payouts gives at least, in basis points of what an entry brings.
_LEAST_BP = 15_000


def quick_values(settings: Mapping[str, Any]) -> dict[str, str]:
    """Return the fields as the settings have them. level_minutes: "" where not all levels last as long."""
    lasting = {item["seconds"] for item in settings["structure"]["items"] if item["kind"] == "level"}
    plan = settings["payout_table"]
    return {
        "level_minutes": f"{lasting.pop() / 60:g}" if len(lasting) == 1 else "",
        "payout_kind": plan["table"] if plan["kind"] == "published" else plan["kind"],
        "prize_unit": str(settings["prize_unit_cents"]),
    }


def quick_typed(
    settings: Mapping[str, Any], *, post: QueryDict, structure: Mapping[str, Any] | None
) -> dict[str, Any]:
    """Return what of them differs from the settings, by the names that edit_tournament takes. structure: as the form
    changed it.

    Refusals: ``bad_number``, at its field.
    """
    was, found, reading = quick_values(settings), dict[str, Any](), forms.Reading()
    with reading.field("level_minutes"):
        minutes = forms.number_or_none(post, name="level_minutes", low=1, high=LONGEST_SECONDS // 60)
        if minutes is not None and str(minutes) != was["level_minutes"]:
            now = dict(structure or settings["structure"])
            found["structure"] = now | {
                "items": [
                    item | {"seconds": 60 * minutes} if item["kind"] == "level" else item
                    for item in now["items"]
                ]
            }
    reading.done()
    kind = post.get("payout_kind", "")
    if kind != was["payout_kind"] and kind in PAYOUT_KINDS:
        found["payout_table"] = (
            {"kind": "generated", "minimum_bp": _LEAST_BP}
            if kind == "generated"
            else {"kind": "published", "table": kind}
        )
    unit = post.get("prize_unit", "")
    if unit != was["prize_unit"] and unit in {str(cents) for cents in PRIZE_UNITS}:
        found["prize_unit_cents"] = int(unit)
    return found
