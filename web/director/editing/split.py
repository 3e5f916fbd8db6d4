"""The split of the price as the rows of the form."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.http.request import QueryDict

from rules.entries import SPLIT_PRESETS, BuyInSplit, Component, simple_split
from rules.refusals import N_, Refused
from web import forms
from web.director.editing.typed import amount_typed
from web.templatetags.shuffle import percent

_SIMPLE = (Component.PRIZE_POOL, Component.HOUSE_FEE, Component.BOUNTY)


def split_kind(split: Mapping[str, Any]) -> str:
    """Return which of the choices of the form a stored split is."""
    for key, preset in SPLIT_PRESETS.items():
        if preset.as_dict() == split:
            return key
    plain = all(
        Component(p["component"]) in _SIMPLE and p["amount_cents"] is not None and not p["withheld"]
        for p in split["parts"]
    )
    return (
        "simple" if plain and not split["pool_deductions"] and not split["guarantee_deductions"] else "free"
    )


# where a part of the price comes from, and what its percentage is a percentage of
HOW = (
    ("beside", N_("beside the others · % of the price")),
    ("withheld", N_("out of the prize part · % of the price")),
    ("withheld_share", N_("out of the prize part · % of the prize part")),
    ("pool", N_("off the prize pool at the end · % of the pool")),
    ("guarantee", N_("off a guarantee that is not met · % of it")),
)
MOST_PARTS = 12


def _share_typed(line: Mapping[str, Any]) -> str:
    if line["amount_cents"] is not None:
        return amount_typed(line["amount_cents"])
    return percent(line["share_bp"] / 100)


def split_lines(split: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return a split as the rows of the form: component, value as typed, how."""
    rows = [
        {
            "component": part["component"],
            "value": _share_typed(part),
            "how": "beside"
            if not part["withheld"]
            else "withheld_share"
            if part["base"] == "prize_share"
            else "withheld",
        }
        for part in split["parts"]
    ]
    rows += [
        {"component": line["component"], "value": _share_typed(line), "how": how}
        for how, lines in (("pool", split["pool_deductions"]), ("guarantee", split["guarantee_deductions"]))
        for line in lines
    ]
    return rows


def _free_split(post: QueryDict, now: Mapping[str, Any]) -> dict[str, Any]:
    """The split of the rows. Refusals: ``bad_percent``, ``bad_split``, ``split_does_not_sum``, those of amounts."""
    reading = forms.Reading()
    parts: list[dict[str, Any]] = []
    deductions: dict[str, list[dict[str, Any]]] = {"pool": [], "guarantee": []}
    price = 0
    with reading.field("price"):
        price = forms.amount(post, name="price")
    for row in range(MOST_PARTS):
        field = f"part_value_{row}"
        typed = forms.text(post, name=field, most=20)
        if not typed:
            continue
        with reading.field(field):
            line: dict[str, Any] = {
                "component": forms.text(post, name=f"part_component_{row}"),
                "amount_cents": None if "%" in typed else forms.amount(post, name=field),
                "share_bp": forms.basis_points(typed, name=field) if "%" in typed else None,
            }
            how = forms.text(post, name=f"part_how_{row}", default="beside")
            if how in deductions:
                deductions[how].append(line)
            else:
                line |= {
                    "base": "prize_share" if how == "withheld_share" else "price",
                    "withheld": how.startswith("withheld"),
                }
                parts.append(line)
    reading.done()
    split = {
        "name": amount_typed(price),
        "price_cents": price,
        "parts": parts,
        "pool_deductions": deductions["pool"],
        "guarantee_deductions": deductions["guarantee"],
    }
    try:
        found = BuyInSplit.from_dict(split).as_dict()
    except Refused as refused:
        raise in_money(refused) from None
    # the same amounts are the same split, whatever it is called
    return dict(now) if found | {"name": now["name"]} == now else found


def in_money(refused: Refused) -> Refused:
    """Put the refusal of a sum into amounts as they were typed."""
    if refused.code != "split_does_not_sum":
        return Refused(
            refused.code, refused.sentence, rule=refused.rule, **{**refused.params, "field": "price"}
        )
    return Refused(
        refused.code,
        N_("The parts add up to %(sum)s; the price is %(price)s."),
        rule=refused.rule,
        sum=amount_typed(round(refused.params["sum_cents"])),
        price=amount_typed(refused.params["price_cents"]),
        field="price",
    )


def split_typed(post: QueryDict, *, now: Mapping[str, Any]) -> dict[str, Any]:
    """Return the split of the price. Refusals: those of amounts and of rules.entries."""
    kind = post.get("split", "keep")
    if kind in SPLIT_PRESETS:
        return SPLIT_PRESETS[kind].as_dict()
    if kind == "free":
        return _free_split(post, now)
    if kind == "simple":
        reading = forms.Reading()
        cents = dict.fromkeys(("prize_part", "fee_part", "bounty_part"), 0)
        for name in cents:
            with reading.field(name):
                cents[name] = forms.amount(post, name=name)
        reading.done()
        prize, fee, bounty = cents.values()
        split = simple_split(
            name=f"{amount_typed(prize + bounty)} + {amount_typed(fee)}",
            prize_cents=prize,
            fee_cents=fee,
            bounty_cents=bounty,
        ).as_dict()
        # the same amounts are the same split, whatever it is called
        return dict(now) if split | {"name": now["name"]} == now else split
    return dict(now)
