"""What a player is sold in the recess after its level, at a table online."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from rules.clock import catch_up
from tournaments.models import Clock, Entry, EntryState, Field, PurchaseKind, Tournament
from tournaments.queries.clock import clock_state
from tournaments.queries.purchases import purchases_of


@dataclass(frozen=True, slots=True, kw_only=True)
class AddOnsSold:
    """What one add-on costs and brings. left: how many the player may still buy; after_level: in whose recess, index: where that stands in
    the structure; open: whether it runs now."""

    price_cents: int
    chips: int
    currency: str
    left: int
    after_level: int
    index: int
    open: bool


def item_by_clock(tournament_id: int, *, at: datetime) -> int:
    """Return the place in the structure at which the tournament's clock is at an instant, noticed or not. A recess that a director gives
    within a level is none of them. Rule: PT-T.45
    """
    return _item_of(Tournament.objects.only("structure").get(pk=tournament_id), at=at)


def _item_of(tournament: Tournament, *, at: datetime) -> int:
    clock = Clock.objects.filter(pk=tournament.pk).first()
    state, _ = catch_up(state=clock_state(tournament, clock=clock), at=at)
    return state.index


def add_ons_sold(tournament_id: int, *, player_id: int, at: datetime) -> AddOnsSold | None:
    """Return what a player who is in is sold yet; None where nothing is, or once entries are closed. Rule: PT-T.23, PT-T.31"""
    tournament = Tournament.objects.only("add_on", "structure", "currency").get(pk=tournament_id)
    sold = tournament.add_on
    if sold is None or Field.objects.filter(pk=tournament_id, entries_closed_at__isnull=False).exists():
        return None
    entry = Entry.objects.filter(
        tournament_id=tournament_id, player_id=player_id, state=EntryState.PLAYING
    ).first()
    if entry is None:
        return None
    left = sold["per_player"] - purchases_of(entry.pk, kind=PurchaseKind.ADD_ON)
    if left < 1:
        return None
    place = clock_state(tournament, clock=None).structure.index_of_level(sold["after_level"]) + 1
    return AddOnsSold(
        price_cents=sold["price_cents"],
        chips=sold["chips"],
        currency=tournament.currency,
        left=left,
        after_level=sold["after_level"],
        index=place,
        open=_item_of(tournament, at=at) == place,
    )
