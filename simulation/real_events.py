"""The tournaments of simulation/real_events.json, and what they must come to."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any

from rules.entries import SCPT_450, PaymentMethod
from rules.prizes import table_from_weights
from simulation.plan import Plan

DATA = Path(__file__).parent / "real_events.json"


FIFTEEN_PERCENT = "15 % paid"


class RealPlan(Plan):
    """A plan whose people pay cash; online from the balance."""

    def method(self, chance: Random) -> PaymentMethod:
        del chance
        return PaymentMethod.BALANCE if self.base.online else PaymentMethod.CASH


@dataclass(frozen=True, slots=True, kw_only=True)
class Real:
    """One tournament to be entered and played: what it announces, what came in, what must come out."""

    id: str
    plan: RealPlan
    announced: Mapping[str, Any]
    rebuys: int = 0
    add_ons: int = 0
    net_cents: int | None = None
    overlay_cents: int | None = None
    paid: int | None = None
    prizes: Sequence[int] | None = None
    note: str = ""


def events() -> dict[str, list[Real]]:
    """Return every event of the file; flights are tournaments of their own. KeyError on one that is not known here."""
    listed = json.loads(DATA.read_text())["events"]
    return {event["id"]: _EVENTS[event["id"]](event) for event in listed}


def _plan(preset: str, entries: int, *, re_entries: int = 0, late: int = 0) -> RealPlan:
    return RealPlan(
        preset=preset,
        entries=entries,
        seed=1,
        re_entries=re_entries,
        on_time=entries - re_entries - late,
        late=late,
        cancelled=0,
        capacity=None,
    )


def _split(price: int, *, fee: int = 0, **more: Any) -> dict[str, Any]:
    parts = [{"component": "prize_pool", "amount_cents": price - fee}]
    if fee:
        parts.append({"component": "house_fee", "amount_cents": fee})
    return {
        "price_cents": price,
        "split": {"name": "real", "price_cents": price, "parts": parts, **more},
        "guarantee_cents": 0,
    }


def _freezeout() -> dict[str, Any]:
    return {"late_registration_level": 0, "re_entries_per_player": 0, "surrender": False}


def _percents(rows: Sequence[tuple[int, int, str]], *, name: str) -> dict[str, Any]:
    return {
        "kind": "custom",
        "name": name,
        "source": "real_events.json",
        "tiers": [{"from": a, "to": b, "percent_each": p} for a, b, p in rows],
    }


def _stars(e: Mapping[str, Any]) -> list[Real]:
    rows = [(n, n, p) for n, p in enumerate(e["percent"], 1)]
    rows += [(10, 18, e["percent_10_18"]), (19, 27, e["percent_19_27"])]
    return [
        Real(
            id=e["id"],
            plan=_plan("online-mtt-pt", e["entries"]),
            announced={
                **_split(e["price"]),
                **_freezeout(),
                "payout_table": _percents(rows, name="27 places"),
            },
            net_cents=e["net_pool"],
            paid=e["paid"],
            prizes=[*e["prizes"], *[e["prize_10_18"]] * 9, *[e["prize_19_27"]] * 9],
        )
    ]


def _wsop(e: Mapping[str, Any]) -> list[Real]:
    return [
        Real(
            id=e["id"],
            plan=_plan("scpt-main", e["entries"]),
            announced={
                **_split(1_000_000, fee=1_000_000 - e["net_per_entry"]),
                **_freezeout(),
                "rule_set": FIFTEEN_PERCENT,
                "payout_table": {"kind": "generated", "minimum_bp": 15_000},
            },
            net_cents=e["net_pool"],
            paid=e["paid"],
            note="the price of an entry is taken as 10,000.00, of which 9,300.00 are the pool's",
        )
    ]


def _flights(e: Mapping[str, Any]) -> list[Real]:
    return [
        Real(
            id=f"{e['id']}/{flight}",
            plan=_plan("scpt-main", entries),
            announced={
                **_split(50_000),
                **_freezeout(),
                "rule_set": FIFTEEN_PERCENT,
                "payout_table": {"kind": "generated", "minimum_bp": 15_000},
            },
            net_cents=entries * 50_000,
            paid=e["paid"][flight],
            note="the source gives no price: 500.00, all to the pool",
        )
        for flight, entries in e["flights"].items()
    ]


def _bsop(e: Mapping[str, Any]) -> list[Real]:
    return [
        Real(
            id=e["id"],
            plan=_plan("scpt-main", sum(e["entries_by_flight"])),
            announced={
                **_split(
                    e["price"],
                    fee=e["fee"],
                    pool_deductions=[
                        {"component": "staff_fund", "share_bp": int(e["withheld_percent_of_net"]) * 100}
                    ],
                ),
                **_freezeout(),
            },
            net_cents=e["net_pool"],
            note="four flights feed one pool: entered as one field",
        )
    ]


def _extras(e: Mapping[str, Any]) -> dict[str, Any]:
    """Rebuys in the first levels, add-ons in the break after the sixth; all of it to the pool."""
    return {
        **_split(e["net_each"]),
        "re_entries_per_player": 0,
        "late_registration_level": 6,
        "rebuy": {"price_cents": e["net_each"], "chips": 20_000, "until_level": 6, "per_player": None},
        "add_on": {"price_cents": e["net_each"], "chips": 30_000, "after_level": 6, "per_player": 2},
    }


def _winamax(e: Mapping[str, Any]) -> list[Real]:
    return [
        Real(
            id=e["id"],
            plan=_plan("turbo-8max", e["entries"]),
            announced=_extras(e),
            rebuys=e["rebuys"],
            add_ons=e["add_ons"],
            net_cents=e["net_pool"],
        )
    ]


def _guaranteed(e: Mapping[str, Any]) -> list[Real]:
    rows = [(n, n, p) for n, p in enumerate(e["percent"], 1)]
    return [
        Real(
            id=e["id"],
            plan=_plan("turbo-8max", e["entries"]),
            announced={
                **_extras(e),
                "guarantee_cents": e["guarantee"],
                "payout_table": _percents(rows, name="40 / 30 / 20 / 10"),
            },
            rebuys=e["rebuys"],
            add_ons=e["add_ons"],
            net_cents=e["guarantee"],
            overlay_cents=e["overlay"],
            paid=len(rows),
            prizes=[e["guarantee"] * int(p) // 100 for p in e["percent"]],
        )
    ]


def _scpt_3(e: Mapping[str, Any]) -> list[Real]:
    entries = e["entries"] + e["re_entries"]
    each = -(-e["net_pool"] // entries)
    each += -each % 100
    return [
        Real(
            id=e["id"],
            plan=_plan("scpt-main", entries, re_entries=e["re_entries"], late=e["entries"] // 5),
            announced={
                **_split(
                    each,
                    pool_deductions=[
                        {"component": "ranking_fund", "amount_cents": each * entries - e["net_pool"]}
                    ],
                ),
                "guarantee_cents": e["guarantee"],
            },
            net_cents=e["net_pool"],
            overlay_cents=0,
            note=f"the source gives no split: {each // 100}.00 of each entry to the pool, less"
            f" {(each * entries - e['net_pool']) // 100}.00 in all to the ranking fund, make its pool",
        )
    ]


def _scpt_turbo(e: Mapping[str, Any]) -> list[Real]:
    split = replace(SCPT_450, name="SCPT 200", price_cents=e["price"]).as_dict()
    table = table_from_weights(e["prizes"], name="7 places", source="real_events.json")
    return [
        Real(
            id=e["id"],
            plan=_plan("turbo-8max", e["entries"]),
            announced={
                **_freezeout(),
                "price_cents": e["price"],
                "split": split,
                "rule_set": "scpt",
                "guarantee_cents": 1_000_000,
                "payout_table": {"kind": "custom", **table.as_dict()},
            },
            net_cents=sum(e["prizes"]),
            paid=len(e["prizes"]),
            prizes=e["prizes"],
            note="10,000.00 guaranteed less 3 % + 3 %: 9,400.00",
        )
    ]


_EVENTS: Mapping[str, Callable[[Mapping[str, Any]], list[Real]]] = {
    "stars-mtt-20-2007": _stars,
    "wsop-main-2024": _wsop,
    "wsop-main-2023": _wsop,
    "big-50-2019-flights": _flights,
    "bsop-2014-1": _bsop,
    "winamax-w-series": _winamax,
    "ftp-guarantee": _guaranteed,
    "scpt-3-2024": _scpt_3,
    "scpt-turbo-8max": _scpt_turbo,
}
