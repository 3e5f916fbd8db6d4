"""From where players sit down for money: kept only where the owner wants it, as little as tells two apart, and not for long."""

from __future__ import annotations

import json
from datetime import UTC, date, datetime, timedelta

import pytest
from django.db import IntegrityError, connection, transaction

from dispatch.models import Fact
from dispatch.topics import Listener, resolve
from ledger.commands.withdraw import withdraw
from people.commands.anonymise_player import anonymise_player
from people.commands.grant_role import grant_role
from play import tasks
from play.commands.keep_origins import keep_origins
from play.models import OriginKey, OriginWatch, PlayOrigin, Sitting, TableKind
from play.operations.origins import forget_old_origins, note_origin
from play.queries.origins import (
    SharedOrigins,
    houses_with_origins,
    origins_state,
    pairs_of_one_browser,
    shared_origins,
)
from play.queries.own_data import everything_played
from play.queries.pairs import pairs_of_house
from play.queries.standing_out import alerts_of_house
from tests import cast
from tests.play import cash, event
from tests.play.conftest import open_one

pytestmark = [pytest.mark.django_db, pytest.mark.rule("PT-H.11", "PT-O.11")]

HOME, CLUB = "203.0.113.7", "198.51.100.20"
PHONE, LAPTOP = "a" * 32, "b" * 32
DAY = cast.OPEN.date()


def switch(house, kept=True, *, by=None, at=None):
    return cast.say(keep_origins, by=by or house.olga, at=at, venue_id=house.venue_id, kept=kept)


@pytest.fixture
def house(db):
    home = cash.house()
    switch(home)
    return home


def noted(table, seat, address=HOME, browser=PHONE, *, at=None):
    return note_origin(
        player_id=table.people[seat].player_id,
        table_id=table.table_id,
        address=address,
        browser=browser,
        at=at or table.now,
    )


def shared(table, one, two, *, kind=TableKind.CASH, first=DAY, last=DAY + timedelta(days=1)):
    pair = tuple(sorted(table.people[seat].player_id for seat in (one, two)))
    found = shared_origins(table.house.venue_id, pairs=[pair], kind=kind, first=first, last=last)
    return found.get(pair, SharedOrigins())


def test_it_is_off_until_the_owner_switches_it_on_and_the_record_says_who_did():
    home = cash.house()
    table = cash.open_cash(home)
    table.sit(1)
    assert not noted(table, 1)
    assert not PlayOrigin.objects.exists() and not OriginKey.objects.exists()
    assert not origins_state(home.venue_id).kept and houses_with_origins() == []
    cast.say(grant_role, by=home.olga, user_id=home.dora.user_id, venue_id=home.venue_id, role="integrity")
    for who in (home.ana, home.bruno, home.desi, home.dora, home.caio):
        with cast.refused("forbidden"):
            switch(home, by=who)
    rival = cast.house(name="Outra").olga
    with cast.refused("forbidden"):
        switch(home, by=rival)
    assert switch(home, at=table.now) == {"venue_id": home.venue_id, "kept": True}
    switch(home)  # once more changes nothing
    state = origins_state(home.venue_id)
    assert (state.kept, state.since, state.by, state.origins) == (True, table.now, "Olga", 0)
    (fact,) = Fact.objects.filter(kind="origins_switched")
    assert fact.body == {"venue_id": home.venue_id, "kept": True, "by_user_id": home.olga.user_id}
    assert fact.audience == "staff"
    assert noted(table, 1)


def test_switched_off_all_of_this_house_is_gone_at_once(house):
    other = cash.open_cash(cash.house(name="Outra"))
    switch(other.house)
    table = cash.open_cash(house)
    for one in (table, other):
        one.sit(1)
        assert noted(one, 1)
    switch(house, False)
    assert list(PlayOrigin.objects.values_list("venue_id", flat=True)) == [other.house.venue_id]
    assert list(OriginWatch.objects.values_list("venue_id", flat=True)) == [other.house.venue_id]
    assert not noted(table, 1)
    switch(house, False)
    assert [one.body["kept"] for one in Fact.objects.filter(kind="origins_switched").order_by("id")] == [
        True,
        True,
        False,
    ]


def test_two_accounts_in_one_browser_stand_at_the_top_of_the_lists(house):
    """Whatever else stands out, and whoever played after them."""
    table = cash.open_cash(house)
    for seat in (1, 2, 3):
        table.sit(seat)
    noted(table, 1, HOME, PHONE)
    noted(table, 2, CLUB, LAPTOP)
    noted(table, 3, HOME, LAPTOP)
    table.until("open")
    table.deal()
    table.fold_out()
    asked = {"kind": TableKind.CASH, "first": DAY, "last": DAY + timedelta(days=1)}
    low, high = sorted(table.people[seat].player_id for seat in (2, 3))
    assert pairs_of_one_browser(house.venue_id, **asked) == [(low, high)]
    first = pairs_of_house(house.venue_id, **asked)[0]
    assert (first.first_id, first.second_id, first.alerts) == (low, high, ("same_browser",))
    listed = alerts_of_house(house.venue_id, **asked)
    assert [(one.player_id, one.other_id, one.alerts) for one in listed] == [(low, high, ("same_browser",))]
    # one line, another browser: a household is one line, too
    assert shared(table, 1, 3).same_line == 1 and shared(table, 1, 3).same_browser == 0
    switch(house, False)
    assert pairs_of_one_browser(house.venue_id, **asked) == []
    assert alerts_of_house(house.venue_id, **asked) == []


def test_it_is_taken_once_a_sitting_and_neither_address_nor_cookie_lies_anywhere(house):
    table = cash.open_cash(house)
    table.sit(1)
    assert noted(table, 1)
    assert not noted(table, 1, CLUB, LAPTOP)
    table.leave(1)
    assert not noted(table, 1)  # who does not sit there is nobody's
    table.buy_in(table.people[1], seat=1, cents=10_000)
    assert noted(table, 1, CLUB)
    rows = list(PlayOrigin.objects.order_by("id"))
    assert [row.sitting_id for row in rows] == list(
        Sitting.objects.order_by("id").values_list("id", flat=True)
    )
    assert rows[0].line != rows[1].line and rows[0].browser == rows[1].browser
    with connection.cursor() as cursor:
        for model in (PlayOrigin, OriginKey, OriginWatch):
            cursor.execute(f"SELECT row_to_json(t)::text FROM {model._meta.db_table} t")
            told = json.dumps(cursor.fetchall())
            assert not any(said in told for said in (HOME, "203.0.113", PHONE, PHONE.encode().hex()))
    assert not any(HOME in json.dumps(fact.body) for fact in Fact.objects.all())


def test_demo_tables_practice_and_who_is_made_for_rehearsals_leave_nothing(house):
    table = open_one(house)
    table.sit(1)
    assert not noted(table, 1)
    assert not PlayOrigin.objects.exists()


def test_a_pair_reads_in_how_many_sessions_of_both_they_came_from_one_line_or_browser(house):
    table = cash.open_cash(house)
    for seat in (1, 2, 3):
        table.sit(seat)
    noted(table, 1, HOME, PHONE)
    noted(table, 2, "203.0.113.200", LAPTOP)  # the same network
    assert shared(table, 1, 2) == SharedOrigins(
        line_sessions=1, same_line=1, browser_sessions=1, same_browser=0
    )
    assert shared(table, 1, 3) == SharedOrigins()  # of the third nothing is known
    cash.later(table, minutes=1)
    table.leave(2)
    table.buy_in(table.people[2], seat=2, cents=10_000)
    noted(table, 2, CLUB, PHONE)
    noted(table, 3, "", "")
    assert shared(table, 1, 2) == SharedOrigins(
        line_sessions=2, same_line=1, browser_sessions=2, same_browser=1
    )
    assert shared(table, 2, 3) == SharedOrigins()  # nobody can tell from where the third came
    assert shared(table, 1, 2, kind=TableKind.TOURNAMENT) == SharedOrigins()
    assert shared(table, 1, 2, first=DAY - timedelta(days=9), last=DAY - timedelta(days=1)) == SharedOrigins()
    # who sat there one after the other was in no session together
    cash.later(table, minutes=1)
    table.leave(1)
    table.leave(2)
    cash.later(table, minutes=1)
    table.buy_in(table.people[1], seat=1, cents=10_000)
    noted(table, 1, HOME)
    assert shared(table, 1, 2).line_sessions == 2
    switch(house, False)
    assert shared(table, 1, 2) == SharedOrigins()


def test_a_tournament_counts_once_under_one_key_whatever_table_and_month(db):
    home = event.house()
    switch(home)
    table = event.begun(home, players=4)
    seats = sorted(table.people)
    late = datetime(2026, 12, 1, tzinfo=UTC)
    noted(table, seats[0], at=table.now)
    noted(table, seats[1], at=late)
    noted(table, seats[1], CLUB, at=late)
    assert OriginKey.objects.count() == 1
    assert PlayOrigin.objects.filter(sitting=None, tournament_id=table.tournament_id).count() == 2
    asked = {"kind": TableKind.TOURNAMENT, "first": DAY, "last": DAY + timedelta(days=91)}
    PlayOrigin.objects.update(at=table.now)
    assert shared(table, *seats[:2], **asked).same_line == 1
    # where that key is thrown away, nothing is compared
    OriginKey.objects.all().delete()
    noted(table, seats[2], at=late)
    PlayOrigin.objects.update(at=table.now)
    assert OriginKey.objects.count() == 1
    assert shared(table, seats[0], seats[2], **asked) == SharedOrigins()


def test_another_month_or_another_key_of_the_house_tells_nothing_of_the_one_before(house, settings):
    table = cash.open_cash(house)
    for seat in (1, 2, 3):
        table.sit(seat)
    noted(table, 1)
    settings.PLAY_KEY = "another-key-of-thirty-two-characters"
    noted(table, 2)
    noted(table, 3, at=table.now + timedelta(days=31))
    assert OriginKey.objects.count() == 3
    assert PlayOrigin.objects.values("line").distinct().count() == 3
    assert shared(table, 1, 2, last=DAY + timedelta(days=60)) == SharedOrigins()
    settings.PLAY_KEY = ""
    table.sit(4)
    assert not noted(table, 4)


def test_origins_go_after_92_days_and_keys_with_their_third_month(house):
    table = cash.open_cash(house)
    for seat in (1, 2):
        table.sit(seat)
    noted(table, 1)
    noted(table, 2, at=table.now + timedelta(days=1))
    end = table.now + timedelta(days=92)
    forget_old_origins(at=end)
    assert PlayOrigin.objects.count() == 2
    forget_old_origins(at=end + timedelta(seconds=1))
    assert PlayOrigin.objects.get().player_id == table.people[2].player_id
    OriginKey.objects.all().delete()
    for month in (1, 2):
        OriginKey.objects.create(month=date(2026, month, 1), made_with="one", half=b"x" * 32)
    for at, left in (
        (datetime(2026, 3, 31, 23, 59, tzinfo=UTC), [1, 2]),
        (datetime(2026, 4, 1, tzinfo=UTC), [2]),
        (datetime(2026, 4, 30, tzinfo=UTC), [2]),
        (datetime(2026, 5, 1, tzinfo=UTC), []),
    ):
        forget_old_origins(at=at)
        assert [key.month.month for key in OriginKey.objects.order_by("month")] == left
    PlayOrigin.objects.update(at=cast.OPEN - timedelta(days=4_000))
    tasks.erase_what_is_over()
    assert not PlayOrigin.objects.exists()


def test_a_players_file_says_that_there_are_some_and_erasing_the_data_deletes_them(house):
    table = cash.open_cash(house)
    for seat in (1, 2):
        table.sit(seat)
        noted(table, seat)
    who = table.people[1]
    assert everything_played(who.player_id)["origins"] == {"digests": 1, "kept_at": [table.now]}
    table.leave(1)
    cast.say(
        withdraw,
        by=house.desi,
        at=table.now,
        player_id=who.player_id,
        venue_id=house.venue_id,
        unit=house.currency,
        amount_cents=20_000,
        method="cash",
    )
    cast.say(anonymise_player, by=house.olga, player_id=who.player_id, venue_id=house.venue_id)
    assert list(PlayOrigin.objects.values_list("player_id", flat=True)) == [table.people[2].player_id]


def test_programs_that_listen_leave_one_too_and_by_whom_a_topic_is_heard_is_in_no_log(house):
    table = cash.open_cash(house)
    who = table.sit(1)
    listener = Listener(user_id=who.user_id, address=HOME, browser=PHONE)
    assert HOME not in repr(listener) and PHONE not in repr(listener)
    topic = resolve(f"player/{who.player_id}/play/{table.table_id}")
    topic.tell_attended(here=True, by=None)
    assert not PlayOrigin.objects.exists()
    topic.tell_attended(here=True, by=listener)
    assert PlayOrigin.objects.get().player_id == who.player_id


def test_the_database_holds_one_a_sitting_and_one_a_tournament_and_no_other(house):
    table = cash.open_cash(house)
    who = table.sit(1)
    about = {"player_id": who.player_id, "venue_id": house.venue_id, "at": table.now, "key": cast.new_id()}
    sitting = Sitting.objects.get()
    PlayOrigin.objects.create(sitting=sitting, **about)
    for wrong in ({"sitting": sitting}, {}):
        with pytest.raises(IntegrityError), transaction.atomic():
            PlayOrigin.objects.create(**wrong, **about)
