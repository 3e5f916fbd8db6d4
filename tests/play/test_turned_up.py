"""An all-in in a tournament: the cards of everybody left lie open while the board comes, and nobody else's, and nowhere else."""

from __future__ import annotations

from datetime import timedelta

import pytest

from dispatch import topics
from dispatch.models import Fact
from play.queries.payloads import onlookers_payload, table_payload
from tests import cast
from tests.play.conftest import open_one
from tests.play.event import Event, begun, house
from tests.play.test_many_hands import everybody_sees, own_cards
from tournaments.models import Field, Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.rule("ADTP.16", "PT-H.59")]


def all_in(event: Event) -> tuple[int, list[int]]:
    """Of three the first folds, the others put everything in: who folded, and who is left."""
    event.due()
    folder = event.to_act
    event.act("fold")
    shover = event.to_act
    event.act("raise", 1_000)
    caller = event.to_act
    event.act("call")
    assert event.row.due_kind == "street"
    return folder, sorted([shover, caller])


def lies_open(event: Event) -> dict[int, set[str]]:
    return {one["seat"]: set(one["hole"]) for one in table_payload(event.table_id)["open"]}


def test_they_lie_open_as_soon_as_nobody_can_bet_until_the_pots_are_won():
    event = begun(house(), players=3)
    folder, left = all_in(event)
    cards = {seat: own_cards(event, seat) for seat in left}
    assert lies_open(event) == cards and table_payload(event.table_id)["board"] == []
    everybody_sees(event)
    (told,) = Fact.objects.filter(kind="cards_turned_up")
    assert {seat: set(hole) for seat, hole in told.body["cards"]} == cards
    # who opens the page later sees the same, and so it stays to the river
    later = topics.resolve(f"play/{event.table_id}").payload()
    assert {one["seat"] for one in later["open"]} == set(left) and folder not in cards
    for count in (3, 4):
        event.due()
        assert (lies_open(event), len(event.hand.board)) == (cards, count)
    event.due()
    shown = table_payload(event.table_id)
    assert shown["open"] == [] and {one["seat"] for one in shown["result"]["shown"]} == set(left)
    assert Fact.objects.filter(kind="cards_turned_up").count() == 1
    event.check_chips()
    cast.books_balance()


def test_onlookers_see_them_as_late_as_everything_else():
    event = begun(house(), players=3)
    all_in(event)
    late = event.row.onlookers_delay_seconds
    assert late > 0
    assert onlookers_payload(event.table_id, at=event.now + timedelta(seconds=1))["open"] == []
    seen = onlookers_payload(event.table_id, at=event.now + timedelta(seconds=late + 1))
    assert len(seen["open"]) == 2


def test_the_house_may_keep_them_down_in_hand_for_hand():
    event = begun(house(), players=3)
    t = Tournament.objects.get(pk=event.tournament_id)
    t.policies = {**t.policies, "all_in_cards_down_in_hand_for_hand": True}
    t.save(update_fields=["policies"])
    Field.objects.filter(pk=t.pk).update(hand_for_hand=True)
    all_in(event)
    assert lies_open(event) == {} and not Fact.objects.filter(kind="cards_turned_up").exists()
    everybody_sees(event)


def test_at_a_table_that_is_no_tournaments_nobody_shows_before_the_end():
    table = open_one(cast.house())
    for seat in (1, 2):
        table.sit(seat)
    table.deal()
    everything = table.hand.stacks[table.to_act] + table.hand.put_in[table.to_act]
    table.act("raise", everything)
    table.act("call")
    assert table.row.due_kind == "street"
    assert table_payload(table.table_id)["open"] == [] and table.hand.open_cards == ()
