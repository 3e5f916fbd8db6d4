"""Chips that are added to a stack between two hands, by a tap or by themselves."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import datetime

from dispatch.commands import record
from ledger.operations import NewTransfer, lock_wallets
from people.models import Player
from play.facts import ChipsWished, StackKept, StackToppedUp
from play.models import PlayTable, Sitting
from play.operations.escrow import bring, must_be_within_limits
from play.operations.seats import Seated, called_away, change, seated_at
from play.operations.sitting_down import must_be_let_play_for_money
from play.queries.cash import terms_of
from rules.online import bounds_of_top_up, must_add_chips, to_fill_up, wished_to_add
from rules.refusals import Refused
from tournaments.queries.paid_ahead import NOTHING_AHEAD, paid_ahead_by


def add_chips(
    table: PlayTable, *, one: Seated, cents: int, at: datetime, automatic: bool = False
) -> tuple[Seated, list[NewTransfer]]:
    """Add money to a stack, and wish for no more; who sat out for a stack that was too short is dealt in again. The transfers are returned, and
    not posted yet; the caller saves the row. automatic: to a stack that is kept. Rule: PT-H.12, PT-H.15, PT-H.17
    """
    sitting = Sitting.objects.get(table=table, player_id=one.player_id, left_at=None)
    kind = "table_fill_up" if automatic else "table_top_up"
    brought, transfers = bring(table, sitting=sitting, cents=cents, kind=kind, at=at)
    sitting.brought_chips += brought.stack_cents
    sitting.fee_cents += brought.fee_cents
    sitting.save(update_fields=["brought_chips", "fee_cents"])
    short = must_add_chips(chips=one.chips, minimum_bet_chips=table.big_blind_chips)
    one = replace(
        one,
        chips=one.chips + brought.stack_cents,
        away_since="" if short else one.away_since,
        rests=one.rests and not short,
        adds_cents=0,
        adds_ended="",
    )
    change(table, changed=one)
    record(
        StackToppedUp(
            table_id=table.pk,
            players=[one.player_id],
            seat=one.seat,
            added_cents=brought.stack_cents,
            fee_cents=brought.fee_cents,
            stack_cents=one.chips,
            called=called_away(table),
        )
    )
    return one, transfers


def keep_stack(table: PlayTable, *, one: Seated, cents: int, ended: str = "") -> None:
    """Keep to which stack a player's chips are filled up after each hand, 0 for none. ended: the code of the refusal for which it ends."""
    change(table, changed=replace(one, kept_cents=cents, kept_ended=ended))
    record(
        StackKept(
            table_id=table.pk,
            players=[one.player_id],
            seat=one.seat,
            cents=cents,
            ended=ended,
            player_id=one.player_id,
        )
    )


def wish_chips(table: PlayTable, *, one: Seated, cents: int, ended: str = "") -> Seated:
    """Keep what a player wants to bring when the hand is over, 0 for nothing. ended: the code of the refusal for which nothing is brought."""
    one = replace(one, adds_cents=cents, adds_ended=ended)
    change(table, changed=one)
    record(
        ChipsWished(
            table_id=table.pk,
            players=[one.player_id],
            seat=one.seat,
            cents=cents,
            ended=ended,
            player_id=one.player_id,
        )
    )
    return one


def fill_up(
    table: PlayTable, *, players: Collection[int], leaving: Sequence[Seated], at: datetime
) -> list[NewTransfer]:
    """Bring what was wished during the hand, and fill up the stacks of those of these players who want theirs kept, when a hand is over, with all
    that is asked of who adds chips; where that is refused the wish ends, and the player reads why. The transfers are returned, and not posted yet.

    leaving: whose money goes home in the same posting, whose wallets are locked with the others, in one order.
    Rule: PT-H.11, PT-H.12, PT-H.15, PT-T.21
    """
    wanted: dict[int, int] = {}
    for one in seated_at(table) if players else ():
        if one.player_id in players:
            cents = _wanted(table, one)
            if cents:
                wanted[one.player_id] = cents
            elif one.adds_cents:
                least, most = bounds_of_top_up(one.chips, terms=terms_of(table))
                wish_chips(table, one=one, cents=0, ended="stack_is_full" if most < least else "bad_top_up")
    seats = sorted(
        (one for one in seated_at(table) if one.player_id in wanted), key=lambda one: one.player_id
    )
    for one in seats:
        try:
            _must_may(table, player_id=one.player_id, cents=wanted[one.player_id], at=at)
        except Refused as refused:
            _end_wishes(table, one=one, ended=refused.code)
            del wanted[one.player_id]
    if not wanted:
        return []
    has = lock_wallets([*wanted, *(one.player_id for one in leaving)], unit=table.currency)
    ahead = paid_ahead_by(wanted, unit=table.currency)
    transfers: list[NewTransfer] = []
    for one in seats:
        cents = wanted.get(one.player_id, 0)
        if cents > has.get(one.player_id, 0):
            _end_wishes(table, one=one, ended="insufficient_funds")
        elif cents > has.get(one.player_id, 0) - ahead.get(one.player_id, NOTHING_AHEAD).cents:
            _end_wishes(table, one=one, ended="entry_paid")
        elif cents:
            automatic = not one.adds_cents
            transfers += add_chips(table, one=one, cents=cents, at=at, automatic=automatic)[1]
    return transfers


def _wanted(table: PlayTable, one: Seated) -> int:
    """What to bring for a player: what was wished, and as much as a kept stack misses, where that is more. Who sits out is not filled up."""
    terms = terms_of(table)
    wished = wished_to_add(one.chips, wished_cents=one.adds_cents, terms=terms) if one.adds_cents else 0
    kept = 0 if one.away else to_fill_up(one.chips, kept_cents=one.kept_cents, terms=terms)
    return max(wished, kept)


def _end_wishes(table: PlayTable, *, one: Seated, ended: str) -> None:
    if one.adds_cents:
        one = wish_chips(table, one=one, cents=0, ended=ended)
    if one.kept_cents:
        keep_stack(table, one=one, cents=0, ended=ended)


def _must_may(table: PlayTable, *, player_id: int, cents: int, at: datetime) -> None:
    must_be_let_play_for_money(table, player=Player.objects.get(pk=player_id), at=at)
    must_be_within_limits(table, player_id=player_id, cents=cents, at=at)
