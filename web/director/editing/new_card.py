"""A new tournament while it is written: the price as typed, and what a player will read."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from django.http.request import QueryDict

from rules.entries import BuyInSplit, PaymentMethod, price_table, simple_split
from rules.levels import from_dict
from rules.presets import TEMPLATES
from rules.refusals import Refused
from rules.structure_plan import plan
from tournaments.queries.circuit import VenueView
from web import forms
from web.director.editing.typed import amount_typed

PARTS = ("prize_part", "bounty_part", "fee_part")
_METHODS = (PaymentMethod.CASH, PaymentMethod.TRANSFER, PaymentMethod.DEBIT, PaymentMethod.CREDIT)
_ENTRIES_WITHOUT_ANY = 50


def price_typed(post: QueryDict) -> dict[str, Any]:
    """The price and the guarantee as `changes` of a template; nothing where nothing was typed. Refusals: those of amounts."""
    reading = forms.Reading()
    found: dict[str, Any] = {}
    if any(forms.text(post, name=name) for name in PARTS):
        cents = dict.fromkeys(PARTS, 0)
        for name in PARTS:
            with reading.field(name):
                cents[name] = forms.amount(post, name=name)
        split = simple_split(
            name=f"{amount_typed(cents['prize_part'] + cents['bounty_part'])} + {amount_typed(cents['fee_part'])}",
            prize_cents=cents["prize_part"],
            bounty_cents=cents["bounty_part"],
            fee_cents=cents["fee_part"],
        )
        found |= {"split": split.as_dict(), "price_cents": split.price_cents}
    if forms.text(post, name="guarantee"):
        with reading.field("guarantee"):
            found["guarantee_cents"] = forms.amount(post, name="guarantee")
    reading.done()
    return found


def player_card(post: Mapping[str, Any] | QueryDict, *, venue: VenueView) -> dict[str, Any]:
    """What a player reads of it: of the template, where nothing else was typed; what cannot be read yet is left out."""
    typed = post if isinstance(post, QueryDict) else QueryDict(mutable=True)
    template = TEMPLATES.get(str(post.get("template", "")))
    if template is None:
        return {}
    values = template.values()
    wrong = False
    try:
        values |= price_typed(typed)
    except Refused:
        wrong = True
    starts_at = None
    source = QueryDict(mutable=True)
    source["starts_at"] = str(post.get("starts_at", ""))
    try:
        starts_at = forms.date_time(source, name="starts_at", zone=venue.timezone)
    except Refused:
        starts_at = None
    split = BuyInSplit.from_dict(values["split"])
    structure = from_dict(values["structure"])
    planned = plan(
        structure.items,
        starting_stack=structure.starting_stack,
        entries=values["capacity"] or _ENTRIES_WITHOUT_ANY,
        seats=values["seats_per_table"],
    )
    late = values["late_registration_level"]
    surcharges = {PaymentMethod(method): bp for method, bp in venue.surcharges_bp.items()}
    lines = price_table(price_cents=split.price_cents, surcharges_bp=surcharges, methods=_METHODS)
    minutes = sorted({level.seconds / 60 for level in structure.levels})
    return {
        "name": forms.text(typed, name="name") or template.name,
        "starts_at": starts_at,
        "price_cents": split.price_cents,
        "parts": split.amounts(),
        "price_wrong": wrong,
        "guarantee_cents": values["guarantee_cents"],
        "stack": structure.starting_stack,
        "big_blinds": structure.starting_stack // structure.levels[0].big_blind,
        "minutes": "–".join(f"{one:g}" for one in {minutes[0]: 0, minutes[-1]: 0}),
        "late_level": late,
        "late_until": starts_at + timedelta(seconds=structure.seconds_through_level(late))
        if starts_at is not None and late
        else None,
        "re_entries": values["re_entries_per_player"],
        "ends_at": starts_at + timedelta(seconds=planned.ends_seconds) if starts_at is not None else None,
        # one line where all cost the same
        "methods": lines if any(line.surcharge_cents for line in lines) and not values["online"] else (),
    }
