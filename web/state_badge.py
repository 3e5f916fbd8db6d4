"""How a tournament stands, in the one word of its badge: by its clock and its counts."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from rules.clock_shown import milliseconds, shown
from web.board import SOON_MS, item_shown


def state_shown(payloads: dict[str, Any], *, at: datetime) -> str:
    """Return how a tournament stands, for the badge of its pages: as STATE_WORDS name it, or ``colour_up`` while chips leave play in a
    recess. static/js/board.js answers alike. Rule: PT-T.23, ADTP.23
    """
    payload, counted = payloads["clock"], payloads["counts"]
    if counted["state"] != "running":
        return str(counted["state"])
    if counted["decided"]:
        return "decided"
    now = shown(snapshot=payload, now_ms=milliseconds(at))
    item = item_shown(payload, now=now)
    stands = payload["state"] in ("frozen", "paused")
    # also in hand for hand: nobody plays until the recess is over
    if item["kind"] == "recess":
        return str(payload["state"]) if stands else "colour_up" if item.get("colour_up") else "recess"
    if counted["hand_for_hand"]:
        return "hand_for_hand"
    if stands:
        return str(payload["state"])
    closes_ms = now.late_registration_in_ms
    if closes_ms is not None and counted["late_registration_open"] and closes_ms < SOON_MS:
        return "late_registration_closing"
    for name, so in (
        ("bubble", "bubble"),
        ("final_table", "final_table_reached"),
        ("in_the_money", "in_the_money"),
    ):
        if counted[so]:
            return name
    return "running"
