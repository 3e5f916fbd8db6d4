"""Reads around entries: what a decision about one person's entry looks at, in one statement."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from functools import lru_cache
from typing import Any
from zoneinfo import ZoneInfo

from django.db import connection

from rules import levels
from rules.entries import BuyInSplit, EntryTerms, Phase, RebuyCondition, Situation
from rules.levels import Recess, Structure
from rules.policies import Policies, from_dict
from rules.refusals import N_, Refused
from tournaments.models import (
    LIVE,
    Elimination,
    Entry,
    EntryState,
    Format,
    Purchase,
    PurchaseKind,
    Registration,
    TournamentState,
)

_PHASES = {
    TournamentState.DRAFT: Phase.SCHEDULED,
    TournamentState.ANNOUNCED: Phase.SCHEDULED,
    TournamentState.REGISTERING: Phase.SCHEDULED,
    TournamentState.RUNNING: Phase.RUNNING,
    TournamentState.FINISHED: Phase.FINISHED,
    TournamentState.CANCELLED: Phase.CANCELLED,
}


@lru_cache(maxsize=512)
def policies_of(text: str) -> Policies:
    """Policies from the stored text: the same text is the same value."""
    return from_dict(json.loads(text))


@lru_cache(maxsize=512)
def split_of(text: str) -> BuyInSplit:
    """A split from the stored text."""
    return BuyInSplit.from_dict(json.loads(text))


@lru_cache(maxsize=256)
def structure_of(text: str) -> Structure:
    """A structure from the stored text."""
    return levels.from_dict(json.loads(text))


def level_of(structure: Structure, index: int) -> tuple[int, bool]:
    """The number of the level that began last, and whether its recess has begun."""
    return structure.level_number(index), isinstance(structure.items[index], Recess)


@dataclass(frozen=True, slots=True, kw_only=True)
class Desk:
    """One tournament and one person as they stand for each other, read in one statement under a lock.

    `next_registration_id` and `next_entry_id` are taken from the sequences and belong to the reader alone.
    """

    tournament_id: int
    venue_id: int
    season_id: int | None
    state: TournamentState
    format: Format
    online: bool
    starts_at: datetime
    started_at: datetime | None
    registration_opens_at: datetime | None
    currency: str
    price_cents: int
    split: BuyInSplit
    starting_stack_chips: int
    seats_per_table: int
    capacity: int | None
    late_registration_level: int
    late_with_recess: bool
    re_entries_per_player: int | None
    surrender: bool
    alternates: bool
    rebuy: Mapping[str, Any] | None
    add_on: Mapping[str, Any] | None
    policies: Policies
    timezone: str
    terms_version: str
    surcharges_bp: Mapping[str, int]
    player_id: int
    public_name: str
    user_id: int | None
    born_on: date | None
    identity_checked: bool
    live_entries: int
    entries_so_far: int
    registration_id: int | None
    registration_state: str
    excluded: bool
    level: int
    in_recess: bool
    next_registration_id: int
    next_entry_id: int

    @property
    def phase(self) -> Phase:
        return _PHASES[self.state]

    @property
    def terms(self) -> EntryTerms:
        """What this tournament says about entries, in the words of rules.entries."""
        rebuy, add_on = self.rebuy or {}, self.add_on or {}
        return EntryTerms(
            late_registration_level=self.late_registration_level or None,
            late_registration_with_recess=self.late_with_recess,
            alternates=self.alternates,
            re_entries_max=self.re_entries_per_player,
            surrender=self.surrender,
            rebuys_max=rebuy.get("per_player") if self.rebuy else 0,
            rebuy_until_level=rebuy.get("until_level", 0),
            rebuy_condition=RebuyCondition(rebuy.get("condition", "at_or_below_start")),
            add_ons_max=add_on.get("per_player", 1) if self.add_on else 0,
            add_on_after_level=add_on.get("after_level", 0),
        )

    def situation(self, at: datetime, **more: Any) -> Situation:
        """The situation that rules.entries judges; `more` adds what only some decisions look at."""
        return Situation(
            terms=self.terms,
            at=at,
            starts_at=self.starts_at,
            **{
                "phase": self.phase,
                "started_at": self.started_at,
                "level": self.level,
                "in_recess": self.in_recess,
                "registration_opens_at": self.registration_opens_at,
                "today": at.astimezone(ZoneInfo(self.timezone)).date(),
                "born_on": self.born_on,
                "identity_checked": self.identity_checked or self.online,
                "live_entries": self.live_entries,
                "entries_so_far": self.entries_so_far,
                "stack_chips_start": self.starting_stack_chips,
                **more,
            },
        )


# The columns that a decision needs and no others: the structure and the payout table are long.
_DESK = """
SELECT t.venue_id, s.season_id, t.state, t.format, t.online, t.starts_at, t.started_at, t.registration_opens_at,
       t.currency, t.price_cents, t.split::text, t.starting_stack_chips, t.seats_per_table, t.capacity,
       t.late_registration_level, (t.structure->>'late_registration_through_recess')::bool,
       t.re_entries_per_player, t.surrender, t.alternates, t.rebuy::text,
       t.add_on::text, t.policies::text, v.timezone, v.terms_version, v.surcharges_bp::text,
       p.id, p.public_name, p.user_id, p.birth_date, p.id_checked_at IS NOT NULL, p.anonymised_at IS NOT NULL,
       coalesce(e.live, 0), coalesce(e.so_far, 0), r.id, coalesce(r.state, ''),
       EXISTS (SELECT FROM people_exclusion x
               WHERE x.player_id = p.id AND x.lifted_at IS NULL AND x.from_at <= %(at)s
                 AND (x.until_at IS NULL OR x.until_at > %(at)s)
                 AND (x.venue_id IS NULL OR x.venue_id = t.venue_id)),
       c.level_index,
       CASE WHEN c.tournament_id IS NULL THEN NULL ELSE t.structure::text END,
       nextval('tournaments_registration_id_seq'), nextval('tournaments_entry_id_seq')
FROM tournaments_tournament t
JOIN tournaments_venue v ON v.id = t.venue_id
LEFT JOIN tournaments_stage s ON s.id = t.stage_id
LEFT JOIN people_player p ON p.id = %(player_id)s
LEFT JOIN tournaments_clock c ON c.tournament_id = t.id
LEFT JOIN tournaments_registration r
       ON r.tournament_id = t.id AND r.player_id = p.id AND r.state <> 'cancelled'
LEFT JOIN LATERAL (
    SELECT count(*) FILTER (WHERE state IN ('waiting', 'registered', 'playing')) AS live,
           count(*) FILTER (WHERE state <> 'cancelled') AS so_far
    FROM tournaments_entry WHERE tournament_id = t.id AND player_id = p.id
) e ON true
WHERE t.id = %(tournament_id)s
"""


def desk(*, tournament_id: int, player_id: int, at: datetime, exclusive: bool = False) -> Desk:
    """Lock the tournament (share; `exclusive`: for update) and read what an entry of this player depends on.

    Refusals: ``not_found`` for a tournament or a player that does not exist.
    """
    lock = "FOR UPDATE OF t" if exclusive else "FOR SHARE OF t"
    with connection.cursor() as cursor:
        cursor.execute(_DESK + lock, {"tournament_id": tournament_id, "player_id": player_id, "at": at})
        row = cursor.fetchone()
    if row is None:
        raise Refused("not_found", N_("This %(what)s does not exist."), what="tournament")
    (
        venue_id, season_id, state, format_, online, starts_at, started_at, opens_at,
        currency, price, split, stack, seats, capacity,
        late_level, late_with_recess, re_entries, surrender, alternates, rebuy,
        add_on, policies, timezone, terms_version, surcharges,
        found_player, public_name, user_id, birth_date, checked, anonymised,
        live, so_far, registration_id, registration_state, excluded,
        level_index, structure, next_registration_id, next_entry_id,
    ) = row  # fmt: skip
    if found_player is None or anonymised:
        raise Refused("not_found", N_("This %(what)s does not exist."), what="player")
    level, in_recess = (0, False) if level_index is None else level_of(structure_of(structure), level_index)
    return Desk(
        tournament_id=tournament_id,
        venue_id=venue_id,
        season_id=season_id,
        state=TournamentState(state),
        format=Format(format_),
        online=online,
        starts_at=starts_at,
        started_at=started_at,
        registration_opens_at=opens_at,
        currency=currency,
        price_cents=price,
        split=split_of(split),
        starting_stack_chips=stack,
        seats_per_table=seats,
        capacity=capacity,
        late_registration_level=late_level,
        late_with_recess=late_with_recess,
        re_entries_per_player=re_entries,
        surrender=surrender,
        alternates=alternates,
        rebuy=json.loads(rebuy) if rebuy else None,
        add_on=json.loads(add_on) if add_on else None,
        policies=policies_of(policies),
        timezone=timezone,
        terms_version=terms_version,
        surcharges_bp=json.loads(surcharges),
        player_id=player_id,
        public_name=public_name,
        user_id=user_id,
        born_on=birth_date,
        identity_checked=checked,
        live_entries=live,
        entries_so_far=so_far,
        registration_id=registration_id,
        registration_state=registration_state,
        excluded=excluded,
        level=level,
        in_recess=in_recess,
        next_registration_id=next_registration_id,
        next_entry_id=next_entry_id,
    )


# ---------------------------------------------------------------------------------------------- rows, locked


def _missing(what: str) -> Refused:
    return Refused("not_found", N_("This %(what)s does not exist."), what=what)


def tournament_of_registration(registration_id: int) -> tuple[int, int]:
    """(tournament, player) of a registration. Refusal: ``not_found``."""
    row = Registration.objects.filter(pk=registration_id).values_list("tournament_id", "player_id").first()
    if row is None:
        raise _missing("registration")
    return row


def tournament_of_entry(entry_id: int) -> tuple[int, int]:
    """(tournament, player) of an entry. Refusal: ``not_found``."""
    row = Entry.objects.filter(pk=entry_id).values_list("tournament_id", "player_id").first()
    if row is None:
        raise _missing("entry")
    return row


def tournament_of_purchase(purchase_id: int) -> tuple[int, int]:
    """(tournament, player) of a rebuy or an add-on. Refusal: ``not_found``."""
    row = (
        Purchase.objects.filter(pk=purchase_id)
        .values_list("entry__tournament_id", "entry__player_id")
        .first()
    )
    if row is None:
        raise _missing("purchase")
    return row


def lock_registration(registration_id: int) -> Registration:
    """The registration, for update."""
    return Registration.objects.select_for_update().get(pk=registration_id)


def entries_of(registration_id: int) -> list[Entry]:
    """The entries of a registration that were not cancelled, locked, oldest first."""
    return list(
        Entry.objects.select_for_update(of=("self",))
        .select_related("player")
        .filter(registration_id=registration_id)
        .exclude(state=EntryState.CANCELLED)
        .order_by("id")
    )


def lock_entry(entry_id: int) -> Entry:
    """The entry, for update."""
    return Entry.objects.select_for_update(of=("self",)).select_related("player").get(pk=entry_id)


def live_entry_of(tournament_id: int, player_id: int) -> Entry | None:
    """The live entry of a player, locked, with its seat when it has one."""
    return (
        Entry.objects.select_for_update(of=("self",))
        .select_related("seat__table")
        .filter(LIVE, tournament_id=tournament_id, player_id=player_id)
        .first()
    )


def lock_purchase(purchase_id: int) -> Purchase:
    """The purchase with its entry, both for update."""
    return (
        Purchase.objects.select_for_update(of=("self", "entry"))
        .select_related("entry__player")
        .get(pk=purchase_id)
    )


def purchases_of(entry_id: int, kind: PurchaseKind) -> int:
    """How many of these an entry has bought and kept."""
    return Purchase.objects.filter(entry_id=entry_id, kind=kind, undone_at__isnull=True).count()


def cancel_preview(registration_id: int) -> dict[str, Any]:
    """What cancelling a registration would do, told beforehand.

    {registration_id, refund_cents, seat | None, seats_alternate: public name | None, places_move}: the refund, the
    chair that would be free, who would take it, and whether places of those already out would move up by one.
    Refusal: ``not_found``. Rule: SCPT.H
    """
    tournament_id, _ = tournament_of_registration(registration_id)
    live = (
        Entry.objects.select_related("seat__table", "slot")
        .filter(LIVE, registration_id=registration_id)
        .first()
    )
    if live is None:
        return {
            "registration_id": registration_id,
            "refund_cents": 0,
            "seat": None,
            "seats_alternate": None,
            "places_move": False,
        }
    seat = getattr(live, "seat", None)
    following = None
    if live.state != EntryState.WAITING:
        following = (
            Entry.objects.filter(tournament_id=tournament_id, state=EntryState.WAITING)
            .order_by("id")
            .values_list("player__public_name", flat=True)
            .first()
        )
    return {
        "registration_id": registration_id,
        "refund_cents": live.price_cents + live.surcharge_cents,
        "seat": {"table_number": seat.table.number, "seat_number": seat.number} if seat else None,
        "seats_alternate": following,
        "places_move": Elimination.objects.filter(
            tournament_id=tournament_id, undone_at__isnull=True
        ).exists(),
    }
