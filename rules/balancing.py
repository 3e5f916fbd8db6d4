"""Balancing, breaking, halting, final table: what the floor should do next, with the reason and the rule.

`next_step` reads six numbers, so a bust costs the same in a field of 10,000 as in a field of 100; the caller
keeps the counts (fullest and shortest table, tables, players). `next_move` then names player and seat from
the two tables concerned. Everything here proposes; nothing happens until a person or an automatic table does
it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from rules.button import Landing, Positions, landing, next_big_blind, worst_seat
from rules.policies import Policies, SeatChoice
from rules.refusals import N_, Refused

FULL_RING_SEATS = 8


class StepKind(StrEnum):
    """What is proposed."""

    FINAL_TABLE = "final_table"
    REDRAW = "redraw"
    BREAK_TABLE = "break_table"
    MOVE = "move"
    HALT = "halt"
    NOTE_BUTTON = "note_button"  # nothing can be proposed before somebody says where the button is
    RESUME = "resume"


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayFormat:
    """How a tournament seats people.

    seats_per_table: 2 to 10. turbo: halting is left to the director. stud: stud games only, moves by
    position.
    """

    seats_per_table: int
    turbo: bool = False
    stud: bool = False

    @property
    def full_ring(self) -> bool:
        """Whether short tables must halt without the director being asked.

        Rule: ADTP.11D
        """
        return self.seats_per_table >= FULL_RING_SEATS and not self.turbo


@dataclass(frozen=True, slots=True, kw_only=True)
class TableView:
    """One table as balancing sees it.

    occupied: seat numbers. positions: the marks of the last hand, None before the first. break_rank: place
    in the break order, 1 breaks first. last_vacated: the seat that became empty last (stud).
    """

    number: int
    seats: int
    occupied: tuple[int, ...]
    positions: Positions | None = None
    halted: bool = False
    break_rank: int | None = None
    last_vacated: int | None = None

    @property
    def players(self) -> int:
        """How many sit here."""
        return len(self.occupied)

    @property
    def free_seats(self) -> tuple[int, ...]:
        """Seat numbers, counted from 1."""
        taken = set(self.occupied)
        return tuple(s for s in range(1, self.seats + 1) if s not in taken)


@dataclass(frozen=True, slots=True, kw_only=True)
class BalancingStep:
    """A proposal: what, where, why.

    table: the table that breaks, halts, resumes or gives. to_table: the one that receives. reason, params: an
    English msgid and its values. rule: regulation id. by_draw: the new seat comes from the public draw.
    directors_call: the books leave it to the director.
    """

    kind: StepKind
    reason: str
    rule: str
    table: int | None = None
    to_table: int | None = None
    by_draw: bool = False
    directors_call: bool = False
    params: Mapping[str, Any] = field(default_factory=dict)

    def as_dict(self) -> dict[str, Any]:
        """Return it JSON-able."""
        return {
            "kind": self.kind.value,
            "table": self.table,
            "to_table": self.to_table,
            "reason": self.reason,
            "params": dict(self.params),
            "rule": self.rule,
            "by_draw": self.by_draw,
            "directors_call": self.directors_call,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedMove:
    """One player's move. to_seat None: the seat is drawn. found: what the new seat means in the coming
    hand."""

    table: int
    seat: int
    to_table: int
    to_seat: int | None
    found: Landing | None
    reason: str
    rule: str
    params: Mapping[str, Any] = field(default_factory=dict)


# ------------------------------------------------------------------------------------------------ counts


def tables_for(*, players: int, seats_per_table: int) -> int:
    """Return the fewest tables that seat so many players.

    Rule: CASES bal-4
    """
    return -(-players // seats_per_table)


def final_table_size(*, format: PlayFormat, policies: Policies) -> int:
    """Return how many players the last table starts with: 9 from two tables of five, 7 from two of four.

    8-, 9- and 10-seat events use the full-ring size, 6- and 7-seat events the short-handed one; smaller
    tables are not in the books and keep their own size.
    Rule: ADTP.P9
    """
    if format.seats_per_table >= FULL_RING_SEATS:
        return policies.final_table_of_full_ring
    if format.seats_per_table >= 6:
        return policies.final_table_of_short_handed
    return format.seats_per_table


def players_at_next_break(*, tables: int, format: PlayFormat, policies: Policies) -> int:
    """Return how many are left when a field of so many tables gives one up: as many as fit at one fewer, of two the final table's.
    Rule: ADTP.10, ADTP.P9, CASES bal-4
    """
    final = final_table_size(format=format, policies=policies)
    return final if tables <= 2 else max(final, (tables - 1) * format.seats_per_table)


def next_step(
    *,
    players: int,
    tables: int,
    fullest: tuple[int, int],
    shortest: tuple[int, int],
    next_to_break: int | None,
    format: PlayFormat,
    policies: Policies,
    next_redraw_at: int | None = None,
    may_break: bool = True,
) -> BalancingStep | None:
    """Return the one thing to do next, or None when the field is in order.

    fullest, shortest: (table number, players there) over the tables in play. next_to_break: the table first
    in the break order. next_redraw_at: the largest configured redraw point that was not done yet. may_break:
    False while tables are kept open for late registration.

    In this order: final table, redraw, break (the field fits into one table fewer), move (two apart or more).
    Rule: ADTP.11, ADTP.10, ADTP.P9, PT-T.47, CASES bal-3, CASES bal-4
    """
    if tables <= 1:
        return None
    size = format.seats_per_table
    if may_break and players <= final_table_size(format=format, policies=policies):
        return BalancingStep(
            kind=StepKind.FINAL_TABLE,
            reason=N_("%(players)s players are left: they form the final table."),
            rule="ADTP.P9",
            by_draw=True,
            params={"players": players, "redraw": policies.redraw_at_final_table},
        )
    if next_redraw_at is not None and players <= next_redraw_at:
        return BalancingStep(
            kind=StepKind.REDRAW,
            reason=N_("%(players)s players are left: everybody draws a new seat, as announced."),
            rule="ADTP.7",
            by_draw=True,
            params={"players": players, "at": next_redraw_at},
        )
    if may_break and tables > 2 and players <= (tables - 1) * size:
        return BalancingStep(
            kind=StepKind.BREAK_TABLE,
            table=next_to_break,
            reason=N_("%(players)s players fit at %(tables)s tables: table %(table)s breaks."),
            rule="ADTP.10",
            by_draw=True,
            params={"players": players, "tables": tables - 1, "table": next_to_break},
        )
    if fullest[1] - shortest[1] >= 2:
        return BalancingStep(
            kind=StepKind.MOVE,
            table=fullest[0],
            to_table=shortest[0],
            reason=N_(
                "Table %(table)s has %(players)s players, table %(to_table)s has %(to_players)s: one moves."
            ),
            rule="PT-T.47" if policies.seat_on_balancing is SeatChoice.DRAW else "ADTP.11A",
            by_draw=policies.seat_on_balancing is not SeatChoice.WORST_POSITION,
            params={
                "table": fullest[0],
                "players": fullest[1],
                "to_table": shortest[0],
                "to_players": shortest[1],
            },
        )
    return None


def summary(*, tables: Iterable[TableView]) -> dict[str, Any]:
    """players, tables, fullest, shortest and next_to_break of a whole field, for `next_step`.

    Of equally full tables the one that breaks first gives; of equally short ones the one that breaks last
    receives. This is the set procedure of 11C.
    Rule: ADTP.11C
    """
    views = list(tables)
    if not views:
        raise ValueError("no table is in play")

    def rank(view: TableView) -> tuple[int, int]:
        # without a break order the highest table number breaks first
        return (view.break_rank if view.break_rank is not None else 1_000_000, -view.number)

    fullest = min(views, key=lambda v: (-v.players, rank(v)))
    shortest = min(views, key=lambda v: (v.players, tuple(-r for r in rank(v))))
    return {
        "players": sum(v.players for v in views),
        "tables": len(views),
        "fullest": (fullest.number, fullest.players),
        "shortest": (shortest.number, shortest.players),
        "next_to_break": min(views, key=rank).number,
    }


def balancing_moves(*, counts: Mapping[int, int]) -> list[tuple[int, int]]:
    """Return all moves (from table, to table) that bring a field within one player of each other.

    Fewest possible: every move takes from the fullest and gives to the shortest.
    Rule: ADTP.11, PT-T.47, CASES bal-3, CASES bal-4
    """
    now = dict(counts)
    moves: list[tuple[int, int]] = []
    while now:
        giver = min(now, key=lambda t: (-now[t], -t))
        taker = min(now, key=lambda t: (now[t], t))
        if now[giver] - now[taker] < 2:
            break
        now[giver] -= 1
        now[taker] += 1
        moves.append((giver, taker))
    return moves


# ------------------------------------------------------------------------------------------------ breaking


def break_order(*, tables: Iterable[int], last: Collection[int] = ()) -> list[int]:
    """Return the order in which tables will break, fixed and shown beforehand: the highest number first.

    last: tables kept to the end (a streamed or feature table), the highest of them first.
    Rule: ADTP.P4, ADTP.11C
    """
    numbers = sorted(tables, reverse=True)
    return [t for t in numbers if t not in last] + [t for t in numbers if t in last]


def next_to_break(*, order: Sequence[int], in_play: Collection[int]) -> int | None:
    """Return the first table of the break order that is still in play."""
    return next((table for table in order if table in in_play), None)


def tables_to_break(*, order: Sequence[int], players: int, seats_per_table: int) -> list[int]:
    """Return the tables that a field can spare at once, first in the break order first; two are left, where the final
    table is formed from.

    Rule: ADTP.10, ADTP.11C
    """
    spare = len(order) - max(2, tables_for(players=players, seats_per_table=seats_per_table))
    return list(order[: max(0, spare)])


def early_break(
    *,
    players: int,
    tables: int,
    fullest: int,
    shortest: int,
    next_to_break: int,
    format: PlayFormat,
    policies: Policies,
) -> BalancingStep | None:
    """While people may still enter tables stay; where one would stop for want of players and the field fits at one
    table fewer, breaking is offered beside the move, at the director's call.

    Rule: ADTP.10, ADTP.11D, SCPT.H
    """
    size = format.seats_per_table
    if tables <= 2 or players > (tables - 1) * size or fullest - shortest < policies.halt_when_short_by:
        return None
    return BalancingStep(
        kind=StepKind.BREAK_TABLE,
        table=next_to_break,
        reason=N_(
            "%(players)s players fit at %(tables)s tables: table %(table)s may break. Entries are still open: who comes"
            " later may need a table again."
        ),
        rule="ADTP.10",
        by_draw=True,
        directors_call=True,
        params={"players": players, "tables": tables - 1, "table": next_to_break},
    )


# ------------------------------------------------------------------------------------------------ halting


def halt_step(
    *, fullest_players: int, table: TableView, format: PlayFormat, policies: Policies
) -> BalancingStep | None:
    """Return whether a table stops or starts again.

    A table three or more short of the fullest stops as soon as its big blind would fall on an empty seat;
    until then it plays on. In short-handed and turbo formats it is the director's call. A halted table that
    is no longer so short starts again. Where nobody noted the button, that is asked for first.
    Rule: ADTP.11D, CASES 11-a
    """
    short_by = fullest_players - table.players
    params = {"table": table.number, "players": table.players, "fullest": fullest_players}
    if short_by < policies.halt_when_short_by:
        if not table.halted:
            return None
        return BalancingStep(
            kind=StepKind.RESUME,
            table=table.number,
            reason=N_("Table %(table)s has %(players)s players against %(fullest)s: it plays again."),
            rule="ADTP.11D",
            params=params,
        )
    if table.halted:
        return None
    if table.positions is None and table.players >= 2:
        return BalancingStep(
            kind=StepKind.NOTE_BUTTON,
            table=table.number,
            reason=N_(
                "Table %(table)s has %(players)s players, the fullest has %(fullest)s, and nobody noted its button: note"
                " it to know whether it stops."
            ),
            rule="ADTP.11D",
            params=params,
        )
    if not big_blind_falls_on_empty_seat(table=table):
        return None
    return BalancingStep(
        kind=StepKind.HALT,
        table=table.number,
        reason=N_("Table %(table)s has %(players)s players, the fullest has %(fullest)s: it stops."),
        rule="ADTP.11D",
        directors_call=not format.full_ring,
        params=params,
    )


def big_blind_falls_on_empty_seat(*, table: TableView) -> bool:
    """Return whether the seat after the last big blind is empty; True where too few sit for a hand.

    Rule: ADTP.11D, CASES 11-a
    """
    if table.positions is None:
        return True
    after = table.positions.big_blind % table.seats + 1
    return after not in table.occupied


# ------------------------------------------------------------------------------------------------ one move


def next_move(*, giver: TableView, taker: TableView, format: PlayFormat, policies: Policies) -> PlannedMove:
    """Return who moves from the giving table, and to which seat.

    Flop and mixed games: the player due to be the next big blind, to the worst position, never the small
    blind, even when that means the big blind twice. Stud only: by position; the seat emptied last is filled
    first, from the same seat or the next one clockwise. Rule sets that draw: the same player, the seat by
    the public draw (to_seat None).

    Refusals: ``no_worst_seat`` when only the small blind's seat is free, ``table_full``, ``too_few_players``,
    ``button_unknown`` where nobody noted the button of a table that plays.
    Rule: ADTP.11A, PT-T.48, CASES 11-b, REGULATIONS 3.3
    """
    if len(giver.occupied) < 2:
        raise Refused(
            "too_few_players",
            N_("Table %(table)s has %(players)s players and cannot give one. Break it instead."),
            rule="ADTP.11A",
            table=giver.number,
            players=giver.players,
        )
    if not taker.free_seats:
        raise Refused(
            "table_full", N_("Table %(table)s has no free seat."), rule="ADTP.11A", table=taker.number
        )
    by_draw = policies.seat_on_balancing is not SeatChoice.WORST_POSITION
    to_seat: int | None
    if format.stud and not by_draw:
        vacated = taker.last_vacated
        to_seat = vacated if vacated in taker.free_seats else taker.free_seats[-1]
        assert to_seat is not None
        seat = min(giver.occupied, key=lambda s: (s - (to_seat or 0)) % giver.seats)
        return PlannedMove(
            table=giver.number,
            seat=seat,
            to_table=taker.number,
            to_seat=to_seat,
            found=None,
            reason=N_("Stud moves by position: seat %(seat)s fills the seat emptied last, %(to_seat)s."),
            rule="ADTP.11A",
            params={"seat": seat, "to_seat": to_seat},
        )
    if giver.positions is None:
        raise _button_unknown(giver.number)
    seat = next_big_blind(previous=giver.positions, occupied=giver.occupied, seats_per_table=giver.seats)
    if by_draw:
        return PlannedMove(
            table=giver.number,
            seat=seat,
            to_table=taker.number,
            to_seat=None,
            found=None,
            reason=N_("Seat %(seat)s is due to be the next big blind and draws a new seat."),
            rule="PT-T.48",
            params={"seat": seat},
        )
    if taker.positions is None and taker.players >= 2:
        raise _button_unknown(taker.number)
    if taker.positions is None or not taker.occupied:
        # no hand was played there: its first button is still to be drawn
        return PlannedMove(
            table=giver.number,
            seat=seat,
            to_table=taker.number,
            to_seat=taker.free_seats[0],
            found=None,
            reason=N_(
                "Seat %(seat)s is due to be the next big blind and takes seat %(to_seat)s; no hand was played there yet."
            ),
            rule="ADTP.11A",
            params={"seat": seat, "to_seat": taker.free_seats[0]},
        )
    else:
        to_seat = worst_seat(
            previous=taker.positions,
            occupied=taker.occupied,
            free=taker.free_seats,
            seats_per_table=taker.seats,
        )
        if to_seat is None:
            raise Refused(
                "no_worst_seat",
                N_(
                    "Only the small blind's seat is free at table %(table)s. Wait one hand or choose "
                    "another table."
                ),
                rule="ADTP.11A",
                table=taker.number,
            )
        found = landing(
            previous=taker.positions, occupied=taker.occupied, seat=to_seat, seats_per_table=taker.seats
        )
    return PlannedMove(
        table=giver.number,
        seat=seat,
        to_table=taker.number,
        to_seat=to_seat,
        found=found,
        reason=N_(
            "Seat %(seat)s is due to be the next big blind and takes the worst position, seat %(to_seat)s."
        ),
        rule="ADTP.11A",
        params={"seat": seat, "to_seat": to_seat},
    )


def _button_unknown(table: int) -> Refused:
    return Refused(
        "button_unknown",
        N_(
            "Nobody noted the button of table %(table)s: who is due to be the next big blind is not known. Note it first."
        ),
        rule="ADTP.11A",
        table=table,
    )


# -------------------------------------------------------------------------------------- a field kept up


class FieldCounts:
    """Counts of a field kept up in constant time per change; the in-memory twin of the caller's table counts.

    Used where a whole tournament runs in memory (simulation, bench). order: the break order.
    """

    __slots__ = ("_at", "_break_from", "_order", "_sizes", "players")

    def __init__(self, *, counts: Mapping[int, int], order: Sequence[int]) -> None:
        self._at = dict(counts)
        self._order = tuple(order)
        self._break_from = 0
        self.players = sum(counts.values())
        # tables by number of players; dicts keep arrival order and pop in constant time
        self._sizes: list[dict[int, None]] = [{} for _ in range(max(counts.values(), default=0) + 12)]
        for table, count in counts.items():
            self._sizes[count][table] = None

    def count(self, table: int) -> int:
        """Return players at a table."""
        return self._at[table]

    def change(self, table: int, by: int) -> None:
        """Players joined (by > 0) or left (by < 0) a table."""
        count = self._at[table]
        del self._sizes[count][table]
        self._sizes[count + by][table] = None
        self._at[table] = count + by
        self.players += by

    def close(self, table: int) -> int:
        """Take a table out of play; how many players it had."""
        count = self._at.pop(table)
        del self._sizes[count][table]
        self.players -= count
        return count

    @property
    def tables(self) -> int:
        """Tables in play."""
        return len(self._at)

    def fullest(self) -> tuple[int, int]:
        """Return (table, players) of the fullest table; of equal ones the first that became so."""
        for count in range(len(self._sizes) - 1, -1, -1):
            if self._sizes[count]:
                return next(iter(self._sizes[count])), count
        raise ValueError("no table is in play")

    def shortest(self) -> tuple[int, int]:
        """Return (table, players) of the shortest table."""
        for count, tables in enumerate(self._sizes):
            if tables:
                return next(iter(tables)), count
        raise ValueError("no table is in play")

    def next_to_break(self) -> int | None:
        """Return the first table of the break order still in play."""
        while self._break_from < len(self._order):
            if self._order[self._break_from] in self._at:
                return self._order[self._break_from]
            self._break_from += 1
        return None

    def step(
        self, *, format: PlayFormat, policies: Policies, next_redraw_at: int | None = None
    ) -> BalancingStep | None:
        """`next_step` for these counts."""
        if len(self._at) <= 1:
            return None
        return next_step(
            players=self.players,
            tables=len(self._at),
            fullest=self.fullest(),
            shortest=self.shortest(),
            next_to_break=self.next_to_break(),
            format=format,
            policies=policies,
            next_redraw_at=next_redraw_at,
        )
