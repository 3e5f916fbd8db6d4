"""What the floor should do next. Rule: ADTP.10, ADTP.11, ADTP.P9, PT-T.47"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from django.db.models import Count, Max, Min, Window

from dispatch import prepared
from play.queries.events import open_tables_of
from rules import balancing
from rules.levels import from_dict as structure_from
from rules.policies import Policies, from_dict
from rules.refusals import N_, Refused
from tables.models import Move, Seat, Table, TableState
from tables.queries.seats import positions_of
from tournaments.models import Elimination, Field, Tournament, TournamentState
from tournaments.queries.redraws import format_of, next_redraw


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """One thing to do, with its reason (msgid and values) and rule.

    kind: rules.balancing.StepKind. For a move: who (entry_id, player) and where from; to_seat None is drawn.
    directors_call: the books leave it to the director. tables: where several can break at once, all of them, in their order.
    """

    kind: str
    reason: str
    rule: str
    table: int | None = None
    to_table: int | None = None
    entry_id: int | None = None
    player: str = ""
    seat: int | None = None
    to_seat: int | None = None
    by_draw: bool = False
    directors_call: bool = False
    params: Mapping[str, Any] = field(default_factory=dict)
    tables: tuple[int, ...] = ()

    def as_dict(self) -> dict[str, Any]:
        return {
            "kind": self.kind,
            "reason": self.reason,
            "params": dict(self.params),
            "rule": self.rule,
            "table": self.table,
            "tables": list(self.tables),
            "to_table": self.to_table,
            "entry_id": self.entry_id,
            "player": self.player,
            "seat": self.seat,
            "to_seat": self.to_seat,
            "by_draw": self.by_draw,
            "directors_call": self.directors_call,
        }


def table_line(table: Table, *, stud: bool = False) -> balancing.TableView:
    """Return one table with its seats, as balancing sees it. stud: with the seat that became empty last."""
    return balancing.TableView(
        number=table.number,
        seats=table.seats,
        occupied=tuple(
            Seat.objects.filter(table=table, entry__isnull=False)
            .order_by("number")
            .values_list("number", flat=True)
        ),
        positions=positions_of(table),
        halted=table.state == TableState.HALTED,
        break_rank=table.break_order,
        last_vacated=_last_vacated(table) if stud else None,
    )


def _last_vacated(table: Table) -> int | None:
    """The free seat that somebody left last, by going out or by moving. Rule: ADTP.11A"""
    free = list(Seat.objects.filter(table=table, entry__isnull=True).values_list("number", flat=True))
    out = Elimination.objects.filter(
        tournament_id=table.tournament_id,
        table_number=table.number,
        seat_number__in=free,
        undone_at__isnull=True,
    ).values_list("at", "seat_number")
    gone = Move.objects.filter(
        tournament_id=table.tournament_id, from_table_number=table.number, from_seat_number__in=free
    ).values_list("at", "from_seat_number")
    left = [(at, seat) for at, seat in (*out, *gone) if seat is not None]
    return max(left)[1] if left else None


def _in_play(tournament_id: int) -> Any:
    return Table.objects.filter(tournament_id=tournament_id).exclude(state=TableState.BROKEN)


# Each end of the two indexes of open tables; of equal ones as 11C orders them.
_OPEN = "FROM tables_table WHERE tournament_id = %(tournament_id)s AND NOT state = 'broken'"
_ENDS = (
    f"(SELECT 'fullest', number, players {_OPEN} ORDER BY players DESC, break_order LIMIT 1)"
    f" UNION ALL (SELECT 'shortest', number, players {_OPEN} ORDER BY players, break_order DESC LIMIT 1)"
    f" UNION ALL (SELECT 'first', number, players {_OPEN} ORDER BY break_order LIMIT 1)"
)


def arising(
    tournament: Tournament, *, field: Field, policies: Policies | None = None
) -> balancing.BalancingStep | None:
    """Return the next step from the counts alone: a few rows through an index, whatever the size of the field. After the set time of the
    tournament nobody moves: a table that is empty closes, one with a single player plays no more. Rule: PT-T.48, PT-T.52"""
    if field.tables_open <= 1:
        return None
    policies = policies or from_dict(tournament.policies)
    ends = {
        end: (number, players)
        for end, number, players in prepared.rows(_ENDS, {"tournament_id": tournament.pk})
    }
    fullest, shortest, first = (ends.get(end) for end in ("fullest", "shortest", "first"))
    if fullest is None or shortest is None or first is None:
        return None
    if shortest[1] == 0:
        return balancing.BalancingStep(
            kind=balancing.StepKind.BREAK_TABLE,
            table=shortest[0],
            reason=N_("Nobody is left at table %(table)s: it closes."),
            rule="ADTP.10",
            params={"table": shortest[0]},
        )
    if field.time_up_at is not None:
        return None  # everybody plays the last hands where they sit
    step = balancing.next_step(
        players=field.players_left,
        tables=field.tables_open,
        fullest=fullest,
        shortest=shortest,
        next_to_break=first[0],
        format=format_of(tournament),
        policies=policies,
        next_redraw_at=next_redraw(tournament, field=field),
        # while somebody may still enter, tables stay; alternates fill freed seats
        may_break=field.entries_closed_at is not None and field.waiting == 0,
    )
    if step is None and shortest[1] <= 1:
        return balancing.BalancingStep(
            kind=balancing.StepKind.BREAK_TABLE,
            table=shortest[0],
            reason=N_("Table %(table)s has one player and plays no hand: it breaks."),
            rule="ADTP.11D",
            by_draw=True,
            params={"table": shortest[0]},
        )
    return step


def proposals(tournament_id: int) -> list[Proposal]:
    """Return everything that should be done at the tables now: the next step with who and where, halts and
    resumptions.

    Reads the tables' counts, and the seats of the few tables concerned. Empty before the start and after the end, and where the
    tables are played online: they do it by themselves.
    """
    field = Field.objects.select_related("tournament").filter(pk=tournament_id).first()
    if field is None or field.tournament.state != TournamentState.RUNNING:
        return []
    tournament = field.tournament
    if tournament.online and open_tables_of(tournament_id):
        return []
    policies = from_dict(tournament.policies)
    found: list[Proposal] = []
    step = arising(tournament, field=field, policies=policies)
    if field.time_up_at is not None:
        return [] if step is None else [_whole(tournament, step, policies)]
    early = _early_break(tournament, field, policies) if field.entries_closed_at is None else None
    if early is not None and (step is None or step.kind is balancing.StepKind.MOVE):
        found.append(_whole(tournament, early, policies))
    if step is not None:
        whole = _whole(tournament, step, policies)
        if step.kind is balancing.StepKind.BREAK_TABLE:
            spare = _spare(tournament, field)
            if len(spare) > 1 and step.table in spare:
                whole = replace(whole, tables=tuple(spare))
        found.append(whole)
    breaking = {p.table for p in found if p.kind == balancing.StepKind.BREAK_TABLE.value}
    # a table that is to break is not stopped first
    return found + [
        p
        for p in _halts(tournament, policies)
        if p.table not in breaking or p.kind == balancing.StepKind.RESUME.value
    ]


def _early_break(tournament: Tournament, field: Field, policies: Policies) -> balancing.BalancingStep | None:
    """Rule: ADTP.10, ADTP.11D"""
    if field.tables_open <= 2 or field.waiting:
        return None
    first = (
        _in_play(tournament.pk)
        .order_by("break_order")
        .values_list("number", Window(Count("*")), Window(Max("players")), Window(Min("players")))
        .first()
    )
    if first is None:
        return None
    next_to_break, tables, fullest, shortest = first
    return balancing.early_break(
        players=field.players_left,
        tables=tables,
        fullest=fullest,
        shortest=shortest,
        next_to_break=next_to_break,
        format=format_of(tournament),
        policies=policies,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class NextBreak:
    """When the next table goes. waits: "entries" while somebody may still enter, "line" while alternates wait, "" when the
    number of players alone decides. players: so many left and it goes; tables: so many are there then."""

    waits: str
    players: int
    tables: int


def next_break(tournament_id: int) -> NextBreak | None:
    """Return what the house waits for before it asks for the next break of a table or for the final table. None where
    nothing is waited for: one table, no play, or a number that is reached.
    Rule: ADTP.10, ADTP.P9, CASES bal-4
    """
    field = Field.objects.select_related("tournament").filter(pk=tournament_id).first()
    if field is None or field.tournament.state != TournamentState.RUNNING or field.tables_open <= 1:
        return None
    if field.time_up_at is not None:
        return None
    tournament, tables = field.tournament, field.tables_open
    players = balancing.players_at_next_break(
        tables=tables, format=format_of(tournament), policies=from_dict(tournament.policies)
    )
    waits = "entries" if field.entries_closed_at is None else "line" if field.waiting else ""
    if not waits and field.players_left <= players:
        return None
    return NextBreak(waits=waits, players=players, tables=tables - 1)


def spare_tables(tournament_id: int) -> list[int]:
    """Return the tables that can break at once now, first in the break order first. Empty while people may enter, and
    before the start.
    Rule: ADTP.10
    """
    field = Field.objects.select_related("tournament").filter(pk=tournament_id).first()
    return [] if field is None else _spare(field.tournament, field)


def _spare(tournament: Tournament, field: Field) -> list[int]:
    if field.entries_closed_at is None or field.waiting:
        return []
    return balancing.tables_to_break(
        order=list(_in_play(tournament.pk).order_by("break_order").values_list("number", flat=True)),
        players=field.players_left,
        seats_per_table=tournament.seats_per_table,
    )


_ASKED = N_(
    "Table %(table)s has %(players)s players, table %(to_table)s has %(to_players)s: one moves. Nobody noted the button"
    " of table %(unknown)s: note it to know who."
)


def _whole(tournament: Tournament, step: balancing.BalancingStep, policies: Policies) -> Proposal:
    """A step with the player and the seat, when it is a move."""
    proposal = Proposal(
        kind=step.kind.value,
        reason=step.reason,
        rule=step.rule,
        table=step.table,
        to_table=step.to_table,
        by_draw=step.by_draw,
        directors_call=step.directors_call,
        params=step.params,
    )
    if step.kind is not balancing.StepKind.MOVE:
        return proposal
    seats = format_of(tournament)
    giver, taker = (_in_play(tournament.pk).get(number=number) for number in (step.table, step.to_table))
    try:
        move = balancing.next_move(
            giver=table_line(giver),
            taker=table_line(taker, stud=seats.stud),
            format=seats,
            policies=policies,
        )
    except Refused as no:
        if no.code == "button_unknown":
            return replace(
                proposal,
                kind=balancing.StepKind.NOTE_BUTTON.value,
                table=int(no.params["table"]),
                to_table=None,
                reason=_ASKED,
                params={**step.params, "unknown": no.params["table"]},
            )
        return replace(proposal, reason=no.sentence, params=no.params, directors_call=True)
    seat = Seat.objects.select_related("entry__player").get(table=giver, number=move.seat)
    assert seat.entry is not None
    return replace(
        proposal,
        by_draw=move.to_seat is None,
        entry_id=seat.entry_id,
        player=seat.entry.player.public_name,
        seat=move.seat,
        to_seat=move.to_seat,
    )


def _halts(tournament: Tournament, policies: Policies) -> list[Proposal]:
    """Tables three or more short of the fullest, and halted ones that are not any more. Rule: ADTP.11D"""
    tables = _in_play(tournament.pk)
    seats = replace(format_of(tournament), turbo=structure_from(tournament.structure).turbo)
    most = tables.order_by("-players").values_list("players", flat=True).first() or 0
    # at an empty one nobody is there to stop: it closes
    short = tables.filter(players__gt=0, players__lte=most - policies.halt_when_short_by) | tables.filter(
        state=TableState.HALTED
    )
    found = []
    for table in short.order_by("number")[:50]:
        step = balancing.halt_step(
            fullest_players=most, table=table_line(table), format=seats, policies=policies
        )
        if step is not None:
            found.append(_whole(tournament, step, policies))
    return found
