"""Acts that were decided before the turn: kept in the player's seat, done when the turn comes."""

from __future__ import annotations

from dataclasses import replace

from dispatch.commands import record
from play.facts import DecidedAhead
from play.models import DueKind, PlayTable
from play.operations.deciding import end_decision
from play.operations.hands import hand_of
from play.operations.seats import Seated, change
from play.operations.tables import turn_passed
from rules import hands
from rules.betting import price_ahead
from rules.hands import Hand
from rules.online import Ahead, may_be_ahead
from rules.refusals import N_, Refused


def decide_ahead(
    table: PlayTable, *, one: Seated, ahead: Ahead, number: int, street: str, facing_chips: int
) -> None:
    """Keep what a player wants to do when the turn comes, for the price and the street that he saw.

    Refusals: ``turn_passed``, ``not_ahead``, ``sits_out``. Rule: PT-H.34, PT-H.35, PT-H.43
    """
    hand = _hand_meant(table, number=number, street=street)
    if one.away or one.leaves:
        raise Refused("sits_out", N_("You sit out. Come back first."), rule="PT-H.68")
    if price_ahead(hand.betting, seat=one.seat) != facing_chips:
        raise turn_passed(table)
    if not may_be_ahead(ahead=ahead, facing_chips=facing_chips):
        raise Refused(
            "not_ahead", N_("That cannot be decided ahead at this price. Nothing was done."), rule="PT-H.35"
        )
    _keep(table, one=one, ahead=[ahead.value, number, street, facing_chips])


def take_back(table: PlayTable, *, one: Seated, number: int, street: str) -> None:
    """Take back what a player decided ahead; where the turn has come he decides with the time that is left.

    Refusals: ``turn_passed``. Rule: PT-H.34, PT-H.43
    """
    hand = _hand_meant(table, number=number, street=street)
    changed = _keep(table, one=one, ahead=[])
    if hands.options(hand).seat == one.seat:
        end_decision(table, hand=hand, one=changed)


def _hand_meant(table: PlayTable, *, number: int, street: str) -> Hand:
    if table.due_kind != DueKind.DECIDE:
        raise turn_passed(table)
    hand = hand_of(table)
    if (number, street) != (table.hand_number, hand.street.value):
        raise turn_passed(table)
    return hand


def _keep(table: PlayTable, *, one: Seated, ahead: list[str | int]) -> Seated:
    if one.ahead == ahead:
        return one
    changed = replace(one, ahead=ahead)
    change(table, changed=changed)
    record(
        DecidedAhead(
            table_id=table.pk,
            players=[one.player_id],
            player_id=one.player_id,
            number=table.hand_number,
        )
    )
    return changed
