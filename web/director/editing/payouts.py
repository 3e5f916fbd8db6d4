"""The table of prizes as lines of text."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from django.http.request import QueryDict

from rules.refusals import N_, Refused
from web import forms


def payouts_text(plan: Mapping[str, Any]) -> str:
    """A table of one's own as lines: place or places, percent each."""
    if plan["kind"] != "custom":
        return ""
    return "\n".join(
        (f"{t['from']}" if t["from"] == t["to"] else f"{t['from']}-{t['to']}") + f" {t['percent_each']}"
        for t in plan["tiers"]
    )


def payouts_typed(post: QueryDict) -> dict[str, Any]:
    """The plan of the payouts. Refusals: ``bad_payout_line``, those of rules.announcing.payout_plan."""
    kind = post.get("payouts", "")
    if kind in ("club", "barge"):
        return {"kind": "published", "table": kind}
    if kind == "generated":
        return {
            "kind": "generated",
            "minimum_bp": forms.number(post, "minimum_percent", low=1, high=10_000) * 100,
        }
    tiers = []
    for line in post.get("tiers", "").splitlines():
        plain = line.strip().rstrip("%").strip()
        if not plain:
            continue
        found = re.fullmatch(r"(\d{1,6})(?:\s*[-–]\s*(\d{1,6}))?[\s:]+(\d{1,3}(?:[.,]\d{1,8})?)", plain)
        if found is None:
            raise Refused(
                "bad_payout_line",
                N_("%(text)s: write place and percent, like 1 50 or 4-6 5.5."),
                text=plain[:40],
                field="tiers",
            )
        tiers.append(
            {
                "from": int(found[1]),
                "to": int(found[2] or found[1]),
                "percent_each": found[3].replace(",", "."),
            }
        )
    return {
        "kind": "custom",
        "name": forms.text(post, "payouts_name", most=60),
        "source": forms.text(post, "payouts_source", most=120),
        "tiers": tiers,
    }
