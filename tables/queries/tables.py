"""The tables in play and their chairs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from operator import itemgetter
from typing import Any

from play.queries.onlookers import PublicStack
from rules.clock_shown import milliseconds
from rules.refusals import N_, Refused
from tables.models import HandDone, Penalty, Seat, Table, TableState
from tables.queries.around import seat_places
from tables.queries.seats_before import Seats, public_seats
from tournaments.models import Entry, Field, Tournament
from tournaments.queries.field import field_of
from tournaments.queries.stacks import CountAges, StackView, count_ages, public_stacks_of


@dataclass(frozen=True, slots=True, kw_only=True)
class GivenPenalty:
    """A penalty of this tournament that stands. hands_owed, hands_served: hands; a warning owes none."""

    penalty_id: int
    kind: str
    hands_owed: int
    hands_served: int
    reason: str
    rounds: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatView:
    """One chair. entry_id None: empty. hands_owed: penalty hands still to be served there, of all `penalties`; they
    are the person's, also those given before a re-entry.

    stack: as last counted, with its age. stack_chips: the same where it still stands; a count that play has overtaken
    is no fact, and None here.
    """

    seat: int
    entry_id: int | None
    player_id: int | None
    player: str
    stack_chips: int | None
    stack: StackView | None
    verified: bool
    waits_for_button: bool
    away: bool
    hands_owed: int
    penalties: tuple[GivenPenalty, ...]
    since: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class TableLine:
    """One table in the list of the room. break_rank: 1 breaks next; None where nobody sits: that table is closed, not broken.

    hand_done: None out of hand for hand, and where fewer than two sit, who play no hand that is waited for.
    """

    table: int
    seats: int
    players: int
    state: str
    final: bool
    break_rank: int | None
    button_seat: int | None
    hand_done: bool | None


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatedTable:
    """One table with its chairs. positions_at: when button and blinds were noted last, by the draw or the floor."""

    line: TableLine
    small_blind_seat: int | None
    big_blind_seat: int | None
    positions_at: datetime | None
    chairs: tuple[SeatView, ...]


def tables_view(tournament_id: int) -> list[TableLine]:
    """Return the tables in play, by number. A large room has a thousand: plain values, no rows of a model."""
    field = field_of(tournament_id)
    found = list(
        Table.objects.filter(tournament_id=tournament_id)
        .exclude(state=TableState.BROKEN)
        .order_by("number")
        .values_list("pk", "number", "seats", "players", "state", "final", "button_seat", "break_order")
    )
    occupied = [row for row in found if row[3]]
    rank = {row[0]: i for i, row in enumerate(sorted(occupied, key=itemgetter(-1)), 1)}
    done: set[int] | None = None
    if field is not None and field.hand_for_hand:
        done = set(
            HandDone.objects.filter(tournament_id=tournament_id, round=field.hand_for_hand_round).values_list(
                "table_id", flat=True
            )
        )
    return [
        TableLine(
            table=number,
            seats=seats,
            players=players,
            state=state,
            final=final,
            break_rank=rank.get(pk),
            button_seat=button_seat,
            hand_done=_hand_done(players, done=None if done is None else pk in done),
        )
        for pk, number, seats, players, state, final, button_seat, _order in found
    ]


def _hand_done(players: int, *, done: bool | None) -> bool | None:
    """Return whether a table is done with the hand; None where it has none to play."""
    return done or None if players < 2 else done


def first_table(tournament_id: int) -> int | None:
    """Return the lowest number of a table in play; None where there is none."""
    return (
        Table.objects.filter(tournament_id=tournament_id)
        .exclude(state=TableState.BROKEN)
        .order_by("number")
        .values_list("number", flat=True)
        .first()
    )


def tables_in_play(tournament_id: int) -> int:
    """Return how many tables are in play."""
    return Table.objects.filter(tournament_id=tournament_id).exclude(state=TableState.BROKEN).count()


def _line(table: Table, rank: int | None, done: bool | None) -> TableLine:
    return TableLine(
        table=table.number,
        seats=table.seats,
        players=table.players,
        state=table.state,
        final=table.final,
        break_rank=rank,
        button_seat=table.button_seat,
        hand_done=done,
    )


def table_view(tournament_id: int, *, table_number: int) -> SeatedTable:
    """Return one table with its chairs. Table.DoesNotExist where there is none."""
    table = Table.objects.get(tournament_id=tournament_id, number=table_number)
    rank = (
        None
        if table.state == TableState.BROKEN or not table.players
        else Table.objects.filter(
            tournament_id=tournament_id, break_order__lte=table.break_order, players__gt=0
        )
        .exclude(state=TableState.BROKEN)
        .count()
    )
    field = Field.objects.get(pk=tournament_id)
    done = (
        HandDone.objects.filter(table=table, round=field.hand_for_hand_round).exists()
        if field.hand_for_hand
        else None
    )
    return _seated([table], [_line(table, rank, _hand_done(table.players, done=done))])[0]


def seated_tables(
    tournament_id: int,
    *,
    offset: int = 0,
    limit: int = 30,
    lines: Sequence[TableLine] | None = None,
) -> list[SeatedTable]:
    """Return a page of the tables in play with their chairs, by number: three statements, whatever the page's size.

    lines: those of a `tables_view` that was read already; offset and limit count in it.
    """
    page = (tables_view(tournament_id) if lines is None else lines)[offset : offset + limit]
    tables = list(
        Table.objects.filter(tournament_id=tournament_id, number__in=[line.table for line in page]).order_by(
            "number"
        )
    )
    by_number = {line.table: line for line in page}
    return _seated(tables, [by_number[t.number] for t in tables])


def opened_table(tournament_id: int, *, line: TableLine) -> SeatedTable:
    """Return one table of a `tables_view` that was read already, with its chairs: the table comes along with them."""
    chairs = list(
        Seat.objects.filter(table__tournament_id=tournament_id, table__number=line.table)
        .select_related("entry__player", "table")
        .order_by("number")
    )
    return _seated([chairs[0].table], [line], seats=chairs)[0]


def _seated(
    tables: Sequence[Table], lines: Sequence[TableLine], *, seats: Iterable[Seat] | None = None
) -> list[SeatedTable]:
    chairs: dict[int, list[Seat]] = {table.pk: [] for table in tables}
    if seats is None:
        seats = (
            Seat.objects.filter(table_id__in=list(chairs)).select_related("entry__player").order_by("number")
        )
    for chair in seats:
        chairs[chair.table_id].append(chair)
    # the person's in this tournament: a bust and a re-entry serve nothing (ADTP.67A)
    sitting = {c.entry.player_id for row in chairs.values() for c in row if c.entry is not None}
    given: dict[int, list[GivenPenalty]] = {}
    for p, player_id in (
        (p, p.entry.player_id)
        for p in Penalty.objects.filter(
            tournament_id__in={table.tournament_id for table in tables},
            entry__player_id__in=sitting,
            undone_at__isnull=True,
        )
        .select_related("entry")
        .order_by("id")
    ):
        given.setdefault(player_id, []).append(
            GivenPenalty(
                penalty_id=p.pk,
                kind=p.kind,
                rounds=p.rounds,
                hands_owed=p.hands_owed,
                hands_served=p.hands_served,
                reason=p.reason,
            )
        )
    ages = _ages(tables, [c for row in chairs.values() for c in row])
    return [
        SeatedTable(
            line=line,
            small_blind_seat=table.small_blind_seat,
            big_blind_seat=table.big_blind_seat,
            positions_at=table.positions_at,
            chairs=tuple(
                _chair(c, given.get(c.entry.player_id if c.entry else 0, ()), ages, table=table.number)
                for c in chairs[table.pk]
            ),
        )
        for table, line in zip(tables, lines, strict=True)
    ]


def _ages(tables: Sequence[Table], chairs: Sequence[Seat]) -> CountAges:
    entries = [c.entry for c in chairs if c.entry is not None]
    if not tables or not entries:
        return CountAges()
    return count_ages(
        tables[0].tournament_id,
        entries=entries,
        tables=[t.number for t in tables],
        sole=len(entries) == 1,
    )


def _chair(chair: Seat, penalties: Sequence[GivenPenalty], ages: CountAges, *, table: int) -> SeatView:
    entry = chair.entry
    stack = ages.of(entry, table=table) if entry else None
    return SeatView(
        seat=chair.number,
        entry_id=chair.entry_id,
        player_id=entry.player_id if entry else None,
        player=entry.player.public_name if entry else "",
        stack_chips=stack.chips if stack is not None and stack.stands else None,
        stack=stack,
        verified=chair.verified_at is not None,
        waits_for_button=chair.waits_for_button,
        away=chair.away,
        hands_owed=sum(max(p.hands_owed - p.hands_served, 0) for p in penalties),
        penalties=tuple(penalties),
        since=chair.since,
    )


def seat_of(entry_id: int) -> tuple[int, int] | None:
    """Return (table, seat) where an entry sits, None when it has no seat."""
    return Seat.objects.filter(entry_id=entry_id).values_list("table__number", "number").first()


def seats_at(table_number: int, *, tournament_id: int) -> int:
    """Return how many seats a table has: a final table may have more than the others."""
    return Table.objects.values_list("seats", flat=True).get(tournament_id=tournament_id, number=table_number)


def sitting_at(tournament_id: int, *, table_number: int) -> list[tuple[int, int, str]]:
    """Return (seat, entry id, public name) of a table's players, by seat."""
    return list(
        Seat.objects.filter(
            table__tournament_id=tournament_id, table__number=table_number, entry__isnull=False
        )
        .order_by("number")
        .values_list("number", "entry_id", "entry__player__public_name")
    )


def seats_payload(tournament_id: int, *, table_number: int, at: datetime) -> dict[str, Any]:
    """Return who sits at a table, as everybody may see it at this instant, the stacks of one played online late: {table, state, final, button, small_blind, big_blind,
    seats: [{seat, name, stack, counted_ms}]}; name "" where the seat is free. counted_ms: when the stack was
    counted. side, row: where it is (tables.queries.around).

    Refusal: ``no_such_table``. Rule: PT-H.11
    """
    try:
        seated = table_view(tournament_id, table_number=table_number)
    except (Table.DoesNotExist, Field.DoesNotExist):
        raise Refused("no_such_table", N_("There is no table %(table)s."), table=table_number) from None
    counted = dict(
        Seat.objects.filter(
            table__tournament_id=tournament_id, table__number=table_number, entry__isnull=False
        ).values_list("number", "entry__counted_at")
    )
    tournament = Tournament.objects.get(pk=tournament_id)
    told = public_stacks_of(tournament, at=at)
    chairs = _chairs_before(
        seated.chairs, table_number=table_number, moved=public_seats(tournament, seen_at=at)
    )
    places = {place.seat: place for place in seat_places(len(seated.chairs))}
    return {
        "table": seated.line.table,
        "state": seated.line.state,
        "final": seated.line.final,
        "button": seated.line.button_seat,
        "small_blind": seated.small_blind_seat,
        "big_blind": seated.big_blind_seat,
        "seats": [
            {
                "seat": chair.seat,
                "side": places[chair.seat].side,
                "row": places[chair.seat].row,
                "name": chair.player,
                "stack": stack.as_dict() if stack is not None else None,
                "counted_ms": milliseconds(when) if when is not None else None,
            }
            for chair, stack, when in (
                (chair, *_as_public(told, chair, counted_at=counted.get(chair.seat))) for chair in chairs
            )
        ],
    }


def _as_public(
    told: dict[int, PublicStack | None], chair: SeatView, *, counted_at: datetime | None
) -> tuple[StackView | None, datetime | None]:
    """The stack of a chair as everybody may know it, and as of when."""
    if chair.player_id is None or chair.player_id not in told:
        return chair.stack, counted_at
    one = told[chair.player_id]
    if one is None or not one.chips:
        return None, None
    of = chair.stack or StackView(chips=0, level=0, recess=False, stands=True)
    return replace(of, chips=one.chips, stands=True, sole=False), one.until


def _chairs_before(chairs: Sequence[SeatView], *, table_number: int, moved: Seats) -> list[SeatView]:
    """The chairs of a table with who sat there, where that is all that may be known."""
    sat = {where[1]: pk for pk, where in moved.items() if where is not None and where[0] == table_number}
    people = (
        {e.pk: e for e in Entry.objects.filter(pk__in=sat.values()).select_related("player")} if sat else {}
    )
    return [
        replace(chair, entry_id=there.pk, player_id=there.player_id, player=there.player.public_name)
        if (there := people.get(sat.get(chair.seat, 0))) is not None
        else replace(chair, entry_id=None, player_id=None, player="", stack=None)
        if chair.entry_id in moved
        else chair
        for chair in chairs
    ]
