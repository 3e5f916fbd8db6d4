"""Templates of tournaments, as values: what `create_tournament` starts from.

Prices are minor units of the venue's own currency.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rules.entries import SCPT_450, BuyInSplit, simple_split
from rules.levels import Structure
from rules.refusals import N_, Refused
from rules.structures import ONLINE_FREEZEOUT, ONLINE_MTT_PT, SCPT_MAIN, SIT_AND_GO_9, TURBO_8MAX


@dataclass(frozen=True, slots=True, kw_only=True)
class Template:
    """A tournament as it is offered: the announced values by the names of `rules.announcing.FIELDS`.

    name: a kind of tournament, shown in the reader's language; it becomes the name of none. `re_entries` None: without limit,
    0: freezeout. `late_level` 0: registration closes at the start.
    """

    key: str
    name: str
    rule_set: str
    structure: Structure
    split: BuyInSplit
    payout_table: Mapping[str, Any]
    seats: int
    format: str = "multi_table"
    capacity: int | None = None
    guarantee_cents: int = 0
    re_entries: int | None = 0
    surrender: bool = False
    alternates: bool = True
    chip_set: tuple[tuple[int, int], ...] = ()
    online: bool = False
    main_event: bool = False
    ranks: bool = True
    ranking_weight_milli: int = 1000

    def values(self) -> dict[str, Any]:
        """Return the announced values, JSON-able."""
        return {
            "name": self.name,
            "number": 1,
            "variant": "nlhe",
            "format": self.format,
            "online": self.online,
            "main_event": self.main_event,
            "high_roller": False,
            "practice": False,
            "price_cents": self.split.price_cents,
            "split": self.split.as_dict(),
            "price_periods": [],
            "guarantee_cents": self.guarantee_cents,
            "starting_stack_chips": self.structure.starting_stack,
            "seats_per_table": self.seats,
            "capacity": self.capacity,
            "first_table_number": None,
            "structure": self.structure.as_dict(),
            "late_registration_level": self.structure.late_registration_levels or 0,
            "late_registration_minutes": None,
            "length_minutes": None,
            "prize_unit_cents": 1,
            "cancel_minutes_before_start": None,
            "re_entries_per_player": self.re_entries,
            "surrender": self.surrender,
            "alternates": self.alternates,
            "chip_set": [list(line) for line in self.chip_set],
            "rebuy": None,
            "add_on": None,
            "time_chip_chips": 0,
            "time_chip_minutes_before_start": 0,
            "redraw_at": [],
            "payout_table": dict(self.payout_table),
            "ranking_weight_milli": self.ranking_weight_milli,
            "ranks": self.ranks,
        }


_HALF_THIRD_FIFTH: Mapping[str, Any] = {
    "kind": "custom",
    "name": "50 / 30 / 20",
    "source": "Sit & go",
    "tiers": [
        {"from": 1, "to": 1, "percent_each": "50"},
        {"from": 2, "to": 2, "percent_each": "30"},
        {"from": 3, "to": 3, "percent_each": "20"},
    ],
}

TEMPLATES: Mapping[str, Template] = {
    t.key: t
    for t in (
        # R$ 400 + 50, R$ 300,000 guaranteed: 913 entries meet it (SCPT.J, SCPT.L)
        Template(
            key="scpt-main",
            name="SCPT Main Event",
            rule_set="scpt",
            structure=SCPT_MAIN,
            split=SCPT_450,
            payout_table={"kind": "generated", "minimum_bp": 15_000},
            seats=9,
            guarantee_cents=30_000_000,
            re_entries=None,
            surrender=True,
            chip_set=((25, 8), (100, 8), (500, 6), (1000, 6), (5000, 4)),
            main_event=True,
        ),
        Template(
            key="turbo-8max",
            name="Turbo 8-max",
            rule_set="h2",
            structure=TURBO_8MAX,
            split=simple_split(name="100 + 20", prize_cents=10_000, fee_cents=2_000),
            payout_table={"kind": "published", "table": "club"},
            seats=8,
            re_entries=2,
            chip_set=((25, 8), (100, 8), (500, 8), (1000, 5), (5000, 2)),
            ranking_weight_milli=500,
        ),
        Template(
            key="sit-and-go-9",
            name="Sit & go 9",
            rule_set="adtp",
            structure=SIT_AND_GO_9,
            split=simple_split(name="50 + 5", prize_cents=5_000, fee_cents=500),
            payout_table=_HALF_THIRD_FIFTH,
            seats=9,
            format="sit_and_go",
            capacity=9,
            alternates=False,
            chip_set=((25, 8), (100, 8), (500, 4), (1000, 2)),
            ranks=False,
            ranking_weight_milli=0,
        ),
        Template(
            key="online-sit-and-go",
            name="Sit & go online",
            rule_set="pt_online",
            structure=SIT_AND_GO_9,
            split=simple_split(name="10 + 1", prize_cents=1_000, fee_cents=100),
            payout_table=_HALF_THIRD_FIFTH,
            seats=9,
            format="sit_and_go",
            capacity=9,
            alternates=False,
            online=True,
            ranks=False,
            ranking_weight_milli=0,
        ),
        Template(
            key="online-mtt",
            name=N_("Online MTT"),
            rule_set="pt_online",
            structure=ONLINE_FREEZEOUT,
            split=simple_split(name="20 + 2", prize_cents=2_000, fee_cents=200),
            payout_table={"kind": "generated", "minimum_bp": 15_000},
            seats=9,
            re_entries=0,
            alternates=False,
            online=True,
            ranks=False,
            ranking_weight_milli=0,
        ),
        Template(
            key="online-mtt-pt",
            name=N_("Online MTT, late registration"),
            rule_set="pt_online",
            structure=ONLINE_MTT_PT,
            split=simple_split(name="20 + 2", prize_cents=2_000, fee_cents=200),
            payout_table={"kind": "generated", "minimum_bp": 15_000},
            seats=9,
            re_entries=0,
            online=True,
            ranks=False,
            ranking_weight_milli=0,
        ),
    )
}


def template(key: str) -> Template:
    """Return the template of that key. Refusal: ``no_such_template``."""
    if key not in TEMPLATES:
        raise Refused(
            "no_such_template",
            N_("There is no template %(key)s."),
            key=str(key)[:60],
            choices=sorted(TEMPLATES),
        )
    return TEMPLATES[key]
