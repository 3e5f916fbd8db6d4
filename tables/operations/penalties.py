"""Who is away, penalties, the hands served for them, disqualifications. Needs an open command that holds the Field
row.
"""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import F

from dispatch.commands import record
from dispatch.facts import Actor
from rules import penalties
from rules.penalties import PenaltyKind
from rules.refusals import N_, Refused
from tables.facts import AwaySet, PenaltyGiven, PenaltyHandServed, PenaltyUndone
from tables.models import HandDone, Penalty, SatOut, Seat, Table
from tables.operations.moves import seated
from tables.queries.penalties import next_penalty
from tables.queries.seats import Sitter
from tournaments.models import Entry, Field, Tournament


def mark_away(tournament: Tournament, *, entry_id: int, away: bool) -> None:
    """Mark a player away from the seat, or back. Refusals: ``not_seated``. Rule: ADTP.30, SCPT.Q, PT-T.26"""
    sitter = seated(tournament, entry_id=entry_id)
    Seat.objects.filter(entry_id=entry_id).update(away=away)
    record(
        AwaySet(
            tournament_id=tournament.pk,
            entry_id=entry_id,
            table=sitter.table_number or 0,
            seat=sitter.seat_number or 0,
            away=away,
        )
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class NextPenalty:
    """The step that a further offence would bring. rounds: missed. earlier: how many penalties there were."""

    kind: PenaltyKind
    rounds: int
    earlier: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PenaltyResult:
    """hands_owed: how many hands the player misses; 0 of a warning. next: what a further offence would bring."""

    penalty_id: int
    hands_owed: int
    next: NextPenalty


def give_penalty(
    tournament: Tournament,
    *,
    entry_id: int,
    kind: PenaltyKind,
    rounds: int,
    reason: str,
    rule: str,
    at: datetime,
    by: Actor,
    command_id: uuid.UUID,
) -> PenaltyResult:
    """Give a warning, a missed hand or missed rounds.

    Hands owed are those of the players at the table now, the offender included, times the rounds.
    Refusals: ``not_seated``, ``bad_rounds``. Rule: ADTP.67A, ADTP.P2
    """
    sitter = seated(tournament, entry_id=entry_id)
    table = Table.objects.get(pk=sitter.table_id or 0)
    imposed = penalties.impose(kind=kind, players_at_table=table.players, rounds=rounds)
    owed = penalties.hands_due(penalty=imposed)
    row = _write_penalty(
        tournament, entry_id, kind=kind, rounds=rounds, owed=owed, reason=reason, rule=rule, at=at, by=by,
        command_id=command_id,
    )  # fmt: skip
    _tell_penalty(tournament, row, sitter)
    step = next_penalty(sitter.player_id, practice=tournament.practice)
    return PenaltyResult(
        penalty_id=row.pk,
        hands_owed=owed,
        next=NextPenalty(kind=step.kind, rounds=step.rounds, earlier=step.earlier),
    )


def disqualified(
    tournament: Tournament,
    *,
    entry_ids: Sequence[int],
    reason: str,
    at: datetime,
    by: Actor,
    command_id: uuid.UUID,
    rule: str = "ADTP.67D",
) -> None:
    """Keep a disqualification in the history of those who were just put out for it. Rule: ADTP.67D, SCPT.F"""
    for entry in Entry.objects.filter(pk__in=list(entry_ids)).select_related("player").order_by("id"):
        row = _write_penalty(
            tournament, entry.pk, kind=PenaltyKind.DISQUALIFICATION, rounds=0, owed=0, reason=reason,
            rule=rule, at=at, by=by, command_id=command_id,
        )  # fmt: skip
        _tell_penalty(
            tournament,
            row,
            Sitter(entry_id=entry.pk, player_id=entry.player_id, name=entry.player.public_name),
        )


def _write_penalty(
    tournament: Tournament,
    entry_id: int,
    *,
    kind: PenaltyKind,
    rounds: int,
    owed: int,
    reason: str,
    rule: str,
    at: datetime,
    by: Actor,
    command_id: uuid.UUID,
) -> Penalty:
    field = Field.objects.only("hand_for_hand", "hand_for_hand_round").get(pk=tournament.pk)
    return Penalty.objects.create(
        hand_for_hand_round=field.hand_for_hand_round if field.hand_for_hand else 0,
        tournament_id=tournament.pk,
        entry_id=entry_id,
        kind=kind,
        rounds=rounds,
        hands_owed=owed,
        reason=reason,
        rule=rule,
        at=at,
        by_id=by.user_id,
        command_id=command_id,
    )


def _tell_penalty(tournament: Tournament, row: Penalty, sitter: Sitter) -> None:
    record(
        PenaltyGiven(
            tournament_id=tournament.pk,
            player_id=sitter.player_id,
            table=sitter.table_number,
            penalty_id=row.pk,
            entry_id=row.entry_id,
            penalty=PenaltyKind(row.kind).value,
            hands_owed=row.hands_owed,
            reason=row.reason,
            rule=row.rule,
        )
    )


def serve(penalty_id: int, *, field: Field, hand_number: int | None, at: datetime) -> tuple[Penalty, bool]:
    """Count one more hand served, and whether it counted: a misdealt hand and its redeal have one number and are one; of a round
    of hand-for-hand one hand counts, whether somebody counts it or the table is done.

    Refusals: ``nothing_to_serve``, ``not_the_next_hand``. Rule: ADTP.67A, ADTP.35C, PT-T.49"""
    row = Penalty.objects.select_for_update(of=("self",)).select_related("entry").get(pk=penalty_id)
    if row.undone_at is not None:
        raise Refused("nothing_to_serve", N_("No hand of this penalty is left to serve."), rule="ADTP.67A")
    after = penalties.hand_served(due=row.hands_owed, already=row.hands_served, number=hand_number)
    counted = after != row.hands_served
    if counted and field.hand_for_hand:
        _, counted = SatOut.objects.get_or_create(
            penalty=row, round=field.hand_for_hand_round, defaults={"at": at}
        )
    elif counted:
        Penalty.objects.filter(pk=row.pk).update(hands_counted=row.hands_counted + 1)
    if counted:
        row.hands_served += 1
        _tell_served(row)
    return row, counted


def sit_out(tournament: Tournament, *, table: Table, hand: HandDone) -> None:
    """Count the hand that a table has done for the penalties of who sits there: one of each player, the oldest.

    Rule: ADTP.67A, ADTP.35C, PT-T.49"""
    players = Seat.objects.filter(table=table, entry__isnull=False).values("entry__player_id")
    rows = Penalty.objects.select_for_update(of=("self",)).select_related("entry").order_by("id")
    open_ = rows.filter(
        tournament_id=tournament.pk,
        entry__player_id__in=players,
        undone_at__isnull=True,
        hands_owed__gt=F("hands_served"),
    )
    counted: set[int] = set()
    for row in open_:
        player_id = row.entry.player_id
        misses = penalties.misses_hand(
            due=row.hands_owed,
            already=row.hands_served,
            given_in_round=row.hand_for_hand_round,
            round=hand.round,
        )
        if not misses or player_id in counted:
            continue
        counted.add(player_id)
        this_round = SatOut.objects.filter(
            penalty__tournament_id=tournament.pk, penalty__entry__player_id=player_id, round=hand.round
        )
        if not this_round.exists():
            SatOut.objects.create(penalty=row, round=hand.round, hand_done=hand, at=hand.at)
            row.hands_served += 1
            _tell_served(row)


def sit_in_again(hand: HandDone) -> None:
    """Give back the hands of penalties that were counted because a table had done its hand. Rule: ADTP.67A, PT-T.49"""
    for sat in SatOut.objects.filter(hand_done=hand).order_by("penalty_id"):
        sat.delete()
        _tell_served(Penalty.objects.select_related("entry").get(pk=sat.penalty_id))


def take_back_served(penalty_id: int, *, field: Field, hand_number: int) -> Penalty:
    """Take back the hand that was counted last: it was not sat out. Refusals: ``not_the_last_hand``. Rule: ADTP.67A"""
    row = Penalty.objects.select_for_update(of=("self",)).select_related("entry").get(pk=penalty_id)
    if row.undone_at is not None or hand_number != row.hands_served or not row.hands_served:
        raise Refused(
            "not_the_last_hand",
            N_("Only the hand that was counted last is undone. Reload the page."),
            rule="ADTP.67A",
        )
    last = SatOut.objects.filter(penalty=row).order_by("-round").first()
    if last is not None and (field.hand_for_hand or not row.hands_counted):
        last.delete()
    else:
        Penalty.objects.filter(pk=row.pk).update(hands_counted=row.hands_counted - 1)
    row.hands_served -= 1
    _tell_served(row)
    return row


def _tell_served(row: Penalty) -> None:
    record(
        PenaltyHandServed(
            tournament_id=row.tournament_id,
            tables=_tables_of_player(row),
            penalty_id=row.pk,
            entry_id=row.entry_id,
            hands_served=row.hands_served,
            hands_owed=row.hands_owed,
        )
    )


def _tables_of_player(row: Penalty) -> list[int]:
    """Where the person sits now in that tournament: a penalty outlives the entry it was given to."""
    tables = Seat.objects.filter(
        entry__tournament_id=row.tournament_id, entry__player_id=row.entry.player_id
    ).values_list("table__number", flat=True)
    return sorted(set(tables))


def take_back_penalty(penalty_id: int, *, at: datetime) -> None:
    """Take a penalty back. Refusals: ``already_undone``, ``undo_elimination_instead``."""
    row = Penalty.objects.select_for_update(of=("self",)).select_related("entry").get(pk=penalty_id)
    if row.undone_at is not None:
        raise Refused("already_undone", N_("This was already undone."), rule="ADTP.1")
    if row.kind == PenaltyKind.DISQUALIFICATION:
        raise Refused(
            "undo_elimination_instead",
            N_("A disqualification is taken back by undoing the elimination."),
            rule="ADTP.67D",
        )
    _undo_penalty(row, at=at)


def take_back_disqualification(entry_id: int, *, command_id: uuid.UUID, at: datetime) -> None:
    """Take back a disqualification whose elimination was undone. Nothing happens where there was no disqualification."""
    for row in Penalty.objects.filter(
        entry_id=entry_id,
        command_id=command_id,
        kind=PenaltyKind.DISQUALIFICATION,
        undone_at__isnull=True,
    ).select_related("entry"):
        _undo_penalty(row, at=at)


def _undo_penalty(row: Penalty, *, at: datetime) -> None:
    Penalty.objects.filter(pk=row.pk).update(undone_at=at)
    record(
        PenaltyUndone(
            tournament_id=row.tournament_id,
            tables=_tables_of_player(row),
            penalty_id=row.pk,
            entry_id=row.entry_id,
        )
    )
