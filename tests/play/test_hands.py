"""A hand at a demo table, from the deal to the next one, through the commands."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import IntegrityError, InternalError, connection, transaction

from dispatch.facts import SYSTEM
from dispatch.models import Fact
from people.commands.exclude_self import exclude_self
from play.commands.act import act
from play.commands.close_table import close_table
from play.commands.come_back import come_back
from play.commands.expire import expire
from play.commands.leave import leave
from play.commands.open_hand import open_hand
from play.commands.open_table import open_table
from play.commands.sit import sit
from play.commands.sit_out import sit_out
from play.models import DealtHand, HandAct, PlayTable, Sitting
from rules import hands
from rules.draw import draw_buttons
from tests import cast


def facts(table_id, kind=None):
    found = Fact.objects.filter(stream=f"play:{table_id}").order_by("id")
    return [fact.body for fact in (found.filter(kind=kind) if kind else found)]


@pytest.mark.rule("PT-H.4", "PT-H.14", "PT-H.74")
def test_a_table_is_opened_with_its_first_deck_committed_to(db):
    house = cast.house()
    made = cast.say(open_table, by=house.ana, venue_id=house.venue_id, name=" Mesa  ")
    row = PlayTable.objects.get(pk=made["table_id"])
    assert (row.kind, row.stage, row.name, row.seats_count, row.due_kind) == (
        "demo",
        "waiting",
        "Mesa",
        9,
        "",
    )
    hand = DealtHand.objects.get(table=row)
    assert (hand.number, hand.root, hand.dealt_at) == (1, made["root"], None)
    assert len(bytes(hand.seed)) == 32
    assert facts(row.pk, "play_table_opened")[0]["root"] == made["root"]
    for who in (house.bruno, house.desi, house.caio, house.dora):
        with cast.refused("forbidden"):
            cast.say(open_table, by=who, venue_id=house.venue_id, name="Mesa")
    for wrong in ({"small_blind_chips": 200}, {"stack_chips": 999}):
        with cast.refused("bad_stakes", rule="PT-H.22"):
            cast.say(open_table, by=house.ana, venue_id=house.venue_id, name="Mesa", **wrong)
    with cast.refused("number_too_large"):
        cast.say(open_table, by=house.ana, venue_id=house.venue_id, name="Mesa", seats=11)


def test_without_a_key_no_table_is_opened(db, settings):
    settings.PLAY_KEY = ""
    house = cast.house()
    with cast.refused("no_card_key"):
        cast.say(open_table, by=house.ana, venue_id=house.venue_id, name="Mesa")


@pytest.mark.rule("PT-H.7", "PT-H.46", "PT-H.48", "PT-H.8", "PT-H.9")
def test_two_sit_down_and_the_first_hand_is_dealt(table):
    table.sit(3, "Rui")
    assert (table.row.due_kind, table.row.stage) == ("", "waiting")
    table.sit(8, "Eva")
    assert table.row.due_kind == "open"
    table.due()
    row = table.row
    assert (row.stage, row.hand_number, row.due_kind) == ("playing", 1, "decide")
    dealt = facts(row.pk, "hand_dealt")[0]
    assert dealt["button"] == draw_buttons(seed=bytes.fromhex(dealt["button_seed"]), tables={1: [3, 8]})[1]
    # heads-up as the regulation is written: the other one posts the small blind and acts first
    assert dealt["big_blind"] == dealt["button"] != dealt["small_blind"] == table.to_act
    assert dealt["stacks"] == [[3, 10_000], [8, 10_000]]
    first, second = DealtHand.objects.filter(table=row).order_by("number")
    assert (dealt["root"], dealt["next_root"]) == (first.root, second.root)
    assert row.due_at - row.from_at == timedelta(seconds=15 + 30)  # with the bank of a blind
    assert row.from_at - table.now == timedelta(milliseconds=900)


@pytest.mark.rule("PT-H.34", "PT-H.36", "PT-H.64", "PT-H.10")
def test_everybody_folds_and_the_button_moves_to_the_next_player(three):
    button = three.row.button_seat
    first = three.to_act
    assert first == button  # three play: the button acts first
    three.act("fold")
    winner = three.hand.big_blind
    three.act("fold")
    row = three.row
    assert (row.stage, row.due_kind) == ("showing", "close")
    assert {one["seat"]: one["chips"] for one in row.seats}[winner] == 10_050
    result = facts(row.pk, "hand_settled")[0]["result"]
    assert result["shown"] == [] and result["board"] == []
    three.due()
    assert (three.row.stage, three.row.due_kind, three.row.hand) == ("waiting", "open", None)
    three.due()
    order = [2, 5, 7]
    assert three.row.button_seat == order[(order.index(button) + 1) % 3]
    assert facts(row.pk, "hand_dealt")[1]["button_seed"] == ""
    assert three.chips() == 30_000


@pytest.mark.rule("PT-H.25", "PT-H.53", "PT-H.55", "PT-H.57", "PT-H.59")
def test_a_hand_is_checked_down_and_shown(three):
    three.act("call")
    three.act("call")
    three.act("check")
    seen = [("flop", 3), ("turn", 4), ("river", 5)]
    for street, count in seen:
        assert (three.hand.street, len(three.hand.board)) == (street, count)
        assert three.row.from_at - three.now == timedelta(milliseconds=800)
        for _ in range(3):
            three.act("check")
    result = facts(three.table_id, "hand_settled")[0]["result"]
    assert len(result["shown"]) == 3 and sum(share for _s, share in result["pots"][0]["shares"]) == 300
    cards = [*result["board"], *(card for one in result["shown"] for card in one["hole"])]
    assert len(set(cards)) == 11
    assert [body["cards"] for body in facts(three.table_id, "street_opened")] == [
        result["board"][:3],
        result["board"][3:4],
        result["board"][4:],
    ]
    assert three.chips() == 30_000


@pytest.mark.rule("PT-H.39", "PT-H.41", "PT-H.63")
def test_all_in_is_run_out_one_street_at_a_time(three):
    three.act("raise", 10_000)
    three.act("call")
    three.act("fold")
    assert (three.row.due_kind, three.hand.street) == ("street", "preflop")
    for count in (3, 4, 5):
        before = three.row.turn
        assert three.due() == "street"
        assert len(three.hand.board) == count
        assert three.row.turn == before + 1
    assert three.row.stage == "showing"
    assert three.chips() == 30_000
    three.due()
    # who lost everything has play chips again, and no others were made
    refilled = facts(three.table_id, "stack_refilled")
    assert three.chips() == 30_000 + sum(body["added_chips"] for body in refilled)
    assert all(one["chips"] >= 100 for one in three.row.seats)


def test_an_act_that_was_meant_for_another_moment_changes_nothing(three):
    turn = three.row.turn
    with cast.refused("turn_passed", rule="PT-H.34"):
        three.act("call", turn=turn - 1)
    with cast.refused("turn_passed"):
        three.act("call", if_facing_chips=99)
    with cast.refused("turn_passed"):
        three.act("call", turn=turn + 1)
    three.act("call", if_facing_chips=100)
    with cast.refused("turn_passed"):
        three.act("call", turn=turn)
    other = next(seat for seat in (2, 5, 7) if seat != three.to_act)
    with cast.refused("not_to_act"):
        three.act("fold", seat=other)
    with cast.refused("may_not_check"):
        three.act("check")
    for amount in (0, 1, 101):
        with cast.refused("raise_too_small"):
            three.act("raise", amount)
    with cast.refused("raise_too_large"):
        three.act("raise", 10_001)
    for amount in (-1, 10**13, 1.5, "300", True):
        with pytest.raises(Exception) as no, cast.unchanged():
            three.act("raise", amount)
        assert getattr(no.value, "code", "") or isinstance(no.value, TypeError | ValueError)


def test_nobody_acts_for_another(three):
    stranger = cast.person("Zoe")
    seat = three.to_act
    mine = three.people[seat]
    arguments = {"table_id": three.table_id, "turn": three.row.turn, "act": "fold", "at": three.now}
    for who in (stranger, three.house.ana, three.house.olga):
        with cast.refused("forbidden"):
            cast.say(act, by=who, player_id=mine.player_id, **arguments)
    with cast.refused("not_at_table"):
        cast.say(act, by=stranger, player_id=stranger.player_id, **arguments)
    with cast.refused("not_found"):  # the clockwork plays for nobody but those made for rehearsals
        cast.say(act, by=SYSTEM, player_id=mine.player_id, **arguments)


@pytest.mark.rule("PT-H.43", "PT-H.45")
def test_time_runs_out_once_and_folds_and_twice_and_the_player_sits_out(three):
    seat = three.to_act
    row = three.row
    with cast.refused("turn_passed"):
        cast.say(
            expire,
            by=SYSTEM,
            at=row.due_at - timedelta(milliseconds=1),
            table_id=row.pk,
            turn=row.turn,
        )
    late = row.due_at + timedelta(milliseconds=1)
    with cast.refused("turn_passed"):
        cast.say(
            act,
            by=three.people[seat],
            at=late,
            table_id=row.pk,
            player_id=three.people[seat].player_id,
            turn=row.turn,
            act="call",
        )
    three.due()
    last = HandAct.objects.latest("id")
    assert (last.seat, last.act, last.manner) == (seat, "fold", "timeout")
    assert not next(one for one in three.row.seats if one["seat"] == seat)["away_since"]
    three.act("fold")
    three.deal()
    while three.to_act != seat:
        three.act("call")
    three.due()
    one = next(one for one in three.row.seats if one["seat"] == seat)
    assert one["away_since"] and facts(row.pk, "player_sat_out") == [{"seat": seat, "timed_out": True}]
    while three.row.stage == "playing":
        three.due() if three.to_act == seat else three.act("fold")
    three.deal()
    assert seat not in {p.seat for p in three.hand.seats}


@pytest.mark.rule("PT-H.45")
def test_time_runs_out_where_a_check_is_free(three):
    for _ in range(2):
        three.act("call")
    three.due()
    last = HandAct.objects.latest("id")
    assert (last.act, last.manner) == ("check", "timeout")
    # one hand is one absence, however often the time runs out in it: nobody is taken out of a hand that is still played
    seat = last.seat
    while three.row.stage == "playing":
        three.due() if three.row.due_kind != "decide" or three.to_act == seat else three.act("check")
    assert HandAct.objects.filter(seat=seat, manner="timeout", act="check").count() == 4
    assert not next(one for one in three.row.seats if one["seat"] == seat)["away_since"]
    assert facts(three.row.pk, "player_sat_out") == []


@pytest.mark.rule("PT-H.68")
def test_sitting_out_and_coming_back_gain_no_time(three):
    seat = three.to_act
    person = three.people[seat]
    deadline = three.row.due_at
    where = {"table_id": three.table_id, "player_id": person.player_id}
    at = three.row.from_at + timedelta(seconds=5)
    cast.say(sit_out, by=person, at=at, **where)
    assert three.row.due_at == at + timedelta(milliseconds=400)
    cast.say(come_back, by=person, at=at, **where)
    assert three.row.due_at == deadline
    cast.say(sit_out, by=person, at=at, **where)
    with cast.unchanged():
        cast.say(sit_out, by=person, at=at, **where)
    three.due()
    assert HandAct.objects.latest("id").manner == "away"


@pytest.mark.rule("PT-H.10", "PT-H.35")
def test_who_leaves_in_a_hand_stands_up_when_it_is_over(three):
    seat = three.hand.big_blind
    person = three.people[seat]
    left = cast.say(leave, by=person, at=three.now, table_id=three.table_id, player_id=person.player_id)
    assert not left["at_once"]
    three.act("raise", 300)
    three.act("call")
    assert three.row.due_at - three.now == timedelta(milliseconds=400)
    three.due()
    assert HandAct.objects.latest("id").act == "fold"
    three.until("close")
    three.due()
    assert [one["seat"] for one in three.row.seats] == [s for s in (2, 5, 7) if s != seat]
    sitting = Sitting.objects.get(player_id=person.player_id)
    assert (sitting.taken_chips, sitting.brought_chips, sitting.hands) == (9_900, 10_000, 1)
    assert sitting.left_at == three.now


@pytest.mark.rule("PT-H.9")
def test_a_seat_has_one_player_and_a_player_one_seat(three):
    eva = cast.person("Eva")
    with cast.refused("seat_taken"):
        cast.say(sit, by=eva, at=three.now, table_id=three.table_id, player_id=eva.player_id, seat=5)
    with cast.refused("no_such_seat"):
        cast.say(sit, by=eva, at=three.now, table_id=three.table_id, player_id=eva.player_id, seat=10)
    mine = three.people[5]
    with cast.refused("already_at_table"):
        cast.say(sit, by=mine, at=three.now, table_id=three.table_id, player_id=mine.player_id, seat=6)
    with cast.refused("forbidden"):
        cast.say(sit, by=eva, at=three.now, table_id=three.table_id, player_id=mine.player_id, seat=6)
    sat = cast.say(sit, by=eva, at=three.now, table_id=three.table_id, player_id=eva.player_id, seat=6)
    assert sat == {"table_id": three.table_id, "seat": 6, "chips": 10_000, "at_once": False}
    assert 6 not in {p.seat for p in three.hand.seats}


@pytest.mark.rule("PT-T.21")
def test_who_is_excluded_is_dealt_no_hand_and_takes_no_seat(three):
    rui = three.people[5]
    cast.say(exclude_self, by=rui, at=three.now, player_id=rui.player_id)
    # the hand that was begun is played to its end
    while three.row.stage == "playing":
        three.act("check" if hands.options(three.hand).may_check else "call")
    assert {one["seat"] for one in three.row.seats} == {2, 5, 7}
    three.deal()
    assert {one["seat"] for one in three.row.seats} == {2, 7}
    assert {seat for seat, _player, _chips in DealtHand.objects.get(number=2).stacks} == {2, 7}
    stood_up = facts(three.table_id, "player_stood_up")
    assert [(fact["seat"], fact["player_id"]) for fact in stood_up] == [(5, rui.player_id)]
    with cast.refused("excluded", rule="PT-T.21"):
        cast.say(sit, by=rui, at=three.now, table_id=three.table_id, player_id=rui.player_id, seat=4)


@pytest.mark.rule("PT-H.7", "PT-H.46")
def test_a_table_that_runs_empty_waits_and_draws_its_button_again(three):
    three.act("fold")
    three.act("fold")
    three.due()
    for seat in (2, 5):
        person = three.people[seat]
        cast.say(leave, by=person, at=three.now, table_id=three.table_id, player_id=person.player_id)
    row = three.row
    assert (row.due_kind, row.due_at, row.button_seat) == ("", None, None)
    three.sit(1, "Nova")
    three.due()
    assert facts(three.table_id, "hand_dealt")[-1]["button_seed"]


def test_a_seat_is_free_for_others_after_ten_minutes(three):
    person = three.people[5]
    cast.say(sit_out, by=person, at=three.now, table_id=three.table_id, player_id=person.player_id)
    while three.row.stage == "playing":
        three.act("fold") if three.to_act != 5 else three.due()
    three.due()
    three.now += timedelta(minutes=11)
    three.sit(9, "Nova")
    assert [one["seat"] for one in three.row.seats] == [2, 7, 9]


def test_a_table_is_closed_between_hands(three):
    ana = three.house.ana
    with cast.refused("hand_being_played"):
        cast.say(close_table, by=ana, at=three.now, table_id=three.table_id)
    three.act("fold")
    three.act("fold")
    three.due()
    with cast.refused("forbidden"):
        cast.say(close_table, by=three.people[2], at=three.now, table_id=three.table_id)
    cast.say(close_table, by=ana, at=three.now, table_id=three.table_id)
    assert (three.row.stage, three.row.seats, three.row.due_kind) == ("closed", [], "")
    assert not Sitting.objects.filter(left_at__isnull=True).exists()
    eva = cast.person("Eva")
    with cast.refused("table_closed"):
        cast.say(sit, by=eva, at=three.now, table_id=three.table_id, player_id=eva.player_id, seat=4)
    with cast.refused("table_closed"):
        cast.say(open_hand, by=SYSTEM, at=three.now, table_id=three.table_id, turn=three.row.turn)


def test_the_database_keeps_acts_for_ever_and_one_thing_due(three):
    three.act("call")
    one = HandAct.objects.latest("id")
    for change in (lambda: one.delete(), lambda: HandAct.objects.update(to_chips=1)):
        with pytest.raises((IntegrityError, InternalError)), transaction.atomic():
            change()
    for wrong in ("due_at = NULL", "seats_count = 1", "hand = NULL", "small_blind_chips = 101"):
        with pytest.raises(IntegrityError), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(f"UPDATE play_playtable SET {wrong}")
