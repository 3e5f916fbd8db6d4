"""What stands out of pairs and players: exact figures over hands that were made for it, and the list of all of it."""

from __future__ import annotations

from datetime import datetime, timedelta
from functools import partial
from zoneinfo import ZoneInfo

import pytest

from play.models import DealtHand, TableKind
from play.queries import play_styles
from play.queries.pairs import pairs_of_house, pairs_of_player
from play.queries.play_styles import style_of_player, styles_of_house
from play.queries.standing_out import alerts_of_house
from rules.online import IntegrityPolicy
from rules.refusals import Refused
from tests import cast
from tests.play.made_hands import deed, made_table

pytestmark = [pytest.mark.django_db, pytest.mark.rule("PT-H.11", "PT-O.11")]

MINUTE, HOUR = timedelta(minutes=1), timedelta(hours=1)
BEGIN = cast.OPEN


@pytest.fixture
def made():
    return made_table(cast.house())


def pair(made, one=1, two=2, **more):
    ids = (made.people[one].player_id, made.people[two].player_id)
    found = pairs_of_house(made.table.house.venue_id, **made.asked(), **more)
    return next(line for line in found if (line.first_id, line.second_id) == ids)


def line_of(made, seat=1, *, days=1):
    found = styles_of_house(made.table.house.venue_id, **made.asked(days=days))
    return next(line for line in found if line.player_id == made.people[seat].player_id)


def test_hands_to_the_end_between_two_and_those_that_both_only_checked(made):
    calls = [deed(1, "call"), deed(2, "check")]
    checks = [deed(seat, "check", street) for street in ("flop", "turn", "river") for seat in (2, 1)]
    out = [deed(3, "fold")]
    changes = {1: -100, 2: 100, 3: 0}
    made.hand(BEGIN, changes, [*out, *calls, *checks])  # checked down
    made.hand(
        BEGIN, changes, [*out, deed(1, "raise"), deed(2, "call"), *checks]
    )  # so it is after a raise before the flop
    made.hand(BEGIN, changes, [*out, *calls, deed(2, "bet", "flop"), deed(1, "call", "flop"), *checks[2:]])
    made.hand(BEGIN, changes, [*out, *calls, *checks[:-1], deed(1, "fold", "river")])  # not to the end
    made.hand(BEGIN, changes, [deed(3, "call"), *calls, *checks])  # not alone
    made.hand(
        BEGIN, changes, [*out, deed(1, "raise", all_in=True), deed(2, "call")]
    )  # nothing was left to bet
    line = pair(made)
    assert (line.hands, line.alone, line.checked) == (6, 3, 2)
    assert (pair(made, 1, 3).alone, pair(made, 2, 3).alone) == (0, 0)


def test_chips_given_away_in_hands_with_an_all_in_are_counted_apart(made):
    pushed = [deed(3, "fold"), deed(1, "raise", all_in=True), deed(2, "call")]
    made.hand(BEGIN, {1: -5_000, 2: 5_000, 3: 0}, pushed)
    made.hand(BEGIN, {1: 200, 2: -200, 3: 0}, pushed)
    made.hand(BEGIN, {1: -300, 2: 300, 3: 0}, [deed(3, "fold"), deed(1, "call"), deed(2, "check")])
    line = pair(made)
    assert (line.there_chips, line.back_chips, line.net_bb) == (5_300, 200, 5_100)
    assert (line.all_in_there, line.all_in_back, line.all_in_net_bb) == (1, 1, 4_800)
    assert line.alerts == ()
    for _ in range(2):
        made.hand(
            BEGIN,
            {1: -4_000, 2: 4_000, 3: 0},
            [deed(3, "fold"), deed(2, "raise", all_in=True), deed(1, "call")],
        )
    assert pair(made).alerts == ("quickly", "all_in")


def test_a_buy_in_that_goes_one_way_in_thirteen_hands_stands_out(made):
    """Three folds after much was put in; between them small hands that go either way, and the third player is in all of them."""
    buy_in = made.table.row.stack_chips
    gives = [deed(3, "fold"), deed(1, "raise"), deed(2, "raise", "flop"), deed(1, "fold", "flop")]
    for _ in range(2):
        made.hand(BEGIN, {1: -buy_in // 2, 2: buy_in // 2, 3: 0}, gives)
    for number in range(10):
        change = 100 if number % 2 else -100
        made.hand(BEGIN, {1: change, 2: -change, 3: 0})
    assert pair(made).alerts == ()
    made.hand(BEGIN, {1: -1_000, 2: 1_000, 3: 0}, gives)
    line = pair(made)
    assert (line.hands, line.large_there, line.large_back) == (13, 3, 0)
    assert (line.folded_there, line.folded_back) == (3, 0)
    assert line.alerts == ("quickly", "folded")
    assert pair(made, 1, 3).alerts == pair(made, 2, 3).alerts == ()
    listed = alerts_of_house(made.table.house.venue_id, **made.asked())
    assert [(one.player_id, one.other_id, one.alerts) for one in listed] == [
        (line.first_id, line.second_id, ("quickly", "folded"))
    ]


def test_bets_and_raises_for_each_call_after_the_flop(made):
    deeds = [
        deed(1, "raise"),
        deed(2, "call"),
        deed(1, "bet", "flop"),
        deed(2, "raise", "flop"),
        deed(1, "call", "flop"),
    ]
    made.hand(BEGIN, {1: -100, 2: 100}, [*deeds, deed(2, "bet", "turn"), deed(1, "fold", "turn")])
    first, second = line_of(made), line_of(made, 2)
    assert (first.pushes, first.calls, first.aggression) == (1, 1, 100)
    assert (second.pushes, second.calls, second.aggression) == (2, 0, 200)
    # nobody has played a thousand hands: there are no others to compare with
    assert (first.field_players, first.field_entered, first.field_aggression) == (0, 0, 0)


def test_times_are_counted_by_half_seconds_from_one_second_on(made):
    took = (999, 1_000, 1_499, 1_500, 2_040, 2_090, 14_999, 15_000, 90_000)
    made.hand(BEGIN, {1: 0, 2: 0}, [deed(1, "check", ms=ms) for ms in took])
    line = line_of(made)
    assert line.decisions == 8
    assert {number: count for number, count in enumerate(line.times) if count} == {
        0: 2,
        1: 1,
        2: 2,
        27: 1,
        28: 2,
    }
    assert len(line.times) == 29
    assert line.same_tenth == 2  # 2.0 s, twice
    # 2, 1, 2, 1 and 2 of 8: 3 · ¼ · 2 bits + 2 · ⅛ · 3 bits
    assert line.entropy == 225
    assert line_of(made, 2).times == (0,) * 29


def test_who_takes_the_same_time_again_and_again_stands_out(made):
    made.hand(BEGIN, {1: 0, 2: 0}, [deed(1, "check", ms=2_000 + number % 100) for number in range(200)])
    made.hand(
        BEGIN,
        {1: 0, 2: 0},
        [deed(2, "check", ms=1_000 + 70 * number) for number in range(200)],
    )
    assert line_of(made).alerts == ("even", "few_times", "same_tenth")
    assert line_of(made, 2).alerts == ()


def test_hours_and_days_are_those_of_the_house(made):
    zone = ZoneInfo("America/Sao_Paulo")
    late = datetime(2026, 11, 21, 23, 59, 59, tzinfo=zone)
    made.hand(late, {1: 0, 2: 0})
    made.hand(late + timedelta(seconds=1), {1: 0, 2: 0})
    line = line_of(made, days=2)
    assert (line.by_hour[23], line.by_hour[0], sum(line.by_hour), line.days) == (1, 1, 2, 2)
    assert (line.quiet_hands, line.hands, line.last_at) == (0, 2, late + timedelta(seconds=1))


def test_the_longest_time_of_play_ends_where_six_hours_were_rested(made):
    at = BEGIN
    for after in (0, 5, 5, 5):  # hours after the one before
        at += after * HOUR
        made.hand(at, {1: 0, 2: 0})
    assert line_of(made).longest_minutes == 15 * 60 + 1
    # six hours from the end of one hand to the deal of the next
    made.hand(at + 6 * HOUR + MINUTE, {1: 0, 2: 0})
    assert line_of(made).longest_minutes == 15 * 60 + 1
    assert line_of(made).alerts == ()
    # a second less, and it went on: 15 hours, 6, and a hand that lasts three hours more
    made.hand(at + 9 * HOUR, {1: 0, 3: 0}, lasted=3 * HOUR + timedelta(seconds=1))
    first = line_of(made, days=2)
    assert first.longest_minutes == 24 * 60 + 1 and first.alerts == ("no_rest",)
    assert line_of(made, 2, days=2).longest_minutes == 15 * 60 + 1


def test_who_plays_far_from_the_others_stands_out_beside_them(monkeypatch):
    monkeypatch.setattr(
        play_styles, "IntegrityPolicy", partial(IntegrityPolicy, field_hands=10, field_others=3)
    )
    made = made_table(cast.house(), seats=6)
    for number in range(10):
        # seats 1 to 4 play four hands of ten, the fifth all of them; the sixth is in too few
        who = dict.fromkeys((1, 2, 3, 4, 5) if number else (1, 2, 3, 4, 5, 6), 0)
        made.hand(
            BEGIN,
            who,
            [deed(5, "raise")] + [deed(seat, "call" if number < 4 else "fold") for seat in (1, 2, 3, 4)],
        )
    loose = line_of(made, 5)
    assert (loose.entered, loose.raised, loose.field_players, loose.field_entered, loose.field_raised) == (
        10,
        10,
        4,
        4_000,
        0,
    )
    assert loose.alerts == ("entered", "raised")
    # of the others one plays all hands: the deviation is large
    usual = line_of(made, 1)
    assert (usual.field_players, usual.field_entered, usual.alerts) == (4, 5_500, ())
    assert line_of(made, 6).field_players == 5


def test_the_list_names_what_stands_out_the_last_first_and_nothing_of_who_reads(made):
    house, asked = made.table.house, made.asked()
    assert alerts_of_house(house.venue_id, **asked) == []
    pushed = [deed(3, "fold"), deed(1, "raise", all_in=True), deed(2, "call")]
    for number in range(3):
        made.hand(BEGIN + number * MINUTE, {1: -5_000, 2: 5_000, 3: 0}, pushed)
    made.hand(BEGIN + HOUR, {3: 0, 2: 0}, [deed(3, "check", ms=2_000) for _ in range(200)])
    found = alerts_of_house(house.venue_id, **asked)
    ids = {seat: person.player_id for seat, person in made.people.items()}
    assert [(line.player_id, line.other_id, line.alerts) for line in found] == [
        (ids[3], None, ("even", "few_times", "same_tenth")),
        (ids[1], ids[2], ("quickly", "all_in")),
    ]
    assert [(line.hands, line.last_at) for line in found] == [(4, BEGIN + HOUR), (3, BEGIN + 2 * MINUTE)]
    assert [(line.player, line.other) for line in found] == [("Joga3", ""), ("Joga1", "Joga2")]
    assert alerts_of_house(house.venue_id, **asked, limit=1) == found[:1]
    assert alerts_of_house(house.venue_id, **asked, offset=1) == found[1:]
    reads = {
        seat: alerts_of_house(house.venue_id, **asked, officer_id=made.people[seat].user_id)
        for seat in (1, 2, 3)
    }
    assert reads == {1: found[:1], 2: found[:1], 3: found[1:]}
    other = cast.house(name="Outra")
    assert alerts_of_house(other.venue_id, **asked) == []
    for kind in (TableKind.CASH, TableKind.TOURNAMENT):
        assert alerts_of_house(house.venue_id, **asked | {"kind": kind}) == []
    with pytest.raises(Refused):
        alerts_of_house(house.venue_id, **asked | {"last": asked["first"] - timedelta(days=1)})
    DealtHand.objects.filter(table_id=made.table.table_id).update(result={"voided": "staff"})
    assert alerts_of_house(house.venue_id, **asked) == []


def test_one_player_is_read_alone_with_the_pairs_and_not_by_that_player(made):
    for number in range(3):
        made.hand(BEGIN + number * MINUTE, {1: -100, 2: 200, 3: -100})
    house, asked = made.table.house, made.asked()
    one, two = made.people[1], made.people[2]
    (line,) = style_of_player(house.venue_id, player_id=one.player_id, **asked)
    assert line == line_of(made)
    found = pairs_of_player(house.venue_id, player_id=one.player_id, **asked)
    assert [(pair.second_id, pair.there_chips) for pair in found] == [
        (two.player_id, 300),
        (made.people[3].player_id, 0),
    ]
    assert style_of_player(house.venue_id, player_id=one.player_id, officer_id=one.user_id, **asked) == []
    assert pairs_of_player(house.venue_id, player_id=one.player_id, officer_id=one.user_id, **asked) == []
    assert style_of_player(house.venue_id, player_id=cast.person("Zoe").player_id, **asked) == []
