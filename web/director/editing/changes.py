"""What of the form differs from what is stored."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.http.request import QueryDict
from django.utils.translation import gettext as _

from rules import announcing
from rules.chips import stack_makeup
from rules.entries import BuyInSplit, Component, RebuyCondition, simple_split
from rules.refusals import N_, Refused
from web import forms
from web.director.editing.chips import chips_text, chips_typed
from web.director.editing.periods import periods_typed
from web.director.editing.split import split_typed
from web.director.editing.structure import denominations_typed
from web.director.editing.typed import numbers_typed
from web.staffing import StaffTournament


def redraws_typed(text: str) -> list[int]:
    """Return numbers of players left at which seats are drawn again. Refusals: ``bad_number``."""
    return sorted(numbers_typed(text, field="redraw_at"), reverse=True)


# what a command calls a field, and what the form calls it
FIELD_NAMES = {
    "guarantee_cents": "guarantee",
    "price_cents": "price",
    "split": "price",
    "price_periods": "period_price_0",
    "rebuy": "rebuy_price",
    "add_on": "add_on_price",
    "time_chip_minutes_before_start": "time_chip_minutes",
    "ranking_weight_milli": "ranking_weight",
    "rebuy price": "rebuy_price",
    "rebuy chips": "rebuy_chips",
    "rebuy per player": "rebuy_per_player",
    "rebuy level": "rebuy_level",
    "add_on price": "add_on_price",
    "add_on chips": "add_on_chips",
    "add_on per player": "add_on_per_player",
    "add_on level": "add_on_level",
}


def changes_typed(scope: StaffTournament, *, post: QueryDict) -> dict[str, Any]:
    """Return what of the form differs from what is stored, by the names that edit_tournament takes.

    Refusals: those of the fields, all at once; each sentence stands at its field.
    """
    now = scope.settings
    wanted: dict[str, Any] = {}
    reading = forms.Reading()

    def read(field: str, name: str, how: Callable[[], Any]) -> None:
        with reading.field(field):
            wanted[name] = how()

    read("name", "name", lambda: forms.text(post, name="name", most=120))
    with reading.field("starts_at"):
        starts_at = forms.date_time(post, name="starts_at", zone=scope.timezone)
        # a form shows minutes: seconds that were there stay
        if starts_at != now["starts_at"].replace(second=0, microsecond=0):
            wanted["starts_at"] = starts_at
    with reading.field("price"):
        wanted["split"] = split_typed(post, now=now["split"])
        wanted["price_cents"] = wanted["split"]["price_cents"]
    if "period_price_0" in post and "split" in wanted:  # an older page did not ask
        read(
            "period_price_0",
            "price_periods",
            lambda: periods_typed(
                post,
                now=now,
                split=wanted["split"],
                starts_at=wanted.get("starts_at", now["starts_at"]),
                zone=scope.timezone,
            ),
        )
    read("guarantee", "guarantee_cents", lambda: forms.amount(post, name="guarantee"))
    for name in ("starting_stack_chips", "seats_per_table"):
        read(name, name, lambda name=name: forms.number(post, name=name))  # type: ignore[misc]
    late = "late_registration_level"
    if forms.text(post, name="late_registration_minutes"):  # which ends it, then, and no level
        read(late, late, lambda: forms.number_or_none(post, name=late) or 0)
    else:
        read(late, late, lambda: forms.number(post, name=late))
    optional = ["capacity", "re_entries_per_player", "stage_id"]
    optional += [
        n
        for n in (
            "first_table_number",
            "late_registration_minutes",
            "cancel_minutes_before_start",
            "length_minutes",
        )
        if n in post
    ]
    for name in optional:
        read(name, name, lambda name=name: forms.number_or_none(post, name=name))  # type: ignore[misc]
    wanted |= {name: bool(post.get(name)) for name in ("surrender", "alternates", "ranks", "practice")}
    if "variant" in post:  # an older page did not ask
        wanted |= {name: bool(post.get(name)) for name in ("main_event", "high_roller", "online")}
        wanted |= {name: forms.text(post, name=name) for name in ("variant", "format")}
        read("number", "number", lambda: forms.number(post, name="number", low=1, high=10_000))
        read("ranking_weight", "ranking_weight_milli", lambda: forms.thousandths(post, name="ranking_weight"))
    # its levels have a page of their own (structure_page)
    read("structure", "structure", lambda: _structure_of(post, now["structure"]))
    wanted["rule_set"] = forms.text(post, name="rule_set", default=now["rule_set"])
    read(
        "chip_set",
        "chip_set",
        lambda: chips_typed(str(post["chip_set"])) if "chip_set" in post else sorted(now["chip_set"]),
    )
    read("rebuy_price", "rebuy", lambda: _extra_typed(post, "rebuy", "until_level", now["rebuy"]))
    read("add_on_price", "add_on", lambda: _extra_typed(post, "add_on", "after_level", now["add_on"]))
    with reading.field("add_on_level"):
        _check_add_on_break(post, wanted)
    if "redraw_at" in post:
        read(
            "time_chip_chips",
            "time_chip_chips",
            lambda: forms.number_or_none(post, name="time_chip_chips") or 0,
        )
        read(
            "time_chip_minutes",
            "time_chip_minutes_before_start",
            lambda: forms.number_or_none(post, name="time_chip_minutes") or 0,
        )
        read("redraw_at", "redraw_at", lambda: redraws_typed(str(post["redraw_at"])))
    if "registration_opens_at" in post:
        with reading.field("registration_opens_at"):
            typed = post["registration_opens_at"]
            opens = (
                forms.date_time(post, name="registration_opens_at", zone=scope.timezone) if typed else None
            )
            opened = now["registration_opens_at"]
            if opens != (opened.replace(second=0, microsecond=0) if opened else None):
                wanted["registration_opens_at"] = opens
    # what the rules say of each value, with what could not be read at all
    for name in [n for n in wanted if n in announcing.FIELDS and wanted[n] != now.get(n)]:
        with reading.field(FIELD_NAMES.get(name, name)):
            announcing.FIELDS[name](name, wanted[name])
    reading.done()
    if (
        wanted["chip_set"] == sorted(now["chip_set"])
        and wanted["starting_stack_chips"] != now["starting_stack_chips"]
    ):
        # the chips made up the old stack
        wanted["chip_set"] = _chips_again(now["chip_set"], stack=wanted["starting_stack_chips"])
    return {name: value for name, value in wanted.items() if not _same(name, value, now.get(name))}


def _chips_again(chip_set: Sequence[Sequence[int]], *, stack: int) -> list[list[int]]:
    """The same chips for another stack; none where they cannot make it: without a list there is nothing to be wrong."""
    if not chip_set:
        return []
    try:
        made = stack_makeup(stack=stack, denominations=[worth for worth, _count in chip_set])
    except Refused:
        return []
    return sorted([worth, count] for worth, count in made.items())


def chips_followed(now: Mapping[str, Any], *, post: QueryDict, changes: Mapping[str, Any]) -> str:
    """Say what became of the chips of a stack that was changed alone; "" where they were typed, or there are none."""
    typed = "chip_set" in post and chips_typed(str(post["chip_set"])) != sorted(now["chip_set"])
    if "chip_set" not in changes or "starting_stack_chips" not in changes or typed:
        return ""
    if not changes["chip_set"]:
        return _(
            "The list of chips was that of the old stack, and these chips cannot make the new one: it is empty now. Write it under"
            " “Seats and chips”."
        )
    return _("The chips of the stack follow it: %(chips)s.") % {"chips": chips_text(changes["chip_set"])}


def _check_add_on_break(post: QueryDict, wanted: Mapping[str, Any]) -> None:
    """An add-on in the break after the last late level is sold while late registration is open: the form has to say so.

    Refusals: ``add_on_keeps_registration_open``. Rule: PT-T.23
    """
    add_on, late = wanted.get("add_on"), wanted.get("late_registration_level")
    asked = "denominations" in post and not post.get("late_through_recess")
    if asked and add_on and late and add_on["after_level"] == late:
        raise Refused(
            "add_on_keeps_registration_open",
            N_(
                "The add-on after level %(level)s is sold only while late registration is open: tick late registration also in"
                " that break, or sell the add-on after an earlier level."
            ),
            rule="PT-T.23",
            level=late,
        )


def _structure_of(post: QueryDict, now: Mapping[str, Any]) -> dict[str, Any]:
    found = dict(now)
    if "denominations" in post:
        found |= {
            "denominations": denominations_typed(str(post["denominations"])),
            "late_registration_through_recess": bool(post.get("late_through_recess")),
        }
    return found


def _same(name: str, value: Any, now: Any) -> bool:
    if value == now:
        return True
    if name in announcing.FIELDS:
        try:
            return bool(announcing.FIELDS[name](name, value) == now)
        except Refused:
            return False
    return False


def _extra_typed(
    post: QueryDict, name: str, level: str, now: Mapping[str, Any] | None
) -> dict[str, Any] | None:
    price = forms.text(post, name=f"{name}_price")
    if not price:
        return None
    reading = forms.Reading()
    cents, fee = 0, None
    found: dict[str, Any] = {}
    with reading.field(f"{name}_price"):
        cents = found["price_cents"] = forms.amount(post, name=f"{name}_price")
    with reading.field(f"{name}_fee"):
        if f"{name}_fee" in post:
            fee = forms.amount(post, name=f"{name}_fee")
            if fee > cents:
                raise Refused(
                    "fee_above_price",
                    N_("The fee is part of the price: it cannot be more."),
                    field=f"{name}_fee",
                )
    for key, field, must in (
        ("chips", f"{name}_chips", True),
        ("per_player", f"{name}_per_player", False),
        (level, f"{name}_level", True),
    ):
        with reading.field(field):
            found[key] = forms.number(post, name=field) if must else forms.number_or_none(post, name=field)
    reading.done()
    if name == "rebuy":
        kept = now["condition"] if now is not None else RebuyCondition.AT_OR_BELOW_START.value
        found["condition"] = forms.text(post, name="rebuy_condition", default=kept) or kept
    kept_fee = BuyInSplit.from_dict(now["split"]).cents(Component.HOUSE_FEE) if now is not None else 0
    if now is not None and now["price_cents"] == cents and fee in (None, kept_fee):
        found["split"] = now["split"]
    else:
        # said in full, for the page tells of it while another field is wrong
        found["split"] = simple_split(name=name, prize_cents=cents - (fee or 0), fee_cents=fee or 0).as_dict()
    return found
