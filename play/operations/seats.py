"""Who sits at a table, as its row keeps it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field, fields, replace
from datetime import datetime, timedelta
from operator import attrgetter
from typing import Any

from django.db.models import F

from dispatch.commands import record
from ledger.operations import NewTransfer, post
from people.queries import excluded_among
from play.facts import PlayerAwaited, PlayerSatDown, PlayerSatOut, PlayerStoodUp, StackRefilled
from play.models import PlayTable, Sitting, TableKind, TableStage
from play.operations.escrow import give_back
from play.operations.waiting_list import offer_free_seats
from play.queries.time_played import first_out_of_time, out_of_time
from rules.online import LAG_AT_START_MS, absent_since, keeps_seat, must_add_chips, seat_free_from
from rules.refusals import N_, Refused


@dataclass(frozen=True, slots=True, kw_only=True)
class Seated:
    """A player in a seat. chips: at the start of the hand, or between hands. late: hands in a row in which the time ran out.
    away_since: an instant as text, "" while the player is dealt in. leaves: stands up as soon as the hand allows. hands: played at this table, there;
    bank_ms: what the bank of time has left; asked_turn: the turn for which the player asked for it. lost_at: when the house saw the line go, "" while it is
    there; reconnect: [hand, turn, ms], of the last decision that was given time for that; reconnects: [instant, ms] that were used. lag_ms: how long the line takes there and back, as the house measured it; lag_left_ms: what it is still forgiven.
    moves_to: the seat to which the player goes when the hand is over, 0 for none. kept_cents: to which stack chips are added by
    themselves after a hand, 0 for none; kept_ended: the code of the refusal for which that ended. adds_cents: what the player wants to bring when the hand is
    over, 0 for nothing; adds_ended: the code of the refusal for which nothing was brought. awaited: the house gave the seat, and no line of the player has been there since. rests_next: sits out once the hand that is played is over. rests: sits out because the player wanted to, and not for missed turns or a short stack. barred: was excluded during the hand that is played, and leaves when it is over. may_rebuy: no chips are left, and others may be bought until the hand ends. ahead: what was decided before the turn, as `play.queries.ahead` reads it: nobody's but the player's own.
    """

    seat: int
    player_id: int
    name: str
    chips: int
    rehearsal: bool = False
    late: int = 0
    away_since: str = ""
    leaves: bool = False
    hands: int = 0
    bank_ms: int = 30_000
    asked_turn: int = -1
    lost_at: str = ""
    reconnect: list[int] = field(default_factory=list)
    reconnects: list[list[Any]] = field(default_factory=list)
    lag_ms: int = 0
    lag_left_ms: int = LAG_AT_START_MS
    ahead: list[Any] = field(default_factory=list)
    may_rebuy: bool = False
    moves_to: int = 0
    kept_cents: int = 0
    kept_ended: str = ""
    adds_cents: int = 0
    adds_ended: str = ""
    awaited: bool = False
    rests_next: bool = False
    rests: bool = False
    barred: bool = False

    @property
    def away(self) -> bool:
        return bool(self.away_since)

    @property
    def deals_in(self) -> bool:
        """Whether the next hand is dealt to this player."""
        return not self.away and not self.leaves and self.chips > 0


# what who reads the row asks for by its name; all else is left out where it is as with most: it is written and read with each act
_ALWAYS = ("seat", "player_id", "name", "chips", "rehearsal", "away_since", "leaves", "bank_ms")
_ELSE = tuple(one.name for one in fields(Seated) if one.name not in _ALWAYS)
_always_of, _else_of = attrgetter(*_ALWAYS), attrgetter(*_ELSE)
_USUAL = _else_of(Seated(seat=0, player_id=0, name="", chips=0))


def seated_at(table: PlayTable) -> tuple[Seated, ...]:
    """Return who sits there, by seat."""
    return tuple(Seated(**kept) for kept in table.seats)


def as_kept(one: Seated) -> dict[str, Any]:
    """Return a player as the row keeps him. Nobody changes what is in it: no copy is made."""
    kept = dict(zip(_ALWAYS, _always_of(one), strict=True))
    rest = _else_of(one)
    if rest != _USUAL:
        kept |= {
            name: value for name, value, usual in zip(_ELSE, rest, _USUAL, strict=True) if value != usual
        }
    return kept


def dealt_in(table: PlayTable) -> tuple[Seated, ...]:
    """Return who plays the next hand. In a tournament that is everybody with chips, there or not. Rule: PT-T.26, PT-T.27"""
    if table.kind == TableKind.TOURNAMENT:
        return tuple(one for one in seated_at(table) if one.chips > 0)
    return tuple(one for one in seated_at(table) if one.deals_in)


def keep_seats(table: PlayTable, *, seats: Iterable[Seated]) -> None:
    """Write down who sits there; the caller saves the row."""
    table.seats = [as_kept(one) for one in sorted(seats, key=lambda one: one.seat)]


def change(table: PlayTable, *, changed: Seated) -> None:
    """Write down one player anew; the caller saves the row."""
    table.seats = [as_kept(changed) if kept["seat"] == changed.seat else kept for kept in table.seats]


def who_sits_in(table: PlayTable, *, seat: int) -> Seated:
    """Return who sits in a seat that is taken."""
    return next(Seated(**kept) for kept in table.seats if kept["seat"] == seat)


def seat_of(table: PlayTable, *, player_id: int) -> Seated:
    """Return where a player sits. Refusals: ``not_at_table``."""
    for kept in table.seats:
        if kept["player_id"] == player_id:
            return Seated(**kept)
    raise Refused(
        "not_at_table", N_("You do not sit at this table any more. Take a seat first."), rule="PT-H.9"
    )


def tell_sat_down(table: PlayTable, *, one: Seated) -> None:
    """Say that somebody sits there now."""
    record(
        PlayerSatDown(
            table_id=table.pk,
            players=[one.player_id],
            seat=one.seat,
            player_id=one.player_id,
            chips=one.chips,
            rehearsal=one.rehearsal,
            called=called_away(table),
        )
    )
    if one.awaited or one.lost_at:
        tell_awaited(table, player_id=one.player_id, awaited=True)


def tell_sat_out(table: PlayTable, *, one: Seated, timed_out: bool = False) -> None:
    """Say that somebody is dealt no more hands."""
    record(
        PlayerSatOut(
            table_id=table.pk,
            players=[one.player_id],
            seat=one.seat,
            timed_out=timed_out,
            called=called_away(table),
        )
    )


def tell_awaited(table: PlayTable, *, player_id: int, awaited: bool) -> None:
    """Say to the other pages of a player whether the table waits for him."""
    record(PlayerAwaited(player_id=player_id, table_id=table.pk, awaited=awaited))


def called_away(table: PlayTable, *, among: Collection[int] | None = None) -> list[int]:
    """Return whom the table may call on other pages, for they sit there and are not there. among: of these players."""
    return [
        kept["player_id"]
        for kept in table.seats
        if (kept.get("lost_at") or kept.get("awaited")) and (among is None or kept["player_id"] in among)
    ]


def stand_up(table: PlayTable, *, leaving: Sequence[Seated], at: datetime) -> None:
    """Free seats, with whatever their players have: at a cash table it goes to their accounts, and who waits is offered them.

    Rule: PT-H.6, PT-H.10
    """
    post(free_seats(table, leaving=leaving, at=at))
    if leaving:
        offer_free_seats(table, at=at)


def free_seats(table: PlayTable, *, leaving: Sequence[Seated], at: datetime) -> list[NewTransfer]:
    """Free seats; the transfers that bring their stacks home are returned, and not posted yet."""
    if not leaving:
        return []
    if table.kind == TableKind.CASH and any(has_part(table, seat=one.seat) for one in leaving):
        raise RuntimeError("nobody goes with chips that are in a pot")
    money = give_back(table, stacks=[(one.player_id, one.chips) for one in leaving], at=at)
    freed = {one.seat for one in leaving}
    absent = {one.seat for one in long_away(table, at=at)}
    keep_seats(table, seats=[other for other in seated_at(table) if other.seat not in freed])
    for one in leaving:
        Sitting.objects.filter(table=table, player_id=one.player_id, left_at__isnull=True).update(
            left_at=at,
            taken_chips=one.chips,
            bank_ms=one.bank_ms,
            absent=one.seat in absent and not one.leaves,
        )
        record(
            PlayerStoodUp(
                table_id=table.pk,
                players=[one.player_id],
                seat=one.seat,
                player_id=one.player_id,
                chips=one.chips,
                called=called_away(table),
            )
        )
        if one.awaited or one.lost_at:
            tell_awaited(table, player_id=one.player_id, awaited=False)
    return money


def has_part(table: PlayTable, *, seat: int) -> bool:
    """Return whether the hand that is played was dealt to somebody in this seat, folded or not."""
    if table.stage != TableStage.PLAYING or table.hand is None:
        return False
    return seat in {row[0] for row in table.hand["seats"]}


def long_away(table: PlayTable, *, at: datetime) -> list[Seated]:
    """Return who has been away for too long and has no part in a hand, by the table's own clock; in a tournament nobody loses a seat so."""
    if table.kind == TableKind.TOURNAMENT:
        return []
    at = table.held_at or at
    playing = set() if table.hand is None else {row[0] for row in table.hand["seats"]}
    return [
        one
        for one in seated_at(table)
        if one.seat not in playing
        and (since := _absent_since(table, one)) is not None
        and not keeps_seat(away=at - since)
    ]


def first_seat_free(table: PlayTable, *, at: datetime) -> datetime | None:
    """Return when the first seat of a cash table is free whose player is not there, or whose own time is used up then; None where all are
    there, with time. Rule: PT-H.68, REGULATIONS 2.10
    """
    if table.kind != TableKind.CASH:
        return None
    there = seated_at(table)
    absent = [seat_free_from(since) for one in there if (since := _absent_since(table, one)) is not None]
    used_up = first_out_of_time([one.player_id for one in there], at=at)
    if used_up is not None and table.held_at is not None:
        used_up -= at - table.held_at  # by the table's own clock, as all that is due there
    return min((instant for instant in (*absent, used_up) if instant is not None), default=None)


def _absent_since(table: PlayTable, one: Seated) -> datetime | None:
    return absent_since(
        away_since=datetime.fromisoformat(one.away_since) if one.away_since else None,
        lost_at=datetime.fromisoformat(one.lost_at) if one.lost_at else None,
        plays=table.kind != TableKind.CASH or len(dealt_in(table)) >= 2,
    )


def put_off_absence(table: PlayTable, *, held_at: datetime, at: datetime) -> None:
    """Have what a table was held count to nobody's absence; the caller saves the row. Rule: PT-H.68, PT-H.72"""
    if table.kind == TableKind.TOURNAMENT:
        return  # nobody loses a seat so there

    def later(since: str) -> str:
        began = datetime.fromisoformat(since)
        return (began + max(at - max(began, held_at), timedelta())).isoformat()

    # where hands are dealt a lost line is no absence, and what goes within seconds is told by when each went
    lines = len(dealt_in(table)) < 2
    keep_seats(
        table,
        seats=[
            replace(
                one,
                away_since=later(one.away_since) if one.away_since else "",
                lost_at=later(one.lost_at) if one.lost_at and lines else one.lost_at,
            )
            for one in seated_at(table)
        ],
    )


def must_be_welcome(table: PlayTable, *, player_id: int, at: datetime) -> None:
    """Refuse who is excluded from playing here, by the house or by oneself: also where nothing is won.

    Refusals: ``excluded``. Rule: PT-T.21
    """
    if excluded_among([player_id], venue_id=table.venue_id, at=at):
        raise Refused(
            "excluded",
            N_(
                "You are excluded from playing at present. Until when is in your account under Responsible gambling."
            ),
            rule="PT-T.21",
        )


def free_barred(table: PlayTable, *, at: datetime) -> None:
    """Free the seats of who may not play any more, before the next hand is dealt. Rule: PT-T.21, REGULATIONS 2.10"""
    stand_up(table, leaving=barred_at(table, at=at), at=at)


def barred_at(table: PlayTable, *, at: datetime) -> list[Seated]:
    """Return who was excluded while sitting there, and at a cash table whose own time is used up; in a tournament, what was begun is played to its
    end. Rule: PT-T.21, REGULATIONS 2.10
    """
    if table.kind == TableKind.TOURNAMENT:
        return []
    there = seated_at(table)
    out = excluded_among([one.player_id for one in there], venue_id=table.venue_id, at=at)
    if table.kind == TableKind.CASH:
        out |= out_of_time([one.player_id for one in there], at=at)
    return [one for one in there if one.player_id in out]


def refill(table: PlayTable, *, one: Seated) -> Seated:
    """Give play chips to who has fewer than a big blind, at a demo table. Rule: PT-H.12, PT-H.15, PT-H.75"""
    if table.kind != TableKind.DEMO or not must_add_chips(
        chips=one.chips, minimum_bet_chips=table.big_blind_chips
    ):
        return one
    added = table.stack_chips - one.chips
    Sitting.objects.filter(table=table, player_id=one.player_id, left_at__isnull=True).update(
        brought_chips=F("brought_chips") + added
    )
    record(
        StackRefilled(
            table_id=table.pk,
            players=[one.player_id],
            seat=one.seat,
            added_chips=added,
            stack_chips=table.stack_chips,
        )
    )
    return replace(one, chips=table.stack_chips)


def sit_out_who_asked(table: PlayTable, *, at: datetime) -> None:
    """Deal no more hands to who wanted to play the last one to its end. Rule: PT-H.68"""
    for one in seated_at(table):
        if not one.rests_next:
            continue
        away_since = one.away_since or at.isoformat()
        change(table, changed=replace(one, rests_next=False, rests=True, away_since=away_since, late=0))
        if not one.away:
            tell_sat_out(table, one=one)


def sit_out_the_short(table: PlayTable, *, at: datetime) -> None:
    """Deal no more hands to who has less than a big blind at a cash table, until he adds chips. Rule: PT-H.15, PT-H.70"""
    if table.kind != TableKind.CASH:
        return
    for one in seated_at(table):
        if not one.away and must_add_chips(chips=one.chips, minimum_bet_chips=table.big_blind_chips):
            change(table, changed=replace(one, away_since=at.isoformat(), late=0))
            tell_sat_out(table, one=one)
