"""What a player will read of a tournament while it is written."""

from __future__ import annotations

from collections.abc import Collection
from datetime import timedelta
from typing import Any

from rules.entries import BuyInSplit, Component, PaymentMethod, price_table
from rules.levels import from_dict
from rules.structure_plan import plan
from web.director.editing.folds import late_until
from web.staffing import StaffTournament

_METHODS = (PaymentMethod.CASH, PaymentMethod.TRANSFER, PaymentMethod.DEBIT, PaymentMethod.CREDIT)
_PRICE = frozenset(("price", "prize_part", "bounty_part", "fee_part"))
_TYPED = (Component.PRIZE_POOL, Component.BOUNTY, Component.HOUSE_FEE)
_ENTRIES_WITHOUT_ANY = 50


def player_card(draft: StaffTournament, *, name: str, wrong: Collection[str]) -> dict[str, Any]:
    """Return what a player reads of it. wrong: fields that cannot be read yet; what they would say is left out."""
    values = draft.settings
    split = BuyInSplit.from_dict(values["split"])
    structure = from_dict(values["structure"])
    stack = values["starting_stack_chips"]
    late = values["late_registration_level"]
    planned = plan(
        structure.items,
        starting_stack=stack,
        entries=values["capacity"] or _ENTRIES_WITHOUT_ANY,
        seats=values["seats_per_table"],
        late_level=late,
    )
    surcharges = {PaymentMethod(method): bp for method, bp in draft.venue.surcharges_bp.items()}
    lines = price_table(price_cents=split.price_cents, surcharges_bp=surcharges, methods=_METHODS)
    minutes = sorted({level.seconds / 60 for level in structure.levels})
    # what begins with its last seat has no hour to tell, neither of its start nor of its end
    seats = values["capacity"] if values["format"] == "sit_and_go" else None
    starts_at = None if seats or "starts_at" in wrong else values["starts_at"]
    return {
        "name": name or values["name"],
        "starts_at": starts_at,
        "seats_to_start": seats,
        "online": values["online"],
        "price_cents": split.price_cents,
        "parts": split.amounts(),
        # what the sum has and no field of it: funds
        "other_cents": split.price_cents - sum(split.cents(part) for part in _TYPED),
        "price_wrong": bool(_PRICE & frozenset(wrong)),
        "guarantee_cents": values["guarantee_cents"],
        "guarantee_wrong": "guarantee" in wrong,
        "stack": stack,
        "big_blinds": stack // structure.levels[0].big_blind,
        "minutes": "–".join(f"{one:g}" for one in {minutes[0]: 0, minutes[-1]: 0}),
        "late_level": late,
        "late_until": late_until(values) if starts_at is not None else None,
        "re_entries": values["re_entries_per_player"],
        "rebuy": None if any(name.startswith("rebuy_") for name in wrong) else values["rebuy"],
        "add_on": None if any(name.startswith("add_on_") for name in wrong) else values["add_on"],
        "ends_at": starts_at + timedelta(seconds=planned.ends_seconds) if starts_at is not None else None,
        # one line where all cost the same
        "methods": lines if any(line.surcharge_cents for line in lines) and not values["online"] else (),
    }
