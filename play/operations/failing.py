"""What is done at a table when the house itself has failed. Rule: PT-H.72, PT-H.73"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

from dispatch.commands import record
from play.facts import DecisionRestarted, DecksReplaced, HandVoided
from play.models import DealtHand, DueKind, PlayTable, Sitting, TableStage
from play.operations.between_hands import put_away
from play.operations.deciding import decision_begins
from play.operations.hands import act_by_clock, commit_to_next, hand_of
from play.operations.seats import Seated, as_kept, called_away, keep_seats, seated_at, who_sits_in
from play.operations.tables import due, nothing_due
from play.queries.ahead import decided_ahead
from rules import hands
from rules.online.rebuys import TO_REBUY

# how long who lost the house is given to find it again, and everybody to read that a hand is void
_BACK = timedelta(seconds=2)
_SHOW_VOID = timedelta(seconds=5)


def decide_again(table: PlayTable, *, at: datetime) -> None:
    """Give who was to act when the house went away the full time anew, and tell everybody; nobody waits for who is not there. Rule: PT-H.72, PT-H.73"""
    hand = hand_of(table)
    number = hands.options(hand).seat
    seat = who_sits_in(table, seat=number)
    if seat.away or seat.leaves or decided_ahead(as_kept(seat), hand=hand, number=table.hand_number):
        act_by_clock(table, at=at)
        return
    decision_begins(table, hand=hand, one=seat, seen_at=at + _BACK)
    table.notice = {"kind": "restarted", "seat": seat.seat}
    _tell_restarted(table, one=seat)


def offer_again(table: PlayTable, *, at: datetime) -> None:
    """Give who may rebuy the full time anew, and tell everybody. Rule: PT-H.72, PT-T.44"""
    due(table, kind=DueKind.CLOSE, at=at + _BACK + TO_REBUY)
    for one in seated_at(table):
        if one.may_rebuy:
            _tell_restarted(table, one=one)


def _tell_restarted(table: PlayTable, *, one: Seated) -> None:
    record(
        DecisionRestarted(
            table_id=table.pk,
            players=[one.player_id],
            called=called_away(table, among=[one.player_id]),
            number=table.hand_number,
            turn=table.turn,
            seat=one.seat,
        )
    )


def void(table: PlayTable, *, why: str, reason: str, at: datetime) -> None:
    """Have the hand that is played count for nothing: everybody has the chips of its start, and the next one is due.

    Rule: PT-H.72
    """
    dealt = DealtHand.objects.get(table=table, number=table.hand_number)
    board = [] if table.hand is None else list(table.hand.get("board", []))
    stacks = [[seat, chips] for seat, _player, chips in dealt.stacks]
    dealt.result = {"pots": [], "shown": [], "stacks": stacks, "board": board, "voided": why}
    if reason:
        dealt.result["reason"] = reason  # in the words of who made it void: its players read them later, too
    dealt.save(update_fields=["result"])
    given = {player_id: chips for _seat, player_id, chips in dealt.stacks}
    keep_seats(
        table,
        seats=[replace(one, chips=given.get(one.player_id, one.chips)) for one in seated_at(table)],
    )
    table.from_at = None
    table.notice = {"kind": "voided", "why": why, "reason": reason, "number": dealt.number}
    nothing_due(table)
    record(
        HandVoided(
            table_id=table.pk,
            players=list(given),
            called=called_away(table),
            number=dealt.number,
            why=why,
            reason=reason,
            stacks=stacks,
        )
    )
    put_away(table, at=at)
    if table.due_at is not None:
        table.due_at += _SHOW_VOID


def put_back(table: PlayTable, *, at: datetime) -> None:
    """Have a table go on after the house's data was put back to an earlier moment.

    Since then players may have seen how the hand that is played ended, and cards of the next one, of which even the deck that was not dealt was
    opened whole. So the one is void, and the other has new decks. Chains of words begin anew: which links of them the house heard nobody knows.
    Rule: PT-H.72, PT-O.72
    """
    DealtHand.objects.filter(table=table, number=table.hand_number + 1).delete()
    Sitting.objects.filter(table=table, left_at__isnull=True).update(chain={})
    anew = commit_to_next(table, at=at)
    # first: the proof of that hand names the first fact of this command
    record(
        DecksReplaced(
            table_id=table.pk,
            players=[one.player_id for one in seated_at(table)],
            number=anew.number,
            root=anew.root,
            second_root=anew.second_root,
        )
    )
    if table.stage == TableStage.PLAYING:
        void(table, why="put_back", reason="", at=at)
