"""Who waits for a seat at a cash table, and which offers are over."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Count, F

from dispatch import prepared
from play.models import PlayTable, TableKind, WaitingOutcome, WaitingPlace
from rules.clock_shown import milliseconds
from rules.online import OFFER_STANDS
from rules.refusals import not_found

# A seat that was taken in time may still be on its way to the lock when the time is over.
_IN_FLIGHT = timedelta(milliseconds=50)
_LATELY = timedelta(minutes=10)
_MOST_PLACES = 30


@dataclass(frozen=True, slots=True, kw_only=True)
class WaitingView:
    """A player and the waiting list of a cash table. place: from 1, 0 for who does not wait; waiting: how many do; free_seats: nobody sits in
    so many; may_sit: one of them may be taken by this player now; offered_until_ms: until when it is kept, null while none is; brings_cents: with what the player
    has registered for a session, 0 elsewhere.
    """

    table_id: int
    place: int
    waiting: int
    free_seats: int
    may_sit: bool
    offered_until_ms: int | None
    brings_cents: int


@dataclass(frozen=True, slots=True, kw_only=True)
class OfferThatStands:
    """A seat that is kept for somebody; its number names it for every clock that sees it."""

    place_id: int
    table_id: int
    until: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceLine:
    """A registration or a place in a waiting list, in its player's lists. session_starts_at, session_minutes: of a session, session_ends_at: once it
    has begun. brings_cents: what leaves the account then; offered: a seat is kept for the player now.
    """

    table_id: int
    table: str
    currency: str
    timezone: str
    session_starts_at: datetime | None
    session_minutes: int | None
    session_ends_at: datetime | None
    brings_cents: int
    offered: bool


def free_seats_of(table: PlayTable) -> int:
    """Return in how many seats of a table nobody sits."""
    return table.seats_count - len(table.seats)


def waiting_at(table_id: int) -> list[WaitingPlace]:
    """Return who waits at a table, in their order."""
    return list(WaitingPlace.objects.filter(table_id=table_id, ended_at__isnull=True).order_by("pk"))


def offered_at(table: PlayTable) -> list[int]:
    """Return to whom seats of a table are offered now."""
    if table.kind != TableKind.CASH:
        return []
    return [one.player_id for one in waiting_at(table.pk) if one.offered_until is not None]


def offered_before(one: WaitingPlace, *, instant: datetime) -> bool:
    """Return whether the seat that is kept for somebody was offered before an instant."""
    return one.offered_until is not None and one.offered_until - OFFER_STANDS < instant


def tables_with_offers(*, begun_before: datetime) -> list[int]:
    """Return the tables where a seat is offered since before an instant; not those that are held. Rule: PT-H.6"""
    rows = WaitingPlace.objects.filter(
        ended_at__isnull=True, offered_until__lt=begun_before + OFFER_STANDS, table__held_at__isnull=True
    )
    return sorted(set(rows.values_list("table_id", flat=True)))


def count_waiting(table_id: int) -> int:
    """Return how many wait at a table."""
    return WaitingPlace.objects.filter(table_id=table_id, ended_at__isnull=True).count()


def counts_waiting(table_ids: Collection[int]) -> dict[int, int]:
    """Return how many wait at each of these tables where somebody does."""
    if not table_ids:
        return {}
    rows = WaitingPlace.objects.filter(table_id__in=table_ids, ended_at__isnull=True).values("table_id")
    return {row["table_id"]: row["n"] for row in rows.annotate(n=Count("pk"))}


def waiting_view(table_id: int, *, player_id: int) -> WaitingView:
    """Return a player's place in the waiting list of a table: at one that is not for money nobody waits. Refusals: ``not_found``. Rule: PT-H.6"""
    table = PlayTable.objects.filter(pk=table_id).first()
    if table is None:
        raise not_found("table")
    waiting = waiting_at(table_id)
    ahead = next((n for n, one in enumerate(waiting) if one.player_id == player_id), None)
    offered = None if ahead is None else waiting[ahead].offered_until
    free = free_seats_of(table)
    sits = any(kept["player_id"] == player_id for kept in table.seats)
    return WaitingView(
        table_id=table_id,
        place=0 if ahead is None else ahead + 1,
        waiting=len(waiting),
        free_seats=free,
        may_sit=table.kind != TableKind.TOURNAMENT
        and not sits
        and (table.session_starts_at is None or offered is not None)
        and free > (len(waiting) if ahead is None else ahead),
        offered_until_ms=None if offered is None else milliseconds(offered),
        brings_cents=0 if ahead is None else waiting[ahead].brings_cents,
    )


def missed_lately(table_id: int, *, player_id: int, at: datetime) -> bool:
    """Return whether a player was offered a seat at a table a short while ago and did not take it; what came after that counts."""
    last = WaitingPlace.objects.filter(table_id=table_id, player_id=player_id).order_by("-pk").first()
    return (
        last is not None
        and last.outcome == WaitingOutcome.MISSED
        and last.ended_at is not None
        and at - last.ended_at < _LATELY
    )


def refused_when_session_began(table_id: int, *, player_id: int) -> str:
    """Return the code of the refusal for which somebody who had registered got no seat when the session began; "" where there is none."""
    last = WaitingPlace.objects.filter(table_id=table_id, player_id=player_id).order_by("-pk").first()
    return last.refused if last is not None else ""


def who_registered(table_id: int) -> list[int]:
    """Return the players who have registered for the session at a table and wait for it to begin."""
    return sorted(one.player_id for one in waiting_at(table_id))


def waited_when_closed(table_id: int, *, player_id: int) -> bool:
    """Return whether a player waited for a seat at a table when it was closed."""
    return WaitingPlace.objects.filter(
        table_id=table_id, player_id=player_id, outcome=WaitingOutcome.CLOSED
    ).exists()


def session_came_to_its_end(table_id: int) -> bool:
    """Return whether a table was closed because its session was over, and not by the house before."""
    return PlayTable.objects.filter(
        pk=table_id, session_ends_at__isnull=False, closed_at__gte=F("session_ends_at")
    ).exists()


def places_of(player_id: int) -> list[PlaceLine]:
    """Return where a player is registered for a session or waits for a seat now, the earliest first. Rule: PT-H.6"""
    rows = WaitingPlace.objects.filter(player_id=player_id, ended_at__isnull=True)
    return [
        PlaceLine(
            table_id=one.table_id,
            table=one.table.name,
            currency=one.table.currency,
            timezone=one.table.venue.timezone,
            session_starts_at=one.table.session_starts_at,
            session_minutes=one.table.session_minutes,
            session_ends_at=one.table.session_ends_at,
            brings_cents=one.brings_cents,
            offered=one.offered_until is not None,
        )
        for one in rows.select_related("table__venue").order_by("pk")[:_MOST_PLACES]
    ]


def waiting_payload(*, table_id: int, player_id: int) -> dict[str, Any]:
    """Return what the page of somebody who waits follows. Refusals: ``not_found``."""
    view = waiting_view(table_id, player_id=player_id)
    return {
        "table_id": table_id,
        "place": view.place,
        "waiting": view.waiting,
        "may_sit": view.may_sit,
        "offered_until_ms": view.offered_until_ms,
    }


def offers_over(*, at: datetime, without: Collection[int] = (), limit: int = 200) -> list[OfferThatStands]:
    """Return the offers whose time is over, the oldest first, `without` these tables: a breath later, so that who took the seat in time
    is heard before.
    """
    rows = prepared.rows(_OFFERS, [at - _IN_FLIGHT, list(without), limit])
    return [OfferThatStands(place_id=pk, table_id=table_id, until=until) for pk, table_id, until in rows]


def first_offer_over(*, without: Collection[int] = ()) -> datetime | None:
    """Return the earliest instant at which the time of an offer is over; `without` these tables."""
    rows = prepared.rows(_OFFERS, [None, list(without), 1])
    return next((until + _IN_FLIGHT for _place, _table, until in rows), None)


# asked for at each look of the timekeeper; where the table is held, nobody's time runs
_OFFERS = """
SELECT p.id, p.table_id, p.offered_until FROM play_waitingplace p JOIN play_playtable t ON t.id = p.table_id
WHERE p.ended_at IS NULL AND p.offered_until <= coalesce(%s::timestamptz, 'infinity') AND t.held_at IS NULL
  AND p.table_id <> ALL(%s::bigint[])
ORDER BY p.offered_until, p.id LIMIT %s::int
"""
