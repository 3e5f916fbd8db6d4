"""Moves, balance, breaking, halting, redraw, and taking them back."""

from __future__ import annotations

from typing import Any

import pytest

from dispatch.models import Fact
from tables.commands.balance_tables import balance_tables
from tables.commands.break_table import break_table
from tables.commands.halt_table import halt_table
from tables.commands.move_player import move_player
from tables.commands.record_positions import record_positions
from tables.commands.redraw_tables import redraw_tables
from tables.commands.undo_break import undo_break
from tables.commands.undo_move import undo_move
from tables.commands.verify_seat import verify_seat
from tables.models import Move, Seat, Table
from tables.queries import (
    news_payload,
    proposals,
    table_view,
    tables_view,
    undo_break_preview,
    undo_move_preview,
)
from tests import cast
from tests.tables import room
from tournaments.commands.close_entries import close_entries
from tournaments.models import Field, Tournament
from tournaments.queries import field, stacks

pytestmark = pytest.mark.django_db


def running(house: Any, entries: int = 20, template: str = "turbo-8max", **changes: Any) -> int:
    return int(house.started(template, entries=entries, **changes))


def closed(house: Any, entries: int = 20, **changes: Any) -> int:
    """Running, and nobody can enter any more."""
    return running(house, entries, late_registration_level=0, re_entries_per_player=0, **changes)


def free_seat(tournament_id: int, table: int) -> int:
    return int(
        Seat.objects.filter(table__tournament_id=tournament_id, table__number=table, entry__isnull=True)
        .values_list("number", flat=True)
        .first()
        or 0
    )


@pytest.mark.rule("ADTP.7", "REGULATIONS 3.2")
def test_wrong_seat_right_chips_goes_to_the_right_seat() -> None:
    house = cast.house()
    t = running(house)
    entry, (table, _) = next(iter(room.seats(t).items()))
    seat = free_seat(t, table)
    moved = cast.say(
        move_player, by=house.bruno, entry_id=entry, table_number=table, seat_number=seat, reason="correction"
    )
    assert room.seats(t)[entry] == (table, seat)
    assert moved["waits_for_button"] is False
    (told,) = news_payload(t, seen_at=None)["moves"]
    assert (told["name"], told["table"], told["seat"]) == (room.name_of(entry), table, seat)
    room.holds(t)
    (fact,) = [f for f in cast.facts(t, kind="player_seated") if f["reason"] == "correction"]
    assert fact["rule"] == "ADTP.7"


def test_the_display_sends_nobody_to_a_seat_they_were_moved_on_from() -> None:
    """Somebody was moved to a table that broke a moment later: the clock still named the seat there."""
    house = cast.house()
    t = closed(house)
    to_sixteen(house, t)
    entry = next(iter(room.at_table(t, 1).values()))
    if not free_seat(t, 3):
        room.bust(house, t, next(iter(room.at_table(t, 3).values())))
    cast.say(
        move_player,
        by=house.bruno,
        entry_id=entry,
        table_number=3,
        seat_number=free_seat(t, 3),
        reason="balance",
    )
    assert [one["table"] for one in news_payload(t, seen_at=None)["moves"]] == [3]
    cast.say(break_table, by=house.bruno, tournament_id=t, table_number=3)
    told = news_payload(t, seen_at=None)
    assert told["moves"] == [] and [one["table"] for one in told["breaks"]] == [3]


def test_a_seat_is_taken_once() -> None:
    house = cast.house()
    t = running(house)
    (one, _), (other, (table, seat)) = list(room.seats(t).items())[:2]
    with cast.refused("seat_taken") as no:
        cast.say(
            move_player, by=house.bruno, entry_id=one, table_number=table, seat_number=seat, reason="balance"
        )
    assert no.value.params["player"] == room.name_of(other)
    with cast.refused("no_such_seat"):
        cast.say(move_player, by=house.bruno, entry_id=one, table_number=1, seat_number=9, reason="balance")
    with cast.refused("no_such_table"):
        cast.say(move_player, by=house.bruno, entry_id=one, table_number=99, seat_number=1, reason="balance")
    with cast.refused("no_such_choice"):
        cast.say(move_player, by=house.bruno, entry_id=one, table_number=1, seat_number=1, reason="undo")
    with cast.refused("forbidden"):
        cast.say(move_player, by=house.desi, entry_id=one, table_number=1, seat_number=1, reason="balance")


@pytest.mark.django_db(transaction=True)
def test_many_want_one_seat_and_the_database_gives_it_to_one() -> None:
    house = cast.house()
    t = running(house, 14)
    seat = free_seat(t, 2)
    movers = [e for e, (table, _) in room.seats(t).items() if table == 1][:6]
    results = cast.together(
        [
            lambda e=e: cast.say(  # type: ignore[misc]
                move_player, by=house.bruno, entry_id=e, table_number=2, seat_number=seat, reason="balance"
            )
            for e in movers
        ]
    )
    won = [r for r in results if isinstance(r, dict)]
    lost = [r for r in results if not isinstance(r, dict)]
    assert len(won) == 1 and {getattr(r, "code", r) for r in lost} == {"seat_taken"}
    room.holds(t)


def mark(house: Any, t: int, table: int) -> Table:
    """Record button and blinds on the first three players of a table."""
    taken = sorted(room.at_table(t, table))
    cast.say(
        record_positions,
        by=house.bruno,
        tournament_id=t,
        table_number=table,
        button_seat=taken[0],
        small_blind_seat=taken[1],
        big_blind_seat=taken[2],
    )
    return Table.objects.get(tournament_id=t, number=table)


def uneven(house: Any, t: int) -> None:
    """Two out at table 3, so that it is two short of the others."""
    while True:
        counts = {x.number: x.players for x in Table.objects.filter(tournament_id=t)}
        if max(counts.values()) - counts[3] >= 2:
            return
        room.bust(house, t, next(iter(room.at_table(t, 3).values())))


@pytest.mark.rule("ADTP.11A", "CASES 11-b")
def test_the_next_big_blind_goes_to_the_worst_position() -> None:
    house = cast.house()
    t = running(house)
    uneven(house, t)
    (proposal,) = [p for p in proposals(t) if p.kind == "move"]
    assert proposal.to_table == 3 and proposal.rule == "ADTP.11A"
    giver, taker = mark(house, t, proposal.table or 0), mark(house, t, 3)
    (proposal,) = [p for p in proposals(t) if p.kind == "move"]
    seats = sorted(room.at_table(t, giver.number))
    due = seats[3 % len(seats)]
    assert proposal.seat == due and proposal.entry_id == room.at_table(t, giver.number)[due]
    moved = cast.say(
        balance_tables,
        by=house.bruno,
        tournament_id=t,
        from_table=giver.number,
        to_table=3,
        entry_id=proposal.entry_id,
    )
    assert (moved["entry_id"], moved["seat_number"]) == (proposal.entry_id, proposal.to_seat)
    assert moved["seat_number"] != taker.small_blind_seat
    room.holds(t)
    # the same proposal again finds the tables even
    with cast.refused("proposal_stale") as no:
        cast.say(balance_tables, by=house.bruno, tournament_id=t, from_table=giver.number, to_table=3)
    assert no.value.params["to_players"] == Table.objects.get(tournament_id=t, number=3).players


def test_a_stale_balance_says_what_changed() -> None:
    house = cast.house()
    t = running(house)
    uneven(house, t)
    (proposal,) = [p for p in proposals(t) if p.kind == "move"]
    assert proposal.entry_id is not None
    for entry in list(room.at_table(t, 3).values())[:2]:
        room.bust(house, t, entry)
    room.bust(house, t, proposal.entry_id)
    with cast.refused("not_seated") as no:
        cast.say(
            balance_tables,
            by=house.bruno,
            tournament_id=t,
            from_table=proposal.table,
            to_table=3,
            entry_id=proposal.entry_id,
        )
    assert no.value.params["player"] == proposal.player


@pytest.mark.rule("PT-T.48")
def test_under_the_portuguese_rules_the_moved_player_draws_the_seat() -> None:
    house = cast.house(currency="EUR", timezone="Europe/Lisbon")
    t = house.registering("online-mtt-pt", online=False)
    for _ in range(19):
        player = house.player()
        house.deposit(player, 100_00)
        house.enter(t, player, method="balance")
    from tournaments.commands.start_tournament import start_tournament

    cast.say(start_tournament, by=house.ana, at=cast.START, tournament_id=t)
    uneven(house, t)
    (proposal,) = [p for p in proposals(t) if p.kind == "move"]
    assert proposal.by_draw and proposal.rule == "PT-T.48" or proposal.rule == "PT-T.47"
    moved = cast.say(balance_tables, by=house.bruno, tournament_id=t, from_table=proposal.table, to_table=3)
    assert moved["draw_number"] == 3
    room.holds(t)


@pytest.mark.rule("ADTP.10", "CASES 10-b")
def test_between_button_and_small_blind_a_newcomer_waits() -> None:
    house = cast.house()
    t = running(house, 14)
    taken = sorted(room.at_table(t, 1))
    (gap,) = {*range(1, 9)} - set(taken)
    entry = next(iter(room.at_table(t, 2).values()))
    # the button is on the seat before the empty one, the small blind on the seat after it
    button, small = (gap - 2) % 8 + 1, gap % 8 + 1
    cast.say(
        record_positions,
        by=house.bruno,
        tournament_id=t,
        table_number=1,
        button_seat=(button - 2) % 8 + 1,
        small_blind_seat=button,
        big_blind_seat=small,
    )
    moved = cast.say(
        move_player, by=house.bruno, entry_id=entry, table_number=1, seat_number=gap, reason="balance"
    )
    coming_button_is_before_the_gap = moved["waits_for_button"]
    assert coming_button_is_before_the_gap is True
    assert Seat.objects.get(entry_id=entry).waits_for_button
    # the button passed: dealt in
    cast.say(
        record_positions,
        by=house.bruno,
        tournament_id=t,
        table_number=1,
        button_seat=gap,
        small_blind_seat=small,
        big_blind_seat=small % 8 + 1,
    )
    assert not Seat.objects.get(entry_id=entry).waits_for_button


def test_a_move_is_taken_back_by_a_move() -> None:
    house = cast.house()
    t = running(house)
    entry, (table, seat) = next(iter(room.seats(t).items()))
    other = free_seat(t, 2)
    moved = cast.say(
        move_player, by=house.bruno, entry_id=entry, table_number=2, seat_number=other, reason="balance"
    )
    preview = undo_move_preview(moved["move_id"])
    assert preview["possible"] and preview["to"] == {"table": table, "seat": seat}
    cast.say(undo_move, by=house.bruno, move_id=moved["move_id"])
    assert room.seats(t)[entry] == (table, seat)
    assert Move.objects.get(pk=moved["move_id"]).undone_at is not None
    assert Move.objects.filter(entry_id=entry).count() == 2  # moved, back: nothing is deleted
    with cast.refused("already_undone"):
        cast.say(undo_move, by=house.bruno, move_id=moved["move_id"])
    room.holds(t)


def test_a_move_whose_old_seat_is_taken_stays() -> None:
    house = cast.house()
    t = running(house)
    entry, (table, seat) = next(iter(room.seats(t).items()))
    moved = cast.say(
        move_player,
        by=house.bruno,
        entry_id=entry,
        table_number=2,
        seat_number=free_seat(t, 2),
        reason="balance",
    )
    neighbour = next(e for e in room.at_table(t, table).values() if e != entry)
    cast.say(
        move_player,
        by=house.bruno,
        entry_id=neighbour,
        table_number=table,
        seat_number=seat,
        reason="correction",
    )
    assert undo_move_preview(moved["move_id"])["code"] == "seat_taken"
    with cast.refused("seat_taken") as no:
        cast.say(undo_move, by=house.bruno, move_id=moved["move_id"])
    assert no.value.params["player"] == room.name_of(neighbour)
    room.bust(house, t, entry)
    with cast.refused("moved_since"):
        cast.say(undo_move, by=house.bruno, move_id=moved["move_id"])


def to_sixteen(house: Any, t: int) -> None:
    for entry in list(room.seats(t))[:4]:
        room.bust(house, t, entry)


@pytest.mark.rule("ADTP.10", "ADTP.P4", "CASES 10-a")
def test_the_first_of_the_break_order_breaks_and_comes_back() -> None:
    house = cast.house()
    t = closed(house)
    assert [(x.table, x.break_rank) for x in tables_view(t)] == [(1, 3), (2, 2), (3, 1)]
    with cast.refused("too_few_seats"):
        cast.say(break_table, by=house.bruno, tournament_id=t, table_number=3)
    to_sixteen(house, t)
    (proposal,) = [p for p in proposals(t) if p.kind == "break_table"]
    assert proposal.table == 3 and proposal.rule == "ADTP.10"
    before = room.seats(t)
    done = cast.asked(break_table, by=house.bruno, tournament_id=t, table_number=3)
    assert len(done.result["moves"]) == len([1 for n, _ in before.values() if n == 3])
    assert Table.objects.get(tournament_id=t, number=3).state == "broken"
    assert {x.players for x in Table.objects.filter(tournament_id=t, state="open")} == {8}
    room.holds(t)
    with cast.refused("table_is_broken"):
        cast.say(break_table, by=house.bruno, tournament_id=t, table_number=3)

    # the room is told where they go
    told = news_payload(t, seen_at=None)
    to = sorted({move["table_number"] for move in done.result["moves"]})
    assert [(b["table"], b["to"]) for b in told["breaks"]] == [(3, to)]
    assert (told["moves"], told["tables"], told["hand"]) == ([], 2, None)

    gone = done.result["moves"][0]["entry_id"]
    room.bust(house, t, gone)
    preview = undo_break_preview(t, break_command_id=done.command_id)
    assert preview["out_since"] == [gone]
    back = cast.say(undo_break, by=house.bruno, tournament_id=t, break_command_id=done.command_id)
    assert back["out_since"] == [gone] and back["table_number"] == 3
    assert news_payload(t, seen_at=None)["breaks"] == []
    assert {e: s for e, s in before.items() if e != gone} == room.seats(t)
    room.holds(t)
    with cast.refused("already_undone"):
        cast.say(undo_break, by=house.bruno, tournament_id=t, break_command_id=done.command_id)


def test_the_last_table_does_not_break() -> None:
    house = cast.house()
    t = running(house, 6)
    with cast.refused("last_table"):
        cast.say(break_table, by=house.bruno, tournament_id=t, table_number=1)


@pytest.mark.rule("ADTP.11C", "ADTP.11D", "CASES 11-a")
def test_three_short_halts_and_a_filled_table_plays_again() -> None:
    house = cast.house()
    t = running(house, 24)
    assert not proposals(t)
    for entry in list(room.at_table(t, 3).values())[:3]:
        room.bust(house, t, entry)
    table = Table.objects.get(tournament_id=t, number=3)
    # the big blind's next seat is empty: it would fall on it
    taken = sorted(room.at_table(t, 3))
    big = next(s for s in taken if s % 8 + 1 not in taken)
    small = [s for s in taken if s != big]
    Table.objects.filter(pk=table.pk).update(
        button_seat=small[0], small_blind_seat=small[1], small_blind_spot=small[1], big_blind_seat=big
    )
    kinds = {(p.kind, p.table) for p in proposals(t)}
    assert ("halt", 3) in kinds and ("move", 2) in kinds  # of equally full ones the first to break gives
    # in a turbo the books leave it to the director
    assert [p.directors_call for p in proposals(t) if p.kind == "halt"] == [True]
    cast.say(halt_table, by=house.bruno, tournament_id=t, table_number=3)
    with cast.refused("already_halted"):
        cast.say(halt_table, by=house.bruno, tournament_id=t, table_number=3)
    assert Table.objects.get(pk=table.pk).state == "halted"
    cast.say(balance_tables, by=house.bruno, tournament_id=t, from_table=1, to_table=3)
    assert Table.objects.get(pk=table.pk).state == "open"  # 6 against 8 plays on
    assert cast.facts(t, kind="table_resumed")
    room.holds(t)


@pytest.mark.rule("ADTP.10", "ADTP.11D")
def test_tables_at_which_nobody_sits_are_closed_not_stopped() -> None:
    house = cast.house()
    t = running(house, 24)
    for table in (2, 3):
        for entry in list(room.at_table(t, table).values()):
            room.bust(house, t, entry)
    assert [(p.kind, p.table, p.reason) for p in proposals(t)] == [
        ("break_table", 2, "Nobody is left at table %(table)s: it closes.")
    ]


@pytest.mark.rule("ADTP.P9", "ADTP.7")
@pytest.mark.parametrize(
    ("seats", "entries", "size"), [(8, 11, 9), (6, 9, 7), (9, 12, 9), (8, 10, 8), (6, 9, 6)]
)
def test_the_final_table_forms_at_its_size_or_with_fewer(seats: int, entries: int, size: int) -> None:
    """With as many as sit at a table nobody is drawn at a chair that the house's tables do not have."""
    house = cast.house()
    t = closed(house, entries, seats_per_table=seats)
    with cast.refused("too_many_for_final_table"):
        cast.say(redraw_tables, by=house.ana, tournament_id=t, final=True)
    with cast.refused("forbidden"):
        cast.say(redraw_tables, by=house.bruno, tournament_id=t, final=True)
    most = 7 if seats == 6 else 9
    while (left := Field.objects.get(pk=t).players_left) > size:
        assert bool([p for p in proposals(t) if p.kind == "final_table"]) == (left <= most)
        fullest = Table.objects.filter(tournament_id=t).order_by("-players").first()
        assert fullest is not None
        room.bust(house, t, next(iter(room.at_table(t, fullest.number).values())))
    (proposal,) = [p for p in proposals(t) if p.kind == "final_table"]
    assert proposal.rule == "ADTP.P9"
    made = cast.say(redraw_tables, by=house.ana, tournament_id=t, final=True)
    assert made["players"] == size and made["tables"] == [1]
    table = Table.objects.get(tournament_id=t, number=1)
    assert table.final and table.players == size and table.seats == max(size, seats)
    assert table.big_blind_seat in room.at_table(t, 1)
    room.holds(t)
    assert proposals(t) == []
    face = table_view(t, table_number=1)
    assert sum(1 for c in face.chairs if c.entry_id) == size


@pytest.mark.rule("ADTP.P9", "PT-T.39")
def test_one_table_is_the_final_table_once_nobody_can_enter() -> None:
    """A sit & go from its start; the last two tables from the breaking of one, and not after that was undone."""

    def final(t: int) -> tuple[bool, int]:
        return field.counts_payload(t, seen_at=None)["final_table"], len(
            stacks.standings_payload(t, seen_at=cast.after(minutes=60))["rows"]
        )

    def announced(t: int) -> bool:
        return bool(field.counts_payload(t, seen_at=cast.after(minutes=60))["final_table_reached"])

    house = cast.house()
    sit_and_go = house.registering("sit-and-go-9")
    house.fill(sit_and_go, 8)
    assert final(sit_and_go) == (False, 0)
    house.enter(sit_and_go)
    assert final(sit_and_go) == (True, 9) and not announced(sit_and_go)  # the only table: nothing was reached
    late = running(house, 5)  # one table, and more may come
    assert final(late) == (False, 0)
    cast.say(close_entries, by=house.ana, at=cast.after(minutes=5), tournament_id=late)
    assert final(late) == (True, 5)
    touched = Fact.objects.get(stream=f"tournament:{late}", kind="entries_closed").touches
    assert f"tournament/{late}/standings" in touched
    two = closed(house, 9, seats_per_table=6)
    assert final(two) == (False, 0)
    for table in (3, 3, 4):  # the sit & go plays at table 1 of this room, the late one at 2
        room.bust(house, two, next(iter(room.at_table(two, table).values())))
    number = cast.new_id()
    cast.asked(break_table, by=house.ana, command_id=number, tournament_id=two, table_number=4)
    assert final(two) == (True, 6) and announced(two)
    assert f"tournament/{two}/standings" in Fact.objects.get(kind="table_broken").touches
    cast.say(undo_break, by=house.ana, tournament_id=two, break_command_id=number)
    assert final(two) == (False, 0)


def test_seats_are_verified() -> None:
    house = cast.house()
    t = running(house)
    entry, (table, seat) = next(iter(room.seats(t).items()))
    cast.say(verify_seat, by=house.bruno, tournament_id=t, table_number=table, seat_number=seat)
    (chair,) = [c for c in table_view(t, table_number=table).chairs if c.entry_id == entry]
    assert chair.verified
    with cast.refused("seat_empty"):
        cast.say(
            verify_seat, by=house.bruno, tournament_id=t, table_number=table, seat_number=free_seat(t, table)
        )


@pytest.mark.rule("ADTP.11A")
def test_in_a_stud_event_the_seat_emptied_last_is_filled_first() -> None:
    house = cast.house()
    t = running(house, 16)
    Tournament.objects.filter(pk=t).update(variant="stud")
    seats = room.at_table(t, 2)
    for minutes, seat in enumerate((6, 2, 5, 3), start=1):
        room.bust(house, t, seats[seat], at=cast.after(minutes=minutes))
    (move,) = [p for p in proposals(t) if p.kind == "move"]
    assert (move.table, move.seat, move.to_table, move.to_seat) == (1, 3, 2, 3)
    moved = cast.say(balance_tables, by=house.bruno, tournament_id=t, from_table=1, to_table=2)
    assert (moved["table_number"], moved["seat_number"]) == (2, 3)
    # the seat that is free again is not asked for a second time
    (move,) = [p for p in proposals(t) if p.kind == "move"]
    assert move.to_seat == 5
    room.holds(t)
