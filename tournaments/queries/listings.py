"""Lists for programs and pages: venues, seasons, tournaments with all their settings, entries, results."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.db.models import Case, Count, Exists, OuterRef, Q, Subquery, When
from django.db.models.functions import Coalesce

from ledger.queries import all_undone
from people.queries import alphabetical
from rules.announcing import FIELDS
from rules.finishing import place_from
from rules.receipts import is_receipt, receipt_in
from rules.refusals import N_, Refused
from tournaments.models import (
    Elimination,
    Entry,
    EntryState,
    Field,
    Order,
    Purchase,
    ReceiptNumber,
    Registration,
    RegistrationState,
    RuleSet,
    Season,
    Series,
    Stage,
    Tournament,
    TournamentState,
    Venue,
)


def _gone(what: str) -> Refused:
    return Refused("not_found", N_("This %(what)s does not exist."), what=what)


# --- the circuit ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class VenueView:
    """A venue as everybody may see it. surcharges_bp: payment method to basis points on top of a price."""

    venue_id: int
    name: str
    slug: str
    city: str
    address: str
    tax_id: str
    currency: str
    timezone: str
    language: str
    terms_version: str
    surcharges_bp: Mapping[str, int]
    frozen_at: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class StageView:
    """Some days of a season in one place."""

    stage_id: int
    number: int
    name: str
    place: str
    starts_on: date
    ends_on: date


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonView:
    """A season of a series, with its stages in order."""

    season_id: int
    series_id: int
    venue_id: int
    series: str
    name: str
    starts_on: date
    ends_on: date
    points_c_milli: int
    stages: tuple[StageView, ...]


def venues(*, limit: int = 200) -> list[VenueView]:
    """The venues, by name."""
    return [_venue(row) for row in Venue.objects.order_by(alphabetical("name"), "pk")[:limit]]


def public_venues(*, limit: int = 200) -> list[VenueView]:
    """The venues that have announced something to everybody, by name: a house of practice is nobody's business."""
    told = Tournament.objects.filter(venue=OuterRef("pk"), practice=False).exclude(
        state=TournamentState.DRAFT
    )
    return [_venue(row) for row in Venue.objects.filter(Exists(told)).order_by("name", "pk")[:limit]]


def venue_view(venue_id: int) -> VenueView:
    """One venue. Refusal: ``not_found``."""
    row = Venue.objects.filter(pk=venue_id).first()
    if row is None:
        raise _gone("venue")
    return _venue(row)


def terms_of(venue_id: int) -> tuple[str, str]:
    """(version, text) of the terms that a player accepts. Refusal: ``not_found``. Rule: SCPT.K"""
    row = Venue.objects.filter(pk=venue_id).values_list("terms_version", "terms_text").first()
    if row is None:
        raise _gone("venue")
    return row


def _venue(row: Venue) -> VenueView:
    return VenueView(
        venue_id=row.pk,
        name=row.name,
        slug=row.slug,
        city=row.city,
        address=row.address,
        tax_id=row.tax_id,
        currency=row.currency,
        timezone=row.timezone,
        language=row.language,
        terms_version=row.terms_version,
        surcharges_bp=row.surcharges_bp,
        frozen_at=row.frozen_at,
    )


def seasons_of(venue_id: int) -> list[SeasonView]:
    """The seasons of a venue's circuits, the latest first. Refusal: ``not_found``."""
    if not Venue.objects.filter(pk=venue_id).exists():
        raise _gone("venue")
    rows = list(
        Season.objects.filter(series__venue_id=venue_id).select_related("series").order_by("-starts_on", "pk")
    )
    stages: dict[int, list[StageView]] = {row.pk: [] for row in rows}
    for stage in Stage.objects.filter(season_id__in=list(stages)).order_by("number"):
        stages[stage.season_id].append(
            StageView(
                stage_id=stage.pk,
                number=stage.number,
                name=stage.name,
                place=stage.place,
                starts_on=stage.starts_on,
                ends_on=stage.ends_on,
            )
        )
    return [
        SeasonView(
            season_id=row.pk,
            series_id=row.series_id,
            venue_id=venue_id,
            series=row.series.name,
            name=row.name,
            starts_on=row.starts_on,
            ends_on=row.ends_on,
            points_c_milli=row.points_c_milli,
            stages=tuple(stages[row.pk]),
        )
        for row in rows
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class SeriesView:
    """A circuit of a venue, year after year."""

    series_id: int
    name: str
    slug: str


def series_of(venue_id: int) -> list[SeriesView]:
    """The circuits of a venue, by name."""
    return [
        SeriesView(series_id=row.pk, name=row.name, slug=row.slug)
        for row in Series.objects.filter(venue_id=venue_id).order_by(alphabetical("name"), "pk")
    ]


def season_view(season_id: int) -> SeasonView:
    """One season. Refusal: ``not_found``."""
    venue_id = Season.objects.filter(pk=season_id).values_list("series__venue_id", flat=True).first()
    if venue_id is None:
        raise _gone("season")
    return next(season for season in seasons_of(venue_id) if season.season_id == season_id)


def rule_sets_of(venue_id: int) -> list[dict[str, Any]]:
    """The venue's own rule sets: {rule_set_id, name, base, policies}."""
    rows = RuleSet.objects.filter(venue_id=venue_id).order_by(alphabetical("name"), "pk")
    return [{"rule_set_id": r.pk, "name": r.name, "base": r.base, "policies": r.policies} for r in rows]


# --- tournaments ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentLine:
    """A tournament in the staff's list, drafts and rehearsals included."""

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


def tournaments_of(
    venue_id: int, *, state: str | None = None, offset: int = 0, limit: int = 50
) -> list[TournamentLine]:
    """A venue's tournaments, the latest start first."""
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
            starts_at=t.starts_at,
            started_at=t.started_at,
            finished_at=t.finished_at,
            currency=t.currency,
            price_cents=t.price_cents,
            guarantee_cents=t.guarantee_cents,
            stage_id=t.stage_id,
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
    """Everything a tournament was announced with, by the names that edit_tournament takes. Refusal: ``not_found``."""
    names = dict.fromkeys([*_KEPT, *FIELDS])
    row = Tournament.objects.filter(pk=tournament_id).values(*names).first()
    if row is None:
        raise _gone("tournament")
    return {"tournament_id": tournament_id, **row}


def is_public(tournament_id: int) -> bool:
    """Whether everybody may see it: neither a draft nor a rehearsal; False where there is none."""
    return (
        Tournament.objects.filter(pk=tournament_id, practice=False)
        .exclude(state=TournamentState.DRAFT)
        .exists()
    )


# --- who is in --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class RegistrationView:
    """A registration in the desk's list. code: short, said at the desk. price_cents: what it was made at and costs."""

    registration_id: int
    player_id: int
    player: str
    code: str
    state: str
    method: str
    price_cents: int
    created_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryView:
    """A paid place in the staff's list; seat and money are told elsewhere. receipt_number: the running number at the
    house, None until it is given (a moment later) and in practice."""

    entry_id: int
    registration_id: int
    player_id: int
    player: str
    ordinal: int
    state: str
    method: str
    receipt: str
    receipt_number: int | None
    chips_issued: int
    stack_chips: int | None
    paid_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class PurchaseView:
    """A rebuy or an add-on."""

    purchase_id: int
    entry_id: int
    player: str
    kind: str
    chips: int
    method: str
    receipt: str
    receipt_number: int | None
    at: datetime
    undone: bool


def registrations_view(
    tournament_id: int, *, state: str | None = None, after: int = 0, limit: int = 100
) -> list[RegistrationView]:
    """Registrations in the order they came, from the one after `after`."""
    rows = Registration.objects.filter(tournament_id=tournament_id, pk__gt=after).select_related("player")
    if state is not None:
        rows = rows.filter(state=state)
    return [
        RegistrationView(
            registration_id=r.pk,
            player_id=r.player_id,
            player=r.player.public_name,
            code=r.code,
            state=r.state,
            method=r.method,
            price_cents=r.costs,
            created_at=r.created_at,
        )
        for r in rows.annotate(costs=Coalesce("price_cents", "tournament__price_cents")).order_by("pk")[
            :limit
        ]
    ]


def waiting_registrations(tournament_id: int) -> tuple[int, int]:
    """How many registrations wait for their payment, and how many are paid and wait for the document."""
    pending = Registration.objects.filter(tournament_id=tournament_id, state=RegistrationState.PENDING)
    found = pending.aggregate(
        unpaid=Count("pk", filter=Q(paid_at__isnull=True)), ahead=Count("pk", filter=Q(paid_at__isnull=False))
    )
    return found["unpaid"], found["ahead"]


def entries_view(
    tournament_id: int, *, state: str | None = None, after: int = 0, limit: int = 100
) -> list[EntryView]:
    """Entries in the order they were paid, from the one after `after`."""
    rows = Entry.objects.filter(tournament_id=tournament_id, pk__gt=after).select_related("player")
    if state is not None:
        rows = rows.filter(state=state)
    page = list(rows.order_by("pk")[:limit])
    numbers = numbers_of(e.receipt for e in page)
    return [
        EntryView(
            entry_id=e.pk,
            registration_id=e.registration_id,
            player_id=e.player_id,
            player=e.player.public_name,
            ordinal=e.ordinal,
            state=e.state,
            method=e.method,
            receipt=e.receipt,
            receipt_number=numbers.get(e.receipt),
            chips_issued=e.chips_issued,
            stack_chips=e.stack_chips,
            paid_at=e.paid_at,
        )
        for e in page
    ]


def entries_sheet(tournament_id: int) -> Iterator[Mapping[str, Any]]:
    """Every entry for a spreadsheet, in the order they were paid; read in parts."""
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


def names_of_entries(entry_ids: Iterable[int]) -> dict[int, str]:
    """The public names of the players of these entries."""
    return dict(Entry.objects.filter(pk__in=list(entry_ids)).values_list("pk", "player__public_name"))


def waiting_view(tournament_id: int, *, offset: int = 0, limit: int = 200) -> list[dict[str, Any]]:
    """Who waits for a seat, in the order of the line: {entry_id, name, line}. Rule: ADTP.8A"""
    rows = (
        Entry.objects.filter(tournament_id=tournament_id, state=EntryState.WAITING)
        .order_by("pk")
        .values_list("pk", "player__public_name")[offset : offset + limit]
    )
    return [{"entry_id": pk, "name": name, "line": line} for line, (pk, name) in enumerate(rows, offset + 1)]


def purchases_view(
    tournament_id: int, *, entry_id: int | None = None, after: int = 0, limit: int = 100
) -> list[PurchaseView]:
    """Rebuys and add-ons in the order they were paid, from the one after `after`; of one entry when it is named."""
    rows = Purchase.objects.filter(entry__tournament_id=tournament_id, pk__gt=after).select_related(
        "entry__player"
    )
    if entry_id is not None:
        rows = rows.filter(entry_id=entry_id)
    page = list(rows.order_by("pk")[:limit])
    numbers = numbers_of(p.receipt for p in page)
    return [
        PurchaseView(
            purchase_id=p.pk,
            entry_id=p.entry_id,
            player=p.entry.player.public_name,
            kind=p.kind,
            chips=p.chips,
            method=p.method,
            receipt=p.receipt,
            receipt_number=numbers.get(p.receipt),
            at=p.at,
            undone=p.undone_at is not None,
        )
        for p in page
    ]


def purchase_worth(purchase_id: int) -> tuple[int, int]:
    """(price and surcharge in cents, chips) of a purchase that stands. Refusal: ``not_found``."""
    row = Purchase.objects.filter(pk=purchase_id, undone_at__isnull=True).first()
    if row is None:
        raise _gone("purchase")
    return row.price_cents + row.surcharge_cents, row.chips


@dataclass(frozen=True, slots=True, kw_only=True)
class ReceiptView:
    """What a receipt says. number: its running number at the house, None until it is given and in practice. kind:
    entry, re_entry, rebuy or add_on. chips: what was handed out for it. cancelled: what was paid went back."""

    receipt: str
    number: int | None
    venue_id: int
    practice: bool
    kind: str
    tournament_id: int
    entry_id: int
    player_id: int
    player: str
    code: str
    price_cents: int
    surcharge_cents: int
    method: str
    chips: int
    at: datetime
    cancelled: bool


def receipt_view(receipt: str) -> ReceiptView:
    """One receipt by its number. Refusal: ``not_found``. Rule: SCPT.D"""
    number = receipt.strip().upper()
    if not is_receipt(number):
        raise _gone("receipt")
    running = numbers_of([number]).get(number)
    entry = Entry.objects.filter(receipt=number).select_related("player", "registration").first()
    if entry is not None:
        venue_id, practice = _house_of(entry.tournament_id)
        return ReceiptView(
            receipt=entry.receipt,
            number=running,
            venue_id=venue_id,
            practice=practice,
            kind="entry" if entry.ordinal == 1 else "re_entry",
            tournament_id=entry.tournament_id,
            entry_id=entry.pk,
            player_id=entry.player_id,
            player=entry.player.public_name,
            code=entry.registration.code,
            price_cents=entry.price_cents,
            surcharge_cents=entry.surcharge_cents,
            method=entry.method,
            chips=entry.chips_issued,
            at=entry.paid_at,
            cancelled=entry.state == EntryState.CANCELLED or all_undone(f"entry:{entry.pk}"),
        )
    bought = (
        Purchase.objects.filter(receipt=number).select_related("entry__player", "entry__registration").first()
    )
    if bought is None:
        raise _gone("receipt")
    venue_id, practice = _house_of(bought.entry.tournament_id)
    return ReceiptView(
        receipt=bought.receipt,
        number=running,
        venue_id=venue_id,
        practice=practice,
        kind=bought.kind,
        tournament_id=bought.entry.tournament_id,
        entry_id=bought.entry_id,
        player_id=bought.entry.player_id,
        player=bought.entry.player.public_name,
        code=bought.entry.registration.code,
        price_cents=bought.price_cents,
        surcharge_cents=bought.surcharge_cents,
        method=bought.method,
        chips=bought.chips,
        at=bought.at,
        cancelled=bought.undone_at is not None or all_undone(f"purchase:{bought.pk}"),
    )


def _house_of(tournament_id: int) -> tuple[int, bool]:
    return Tournament.objects.values_list("venue_id", "practice").get(pk=tournament_id)


def numbers_of(receipts: Iterable[str]) -> dict[str, int]:
    """The running numbers of these receipts at their house, as far as they were given. Rule: SCPT.D"""
    return dict(ReceiptNumber.objects.filter(receipt__in=list(receipts)).values_list("receipt", "number"))


def player_by_code(tournament_id: int, text: str) -> int | None:
    """The player whose registration code or receipt somebody typed or scanned; None when it is neither.

    A receipt is found whatever stands around it, as in the address that its QR code holds, and of whichever tournament
    it is: who brings last week's is the same player.
    """
    number = receipt_in(text)
    if number:
        try:
            return receipt_view(number).player_id
        except Refused:
            return None
    code = text.strip().upper()
    found = (
        Registration.objects.filter(tournament_id=tournament_id, code=code).values_list("player_id").first()
        or Order.objects.filter(tournament_id=tournament_id, code=code).values_list("player_id").first()
    )
    return found[0] if found else None


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryFound:
    """Somebody in the tournament, for the staff's search. table, seat: None without a seat."""

    entry_id: int
    player_id: int
    player: str
    full_name: str
    state: str
    receipt: str
    table: int | None
    seat: int | None


def find_entries(tournament_id: int, text: str, *, limit: int = 20) -> list[EntryFound]:
    """Entries by a piece of the player's public or full name, live ones first; nothing for ""."""
    words = text.split()[:5]
    if not words:
        return []
    rows = Entry.objects.filter(tournament_id=tournament_id).exclude(state=EntryState.CANCELLED)
    for word in words:
        rows = rows.filter(Q(player__full_name__icontains=word) | Q(player__public_name__icontains=word))
    return [
        EntryFound(
            entry_id=e.pk,
            player_id=e.player_id,
            player=e.player.public_name,
            full_name=e.player.full_name,
            state=e.state,
            receipt=e.receipt,
            table=e.seat.table.number if hasattr(e, "seat") else None,
            seat=e.seat.number if hasattr(e, "seat") else None,
        )
        for e in rows.select_related("player", "seat__table").order_by(
            Case(When(state=EntryState.OUT, then=1), default=0), "player__full_name", "pk"
        )[:limit]
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnEntry:
    """One tournament of a player: the registration and the last entry in it, for the player."""

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


def played_in_public(player_id: int) -> bool:
    """Whether somebody has an entry that stands in a tournament that everybody may see."""
    return (
        Entry.objects.filter(player_id=player_id, tournament__practice=False)
        .exclude(state=EntryState.CANCELLED)
        .exclude(tournament__state=TournamentState.DRAFT)
        .exists()
    )


def entries_of_player(
    player_id: int, *, public_only: bool = False, offset: int = 0, limit: int = 50
) -> list[OwnEntry]:
    """A player's tournaments, the latest start first."""
    rows = (
        Registration.objects.filter(player_id=player_id)
        .select_related("tournament")
        .defer("tournament__structure", "tournament__payout_table", "tournament__policies")
        .order_by("-tournament__starts_at", "-pk")
    )
    if public_only:
        rows = rows.filter(tournament__practice=False)
    page = list(rows[offset : offset + limit])
    last: dict[int, Entry] = {}
    counted: dict[int, int] = {}
    for entry in Entry.objects.filter(registration_id__in=[r.pk for r in page]).order_by("pk"):
        last[entry.registration_id] = entry
        counted[entry.registration_id] = counted.get(entry.registration_id, 0) + 1
    return [
        OwnEntry(
            tournament_id=r.tournament_id,
            tournament=r.tournament.name,
            starts_at=r.tournament.starts_at,
            state=r.tournament.state,
            registration_id=r.pk,
            registration_state=r.state,
            code=r.code,
            entry_id=last[r.pk].pk if r.pk in last else None,
            entry_state=last[r.pk].state if r.pk in last else "",
            entries=counted.get(r.pk, 0),
            receipt=last[r.pk].receipt if r.pk in last else "",
        )
        for r in page
    ]


# --- results ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultLine:
    """One place. tied: how many share it. entry: which entry of the player it was."""

    place: int
    tied: int
    entry_id: int
    player_id: int
    player: str
    country: str
    ordinal: int


def results(tournament_id: int, *, offset: int = 0, limit: int = 200) -> list[ResultLine]:
    """The places decided so far, best first; the winner once the tournament is finished. Refusal: ``not_found``."""
    tournament = (
        Tournament.objects.filter(pk=tournament_id).exclude(state=TournamentState.DRAFT).values_list("state")
    ).first()
    if tournament is None:
        raise _gone("tournament")
    field = Field.objects.filter(pk=tournament_id).first()
    if field is None:
        return []
    found: list[ResultLine] = []
    first = 0
    if tournament[0] == TournamentState.FINISHED:
        left = list(
            Entry.objects.filter(tournament_id=tournament_id, state=EntryState.PLAYING)
            .select_related("player")
            .order_by("pk")
        )
        # a tournament that ended on time has several, whose places its own ranking tells
        if len(left) == 1:
            first = 1
            if offset == 0:
                found.append(_line(left[0], place=1, tied=1))
    rows = (
        Elimination.objects.filter(
            tournament_id=tournament_id, undone_at__isnull=True, out_before__isnull=False
        )
        .select_related("entry__player")
        .order_by("-out_before", "-stack_chips_start", "pk")
    )
    begin = max(0, offset - first)
    for row in rows[begin : begin + limit - len(found)]:
        place = place_from(entries_total=field.entries_total, out_before=row.out_before or 0, tied=row.tied)
        found.append(_line(row.entry, place=place, tied=row.tied))
    return found


def _line(entry: Entry, *, place: int, tied: int) -> ResultLine:
    return ResultLine(
        place=place,
        tied=tied,
        entry_id=entry.pk,
        player_id=entry.player_id,
        player=entry.player.public_name,
        country=entry.player.country,
        ordinal=entry.ordinal,
    )
