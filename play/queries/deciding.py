"""How much time who is to act has, as the row of a table says it."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from play.models import DueKind, PlayTable
from rules import hands
from rules.hands import Hand
from rules.online import TimePolicy, bank_at_start, bank_runs


def policy_of(table: PlayTable) -> TimePolicy:
    """Return the time that a table gives. Rule: PT-H.43, PT-H.44"""
    return TimePolicy(
        decision_seconds=table.decision_seconds,
        bank_seconds=table.bank_seconds,
        bank_gain_seconds=table.bank_gain_seconds,
        bank_cap_seconds=table.bank_cap_seconds,
        reconnect_seconds=table.reconnect_seconds,
    )


def bank_of(kept: Mapping[str, Any], *, table: PlayTable) -> int:
    """Return what is left of a player's bank; who sat down before there were banks has a whole one."""
    left: int | None = kept.get("bank_ms")
    return bank_at_start(policy=policy_of(table)) if left is None else left


def running_bank(kept: Mapping[str, Any], *, table: PlayTable, hand: Hand) -> int:
    """Return what the bank adds to the decision of the player to act. Rule: PT-H.44"""
    asked = kept.get("asked_turn", -1) == hand.turn
    runs = bank_runs(chips_in_pot=hand.put_in[kept["seat"]] > 0, asked=asked)
    return bank_of(kept, table=table) if runs else 0


def time_to_reconnect(kept: Mapping[str, Any], *, turn: int) -> int:
    """Return what was given to reconnect for the decision of this turn."""
    given: list[int] = kept.get("reconnect", [])
    return given[2] if given[1:2] == [turn] else 0


def more_time(table: PlayTable, *, hand: Hand) -> dict[str, int]:
    """Return what the decision that runs has beyond its own time, in the order in which it is used. Rule: PT-H.44, PT-T.42"""
    number = hands.options(hand).seat
    one = next(kept for kept in table.seats if kept["seat"] == number)
    here = not one["away_since"] and not one["leaves"]
    return {
        "reconnect_ms": time_to_reconnect(one, turn=hand.turn) if here else 0,
        "bank_ms": running_bank(one, table=table, hand=hand) if here else 0,
    }


def decides(table: PlayTable, *, kept: Mapping[str, Any], hand: Hand | None) -> bool:
    """Answer whether the table waits for the decision of who has this seat; for who is away or stands up nobody waits. kept: the seat."""
    return (
        hand is not None
        and table.due_kind == DueKind.DECIDE
        and table.held_at is None
        and not kept["away_since"]
        and not kept["leaves"]
        and hands.options(hand).seat == kept["seat"]
    )


def shown_ends(table: PlayTable, *, hand: Hand) -> tuple[datetime, ...]:
    """Return when each part of the decision that runs is over, as the table counts them one after another: its own time, that to reconnect, the bank. Rule: PT-H.44, PT-T.42"""
    assert table.due_at is not None
    more = more_time(table, hand=hand)
    bank_begins = table.due_at - timedelta(milliseconds=more["bank_ms"])
    own_ends = bank_begins - timedelta(milliseconds=more["reconnect_ms"])
    return tuple(dict.fromkeys((own_ends, bank_begins, table.due_at)))
