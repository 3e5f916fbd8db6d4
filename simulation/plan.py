"""How many come when: everything that is decided before the first registration."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from rules.entries import PaymentMethod
from rules.levels import SHORTEST_SECONDS
from rules.presets import Template, template

# of all entries of an event with re-entries, where nothing else is said
RE_ENTRY_SHARE = 0.35
LATE_SHARE = 0.2
# doubts that a rehearsal of any size insists on
DOUBTS = ("guarantee_never_met", "guarantee_above_capacity", "guarantee_far_above_capacity", "stack_is_short")


class BadPlan(ValueError):
    """A size that the preset cannot play."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """One run. entries: all of them, re-entries included; so the field has `unique` different people.

    speed: 0 plays in virtual time; otherwise the wall clock, with levels so many times shorter.
    ranked: a real tournament of a season instead of a practice one; its draw is secret, so not repeatable.
    """

    preset: str
    entries: int
    seed: int
    re_entries: int
    on_time: int
    late: int
    cancelled: int
    capacity: int | None
    speed: float = 0
    ranked: bool = False

    @classmethod
    def of(
        cls,
        preset: str,
        entries: int,
        seed: int,
        *,
        re_entries: int | None = None,
        speed: float = 0,
        ranked: bool = False,
    ) -> Plan:
        """Read a plan from its values. Refusals: ``no_such_template``; BadPlan."""
        base = template(preset)
        if entries < 2:
            raise BadPlan("a tournament needs two entries")
        again = base.structure.late_registration_levels and base.re_entries != 0
        if re_entries is None:
            re_entries = int(entries * RE_ENTRY_SHARE) if again else 0
        unique = entries - re_entries
        if re_entries and not again:
            raise BadPlan(f"{preset} has no re-entries")
        if unique < 2 or (base.re_entries is not None and re_entries > unique * base.re_entries):
            raise BadPlan(f"{unique} people cannot make {re_entries} re-entries in {preset}")
        if base.format == "sit_and_go":
            if entries > base.seats:
                raise BadPlan(f"a sit & go of this preset has at most {base.seats} players")
            return cls(
                preset=preset,
                entries=entries,
                seed=seed,
                re_entries=0,
                on_time=entries,
                late=0,
                cancelled=0,
                capacity=entries,
                speed=speed,
                ranked=ranked,
            )
        late = int(unique * LATE_SHARE) if base.structure.late_registration_levels else 0
        late = min(late, unique - 2)
        on_time = unique - late
        tables = int(on_time * 0.95) // base.seats
        return cls(
            preset=preset,
            entries=entries,
            seed=seed,
            re_entries=re_entries,
            on_time=on_time,
            late=late,
            # so that somebody changes his mind in the small runs of the tests, too
            cancelled=0 if speed else (unique + 30) // 50,
            # a room a little too small: some wait as alternates
            capacity=tables * base.seats if tables >= 2 and base.alternates and not base.online else None,
            speed=speed,
            ranked=ranked,
        )

    @property
    def unique(self) -> int:
        return self.entries - self.re_entries

    @property
    def base(self) -> Template:
        return template(self.preset)

    def chance(self, of: str) -> Random:
        """Return the chance of one part of the run, apart from that of the others."""
        return Random(f"{self.preset}/{self.entries}/{self.re_entries}/{self.seed}/{of}")

    @property
    def practice_seed(self) -> str:
        """The master seed of the draw, as a rehearsal may bring it."""
        return hashlib.sha256(f"practice/{self.preset}/{self.entries}/{self.seed}".encode()).hexdigest()

    @property
    def changes(self) -> dict[str, Any]:
        """What the tournament has other than its template."""
        found: dict[str, Any] = {"practice": not self.ranked, "capacity": self.capacity}
        if self.ranked:
            found["ranks"] = True
            found["ranking_weight_milli"] = max(self.base.ranking_weight_milli, 500)
        if self.base.format == "sit_and_go" and self.entries != self.base.seats:
            found["seats_per_table"] = self.entries
        if self.speed:
            found["structure"] = faster(self.base.structure.as_dict(), speed=self.speed)
        return found

    def method(self, chance: Random) -> PaymentMethod:
        """Return how somebody pays."""
        if self.base.online:
            return PaymentMethod.BALANCE
        return chance.choices(
            [
                PaymentMethod.CASH,
                PaymentMethod.TRANSFER,
                PaymentMethod.CREDIT,
                PaymentMethod.DEBIT,
                PaymentMethod.BALANCE,
            ],
            [48, 20, 15, 10, 7],
        )[0]


def faster(structure: Mapping[str, Any], *, speed: float) -> dict[str, Any]:
    """Return the same levels, so many times shorter; never below the shortest a clock can have."""
    items = [
        {**item, "seconds": max(SHORTEST_SECONDS, round(item["seconds"] / speed))}
        for item in structure["items"]
    ]
    return {**structure, "items": items}
