"""Cards opened to an integrity officer: with a reason, recorded, to nobody else and for half an hour."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest

from dispatch.models import Command, Fact
from people.commands.grant_role import grant_role
from play.commands.open_cards import open_cards
from play.commands.sit import sit
from play.models import DealtHand, HandOpening
from play.queries.history import public_hand
from play.queries.openings import opening_with_cards, openings_of_hand, openings_of_house
from rules.refusals import Refused
from tests import cast
from tests.play.conftest import open_one
from tests.play.room import started
from tests.play.test_history import cards_of, fold_out

pytestmark = [pytest.mark.django_db, pytest.mark.rule("PT-H.11", "PT-O.11")]

WHY = "Dois lugares que largam as mãos"


@pytest.fixture
def over(three):
    """A table at which one hand is over, everybody but one folded."""
    fold_out(three)
    return three


def officer(house, person=None):
    person = person or house.dora
    cast.say(grant_role, by=house.olga, user_id=person.user_id, venue_id=house.venue_id, role="integrity")
    return person


def say_open(table, by, *, number=1, reason=WHY, at=None):
    asked = {"table_id": table.table_id, "number": number, "reason": reason}
    return cast.say(open_cards, by=by, at=at or table.now, **asked)


def refused(code, by, table_id, *, number=1, reason=WHY):
    with cast.refused(code):
        cast.say(open_cards, by=by, table_id=table_id, number=number, reason=reason)


def read(table, opening_id, by, *, minutes=0):
    return opening_with_cards(
        opening_id,
        venue_id=table.house.venue_id,
        user_id=by.user_id,
        at=table.now + timedelta(minutes=minutes),
    )


def test_the_officer_who_opened_a_hand_reads_everybodys_cards_for_half_an_hour(over):
    dora = officer(over.house)
    done = say_open(over, dora)
    view, hand = read(over, done["opening_id"], dora, minutes=29)
    dealt = DealtHand.objects.get(table_id=over.table_id, number=1)
    assert {one.seat: one.cards for one in hand.players} == {
        seat: cards_of(dealt, seat) for seat in (2, 5, 7)
    }
    assert (view.number, view.by, view.reason, view.at) == (1, "Dora", WHY, over.now)
    assert done["until"] == view.until.isoformat() == (over.now + timedelta(minutes=30)).isoformat()
    with pytest.raises(Refused) as no:
        read(over, done["opening_id"], dora, minutes=30)
    assert no.value.code == "opening_over"
    # to others it is as if there were none, the owner among them, who may open the hand herself
    for other in (over.house.olga, over.house.ana):
        with pytest.raises(Refused) as no:
            read(over, done["opening_id"], other)
        assert no.value.code == "not_found"
    with pytest.raises(Refused) as no:
        opening_with_cards(
            done["opening_id"],
            venue_id=over.house.venue_id + 1,
            user_id=dora.user_id,
            at=over.now,
        )
    assert no.value.code == "not_found"
    # everybody else still sees the table's view
    assert all(one.cards == () for one in public_hand(table_id=over.table_id, number=1).players)


def test_each_opening_is_a_fact_without_a_card_and_stands_in_the_list_that_the_owner_reads(over):
    dora = officer(over.house)
    first = say_open(over, dora)
    over.now += timedelta(minutes=1)
    second = say_open(over, over.house.olga, reason="Segunda leitura")
    facts = Fact.objects.filter(kind="hand_cards_opened").order_by("id")
    assert [fact.body for fact in facts] == [
        {"opening_id": first["opening_id"], "number": 1, "reason": WHY},
        {"opening_id": second["opening_id"], "number": 1, "reason": "Segunda leitura"},
    ]
    assert {(fact.stream, fact.audience) for fact in facts} == {(f"play:{over.table_id}", "staff")}
    listed = [
        (one.by, one.reason, one.number, one.table_id) for one in openings_of_house(over.house.venue_id)
    ]
    assert listed == [("Olga", "Segunda leitura", 1, over.table_id), ("Dora", WHY, 1, over.table_id)]
    here = {"venue_id": over.house.venue_id, "table_id": over.table_id, "number": 1}
    assert [one.by for one in openings_of_hand(**here)] == ["Olga", "Dora"]
    assert openings_of_house(over.house.venue_id + 1) == []
    kept = json.dumps(
        [
            *Fact.objects.filter(kind="hand_cards_opened").values_list("body", flat=True),
            *Command.objects.filter(name="play.open_cards").values_list("outcome", flat=True),
        ]
    )
    dealt = DealtHand.objects.get(table_id=over.table_id, number=1)
    assert not any(f'"{card}"' in kept for seat in (2, 5, 7) for card in cards_of(dealt, seat))


def test_nobody_opens_without_the_right_or_a_reason_or_a_hand_that_is_played(over):
    house = over.house
    for who in (house.ana, house.bruno, house.desi, house.caio, over.people[2]):
        refused("forbidden", who, over.table_id, number=1, reason=WHY)
    dora = officer(house)
    for reason, code in (("  ", "text_missing"), ("x" * 301, "text_too_long")):
        refused(code, dora, over.table_id, reason=reason)
    over.deal()
    refused("not_found", dora, over.table_id, number=2, reason=WHY)
    refused("not_found", dora, over.table_id, number=3, reason=WHY)
    refused("not_found", dora, 10**9, number=1, reason=WHY)
    rival = officer(cast.house(name="Outra"))
    refused("forbidden", rival, over.table_id, number=1, reason=WHY)
    assert not HandOpening.objects.exists()


def test_an_officer_opens_no_hand_of_a_table_where_the_officer_plays(over):
    house = over.house
    player = officer(house, over.people[5])
    refused("own_hand", player, over.table_id, number=1, reason=WHY)
    # one who sits there now, without having played that hand
    dora = officer(house)
    say_open(over, dora)
    cast.say(sit, by=dora, at=over.now, table_id=over.table_id, player_id=dora.player_id, seat=9)
    refused("own_hand", dora, over.table_id, number=1, reason=WHY)
    other = open_one(house)
    for seat in (1, 2):
        other.sit(seat)
    other.deal()
    fold_out(other)
    assert say_open(other, dora)["opening_id"]


def test_who_plays_a_tournament_opens_no_hand_of_any_of_its_tables():
    room = started(cast.house(), players=4, seats=2)
    one, two = room.open()
    room.until_close(one.table_number, two.table_number)
    for row in room.open():
        room.fold_at(row)
    here = next(row for row in room.open() if DealtHand.objects.filter(table=row, closed_at__isnull=False))
    elsewhere = next(row for row in room.rows() if row.pk != here.pk)
    person = room.people[elsewhere.seats[0]["player_id"]]
    refused("own_hand", officer(room.house, person), here.pk, number=1, reason=WHY)
    done = cast.say(open_cards, by=officer(room.house), at=room.now, table_id=here.pk, number=1, reason=WHY)
    assert done["opening_id"]


def test_a_hand_whose_key_is_gone_is_not_opened(over, settings):
    settings.PLAY_KEY, settings.PLAY_KEY_FALLBACKS = "another key of the house", ()
    refused("cards_gone", over.house.olga, over.table_id, number=1, reason=WHY)
