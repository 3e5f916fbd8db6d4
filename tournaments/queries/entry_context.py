"""What a decision about one person's entry looks at, in one statement."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any
from zoneinfo import ZoneInfo

from django.db import connection

from rules import levels
from rules.entries import (
    BuyInSplit,
    EntryTerms,
    Phase,
    PricePeriod,
    RebuyCondition,
    Situation,
    balance_only,
    periods_of,
    split_at,
    split_of_price,
)
from rules.levels import Recess, Structure
from rules.policies import Policies, from_dict
from rules.refusals import not_found
from tournaments.models import Format, TournamentState

_PHASES = {
    TournamentState.DRAFT: Phase.SCHEDULED,
    TournamentState.ANNOUNCED: Phase.SCHEDULED,
    TournamentState.REGISTERING: Phase.SCHEDULED,
    TournamentState.RUNNING: Phase.RUNNING,
    TournamentState.FINISHED: Phase.FINISHED,
    TournamentState.CANCELLED: Phase.CANCELLED,
}


def level_of(structure: Structure, *, index: int) -> tuple[int, bool]:
    """Return the number of the level that began last, and whether its recess has begun."""
    return structure.level_number(index), isinstance(structure.items[index], Recess)


# What a decision needs of this person and this moment. What the tournament and the venue say is read once for each
# version of their rows: xmin names it. How it is locked and numbered, who asks says (`operations.entry_context`).
CONTEXT = """
WITH entry_lock AS ({entry_lock})
SELECT t.xmin::text || ' ' || v.xmin::text, t.venue_id,
       p.public_name, p.user_id, p.birth_date, p.id_checked_at IS NOT NULL, p.anonymised_at IS NULL,
       (SELECT array_agg(e.state::text) FROM tournaments_entry e
        WHERE e.tournament_id = t.id AND e.player_id = p.id AND e.state <> 'cancelled'),
       (SELECT r.id FROM tournaments_registration r
        WHERE r.tournament_id = t.id AND r.player_id = p.id AND r.state <> 'cancelled'),
       (SELECT max(x.kind) FROM people_exclusion x
               WHERE x.player_id = p.id AND x.lifted_at IS NULL
                 -- one that began when it was made holds for whoever comes behind it, though the clock was read before
                 AND (x.from_at <= %(at)s OR x.from_at <= x.made_at)
                 AND (x.until_at IS NULL OR x.until_at > %(at)s)
                 AND (x.venue_id IS NULL OR x.venue_id = t.venue_id)),
       (SELECT o.reason FROM tournaments_elimination o JOIN tournaments_entry e ON e.id = o.entry_id
        WHERE e.tournament_id = t.id AND e.player_id = p.id AND o.undone_at IS NULL AND o.lifted_at IS NULL
          AND o.reason IN ('disqualified', 'under_age') LIMIT 1),
       EXISTS (SELECT FROM people_playlimit l WHERE l.player_id = p.id),
       p.simulated AND NOT t.practice,
       (SELECT c.level_index FROM tournaments_clock c WHERE c.tournament_id = t.id),
       {registration_number}, {entry_number}
FROM entry_lock
CROSS JOIN tournaments_tournament t
JOIN tournaments_venue v ON v.id = t.venue_id
LEFT JOIN people_player p ON p.id = %(player_id)s
WHERE t.id = %(tournament_id)s
"""

_OFFER = """
SELECT s.season_id, t.state, t.format, t.online, t.starts_at, t.started_at, t.registration_opens_at,
       t.currency, t.split::text, t.price_periods::text, t.starting_stack_chips, t.seats_per_table, t.capacity,
       t.late_registration_level, t.late_registration_minutes, t.cancel_minutes_before_start,
       t.re_entries_per_player, t.surrender, t.alternates, t.rebuy::text,
       t.add_on::text, t.policies::text, t.structure::text, v.timezone, v.terms_version, v.surcharges_bp::text
FROM tournaments_tournament t
JOIN tournaments_venue v ON v.id = t.venue_id
LEFT JOIN tournaments_stage s ON s.id = t.stage_id
WHERE t.id = %s
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """What a tournament and its venue say to everybody."""

    season_id: int | None
    state: TournamentState
    format: Format
    online: bool
    starts_at: datetime
    started_at: datetime | None
    registration_opens_at: datetime | None
    currency: str
    ordinary: BuyInSplit  # the price after the last period; what it is now stands with the Desk
    periods: tuple[PricePeriod, ...]
    starting_stack_chips: int
    seats_per_table: int
    capacity: int | None
    late_registration_level: int
    late_registration_minutes: int | None
    cancel_minutes_before_start: int | None
    re_entries_per_player: int | None
    surrender: bool
    alternates: bool
    rebuy: Mapping[str, Any] | None
    add_on: Mapping[str, Any] | None
    policies: Policies
    structure: Structure
    timezone: str
    terms_version: str
    surcharges_bp: Mapping[str, int]

    @property
    def balance_only(self) -> bool:
        return balance_only(online=self.online, currency=self.currency)

    @property
    def phase(self) -> Phase:
        return _PHASES[self.state]

    @property
    def terms(self) -> EntryTerms:
        """What this tournament says about entries, in the words of rules.entries."""
        rebuy, add_on = self.rebuy or {}, self.add_on or {}
        return EntryTerms(
            late_registration_level=self.late_registration_level or None,
            late_registration_with_recess=self.structure.late_registration_through_recess,
            late_registration_seconds=_seconds(self.late_registration_minutes),
            cancel_until_seconds_before_start=_seconds(self.cancel_minutes_before_start),
            alternates=self.alternates,
            re_entries_max=self.re_entries_per_player,
            surrender=self.surrender,
            rebuys_max=rebuy.get("per_player") if self.rebuy else 0,
            rebuy_until_level=rebuy.get("until_level", 0),
            rebuy_condition=RebuyCondition(rebuy.get("condition", "at_or_below_start")),
            add_ons_max=add_on.get("per_player", 1) if self.add_on else 0,
            add_on_after_level=add_on.get("after_level", 0),
        )


def _seconds(minutes: int | None) -> int | None:
    return None if minutes is None else minutes * 60


def _offer(tournament_id: int) -> Offer:
    with connection.cursor() as cursor:
        cursor.execute(_OFFER, [tournament_id])
        row = list(cursor.fetchone())
    names = [f.name for f in dataclasses.fields(Offer)]
    read: dict[str, Callable[[Any], Any]] = {
        "state": TournamentState,
        "format": Format,
        "ordinary": lambda text: BuyInSplit.from_dict(json.loads(text)),
        "periods": lambda text: periods_of(json.loads(text)),
        "rebuy": lambda text: json.loads(text) if text else None,
        "add_on": lambda text: json.loads(text) if text else None,
        "policies": lambda text: from_dict(json.loads(text)),
        "structure": lambda text: levels.from_dict(json.loads(text)),
        "surcharges_bp": json.loads,
    }
    return Offer(
        **{name: read[name](value) if name in read else value for name, value in zip(names, row, strict=True)}
    )


# The offer of each tournament with the version of the rows it was read from.
_offers: dict[int, tuple[str, Offer]] = {}
_OFFERS_AT_MOST = 1_000


def forget_offers() -> None:
    """Drop what is remembered. For a process that goes over to another database, and for tests."""
    _offers.clear()


def _offer_of(tournament_id: int, version: str) -> Offer:
    known = _offers.get(tournament_id)
    if known is not None and known[0] == version:
        return known[1]
    offer = _offer(tournament_id)
    if len(_offers) >= _OFFERS_AT_MOST:
        _offers.clear()
    _offers[tournament_id] = (version, offer)
    return offer


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryContext:
    """One tournament and one person as they stand for each other, read in one statement under a lock.

    `next_registration_id` and `next_entry_id` are taken from the sequences and belong to the reader alone.
    """

    tournament_id: int
    venue_id: int
    offer: Offer
    player_id: int
    public_name: str
    user_id: int | None
    born_on: date | None
    identity_checked: bool
    live_entries: int
    entries_so_far: int
    registration_id: int | None
    excluded: str  # "", or why: house, identity (to be checked), self
    barred: str  # "", or why the director put this person out for good: disqualified, under_age
    has_limits: bool  # of spending, set at some time
    rehearses_only: bool
    level: int
    in_recess: bool
    split: BuyInSplit  # what an entry costs this person now, and where it goes
    next_registration_id: int
    next_entry_id: int

    @property
    def price_cents(self) -> int:
        """What an entry costs this person now."""
        return self.split.price_cents

    def at_price(self, price_cents: int | None) -> EntryContext:
        """Return the same with a price that was told before and holds: of a registration or an order that waits to be
        paid.
        """
        if price_cents is None or price_cents == self.price_cents:
            return self
        offer = self.offer
        split = split_of_price(offer.periods, ordinary=offer.ordinary, price_cents=price_cents)
        return dataclasses.replace(self, split=split)

    def situation(self, at: datetime, **more: Any) -> Situation:
        """Return the situation that rules.entries judges; `more` adds what only some decisions look at."""
        offer = self.offer
        zone = ZoneInfo(offer.timezone)
        # hours that a refusal tells are those of the house
        opens = offer.registration_opens_at
        return Situation(
            terms=offer.terms,
            at=at,
            starts_at=offer.starts_at.astimezone(zone),
            **{
                "phase": offer.phase,
                "started_at": offer.started_at,
                "level": self.level,
                "in_recess": self.in_recess,
                "registration_opens_at": None if opens is None else opens.astimezone(zone),
                "today": at.astimezone(zone).date(),
                "born_on": self.born_on,
                "identity_checked": self.identity_checked or offer.online,
                "live_entries": self.live_entries,
                "entries_so_far": self.entries_so_far,
                "stack_chips_start": offer.starting_stack_chips,
                "disqualified": bool(self.barred),
                "under_age": self.barred == "under_age",
                **more,
            },
        )


LIVE_STATES = frozenset({"waiting", "registered", "playing"})


# the same, to be looked at: nobody waits, and no number is taken
_LOOK = CONTEXT.format(entry_lock="SELECT", registration_number="0::bigint", entry_number="0::bigint")


def look(*, tournament_id: int, player_id: int, at: datetime) -> EntryContext:
    """Return the same without a lock, for pages that only show what is possible. Refusals: ``not_found``."""
    with connection.cursor() as cursor:
        cursor.execute(_LOOK, {"tournament_id": tournament_id, "player_id": player_id, "at": at})
        return entry_context_from(tournament_id, player_id=player_id, found=cursor.fetchall(), at=at)


def entry_context_from(
    tournament_id: int, *, player_id: int, found: list[tuple[Any, ...]], at: datetime
) -> EntryContext:
    """Make it of the row that CONTEXT found. Refusals: ``not_found``."""
    if not found:
        raise not_found("tournament")
    row = found[0]
    version, venue_id, public_name, user_id, born_on, checked, there, states, registration_id, *rest = row
    excluded, barred, has_limits, rehearses_only, level_index, next_registration_id, next_entry_id = rest
    if public_name is None or not there:
        raise not_found("player")
    offer = _offer_of(tournament_id, version)
    level, in_recess = (0, False) if level_index is None else level_of(offer.structure, index=level_index)
    states = states or []
    return EntryContext(
        tournament_id=tournament_id,
        venue_id=venue_id,
        offer=offer,
        player_id=player_id,
        public_name=public_name,
        user_id=user_id,
        born_on=born_on,
        identity_checked=checked,
        live_entries=sum(1 for state in states if state in LIVE_STATES),
        entries_so_far=len(states),
        registration_id=registration_id,
        excluded=excluded or "",
        barred=barred or "",
        has_limits=has_limits,
        rehearses_only=rehearses_only,
        level=level,
        in_recess=in_recess,
        split=split_at(offer.periods, ordinary=offer.ordinary, starts_at=offer.starts_at, at=at, level=level),
        next_registration_id=next_registration_id,
        next_entry_id=next_entry_id,
    )
