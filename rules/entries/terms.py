"""What a tournament says about entries, and the situation that a decision looks at."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from enum import StrEnum
from typing import Any

from rules.refusals import N_, Refused


class Phase(StrEnum):
    """Where a tournament stands, as far as entries are concerned."""

    SCHEDULED = "scheduled"
    RUNNING = "running"
    FINISHED = "finished"
    CANCELLED = "cancelled"


class RebuyCondition(StrEnum):
    """What a stack must be for a rebuy.

    Rule: ADTP.27, REGULATIONS 2.7
    """

    AT_OR_BELOW_START = "at_or_below_start"
    BELOW_START = "below_start"
    ZERO = "zero"


def registration_opens(announced: datetime | None, *, starts_at: datetime) -> datetime:
    """Return when registration opens by itself: an hour before the start where nothing else was announced. Rule: SCPT.B"""
    return announced or starts_at - timedelta(hours=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryTerms:
    """What one tournament says about entries. None for a limit: without limit; 0: not offered.

    Late registration lasts until the end of `late_registration_level` (with the recess after it when
    `late_registration_with_recess`), or until `late_registration_seconds` after the start, whichever is
    stated; with neither, registration closes at the start.
    """

    late_registration_level: int | None = None
    late_registration_with_recess: bool = False
    late_registration_seconds: int | None = None
    entries_max: int | None = None
    alternates: bool = True
    re_entries_max: int | None = 0
    surrender: bool = False
    rebuys_max: int | None = 0
    rebuy_until_level: int = 0
    rebuy_condition: RebuyCondition = RebuyCondition.AT_OR_BELOW_START
    add_ons_max: int = 0
    add_on_after_level: int = 0
    # earlier than the rule set's limit when the tournament says so (PT-T.24)
    cancel_until_seconds_before_start: int | None = None

    def as_dict(self) -> dict[str, Any]:
        """Return the terms as JSON-able values."""
        return {
            f.name: v.value if isinstance(v := getattr(self, f.name), StrEnum) else v
            for f in dataclasses.fields(self)
        }

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> EntryTerms:
        """Return the terms from stored or posted values. Refusal: ``bad_entry_terms``."""
        fields = {f.name: f for f in dataclasses.fields(cls)}
        clean: dict[str, Any] = {}
        for name, value in values.items():
            if name not in fields:
                raise _bad_terms(name, value)
            default = fields[name].default
            if name == "rebuy_condition":
                if value not in set(RebuyCondition):
                    raise _bad_terms(name, value)
                clean[name] = RebuyCondition(value)
            elif isinstance(default, bool):
                if not isinstance(value, bool):
                    raise _bad_terms(name, value)
                clean[name] = value
            elif value is None and "None" in str(fields[name].type):
                clean[name] = None
            elif _whole(value) and 0 <= value <= 10_000_000:
                clean[name] = value
            else:
                raise _bad_terms(name, value)
        return cls(**clean)


def _whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _bad_terms(name: str, value: object) -> Refused:
    return Refused(
        "bad_entry_terms",
        N_("%(value)s is not possible for %(name)s."),
        rule="PT-T.23",
        name=str(name)[:60],
        value=str(value)[:60],
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Situation:
    """The frozen state that a decision about one person's entry looks at; what does not matter may be left
    out.

    `level` is the last level that began (0 before the first); `in_recess` a scheduled stop after it. `today`
    is the date at the venue. `live_entries` counts this person's entries that are in play, waiting or
    awaiting payment; `entries_so_far` all of this person's entries in the event that were not cancelled.
    """

    terms: EntryTerms
    at: datetime
    starts_at: datetime
    phase: Phase = Phase.SCHEDULED
    started_at: datetime | None = None
    level: int = 0
    in_recess: bool = False
    registration_opens_at: datetime | None = None
    entries_total: int = 0
    seats_free: int | None = None
    alternates_waiting: int = 0
    # the person
    today: date | None = None
    born_on: date | None = None
    identity_checked: bool = True
    live_entries: int = 0
    entries_so_far: int = 0
    eliminated_at_level: int | None = None
    is_alternate: bool = False
    # put out by the director and not let back in; `under_age`: because the person was a minor
    disqualified: bool = False
    under_age: bool = False
    won_by_satellite: bool = False
    stack_chips: int = 0
    stack_chips_start: int = 0
    in_hand: bool = False
    rebuys_taken: int = 0
    add_ons_taken: int = 0
    add_ons_asked: int = 1
    # who asks
    by_director: bool = False
    reason: str = ""
