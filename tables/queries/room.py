"""The room: tables, seats, moves, penalties, rulings, hand-for-hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.db.models import Count, F, Max, Q

from people.queries import alphabetical
from rules import penalties
from rules.policies import HandCharge
from rules.refusals import N_, Refused
from tables.models import HandDone, Move, MoveReason, Penalty, Ruling, Seat, Table, TableState
from tournaments.models import Clock, Elimination, Entry, Field
from tournaments.queries.stacks import CountAges, StackView, count_ages


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
    """One table in the list of the room. break_rank: 1 breaks next."""

    table: int
    seats: int
    players: int
    state: str
    final: bool
    break_rank: int | None
    button_seat: int | None
    hand_done: bool | None


@dataclass(frozen=True, slots=True, kw_only=True)
class TableFace:
    """One table with its chairs."""

    line: TableLine
    small_blind_seat: int | None
    big_blind_seat: int | None
    chairs: tuple[SeatView, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveView:
    """A move as the history shows it. can_undo: it has a seat to go back to and was not undone."""

    move_id: int
    entry_id: int
    player: str
    reason: str
    from_table: int | None
    from_seat: int | None
    to_table: int
    to_seat: int
    draw_number: int | None
    at: datetime
    acknowledged: bool
    undone: bool
    command_id: str
    can_undo: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class PenaltyView:
    """A penalty; open while hands are owed."""

    penalty_id: int
    tournament_id: int
    tournament: str
    entry_id: int
    kind: str
    rounds: int
    hands_owed: int
    hands_served: int
    reason: str
    rule: str
    at: datetime
    undone: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordView:
    """What a person brings along when a penalty is chosen. history: what stands, newest first, of all tournaments.
    next: the step above the heaviest of it; the director decides."""

    player_id: int
    player: str
    history: tuple[PenaltyView, ...]
    next: Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenPenalty:
    """Hands that somebody must still miss, and where he sits now: None while he is not in play."""

    penalty_id: int
    player: str
    table: int | None
    seat: int | None
    kind: str
    rounds: int
    hands_owed: int
    hands_served: int
    reason: str
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class RulingView:
    """choice: the one taken of the ruling's choices. by: who logged it; player: whom it is about."""

    ruling_id: int
    table: int | None
    hand: int | None
    entry_id: int | None
    player: str
    kind: str
    situation: Mapping[str, Any]
    ruling: Mapping[str, Any]
    rule: str
    choice: str
    decision: str
    override_reason: str
    at: datetime
    user_id: int | None
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundView:
    """The hand-for-hand console. waiting_for: tables that still play this round; out: busts not ranked yet.

    charge: what a hand takes off the level, fixed or real_time; empty: the clock runs on.
    """

    on: bool
    round: int
    done: tuple[int, ...]
    waiting_for: tuple[int, ...]
    out: tuple[Mapping[str, Any], ...]
    charge: str = ""


def tables_view(tournament_id: int) -> list[TableLine]:
    """The tables in play, by number."""
    field = Field.objects.filter(pk=tournament_id).first()
    tables = list(
        Table.objects.filter(tournament_id=tournament_id).exclude(state=TableState.BROKEN).order_by("number")
    )
    rank = {t.pk: i for i, t in enumerate(sorted(tables, key=lambda t: t.break_order), 1)}
    done: set[int] | None = None
    if field is not None and field.hand_for_hand:
        done = set(
            HandDone.objects.filter(tournament_id=tournament_id, round=field.hand_for_hand_round).values_list(
                "table_id", flat=True
            )
        )
    return [_line(t, rank.get(t.pk), None if done is None else t.pk in done) for t in tables]


def tables_in_play(tournament_id: int) -> int:
    """How many tables are in play."""
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


def table_view(tournament_id: int, table_number: int) -> TableFace:
    """One table with its chairs. Table.DoesNotExist where there is none."""
    table = Table.objects.get(tournament_id=tournament_id, number=table_number)
    rank = (
        None
        if table.state == TableState.BROKEN
        else Table.objects.filter(tournament_id=tournament_id, break_order__lte=table.break_order)
        .exclude(state=TableState.BROKEN)
        .count()
    )
    field = Field.objects.get(pk=tournament_id)
    done = (
        HandDone.objects.filter(table=table, round=field.hand_for_hand_round).exists()
        if field.hand_for_hand
        else None
    )
    return _faces([table], [_line(table, rank, done)])[0]


def table_faces(
    tournament_id: int,
    *,
    offset: int = 0,
    limit: int = 30,
    lines: Sequence[TableLine] | None = None,
) -> list[TableFace]:
    """A page of the tables in play with their chairs, by number: three statements, whatever the page's size.

    lines: those of a `tables_view` that was read already; offset and limit count in it.
    """
    page = (tables_view(tournament_id) if lines is None else lines)[offset : offset + limit]
    tables = list(
        Table.objects.filter(tournament_id=tournament_id, number__in=[line.table for line in page]).order_by(
            "number"
        )
    )
    by_number = {line.table: line for line in page}
    return _faces(tables, [by_number[t.number] for t in tables])


def unverified(tournament_id: int) -> list[tuple[int, int]]:
    """(table, players whose seat nobody has checked) of the tables that have some, by number. Rule: ADTP.7"""
    return list(
        Seat.objects.filter(table__tournament_id=tournament_id, entry__isnull=False, verified_at__isnull=True)
        .exclude(table__state=TableState.BROKEN)
        .values_list("table__number")
        .annotate(n=Count("pk"))
        .order_by("table__number")
    )


def _faces(tables: Sequence[Table], lines: Sequence[TableLine]) -> list[TableFace]:
    chairs: dict[int, list[Seat]] = {table.pk: [] for table in tables}
    for chair in (
        Seat.objects.filter(table_id__in=list(chairs)).select_related("entry__player").order_by("number")
    ):
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
        TableFace(
            line=line,
            small_blind_seat=table.small_blind_seat,
            big_blind_seat=table.big_blind_seat,
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
    """(table, seat) where an entry sits, None when it has no seat."""
    return Seat.objects.filter(entry_id=entry_id).values_list("table__number", "number").first()


def sitting_at(tournament_id: int, table_number: int) -> list[tuple[int, int, str]]:
    """(seat, entry id, public name) of a table's players, by seat."""
    return list(
        Seat.objects.filter(
            table__tournament_id=tournament_id, table__number=table_number, entry__isnull=False
        )
        .order_by("number")
        .values_list("number", "entry_id", "entry__player__public_name")
    )


# how long a typed seat may mean who sat there before: until the floor has seen the newcomer, and a moment longer
_LATELY = timedelta(minutes=10)
_JUST_NOW = timedelta(minutes=2)
_ALL_AT_ONCE = (MoveReason.REDRAW, MoveReason.FINAL_TABLE)


@dataclass(frozen=True, slots=True, kw_only=True)
class SatBefore:
    """Who left a chair that somebody else has now. out: went out; else was moved. since: when the newcomer sat down."""

    player: str
    out: bool
    since: datetime


def sat_before(tournament_id: int, table_number: int, chair: SeatView, *, at: datetime) -> SatBefore | None:
    """Who sat in this chair a moment ago, where it changed hands; None where nobody can be mistaken: the newcomer sits
    there for ten minutes, or was verified and sits there for two. Rule: ADTP.7"""
    since = chair.since
    if since is None or chair.entry_id is None or since <= at - (_JUST_NOW if chair.verified else _LATELY):
        return None
    # also what was undone: whoever is in again sits elsewhere
    left = (
        Elimination.objects.filter(
            tournament_id=tournament_id,
            table_number=table_number,
            seat_number=chair.seat,
            at__gt=since - _LATELY,
            at__lte=since,
        )
        .exclude(entry_id=chair.entry_id)
        .order_by("-id")
        .values_list("at", "entry__player__public_name")
        .first()
    )
    moved = (
        Move.objects.filter(
            tournament_id=tournament_id,
            from_table_number=table_number,
            from_seat_number=chair.seat,
            at__gt=since - _LATELY,
            at__lte=since,
        )
        .exclude(entry_id=chair.entry_id)
        # after a redraw nobody has an old seat in mind
        .exclude(reason__in=_ALL_AT_ONCE)
        .order_by("-id")
        .values_list("at", "entry__player__public_name")
        .first()
    )
    if left is None and moved is None:
        return None
    if moved is None or (left is not None and left[0] >= moved[0]):
        assert left is not None
        return SatBefore(player=left[1], out=True, since=since)
    return SatBefore(player=moved[1], out=False, since=since)


def put_out_by(tournament_id: int, table_number: int, command_id: str) -> dict[int, int]:
    """Seat to entry of those whom this command put out at this table: a line that is sent twice means them again."""
    try:
        number = UUID(command_id)
    except ValueError:
        return {}
    return dict(
        Elimination.objects.filter(
            tournament_id=tournament_id, table_number=table_number, command_id=number
        ).values_list("seat_number", "entry_id")
    )


def seating_list(tournament_id: int, *, offset: int = 0, limit: int = 200) -> list[tuple[str, int, int, int]]:
    """(public name, entry id, table, seat), alphabetical; for the wall and for printing."""
    seats = (
        Seat.objects.filter(table__tournament_id=tournament_id, entry__isnull=False)
        .order_by(alphabetical("entry__player__public_name"), "entry_id")
        .values_list("entry__player__public_name", "entry_id", "table__number", "number")
    )
    return list(seats[offset : offset + limit])


def moves_view(tournament_id: int, *, entry_id: int | None = None, limit: int = 50) -> list[MoveView]:
    """The last moves, newest first, of the room or of one entry; the first seats of the draw are not moves."""
    moves = Move.objects.filter(tournament_id=tournament_id).exclude(reason=MoveReason.DRAW)
    if entry_id is not None:
        moves = moves.filter(entry_id=entry_id)
    return [
        MoveView(
            move_id=m.pk,
            entry_id=m.entry_id,
            player=m.entry.player.public_name,
            reason=m.reason,
            from_table=m.from_table_number,
            from_seat=m.from_seat_number,
            to_table=m.to_table_number,
            to_seat=m.to_seat_number,
            draw_number=m.draw_number,
            at=m.at,
            acknowledged=m.acknowledged_at is not None,
            undone=m.undone_at is not None,
            command_id=str(m.command_id),
            can_undo=m.undone_at is None
            and m.from_table_number is not None
            and m.reason in (MoveReason.BALANCE, MoveReason.CORRECTION),
        )
        for m in moves.select_related("entry__player").order_by("-id")[:limit]
    ]


def penalties_of(player_id: int) -> list[PenaltyView]:
    """A player's penalties in all tournaments, newest first: the history follows the player. Rule: ADTP.P2"""
    return [
        PenaltyView(
            penalty_id=p.pk,
            tournament_id=p.tournament_id,
            tournament=p.tournament.name,
            entry_id=p.entry_id,
            kind=p.kind,
            rounds=p.rounds,
            hands_owed=p.hands_owed,
            hands_served=p.hands_served,
            reason=p.reason,
            rule=p.rule,
            at=p.at,
            undone=p.undone_at is not None,
        )
        for p in Penalty.objects.filter(entry__player_id=player_id)
        .select_related("tournament")
        .order_by("-at", "-id")
    ]


def home_of_penalty(penalty_id: int) -> tuple[int, int]:
    """(tournament id, venue id) of a penalty. Refusals: ``no_such_penalty``."""
    found = Penalty.objects.filter(pk=penalty_id).values_list("tournament_id", "tournament__venue_id").first()
    if found is None:
        raise Refused("no_such_penalty", N_("There is no such penalty. Reload the page."), rule="ADTP.67")
    return found


def next_penalty(player_id: int) -> penalties.Escalation:
    """What a further offence of this player would bring; the history follows across tournaments.

    Rule: ADTP.67A, ADTP.P2"""
    history = Penalty.objects.filter(entry__player_id=player_id, undone_at__isnull=True)
    return penalties.propose(
        history=[
            penalties.Penalty(kind=penalties.PenaltyKind(k), players_at_table=1, rounds=r)
            for k, r in history.values_list("kind", "rounds")
        ]
    )


MOST_HISTORY = 20


def record_of(entry_id: int) -> RecordView:
    """What is known of the person of an entry before a penalty is chosen. Entry.DoesNotExist. Rule: ADTP.67A, ADTP.P2"""
    entry = Entry.objects.select_related("player").get(pk=entry_id)
    return RecordView(
        player_id=entry.player_id,
        player=entry.player.public_name,
        history=tuple([p for p in penalties_of(entry.player_id) if not p.undone][:MOST_HISTORY]),
        next=next_penalty(entry.player_id).as_dict(),
    )


def open_penalties(tournament_id: int) -> list[OpenPenalty]:
    """Hands still to be missed at all tables, by table and seat; at the end who is not in play. Rule: ADTP.67A, ADTP.67C"""
    rows = list(
        Penalty.objects.filter(
            tournament_id=tournament_id, undone_at__isnull=True, hands_served__lt=F("hands_owed")
        )
        .select_related("entry__player")
        .order_by("id")
    )
    where = {
        player_id: (table, number)
        for player_id, table, number in Seat.objects.filter(
            entry__tournament_id=tournament_id, entry__player_id__in={p.entry.player_id for p in rows}
        ).values_list("entry__player_id", "table__number", "number")
    }
    found = [
        OpenPenalty(
            penalty_id=p.pk,
            player=p.entry.player.public_name,
            table=where.get(p.entry.player_id, (None, None))[0],
            seat=where.get(p.entry.player_id, (None, None))[1],
            kind=p.kind,
            rounds=p.rounds,
            hands_owed=p.hands_owed,
            hands_served=p.hands_served,
            reason=p.reason,
            at=p.at,
        )
        for p in rows
    ]
    return sorted(found, key=lambda p: (p.table is None, p.table or 0, p.seat or 0, p.penalty_id))


def rulings_view(
    tournament_id: int,
    *,
    limit: int = 50,
    before: int | None = None,
    query: str = "",
    kinds: Sequence[str] = (),
    table: int | None = None,
) -> list[RulingView]:
    """The log of rulings, newest first, from the one before `before`; of a table, or found by words: player, who logged
    it, rule, decision. kinds: questions whose title has the words, which only a face can read.

    Rule: ADTP.1, ADTP.P2, REGULATIONS 8.3"""
    rows = Ruling.objects.filter(tournament_id=tournament_id)
    if before is not None:
        rows = rows.filter(pk__lt=before)
    if table is not None:
        rows = rows.filter(table__number=table)
    if query:
        rows = rows.filter(
            Q(kind__in=list(kinds))
            | Q(entry__player__public_name__icontains=query)
            | Q(by__name__icontains=query)
            | Q(rule__icontains=query)
            | Q(decision__icontains=query)
            | Q(override_reason__icontains=query)
        )
    return [
        RulingView(
            ruling_id=r.pk,
            table=r.table.number if r.table else None,
            hand=r.hand,
            entry_id=r.entry_id,
            player=r.entry.player.public_name if r.entry else "",
            kind=r.kind,
            situation=r.situation,
            ruling=r.ruling,
            rule=r.rule,
            choice=r.choice,
            decision=r.decision,
            override_reason=r.override_reason,
            at=r.at,
            user_id=r.by_id,
            by=(r.by.name or r.by.email.partition("@")[0]) if r.by else "",
        )
        for r in rows.select_related("table", "entry__player", "by").order_by("-id")[:limit]
    ]


def last_asked(tournament_id: int, *, limit: int = 6) -> list[str]:
    """The questions whose rulings were logged last, each once, newest first."""
    latest = (
        Ruling.objects.filter(tournament_id=tournament_id)
        .values("kind")
        .annotate(last=Max("id"))
        .order_by("-last")[:limit]
    )
    return [row["kind"] for row in latest]


def hand_for_hand_view(tournament_id: int) -> RoundView:
    """Where hand-for-hand stands. Field.DoesNotExist before the start. Rule: PT-T.49"""
    field = Field.objects.get(pk=tournament_id)
    if not field.hand_for_hand:
        return RoundView(on=False, round=field.hand_for_hand_round, done=(), waiting_for=(), out=())
    done = set(
        HandDone.objects.filter(tournament_id=tournament_id, round=field.hand_for_hand_round).values_list(
            "table__number", flat=True
        )
    )
    playing = Table.objects.filter(
        Q(players__gte=2), tournament_id=tournament_id, state=TableState.OPEN
    ).values_list("number", flat=True)
    out = (
        Elimination.objects.filter(
            tournament_id=tournament_id,
            hand_for_hand_round=field.hand_for_hand_round,
            out_before__isnull=True,
            undone_at__isnull=True,
        )
        .select_related("entry__player")
        .order_by("id")
    )
    clock = Clock.objects.filter(pk=tournament_id).values_list("state", flat=True).first() or {}
    charge = ""
    if clock.get("hand_for_hand"):
        charge = HandCharge.REAL_TIME.value if clock.get("hand_at") else HandCharge.FIXED.value
    return RoundView(
        on=True,
        round=field.hand_for_hand_round,
        charge=charge,
        done=tuple(sorted(done)),
        waiting_for=tuple(sorted(set(playing) - done)),
        out=tuple(
            {
                "elimination_id": e.pk,
                "entry_id": e.entry_id,
                "name": e.entry.player.public_name,
                "table": e.table_number,
                "stack_chips_start": e.stack_chips_start,
            }
            for e in out
        ),
    )
