"""Who is owed what, and who has it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any
from zoneinfo import ZoneInfo

from django.db.models import Count, Min, Q, QuerySet, Sum

from payouts.models import Award, AwardState
from rules.refusals import N_, Refused
from tournaments.queries.circuit import home_of


def no_such_award() -> Refused:
    return Refused("no_such_award", N_("There is no such prize. Reload the page."), rule="SCPT.L")


def home_of_award(award_id: int) -> tuple[int, int]:
    """Return (tournament id, venue id) of an award. Refusals: ``no_such_award``."""
    return home_of(Award.objects.filter(pk=award_id), otherwise=no_such_award())


@dataclass(frozen=True, slots=True, kw_only=True)
class AwardView:
    """One prize for those who pay it. shared_with: who has the same place. overdue: owed after its day at the venue (`today`)."""

    award_id: int
    tournament_id: int
    tournament: str
    entry_id: int
    player_id: int
    name: str
    place: int
    tied: int
    shared_with: tuple[str, ...]
    amount_cents: int
    currency: str
    state: str
    due_on: date
    overdue: bool
    awarded_at: datetime
    paid_at: datetime | None
    paid_method: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AwardsView:
    """The prizes asked for, best place first (a venue's: first due first), and their sums. owed, paid: how many there are
    of each; next_due_on: the first day by which one that is owed must be paid, None where nothing is owed."""

    rows: tuple[AwardView, ...]
    owed: int
    owed_cents: int
    paid: int
    paid_cents: int
    next_due_on: date | None

    @property
    def count(self) -> int:
        return self.owed + self.paid

    @property
    def cents(self) -> int:
        return self.owed_cents + self.paid_cents


def awards_view(
    *,
    today: date,
    tournament_id: int | None = None,
    venue_id: int | None = None,
    owed_only: bool = False,
    only: Collection[int] | None = None,
    limit: int = 500,
    offset: int = 0,
) -> AwardsView:
    """Return the prizes of a tournament or of a whole venue, for the director and the desk. only: of these prizes
    alone.
    Rule: SCPT.L, PT-T.54
    """
    if (tournament_id is None) == (venue_id is None):
        raise ValueError("a tournament or a venue")
    found = Award.objects.exclude(state=AwardState.VOID)
    if tournament_id is not None:
        found = found.filter(tournament_id=tournament_id).order_by("place", "id")
    elif venue_id is not None:
        found = found.filter(tournament__venue_id=venue_id, tournament__practice=False).order_by(
            "due_on", "id"
        )
    sums: dict[str, tuple[int, int, date | None]] = {
        state: (count, int(cents), first)
        for state, count, cents, first in found.order_by()
        .values_list("state")
        .annotate(count=Count("pk"), cents=Sum("amount_cents"), first=Min("due_on"))
    }
    owed, owed_cents, next_due_on = sums.get(AwardState.OWED, (0, 0, None))
    paid, paid_cents, _ = sums.get(AwardState.PAID, (0, 0, None))
    if only is not None:
        found = found.filter(pk__in=only)
    if owed_only:
        found = found.filter(state=AwardState.OWED)
    return AwardsView(
        rows=_views(found[offset : offset + limit], today),
        owed=owed,
        owed_cents=owed_cents,
        paid=paid,
        paid_cents=paid_cents,
        next_due_on=next_due_on,
    )


def award_view(award_id: int, *, tournament_id: int, today: date) -> AwardView:
    """Return one prize of a tournament, for its slip. Refusals: ``no_such_award``, ``award_void``."""
    gone = Award.objects.filter(pk=award_id, tournament_id=tournament_id, state=AwardState.VOID).first()
    if gone is not None:
        raise _taken_back(gone)
    found = _views(
        Award.objects.filter(pk=award_id, tournament_id=tournament_id).exclude(state=AwardState.VOID), today
    )
    if not found:
        raise no_such_award()
    return found[0]


def _taken_back(gone: Award) -> Refused:
    """The no to a slip whose prize was taken back, with the slip that replaced it."""
    now = (
        Award.objects.filter(tournament_id=gone.tournament_id, entry_id=gone.entry_id)
        .exclude(state=AwardState.VOID)
        .order_by("-id")
        .first()
    )
    slip = str(gone.pk)
    if now is None:
        return Refused(
            "award_void",
            N_("The prize of slip no. %(slip)s was taken back. No other slip has replaced it."),
            rule="SCPT.L",
            slip=slip,
        )
    return Refused(
        "award_void",
        N_("The prize of slip no. %(slip)s was taken back. Slip no. %(replacement)s replaced it."),
        rule="SCPT.L",
        slip=slip,
        replacement=str(now.pk),
    )


def owed_of(tournament_id: int, *, today: date) -> tuple[int, int, int]:
    """Return (how many prizes are owed, cents of them all, how many are overdue): one row, whatever the field.
    Rule: SCPT.L
    """
    found = Award.objects.filter(tournament_id=tournament_id, state=AwardState.OWED).aggregate(
        count=Count("pk"), cents=Sum("amount_cents"), overdue=Count("pk", filter=Q(due_on__lt=today))
    )
    return found["count"], int(found["cents"] or 0), found["overdue"]


def awards_of_player(
    player_id: int,
    *,
    at: datetime | None = None,
    tournament_id: int | None = None,
    practice: bool = False,
    limit: int = 50,
) -> tuple[AwardView, ...]:
    """Return what one player has won, newest first; overdue by the day that it is at each house `at` then. practice: with
    what is no money at all.
    Rule: SCPT.L
    """
    found = Award.objects.filter(player_id=player_id).exclude(state=AwardState.VOID).order_by("-id")
    if not practice:
        found = found.filter(tournament__practice=False)
    if tournament_id is not None:
        found = found.filter(tournament_id=tournament_id)
    return _views(found[:limit], at)


def open_prizes_of(player_id: int, *, venue_id: int, practice: bool, today: date) -> tuple[AwardView, ...]:
    """Return what one player has won at a house and nobody has paid out yet, the oldest first: it lies in the
    balance.
    Rule: SCPT.L
    """
    return _views(
        Award.objects.filter(
            player_id=player_id,
            tournament__venue_id=venue_id,
            tournament__practice=practice,
            state=AwardState.OWED,
        ).order_by("id"),
        today,
    )


def _views(found: QuerySet[Award], now: date | datetime | None) -> tuple[AwardView, ...]:
    rows = list(
        found.select_related("player", "tournament__venue").defer(
            "tournament__structure", "tournament__payout_table", "tournament__policies", "tournament__split"
        )
    )
    sharing = _sharing(rows)
    return tuple(
        AwardView(
            award_id=row.pk,
            tournament_id=row.tournament_id,
            tournament=row.tournament.name,
            entry_id=row.entry_id,
            player_id=row.player_id,
            name=row.player.public_name,
            place=row.place,
            tied=row.tied,
            shared_with=tuple(
                name
                for entry_id, name in sharing.get((row.tournament_id, row.place), ())
                if entry_id != row.entry_id
            ),
            amount_cents=row.amount_cents,
            currency=row.tournament.currency,
            state=str(row.state),
            due_on=row.due_on,
            overdue=row.state == AwardState.OWED and _over(row, now),
            awarded_at=row.awarded_at,
            paid_at=row.paid_at,
            paid_method=row.paid_method,
        )
        for row in rows
    )


def undo_payment_preview(award_id: int) -> dict[str, Any]:
    """Return what taking a payment back would do: {possible, code, sentence, params, owed_again_cents, player}.

    Refusals: ``no_such_award``."""
    row = Award.objects.select_related("player").filter(pk=award_id).first()
    if row is None:
        raise no_such_award()
    paid = row.state == AwardState.PAID
    return {
        "award_id": award_id,
        "possible": paid,
        "code": "" if paid else "already_undone",
        "sentence": "" if paid else N_("This was already undone."),
        "params": {},
        "player": row.player.public_name,
        "prize_owed_cents": row.amount_cents,
    }


def _over(row: Award, now: date | datetime | None) -> bool:
    """Whether the day on which it was due is over at the venue."""
    if isinstance(now, datetime):
        now = now.astimezone(ZoneInfo(row.tournament.venue.timezone)).date()
    return now is not None and row.due_on < now


def _sharing(rows: Sequence[Award]) -> dict[tuple[int, int], list[tuple[int, str]]]:
    """Who has each place that several share, by tournament and place. One statement, where there is one."""
    shared = {(row.tournament_id, row.place) for row in rows if row.tied > 1}
    found: dict[tuple[int, int], list[tuple[int, str]]] = {}
    if not shared:
        return found
    for t, place, entry_id, name in (
        Award.objects.filter(tournament_id__in={t for t, _ in shared}, place__in={p for _, p in shared})
        .exclude(state=AwardState.VOID)
        .order_by("id")
        .values_list("tournament_id", "place", "entry_id", "player__public_name")
    ):
        found.setdefault((t, place), []).append((entry_id, name))
    return found
