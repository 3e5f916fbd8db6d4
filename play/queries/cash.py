"""What a cash table is played for, what lies there, and whether the ledger says the same."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from ledger.queries.play_limits import play_room
from ledger.queries.reconciliation import Difference
from ledger.queries.rows import rows_of
from play.models import PlayTable, Sitting, TableKind, TableStage
from rules.hands import Hand
from rules.online import RETURN_WITHIN, CashTerms, Rake, RakeManner, bounds_of_buy_in, bounds_of_top_up
from rules.refusals import not_found
from tournaments.queries.paid_ahead import PaidAhead, paid_ahead_of, spendable_balance


def terms_of(table: PlayTable) -> CashTerms:
    """Return for what a cash table is played."""
    assert table.least_buy_in_cents is not None and table.most_buy_in_cents is not None
    assert table.rake_bp is not None
    return CashTerms(
        currency=table.currency,
        small_blind_cents=table.small_blind_chips,
        big_blind_cents=table.big_blind_chips,
        least_cents=table.least_buy_in_cents,
        most_cents=table.most_buy_in_cents,
        rake=Rake(manner=RakeManner(table.rake_manner), basis_points=table.rake_bp),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class LeftLately:
    """How a player left a cash table a short while ago. cents: what went into the balance. absent: the house freed the seat, for the player was not there."""

    cents: int
    absent: bool


def left_lately(table_id: int, *, player_id: int, at: datetime) -> LeftLately | None:
    """Return how a player left a table within the time in which one comes back with the same stack at least; None for who did not. Rule: PT-H.11, PT-H.68"""
    before = Sitting.objects.filter(table_id=table_id, player_id=player_id, left_at__gt=at - RETURN_WITHIN)
    last = before.order_by("-left_at").values_list("taken_chips", "absent").first()
    return None if last is None else LeftLately(cents=last[0] or 0, absent=last[1])


def left_with(table: PlayTable, *, player_id: int, at: datetime) -> int:
    """Return with how many cents a player left this table a short while ago; 0 for who did not. Rule: PT-H.11"""
    left = left_lately(table.pk, player_id=player_id, at=at)
    return 0 if left is None else left.cents


def least_to_bring(table: PlayTable, *, player_id: int, at: datetime) -> int:
    """Return the least that a player brings to this table now. Rule: PT-H.8, PT-H.11"""
    left = left_with(table, player_id=player_id, at=at)
    return bounds_of_buy_in(terms_of(table), left_cents=left)[0]


def who_adds_chips(table_id: int) -> list[int]:
    """Return the players at a cash table who want chips added when the hand is over, once or after each."""
    rows = PlayTable.objects.filter(pk=table_id, kind=TableKind.CASH).values_list("seats", flat=True)
    return sorted(
        one["player_id"] for seats in rows for one in seats if one.get("kept_cents") or one.get("adds_cents")
    )


# in one statement, so that both are of one moment
_TABLES = """
SELECT t.id, t.currency, t.stage, t.seats, t.hand, a.id, coalesce(a.balance_cents, 0)
FROM play_playtable t
LEFT JOIN ledger_account a ON a.kind = 'table_escrow' AND a.play_table_id = t.id
WHERE t.kind = 'cash' ORDER BY t.id
"""


def escrow_differences() -> tuple[Difference, ...]:
    """Return every cash table whose account does not hold what lies on it, in stacks and in the pot: there must be none, at any moment."""
    found = []
    for table_id, currency, stage, seats, hand, account, cents in rows_of(_TABLES, values=[]):
        there = json.loads(seats)
        lies = sum(one["chips"] for one in there)
        if stage == TableStage.PLAYING:
            lies = _in_play(there, Hand.from_dict(json.loads(hand)))
        if lies != cents:
            found.append(
                Difference(
                    what=f"cash_table_{table_id}",
                    account_id=account,
                    unit=currency,
                    expected_cents=lies,
                    found_cents=cents,
                )
            )
    return tuple(found)


def _in_play(seats: Sequence[Mapping[str, Any]], hand: Hand) -> int:
    """What lies there in mid-hand: what those in it have behind, the pot, and the stacks of all others."""
    behind = hand.stacks
    others = sum(one["chips"] for one in seats if one["seat"] not in behind)
    return int(sum(behind.values()) + hand.pot_chips + others)


def lies_at_tables(player_id: int) -> dict[str, int]:
    """Return what lies before a player at cash tables, in cents, by the references of the sittings: of a hand that is played as it began. For that player alone."""
    there = Sitting.objects.filter(player_id=player_id, left_at__isnull=True, table__kind=TableKind.CASH)
    return {
        f"sitting:{sitting_id}": one["chips"]
        for sitting_id, seats in there.values_list("pk", "table__seats")
        for one in seats
        if one["player_id"] == player_id
    }


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnStack:
    """A cash or demo table where a player sits. cents: the stack, in a hand as it began; None for play chips. in_hand: it was dealt to the player."""

    table: str
    cents: int | None
    currency: str
    in_hand: bool


def tables_of_player(player_id: int, *, venue_id: int | None = None) -> list[OwnStack]:
    """Return the cash and demo tables where a player sits, with what lies there. For that player alone; of one house for who may keep the player away from it."""
    there = PlayTable.objects.filter(sittings__player_id=player_id, sittings__left_at__isnull=True)
    if venue_id is not None:
        there = there.filter(venue_id=venue_id)
    return [
        OwnStack(
            table=table.name,
            cents=one["chips"] if table.kind == TableKind.CASH else None,
            currency=table.currency,
            in_hand=table.stage == TableStage.PLAYING
            and one["seat"] in {row[0] for row in (table.hand or {})["seats"]},
        )
        for table in there.exclude(kind=TableKind.TOURNAMENT).order_by("name", "pk")
        for one in table.seats
        if one["player_id"] == player_id
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class MoneyOffer:
    """What a player may bring to a cash table now, or add there. balance_cents: what of the balance may be spent; ahead: what of it is
    set aside for entries that wait for the document. stack_cents: what lies in front already; most_cents below least_cents: nothing.
    in_hand: the player has a part in the hand that is played; adds_cents: what is added when it is over; adds_ended: for what nothing was.
    kept_cents: to how much the stack is filled up after each hand, 0 for none; kept_ended: for what that ended; least_kept_cents, most_kept_cents: how much
    it may be. limit_cents: what the player's own limits on loss and spending leave; None without one.
    """

    table_id: int
    table: str
    currency: str
    balance_cents: int
    ahead: PaidAhead
    stack_cents: int
    least_cents: int
    most_cents: int
    in_hand: bool
    adds_cents: int
    adds_ended: str
    kept_cents: int
    kept_ended: str
    least_kept_cents: int
    most_kept_cents: int
    limit_cents: int | None

    @property
    def allowed_cents(self) -> int:
        """How much it may be at most, of the table's range what the player's own limits leave. Below least_cents: nothing. Rule: PT-T.21"""
        return self.most_cents if self.limit_cents is None else min(self.most_cents, self.limit_cents)


def buy_in_offer(table_id: int, *, player_id: int, at: datetime) -> MoneyOffer:
    """Return what a player may bring to a cash table. Refusals: ``not_found``. Rule: PT-H.8, PT-H.11, PT-H.14"""
    table = _cash_table(table_id)
    left = left_with(table, player_id=player_id, at=at)
    least, most = bounds_of_buy_in(terms_of(table), left_cents=left)
    return _offer(table, player_id=player_id, stack_cents=0, least_cents=least, most_cents=most, at=at)


def top_up_offer(table_id: int, *, player_id: int, at: datetime) -> MoneyOffer:
    """Return what somebody who sits at a cash table may add: in a hand, what room is left beside what is not bet of it.

    Refusals: ``not_found``. Rule: PT-H.12, PT-H.15
    """
    table = _cash_table(table_id)
    seat = next((one for one in table.seats if one["player_id"] == player_id), None)
    if seat is None:
        raise not_found("seat")
    stack, behind = seat["chips"], {}
    if table.stage == TableStage.PLAYING:
        behind = Hand.from_dict(table.hand or {}).stacks
        stack = behind.get(seat["seat"], stack)
    in_hand = seat["seat"] in behind
    least, most = bounds_of_top_up(stack, terms=terms_of(table))
    return _offer(
        table,
        player_id=player_id,
        stack_cents=stack,
        least_cents=1 if in_hand else least,
        most_cents=most,
        at=at,
        seat=seat,
        in_hand=in_hand,
    )


def _cash_table(table_id: int) -> PlayTable:
    table = PlayTable.objects.filter(pk=table_id, kind=TableKind.CASH).first()
    if table is None:
        raise not_found("table")
    return table


def _offer(
    table: PlayTable,
    *,
    player_id: int,
    stack_cents: int,
    least_cents: int,
    most_cents: int,
    at: datetime,
    seat: Mapping[str, Any] | None = None,
    in_hand: bool = False,
) -> MoneyOffer:
    terms, kept = terms_of(table), seat or {}
    return MoneyOffer(
        table_id=table.pk,
        table=table.name,
        currency=table.currency,
        balance_cents=spendable_balance(player_id, unit=table.currency),
        ahead=paid_ahead_of(player_id, unit=table.currency),
        stack_cents=stack_cents,
        least_cents=least_cents,
        most_cents=most_cents,
        in_hand=in_hand,
        adds_cents=kept.get("adds_cents", 0),
        adds_ended=kept.get("adds_ended", ""),
        kept_cents=kept.get("kept_cents", 0),
        kept_ended=kept.get("kept_ended", ""),
        least_kept_cents=terms.least_cents,
        most_kept_cents=terms.most_cents,
        limit_cents=play_room(player_id, unit=table.currency, at=at),
    )
