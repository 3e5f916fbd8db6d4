"""The tables of a tournament that is played online: opened with its draw, closed when it is over."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from dispatch.facts import CommandId
from play.models import DueKind, PlayTable, Sitting, TableKind, TableStage
from play.operations.hands import open_for_play
from play.operations.moving import FIND_THE_SEAT, seat_before
from play.operations.onlookers import onlookers_delay_of_event
from play.operations.seats import Seated, keep_seats, seated_at, stand_up, tell_sat_down
from play.operations.tables import due, lock_open_tables, shut, wait_or_deal
from play.queries.deciding import policy_of
from play.queries.events import LevelInForce, level_in_force, level_of_event
from rules.hands import HeadsUp
from rules.online import bank_at_start, policy_of_event
from rules.policies import from_dict as policies_from
from rules.refusals import N_, Refused
from tables.models import Move, Seat, Table, TableState
from tournaments.models import Entry, Tournament
from tournaments.queries.clock import structure_of

_NAME = 60


def open_event_tables(tournament: Tournament, *, at: datetime) -> None:
    """Open each table that was drawn, with its players and their stacks; all deal their first hand at one instant.

    Refusals: ``no_card_key``. Rule: PT-T.26, PT-T.39, PT-T.40, PT-T.41, PT-T.47
    """
    players = Seat.objects.filter(table__tournament=tournament, entry__isnull=False).count()
    level = level_of_event(tournament, structure=structure_of(tournament), number=1, players_left=players)
    for drawn in (
        Table.objects.filter(tournament=tournament).exclude(state=TableState.BROKEN).order_by("number")
    ):
        _open(tournament, drawn, level=level, at=at)
    # the blinds' marks are those of the felt, whose button does not move like this one: nobody who is moved waits for it
    Table.objects.filter(tournament=tournament).update(
        small_blind_seat=None, small_blind_spot=None, big_blind_seat=None
    )


def seat_newcomer(
    tournament: Tournament,
    *,
    entry: Entry,
    table_number: int,
    seat_number: int,
    at: datetime,
    command_id: CommandId,
    tables: Sequence[PlayTable] | None = None,
) -> None:
    """Bring somebody who enters after the start, or comes from the line, to the drawn seat, dealt in from the next hand on; a table that was opened for it is
    opened in the browser. Nothing where no table is played online. tables: all that are open, where the caller has them locked; else they are locked here.

    Refusals: ``seat_not_free_yet`` where a hand is still played in that seat by somebody who was taken out of the field.
    Rule: PT-T.23, PT-T.39, PT-T.41, PT-H.46, ADTP.8A
    """
    if tables is None:
        tables = lock_open_tables(PlayTable.objects.filter(tournament=tournament))
    if not tables:
        return
    # the table itself says where one sits: nobody has to say that he goes
    Move.objects.filter(tournament_id=tournament.pk, command_id=command_id).update(acknowledged_at=at)
    table = next((one for one in tables if one.table_number == table_number), None)
    if table is None:
        level = level_in_force(tournament.pk, at=at)
        if level is None:  # the clock stands
            players = sum(len(seated_at(one)) for one in tables) + 1
            last = max(one.level or 1 for one in tables)
            level = level_of_event(
                tournament, structure=structure_of(tournament), number=last, players_left=players
            )
        drawn = Table.objects.get(tournament=tournament, number=table_number)
        _open(tournament, drawn, level=level, at=at)
        return
    if any(one.seat == seat_number for one in seated_at(table)):
        raise Refused(
            "seat_not_free_yet",
            N_("In the seat that was drawn a hand is still played. Nothing was paid: try again in a moment."),
            rule="PT-T.39",
        )
    one = Seated(
        seat=seat_number,
        player_id=entry.player_id,
        name=entry.player.public_name,
        chips=entry.stack_chips or 0,
        rehearsal=entry.player.simulated,
        bank_ms=bank_at_start(policy=policy_of(table)),
        awaited=not entry.player.simulated,
    )
    keep_seats(table, seats=[*seated_at(table), one])
    Sitting.objects.create(
        table=table, player_id=one.player_id, seat=one.seat, since=at, brought_chips=one.chips
    )
    tell_sat_down(table, one=one)
    if table.stage == TableStage.WAITING:
        wait_or_deal(table, at=at, gather=True)
    table.save()


def _open(tournament: Tournament, drawn: Table, *, level: LevelInForce, at: datetime) -> None:
    levels = structure_of(tournament).levels
    policies = policies_from(tournament.policies)
    time = policy_of_event(longest_level_seconds=max(level.seconds for level in levels))
    seats = [
        Seated(
            seat=number,
            player_id=player_id,
            name=name,
            chips=chips or 0,
            rehearsal=simulated,
            bank_ms=bank_at_start(policy=time),
            awaited=not simulated,
        )
        for number, player_id, name, simulated, chips in Seat.objects.filter(table=drawn, entry__isnull=False)
        .order_by("number")
        .values_list(
            "number",
            "entry__player_id",
            "entry__player__public_name",
            "entry__player__simulated",
            "entry__stack_chips",
        )
    ]
    table = PlayTable(
        venue_id=tournament.venue_id,
        kind=TableKind.TOURNAMENT,
        tournament=tournament,
        table_number=drawn.number,
        name=tournament.name[:_NAME],
        game=tournament.variant,
        heads_up=HeadsUp.BUTTON_SMALL if policies.online_button_posts_small else HeadsUp.AS_WRITTEN,
        cap=policies.online_bets_and_raises,
        seats_count=drawn.seats,
        level=level.number,
        small_blind_chips=level.small_blind_chips,
        big_blind_chips=level.big_blind_chips,
        ante=level.ante.as_list(),
        stack_chips=tournament.starting_stack_chips,
        decision_seconds=time.decision_seconds,
        bank_seconds=time.bank_seconds,
        bank_gain_seconds=time.bank_gain_seconds,
        bank_cap_seconds=time.bank_cap_seconds,
        reconnect_seconds=time.reconnect_seconds,
        onlookers_delay_seconds=onlookers_delay_of_event(tournament.pk),
        opened_at=at,
        button_seat=None
        if drawn.button_seat is None
        else seat_before(drawn.button_seat, seats=[one.seat for one in seats]),
    )
    keep_seats(table, seats=seats)
    due(table, kind=DueKind.OPEN, at=at + FIND_THE_SEAT)
    table.save(force_insert=True)
    Sitting.objects.bulk_create(
        [
            Sitting(table=table, player_id=one.player_id, seat=one.seat, since=at, brought_chips=one.chips)
            for one in seats
        ]
    )
    open_for_play(table, at=at)
    for one in seats:
        tell_sat_down(table, one=one)


def close_event_tables(tournament: Tournament, *, at: datetime) -> None:
    """Close the tables of a tournament that is over or does not go on: a hand that is played there is none. Rule: PT-T.36"""
    if not tournament.online:
        return
    for table in lock_open_tables(PlayTable.objects.filter(tournament=tournament)):
        shut(table, at=at)


def tell_bounties(table: PlayTable, *, won: Sequence[tuple[int, int, int]]) -> None:
    """Have everybody at the table read who has the bounties of a hand, until the first act of the next one. won: the entry that is out, the one that took its
    chips, and cents of its bounty. The caller saves the row. Rule: PT-T.34, SCPT.P
    """
    if won:
        table.notice = {"kind": "bounties", "won": [list(one) for one in won]}


def stand_up_busted(table: PlayTable, *, at: datetime) -> None:
    """Free the seats of those who have no chips left. Rule: PT-T.31, PT-T.44"""
    stand_up(table, leaving=[one for one in seated_at(table) if not one.chips], at=at)
