"""Hand-for-hand, as the console shows it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Q

from rules.finishing import place_from
from rules.policies import HandCharge
from tables.models import HandDone, Table, TableState
from tournaments.models import Clock, Elimination, Field


def last_round_done_at(tournament_id: int) -> datetime | None:
    """Return when the last table had done its hand of the last round that is complete; None before. Rule: PT-T.49"""
    round_ = Field.objects.filter(pk=tournament_id).values_list("hand_for_hand_round", flat=True).first() or 0
    done = HandDone.objects.filter(tournament_id=tournament_id, round=round_ - 1)
    found: datetime | None = done.order_by("-at").values_list("at", flat=True).first()
    return found


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundView:
    """The hand-for-hand console. round: as commands name it; number: which hand of this hand-for-hand that is, from 1. waiting_for: tables that still play this round; out: busts not ranked yet.

    charge: what a hand takes off the level, fixed or real_time; empty: the clock runs on. last_done: the table that completed the
    round before, while its word can still be taken back; None where no round is, or the next one has begun. last_done_at: when the
    round before was complete.
    """

    on: bool
    round: int
    number: int
    done: tuple[int, ...]
    waiting_for: tuple[int, ...]
    out: tuple[Mapping[str, Any], ...]
    charge: str = ""
    last_done: int | None = None
    last_done_at: datetime | None = None


def hand_for_hand_view(tournament_id: int) -> RoundView:
    """Return where hand-for-hand stands. Field.DoesNotExist before the start. Rule: PT-T.49"""
    field = Field.objects.select_related("tournament").get(pk=tournament_id)
    if not field.hand_for_hand:
        return RoundView(
            on=False,
            round=field.hand_for_hand_round,
            number=field.hand_number(field.hand_for_hand_round),
            done=(),
            waiting_for=(),
            out=(),
        )
    done = set(
        HandDone.objects.filter(tournament_id=tournament_id, round=field.hand_for_hand_round).values_list(
            "table__number", flat=True
        )
    )
    playing = Table.objects.filter(
        Q(players__gte=2), tournament_id=tournament_id, state=TableState.OPEN
    ).values_list("number", flat=True)
    out = (
        Elimination.objects.filter(
            tournament_id=tournament_id,
            hand_for_hand_round=field.hand_for_hand_round,
            out_before__isnull=True,
            undone_at__isnull=True,
        )
        .select_related("entry__player")
        .order_by("id")
    )
    busts = Elimination.objects.filter(
        tournament_id=tournament_id,
        undone_at__isnull=True,
        hand_for_hand_round__in=(field.hand_for_hand_round, max(1, field.hand_for_hand_round - 1)),
    )
    last_done = None
    first = field.hand_for_hand_round == field.hand_for_hand_from
    if not done and not first and not field.tournament.online and not busts.exists():
        before = HandDone.objects.filter(tournament_id=tournament_id, round=field.hand_for_hand_round - 1)
        last_done = before.order_by("-at", "-pk").values_list("table__number", flat=True).first()
    clock = Clock.objects.filter(pk=tournament_id).values_list("state", flat=True).first() or {}
    charge = ""
    if clock.get("hand_for_hand"):
        charge = HandCharge.REAL_TIME.value if clock.get("hand_at") else HandCharge.FIXED.value
    return RoundView(
        on=True,
        round=field.hand_for_hand_round,
        number=field.hand_number(field.hand_for_hand_round),
        charge=charge,
        last_done=last_done,
        last_done_at=last_round_done_at(tournament_id),
        done=tuple(sorted(done)),
        waiting_for=tuple(sorted(set(playing) - done)),
        out=tuple(
            {
                "elimination_id": e.pk,
                "entry_id": e.entry_id,
                "name": e.entry.player.public_name,
                "table": e.table_number,
                "stack_chips_start": e.stack_chips_start,
            }
            for e in out
        ),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class OutInHand:
    """Somebody who went out in the last hand, and was placed with it. tied: how many share the place."""

    player: str
    table: int
    place: int
    tied: int


def out_in_last_hand(tournament_id: int, *, round_: RoundView) -> list[OutInHand]:
    """Return who went out in the last hand that all tables have done, best place first. Rule: PT-T.49, PT-T.31"""
    if not round_.on:
        return []
    field = Field.objects.get(pk=tournament_id)
    rows = Elimination.objects.filter(
        tournament_id=tournament_id,
        undone_at__isnull=True,
        out_before__isnull=False,
        hand_for_hand_round=round_.round - 1,
        hand_for_hand_round__gte=field.hand_for_hand_from,
    )
    found = [
        OutInHand(
            player=name,
            table=table,
            place=place_from(entries_total=field.entries_total, out_before=out_before or 0, tied=tied),
            tied=tied,
        )
        for name, table, out_before, tied in rows.order_by("id").values_list(
            "entry__player__public_name", "table_number", "out_before", "tied"
        )
    ]
    return sorted(found, key=lambda out: out.place)


def has_served(tournament_id: int, *, round_: RoundView, places_paid: int) -> bool:
    """Return whether the hands played together have decided what they were for: more were left than places are paid when this
    hand-for-hand began, no more are now, and no table has ended a further hand. Rule: PT-T.49
    """
    if not round_.on or not places_paid or round_.done or round_.out:
        return False
    field = Field.objects.get(pk=tournament_id)
    left = field.players_left + field.waiting
    gone = Elimination.objects.filter(
        tournament_id=tournament_id, undone_at__isnull=True, hand_for_hand_round__gte=field.hand_for_hand_from
    ).count()
    return left <= places_paid < left + gone
