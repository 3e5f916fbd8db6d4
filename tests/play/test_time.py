"""The bank of time, through the commands."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from dispatch import topics
from dispatch.facts import SYSTEM
from dispatch.models import Fact
from play.commands.act import act
from play.commands.come_back import come_back
from play.commands.expire import expire
from play.commands.hold_table import hold_table
from play.commands.leave import leave
from play.commands.release_table import release_table
from play.commands.sit import sit
from play.commands.sit_out import sit_out
from play.commands.use_time import use_time
from play.models import HandAct
from play.operations.seats import keep_seats, seated_at
from tests import cast
from tests.play import event
from tests.play.conftest import open_one

SECOND = timedelta(seconds=1)


def seen(at_table):
    return topics.resolve(f"play/{at_table.table_id}").payload()


def own(at_table, seat):
    person = at_table.people[seat]
    return topics.resolve(f"player/{person.player_id}/play/{at_table.table_id}").payload()


def facts(at_table, kind):
    found = Fact.objects.filter(stream=f"play:{at_table.table_id}", kind=kind).order_by("id")
    return [fact.body for fact in found]


def kept(at_table, seat):
    return next(one for one in seated_at(at_table.row) if one.seat == seat)


def set_kept(at_table, seat, **changes):
    """As if it had come so far."""
    row = at_table.row
    keep_seats(row, seats=[replace(one, **changes) if one.seat == seat else one for one in seated_at(row)])
    row.save()


def act_after(at_table, seconds, word, to=0):
    """The player to act takes so long."""
    row = at_table.row
    person = at_table.people[at_table.to_act]
    at_table.now = row.from_at + timedelta(seconds=seconds)
    arguments = {"turn": row.turn, "act": word, "to_chips": to, "at": at_table.now}
    return cast.say(act, by=person, table_id=row.pk, player_id=person.player_id, **arguments)


def ask_time(at_table, seat=None, **more):
    row = at_table.row
    person = at_table.people[seat or at_table.to_act]
    at_table.now = max(at_table.now, row.from_at)
    arguments = {"turn": row.turn, "at": at_table.now} | more
    return cast.say(use_time, by=person, table_id=row.pk, player_id=person.player_id, **arguments)


@pytest.mark.rule("PT-H.43", "PT-H.44")
def test_the_bank_runs_by_itself_with_chips_in_the_pot_and_what_is_used_stays_used(three):
    row = three.row
    # the button has nothing in the pot: the decision's own time
    assert row.due_at - row.from_at == 15 * SECOND
    assert seen(three)["more_time"] == {"reconnect_ms": 0, "bank_ms": 0}
    three.act("call")
    small = three.to_act
    row = three.row
    assert row.due_at - row.from_at == 45 * SECOND
    assert seen(three)["more_time"] == {"reconnect_ms": 0, "bank_ms": 30_000}
    assert own(three, small)["bank_ms"] == 30_000
    assert own(three, small)["may_use_bank"] is False
    act_after(three, 22.5, "call")
    assert kept(three, small).bank_ms == 22_500
    assert facts(three, "time_used") == [
        {
            "number": 1,
            "turn": row.turn,
            "seat": small,
            "bank_ms": 7_500,
            "reconnect_ms": 0,
            "bank_left_ms": 22_500,
        }
    ]
    three.act("check")
    # on the next street the same player has what is left
    assert three.to_act == small
    row = three.row
    assert row.due_at - row.from_at == timedelta(seconds=37.5)


@pytest.mark.rule("PT-H.43", "PT-H.44", "PT-H.45")
def test_the_end_of_the_bank_is_the_end_of_the_time_once(three):
    three.act("call")
    small, row = three.to_act, three.row
    with cast.refused("turn_passed"):
        cast.say(expire, by=SYSTEM, at=row.due_at - SECOND, table_id=row.pk, turn=row.turn)
    three.due()
    late = HandAct.objects.latest("id")
    assert (late.seat, late.act, late.manner, late.turn) == (small, "fold", "timeout", row.turn)
    assert kept(three, small).bank_ms == 0
    assert [body["bank_ms"] for body in facts(three, "time_used")] == [30_000]
    with cast.refused("turn_passed"):
        cast.say(expire, by=SYSTEM, at=row.due_at, table_id=row.pk, turn=row.turn)


@pytest.mark.rule("PT-H.44", "PT-T.42")
def test_without_chips_in_the_pot_the_player_asks_for_it(three):
    button, row = three.to_act, three.row
    assert own(three, button)["may_use_bank"] is True
    other = next(seat for seat in (2, 5, 7) if seat != button)
    with cast.refused("not_to_act"):
        ask_time(three, other)
    with cast.refused("turn_passed"):
        ask_time(three, turn=row.turn + 1)
    with cast.refused("turn_passed"):
        ask_time(three, at=row.due_at + SECOND)
    with cast.refused("forbidden"):
        cast.say(
            use_time,
            by=three.house.ana,
            at=three.now,
            table_id=row.pk,
            player_id=three.people[button].player_id,
            turn=row.turn,
        )
    assert ask_time(three)["turn"] == row.turn
    assert three.row.due_at == row.due_at + 30 * SECOND
    assert three.row.turn == row.turn
    assert own(three, button)["may_use_bank"] is False
    # asking again gains nothing and says nothing
    ask_time(three)
    assert three.row.due_at == row.due_at + 30 * SECOND
    assert facts(three, "time_asked") == [{"number": 1, "turn": row.turn, "seat": button}]
    # it begins with the end of the decision's own time: who acts before that has used none
    act_after(three, 14.9, "call")
    assert kept(three, button).bank_ms == 30_000
    assert facts(three, "time_used") == []


@pytest.mark.rule("PT-H.44")
def test_an_empty_bank_gives_nothing(three):
    button = three.to_act
    set_kept(three, button, bank_ms=0)
    assert own(three, button)["may_use_bank"] is False
    with cast.refused("bank_empty", rule="PT-H.44"):
        ask_time(three)


@pytest.mark.rule("PT-H.44")
def test_the_bank_grows_with_ten_hands_up_to_its_cap_and_not_for_who_is_away(three):
    set_kept(three, 2, hands=9, bank_ms=12_000)
    set_kept(three, 5, hands=9, bank_ms=88_000)
    set_kept(three, 7, hands=8, bank_ms=12_000)
    three.act("fold")
    three.act("fold")
    three.deal()
    assert [(kept(three, seat).hands, kept(three, seat).bank_ms) for seat in (2, 5, 7)] == [
        (10, 17_000),
        (10, 90_000),
        (9, 12_000),
    ]


@pytest.mark.rule("PT-H.44", "PT-H.68")
def test_going_and_coming_back_fills_no_bank(three):
    three.act("call")
    small = three.people[seat := three.to_act]
    row = three.row
    three.now = row.from_at + 25 * SECOND
    given = {"by": small, "table_id": row.pk, "player_id": small.player_id}
    cast.say(sit_out, at=three.now, **given)
    assert three.row.due_at == three.now + timedelta(milliseconds=400)
    cast.say(come_back, at=three.now, **given)
    assert three.row.due_at == row.due_at
    cast.say(sit_out, at=three.now, **given)
    three.due()
    assert kept(three, seat).bank_ms == 19_600
    cast.say(leave, at=three.now, **given)
    cast.say(sit, at=three.now, seat=9, **given)
    assert kept(three, 9).bank_ms == 19_600


@pytest.mark.rule("PT-H.44", "PT-H.72", "PT-H.73")
def test_while_the_house_is_away_or_holds_the_table_no_bank_is_used(three):
    three.act("call")
    small, row = three.to_act, three.row
    held = row.from_at + 20 * SECOND
    given = {"by": three.house.ana, "table_id": row.pk}
    cast.say(hold_table, at=held, reason="fogo", **given)
    cast.say(release_table, at=held + 600 * SECOND, **given)
    assert three.row.due_at == row.due_at + 600 * SECOND
    act_after(three, 20, "call")
    assert kept(three, small).bank_ms == 25_000
    # away when the time ended: the full time anew, with the whole bank that the player had
    row = three.row
    three.now = row.due_at + 5 * SECOND
    cast.say(expire, by=SYSTEM, at=three.now, table_id=row.pk, turn=row.turn)
    assert three.row.turn == row.turn
    assert three.row.due_at - three.row.from_at == row.due_at - row.from_at
    assert [body["seat"] for body in facts(three, "time_used")] == [small]


def test_a_seat_of_before_there_were_banks_has_a_whole_one(three):
    row = three.row
    for one in row.seats:
        for name in ("hands", "bank_ms", "asked_turn", "lost_at", "reconnect", "reconnects"):
            del one[name]
    row.save()
    assert own(three, three.to_act)["bank_ms"] == 30_000
    three.act("call")
    assert three.row.due_at - three.row.from_at == 45 * SECOND


@pytest.mark.rule("PT-H.44", "PT-T.42")
def test_tables_of_tournaments_give_time_by_the_length_of_their_levels(db):
    game = event.begun(event.house(), players=3)
    row = game.row
    assert (row.decision_seconds, row.bank_seconds, row.bank_cap_seconds, row.reconnect_seconds) == (
        15,
        30,
        90,
        20,
    )
    assert {one.bank_ms for one in seated_at(row)} == {30_000}
    # the time in all runs out once, and who let it is away
    game.until("decide")
    seat = game.to_act
    set_kept(game, seat, bank_ms=1_000)
    game.due()
    assert kept(game, seat).away


def test_a_table_without_banks_gives_none(db):
    house = cast.house()
    table = open_one(house)
    row = table.row
    row.bank_seconds = 0
    row.save()
    table.sit(3)
    table.sit(8)
    table.deal()
    assert table.row.due_at - table.row.from_at == 15 * SECOND
    with cast.refused("bank_empty"):
        ask_time(table)
