"""How long who is to act has: the decision's own time, time to reconnect, the bank, what a slow line is forgiven; and what was used of them."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

from dispatch.commands import record
from dispatch.facts import ABSENT
from play.facts import TimeUsed
from play.models import DueKind, PlayTable, Sitting
from play.operations.seats import Seated, as_kept, change
from play.operations.tables import due
from play.queries.ahead import decided_ahead
from play.queries.deciding import policy_of, running_bank, time_to_reconnect
from rules.hands import Hand
from rules.online import (
    HOUR,
    bank_after_hand,
    bank_at_start,
    lag_forgiven,
    lag_left,
    reconnect_ms,
    time_spent,
    time_to_decide,
)

# for who is not there, and who decided before
AT_ONCE = timedelta(milliseconds=400)


def bank_of_newcomer(table: PlayTable, *, player_id: int) -> int:
    """Return the bank of who sits down; standing up and coming back fills none. Rule: PT-H.44"""
    before = Sitting.objects.filter(table=table, player_id=player_id, left_at__isnull=False)
    left = before.order_by("-id").values_list("bank_ms", flat=True).first()
    return bank_at_start(policy=policy_of(table), left_ms=left)


def with_hand_played(table: PlayTable, *, one: Seated) -> Seated:
    """Return a player as the next hand finds him: who is there and plays fills the bank. Rule: PT-H.44"""
    if one.away:
        return one
    hands = one.hands + 1
    return replace(
        one, hands=hands, bank_ms=bank_after_hand(policy=policy_of(table), bank_ms=one.bank_ms, hands=hands)
    )


def decision_begins(table: PlayTable, *, hand: Hand, one: Seated, seen_at: datetime) -> None:
    """Have a player decide, from when everybody has seen what happened. Rule: PT-H.43, PT-H.44, PT-T.42"""
    table.from_at = seen_at
    end_decision(table, hand=hand, one=one)


def end_decision(table: PlayTable, *, hand: Hand, one: Seated) -> None:
    """Say until when the player to act may decide, and how late a slow line may bring the act; nobody waits for who is not there, or decided before.

    Rule: PT-H.43, PT-H.44, PT-T.42
    """
    assert table.from_at is not None
    kept = as_kept(one)
    if one.away or one.leaves or decided_ahead(kept, hand=hand, number=table.hand_number):
        due(table, kind=DueKind.DECIDE, at=table.from_at + AT_ONCE)
        return
    whole = time_to_decide(
        policy=policy_of(table),
        reconnect_ms=time_to_reconnect(kept, turn=hand.turn),
        bank_ms=running_bank(kept, table=table, hand=hand),
    )
    lag_ms = 0 if one.rehearsal else lag_forgiven(lag_ms=one.lag_ms, left_ms=one.lag_left_ms)
    due(table, kind=DueKind.DECIDE, at=table.from_at + whole, lag_ms=lag_ms)


def give_time_to_reconnect(table: PlayTable, *, hand: Hand, one: Seated, at: datetime) -> Seated:
    """Return the player to act with time to reconnect, where the house saw the line go and there is any left. Rule: PT-H.44, PT-H.73"""
    if not one.lost_at or one.away or one.leaves:
        return one
    used = sum(ms for when, ms in one.reconnects if at - datetime.fromisoformat(when) < HOUR)
    given = reconnect_ms(
        policy=policy_of(table),
        given_this_hand=one.reconnect[:1] == [table.hand_number],
        used_in_the_hour_ms=used,
    )
    if not given:
        return one
    changed = replace(one, reconnect=[table.hand_number, hand.turn, given])
    change(table, changed=changed)
    return changed


def note_time_used(table: PlayTable, *, hand: Hand, one: Seated, at: datetime) -> Seated:
    """Return the player without what a decision used beyond its own time: what is used up stays used up. The caller writes the
    seat down. Rule: PT-H.44, PT-T.42
    """
    began, kept = table.from_at or at, as_kept(one)
    spent = time_spent(
        policy=policy_of(table),
        took=at - began,
        reconnect_ms=time_to_reconnect(kept, turn=hand.turn),
        bank_ms=running_bank(kept, table=table, hand=hand),
        lag_ms=table.lag_ms,
    )
    if one.lag_ms or spent.lag_ms:
        one = replace(one, lag_left_ms=lag_left(left_ms=one.lag_left_ms, used_ms=spent.lag_ms))
    if not spent.bank_ms and not spent.reconnect_ms and not spent.lag_ms:
        return one
    used = [row for row in one.reconnects if at - datetime.fromisoformat(row[0]) < HOUR]
    if spent.reconnect_ms:
        used.append([at.isoformat(), spent.reconnect_ms])
    changed = replace(one, bank_ms=one.bank_ms - spent.bank_ms, reconnects=used)
    record(
        TimeUsed(
            table_id=table.pk,
            players=[one.player_id],
            number=table.hand_number,
            turn=hand.turn,
            seat=one.seat,
            bank_ms=spent.bank_ms,
            reconnect_ms=spent.reconnect_ms,
            bank_left_ms=changed.bank_ms,
            lag_ms=spent.lag_ms or ABSENT,
        )
    )
    return changed
