"""A slow line: an act that it brings a little late counts, exactly so late as the house measured it, and nobody sees it."""

from __future__ import annotations

import json
import uuid
from dataclasses import replace
from datetime import timedelta

import pytest
from django.test import Client

import access.moment
from dispatch import topics
from dispatch.facts import SYSTEM, Done
from dispatch.models import Command, Fact
from people.models import User
from play.commands.act import act
from play.commands.expire import expire
from play.commands.hold_table import hold_table
from play.commands.note_lag import note_lag
from play.commands.note_line import note_line
from play.commands.release_table import release_table
from play.commands.set_pre_act import set_pre_act
from play.commands.sit_out import sit_out
from play.commands.use_time import use_time
from play.models import HandAct
from play.operations.seats import keep_seats, seated_at
from play.queries.tables import due_at_tables, first_due_at_tables
from play.tasks import lines_measured
from rules import hands
from rules.online import LAG_CAP_MS
from rules.refusals import Refused
from tests import cast
from tests.play.conftest import open_one

SECOND = timedelta(seconds=1)
MS = timedelta(milliseconds=1)
IN_FLIGHT = 50 * MS


def kept(at_table, seat):
    return next(one for one in seated_at(at_table.row) if one.seat == seat)


def lag(at_table, seat, ms, *, by=SYSTEM):
    return cast.say(
        note_lag,
        by=by,
        at=at_table.now,
        table_id=at_table.table_id,
        player_id=at_table.people[seat].player_id,
        lag_ms=ms,
    )


def all_lag(at_table, ms):
    for seat in at_table.people:
        lag(at_table, seat, ms)


def act_so_late(at_table, late, word="call", to=0):
    """The player to act is heard so long after the end of the time."""
    row = at_table.row
    person = at_table.people[at_table.to_act]
    at_table.now = row.due_at + late
    return cast.say(
        act,
        by=person,
        at=at_table.now,
        table_id=row.pk,
        player_id=person.player_id,
        turn=row.turn,
        act=word,
        to_chips=to,
    )


def free_or_call(at_table):
    return "check" if hands.options(at_table.hand).may_check else "call"


def used(at_table):
    found = Fact.objects.filter(stream=f"play:{at_table.table_id}", kind="time_used").order_by("id")
    return [fact.body for fact in found]


@pytest.fixture
def slow(three):
    """Everybody's line takes 230 ms from the second decision of the hand on."""
    all_lag(three, 230)
    three.act("call")
    return three


@pytest.mark.rule("PT-H.43")
def test_an_act_counts_as_late_as_its_line_was_measured_and_not_a_millisecond_later(slow):
    seat, row = slow.to_act, slow.row
    assert row.lag_ms == 230
    with cast.refused("turn_passed", rule="PT-H.34"):
        act_so_late(slow, 231 * MS)
    act_so_late(slow, 230 * MS)
    done = HandAct.objects.latest("id")
    assert (done.seat, done.manner, done.turn) == (seat, "player", row.turn)
    # all of the bank, and then the line
    assert used(slow) == [
        {
            "number": 1,
            "turn": row.turn,
            "seat": seat,
            "bank_ms": 30_000,
            "reconnect_ms": 0,
            "bank_left_ms": 0,
            "lag_ms": 230,
        }
    ]
    # a second at the start, 230 ms used, three tenths back
    assert (kept(slow, seat).bank_ms, kept(slow, seat).lag_left_ms) == (0, 1_070)


def test_the_address_hears_an_act_as_late_and_no_later(slow, monkeypatch):
    row = slow.row
    person = slow.people[slow.to_act]
    client = Client()
    client.force_login(User.objects.get(pk=person.user_id))

    def heard_at(instant):
        monkeypatch.setattr(access.moment, "at", lambda: instant)
        return client.post(
            f"/api/play-tables/{row.pk}/act",
            json.dumps({"player_id": person.player_id, "turn": row.turn, "act": "call"}),
            content_type="application/json",
            headers={"Command-Id": str(uuid.uuid4())},
        )

    with cast.unchanged():
        late = heard_at(row.due_at + 231 * MS)
    assert (late.status_code, late.json()["code"]) == (409, "turn_passed")
    assert heard_at(row.due_at + 230 * MS).status_code == 200
    assert slow.row.turn == row.turn + 1


def test_nobody_sees_it(three):
    def all_seen():
        own = [f"player/{one.player_id}/play/{three.table_id}" for one in three.people.values()]
        return [topics.resolve(name).payload() for name in (f"play/{three.table_id}", *own)]

    before, told = all_seen(), Fact.objects.count()
    all_lag(three, 700)
    assert (all_seen(), Fact.objects.count()) == (before, told)
    three.act("call")
    # the ring ends when it did, and the bank is what it was
    assert three.row.due_at - three.row.from_at == 45 * SECOND
    shown = all_seen()[0]
    assert shown["due_ms"] - shown["from_ms"] == 45_000
    assert shown["more_time"] == {"reconnect_ms": 0, "bank_ms": 30_000}


def test_a_decision_that_runs_already_is_forgiven_nothing_more(three):
    lag(three, three.to_act, 900)
    with cast.refused("turn_passed"):
        act_so_late(three, MS)
    act_so_late(three, 0 * MS)
    assert three.row.lag_ms == 0


@pytest.mark.rule("PT-H.43", "PT-H.45")
def test_the_clock_waits_as_long_and_then_what_the_line_was_forgiven_is_used(slow):
    seat, row = slow.to_act, slow.row
    ends = row.due_at + 230 * MS
    for early in (0 * MS, 229 * MS):
        with cast.refused("turn_passed"):
            cast.say(expire, by=SYSTEM, at=row.due_at + early, table_id=row.pk, turn=row.turn)
    assert due_at_tables(at=ends + IN_FLIGHT - MS) == []
    assert first_due_at_tables(at=row.due_at) == ends + IN_FLIGHT
    due = due_at_tables(at=ends + IN_FLIGHT)
    assert [(one.table_id, one.turn, one.at) for one in due] == [(row.pk, row.turn, row.due_at)]
    cast.say(expire, by=SYSTEM, at=ends, table_id=row.pk, turn=row.turn)
    done = HandAct.objects.latest("id")
    assert (done.seat, done.act, done.manner) == (seat, "fold", "timeout")
    assert [body["lag_ms"] for body in used(slow)] == [230]
    assert kept(slow, seat).lag_left_ms == 1_070


def test_what_is_due_first_is_what_is_done_first_whatever_a_line_is_forgiven(slow):
    other = open_one(slow.house)
    for seat in (1, 2):
        other.sit(seat)
    other.deal()
    row = slow.row
    # its time ends 100 ms later, and nothing is forgiven there
    late = other.row
    late.due_at = row.due_at + 100 * MS
    late.save()
    assert first_due_at_tables(at=row.due_at) == late.due_at + IN_FLIGHT
    due = due_at_tables(at=row.due_at + SECOND)
    assert [one.table_id for one in due] == [late.pk, row.pk]
    assert [one.table_id for one in due_at_tables(at=row.due_at + 150 * MS)] == [late.pk]


@pytest.mark.rule("PT-H.72")
def test_the_house_was_away_counts_from_the_end_of_what_was_forgiven(slow):
    row = slow.row
    ends = row.due_at + 230 * MS
    cast.say(expire, by=SYSTEM, at=ends + 3 * SECOND + MS, table_id=row.pk, turn=row.turn)
    assert slow.row.notice == {"kind": "restarted", "seat": slow.to_act}
    assert not HandAct.objects.filter(turn=row.turn).exists()
    # the full time again, and the same for the line: nothing was used
    again = slow.row
    assert (again.turn, again.lag_ms) == (row.turn, 230)
    cast.say(expire, by=SYSTEM, at=again.due_at + 230 * MS + 3 * SECOND, table_id=row.pk, turn=row.turn)
    assert HandAct.objects.get(turn=row.turn).manner == "timeout"


def test_whoever_makes_a_line_look_slow_gains_two_seconds_and_three_tenths_a_decision(three):
    all_lag(three, 60_000)
    assert {one.lag_ms for one in seated_at(three.row)} == {LAG_CAP_MS}
    three.act("call")
    # every decision of this player comes as late as it may
    seat, found = three.to_act, []
    while len(found) < 4:
        if three.row.due_kind != "decide":
            three.due()
        elif three.to_act != seat:
            three.act(free_or_call(three))
        else:
            found.append(three.row.lag_ms)
            act_so_late(three, found[-1] * MS, free_or_call(three))
    assert found == [1_000, 300, 300, 300]
    assert [body["lag_ms"] for body in used(three)] == found


def test_who_is_not_there_or_decided_before_is_forgiven_nothing(slow):
    small, big = slow.to_act, slow.hand.big_blind
    assert small == slow.hand.small_blind
    arguments = {"table_id": slow.table_id, "at": slow.now}
    cast.say(
        set_pre_act,
        by=slow.people[big],
        player_id=slow.people[big].player_id,
        number=1,
        street="preflop",
        facing_chips=0,
        ahead="check",
        **arguments,
    )
    slow.act("call")
    row = slow.row
    assert (slow.to_act, row.lag_ms, row.due_at - row.from_at) == (big, 0, timedelta(milliseconds=400))
    # who takes it back decides with the whole time, and as everybody
    cast.say(
        set_pre_act,
        by=slow.people[big],
        player_id=slow.people[big].player_id,
        number=1,
        street="preflop",
        facing_chips=0,
        ahead="",
        table_id=row.pk,
        at=row.from_at,
    )
    assert (slow.row.lag_ms, slow.row.due_at - row.from_at) == (230, 45 * SECOND)
    cast.say(
        sit_out,
        by=slow.people[big],
        player_id=slow.people[big].player_id,
        table_id=row.pk,
        at=row.from_at + SECOND,
    )
    assert (slow.row.lag_ms, slow.row.due_at - row.from_at) == (0, timedelta(milliseconds=1_400))


def test_rehearsal_players_have_no_line(three):
    row = three.row
    keep_seats(row, seats=[replace(one, rehearsal=True, lag_ms=900) for one in seated_at(row)])
    row.save()
    three.act("call")
    assert three.row.lag_ms == 0


@pytest.mark.rule("PT-H.44")
def test_time_may_be_asked_for_as_late_as_an_act_comes(table):
    for seat in (2, 5, 7):
        table.sit(seat)
    all_lag(table, 400)
    table.deal()
    # the button has nothing in the pot: the bank runs for who asks
    row, person = table.row, table.people[table.to_act]
    assert (row.lag_ms, row.due_at - row.from_at) == (400, 15 * SECOND)
    arguments = {"by": person, "table_id": row.pk, "player_id": person.player_id, "turn": row.turn}
    with cast.refused("turn_passed"):
        cast.say(use_time, at=row.due_at + 401 * MS, **arguments)
    cast.say(use_time, at=row.due_at + 400 * MS, **arguments)
    assert (table.row.lag_ms, table.row.due_at - row.due_at) == (400, 30 * SECOND)


@pytest.mark.rule("PT-H.44", "PT-H.73")
def test_a_line_that_goes_has_time_to_reconnect_and_what_it_was_forgiven_stays(slow):
    row, seat = slow.row, slow.to_act
    cast.say(
        note_line,
        by=SYSTEM,
        at=row.from_at + SECOND,
        table_id=row.pk,
        player_id=slow.people[seat].player_id,
        there=False,
    )
    assert (slow.row.due_at - row.due_at, slow.row.lag_ms) == (20 * SECOND, 230)


@pytest.mark.rule("PT-H.72")
def test_while_the_table_is_held_it_stands_with_the_time(slow):
    row, house = slow.row, {"by": slow.house.ana, "table_id": slow.table_id}
    cast.say(hold_table, at=row.due_at, reason="fogo", **house)
    with cast.refused("table_held"):
        act_so_late(slow, 10 * MS)
    cast.say(release_table, at=row.due_at + 60 * SECOND, **house)
    assert (slow.row.due_at, slow.row.lag_ms) == (row.due_at + 60 * SECOND, 230)
    with cast.refused("turn_passed"):
        act_so_late(slow, 231 * MS)
    act_so_late(slow, 230 * MS)


def test_who_says_how_long_a_line_takes_is_the_house(three):
    seat = three.to_act
    for who in (three.people[seat], cast.person("Zoe")):
        with cast.refused("forbidden"):
            lag(three, seat, 500, by=who)
    stranger = cast.person("Ida")
    with cast.refused("not_at_table"):
        cast.say(note_lag, by=SYSTEM, table_id=three.table_id, player_id=stranger.player_id, lag_ms=500)


def test_what_the_sockets_measured_is_noted_where_it_is_new(three):
    one, two = (three.people[seat].player_id for seat in (2, 5))
    stranger = cast.person("Ida").player_id

    def measured(*lines):
        before = Command.objects.filter(name="play.note_lag").count()
        lines_measured([({"player_id": who, "table_id": three.table_id}, ms) for who, ms in lines])
        return Command.objects.filter(name="play.note_lag").count() - before

    assert measured((one, 20), (two, 49), (stranger, 900)) == 0  # as everybody's
    assert measured((one, 300), (two, 20), (stranger, 900)) == 1
    assert [kept(three, seat).lag_ms for seat in (2, 5, 7)] == [300, 0, 0]
    assert measured((one, 340), (two, 55)) == 1
    assert [kept(three, seat).lag_ms for seat in (2, 5, 7)] == [300, 55, 0]
    with cast.unchanged():
        lag(three, 2, 340)  # about the same: nothing is written
    lines_measured([({"player_id": one, "table_id": 999_999}, 300)])


@pytest.mark.django_db(transaction=True)
@pytest.mark.rule("PT-H.43", "PT-H.45")
def test_an_act_and_the_clock_at_the_last_instant_that_counts_are_one_act():
    table = open_one(cast.house())
    for seat in (2, 5, 7):
        table.sit(seat)
    table.deal()
    all_lag(table, 150)
    table.act("call")
    rounds = 0
    while rounds < 12:
        row = table.row
        if row.due_kind != "decide":
            table.due()
            continue
        rounds += 1
        assert row.lag_ms == 150
        person = table.people[table.to_act]
        where = {"table_id": row.pk, "turn": row.turn}
        last = row.due_at + 150 * MS
        answers = cast.together(
            [
                lambda: cast.asked(act, by=person, at=last, player_id=person.player_id, act="fold", **where),
                lambda: cast.asked(expire, by=SYSTEM, at=last, **where),
                lambda: cast.asked(expire, by=SYSTEM, at=last, **where),
                lambda: cast.asked(expire, by=SYSTEM, at=last - MS, **where),  # never early
            ]
        )
        done = [place for place, one in enumerate(answers) if isinstance(one, Done)]
        assert len(done) == 1 and done != [3], answers
        refused = {one.code for one in answers if isinstance(one, Refused)}
        assert refused == {"turn_passed"}
        assert HandAct.objects.get(turn=row.turn).manner == ("player" if done == [0] else "timeout")
        table.now = last
        # nobody sits out for it
        row = table.row
        keep_seats(row, seats=[replace(one, late=0, away_since="") for one in seated_at(row)])
        row.save()
