"""Who can have taken somebody's chips: those who sat at the table."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Q

from payouts.queries.bounties import BountyShare, shares_of, spent
from rules.refusals import N_, Refused, possible
from tables.models import Move, Seat
from tournaments.models import Elimination, Entry, Takers, TakersNaming, TournamentState


@dataclass(frozen=True, slots=True, kw_only=True)
class Mate:
    """Somebody who sat there. seat: the present one, or that of the time."""

    entry_id: int
    name: str
    seat: int


def at_table_with(
    tournament_id: int, *, entry_id: int, table_number: int, until: datetime, out: Elimination | None = None
) -> list[Mate]:
    """Return who sat at a table with an entry, from when it came there until that instant, by seat; without itself.

    Who has been moved away since counts, and who came later does not. Nobody who was out before: `out` is the
    elimination asked about, without it nobody who is out at all. Rule: SCPT.P
    """
    moves = list(
        Move.objects.filter(tournament_id=tournament_id)
        .filter(Q(from_table_number=table_number) | Q(to_table_number=table_number))
        .order_by("id")
    )
    since: datetime | None = None
    came: dict[int, datetime] = {}
    seats: dict[int, int] = {}
    for move in moves:
        if move.entry_id == entry_id and move.to_table_number == table_number and move.at <= until:
            since = move.at
    for move in moves:
        if move.to_table_number == table_number and move.from_table_number != table_number:
            came[move.entry_id] = move.at
        elif move.from_table_number == table_number and move.to_table_number != table_number:
            arrived = came.pop(move.entry_id, None)
            left_in_time = since is None or move.at >= since
            if left_in_time and (arrived is None or arrived <= until):
                seats[move.entry_id] = move.from_seat_number or 0
    for other, number, sits_since in Seat.objects.filter(
        table__tournament_id=tournament_id, table__number=table_number, entry__isnull=False
    ).values_list("entry_id", "number", "since"):
        arrived = came.get(other)
        if arrived is None or arrived <= until or (sits_since is not None and sits_since <= until):
            seats[other] = number
    before = Elimination.objects.filter(tournament_id=tournament_id, undone_at__isnull=True)
    if out is not None:
        for other, number in before.filter(table_number=table_number, pk__gt=out.pk).values_list(
            "entry_id", "seat_number"
        ):
            arrived = came.get(other)
            if arrived is None or arrived <= until:
                seats[other] = number
        # of one hand nobody who goes out has taken chips
        before = before.filter(Q(pk__lt=out.pk) | Q(command_id=out.command_id))
    gone = set(before.filter(entry_id__in=seats).values_list("entry_id", flat=True))
    wanted = {other: seat for other, seat in seats.items() if other not in gone and other != entry_id}
    names = dict(Entry.objects.filter(pk__in=wanted).values_list("pk", "player__public_name"))
    return sorted(
        (Mate(entry_id=other, name=names[other], seat=seat) for other, seat in wanted.items()),
        key=lambda mate: (mate.seat, mate.entry_id),
    )


def taker_not_there(name: str, *, table_number: int) -> Refused:
    return Refused(
        "taker_not_there",
        N_(
            "%(player)s did not sit at table %(table)s in that hand, or is out. Name who took the chips there, or decide"
            " later."
        ),
        rule="SCPT.P",
        player=name,
        table=table_number,
    )


def naming_of(naming_id: int) -> TakersNaming:
    """Return an answer by its number. Refusals: ``no_such_naming``."""
    found = TakersNaming.objects.select_related("elimination__tournament").filter(pk=naming_id).first()
    if found is None:
        raise Refused("no_such_naming", N_("There is no such answer. Reload the page."), rule="SCPT.P")
    return found


def home_of_naming(naming_id: int) -> tuple[int, int]:
    """Return (tournament id, venue id) of an answer. Refusals: ``no_such_naming``."""
    tournament = naming_of(naming_id).elimination.tournament
    return tournament.pk, tournament.venue_id


def why_naming_stays(naming: TakersNaming) -> Refused | None:
    """Return why an answer cannot be taken back; None when it can. Codes: ``already_undone``,
    ``takers_changed_since``.
    """
    row = naming.elimination
    if naming.undone_at is not None:
        return Refused("already_undone", N_("This was already undone."), rule="ADTP.1")
    later = TakersNaming.objects.filter(elimination=row, pk__gt=naming.pk, undone_at__isnull=True)
    if row.undone_at is not None or later.exists():
        return Refused(
            "takers_changed_since",
            N_("The bust was undone or the answer corrected since. Look at it as it stands now."),
            rule="SCPT.P",
        )
    return None


def undo_naming_preview(naming_id: int) -> dict[str, Any]:
    """Return what taking an answer back would do: {possible, code, sentence, params, bounties that are taken back,
    open_again}.

    Refusals: ``no_such_naming``."""
    naming = naming_of(naming_id)
    row = naming.elimination
    shares = shares_of([row.pk]).get(row.pk, ())
    no = why_naming_stays(naming)
    if no is None and row.tournament.state != TournamentState.RUNNING:
        no = Refused(
            "not_running",
            N_("This tournament is not running (%(state)s)."),
            state=str(TournamentState(row.tournament.state).value),
        )
    no = no or spent(shares, unit=row.tournament.currency)
    return {
        "naming_id": naming.pk,
        **possible(no),
        "bounties": [share.as_dict() for share in shares],
        "open_again": naming.was == Takers.OPEN,
    }


@dataclass(frozen=True, slots=True, kw_only=True)
class TakersQuestion:
    """Who can have taken the chips of somebody who is out, and what was answered."""

    elimination_id: int
    name: str
    table: int
    seat: int
    at: datetime
    takers: str
    by_entries: tuple[int, ...]
    mates: tuple[Mate, ...]
    undone: bool


def takers_asked(tournament_id: int, *, elimination_id: int) -> TakersQuestion:
    """Return the question who took somebody's chips, as it stands. Refusals: ``no_such_elimination``. Rule: SCPT.P"""
    row = (
        Elimination.objects.select_related("entry__player")
        .filter(pk=elimination_id, tournament_id=tournament_id)
        .first()
    )
    if row is None:
        raise Refused(
            "no_such_elimination", N_("There is no such elimination. Reload the page."), rule="PT-T.31"
        )
    return TakersQuestion(
        elimination_id=row.pk,
        name=row.entry.player.public_name,
        table=row.table_number,
        seat=row.seat_number,
        at=row.at,
        takers=row.takers,
        by_entries=tuple(row.by_entries),
        mates=tuple(
            at_table_with(
                tournament_id, entry_id=row.entry_id, table_number=row.table_number, until=row.at, out=row
            )
        ),
        undone=row.undone_at is not None,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered:
    """Whose chips went to whom; no shares: nobody took them."""

    elimination_id: int
    name: str
    table: int
    seat: int
    shares: tuple[BountyShare, ...]


def takers_answered(tournament_id: int, *, limit: int) -> list[Answered]:
    """Return the answers that stand, the last who went out first."""
    rows = list(
        Elimination.objects.filter(
            tournament_id=tournament_id, undone_at__isnull=True, takers__in=(Takers.NAMED, Takers.NOBODY)
        )
        .select_related("entry__player")
        .order_by("-id")[:limit]
    )
    shares = shares_of([row.pk for row in rows])
    return [
        Answered(
            elimination_id=row.pk,
            name=row.entry.player.public_name,
            table=row.table_number,
            seat=row.seat_number,
            shares=shares.get(row.pk, ()),
        )
        for row in rows
    ]
