"""People in tournaments: found by a piece of their name, and what one has played."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Case, Q, When

from payouts.queries.prizes import amounts_of
from tournaments.models import (
    Elimination,
    Entry,
    EntryState,
    Registration,
    RegistrationState,
    TournamentState,
)
from tournaments.models.entry import LIVE
from tournaments.queries.field import entries_closed
from tournaments.queries.open_stakes import places_of


def names_of_entries(entry_ids: Iterable[int]) -> dict[int, str]:
    """Return the public names of the players of these entries."""
    return dict(Entry.objects.filter(pk__in=list(entry_ids)).values_list("pk", "player__public_name"))


def states_in(tournament_id: int, *, player_ids: Collection[int]) -> dict[int, str]:
    """Return how each of these players stands in a tournament: the state of the last entry, or "unpaid" and "ahead" for a
    registration that waits for its money or for the seat. Who is not in it is left out."""
    of_these = Q(tournament_id=tournament_id, player_id__in=player_ids)
    entered = Entry.objects.filter(of_these).exclude(state=EntryState.CANCELLED).order_by("pk")
    pending = Registration.objects.filter(of_these, state=RegistrationState.PENDING)
    states = dict(entered.values_list("player_id", "state"))
    return states | {r.player_id: "ahead" if r.paid_at else "unpaid" for r in pending}


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryFound:
    """Somebody in the tournament, for the staff's search. table, seat: None without a seat. Of who is out: out_at; place,
    None while somebody may still enter; prize_cents, 0 without one."""

    entry_id: int
    player_id: int
    player: str
    full_name: str
    state: str
    receipt: str
    table: int | None
    seat: int | None
    out_at: datetime | None
    place: int | None
    prize_cents: int


@dataclass(frozen=True, slots=True, kw_only=True)
class EntriesFound:
    """Some of the entries that were looked for, and how many more there are."""

    rows: list[EntryFound]
    more: int


def find_entries(tournament_id: int, *, text: str, limit: int = 20) -> EntriesFound:
    """Find entries by a piece of the player's public or full name, live ones first; nothing for ""."""
    words = text.split()[:5]
    if not words:
        return EntriesFound(rows=[], more=0)
    rows = Entry.objects.filter(tournament_id=tournament_id).exclude(state=EntryState.CANCELLED)
    for word in words:
        rows = rows.filter(Q(player__full_name__icontains=word) | Q(player__public_name__icontains=word))
    page = list(
        rows.select_related("player", "seat__table").order_by(
            Case(When(state=EntryState.OUT, then=1), default=0),
            "player__public_name",
            "player__full_name",
            "pk",
        )[:limit]
    )
    out = [e.pk for e in page if e.state == EntryState.OUT]
    out_at = dict(
        Elimination.objects.filter(entry_id__in=out, undone_at__isnull=True).values_list("entry_id", "at")
    )
    places = places_of(out) if out and entries_closed(tournament_id) else {}
    prizes = amounts_of(out) if out else {}
    found = [
        EntryFound(
            entry_id=e.pk,
            player_id=e.player_id,
            player=e.player.public_name,
            full_name=e.player.full_name,
            state=e.state,
            receipt=e.receipt,
            table=e.seat.table.number if hasattr(e, "seat") else None,
            seat=e.seat.number if hasattr(e, "seat") else None,
            out_at=out_at.get(e.pk),
            place=places.get(e.pk),
            prize_cents=prizes.get(e.pk, 0),
        )
        for e in page
    ]
    return EntriesFound(rows=found, more=rows.count() - limit if len(found) == limit else 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnEntry:
    """One tournament of a player: the registration and the last entry in it, for the player. paid_ahead: it is paid and waits for the document."""

    tournament_id: int
    tournament: str
    starts_at: datetime
    state: str
    registration_id: int
    registration_state: str
    code: str
    entry_id: int | None
    entry_state: str
    entries: int
    receipt: str
    paid_ahead: bool


def played_in_public(player_id: int) -> bool:
    """Return whether somebody has an entry that stands in a tournament that everybody may see."""
    return (
        Entry.objects.filter(player_id=player_id, tournament__practice=False)
        .exclude(state=EntryState.CANCELLED)
        .exclude(tournament__state=TournamentState.DRAFT)
        .exists()
    )


def tournaments_entered(player_id: int) -> set[int]:
    """Return the tournaments in which somebody has an entry that is not out. For that player alone."""
    return set(Entry.objects.filter(LIVE, player_id=player_id).values_list("tournament_id", flat=True))


def entries_of_player(
    player_id: int, *, practice: bool = False, offset: int = 0, limit: int = 50
) -> list[OwnEntry]:
    """Return a player's tournaments, the latest start first. A re-entry that was taken back is no entry of theirs; where all were, the
    last one tells of it. practice: with what the house practised under their name, which has no page for them."""
    rows = (
        Registration.objects.filter(player_id=player_id)
        .select_related("tournament")
        .defer("tournament__structure", "tournament__payout_table", "tournament__policies")
        .order_by("-tournament__starts_at", "-pk")
    )
    if not practice:
        rows = rows.filter(tournament__practice=False)
    page = list(rows[offset : offset + limit])
    last: dict[int, Entry] = {}
    counted: dict[int, int] = {}
    for entry in Entry.objects.filter(registration_id__in=[r.pk for r in page]).order_by("pk"):
        stands = entry.state != EntryState.CANCELLED
        if stands or not counted.get(entry.registration_id):
            last[entry.registration_id] = entry
        counted[entry.registration_id] = counted.get(entry.registration_id, 0) + stands
    return [
        OwnEntry(
            tournament_id=r.tournament_id,
            tournament=r.tournament.name,
            starts_at=r.tournament.begins_at,
            state=r.tournament.state,
            registration_id=r.pk,
            registration_state=r.state,
            paid_ahead=r.state == RegistrationState.PENDING and r.paid_at is not None,
            code=r.code,
            entry_id=last[r.pk].pk if r.pk in last else None,
            entry_state=last[r.pk].state if r.pk in last else "",
            entries=counted.get(r.pk, 0),
            receipt=last[r.pk].receipt if r.pk in last else "",
        )
        for r in page
    ]
