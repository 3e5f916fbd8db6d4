"""Entries: whose they are, who waits, who came last, and in lists."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import Count, F, OuterRef, QuerySet, Subquery

from dispatch.queries import actors_of, latest_facts
from ledger.queries import payers
from rules.clock_shown import milliseconds
from rules.finishing import place_from
from rules.refusals import not_found
from tournaments.facts.entries import EntryCancelled
from tournaments.models import (
    Elimination,
    Entry,
    EntryState,
    Field,
    ReceiptNumber,
    Registration,
    RegistrationState,
    Tournament,
    TournamentState,
)
from tournaments.queries.announcements import announced_tournament
from tournaments.queries.circuit import player_of
from tournaments.queries.receipts import numbers_of
from tournaments.queries.stacks import count_ages
from tournaments.streams import tournament_stream

# nobody cancels so many one by one
_MOST_CANCELLED_ALONE = 10_000


def tournament_of_entry(entry_id: int) -> tuple[int, int]:
    """Return (tournament, player) of an entry. Refusal: ``not_found``."""
    return player_of(Entry.objects.filter(pk=entry_id), otherwise=not_found("entry"))


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryPayment:
    """How an entry that stands was paid. price_cents: without what the method cost. own: by who plays it."""

    entry_id: int
    receipt: str
    method: str
    price_cents: int
    own: bool


def payments_of_entries(tournament_id: int, *, player_id: int) -> list[EntryPayment]:
    """Return how each entry of a player was paid, the latest first; none of those that are cancelled, or were free. Rule: SCPT.E"""
    rows = (
        Entry.objects.filter(tournament_id=tournament_id, player_id=player_id, price_cents__gt=0)
        .exclude(state=EntryState.CANCELLED)
        .order_by("-pk")
        .only("receipt", "method", "price_cents")
    )
    paid_by = payers([f"entry:{row.pk}" for row in rows])
    return [
        EntryPayment(
            entry_id=row.pk,
            receipt=row.receipt,
            method=row.method,
            price_cents=row.price_cents,
            own=paid_by.get(f"entry:{row.pk}") == player_id,
        )
        for row in rows
    ]


def playing_entry_of(tournament_id: int, *, player_id: int) -> int | None:
    """Return the entry with which a player is in; None for who is not."""
    found = Entry.objects.filter(tournament_id=tournament_id, player_id=player_id, state=EntryState.PLAYING)
    return found.values_list("pk", flat=True).first()


def re_entries_among(things: Collection[str]) -> frozenset[str]:
    """Return which of these things ("entry:12") are a player's second entry or a later one: books call them re-entries."""
    numbers = [
        int(number)
        for kind, _, number in (one.partition(":") for one in things)
        if kind == "entry" and number.isdigit()
    ]
    found = (
        Entry.objects.filter(pk__in=numbers, ordinal__gt=1).values_list("pk", flat=True) if numbers else ()
    )
    return frozenset(f"entry:{number}" for number in found)


def plays_in(tournament_id: int, *, player_id: int) -> bool:
    """Return whether a player is in a tournament that runs, and not out."""
    return Entry.objects.filter(
        tournament_id=tournament_id,
        player_id=player_id,
        state=EntryState.PLAYING,
        tournament__state=TournamentState.RUNNING,
    ).exists()


def entry_ordinal(entry_id: int) -> int:
    """Count which entry of the player's this is: 1 the first, 2 the first re-entry."""
    return Entry.objects.values_list("ordinal", flat=True).get(pk=entry_id)


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryView:
    """A paid place in the staff's list. price_cents + surcharge_cents: what was paid for it; table and seat: where the
    player sits, None who does not. receipt_number: the running number at the house, None until it is given (a moment
    later) and in practice."""

    entry_id: int
    registration_id: int
    player_id: int
    player: str
    ordinal: int
    state: str
    method: str
    price_cents: int
    surcharge_cents: int
    receipt: str
    receipt_number: int | None
    chips_issued: int
    stack_chips: int | None
    paid_at: datetime
    table: int | None
    seat: int | None


def entries_view(
    tournament_id: int, *, state: str | None = None, after: int = 0, limit: int = 100
) -> list[EntryView]:
    """Entries in the order they were paid, from the one after `after`."""
    return _page(_listed(tournament_id, state).filter(pk__gt=after).order_by("pk")[:limit])


def latest_entries(
    tournament_id: int,
    *,
    state: str | None = None,
    only: Collection[int] | None = None,
    without: Collection[int] = (),
    before: int = 0,
    limit: int = 100,
) -> list[EntryView]:
    """Entries from the one that was paid last backwards, from the one before `before`; 0 is from the last. only: of these alone; without:
    none of these."""
    rows = _listed(tournament_id, state)
    rows = rows if only is None else rows.filter(pk__in=only)
    rows = rows.exclude(pk__in=without) if without else rows
    return _page((rows.filter(pk__lt=before) if before else rows).order_by("-pk")[:limit])


@dataclass(frozen=True, slots=True, kw_only=True)
class LastSold:
    """The entry of a tournament that was sold last: to whom, when, and by whom of the house, "" where a player bought it or
    the record has no name. command_id: what sold it."""

    entry_id: int
    command_id: UUID
    player: str
    at: datetime
    by: str


def last_sold(tournament_id: int) -> LastSold | None:
    """Return which entry was sold last; None where none stands."""
    last = (
        Entry.objects.filter(tournament_id=tournament_id)
        .exclude(state=EntryState.CANCELLED)
        .select_related("player")
        .only("command_id", "paid_at", "player__public_name", "player__user_id")
        .order_by("-pk")
        .first()
    )
    if last is None:
        return None
    user_id, label = actors_of([last.command_id]).get(last.command_id, (None, ""))
    # a number of an account tells nobody anything
    named = label and not label.startswith("#") and user_id is not None and user_id != last.player.user_id
    return LastSold(
        entry_id=last.pk,
        command_id=last.command_id,
        player=last.player.public_name,
        at=last.paid_at,
        by=label if named else "",
    )


def cancelled_alone(tournament_id: int) -> frozenset[int]:
    """Return the entries that were cancelled one by one, not with the tournament: nothing of them was left in its sums."""
    if not Tournament.objects.filter(pk=tournament_id, state=TournamentState.CANCELLED).exists():
        gone = Entry.objects.filter(tournament_id=tournament_id, state=EntryState.CANCELLED)
        return frozenset(gone.values_list("pk", flat=True))
    facts = latest_facts(
        stream=tournament_stream(tournament_id), kinds=[EntryCancelled.kind], limit=_MOST_CANCELLED_ALONE
    )
    return frozenset(int(fact.body["entry_id"]) for fact in facts)


def entry_counts(tournament_id: int) -> dict[str, int]:
    """Return how many entries there are of each state that has one."""
    rows = Entry.objects.filter(tournament_id=tournament_id).order_by()
    return dict(rows.values_list("state").annotate(count=Count("pk")))


def _listed(tournament_id: int, state: str | None) -> QuerySet[Entry]:
    rows = Entry.objects.filter(tournament_id=tournament_id).select_related("player", "seat__table")
    return rows if state is None else rows.filter(state=state)


def _page(rows: QuerySet[Entry]) -> list[EntryView]:
    page = list(rows)
    numbers = numbers_of(e.receipt for e in page)
    seats: dict[int, Any] = {e.pk: e.seat for e in page if hasattr(e, "seat")}
    return [
        EntryView(
            entry_id=e.pk,
            registration_id=e.registration_id,
            player_id=e.player_id,
            player=e.player.public_name,
            ordinal=e.ordinal,
            state=e.state,
            method=e.method,
            price_cents=e.price_cents,
            surcharge_cents=e.surcharge_cents,
            receipt=e.receipt,
            receipt_number=numbers.get(e.receipt),
            chips_issued=e.chips_issued,
            stack_chips=e.stack_chips,
            paid_at=e.paid_at,
            table=seats[e.pk].table.number if e.pk in seats else None,
            seat=seats[e.pk].number if e.pk in seats else None,
        )
        for e in page
    ]


def entries_sheet(tournament_id: int) -> Iterator[Mapping[str, Any]]:
    """Return every entry for a spreadsheet, in the order they were paid; read in parts."""
    rows = (
        Entry.objects.filter(tournament_id=tournament_id)
        .annotate(
            receipt_number=Subquery(
                ReceiptNumber.objects.filter(receipt=OuterRef("receipt")).values("number")
            )
        )
        .order_by("pk")
        .values(
            "receipt",
            "receipt_number",
            "player__public_name",
            "ordinal",
            "state",
            "method",
            "price_cents",
            "surcharge_cents",
            "chips_issued",
            "paid_at",
        )
    )
    return rows.iterator(chunk_size=2000)


def entries_payload(tournament_id: int, *, limit: int = 50) -> dict[str, Any]:
    """Return for staff who owes the desk a payment, who paid and owes the document, who waits for a seat, who came
    last.
    """
    announced_tournament(tournament_id)
    pending = (
        Registration.objects.filter(tournament_id=tournament_id, state=RegistrationState.PENDING)
        .order_by("created_at", "pk")
        .values_list("pk", "player_id", "player__public_name", "method", "code")
    )
    waiting = (
        Entry.objects.filter(tournament_id=tournament_id, state=EntryState.WAITING)
        .order_by("pk")
        .values_list("pk", "player_id", "player__public_name")[:limit]
    )
    latest = (
        Entry.objects.filter(tournament_id=tournament_id)
        .exclude(state=EntryState.CANCELLED)
        .order_by("-pk")
        .values_list(
            "pk",
            "player_id",
            "player__public_name",
            "ordinal",
            "receipt",
            "method",
            F("price_cents") + F("surcharge_cents"),
            "paid_at",
            "seat__table__number",
            "seat__number",
        )[:20]
    )
    return {
        **{
            owing: [
                {"registration_id": pk, "player_id": player, "name": name, "method": method, "code": code}
                for pk, player, name, method, code in rows[:limit]
            ]
            for owing, rows in (
                ("unpaid", pending.filter(paid_at__isnull=True)),
                ("ahead", pending.filter(paid_at__isnull=False)),
            )
        },
        "waiting": [
            {"entry_id": pk, "player_id": player, "name": name, "line": line}
            for line, (pk, player, name) in enumerate(waiting, 1)
        ],
        "latest": [
            {
                "entry_id": pk,
                "player_id": player,
                "name": name,
                "ordinal": ordinal,
                "receipt": receipt,
                "method": method,
                "cents": cents,
                "paid_ms": milliseconds(paid_at),
                "table": table,
                "seat": seat,
            }
            for pk, player, name, ordinal, receipt, method, cents, paid_at, table, seat in latest
        ],
    }


def player_payload(player_id: int, *, tournament_id: int) -> dict[str, Any]:
    """Return one player in one tournament: registration, seat, line, place. Money follows from payouts."""
    tournament = announced_tournament(tournament_id)
    registration = (
        Registration.objects.filter(tournament_id=tournament_id, player_id=player_id).order_by("-pk").first()
    )
    theirs = Entry.objects.filter(tournament_id=tournament_id, player_id=player_id)
    if registration is not None and registration.state != RegistrationState.CANCELLED:
        # what waits for its payment anew, or was played before a re-entry was taken back, is no cancelled entry
        theirs = theirs.exclude(state=EntryState.CANCELLED)
    entry = theirs.select_related("seat__table").order_by("-pk").first()
    seat = getattr(entry, "seat", None) if entry else None
    stack = None
    if entry is not None and entry.state == EntryState.PLAYING:
        table = seat.table.number if seat else None
        ages = count_ages(tournament_id, entries=[entry], tables=[table] if table else [], sole=True)
        stack = ages.of(entry, table=table)
    place = None
    if entry is not None and entry.state == EntryState.OUT:
        field = Field.objects.get(pk=tournament_id)
        out = Elimination.objects.filter(entry=entry, undone_at__isnull=True).first()
        if out is not None and out.out_before is not None:
            place = place_from(entries_total=field.entries_total, out_before=out.out_before, tied=out.tied)
    elif (
        entry is not None
        and entry.state == EntryState.PLAYING
        and tournament.state == TournamentState.FINISHED
    ):
        place = 1  # the last one in is never out
    return {
        "registration": None
        if registration is None
        else {
            "registration_id": registration.pk,
            "state": registration.state,
            "code": registration.code,
            "method": registration.method,
            "price_cents": registration.price_cents,
            "paid": registration.paid_at is not None,
        },
        "entry": None
        if entry is None
        else {
            "entry_id": entry.pk,
            "ordinal": entry.ordinal,
            "state": entry.state,
            "receipt": entry.receipt,
            "stack_chips": stack.chips if stack is not None and stack.stands else None,
            "stack": stack.as_dict() if stack is not None else None,
            "line": Entry.objects.filter(
                tournament_id=tournament_id, state=EntryState.WAITING, pk__lte=entry.pk
            ).count()
            if entry.state == EntryState.WAITING
            else None,
        },
        "seat": None if seat is None else {"table": seat.table.number, "seat": seat.number},
        "place": place,
    }
