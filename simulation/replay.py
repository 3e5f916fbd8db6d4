"""Tournaments that really took place, entered and played through the commands, compared to the cent.

The figures are in simulation/real_events.json. Where the source leaves something open that a tournament must have
(a price, a fee, where an odd sum went), what was chosen is said in the event's `note`.
"""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from typing import Any

from ledger.facts import AccountKind
from payouts.facts import Ladder
from payouts.models import Award, PrizePool
from rules.entries import SCPT_450, PaymentMethod
from rules.prizes import table_from_weights
from simulation.clocks import VIRTUAL_START, Virtual
from simulation.house import House, announce, open_house
from simulation.plan import Plan
from simulation.play import Play, Progress
from simulation.room import Guest
from simulation.staff import Asker
from tournaments.commands.add_on import add_on
from tournaments.commands.create_rule_set import create_rule_set
from tournaments.commands.rebuy import rebuy

DATA = Path(__file__).parent / "real_events.json"
# up to so many entries an event is played to the last prize
PLAYED_WHOLE = 600
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


@dataclass(slots=True)
class Compared:
    """What came out, and every difference as a sentence."""

    id: str
    entries: int
    net_cents: int
    overlay_cents: int
    paid: int
    prizes: int
    whole: bool
    seconds: float
    differences: list[str] = field(default_factory=list)


def events() -> dict[str, list[Real]]:
    """Every event of the file; flights are tournaments of their own. KeyError on one that is not known here."""
    told = json.loads(DATA.read_text())["events"]
    return {event["id"]: _EVENTS[event["id"]](event) for event in told}


# ------------------------------------------------------------------------------------------ what they announced


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


# ------------------------------------------------------------------------------------------ playing them


class RealPlay(Play):
    """A run of a real tournament: its rebuys and add-ons too; played to the last prize, or until they are fixed."""

    def __init__(self, real: Real, asker: Asker, *, whole: bool, **more: Any) -> None:
        super().__init__(real.plan, asker, pay=0, **more)
        self.real = real
        self.is_whole = whole
        if not whole and not real.plan.re_entries:
            self.early_busts = 0

    def run(self) -> None:
        self.registrations()
        self.start()
        for entry in list(self.room.seat)[: self.real.rebuys]:
            self._buy(rebuy, entry)
        self.levels(only_to_closing=not self.is_whole)
        if self.is_whole:
            self.finish()

    def _recess(self) -> None:
        if not self.checks.closed and self.level_index == self.late_index and self.real.add_ons:
            for entry in list(self.room.seat)[: self.real.add_ons]:
                self._buy(add_on, entry)
        super()._recess()

    def _buy(self, command: Any, entry: int) -> None:
        bought = self.asker.ask(command, by=self.house.desk, entry_id=entry, method="cash")
        self.room.chips_issued += bought["chips"]
        self.room.stack[entry] += bought["chips"]
        price = self.split.price_cents
        self.checks.after(money={AccountKind.PRIZE_POOL: price, AccountKind.CASH_DRAWER: -price})


class Replayer:
    """Plays real tournaments in one house; the same people come to all of them."""

    def __init__(self, *, progress: Progress = lambda _what, _done, _all: None) -> None:
        self.progress = progress
        self.guests: dict[bool, list[Guest]] = {False: [], True: []}
        self.asker = Asker(Virtual(VIRTUAL_START, threading.Event()))
        self.house: House = open_house(self.asker, name="Torneios reais", online=False, circuit=True)
        self.asker.ask(
            create_rule_set,
            by=self.house.director,
            venue_id=self.house.venue_id,
            name=FIFTEEN_PERCENT,
            base="adtp",
            changes={"places_paid_bp": 1500},
        )

    def play(self, real: Real, *, whole: bool | None = None) -> Compared:
        """Enter it, play it, compare. `whole` None: to the last prize up to 600 entries, else until they are fixed."""
        began = time.monotonic()
        whole = real.plan.entries < PLAYED_WHOLE if whole is None else whole
        asker = Asker(Virtual(VIRTUAL_START, threading.Event()))
        online = real.plan.base.online
        play = RealPlay(real, asker, whole=whole, progress=self.progress, guests=self.guests[online])
        play.open(
            self.house,
            announce(asker, self.house, real.plan, name=real.id, more={"practice": True, **real.announced}),
        )
        play.run()
        if len(play.guests) > len(self.guests[online]):
            self.guests[online] = play.guests
        return compared(real, play, whole=whole, seconds=time.monotonic() - began)


def compared(real: Real, play: Play, *, whole: bool, seconds: float) -> Compared:
    """What the tournament's rows say against the figures."""
    pool = PrizePool.objects.get(pk=play.tournament_id)
    ladder = Ladder.of(pool.prizes)
    prizes = ladder.span(1, ladder.places)
    found = Compared(
        id=real.id,
        entries=pool.entries,
        net_cents=pool.net_cents,
        overlay_cents=pool.overlay_cents,
        paid=ladder.places,
        prizes=sum(prizes),
        whole=whole,
        seconds=seconds,
    )

    def same(what: str, is_: Any, should: Any) -> None:
        if should is not None and is_ != should:
            found.differences.append(f"{real.id}: {what} is {is_}, should be {should}")

    same("entries", pool.entries, real.plan.entries)
    same("net pool", pool.net_cents, real.net_cents)
    same("overlay", pool.overlay_cents, real.overlay_cents)
    same("number of paid places", ladder.places, real.paid)
    same("sum of the prizes", sum(prizes), pool.net_cents)
    for place, should in enumerate(real.prizes or (), 1):
        same(f"prize of place {place}", ladder.at(place), should)
    if whole:
        awards = Award.objects.filter(tournament_id=play.tournament_id).exclude(state="void")
        same("number of prizes given", len(awards), _winners(awards, ladder.places))
        same("prizes given", sum(a.amount_cents for a in awards), pool.net_cents)
        for a in awards:
            if a.tied == 1:
                same(f"prize given for place {a.place}", a.amount_cents, ladder.at(a.place))
    return found


def _winners(awards: Sequence[Award], places: int) -> int:
    """How many share the paid places: a tie over the last one brings more people into the money."""
    last = max((a.place + a.tied - 1 for a in awards), default=0)
    return max(last, places)
