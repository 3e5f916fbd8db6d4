"""Days that are over are counted once: the integrity desk reads the same to the chip from their sums as from their hands."""

from __future__ import annotations

import random
from datetime import timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.db.models import F

from play.models import CountedDay, DealtHand, HandOfPlayer, PairOfDay, PlayerOfDay, TableKind
from play.operations.counted_days import count_days
from play.queries import counted_days
from play.queries.pairs import hands_of_pair, lines_of_pair, pairs_of_house
from play.queries.play_styles import style_of_player, styles_of_house
from play.queries.standing_out import alerts_of_house
from tests import cast
from tests.play.made_hands import Deed, Made, deed, made_table

pytestmark = [pytest.mark.django_db, pytest.mark.rule("PT-H.11", "PT-O.11")]

#: evenings, each until the morning: so many days and one
EVENINGS, HANDS = 4, 14
DAYS = EVENINGS + 1
FIRST = cast.OPEN.date()
#: when all of these days are over
AFTER = cast.OPEN + timedelta(days=DAYS)
STREETS = ("preflop", "flop", "turn", "river")


@pytest.fixture
def made() -> Made:
    """Hands of four evenings, drawn by a seed: several winners, all-ins, folds, times that ran out; some over midnight, one void."""
    table = made_table(cast.house(), seats=5)
    drawn = random.Random(20_261_126)
    for number in range(EVENINGS * HANDS):
        day, hour = divmod(number, HANDS)
        at = cast.OPEN + timedelta(days=day, hours=hour * 0.9, milliseconds=drawn.randrange(900_000))
        seats = drawn.sample(range(1, 6), drawn.randrange(2, 6))
        hand = table.hand(
            at, _changes(drawn, seats), _deeds(drawn, seats), lasted=timedelta(minutes=drawn.randrange(1, 25))
        )
        DealtHand.objects.filter(pk=hand.pk).update(
            big_blind_chips=drawn.choice((100, 300, 700)), result={"voided": "staff"} if number == 9 else {}
        )
    for hour in range(4):  # much goes from one to another, who folds
        table.hand(
            cast.OPEN + timedelta(days=1, hours=hour, minutes=50),
            {1: -5_000, 2: 5_000},
            [deed(2, "raise"), deed(1, "fold")],
        )
    return table


def _changes(drawn: random.Random, seats: list[int]) -> dict[int, int]:
    lost = {seat: -drawn.randrange(0, 3_000) for seat in seats[1:]}
    pot, winners = -sum(lost.values()), seats[:1]
    if len(seats) > 3 and drawn.random() < 0.4:  # the pot is split, and the house takes its share
        winners = seats[:2]
        pot -= lost.pop(seats[1])  # who wins loses nothing
    share = max(pot - drawn.randrange(0, 20), 0) // len(winners)
    return lost | dict.fromkeys(winners, share)


def _deeds(drawn: random.Random, seats: list[int]) -> list[Deed]:
    return [
        deed(
            drawn.choice(seats),
            drawn.choice(("fold", "call", "check", "bet", "raise")),
            STREETS[turn // 4],
            drawn.randrange(300, 17_000),
            all_in=drawn.random() < 0.1,
        )
        for turn in range(drawn.randrange(3, 16))
    ]


def read(table: Made, *, first: int = 0, last: int = EVENINGS, officer_id: int | None = None) -> list[Any]:
    """Everything that the desk tells of some of the days."""
    asked: dict[str, Any] = {
        "kind": TableKind.DEMO,
        "first": FIRST + timedelta(days=first),
        "last": FIRST + timedelta(days=last),
        "officer_id": officer_id,
    }
    venue_id = table.table.house.venue_id
    one, two = table.people[1].player_id, table.people[2].player_id
    return [
        pairs_of_house(venue_id, **asked),
        styles_of_house(venue_id, **asked),
        alerts_of_house(venue_id, **asked),
        lines_of_pair(venue_id, players=(two, one), **asked),
        hands_of_pair(venue_id, players=(one, two), **asked),
        style_of_player(venue_id, player_id=one, **asked),
    ]


def from_hands(table: Made, **asked: Any) -> list[Any]:
    """The same, counted from the hands alone."""
    kept = counted_days.COUNTED_AS
    counted_days.COUNTED_AS = "nobody"
    try:
        return read(table, **asked)
    finally:
        counted_days.COUNTED_AS = kept


def test_the_desk_reads_the_same_from_the_sums_of_days_as_from_hands(made: Made) -> None:
    officer = made.people[3].user_id
    asked = [{}, {"first": 1, "last": 2}, {"first": 2, "last": 2}, {"officer_id": officer}]
    before = [read(made, **one) for one in asked]
    pairs, players, alerts, *_more = before[0]
    assert len(pairs) == 10 and len(players) == 5 and alerts and before[3][0] != pairs
    assert sum(line.there_chips + line.back_chips for line in pairs) > 20_000
    assert count_days(at=AFTER) == DAYS and CountedDay.objects.count() == DAYS
    assert [read(made, **one) for one in asked] == before
    assert [from_hands(made, **one) for one in asked] == before
    # the hands of those days are looked at no more
    HandOfPlayer.objects.update(won_chips=F("won_chips") * 2)
    assert read(made)[:2] == before[0][:2] != from_hands(made)[:2]


def test_a_day_with_other_hands_than_were_counted_is_counted_from_them(made: Made) -> None:
    count_days(at=AFTER)
    before, sums = read(made), PairOfDay.objects.count()
    # nobody makes a hand void that is over; a clock that was set back ends one on a day of before
    voided = DealtHand.objects.filter(number=1_000 + HANDS + 2)
    voided.update(result={"voided": "cards"})
    after = read(made)
    assert after == from_hands(made) and after[0] != before[0]
    assert count_days(at=AFTER) == 1 and read(made) == after
    made.hand(cast.OPEN + timedelta(days=2, hours=2), {4: -900, 5: 900}, [deed(4, "call"), deed(5, "raise")])
    again = read(made)
    assert again == from_hands(made) and again[0] != after[0]
    assert count_days(at=AFTER) == 1 and read(made) == again
    assert CountedDay.objects.count() == DAYS and PairOfDay.objects.count() == sums


def test_a_day_is_counted_once_when_it_is_over_and_forgotten_after_a_quarter(made: Made) -> None:
    # 23:59 of the third day, and some minutes into the fourth: the last hand may not be written down yet
    midnight = counted_days.begins_of_days(
        ZoneInfo("America/Sao_Paulo"), first=FIRST, last=FIRST + timedelta(days=2)
    )[-1]
    for at, found in ((midnight - timedelta(minutes=1), 2), (midnight + timedelta(minutes=14), 0)):
        assert count_days(at=at) == found
    assert count_days(at=midnight + timedelta(minutes=16)) == 1
    assert CountedDay.objects.count() == 3
    assert read(made) == from_hands(made)
    assert [count_days(at=AFTER, most=1) for _ in range(3)] == [1, 1, 0]
    kept = list(PlayerOfDay.objects.order_by("pk").values())
    assert count_days(at=AFTER) == 0 and list(PlayerOfDay.objects.order_by("pk").values()) == kept
    # by other statements than it was counted with it counts no more
    CountedDay.objects.update(counted_as="of before")
    assert read(made) == from_hands(made)
    assert count_days(at=AFTER, most=3) == 3 and count_days(at=AFTER, most=3) == 2
    count_days(at=AFTER + timedelta(days=100))
    assert not (CountedDay.objects.exists() or PairOfDay.objects.exists() or PlayerOfDay.objects.exists())
    assert read(made) == from_hands(made)
