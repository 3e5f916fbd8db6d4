"""The start, eliminations and their undoing, hand-for-hand. Needs an open command.

Places: an elimination keeps how many entries were out before it; its place is
`rules.finishing.place_from`. Only the Field row and the rows concerned are read and written,
except by the start.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django.db import connection
from django.db.models import F

from dispatch import prepared
from dispatch.commands import record
from dispatch.facts import CommandId
from dispatch.queries import command_by_id
from payouts import operations as payouts
from payouts.facts import BountyShare
from payouts.models import Award, AwardState
from payouts.queries.bounties import bounty_of, shares_of
from people.operations import end_identity_block
from rules import finishing
from rules.policies import HandCharge, Policies, SimultaneousBust, from_dict
from rules.refusals import N_, Refused
from rules.validation import MAX_CHIPS, whole
from tables import operations as seating
from tables.models import HandDone, MoveReason, Seat, Table, TableState
from tables.operations import Seated
from tables.queries import Sitter, sitters
from tournaments.facts import (
    STAFF,
    clock_topic,
    counts_topic,
    eliminations_topic,
    entries_topic,
    player_topic,
    prizes_topic,
    standings_topic,
    table_topic,
    tables_topic,
    tournament_stream,
)
from tournaments.models import (
    Elimination,
    Entry,
    EntryState,
    Field,
    Format,
    Takers,
    Tournament,
    TournamentState,
)
from tournaments.operations import clock, entries
from tournaments.queries.entries import EntryContext
from tournaments.queries.floor import (
    changes_of,
    moment_of,
    no_such_entry,
    own_bounty,
    place_of,
    read_one,
    undo_refusal,
)
from tournaments.queries.stacks import stack_before_bust
from tournaments.queries.takers import at_table_with, taker_not_there

REASONS = ("busted", "surrendered", "disqualified", "under_age", "blinded_off")
# with these the stack leaves play (ADTP.67D, ADTP.8C)
_TAKES_CHIPS_OUT = ("surrendered", "disqualified", "under_age")
# with these the person is out of the event for good, unless the director lifts it (ADTP.67D, SCPT.F)
DISQUALIFIED = ("disqualified", "under_age")


def policies_of(tournament: Tournament) -> Policies:
    """The policies the tournament runs under."""
    return from_dict(tournament.policies)


# long, and of no use at the tables
_DEFERRED_FIELDS = ("structure", "payout_table", "chip_set")


def lock_field(tournament_id: int) -> tuple[Tournament, Field]:
    """Lock who is in, then read the tournament as it is now. Refusals: ``not_running``, ``no_such_tournament``."""
    field = read_one(Field, "WHERE tournament_id = %s FOR UPDATE", [tournament_id])
    tournament = read_one(Tournament, "WHERE id = %s", [tournament_id], without=_DEFERRED_FIELDS)
    if tournament is None:
        raise Refused("no_such_tournament", N_("There is no such tournament."))
    if field is None or tournament.state != TournamentState.RUNNING:
        raise Refused(
            "not_running",
            N_("This tournament is not running (%(state)s)."),
            state=str(TournamentState(tournament.state).value),
        )
    return tournament, field


# ------------------------------------------------------------------------------------------------ the start


@dataclass(frozen=True, slots=True, kw_only=True)
class Started:
    """What the start made."""

    entries: int
    waiting: int
    tables: int
    draw_number: int


def start(
    tournament: Tournament, at: datetime, command_id: CommandId, *, first_number_must: bool = True
) -> Started:
    """Seats and buttons are drawn, chips issued, the clock starts. Locks the tournament's row.

    first_number_must: its tables are counted from where the director said, or it does not start.

    Refusals: ``already_started``, ``not_announced``, ``too_few_entries``, ``table_number_taken``.
    Rule: ADTP.7, PT-T.39, PT-T.40, PT-T.41
    """
    tournament = Tournament.objects.select_for_update(no_key=True).get(pk=tournament.pk)
    if tournament.state == TournamentState.RUNNING:
        raise Refused("already_started", N_("This tournament has already started."), rule="PT-T.39")
    if tournament.state not in (TournamentState.ANNOUNCED, TournamentState.REGISTERING):
        raise Refused(
            "not_announced",
            N_("This tournament cannot start (%(state)s). Publish it first."),
            rule="SCPT.B",
            state=str(TournamentState(tournament.state).value),
        )
    rows = list(
        Entry.objects.filter(
            tournament_id=tournament.pk, state__in=(EntryState.REGISTERED, EntryState.WAITING)
        )
        .order_by("id")
        .values_list("id", "player_id", "state")
    )
    seated = [entry_id for entry_id, _, state in rows if state == EntryState.REGISTERED]
    if len(seated) < 2:
        raise Refused(
            "too_few_entries",
            N_("A tournament needs two paid entries; there are %(entries)s. Wait, or cancel it."),
            rule="PT-T.39",
            entries=len(seated),
        )
    waiting = len(rows) - len(seated)
    Tournament.objects.filter(pk=tournament.pk).update(state=TournamentState.RUNNING, started_at=at)
    tournament.state, tournament.started_at = TournamentState.RUNNING, at
    room = seating.seat_everybody(
        tournament, seated, at=at, command_id=command_id, first_number_must=first_number_must
    )
    field = Field.objects.create(
        tournament=tournament,
        entries_total=len(rows),
        entries_unique=len({player_id for _, player_id, _ in rows}),
        players_left=len(seated),
        waiting=waiting,
        chips_issued=room.chips_issued,
        tables_open=room.tables,
    )
    clock.start_clock(tournament, at=at)
    t = tournament.pk
    record(
        "tournament_started",
        stream=tournament_stream(t),
        at=at,
        body={
            "entries": len(rows),
            "waiting": waiting,
            "tables": room.tables,
            "draw_number": room.draw_number,
            "button_draw_number": room.button_draw_number,
        },
        touches=[
            counts_topic(t),
            clock_topic(t),
            tables_topic(t),
            entries_topic(t),
            prizes_topic(t),
            standings_topic(t),
            *(player_topic(player_id, t) for _, player_id, _ in rows),
        ],
    )
    if waiting:
        seating.seat_waiting(tournament, at, command_id)
    if tournament.late_registration_level == 0 and not tournament.late_registration_minutes:
        entries.close_entries(tournament, at, command_id)
    return Started(
        entries=field.entries_total, waiting=waiting, tables=room.tables, draw_number=room.draw_number
    )


def start_when_full(desk: EntryContext, *, at: datetime, command_id: CommandId) -> bool:
    """A sit & go begins with its last seat, in the same transaction. Rule: PT-T.39"""
    if desk.offer.format is not Format.SIT_AND_GO:
        return False
    return start_if_sold_out(Tournament.objects.get(pk=desk.tournament_id), at=at, command_id=command_id)


def start_if_sold_out(tournament: Tournament, *, at: datetime, command_id: CommandId) -> bool:
    """Start a sit & go that registers and whose seats are all sold; whether it did. Rule: PT-T.39"""
    if tournament.format != Format.SIT_AND_GO or tournament.state != TournamentState.REGISTERING:
        return False
    taken = Entry.objects.filter(tournament_id=tournament.pk, state=EntryState.REGISTERED).count()
    if tournament.capacity is None or taken < tournament.capacity:
        return False
    # who pays for the last seat is not sent away over a number: the next free one will do
    start(tournament, at, command_id, first_number_must=False)
    return True


# ------------------------------------------------------------------------------------------------ out


@dataclass(frozen=True, slots=True, kw_only=True)
class Bust:
    """One entry that is out. stack_chips_start: its stack when the hand began; by_entries: who took the chips;
    nobody: it was said that nobody did. Neither: to be answered later, where a bounty hangs on it."""

    entry_id: int
    stack_chips_start: int | None = None
    by_entries: tuple[int, ...] = ()
    nobody: bool = False


def busts_given(values: Sequence[Mapping[str, Any]]) -> list[Bust]:
    """Busts from what a form or a program sent. Refusals: ``nobody_named``, ``named_twice``, ``not_a_number`` …"""
    if not isinstance(values, list | tuple) or not values or len(values) > 10:
        raise Refused("nobody_named", N_("Name who is out: one to ten players of one table."), rule="PT-T.31")
    busts = []
    for value in values:
        if not isinstance(value, Mapping):
            raise Refused(
                "nobody_named", N_("Name who is out: one to ten players of one table."), rule="PT-T.31"
            )
        stack = value.get("stack_chips_start")
        by, nobody = takers_given(value)
        busts.append(
            Bust(
                entry_id=whole("entry_id", value.get("entry_id"), low=1, high=2**63 - 1),
                stack_chips_start=None
                if stack is None
                else whole("stack_chips_start", stack, low=1, high=MAX_CHIPS),
                by_entries=by,
                nobody=nobody,
            )
        )
    if len({b.entry_id for b in busts}) != len(busts):
        raise Refused("named_twice", N_("The same player is named twice."), rule="PT-T.31")
    return busts


def takers_given(value: Mapping[str, Any]) -> tuple[tuple[int, ...], bool]:
    """Who took the chips, from what a form or a program sent: (entries, whether nobody was chosen).

    Refusals: ``nobody_named``, ``takers_contradict``, ``named_twice``, ``not_a_number`` … Rule: SCPT.P"""
    by = value.get("by_entries") or []
    if not isinstance(by, list | tuple) or len(by) > 10:
        raise Refused("nobody_named", N_("Name who took the chips: at most ten players."), rule="PT-T.31")
    named = tuple(whole("by_entries", entry, low=1, high=2**63 - 1) for entry in by)
    if len(set(named)) != len(named):
        raise Refused("named_twice", N_("The same player is named twice."), rule="PT-T.31")
    nobody = value.get("nobody") is True
    if nobody and named:
        raise Refused(
            "takers_contradict",
            N_("Either somebody took the chips or nobody did. Choose one of the two."),
            rule="SCPT.P",
        )
    return named, nobody


@dataclass(frozen=True, slots=True, kw_only=True)
class Out:
    """An elimination as it stands: place None while its hand-for-hand round is open. takers: "" where no bounty hangs
    on it, else named, nobody or open; bounties: who has how much of the bounty."""

    elimination_id: int
    entry_id: int
    name: str
    place: int | None
    tied: int
    final: bool
    amount_cents: int | None
    takers: str = ""
    bounties: Sequence[BountyShare] = ()

    def as_dict(self) -> dict[str, Any]:
        return {
            "elimination_id": self.elimination_id,
            "entry_id": self.entry_id,
            "name": self.name,
            "place": self.place,
            "tied": self.tied,
            "final": self.final,
            "amount_cents": self.amount_cents,
            "takers": self.takers,
            "bounties": [share.as_dict() for share in self.bounties],
        }


def eliminate(
    tournament: Tournament,
    field: Field,
    *,
    table_number: int,
    busts: Sequence[Bust],
    reason: str = "busted",
    at: datetime,
    command_id: CommandId,
) -> list[Out]:
    """Those who went out at one table in one hand, in one step; best place last to leave is theirs by policy.

    `field` is locked and is brought up to date. Outside hand-for-hand places are known at once; inside they
    are decided when every table has done its hand (`settle_round`). Prizes are awarded as soon as the place
    is final and paid. Stacks of surrendered and disqualified players leave play.
    Refusals: ``already_out`` (who did it and when), ``not_seated``, ``other_table``, ``no_such_entry``,
    ``last_player``, ``stack_needed``, ``no_such_table``, ``table_is_broken``, ``taker_not_there``.
    Rule: PT-T.31, PT-T.44, ADTP.P16, PT-T.50, ADTP.67D, ADTP.8C, SCPT.P, CASES p16-a, REGULATIONS 5.3
    """
    table = seating.lock_table(tournament.pk, table_number)
    gone = _seated_there(tournament, table, [b.entry_id for b in busts])
    if field.players_left + field.waiting - len(busts) < 1:
        raise Refused(
            "last_player",
            N_("%(player)s holds the last chips and cannot go out. Finish the tournament instead."),
            rule="PT-T.31",
            player=gone[-1].name,
        )
    _check_eliminators(tournament, table.number, busts, at=at)
    policies = policies_of(tournament)
    bounty = has_bounty(tournament)
    round_ = field.hand_for_hand_round if field.hand_for_hand else 0
    _require_stacks(field, table, busts, round_=round_, reason=reason, policies=policies)
    removed = [(b.stack_chips_start or 0) if reason in _TAKES_CHIPS_OUT else 0 for b in busts]
    placings: Mapping[int, finishing.Placing] = {}
    if not round_:
        placings = {
            p.entry: p
            for p in finishing.place_group(
                players_before=field.players_left + field.waiting,
                busts=[_as_bust(b.entry_id, table.number, b.stack_chips_start) for b in busts],
                simultaneous=policies.simultaneous_bust,
            )
        }
    chairs = {s.entry_id: s for s in gone}
    rows = _insert_eliminations(
        [
            Elimination(
                tournament_id=tournament.pk,
                entry_id=b.entry_id,
                table_number=table.number,
                seat_number=chairs[b.entry_id].seat_number or 0,
                hand_for_hand_round=round_,
                stack_chips_start=b.stack_chips_start,
                chips_removed=chips,
                reason=reason,
                by_entries=list(b.by_entries),
                takers=_answered(b, reason=reason, bounty=bounty),
                at=at,
                command_id=command_id,
                **_order(field, placings.get(b.entry_id)),
            )
            for b, chips in zip(busts, removed, strict=True)
        ]
    )
    seating.clear_seats(gone, limited=tournament.capacity is not None)
    (updated,) = prepared.rows(
        "WITH gone AS (UPDATE tournaments_entry SET state = 'out', stack_chips = 0"
        " WHERE id = ANY(%s::bigint[]) AND state = 'playing' RETURNING 1)"
        " UPDATE tournaments_field SET players_left = players_left - %s::int, chips_removed = chips_removed + %s::bigint"
        " WHERE tournament_id = %s::bigint RETURNING (SELECT count(*) FROM gone)",
        [list(chairs), len(busts), sum(removed), field.pk],
    )
    if updated[0] != len(busts):
        raise AssertionError("a seat held an entry that is not playing")
    field.players_left -= len(busts)
    field.chips_removed += sum(removed)
    shares: Mapping[int, Sequence[BountyShare]] = {}
    if bounty:
        shares = payouts.pay_bounties(
            tournament, rows, at, command_id, at_table={row.pk: left_at(table) for row in rows}
        )
    amounts = _award(tournament, field, rows, at=at, command_id=command_id) if not round_ else {}
    outs = [_out(field, row, chairs[row.entry_id], amounts, shares.get(row.pk, ())) for row in rows]
    for row, out in zip(rows, outs, strict=True):
        _tell_out(tournament, field, row, out, chairs[row.entry_id], at=at)
    if field.players_left + field.waiting == 1 and field.entries_closed_at is not None:
        clock.stand_decided(tournament, at=at)
    return outs


def has_bounty(tournament: Tournament) -> bool:
    """Whether a part of each entry's price hangs on the player's head. Rule: SCPT.P"""
    return bounty_of(tournament.split) > 0


def _answered(bust: Bust, *, reason: str, bounty: bool) -> Takers:
    """Who took the chips as the row keeps it. Chips that were given up nobody took. Rule: SCPT.P, SCPT.U"""
    if bust.by_entries:
        return Takers.NAMED
    if not bounty:
        return Takers.NOT_ASKED
    return Takers.NOBODY if bust.nobody or reason == "surrendered" else Takers.OPEN


def left_at(table: Table) -> list[int]:
    """The entries at a table, in the order of their seats."""
    return list(
        Seat.objects.filter(table=table, entry__isnull=False)
        .order_by("number")
        .values_list("entry_id", flat=True)
    )


def _check_eliminators(
    tournament: Tournament, table_number: int, busts: Sequence[Bust], *, at: datetime
) -> None:
    """Who took the chips sat at the table and is still in, and nobody eliminates himself; also where there is no bounty.

    Refusals: ``no_such_entry``, ``own_bounty``, ``taker_not_there``. Rule: SCPT.P"""
    takers = {taker for bust in busts for taker in bust.by_entries}
    if not takers:
        return
    known = dict(
        Entry.objects.filter(tournament_id=tournament.pk, pk__in=takers).values_list(
            "pk", "player__public_name"
        )
    )
    if len(known) != len(takers):
        raise no_such_entry()
    if any(bust.entry_id in bust.by_entries for bust in busts):
        raise own_bounty()
    gone = {bust.entry_id for bust in busts}
    there = {
        mate.entry_id for mate in at_table_with(tournament.pk, busts[0].entry_id, table_number, until=at)
    }
    for taker in sorted(takers):
        if taker in gone or taker not in there:
            raise taker_not_there(known[taker], table_number)


_WRITTEN = (
    "tournament_id",
    "entry_id",
    "table_number",
    "seat_number",
    "hand_for_hand_round",
    "stack_chips_start",
    "chips_removed",
    "reason",
    "by_entries",
    "takers",
    "at",
    "command_id",
    "out_before",
    "tied",
)


def _insert_eliminations(rows: list[Elimination]) -> list[Elimination]:
    """Insert eliminations, in one statement made for it; they have their ids then."""
    one = "(" + ", ".join("%s::jsonb" if name == "by_entries" else "%s" for name in _WRITTEN) + ")"
    values = [
        json.dumps(row.by_entries) if name == "by_entries" else getattr(row, name)
        for row in rows
        for name in _WRITTEN
    ]
    written = prepared.rows(
        f"INSERT INTO tournaments_elimination ({', '.join(_WRITTEN)})"
        f" VALUES {', '.join([one] * len(rows))} RETURNING id",
        values,
    )
    for row, (number,) in zip(rows, written, strict=True):
        row.pk = number
    return rows


def _order(field: Field, placing: finishing.Placing | None) -> dict[str, int | None]:
    if placing is None:
        return {"out_before": None, "tied": 1}
    before = finishing.out_before_from(
        entries_total=field.entries_total, place=placing.place, tied=placing.tied
    )
    return {"out_before": before, "tied": placing.tied}


def _as_bust(entry_id: int, table: int, stack: int | None) -> finishing.Bust:
    return finishing.Bust(entry=entry_id, moment=0, table=table, stack_chips_start=stack or 0)


def _out(
    field: Field,
    row: Elimination,
    sitter: Sitter,
    amounts: Mapping[int, int],
    shares: Sequence[BountyShare] = (),
) -> Out:
    place = place_of(field, row)
    return Out(
        elimination_id=row.pk,
        entry_id=row.entry_id,
        name=sitter.name,
        place=place,
        tied=row.tied,
        final=place is not None and field.entries_closed_at is not None,
        amount_cents=amounts.get(row.entry_id),
        takers=str(row.takers),
        bounties=shares,
    )


def _tell_out(
    tournament: Tournament, field: Field, row: Elimination, out: Out, sitter: Sitter, *, at: datetime
) -> None:
    t = tournament.pk
    record(
        "player_eliminated",
        stream=tournament_stream(t),
        at=at,
        body={
            "elimination_id": row.pk,
            "entry_id": row.entry_id,
            "name": sitter.name,
            "table": row.table_number,
            "seat": row.seat_number,
            "reason": row.reason,
            "hand_for_hand_round": row.hand_for_hand_round,
            "place": out.place,
            "tied": row.tied,
            "final": out.final,
            "by_entries": row.by_entries,
            "takers": str(row.takers),
            "players_left": field.players_left,
        },
        touches=[
            counts_topic(t),
            eliminations_topic(t),
            tables_topic(t),
            table_topic(t, row.table_number),
            player_topic(sitter.player_id, t),
            *([standings_topic(t)] if field.at_final_table else []),
        ],
    )


def _award(
    tournament: Tournament, field: Field, rows: Sequence[Elimination], *, at: datetime, command_id: CommandId
) -> Mapping[int, int]:
    """Entry to cents, for those whose place is final and paid. Rule: PT-T.54"""
    if field.entries_closed_at is None:
        return {}
    return payouts.award(tournament, field, list(rows), at, command_id)


def _seated_there(tournament: Tournament, table: Table, entry_ids: Sequence[int]) -> list[Sitter]:
    """The seats of these entries at this table, locked by the table; or why one is not there."""
    found = {s.entry_id: s for s in sitters(entry_ids=entry_ids) if s.table_id == table.pk}
    for entry_id in entry_ids:
        if entry_id not in found:
            raise not_seated_refusal(tournament, entry_id, table.number)
    return [found[entry_id] for entry_id in entry_ids]


def not_seated_refusal(tournament: Tournament, entry_id: int, table_number: int) -> Refused:
    """The lawful no for an entry that does not sit at this table."""
    entry = Entry.objects.select_related("player").filter(pk=entry_id, tournament_id=tournament.pk).first()
    if entry is None:
        return no_such_entry()
    name = entry.player.public_name
    if entry.state == EntryState.OUT:
        return already_out(tournament, entry_id, name)
    seat = Seat.objects.select_related("table").filter(entry_id=entry_id).first()
    if seat is None:
        return Refused("not_seated", N_("%(player)s has no seat."), rule="ADTP.7", player=name)
    return Refused(
        "other_table",
        N_("%(player)s sits at table %(table)s, seat %(seat)s, not at table %(asked)s."),
        rule="ADTP.7",
        player=name,
        table=seat.table.number,
        seat=seat.number,
        asked=table_number,
    )


def already_out(tournament: Tournament, entry_id: int, name: str) -> Refused:
    """Two members of staff saw the same bust: who was first, and when."""
    row = Elimination.objects.filter(entry_id=entry_id, undone_at__isnull=True).first()
    if row is None:
        return Refused("not_seated", N_("%(player)s has no seat."), rule="ADTP.7", player=name)
    asked = command_by_id(CommandId(row.command_id))
    zone = ZoneInfo(tournament.venue.timezone)
    return Refused(
        "already_out",
        N_("%(player)s is already out: busted by %(operator)s at %(time)s."),
        rule="PT-T.31",
        player=name,
        operator=asked.label if asked else "?",
        time=row.at.astimezone(zone).strftime("%H:%M"),
        elimination_id=row.pk,
    )


def _require_stacks(
    field: Field, table: Table, busts: Sequence[Bust], *, round_: int, reason: str, policies: Policies
) -> None:
    """Where a stack decides a place or leaves play, it must be given.

    Refusals: ``stack_needed``. Rule: ADTP.P16, PT-T.50"""
    together = len(busts)
    missing = [b for b in busts if b.stack_chips_start is None]
    if round_:
        earlier = list(
            Elimination.objects.filter(
                tournament_id=field.pk,
                hand_for_hand_round=round_,
                table_number=table.number,
                out_before__isnull=True,
                undone_at__isnull=True,
            ).values_list("stack_chips_start", flat=True)
        )
        together += len(earlier)
        if together > 1 and None in earlier:
            raise Refused(
                "stack_needed",
                N_(
                    "Several go out at table %(table)s in this hand: undo the earlier elimination and enter"
                    " them together, each with the stack at the start of the hand."
                ),
                rule="ADTP.P16",
                table=table.number,
            )
    by_stack = round_ and policies.simultaneous_bust is SimultaneousBust.ANY_TABLE_BY_STACK
    if missing and (together > 1 or by_stack or reason in _TAKES_CHIPS_OUT):
        raise Refused(
            "stack_needed",
            N_("Enter the stack that each player had at the start of the hand: it decides the place."),
            rule="PT-T.50" if by_stack else "ADTP.P16",
        )


# ------------------------------------------------------------------------------------------------ hand-for-hand


@dataclass(frozen=True, slots=True, kw_only=True)
class Settled:
    """A hand-for-hand round that is complete."""

    round: int
    eliminations: list[Out]
    seated_alternates: list[Seated]


def go_hand_for_hand(
    tournament: Tournament, field: Field, *, charge: HandCharge | None = None, at: datetime
) -> None:
    """All tables play hand for hand. The hand they are playing is its first: who goes out in it from now on is
    ranked with that round. charge: what a hand costs, where the director does not take the rule set's.

    Refusals: ``already_hand_for_hand``. Rule: PT-T.49, ADTP.P16, REGULATIONS 3.8, REGULATIONS 11
    """
    if field.hand_for_hand:
        raise Refused("already_hand_for_hand", N_("Hand-for-hand has already begun."), rule="PT-T.49")
    field.hand_for_hand = True
    field.hand_for_hand_round = max(field.hand_for_hand_round, 1)
    _keep_hand_for_hand(field)
    clock.begin_hand_for_hand(tournament, charge=charge, at=at)
    _tell_round(tournament, "hand_for_hand_started", field.hand_for_hand_round, at=at)


def leave_hand_for_hand(tournament: Tournament, field: Field, *, at: datetime) -> None:
    """Tables play on by themselves; only between two rounds.

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
                "Round %(round)s is still being played at other tables. End hand-for-hand when it is complete."
            ),
            rule="PT-T.49",
            round=field.hand_for_hand_round,
        )
    field.hand_for_hand = False
    _keep_hand_for_hand(field)
    clock.end_hand_for_hand(tournament, at=at)
    _tell_round(tournament, "hand_for_hand_ended", field.hand_for_hand_round, at=at)


def must_be_hand_for_hand(field: Field) -> None:
    if not field.hand_for_hand:
        raise Refused("not_hand_for_hand", N_("The tables do not play hand-for-hand."), rule="PT-T.49")


def _keep_hand_for_hand(field: Field) -> None:
    Field.objects.filter(pk=field.pk).update(
        hand_for_hand=field.hand_for_hand, hand_for_hand_round=field.hand_for_hand_round
    )


def _tell_round(tournament: Tournament, kind: str, round_: int, *, at: datetime) -> None:
    t = tournament.pk
    record(
        kind,
        stream=tournament_stream(t),
        at=at,
        body={"round": round_},
        touches=[clock_topic(t), counts_topic(t), tables_topic(t)],
    )


def round_is_complete(field: Field) -> bool:
    """Whether every table in play has done its hand of this round. Halted and lone tables play no hand."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT NOT EXISTS (SELECT 1 FROM tables_table t WHERE t.tournament_id = %s AND t.state = %s"
            " AND t.players >= 2 AND NOT EXISTS (SELECT 1 FROM tables_handdone h"
            " WHERE h.table_id = t.id AND h.round = %s))",
            [field.pk, TableState.OPEN.value, field.hand_for_hand_round],
        )
        return bool(cursor.fetchone()[0])


def settle_round(tournament: Tournament, field: Field, at: datetime, command_id: CommandId) -> Settled | None:
    """When every table has done its hand: rank the round's eliminations together, pay the hand's time, go on.

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
        rows,
        players_before=field.players_left + field.waiting + len(rows),
        simultaneous=policies_of(tournament).simultaneous_bust,
    )
    field.hand_for_hand_round += 1
    Field.objects.filter(pk=field.pk).update(hand_for_hand_round=field.hand_for_hand_round)
    amounts = _award(tournament, field, rows, at=at, command_id=command_id) if rows else {}
    shares = shares_of([row.pk for row in rows]) if has_bounty(tournament) else {}
    outs = [_out(field, row, _sitter(row.entry), amounts, shares.get(row.pk, ())) for row in rows]
    t = tournament.pk
    record(
        "hand_for_hand_round_completed",
        stream=tournament_stream(t),
        at=at,
        body={
            "round": round_,
            "next_round": field.hand_for_hand_round,
            "eliminations": [
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
            "players_left": field.players_left,
        },
        touches=[
            counts_topic(t),
            eliminations_topic(t),
            tables_topic(t),
            *(player_topic(row.entry.player_id, t) for row in rows),
        ],
    )
    clock.spend_hand(tournament, at=at)
    seated = seating.seat_waiting(tournament, at, command_id) if rows and field.waiting else []
    return Settled(round=round_, eliminations=outs, seated_alternates=seated)


def place_together(
    field: Field, rows: Sequence[Elimination], *, players_before: int, simultaneous: SimultaneousBust
) -> None:
    """Write the order of eliminations that count as one moment. players_before: those in before it."""
    placings = finishing.place_group(
        players_before=players_before,
        busts=[_as_bust(r.entry_id, r.table_number, r.stack_chips_start) for r in rows],
        simultaneous=simultaneous,
    )
    by_entry = {p.entry: p for p in placings}
    for row in rows:
        placing = by_entry[row.entry_id]
        row.out_before = finishing.out_before_from(
            entries_total=field.entries_total, place=placing.place, tied=placing.tied
        )
        row.tied = placing.tied
        Elimination.objects.filter(pk=row.pk).update(out_before=row.out_before, tied=row.tied)


def _sitter(entry: Entry) -> Sitter:
    return Sitter(entry_id=entry.pk, player_id=entry.player_id, name=entry.player.public_name)


# ------------------------------------------------------------------------------------------------ undo


@dataclass(frozen=True, slots=True, kw_only=True)
class Reinstated:
    """An elimination undone: where the player sits, whose places changed, whose prizes were taken back."""

    entry_id: int
    name: str
    seat: Seated
    own_seat: bool
    moved_places: list[tuple[int, int | None, int | None]]
    voided: list[int]


def undo_elimination(
    tournament: Tournament, field: Field, row: Elimination, *, at: datetime, command_id: CommandId
) -> Reinstated:
    """The player is in again: own seat when it is free, else a seat by draw; places and prizes follow.

    Places of those who went out later move one down; prizes of places that changed are taken back and given
    anew. Their screens learn it from the counts, which say how often this happened (`undone`): one message for all,
    however many moved. Nothing is deleted: the elimination keeps its row and says when it was undone.
    Refusals: ``already_undone``, ``reentered_since``, ``prize_paid``, ``no_seat_free``.
    """
    entry = Entry.objects.select_related("player").select_for_update(of=("self",)).get(pk=row.entry_id)
    changed = changes_of(row)
    awards = Award.objects.filter(entry_id__in=[row.entry_id, *(r.entry_id for r, _ in changed)])
    no = undo_refusal(row, list(awards.exclude(state=AwardState.VOID).select_related("player")))
    if no is not None:
        raise no
    Elimination.objects.filter(pk=row.pk).update(undone_at=at)
    payouts.void_bounties(tournament, row, at, command_id)
    voided: list[int] = []
    moved: list[Elimination] = []
    before: dict[int, int | None] = {}
    if row.out_before is not None:
        voided, moved, before = _move_places(
            tournament, field, row, [r for r, _ in changed], at=at, command_id=command_id
        )
    Entry.objects.filter(pk=entry.pk).update(
        state=EntryState.PLAYING, stack_chips=stack_before_bust(entry, told=row.stack_chips_start)
    )
    field.players_left += 1
    field.chips_removed -= row.chips_removed
    Field.objects.filter(pk=field.pk).update(
        players_left=F("players_left") + 1,
        chips_removed=F("chips_removed") - row.chips_removed,
        undone=F("undone") + 1,
    )
    seating.take_slot(tournament, entry.pk)
    seat, own = _seat_again(tournament, row, entry, at=at, command_id=command_id)
    seating.take_back_disqualification(entry.pk, row.command_id, at=at)
    if row.reason == "under_age":
        # the wrong person, or the wrong seat: the block that came with it goes, too
        end_identity_block(entry.player_id, since=row.at, at=at, by_user_id=None)
    if field.players_left == 2:
        clock.play_on(tournament, at=at)
    if voided:
        _award(tournament, field, moved, at=at, command_id=command_id)
    t = tournament.pk
    changes = [(m.entry_id, before[m.pk], place_of(field, m)) for m in moved]
    record(
        "elimination_undone",
        stream=tournament_stream(t),
        at=at,
        body={
            "elimination_id": row.pk,
            "entry_id": entry.pk,
            "name": entry.player.public_name,
            "table": seat.table_number,
            "seat": seat.seat_number,
            "players_left": field.players_left,
            "places_moved": len(changes),
            "prizes_taken_back": len(voided),
        },
        touches=[
            counts_topic(t),
            eliminations_topic(t),
            tables_topic(t),
            standings_topic(t),
            prizes_topic(t),
            table_topic(t, seat.table_number),
            player_topic(entry.player_id, t),
        ],
    )
    return Reinstated(
        entry_id=entry.pk,
        name=entry.player.public_name,
        seat=seat,
        own_seat=own,
        moved_places=changes,
        voided=voided,
    )


def _lock_disqualification(elimination_id: int) -> Elimination:
    row = (
        Elimination.objects.select_for_update(of=("self",))
        .select_related("entry__player")
        .get(pk=elimination_id)
    )
    if row.reason not in DISQUALIFIED or row.undone_at is not None:
        raise _not_disqualified()
    return row


def _not_disqualified() -> Refused:
    return Refused(
        "not_disqualified",
        N_("This disqualification does not stand so any more. Reload the page."),
        rule="ADTP.67D",
    )


def lift_disqualification(
    tournament: Tournament, elimination_id: int, *, reason: str, at: datetime
) -> Elimination:
    """The person may enter again; the elimination stays. Refusals: ``not_disqualified``. Rule: ADTP.67D"""
    row = _lock_disqualification(elimination_id)
    if row.lifted_at is not None:
        raise _not_disqualified()
    row.lifted_at, row.lift_reason = at, reason
    row.save(update_fields=["lifted_at", "lift_reason"])
    _tell_disqualification(tournament, row, "disqualification_lifted", reason=reason, at=at)
    return row


def restore_disqualification(tournament: Tournament, elimination_id: int, *, at: datetime) -> Elimination:
    """It counts again, unless the person has entered meanwhile. Refusals: ``not_disqualified``, ``reentered_since``.

    Rule: ADTP.67D"""
    row = _lock_disqualification(elimination_id)
    if row.lifted_at is None:
        raise _not_disqualified()
    if (
        Entry.objects.filter(
            tournament_id=tournament.pk, player_id=row.entry.player_id, ordinal__gt=row.entry.ordinal
        )
        .exclude(state=EntryState.CANCELLED)
        .exists()
    ):
        raise Refused(
            "reentered_since",
            N_("%(player)s has entered again since. Disqualify the new entry instead."),
            rule="ADTP.67D",
            player=row.entry.player.public_name,
        )
    row.lifted_at, row.lift_reason = None, ""
    row.save(update_fields=["lifted_at", "lift_reason"])
    _tell_disqualification(tournament, row, "disqualification_restored", reason="", at=at)
    return row


def _tell_disqualification(
    tournament: Tournament, row: Elimination, kind: str, *, reason: str, at: datetime
) -> None:
    record(
        kind,
        stream=tournament_stream(tournament.pk),
        at=at,
        audience=STAFF,
        body={
            # not as elimination_id, by which the history knows what was undone
            "lifted_id": row.pk,
            "entry_id": row.entry_id,
            "name": row.entry.player.public_name,
            "reason": reason,
        },
        touches=[entries_topic(tournament.pk), player_topic(row.entry.player_id, tournament.pk)],
    )


def _move_places(
    tournament: Tournament,
    field: Field,
    row: Elimination,
    moved: list[Elimination],
    *,
    at: datetime,
    command_id: CommandId,
) -> tuple[list[int], list[Elimination], dict[int, int | None]]:
    """Take one elimination out of the order: (entries whose prizes were taken back, rows whose place may have
    moved, their places before)."""
    together = {r.pk for r in moment_of(row)} - {row.pk}
    mates = [r for r in moved if r.pk in together]
    later = [r for r in moved if r.pk not in together]
    base = min(r.out_before or 0 for r in (row, *mates))
    before = {r.pk: place_of(field, r) for r in moved}
    concerned = [row.entry_id, *(r.entry_id for r in moved)]
    voided = payouts.void_awards(tournament, concerned, at, command_id)
    Elimination.objects.filter(pk__in=[r.pk for r in later]).update(out_before=F("out_before") - 1)
    for other in later:
        other.out_before = (other.out_before or 1) - 1
    if mates:
        place_together(
            field,
            mates,
            players_before=field.entries_total - base,
            simultaneous=policies_of(tournament).simultaneous_bust,
        )
    return voided, moved, before


def _seat_again(
    tournament: Tournament, row: Elimination, entry: Entry, *, at: datetime, command_id: CommandId
) -> tuple[Seated, bool]:
    chair = (
        Seat.objects.select_related("table")
        .filter(table__tournament_id=tournament.pk, table__number=row.table_number, number=row.seat_number)
        .exclude(table__state=TableState.BROKEN)
        .filter(entry__isnull=True)
        .first()
    )
    if chair is not None:
        seating.relocate(
            tournament.pk,
            [
                (
                    _sitter(entry),
                    seating.Target(
                        table_id=chair.table_id, table_number=row.table_number, seat_number=row.seat_number
                    ),
                )
            ],
            reason=MoveReason.UNDO,
            at=at,
            command_id=command_id,
        )
        own = Seated(
            entry_id=entry.pk,
            table_number=row.table_number,
            seat_number=row.seat_number,
            draw_number=None,
        )
        return own, True
    drawn = seating.draw_late_seat(tournament, entry, MoveReason.UNDO, at, command_id, over_capacity=True)
    if drawn is None and seating.add_chair(tournament.pk):
        drawn = seating.draw_late_seat(tournament, entry, MoveReason.UNDO, at, command_id, over_capacity=True)
    if drawn is None:
        raise Refused(
            "no_seat_free",
            N_("No seat is free for %(player)s. Free one first."),
            rule="SCPT.H",
            player=entry.player.public_name,
        )
    return drawn, False
