"""The waiting list of a full cash table: first come, first served; a seat is kept for half a minute."""

from __future__ import annotations

from datetime import timedelta

import pytest

from dispatch import topics
from dispatch.facts import SYSTEM
from dispatch.models import Fact
from dispatch.timekeeper import ClockWatch
from ledger.queries import wallet_balance
from people.commands.exclude_self import exclude_self
from people.commands.grant_role import grant_role
from people.commands.set_play_limit import set_play_limit
from people.models import Player
from play import tasks
from play.commands.close_table import close_table
from play.commands.expire_offer import expire_offer
from play.commands.give_time_anew import give_time_anew
from play.commands.hold_table import hold_table
from play.commands.join_waiting_list import join_waiting_list
from play.commands.leave_waiting_list import leave_waiting_list
from play.commands.release_table import release_table
from play.commands.sit_out import sit_out
from play.facts import PlayTableReleased
from play.models import WaitingPlace
from play.queries.own_data import everything_played
from play.queries.waiting_list import first_offer_over, offers_over, tables_with_offers, waiting_view
from tests import cast
from tests.play.cash import known, later, open_cash
from tests.play.conftest import Clocks, open_one
from tournaments.commands.update_venue import update_venue

pytestmark = [pytest.mark.django_db, pytest.mark.rule("PT-H.6")]


@pytest.fixture
def full():
    """Two seats, both taken; between two hands."""
    table = open_cash(seats=2)
    for seat in (1, 2):
        table.sit(seat)
    return table


def waits(table, name, **more):
    person = known(table.house, name, cents=more.pop("has", 5_000))
    table.say(join_waiting_list, person)
    return person


def view(table, person):
    return waiting_view(table.table_id, player_id=person.player_id)


def offered(table, person):
    return WaitingPlace.objects.get(
        table_id=table.table_id, player_id=person.player_id, ended_at=None
    ).offered_until


def outcomes(table):
    rows = WaitingPlace.objects.filter(table_id=table.table_id).order_by("pk")
    return [one.outcome for one in rows]


def expire(table, person, *, after=timedelta(milliseconds=60)):
    place = WaitingPlace.objects.get(table_id=table.table_id, player_id=person.player_id, ended_at=None)
    table.now = place.offered_until + after
    return cast.say(expire_offer, by=SYSTEM, at=table.now, table_id=table.table_id, place_id=place.pk)


# ------------------------------------------------------------------------------------------ joining


@pytest.mark.rule("PT-H.5")
def test_one_waits_where_the_table_is_full_and_not_before():
    table = open_cash(seats=2)
    table.sit(1)
    rui = known(table.house, "Rui", cents=5_000)
    with cast.refused("seat_is_free"):
        table.say(join_waiting_list, rui)
    table.sit(2)
    assert table.say(join_waiting_list, rui) == {"table_id": table.table_id, "waiting": 1}
    ines = waits(table, "Ines")
    assert [(view(table, one).place, view(table, one).waiting) for one in (rui, ines)] == [(1, 2), (2, 2)]
    with cast.refused("already_waiting"):
        table.say(join_waiting_list, rui)
    with cast.refused("already_at_table"):
        table.say(join_waiting_list, table.people[1])
    with cast.refused("seat_taken"):
        table.buy_in(ines, seat=2, cents=5_000)


@pytest.mark.rule("PT-T.21", "PT-H.8")
def test_what_keeps_one_from_sitting_down_keeps_one_from_waiting(full):
    rui = known(full.house, "Rui", cents=1_999)
    with cast.refused("insufficient_funds"):
        full.say(join_waiting_list, rui)
    full.house.deposit(rui.player_id, 10_000)
    Player.objects.filter(pk=rui.player_id).update(id_checked_at=None, id_checked_by=None)
    with cast.refused("identity_not_checked"):
        full.say(join_waiting_list, rui)
    Player.objects.filter(pk=rui.player_id).update(
        id_checked_at=cast.DRAFTED, id_checked_by_id=full.house.desi.user_id
    )
    cast.say(set_play_limit, by=rui, player_id=rui.player_id, unit="BRL", period="day", amount_cents=1_999)
    with cast.refused("play_limit_reached"):
        full.say(join_waiting_list, rui)
    ines = known(full.house, "Ines", cents=5_000)
    cast.say(exclude_self, by=ines, player_id=ines.player_id)
    with cast.refused("excluded"):
        full.say(join_waiting_list, ines)
    with cast.refused("forbidden"):
        cast.say(join_waiting_list, by=ines, at=full.now, table_id=full.table_id, player_id=rui.player_id)
    eva = known(full.house, "Eva", cents=5_000)
    cast.say(update_venue, by=full.house.olga, venue_id=full.house.venue_id, changes={"cash_tables": False})
    with cast.refused("no_cash_tables"):
        full.say(join_waiting_list, eva)
    demo = open_one(full.house)
    with cast.refused("not_a_cash_table"):
        cast.say(join_waiting_list, by=rui, at=full.now, table_id=demo.table_id, player_id=rui.player_id)


def test_who_is_offered_a_seat_hears_that_the_table_goes_on():
    told = PlayTableReleased(table_id=5, players=[7], called=[], offered=[8, 9])
    assert set(told.topics) == {"play/5", "player/7/play/5", "player/8/waiting/5", "player/9/waiting/5"}


# ------------------------------------------------------------------------------------------ offers


@pytest.mark.rule("PT-H.72")
def test_while_the_table_is_held_nobody_s_time_runs_not_that_of_an_offer_either(full):
    rui, ines = waits(full, "Rui"), waits(full, "Ines")
    full.leave(1)
    until = offered(full, rui)
    later(full, seconds=20)
    cast.say(hold_table, by=full.house.ana, at=full.now, table_id=full.table_id, reason="Rede")
    assert first_offer_over() is None
    later(full, minutes=5)
    assert offers_over(at=full.now) == []
    with cast.refused("offer_stands"):
        expire(full, rui)
    full.leave(2)  # who goes meanwhile leaves a seat that is kept for as long, once the table goes on
    assert offered(full, ines) == until + timedelta(seconds=20)
    full.now = until + timedelta(minutes=5)
    cast.say(release_table, by=full.house.ana, at=full.now, table_id=full.table_id)
    stood = timedelta(minutes=5, seconds=10)
    assert (offered(full, rui), offered(full, ines)) == (until + stood, until + stood + timedelta(seconds=20))
    full.now = until + stood - timedelta(seconds=1)
    full.buy_in(rui, seat=1, cents=5_000)
    assert outcomes(full) == ["seated", ""]
    full.check()


def test_a_free_seat_is_offered_to_the_first_alone_and_taken_by_him(full):
    rui, ines = waits(full, "Rui"), waits(full, "Ines")
    eva = known(full.house, "Eva", cents=5_000)
    full.leave(1)
    assert offered(full, rui) == full.now + timedelta(seconds=30) and offered(full, ines) is None
    seen = view(full, rui)
    assert (seen.place, seen.may_sit, seen.offered_until_ms) == (
        1,
        True,
        int((full.now + timedelta(seconds=30)).timestamp() * 1000),
    )
    assert (view(full, ines).may_sit, view(full, eva).may_sit) == (False, False)
    # nobody passes those who came before
    for one in (ines, eva, full.people[1]):
        with cast.refused("others_wait"):
            full.buy_in(one, seat=1, cents=5_000)
    # asked first is whatever is asked of who sits down
    with cast.refused("bad_buy_in"):
        full.buy_in(rui, seat=1, cents=1_999)
    with cast.refused("insufficient_funds"):
        full.buy_in(rui, seat=1, cents=5_001)
    with cast.refused("seat_taken"):
        full.buy_in(rui, seat=2, cents=5_000)
    later(full, seconds=29)
    full.buy_in(rui, seat=1, cents=5_000)
    assert outcomes(full) == ["seated", ""]
    assert (view(full, ines).place, view(full, ines).waiting) == (1, 1)
    assert offered(full, ines) is None
    # on another device
    with cast.refused("already_at_table"):
        full.buy_in(rui, seat=1, cents=5_000)
    full.check()


def test_a_missed_offer_goes_to_the_next_and_who_missed_it_waits_no_longer(full):
    rui, ines = waits(full, "Rui"), waits(full, "Ines")
    full.leave(1)
    place = WaitingPlace.objects.get(player_id=rui.player_id)
    later(full, seconds=29, milliseconds=999)
    with cast.refused("offer_stands"):
        cast.say(expire_offer, by=SYSTEM, at=full.now, table_id=full.table_id, place_id=place.pk)
    later(full, milliseconds=1)
    with cast.refused("offer_over"):
        full.buy_in(rui, seat=1, cents=5_000)
    expire(full, rui)
    assert outcomes(full) == ["missed", ""]
    assert offered(full, ines) == full.now + timedelta(seconds=30)
    with cast.refused("not_waiting"):
        cast.say(expire_offer, by=SYSTEM, at=full.now, table_id=full.table_id, place_id=place.pk)
    # he may wait again, behind her
    full.say(join_waiting_list, rui)
    assert view(full, rui).place == 2
    expire(full, ines)
    assert offered(full, rui) is not None
    with cast.refused("forbidden"):
        cast.say(expire_offer, by=rui, at=full.now, table_id=full.table_id, place_id=place.pk)


def test_who_gives_up_passes_the_seat_on_at_once(full):
    rui, ines = waits(full, "Rui"), waits(full, "Ines")
    full.leave(1)
    full.say(leave_waiting_list, rui)
    assert outcomes(full) == ["left", ""]
    assert offered(full, ines) == full.now + timedelta(seconds=30)
    with cast.refused("not_waiting"):
        full.say(leave_waiting_list, rui)
    full.say(leave_waiting_list, ines)
    # nobody waits: the seat is anybody's
    full.buy_in(known(full.house, "Eva", cents=5_000), seat=1, cents=5_000)
    full.check()


def test_two_seats_are_offered_to_two_and_who_does_not_wait_takes_none_of_them(full):
    rui, ines, eva = waits(full, "Rui"), waits(full, "Ines"), waits(full, "Eva")
    full.leave(1)
    full.leave(2)
    assert offered(full, rui) and offered(full, ines) and offered(full, eva) is None
    full.buy_in(ines, seat=2, cents=5_000)
    assert offered(full, eva) is None  # the other one is kept for Rui
    full.buy_in(rui, seat=1, cents=5_000)
    assert outcomes(full) == ["seated", "seated", ""]
    full.check()


def test_a_seat_that_is_free_at_the_end_of_a_hand_is_offered_then(full):
    full.deal()
    rui = waits(full, "Rui")
    seat = full.to_act
    assert full.leave(seat)["at_once"] is False
    assert offered(full, rui) is None
    full.until("close")
    full.due()
    assert offered(full, rui) == full.now + timedelta(seconds=30)
    full.buy_in(rui, seat=seat, cents=5_000)
    full.check()


@pytest.mark.rule("PT-T.21")
def test_who_was_excluded_meanwhile_is_passed_over(full):
    rui, ines = waits(full, "Rui"), waits(full, "Ines")
    cast.say(exclude_self, by=rui, player_id=rui.player_id)
    full.leave(1)
    assert outcomes(full) == ["barred", ""]
    assert offered(full, ines) is not None


def test_nobody_waits_at_a_table_that_closes(full):
    rui = waits(full, "Rui")
    waits(full, "Ines")
    cast.say(close_table, by=full.house.ana, at=full.now, table_id=full.table_id)
    assert outcomes(full) == ["closed", "closed"]
    assert [one.body["outcome"] for one in Fact.objects.filter(kind="waiting_ended")] == ["closed"] * 2
    assert not Fact.objects.filter(kind="seat_offered").exists()
    with cast.refused("table_closed"):
        full.say(leave_waiting_list, rui)
    full.check()


@pytest.mark.rule("PT-H.72")
def test_who_could_not_answer_because_the_house_was_away_is_asked_anew(full):
    rui = waits(full, "Rui")
    full.leave(1)
    place = WaitingPlace.objects.get()
    later(full, minutes=5)
    cast.say(expire_offer, by=SYSTEM, at=full.now, table_id=full.table_id, place_id=place.pk)
    assert (outcomes(full), offered(full, rui)) == ([""], full.now + timedelta(seconds=30))
    expire(full, rui)
    assert outcomes(full) == ["missed"]


# ------------------------------------------------------------------------------------------ the clock, the pages


def test_the_clock_ends_an_offer_once_whoever_sees_it(full, monkeypatch):
    rui, ines = waits(full, "Rui"), waits(full, "Ines")
    full.leave(1)
    until = offered(full, rui)
    assert first_offer_over() == until + timedelta(milliseconds=50)
    assert offers_over(at=until + timedelta(milliseconds=49)) == []
    now = until + timedelta(milliseconds=50)
    monkeypatch.setattr(tasks, "now", lambda: now)
    [over] = offers_over(at=now)
    assert tasks._end_offer(over) is True
    # another timekeeper that saw the same, and one that comes back to life with it
    assert [tasks._end_offer(over) for _ in range(2)] == [False, False]
    assert outcomes(full) == ["missed", ""]
    assert offered(full, ines) == now + timedelta(seconds=30)
    assert [one.body["player_id"] for one in Fact.objects.filter(kind="seat_offered").order_by("id")] == [
        rui.player_id,
        ines.player_id,
    ]


def test_who_waits_follows_the_own_place(full):
    rui, ines = waits(full, "Rui"), waits(full, "Ines")
    topic = f"player/{ines.player_id}/waiting/{full.table_id}"
    assert topics.resolve(topic).payload() == {
        "table_id": full.table_id,
        "place": 2,
        "waiting": 2,
        "may_sit": False,
        "offered_until_ms": None,
    }
    full.say(leave_waiting_list, rui)
    told = Fact.objects.get(kind="waiting_ended")
    assert set(told.touches) == {
        f"play/{full.table_id}",
        topic,
        f"player/{rui.player_id}/waiting/{full.table_id}",
        f"player/{rui.player_id}/tables",
    }
    assert topics.resolve(topic).payload()["place"] == 1
    assert topics.resolve(f"play/{full.table_id}").payload()["cash"]["waiting"] == 1


def test_nobody_s_money_moves_before_the_seat_is_taken(full):
    rui = waits(full, "Rui")
    full.leave(1)
    expire(full, rui)
    assert wallet_balance(rui.player_id, unit="BRL") == 5_000
    assert full.escrow() == 10_000
    [kept] = everything_played(rui.player_id)["waiting_places"]
    assert (kept["table_id"], kept["outcome"]) == (full.table_id, "missed")
    full.check()


def test_the_seat_of_who_was_long_away_belongs_to_who_waits(full):
    rui = waits(full, "Rui")
    full.say(sit_out, full.people[1])
    later(full, minutes=10)
    eva = known(full.house, "Eva", cents=5_000)
    with cast.refused("others_wait"):
        full.buy_in(eva, seat=1, cents=5_000)
    full.buy_in(rui, seat=1, cents=5_000)
    assert full.wallet(1) == 0 and wallet_balance(eva.player_id, unit="BRL") == 5_000
    full.check()


# ------------------------------------------------------------------------------------------ the clock is set forward


@pytest.mark.rule("PT-H.72")
@pytest.mark.parametrize("forward", [10, 29, 31, 88, 86_400])
def test_an_offer_has_its_full_time_anew_where_the_clock_is_set_forward(full, monkeypatch, forward):
    lia, eva = waits(full, "Lia"), waits(full, "Eva")
    full.leave(1)
    clocks = Clocks(monkeypatch, full.now)
    clocks.goes(1)
    clocks.goes(0.25, set_by=forward)
    # before its end, at it, or long after it: the seat is kept, and the page of who was offered it counts anew
    until = clocks.at + timedelta(seconds=30)
    assert offered(full, lia) == until and view(full, lia).may_sit and offered(full, eva) is None
    said = Fact.objects.filter(stream=f"play:{full.table_id}", kind="seat_offered")
    assert [one.body["until"] for one in said.order_by("id")][1:] == [until.isoformat()]
    # what another process sees a moment later is done already
    monkeypatch.setattr(
        tasks, "_clock", second := ClockWatch(wall=lambda: clocks.at, steady=lambda: clocks.steady)
    )
    second._seen = full.now, 1_000.0
    clocks.goes(0.2)
    assert second.set_forward_since is None and offered(full, lia) == until and said.count() == 2
    # the time that was given is the player's own, and then the next one's
    clocks.goes((until - clocks.at).total_seconds())
    assert offered(full, lia) == until
    clocks.goes(0.25)
    assert outcomes(full) == ["missed", ""] and offered(full, eva) == clocks.at + timedelta(seconds=30)
    full.now = clocks.at
    full.buy_in(eva, seat=1, cents=2_000)
    full.check()


@pytest.mark.rule("PT-H.72")
def test_an_offer_that_is_held_or_made_since_has_no_time_anew_and_nobody_gives_it_to_himself(full):
    lia = waits(full, "Lia")
    made = full.now
    full.leave(1)
    until = offered(full, lia)
    at = full.now + timedelta(seconds=5)
    given = {"table_id": full.table_id, "begun_before": at}
    with cast.refused("turn_passed"):
        cast.say(give_time_anew, by=SYSTEM, at=at, table_id=full.table_id, begun_before=made)
    role = {"venue_id": full.house.venue_id, "role": "owner"}
    cast.say(grant_role, by=full.house.olga, user_id=lia.user_id, **role)
    with cast.refused("turn_passed"):
        cast.say(give_time_anew, by=lia, at=at, **given)
    cast.say(hold_table, by=full.house.ana, at=at, table_id=full.table_id, reason="x")
    with cast.refused("table_held"):
        cast.say(give_time_anew, by=SYSTEM, at=at, **given)
    assert tables_with_offers(begun_before=at) == [] and offered(full, lia) == until
