"""What was announced of tournaments: one as everybody reads it, one with all its settings, and lists."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django.db.models import Count, Q

from dispatch.reading import read_once
from rules.announcing import FIELDS
from rules.entries import registration_opens
from rules.games import game_name
from rules.refusals import not_found
from tournaments.models import Entry, EntryState, Format, Tournament, TournamentState
from tournaments.queries.prices import PriceStep, prices_at
from tournaments.queries.public_view import public_state, untold_ends


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentLine:
    """A tournament in the staff's list, drafts and rehearsals included. starts_at: as announced; of a sit & go that began, when it did. seats_to_start: with how many it begins by itself, of a sit & go that has not; else None."""

    tournament_id: int
    name: str
    number: int
    state: str
    practice: bool
    starts_at: datetime
    started_at: datetime | None
    finished_at: datetime | None
    currency: str
    price_cents: int
    guarantee_cents: int
    stage_id: int | None
    seats_to_start: int | None


def tournaments_of(
    venue_id: int, *, state: str | None = None, offset: int = 0, limit: int = 50
) -> list[TournamentLine]:
    """Return a venue's tournaments, the latest start first."""
    rows = Tournament.objects.filter(venue_id=venue_id)
    if state is not None:
        rows = rows.filter(state=state)
    return [
        TournamentLine(
            tournament_id=t.pk,
            name=t.name,
            number=t.number,
            state=t.state,
            practice=t.practice,
            starts_at=t.begins_at,
            started_at=t.started_at,
            finished_at=t.finished_at,
            currency=t.currency,
            price_cents=t.price_cents,
            guarantee_cents=t.guarantee_cents,
            stage_id=t.stage_id,
            seats_to_start=_seats_to_start(t),
        )
        for t in rows.defer("structure", "payout_table", "policies").order_by("-starts_at", "-pk")[
            offset : offset + limit
        ]
    ]


_KEPT = (
    "name",
    "state",
    "venue_id",
    "stage_id",
    "starts_at",
    "registration_opens_at",
    "currency",
    "rule_set",
    "policies",
    "created_at",
    "started_at",
    "finished_at",
    "cancelled_at",
    "cancel_reason",
)


def settings_of(tournament_id: int) -> dict[str, Any]:
    """Return everything a tournament was announced with, by the names that edit_tournament takes.
    Refusal: ``not_found``.
    """
    names = dict.fromkeys([*_KEPT, *FIELDS])
    row = Tournament.objects.filter(pk=tournament_id).values(*names).first()
    if row is None:
        raise not_found("tournament")
    return {"tournament_id": tournament_id, **row}


def is_public(tournament_id: int) -> bool:
    """Return whether everybody may see it: neither a draft nor a rehearsal; False where there is none."""
    return (
        Tournament.objects.filter(pk=tournament_id, practice=False)
        .exclude(state=TournamentState.DRAFT)
        .exists()
    )


# drafts and rehearsals are nobody's business
_PUBLIC = Q(practice=False) & ~Q(state=TournamentState.DRAFT)


@dataclass(frozen=True, slots=True, kw_only=True)
class Announcement:
    """What was announced of a tournament. price_cents: what an entry costs now; prices: with what it costs later.
    starts_at: as announced; of a sit & go that began when its seats were taken, when that was.
    cancel_reason: why it is not held, as the house wrote it; "" while it is. seats_to_start: with how many it begins by itself, of a sit & go that has not; else None.
    opens_at: when registration opens, of one whose registration has not; else None.
    """

    tournament_id: int
    name: str
    venue: str
    venue_id: int
    timezone: str
    state: str
    starts_at: datetime
    currency: str
    price_cents: int
    guarantee_cents: int
    # what is played, as players call it
    game: str
    online: bool = False
    # whose ranking it counts for
    season_id: int | None = None
    when: str = ""
    prices: tuple[PriceStep, ...] = ()
    cancel_reason: str = ""
    seats_to_start: int | None = None
    opens_at: datetime | None = None
    # a rehearsal, which only staff see
    practice: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Audience:
    """Where a tournament is held, and whether everybody may see it."""

    venue_id: int
    public: bool


def audience_of(tournament_id: int) -> Audience | None:
    """None where there is no such tournament."""
    found = Tournament.objects.filter(pk=tournament_id).values_list("venue_id", "practice", "state").first()
    if found is None:
        return None
    venue_id, practice, state = found
    return Audience(venue_id=venue_id, public=not practice and state != TournamentState.DRAFT)


def announcement(tournament_id: int, *, at: datetime) -> Announcement:
    """Return a tournament as announced and as the public knows it at this instant; rehearsals included (who may see them is the page's question).

    Refusal: ``not_found``, also for drafts.
    """
    return _announcement(announced_tournament(tournament_id), at=at)


@read_once
def announced_tournament(tournament_id: int) -> Tournament:
    """Return the row of a tournament that was announced, with its house and stage. Refusal: ``not_found``."""
    found = (
        Tournament.objects.select_related("venue", "stage")
        .filter(pk=tournament_id)
        .exclude(state=TournamentState.DRAFT)
        .first()
    )
    if found is None:
        raise not_found("tournament")
    return found


def _announcement(tournament: Tournament, when: str = "", *, at: datetime) -> Announcement:
    prices = prices_at(
        {
            "tournament_id": tournament.pk,
            "split": tournament.split,
            "price_periods": tournament.price_periods,
            "starts_at": tournament.starts_at,
            "structure": tournament.structure,
        },
        at=at,
    )
    return Announcement(
        tournament_id=tournament.pk,
        name=tournament.name,
        venue=tournament.venue.name,
        venue_id=tournament.venue_id,
        timezone=tournament.venue.timezone,
        state=public_state(tournament, seen_at=at),
        starts_at=tournament.begins_at,
        currency=tournament.currency,
        price_cents=prices.now_cents,
        prices=prices.steps,
        guarantee_cents=tournament.guarantee_cents,
        game=game_name(tournament.variant),
        online=tournament.online,
        season_id=tournament.stage.season_id if tournament.stage else None,
        when=when,
        cancel_reason=tournament.cancel_reason,
        seats_to_start=_seats_to_start(tournament),
        opens_at=_opens_at(tournament),
        practice=tournament.practice,
    )


_NOT_STARTED = (TournamentState.DRAFT, TournamentState.ANNOUNCED, TournamentState.REGISTERING)


def _seats_to_start(tournament: Tournament) -> int | None:
    waits = tournament.format == Format.SIT_AND_GO and tournament.state in _NOT_STARTED
    return tournament.capacity if waits else None


def _opens_at(tournament: Tournament) -> datetime | None:
    if tournament.state != TournamentState.ANNOUNCED:
        return None
    return registration_opens(tournament.registration_opens_at, starts_at=tournament.starts_at)


def entries_so_far(tournament_ids: Collection[int]) -> dict[int, int]:
    """Return how many entries tournaments that have not begun have, those that wait in line with them."""
    states = (EntryState.REGISTERED, EntryState.WAITING)
    found = Entry.objects.filter(tournament_id__in=tournament_ids, state__in=states)
    return dict(found.values_list("tournament_id").annotate(Count("pk")))


def any_online() -> bool:
    """Return whether a tournament that is played online is announced, or runs."""
    over = (TournamentState.FINISHED, TournamentState.CANCELLED)
    return Tournament.objects.filter(_PUBLIC, online=True).exclude(state__in=over).exists()


def calendar(*, at: datetime, venue_id: int | None = None, limit: int = 50) -> list[Announcement]:
    """Return what runs, what comes (the nearest first), what was (the latest first)."""
    found = Tournament.objects.select_related("venue", "stage").filter(_PUBLIC)
    if venue_id is not None:
        found = found.filter(venue_id=venue_id)
    over = Q(state__in=[TournamentState.FINISHED, TournamentState.CANCELLED])
    running = found.filter(state=TournamentState.RUNNING).order_by("-started_at")[:limit]
    coming = (
        found.exclude(over)
        .exclude(state=TournamentState.RUNNING)
        .filter(starts_at__gte=at - timedelta(days=1))
        .order_by("starts_at", "pk")[:limit]
    )
    past = [_announcement(t, "past", at=at) for t in found.filter(over).order_by("-starts_at", "-pk")[:limit]]
    return [
        *(_announcement(t, "now", at=at) for t in running),
        # of whose end nobody may know yet
        *(replace(one, when="now") for one in past if one.state == TournamentState.RUNNING),
        *(_announcement(t, "next", at=at) for t in coming),
        *(one for one in past if one.state != TournamentState.RUNNING),
    ]


def next_of_season(season_id: int, *, at: datetime) -> Announcement | None:
    """Return the tournament of a season that everybody waits for: what runs, else what starts next; None where
    nothing does.
    """
    found = (
        Tournament.objects.select_related("venue", "stage")
        .filter(_PUBLIC, stage__season_id=season_id)
        .exclude(
            Q(state__in=[TournamentState.FINISHED, TournamentState.CANCELLED]) & ~Q(pk__in=untold_ends(at=at))
        )
        .filter(Q(state=TournamentState.RUNNING) | Q(starts_at__gte=at - timedelta(hours=6)))
        .order_by("starts_at", "pk")
        .first()
    )
    return None if found is None else _announcement(found, at=at)


def public_addresses(*, at: datetime, limit: int) -> list[tuple[int, bool]]:
    """Return (tournament id, whether it is finished, as the public knows it at this instant) of what everybody may see, the latest first."""
    rows = Tournament.objects.filter(_PUBLIC).order_by("-starts_at", "-pk").values_list("pk", "state")[:limit]
    untold = untold_ends(at=at)
    return [(pk, state == TournamentState.FINISHED and pk not in untold) for pk, state in rows]


def month(first: date, *, at: datetime, venue_id: int | None = None, limit: int = 500) -> list[Announcement]:
    """Return everything announced that starts in a month, by its day at the venue. first: the first day of the month."""
    # a day more on both sides: it is the venue's calendar that counts, whatever its zone
    start = datetime(first.year, first.month, 1, tzinfo=UTC)
    found = Tournament.objects.select_related("venue", "stage").filter(
        _PUBLIC, starts_at__gte=start - timedelta(days=1), starts_at__lt=start + timedelta(days=33)
    )
    if venue_id is not None:
        found = found.filter(venue_id=venue_id)
    here = [
        t
        for t in found.order_by("starts_at", "pk")[:limit]
        if (day := t.starts_at.astimezone(ZoneInfo(t.venue.timezone))).month == first.month
        and day.year == first.year
    ]
    return [_announcement(t, at=at) for t in here]
