"""Eliminations. Needs an open command.

Places: an elimination keeps how many entries were out before it; its place is
`rules.finishing.place_from`. Only the Field row and the rows concerned are read and written.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from dispatch import prepared
from dispatch.commands import record
from dispatch.facts import CommandId
from payouts.operations import ANY_DEAL, DEAL_IN_VOTE, ask_whether_deal_falls, award, pay_bounties
from payouts.queries.bounties import BountyPart, BountyShare, bounty_of, parts_of
from rules import finishing
from rules.policies import SimultaneousBust
from rules.refusals import N_, Refused
from tables.models import Seat, Table
from tables.operations import clear_seats, lock_table
from tables.queries import Sitter
from tournaments.facts.eliminations import PlayerEliminated
from tournaments.models import Elimination, Field, Takers, Tournament
from tournaments.operations import clock
from tournaments.operations.busts import (
    TAKES_CHIPS_OUT,
    Bust,
    check_eliminators,
    require_stacks,
    seated_there,
)
from tournaments.operations.field import policies_of
from tournaments.queries.eliminations import place_of


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
    bounties: tuple[BountyPart, ...] = ()


def eliminate(
    tournament: Tournament,
    *,
    field: Field,
    table_number: int,
    busts: Sequence[Bust],
    reason: str = "busted",
    falling_deal_id: int | None,
    at: datetime,
    command_id: CommandId,
) -> list[Out]:
    """Eliminate those who went out at one table in one hand, in one step; best place last to leave is theirs by policy.

    `field` is locked and is brought up to date. Outside hand-for-hand places are known at once; inside they
    are decided when every table has done its hand (`settle_round`). Prizes are awarded as soon as the place
    is final and paid. Stacks of surrendered and disqualified players leave play. falling_deal_id: the deal in vote
    of which it was said that it falls with them; ANY_DEAL where the law leaves no choice.
    Refusals: ``already_out`` (who did it and when), ``not_seated``, ``other_table``, ``no_such_entry``,
    ``last_player``, ``stack_needed``, ``no_such_table``, ``table_is_broken``, ``taker_not_there``, ``deal_would_fall``.
    Rule: PT-T.31, PT-T.44, ADTP.P16, PT-T.50, ADTP.67D, ADTP.8C, SCPT.P, CASES p16-a, REGULATIONS 5.3
    """
    table = lock_table(tournament.pk, table_number=table_number)
    gone = seated_there(tournament, table=table, entry_ids=[b.entry_id for b in busts])
    if field.players_left + field.waiting - len(busts) < 1:
        raise Refused(
            "last_player",
            N_("%(player)s holds the last chips and cannot go out. Finish the tournament instead."),
            rule="PT-T.31",
            player=gone[-1].name,
        )
    check_eliminators(tournament, table_number=table.number, busts=busts, at=at)
    policies = policies_of(tournament)
    bounty = has_bounty(tournament)
    round_ = field.hand_for_hand_round if field.hand_for_hand else 0
    require_stacks(field, table=table, busts=busts, round_=round_, reason=reason, policies=policies)
    removed = [(b.stack_chips_start or 0) if reason in TAKES_CHIPS_OUT else 0 for b in busts]
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
    clear_seats(gone, limited=tournament.capacity is not None)
    (updated,) = prepared.rows(
        "WITH gone AS (UPDATE tournaments_entry SET state = 'out', stack_chips = 0"
        " WHERE id = ANY(%s::bigint[]) AND state = 'playing' RETURNING 1)"
        " UPDATE tournaments_field SET players_left = players_left - %s::int, chips_removed = chips_removed + %s::bigint"
        f" WHERE tournament_id = %s::bigint RETURNING (SELECT count(*) FROM gone), {DEAL_IN_VOTE}",
        [list(chairs), len(busts), sum(removed), field.pk, tournament.pk],
    )
    left, deal_in_vote = updated
    if falling_deal_id not in (deal_in_vote, ANY_DEAL):
        # what is written here is taken back with the refusal
        ask_whether_deal_falls(tournament.pk, said=falling_deal_id)
    if left != len(busts):
        raise AssertionError("a seat held an entry that is not playing")
    field.players_left -= len(busts)
    field.chips_removed += sum(removed)
    shares: Mapping[int, Sequence[BountyShare]] = {}
    if bounty:
        shares = pay_bounties(
            tournament,
            eliminations=rows,
            at=at,
            command_id=command_id,
            at_table={row.pk: left_at(table) for row in rows},
        )
    amounts = (
        award_final_places(tournament, field=field, rows=rows, at=at, command_id=command_id)
        if not round_
        else {}
    )
    outs = [
        as_it_stands(
            field, row=row, sitter=chairs[row.entry_id], amounts=amounts, shares=shares.get(row.pk, ())
        )
        for row in rows
    ]
    for row, out in zip(rows, outs, strict=True):
        _tell_out(tournament, field, row, out, chairs[row.entry_id])
    if field.players_left + field.waiting == 1 and field.entries_closed_at is not None:
        clock.stand_decided(tournament, at=at)
    return outs


def has_bounty(tournament: Tournament) -> bool:
    """Return whether a part of each entry's price hangs on the player's head. Rule: SCPT.P"""
    return bounty_of(tournament.split) > 0


def _answered(bust: Bust, *, reason: str, bounty: bool) -> Takers:
    """Who took the chips as the row keeps it. Chips that were given up nobody took. Rule: SCPT.P, SCPT.U"""
    if bust.by_entries:
        return Takers.NAMED
    if not bounty:
        return Takers.NOT_ASKED
    return Takers.NOBODY if bust.nobody or reason == "surrendered" else Takers.OPEN


def left_at(table: Table) -> list[int]:
    """Return the entries at a table, in the order of their seats."""
    return list(
        Seat.objects.filter(table=table, entry__isnull=False)
        .order_by("number")
        .values_list("entry_id", flat=True)
    )


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


def _as_bust(entry_id: int, table: int, stack: int | None) -> finishing.BustInHand:
    return finishing.BustInHand(entry=entry_id, moment=0, table=table, stack_chips_start=stack or 0)


def as_it_stands(
    field: Field,
    *,
    row: Elimination,
    sitter: Sitter,
    amounts: Mapping[int, int],
    shares: Sequence[BountyShare] = (),
) -> Out:
    place = place_of(field, row=row)
    return Out(
        elimination_id=row.pk,
        entry_id=row.entry_id,
        name=sitter.name,
        place=place,
        tied=row.tied,
        final=place is not None and field.entries_closed_at is not None,
        amount_cents=amounts.get(row.entry_id),
        takers=str(row.takers),
        bounties=parts_of(shares),
    )


def _tell_out(tournament: Tournament, field: Field, row: Elimination, out: Out, sitter: Sitter) -> None:
    t = tournament.pk
    record(
        PlayerEliminated(
            tournament_id=t,
            player_id=sitter.player_id,
            at_final_table=field.at_final_table,
            elimination_id=row.pk,
            entry_id=row.entry_id,
            name=sitter.name,
            table=row.table_number,
            seat=row.seat_number,
            reason=row.reason,
            hand_for_hand_round=row.hand_for_hand_round,
            place=out.place,
            tied=row.tied,
            final=out.final,
            by_entries=row.by_entries,
            takers=str(row.takers),
            players_left=field.players_left,
        )
    )


def award_final_places(
    tournament: Tournament, *, field: Field, rows: Sequence[Elimination], at: datetime, command_id: CommandId
) -> Mapping[int, int]:
    """Give their prizes to those whose place is final and paid; return cents by entry. Rule: PT-T.54"""
    if field.entries_closed_at is None:
        return {}
    return award(tournament, field=field, eliminations=list(rows), at=at, command_id=command_id)


def place_together(
    field: Field, *, rows: Sequence[Elimination], players_before: int, simultaneous: SimultaneousBust
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
