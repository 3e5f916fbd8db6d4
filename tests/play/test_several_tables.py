"""A tournament of several tables played online, through the commands, with a stepped clock."""

from __future__ import annotations

import time
from datetime import timedelta
from random import Random

import pytest

from dispatch.facts import SYSTEM
from ledger.queries import wallet_balance
from payouts.models import Award
from play.commands.close_hand import close_hand
from play.commands.open_hand import open_hand
from play.models import DealtHand, Sitting
from play.queries.events import event_payload, level_in_force
from play.queries.tables import due_at_tables
from rules import hands
from rules.clock import catch_up, remaining_us
from rules.hands import Hand
from rules.levels import Level, Recess, Structure
from tables.models import Draw, Move, Table
from tests import cast
from tests.play.event import BALANCE, house
from tests.play.room import Room, loses_all, rash, started
from tests.sizes import size, survives
from tournaments.models import Clock, Elimination, Entry, Tournament
from tournaments.queries.clock import state_of

# 20 tables to the last cent in at most ten minutes: the bar is the time the test may take
PLAYERS, SEATS = size(27, full=180), size(6, full=9)


@pytest.mark.rule("PT-T.39", "PT-T.40", "PT-T.41", "PT-T.47")
def test_all_tables_begin_at_one_instant_at_drawn_seats(db):
    room = started(house(), players=11, seats=4)
    rows = room.open()
    assert sorted(len(row.seats) for row in rows) == [3, 4, 4]
    assert len({row.due_at for row in rows}) == 1 and {row.due_kind for row in rows} == {"open"}
    room.check()
    first = rows[0].due_at
    for _ in rows:
        room.step(lambda *_: ("fold", 0))
    assert room.now == first and {row.stage for row in room.open()} == {"playing"}
    # each button is where the tournament's public draw put it
    drawn = dict(Table.objects.values_list("number", "button_seat"))
    assert {row.table_number: row.button_seat for row in room.open()} == drawn
    assert Draw.objects.count() == 2


@pytest.mark.rule(
    "PT-T.31", "PT-T.44", "PT-T.47", "PT-T.48", "PT-T.49", "PT-T.50", "PT-T.52", "PT-T.54", "PT-H.46"
)
@survives
@pytest.mark.timeout(size(900, full=600))
def test_it_is_played_from_many_tables_to_the_last_cent(db):
    home = house()
    room = started(home, players=PLAYERS, seats=SEATS, stack=400)
    assert len(room.open()) == -(-PLAYERS // SEATS)
    began = time.monotonic()
    room.play_on(Random(5), decides=rash(Random(5), share=0.35), most=200_000)
    took = time.monotonic() - began
    print(
        f"{PLAYERS} players at {-(-PLAYERS // SEATS)} tables: {room.commands} commands in {took:.0f} s, of 600"
    )
    _over(room, home, players=PLAYERS)
    assert set(Move.objects.values_list("reason", flat=True)) >= {"break", "final_table"}
    assert not Move.objects.filter(draw_number=None).exists()
    assert not Move.objects.filter(acknowledged_at=None).exists()


@pytest.mark.rule("PT-O.24", "PT-O.25", "PT-T.47", "PT-T.48")
def test_tables_of_omaha_break_and_balance_to_the_last_cent(db):
    home = house()
    room = started(home, players=7, seats=4, variant="plo")
    assert {row.game for row in room.open()} == {"plo"} and len(room.open()) == 2
    room.play_on(Random(3), decides=rash(Random(3), share=0.5), most=20_000)
    _over(room, home, players=7)
    assert set(DealtHand.objects.filter(dealt_at__isnull=False).values_list("hole_cards", flat=True)) == {4}
    assert Move.objects.filter(reason="break").exists() or Move.objects.filter(reason="final_table").exists()


def _over(room: Room, home: cast.House, *, players: int) -> None:
    """The tournament is over, everybody has one place, every cent is where it belongs."""
    t = Tournament.objects.get(pk=room.tournament_id)
    assert t.state == "finished" and not room.open()
    outs = Elimination.objects.filter(tournament=t)
    places: list[int] = []
    for out in outs:
        assert out.out_before is not None
        places.append(out.out_before)
    assert len(places) == players - 1 and Entry.objects.filter(tournament=t, state="playing").count() == 1
    expected = sorted(before for before in range(players - 1))
    if all(out.tied == 1 for out in outs):
        assert sorted(places) == expected
    pool = sum(Award.objects.values_list("amount_cents", flat=True))
    assert pool == players * 2_000
    won = dict(Award.objects.values_list("entry__player_id", "amount_cents"))
    for player_id in room.people:
        assert wallet_balance(player_id, unit="EUR") == BALANCE - 2_200 + won.get(player_id, 0)
    cast.books_balance()
    assert not Sitting.objects.filter(left_at__isnull=True).exists()
    issued = room.field.chips_issued
    assert all(
        sum(chips for _s, _p, chips in hand.stacks) <= issued
        for hand in DealtHand.objects.filter(closed_at__isnull=False)
    )


def _fold(*_: object) -> tuple[str, int]:
    return "fold", 0


@pytest.mark.rule("PT-T.48", "PT-T.27")
def test_who_is_moved_is_dealt_in_from_the_next_hand_and_waits_for_nobody(db):
    room = started(house(), players=8, seats=5)
    short, full = room.until_close(*(row.table_number for row in room.open()))
    loses_all(short, losers=2)
    cast.say(close_hand, by=SYSTEM, at=short.due_at, table_id=short.pk, turn=short.turn)
    short.refresh_from_db()
    room.fold_at(short)
    short.refresh_from_db()
    assert short.stage == "playing" and not Move.objects.filter(reason="balance").exists()
    at = max(full.due_at, room.now)
    cast.say(close_hand, by=SYSTEM, at=at, table_id=full.pk, turn=full.turn)
    room.now = at
    room.check()
    move = Move.objects.get(reason="balance")
    assert (move.from_table_number, move.to_table_number) == (full.table_number, short.table_number)
    before = short.turn
    short.refresh_from_db()
    kept = next(one for one in short.seats if one["seat"] == move.to_seat_number)
    assert kept["player_id"] == move.entry.player_id and kept["chips"] == move.entry.stack_chips
    # the hand there goes on without him, and nobody's turn has changed
    assert short.turn == before and len(Hand.from_dict(short.hand).seats) == 2
    sitting = Sitting.objects.get(player_id=kept["player_id"], left_at__isnull=True)
    assert (sitting.table_id, sitting.chain) == (short.pk, {})
    number = short.hand_number
    while short.hand_number == number:
        room.fold_at(short)
        short.refresh_from_db()
    dealt = DealtHand.objects.get(table=short, number=number + 1)
    assert kept["player_id"] in {player_id for _seat, player_id, _chips in dealt.stacks}


@pytest.mark.rule("PT-T.49", "PT-T.50")
def test_near_the_money_every_hand_begins_at_all_tables_at_once(db):
    room = started(house(), players=9, seats=3, payout_table=_SEVEN_PAID)
    (first,) = room.until_close(room.open()[0].table_number)
    loses_all(first)
    cast.say(close_hand, by=SYSTEM, at=first.due_at, table_id=first.pk, turn=first.turn)
    assert room.field.players_left == 8 and room.field.hand_for_hand
    # the hand that brought it about was this table's of the first round
    done = {first.table_number}
    while room.field.hand_for_hand_round == 1:
        row = room.step(_fold)
        if row.due_kind == "close":
            done.add(row.table_number)
            waiting = [one for one in room.open() if one.table_number in done]
            if room.field.hand_for_hand_round == 1:
                told = event_payload(waiting[0])
                assert told["hand_for_hand"] and told["still_play"] == len(room.open()) - len(done)
                with cast.refused("others_still_play", rule="PT-T.49"):
                    one = waiting[0]
                    cast.say(open_hand, by=SYSTEM, at=one.due_at, table_id=one.pk, turn=one.turn)
    waiting = room.open()
    assert {one.stage for one in waiting} == {"waiting"} and len({one.due_at for one in waiting}) == 1
    assert event_payload(waiting[0])["still_play"] == 0
    room.play_on(Random(8))
    _over(room, room.house, players=9)


@pytest.mark.rule("PT-H.44", "PT-T.42", "PT-T.48")
def test_when_the_last_table_forms_everybody_decides_with_a_whole_bank(db):
    room = started(house(), players=6, seats=5)
    stays, breaks = (row.table_number for row in room.open())
    for row in room.open():
        row.seats = [{**one, "bank_ms": 1_000} for one in row.seats]
        row.save()
    (last,) = room.until_close(breaks)
    loses_all(last)
    playing = room.rows().get(table_number=stays)
    while playing.due_kind != "decide" or not _in_the_pot(playing):
        room.fold_at(playing)
        playing.refresh_from_db()
    assert playing.due_at - playing.from_at == timedelta(seconds=playing.decision_seconds + 1)
    room.fold_at(last)
    (row,) = room.open()
    assert row.pk == playing.pk and row.stage == "playing" and len(row.seats) == 5
    assert {one["bank_ms"] for one in row.seats} == {1_000 * row.bank_cap_seconds}
    # who decides just then has it at once, counted from when the decision began
    assert (row.turn, row.from_at) == (playing.turn, playing.from_at)
    assert row.due_at - row.from_at == timedelta(seconds=row.decision_seconds + row.bank_cap_seconds)
    room.check()


def _in_the_pot(row) -> bool:
    hand = Hand.from_dict(row.hand)
    return bool(hand.put_in[hands.options(hand).seat])


@pytest.mark.rule("PT-T.45")
def test_a_recess_counts_from_the_end_of_the_last_hand(db):
    room = started(house(), players=8, seats=4, structure=_RECESS_AFTER_ONE, stack=2_000)
    last = None
    while level_in_force(room.tournament_id, at=room.now) is not None or not _all_wait(room):
        last = room.step(_check_or_call)
    assert last is not None and last.due_kind == "close"
    t = Tournament.objects.get(pk=room.tournament_id)
    state, _changes = catch_up(state=state_of(Clock.objects.get(pk=t.pk), tournament=t), at=room.now)
    left = remaining_us(state=state, at=room.now) / 1_000_000
    assert 300 <= left < 301 and state.extra_seconds > 0
    # set back, the house's clock deals nobody in while the recess lasts
    assert due_at_tables(at=room.now - timedelta(minutes=10)) == []
    began = room.now
    room.step(_check_or_call)
    while _all_wait(room):
        room.step(_check_or_call)
    assert room.now - began >= timedelta(seconds=300)
    assert {row.level for row in room.open() if row.stage == "playing"} == {2}


def _check_or_call(_row, options) -> tuple[str, int]:
    return ("check" if options.may_check else "call"), 0


def _all_wait(room: Room) -> bool:
    return all(row.stage == "waiting" for row in room.open())


_RECESS_AFTER_ONE = Structure(
    starting_stack=2_000,
    items=(
        Level(small_blind=10, big_blind=20, seconds=60),
        Recess(seconds=300),
        Level(small_blind=20, big_blind=40, seconds=600),
    ),
    denominations=(5, 25, 100),
).as_dict()
_SEVEN_PAID = {
    "kind": "custom",
    "name": "7",
    "source": "Teste",
    "tiers": [
        {"from": 1, "to": 1, "percent_each": "40"},
        {"from": 2, "to": 7, "percent_each": "10"},
    ],
}
