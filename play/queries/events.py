"""What a tournament's table knows of its tournament, and the tournament of its table."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Q, QuerySet

from play.models import DueKind, PlayTable, Sitting, TableKind, TableStage
from play.queries.last_hands import hands_left, stopped
from rules.clock import catch_up
from rules.clock_shown import ClockWord, milliseconds, word_of
from rules.entries import BuyInSplit, Component
from rules.levels import AnteDue, Level, Structure, ante_for
from rules.online import LOOKED_FOR_FROM
from rules.policies import from_dict as policies_from
from rules.refusals import N_, Refused, not_found
from tables.models import HandDone, Table, TableState
from tournaments.models import Clock, Entry, Field, Tournament, TournamentState
from tournaments.queries.clock import state_of, time_ends_at
from tournaments.queries.public_view import public_view
from tournaments.queries.redraws import is_redraw_due

# decided: somebody was taken out by hand and one is left; one more hand finds that out and ends the tournament
_RUNS = (ClockWord.RUNNING, ClockWord.HAND_FOR_HAND, ClockWord.DECIDED)


@dataclass(frozen=True, slots=True, kw_only=True)
class LevelInForce:
    """The level at which a hand is dealt now: its number, its blinds, its ante."""

    number: int
    small_blind_chips: int
    big_blind_chips: int
    ante: AnteDue


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedTable:
    """A tournament's table that is played in the browser: its page, the seats whose player is away, whether the house holds it; held_alone: not with its clocks, nor for lost lines;
    held_because: in the words of staff, "" where it broke and holds itself. lines_lost: how many players there have no line, of a table that stands because many lines
    went at once, 0 elsewhere."""

    table_id: int
    away: frozenset[int]
    held: bool
    held_alone: bool
    held_because: str
    lines_lost: int


@dataclass(frozen=True, slots=True, kw_only=True)
class WaitsFor:
    """For how many tables one that is between two hands waits with the next: in hand-for-hand, or (redraw) because all seats are drawn
    anew when every table has ended its hand; or (last_hands) it deals no other one: the time of the tournament is up, and everybody there
    has had the button since."""

    tables: int = 0
    redraw: bool = False
    last_hands: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class _Waiting:
    """The tables of a tournament that wait, by number, and what they wait for."""

    tables: frozenset[int] = frozenset()
    others: WaitsFor = WaitsFor()


def level_in_force(tournament_id: int, *, at: datetime) -> LevelInForce | None:
    """Return the level at which a hand is dealt at this instant; None while the clock stands and in a recess.

    Rule: PT-T.45, PT-T.46, SCPT.U2, ADTP.P7
    """
    tournament = Tournament.objects.filter(pk=tournament_id, state=TournamentState.RUNNING).first()
    clock = Clock.objects.filter(pk=tournament_id).first()
    if tournament is None or clock is None:
        return None
    state, _ = catch_up(state=state_of(clock, tournament=tournament), at=at)
    item = state.item
    if word_of(state=state) not in _RUNS or not isinstance(item, Level):
        return None
    left = Field.objects.filter(pk=tournament_id).values_list("players_left", flat=True).first() or 0
    number = state.structure.level_number(state.index)
    return level_of_event(tournament, structure=state.structure, number=number, players_left=left)


def level_of_event(
    tournament: Tournament, *, structure: Structure, number: int, players_left: int
) -> LevelInForce:
    """Return a level of a tournament as a hand is played at it with so many players left, of those in play. number: from 1.

    Rule: PT-T.46, SCPT.U2, ADTP.P7
    """
    level = structure.levels[number - 1]
    policies = policies_from(tournament.policies)
    return LevelInForce(
        number=number,
        small_blind_chips=level.small_blind,
        big_blind_chips=level.big_blind,
        ante=ante_for(level=level, level_number=number, players_left=players_left, policies=policies),
    )


def tournament_of_table(table_id: int) -> int | None:
    """Return whose table it is; None for a demo table, and where there is none. It never changes."""
    return PlayTable.objects.filter(pk=table_id).values_list("tournament_id", flat=True).first()


def home_of_table(table_id: int) -> tuple[int, int | None]:
    """Return the venue of a table and its tournament, None for a demo or cash table. Refusals: ``not_found``."""
    found = PlayTable.objects.filter(pk=table_id).values_list("venue_id", "tournament_id").first()
    if found is None:
        raise not_found("table")
    return found


def tables_held_by_clock(*, at: datetime) -> list[int]:
    """Return the tables whose next hand is due and waits: for the clock of their tournament, or for the hands of its other
    tables. Rule: PT-T.45, PT-T.48, PT-T.49
    """
    by_now = Q(due_at__lte=at) | Q(due_at__gt=at + LOOKED_FOR_FROM)  # as `play.queries.tables` asks for it
    waiting = PlayTable.objects.filter(by_now, kind=TableKind.TOURNAMENT, due_kind=DueKind.OPEN)
    of_event: dict[int, list[tuple[int, int]]] = {}
    for pk, event, number in waiting.values_list("pk", "tournament_id", "table_number"):
        of_event.setdefault(event or 0, []).append((pk, number or 0))
    held = []
    for event, tables in of_event.items():
        stands = level_in_force(event, at=at) is None
        found = _Waiting() if stands else _waiting(event)
        waits = found.tables if found.others.tables or found.others.last_hands else frozenset()
        held += [pk for pk, number in tables if stands or number in waits]
    return held


def waits_for_others(tournament_id: int, *, table_number: int) -> WaitsFor:
    """Return for how many tables this one waits before its next hand, and why; `tables` 0: for none, and with redraw the others will wait for it.

    In hand-for-hand it has done its hand, and they have not. Where all seats are drawn anew it waits while any other plays a hand; where
    none does, it deals, and the draw comes when that hand is over. After the set time of the tournament it deals no hand more than its last
    ones. Rule: PT-T.48, PT-T.49, PT-T.52, ADTP.7, ADTP.P9
    """
    waiting = _waiting(tournament_id)
    return waiting.others if table_number in waiting.tables else WaitsFor()


def _waiting(tournament_id: int) -> _Waiting:
    field = _FIELDS.filter(pk=tournament_id).first()
    if field is None:
        return _Waiting()
    if field.hand_for_hand:
        return _hand_for_hand(field)
    if field.time_up_at is not None:
        return _after_time(field, since=field.time_up_at)
    return _before_redraw(field) if is_redraw_due(field.tournament, field=field) else _Waiting()


# what says whether tables wait for one another, without the long columns of a tournament
_FIELDS = Field.objects.select_related("tournament").only(
    *("hand_for_hand", "hand_for_hand_round", "players_left", "tables_open", "entries_closed_at", "waiting"),
    *("entries_total", "redrawn_with", "time_up_at", "tournament__policies", "tournament__redraw_at"),
    *("tournament__seats_per_table", "tournament__variant"),
)


def _hand_for_hand(field: Field) -> _Waiting:
    """The tables that have done their hand of the round that is played, and how many have not."""
    reported = HandDone.objects.filter(tournament_id=field.pk, round=field.hand_for_hand_round)
    done = frozenset(reported.values_list("table__number", flat=True))
    playing = Table.objects.filter(tournament_id=field.pk, state=TableState.OPEN, players__gte=2)
    still = playing.exclude(number__in=done).count()
    return _Waiting(tables=done, others=WaitsFor(tables=still))


def _after_time(field: Field, *, since: datetime) -> _Waiting:
    """The tables that have played their last hand, and how many have not."""
    tables = list(_open(field.pk).only("seats", "stage", "table_number"))
    done = stopped(tables, since=since)
    return _Waiting(
        tables=frozenset(one.table_number or 0 for one in tables if one.pk in done),
        others=WaitsFor(tables=len(tables) - len(done), last_hands=True),
    )


def _before_redraw(field: Field) -> _Waiting:
    """The tables between two hands, and how many play one."""
    stages = dict(_open(field.pk).values_list("table_number", "stage"))
    waiting = frozenset(n for n, stage in stages.items() if n is not None and stage == TableStage.WAITING)
    return _Waiting(tables=waiting, others=WaitsFor(tables=len(stages) - len(waiting), redraw=True))


def open_tables_of(tournament_id: int) -> list[int]:
    """Return the tables at which a tournament is played in the browser now."""
    return list(_open(tournament_id).order_by("table_number").values_list("pk", flat=True))


def played_tables(tournament_id: int) -> dict[int, PlayedTable]:
    """Return the tables at which a tournament is played in the browser now, by the number each has in the tournament."""
    rows = _open(tournament_id).values_list(
        "pk", "table_number", "seats", "held_at", "held_because", "held_with_clocks", "held_for_lines"
    )
    return {
        number or 0: PlayedTable(
            table_id=pk,
            away=frozenset(kept["seat"] for kept in seats if kept["away_since"]),
            held=held_at is not None,
            held_alone=held_at is not None and not with_clocks and not for_lines,
            held_because=because,
            lines_lost=sum(bool(kept.get("lost_at")) for kept in seats) if for_lines else 0,
        )
        for pk, number, seats, held_at, because, with_clocks, for_lines in rows
    }


def last_hands_played(tournament_id: int) -> bool:
    """Return whether the time of a tournament is up and all of its tables have played their last hand. Rule: PT-T.52"""
    field = _FIELDS.filter(pk=tournament_id, time_up_at__isnull=False, hand_for_hand=False).first()
    if field is None or field.time_up_at is None:
        return False
    waiting = _after_time(field, since=field.time_up_at)
    return bool(waiting.tables) and not waiting.others.tables


def decided_online() -> list[int]:
    """Return tournaments that no hand ends any more: their entries closed while one player alone was left, between two hands, or the time is
    up and each table has played its last one.

    Rule: PT-T.52
    """
    waiting = PlayTable.objects.filter(kind=TableKind.TOURNAMENT, stage=TableStage.WAITING)
    running = waiting.filter(tournament__state=TournamentState.RUNNING)
    alone = running.filter(
        tournament__field__players_left=1,
        tournament__field__waiting=0,
        tournament__field__entries_closed_at__isnull=False,
    )
    late = running.filter(tournament__field__time_up_at__isnull=False)
    timed = late.values_list("tournament_id", flat=True).distinct()
    found = {*alone.values_list("tournament_id", flat=True), *(t for t in timed if last_hands_played(t))}
    return sorted(pk for pk in found if pk is not None)


def table_of_player(tournament_id: int, *, player_id: int) -> int | None:
    """Return the open table at which a player of this tournament acts; None where none is, or at the felt."""
    found = _open(tournament_id).filter(seats__contains=[{"player_id": player_id}])
    return found.values_list("pk", flat=True).first()


def table_moved_to(table_id: int, *, player_id: int) -> int | None:
    """Return the open table at which somebody plays on who sat at this one; None for who sits here, or never did. Rule: PT-T.48"""
    tournament_id = tournament_of_table(table_id)
    if tournament_id is None or not Sitting.objects.filter(table_id=table_id, player_id=player_id).exists():
        return None
    now = table_of_player(tournament_id, player_id=player_id)
    return now if now != table_id else None


def _open(tournament_id: int) -> QuerySet[PlayTable]:
    return PlayTable.objects.filter(tournament_id=tournament_id).exclude(stage=TableStage.CLOSED)


def event_payload(table: PlayTable, *, seen_at: datetime | None = None) -> dict[str, Any] | None:
    """Return what the page of a tournament's table says of its tournament: {tournament_id, level}: of the hand; table: its number, tables: how
    many are played; players_left of entries_total, with average_chips each; late_entries: whether one may still enter; hand_for_hand: whether all begin each hand together, still_play: for how many it waits, redraw: whether it does because
    all seats are drawn anew then; timed: whether it ends at a set time; ends: {ends_ms, timezone} of it, None while the clock stands; last_hands: after it how many hands this table still begins, None before
    it; rebuying: the seats of who may buy chips before the next hand; bounty_cents: what each head is worth that was bought no more chips, 0 where no bounty hangs on it. None for a demo table. seen_at: as who looks on knows the other tables at
    this instant.
    Rule: PT-T.46, PT-T.48, PT-T.49, PT-T.52, PT-H.11
    """
    if table.tournament_id is None:
        return None
    tournament = Tournament.objects.only("length_minutes", "online", "state", "finished_at", "split").get(
        pk=table.tournament_id
    )
    known = public_view(tournament, seen_at=seen_at)
    field = known.field if known is not None else Field.objects.filter(pk=table.tournament_id).first()
    tables, together, left, up_at, in_play = (
        (1, False, 0, None, 0)
        if field is None
        else (
            field.tables_open,
            field.hand_for_hand,
            field.players_left,
            field.time_up_at,
            field.chips_issued - field.chips_removed,
        )
    )
    waits = WaitsFor()
    # for whom others wait tells when the hands of other tables end, which who looks on sees late: also where nothing of the field is untold
    late = seen_at is not None and table.onlookers_delay_seconds > 0
    if tables > 1 and table.stage == TableStage.WAITING and not late:
        waits = waits_for_others(table.tournament_id, table_number=table.table_number or 0)
    return {
        "tournament_id": table.tournament_id,
        "table": table.table_number,
        "tables": tables,
        "players_left": left,
        "entries_total": 0 if field is None else field.entries_total,
        "average_chips": round(in_play / left) if left else 0,
        "late_entries": field is not None and field.entries_closed_at is None,
        "hand_for_hand": together,
        "rebuying": [kept["seat"] for kept in table.seats if kept.get("may_rebuy")],
        "still_play": waits.tables,
        "redraw": waits.redraw and waits.tables > 0,
        "bounty_cents": BuyInSplit.from_dict(tournament.split).cents(Component.BOUNTY),
        "timed": tournament.length_minutes is not None,
        "ends": None if tournament.length_minutes is None else _set_time(table.tournament_id, up_at=up_at),
        "last_hands": None if up_at is None else hands_left([table], since=up_at)[table.pk],
        "level": table.level or 1,
    }


def _set_time(tournament_id: int, *, up_at: datetime | None) -> dict[str, Any] | None:
    """When the time of a timed tournament is up, in its house's zone; None while nobody knows. up_at: when it was."""
    clock = Clock.objects.select_related("tournament__venue").filter(pk=tournament_id).first()
    if clock is None:
        return None
    ends = up_at or time_ends_at(clock.tournament, state=state_of(clock, tournament=clock.tournament))
    zone = clock.tournament.venue.timezone
    return None if ends is None else {"ends_ms": milliseconds(ends), "timezone": zone}


def ante_payload(ante: AnteDue) -> dict[str, Any] | None:
    """Return an ante as pages are told it: {kind, chips}, "each" from everybody or "big_blind" from that one for all. None for none."""
    return {"kind": ante.kind.value, "chips": ante.chips} if ante.chips else None


def notice_payload(table: PlayTable) -> dict[str, Any] | None:
    """Return what everybody at a table is told until the next act or hand; of bounties {kind, currency, won: [{out, by, amount_cents}]}, with the names."""
    notice = table.notice
    if table.tournament_id is None or notice is None or notice["kind"] != "bounties":
        return notice
    people = {entry for out, by, _cents in notice["won"] for entry in (out, by)}
    names = dict(Entry.objects.filter(pk__in=people).values_list("pk", "player__public_name"))
    currency = Tournament.objects.values_list("currency", flat=True).get(pk=table.tournament_id)
    won = [{"out": names[out], "by": names[by], "amount_cents": cents} for out, by, cents in notice["won"]]
    return {"kind": notice["kind"], "currency": currency, "won": won}


def must_be_at_the_felt(tournament_id: int) -> None:
    """Refuse by hand what the tables of an online tournament do by themselves.

    Refusals: ``played_online``. Rule: PT-T.31, PT-T.39, PT-T.48
    """
    if open_tables_of(tournament_id):
        raise Refused(
            "played_online",
            N_(
                "This tournament is played online: its tables seat, count and eliminate by themselves. Stop the clock to hold"
                " the next hand, or cancel the tournament."
            ),
            rule="PT-T.31",
        )
