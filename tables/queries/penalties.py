"""Penalties: what is still to be missed, and the history that follows a player."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import F

from rules import penalties
from rules.refusals import N_, Refused
from tables.models import Penalty, Seat
from tournaments.models import Entry
from tournaments.queries.circuit import home_of


@dataclass(frozen=True, slots=True, kw_only=True)
class PenaltyView:
    """A penalty; open while hands are owed."""

    penalty_id: int
    tournament_id: int
    tournament: str
    entry_id: int
    kind: str
    rounds: int
    hands_owed: int
    hands_served: int
    reason: str
    rule: str
    at: datetime
    undone: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordView:
    """What a person brings along when a penalty is chosen. history: what stands, newest first, of all tournaments.
    next: the step above the heaviest of it; the director decides."""

    player_id: int
    player: str
    history: tuple[PenaltyView, ...]
    next: Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenPenalty:
    """Hands that somebody must still miss, and where he sits now: None while he is not in play."""

    penalty_id: int
    player: str
    table: int | None
    seat: int | None
    kind: str
    rounds: int
    hands_owed: int
    hands_served: int
    reason: str
    at: datetime


def penalties_of(player_id: int, *, practice: bool | None = False) -> list[PenaltyView]:
    """Return a player's penalties in all tournaments, newest first: the history follows the player. What somebody was given
    in practice they did not do: it is the history of practice alone. None: both. Rule: ADTP.P2"""
    found = Penalty.objects.filter(entry__player_id=player_id)
    if practice is not None:
        found = found.filter(tournament__practice=practice)
    return [
        PenaltyView(
            penalty_id=p.pk,
            tournament_id=p.tournament_id,
            tournament=p.tournament.name,
            entry_id=p.entry_id,
            kind=p.kind,
            rounds=p.rounds,
            hands_owed=p.hands_owed,
            hands_served=p.hands_served,
            reason=p.reason,
            rule=p.rule,
            at=p.at,
            undone=p.undone_at is not None,
        )
        for p in found.select_related("tournament").order_by("-at", "-id")
    ]


def home_of_penalty(penalty_id: int) -> tuple[int, int]:
    """Return (tournament id, venue id) of a penalty. Refusals: ``no_such_penalty``."""
    return home_of(
        Penalty.objects.filter(pk=penalty_id),
        otherwise=Refused(
            "no_such_penalty", N_("There is no such penalty. Reload the page."), rule="ADTP.67"
        ),
    )


def next_penalty(player_id: int, *, practice: bool) -> penalties.Escalation:
    """Return what a further offence of this player would bring; the history follows across tournaments, practice has its own.

    Rule: ADTP.67A, ADTP.P2"""
    history = Penalty.objects.filter(
        entry__player_id=player_id, tournament__practice=practice, undone_at__isnull=True
    )
    return penalties.propose(
        history=[
            penalties.PenaltyTerms(kind=penalties.PenaltyKind(k), players_at_table=1, rounds=r)
            for k, r in history.values_list("kind", "rounds")
        ]
    )


MOST_HISTORY = 20


def record_of(entry_id: int) -> RecordView:
    """Return what is known of the person of an entry before a penalty is chosen. Entry.DoesNotExist.
    Rule: ADTP.67A, ADTP.P2
    """
    entry = (
        Entry.objects.select_related("player").annotate(practice=F("tournament__practice")).get(pk=entry_id)
    )
    return RecordView(
        player_id=entry.player_id,
        player=entry.player.public_name,
        history=tuple(
            [p for p in penalties_of(entry.player_id, practice=entry.practice) if not p.undone][:MOST_HISTORY]
        ),
        next=next_penalty(entry.player_id, practice=entry.practice).as_dict(),
    )


def open_penalties(tournament_id: int) -> list[OpenPenalty]:
    """Return the hands still to be missed at all tables, by table and seat; at the end who is not in play.
    Rule: ADTP.67A, ADTP.67C
    """
    rows = list(
        Penalty.objects.filter(
            tournament_id=tournament_id, undone_at__isnull=True, hands_owed__gt=F("hands_served")
        )
        .select_related("entry__player")
        .order_by("id")
    )
    where = {
        player_id: (table, number)
        for player_id, table, number in Seat.objects.filter(
            entry__tournament_id=tournament_id, entry__player_id__in={p.entry.player_id for p in rows}
        ).values_list("entry__player_id", "table__number", "number")
    }
    found = [
        OpenPenalty(
            penalty_id=p.pk,
            player=p.entry.player.public_name,
            table=where.get(p.entry.player_id, (None, None))[0],
            seat=where.get(p.entry.player_id, (None, None))[1],
            kind=p.kind,
            rounds=p.rounds,
            hands_owed=p.hands_owed,
            hands_served=p.hands_served,
            reason=p.reason,
            at=p.at,
        )
        for p in rows
    ]
    return sorted(found, key=lambda p: (p.table is None, p.table or 0, p.seat or 0, p.penalty_id))
