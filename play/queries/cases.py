"""Cases of the integrity desk, for its officers and the owner; whom a case is about finds none. Ask `require(REVIEW_INTEGRITY)` first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

from django.db.models import QuerySet

from people.queries import names_of_users
from play.models import CaseEntry, IntegrityCase
from play.queries.parts import dealt_at_house
from rules.refusals import not_found

ON_A_PAGE = 50


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseLine:
    """A case in the list. players: the names of whom it is about. outcome: what came of it; "" while it is open."""

    case_id: int
    players: tuple[str, ...]
    opened_at: datetime
    opened_by: str
    closed_at: datetime | None
    outcome: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseEntryView:
    """What was written in a case. table_id, table, number: of the hand that goes with it, or of the complaint's; None and "" without.
    complaint_id: of the complaint that goes with it. erased: what was written is gone, with its players' data.
    """

    entry_id: int
    at: datetime
    by: str
    text: str = field(repr=False)
    erased: bool
    table_id: int | None
    table: str
    number: int | None
    complaint_id: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseView:
    """A case with all its entries, the first one first. player_ids: whom it is about."""

    line: CaseLine
    player_ids: tuple[int, ...]
    entries: tuple[CaseEntryView, ...]


def all_played_here(venue_id: int, *, players: Sequence[int]) -> bool:
    """Return whether each of these players was dealt a hand at a table of the house: about others it opens no case."""
    return bool(players) and dealt_at_house(venue_id, players=players) == set(players)


def cases_of_house(
    venue_id: int, *, officer_id: int | None, only_open: bool = False, limit: int = ON_A_PAGE, offset: int = 0
) -> list[CaseLine]:
    """Return a house's cases, the newest first, but for those about the officer's own play. Rule: PT-H.11"""
    found = _for_officer(venue_id, officer_id=officer_id).order_by("-id")
    if only_open:
        found = found.filter(closed_at__isnull=True)
    return _lines(found[offset : offset + limit])


def case_of_house(case_id: int, *, venue_id: int, officer_id: int | None) -> CaseView:
    """Return one case with its entries. Refusals: ``not_found``, to whom it is about, too. Rule: PT-H.11"""
    found = _for_officer(venue_id, officer_id=officer_id).filter(pk=case_id)
    lines = _lines(found)
    if not lines:
        raise not_found("case")
    rows = list(
        CaseEntry.objects.filter(case_id=case_id)
        .select_related("hand__table", "complaint__hand__table")
        .order_by("id")
    )
    names = names_of_users({row.by for row in rows})
    return CaseView(
        line=lines[0],
        player_ids=tuple(found.values_list("players__player_id", flat=True).order_by("players__player_id")),
        entries=tuple(_entry(row, names) for row in rows),
    )


def _for_officer(venue_id: int, *, officer_id: int | None) -> QuerySet[IntegrityCase]:
    found = IntegrityCase.objects.filter(venue_id=venue_id)
    return found.none() if officer_id is None else found.exclude(players__player__user_id=officer_id)


def _lines(found: QuerySet[IntegrityCase]) -> list[CaseLine]:
    rows = list(found.prefetch_related("players__player"))
    names = names_of_users({row.opened_by for row in rows})
    return [
        CaseLine(
            case_id=row.pk,
            players=tuple(sorted(one.player.public_name for one in row.players.all())),
            opened_at=row.opened_at,
            opened_by=names.get(row.opened_by, f"#{row.opened_by}"),
            closed_at=row.closed_at,
            outcome=row.outcome,
        )
        for row in rows
    ]


def _entry(row: CaseEntry, names: dict[int, str]) -> CaseEntryView:
    hand = row.complaint.hand if row.complaint is not None else row.hand
    return CaseEntryView(
        entry_id=row.pk,
        at=row.at,
        by=names.get(row.by, f"#{row.by}"),
        text=row.text,
        erased=not row.text,
        table_id=hand.table_id if hand is not None else None,
        table=hand.table.name if hand is not None else "",
        number=hand.number if hand is not None else None,
        complaint_id=row.complaint_id,
    )
