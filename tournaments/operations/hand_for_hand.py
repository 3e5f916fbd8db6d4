"""Hand-for-hand and its rounds. Needs an open command."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db import connection

from dispatch.commands import record
from dispatch.facts import CommandId
from payouts.queries.bounties import shares_of
from rules.policies import HandCharge
from rules.refusals import N_, Refused
from tables.models import HandDone, TableState
from tables.operations import Seated, seat_waiting
from tournaments.facts.eliminations import HandForHandEnded, HandForHandRoundCompleted, HandForHandStarted
from tournaments.models import Elimination, Field, Tournament
from tournaments.operations import clock_by_hand
from tournaments.operations.eliminations import (
    Out,
    as_it_stands,
    award_final_places,
    has_bounty,
    place_together,
)
from tournaments.operations.field import as_sitter, policies_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Settled:
    """A hand-for-hand round that is complete."""

    round: int
    eliminations: list[Out]
    seated_alternates: list[Seated]


def go_hand_for_hand(
    tournament: Tournament, *, field: Field, charge: HandCharge | None = None, at: datetime
) -> None:
    """Put all tables to hand-for-hand. The hand they are playing is its first: who goes out in it from now on is
    ranked with that round. charge: what a hand costs, where the director does not take the rule set's.

    Refusals: ``already_hand_for_hand``. Rule: PT-T.49, ADTP.P16, REGULATIONS 3.8, REGULATIONS 11
    """
    if field.hand_for_hand:
        raise Refused("already_hand_for_hand", N_("Hand for hand has already begun."), rule="PT-T.49")
    field.hand_for_hand = True
    field.hand_for_hand_round = max(field.hand_for_hand_round, 1)
    field.hand_for_hand_from = field.hand_for_hand_round
    _keep_hand_for_hand(field)
    clock_by_hand.begin_hand_for_hand(tournament, charge=charge, at=at)
    record(HandForHandStarted(tournament_id=tournament.pk, round=field.hand_for_hand_round))


def leave_hand_for_hand(tournament: Tournament, *, field: Field, at: datetime) -> None:
    """Let tables play on by themselves; only between two rounds.

    Refusals: ``not_hand_for_hand``, ``round_open``. Rule: PT-T.49"""
    must_be_hand_for_hand(field)
    open_busts = Elimination.objects.filter(
        tournament_id=tournament.pk,
        hand_for_hand_round=field.hand_for_hand_round,
        out_before__isnull=True,
        undone_at__isnull=True,
    )
    done = HandDone.objects.filter(tournament_id=tournament.pk, round=field.hand_for_hand_round)
    if done.exists() or open_busts.exists():
        raise Refused(
            "round_open",
            N_(
                "Hand %(round)s is still being played at other tables. End hand for hand when it is complete."
            ),
            rule="PT-T.49",
            round=field.hand_number(field.hand_for_hand_round),
        )
    field.hand_for_hand = False
    _keep_hand_for_hand(field)
    clock_by_hand.end_hand_for_hand(tournament, at=at)
    record(HandForHandEnded(tournament_id=tournament.pk, round=field.hand_for_hand_round))


def must_be_hand_for_hand(field: Field) -> None:
    if not field.hand_for_hand:
        raise Refused("not_hand_for_hand", N_("The tables do not play hand for hand."), rule="PT-T.49")


def _keep_hand_for_hand(field: Field) -> None:
    Field.objects.filter(pk=field.pk).update(
        hand_for_hand=field.hand_for_hand,
        hand_for_hand_round=field.hand_for_hand_round,
        hand_for_hand_from=field.hand_for_hand_from,
    )


def round_is_complete(field: Field) -> bool:
    """Return whether every table in play has done its hand of this round. Halted and lone tables play no hand."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT NOT EXISTS (SELECT 1 FROM tables_table t WHERE t.tournament_id = %s AND t.state = %s"
            " AND t.players >= 2 AND NOT EXISTS (SELECT 1 FROM tables_handdone h"
            " WHERE h.table_id = t.id AND h.round = %s))",
            [field.pk, TableState.OPEN.value, field.hand_for_hand_round],
        )
        return bool(cursor.fetchone()[0])


def reopen_round(tournament: Tournament, *, field: Field, table_number: int, round_: int) -> bool:
    """Reopen the round that was completed last, before any table has done its hand of the next: a table's word that it was done
    is taken back. Return whether it was; any other round stays as it is. The clock is given its hand back apart.

    Refusals: ``somebody_is_out`` (places of the round are decided). Rule: PT-T.49, ADTP.P16
    """
    online = tournament.online  # its tables have begun the next hand by themselves
    earlier = round_ < field.hand_for_hand_from  # of a hand-for-hand that was ended
    if not field.hand_for_hand or online or earlier or round_ != field.hand_for_hand_round - 1:
        return False
    asked = HandDone.objects.filter(tournament_id=tournament.pk)
    outs = Elimination.objects.filter(tournament_id=tournament.pk, undone_at__isnull=True)
    begun = asked.filter(round=round_ + 1).exists() or outs.filter(hand_for_hand_round=round_ + 1).exists()
    if begun or not asked.filter(round=round_, table__number=table_number).exists():
        return False
    out = outs.filter(hand_for_hand_round=round_).order_by("id").first()
    if out is not None:
        raise Refused(
            "somebody_is_out",
            N_("Somebody went out in this hand of table %(table)s. Undo the elimination first."),
            rule="ADTP.P16",
            table=out.table_number,
        )
    field.hand_for_hand_round = round_
    _keep_hand_for_hand(field)
    return True


def settle_round(
    tournament: Tournament, *, field: Field, at: datetime, command_id: CommandId
) -> Settled | None:
    """Settle a round when every table has done its hand: rank the round's eliminations together, pay the hand's time,
    go on.

    None while a table still plays. Every order in which tables report gives the same places.
    Rule: PT-T.49, ADTP.P16, PT-T.50, PT-T.51, CASES p16-b, CASES p16-c, CASES pt-50, CASES pt-51, CASES h4h-1, REGULATIONS 3.8
    """
    if not field.hand_for_hand or not round_is_complete(field):
        return None
    round_ = field.hand_for_hand_round
    rows = list(
        Elimination.objects.filter(
            tournament_id=tournament.pk,
            hand_for_hand_round=round_,
            out_before__isnull=True,
            undone_at__isnull=True,
        )
        .select_related("entry__player")
        .order_by("id")
    )
    place_together(
        field,
        rows=rows,
        players_before=field.players_left + field.waiting + len(rows),
        simultaneous=policies_of(tournament).simultaneous_bust,
    )
    field.hand_for_hand_round += 1
    Field.objects.filter(pk=field.pk).update(hand_for_hand_round=field.hand_for_hand_round)
    amounts = (
        award_final_places(tournament, field=field, rows=rows, at=at, command_id=command_id) if rows else {}
    )
    shares = shares_of([row.pk for row in rows]) if has_bounty(tournament) else {}
    outs = [
        as_it_stands(
            field, row=row, sitter=as_sitter(row.entry), amounts=amounts, shares=shares.get(row.pk, ())
        )
        for row in rows
    ]
    t = tournament.pk
    record(
        HandForHandRoundCompleted(
            tournament_id=t,
            players=[row.entry.player_id for row in rows],
            round=round_,
            next_round=field.hand_for_hand_round,
            eliminations=[
                {
                    "elimination_id": o.elimination_id,
                    "entry_id": o.entry_id,
                    "name": o.name,
                    "place": o.place,
                    "tied": o.tied,
                    "final": o.final,
                }
                for o in outs
            ],
            players_left=field.players_left,
        )
    )
    clock_by_hand.spend_hand(tournament, at=at)
    seated: list[Seated] = []
    if rows and field.waiting and not tournament.online:  # online with the hand in which the seat came free
        seated = seat_waiting(tournament, at=at, command_id=command_id)
    return Settled(round=round_, eliminations=outs, seated_alternates=seated)
