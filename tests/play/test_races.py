"""Two at the same instant: one effect, whoever was first."""

from __future__ import annotations

from datetime import timedelta
from functools import partial

import pytest

from dispatch import prepared
from dispatch.facts import SYSTEM, Done
from people.commands.anonymise_player import anonymise_player
from people.models import Player
from play import tasks
from play.commands.act import act
from play.commands.expire import expire
from play.commands.keep_origins import keep_origins
from play.commands.sit import sit
from play.models import HandAct, PlayOrigin, PlayTable
from play.operations.origins import note_origin
from play.queries.tables import due_at_tables, first_due_at_tables
from rules import hands
from rules.refusals import Refused
from tests import cast
from tests.play import cash
from tests.play.conftest import open_one
from tests.sizes import size, survives

pytestmark = pytest.mark.django_db(transaction=True)

AT_ONCE = size(8, full=1_000)


@pytest.fixture
def playing():
    table = open_one(cast.house())
    for seat in (2, 5, 7):
        table.sit(seat)
    table.deal()
    return table


def _act(table, word="call", **more):
    row = table.row
    person = table.people[table.to_act]
    at = row.from_at + timedelta(seconds=1)
    arguments = {"table_id": row.pk, "player_id": person.player_id, "turn": row.turn, "act": word} | more
    return lambda: cast.asked(act, by=person, at=at, **arguments)


def test_an_act_asks_the_database_twice(playing, monkeypatch):
    """To claim its id, with all it reads; to write, with its end."""
    asked = []
    one, several = prepared._run, prepared._run_together
    monkeypatch.setattr(prepared, "_run", lambda *more: asked.append(1) or one(*more))
    monkeypatch.setattr(
        prepared, "_run_together", lambda session, some: asked.append(len(some)) or several(session, some)
    )
    job = _act(playing)
    asked.clear()
    assert isinstance(job(), Done)
    assert asked == [5, 4]


@pytest.mark.rule("PT-H.34")
def test_a_double_tap_and_two_devices_are_one_act(playing):
    for _ in range(6):
        if playing.row.due_kind != "decide":
            break
        turn = playing.row.turn
        fold = "check" if hands.options(playing.hand).may_check else "call"
        answers = cast.together([_act(playing, fold), _act(playing, fold), _act(playing, "fold")])
        done = [one for one in answers if isinstance(one, Done)]
        refused = [one for one in answers if isinstance(one, Refused)]
        assert len(done) == 1 and len(refused) == 2, answers
        assert {one.code for one in refused} <= {"turn_passed"}
        assert HandAct.objects.filter(turn=turn).count() == 1


def test_the_same_request_sent_twice_is_one_act(playing):
    number = cast.new_id()
    call = _act(playing)
    person = playing.people[playing.to_act]
    row = playing.row
    again = [
        lambda: cast.asked(
            act,
            by=person,
            at=row.from_at + timedelta(seconds=1),
            command_id=number,
            table_id=row.pk,
            player_id=person.player_id,
            turn=row.turn,
            act="call",
        )
    ] * 4
    answers = cast.together(again)
    assert [one.result for one in answers] == [answers[0].result] * 4
    assert sorted(one.replayed for one in answers) == [False, True, True, True]
    with pytest.raises(Refused):
        call()


@survives
@pytest.mark.timeout(size(900, full=1200))
@pytest.mark.rule("PT-H.43", "PT-H.45")
def test_an_act_and_the_end_of_its_time_at_one_instant_are_one_act(playing):
    met = 0
    while met < AT_ONCE:
        row = playing.row
        if row.due_kind != "decide":
            playing.all_come_back()
            playing.due()
            continue
        person = playing.people[playing.to_act]
        where = {"table_id": row.pk, "turn": row.turn}
        answers = cast.together(
            [
                lambda: cast.asked(
                    act, by=person, at=row.due_at, player_id=person.player_id, act="fold", **where
                ),
                lambda: cast.asked(expire, by=SYSTEM, at=row.due_at, **where),
                lambda: cast.asked(expire, by=SYSTEM, at=row.due_at, **where),
            ]
        )
        assert sum(isinstance(one, Done) for one in answers) == 1, answers
        # who was told that the act counts has acted; else the clock has
        told = "player" if isinstance(answers[0], Done) else "timeout"
        assert HandAct.objects.get(turn=row.turn).manner == told
        playing.now = row.due_at
        met += 1
    assert (
        HandAct.objects.filter(hand__table=playing.table_id, manner__in=("player", "timeout")).count() == met
    )


def test_two_clocks_have_one_effect(playing):
    row = playing.row
    assert due_at_tables(at=row.due_at) == []  # an act that came in time may still be on its way
    at = row.due_at + timedelta(milliseconds=50)
    assert first_due_at_tables(at=at) == at
    assert [one.table_id for one in due_at_tables(at=at)] == [row.pk]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tasks, "now", lambda: at)
        done = cast.together([lambda: tasks.do_due(at)] * 4)
    assert sum(done) == 1
    assert HandAct.objects.count() == 1


def test_a_broken_table_stops_no_other(playing):
    other = open_one(playing.house)
    for seat in (1, 2):
        other.sit(seat)
    broken = PlayTable.objects.get(pk=playing.table_id)
    PlayTable.objects.filter(pk=broken.pk).update(hand={"broken": True})
    at = max(broken.due_at, other.row.due_at) + timedelta(seconds=1)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tasks, "now", lambda: at)
        patch.setattr(tasks, "_resting", {})
        assert tasks.do_due(at) == 1
        assert tasks.first_due() != broken.due_at
    assert other.row.hand_number == 1
    assert PlayTable.objects.get(pk=broken.pk).turn == broken.turn


@pytest.mark.rule("PT-H.9")
def test_two_who_take_one_seat(playing):
    people = [cast.person(name) for name in ("Eva", "Rui", "Zoe")]
    answers = cast.together(
        [
            lambda p=p: cast.asked(
                sit, by=p, at=playing.now, table_id=playing.table_id, player_id=p.player_id, seat=9
            )
            for p in people
        ]
    )
    assert sum(isinstance(one, Done) for one in answers) == 1
    assert {one.code for one in answers if isinstance(one, Refused)} == {"seat_taken"}


def test_what_is_switched_off_while_somebody_sits_down_leaves_nothing():
    house = cash.house()
    table = cash.open_cash(house)
    for seat in range(1, 6):
        person = table.sit(seat)
        cast.say(keep_origins, by=house.olga, venue_id=house.venue_id, kept=True)
        where = {"player_id": person.player_id, "table_id": table.table_id, "at": table.now}
        noted = partial(note_origin, address="203.0.113.7", browser="", **where)
        off = partial(cast.asked, keep_origins, by=house.olga, venue_id=house.venue_id, kept=False)
        kept, again, done = cast.together([noted, noted, off])
        assert kept in (True, False) and again in (True, False) and not (kept and again), (kept, again)
        assert isinstance(done, Done)
        assert not PlayOrigin.objects.exists()


def test_who_sits_down_while_being_erased_does_one_of_the_two():
    table = open_one(cast.house())
    for seat in (1, 2, 3, 4, 5, 6):
        person = cast.person(f"Gone{seat}")
        who = {"by": person, "player_id": person.player_id}
        answers = cast.together(
            [
                lambda seat=seat, who=who: cast.asked(
                    sit, at=table.now, table_id=table.table_id, seat=seat, **who
                ),
                lambda who=who: cast.asked(anonymise_player, at=table.now, **who),
            ]
        )
        sat, erased = (isinstance(one, Done) for one in answers)
        assert sat != erased, answers
        assert [one.code for one in answers if isinstance(one, Refused)] == [
            "still_seated" if sat else "not_found"
        ]
        gone = Player.objects.get(pk=person.player_id).anonymised_at is not None
        assert (gone, any(one["seat"] == seat for one in table.row.seats)) == (erased, sat)
