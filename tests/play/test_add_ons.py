"""Add-ons at tables online: in the recess of their level, between two hands, from the balance, until the clock goes on."""

from __future__ import annotations

from datetime import timedelta
from random import Random
from typing import Any

import pytest

from dispatch.facts import SYSTEM, Done
from ledger.queries import wallet_balance
from payouts.models import Award
from play.commands.open_hand import open_hand
from play.commands.take_add_on import take_add_on
from play.models import Sitting
from play.queries.add_ons import add_ons_sold
from rules.hands import Hand
from rules.levels import Level, Recess, Structure
from rules.refusals import Refused
from tests import cast
from tests.play.event import BALANCE, house
from tests.play.room import Room, rash, started
from tests.play.test_late_entries import PRICE, close, entries_close, seat_of
from tests.play.test_rebuys import answers
from tournaments.commands.add_on import add_on
from tournaments.commands.announce_level import announce_level
from tournaments.commands.undo_purchase import undo_purchase
from tournaments.models import Clock, Elimination, Entry, Purchase, Tournament

COSTS, CHIPS = 400, 1_500
LEVEL, RECESS = 90, 60


def structure() -> dict[str, Any]:
    """Level 1, a recess, and levels that double."""
    levels = [Level(small_blind=25 << n, big_blind=50 << n, seconds=LEVEL) for n in range(8)]
    items = (levels[0], Recess(seconds=RECESS), *levels[1:])
    return Structure(starting_stack=1_000, items=items).as_dict()


def begun(*, players: int = 3, seats: int = 5, per_player: int = 2, **more: Any) -> Room:
    return started(
        house(),
        players=players,
        seats=seats,
        stack=1_000,
        structure=structure(),
        late_registration_level=1,
        add_on={"price_cents": COSTS, "chips": CHIPS, "after_level": 1, "per_player": per_player} | more,
    )


def in_recess(room: Room) -> None:
    """The recess comes while each table plays its first hand, and all have put it away."""
    while any(row.stage == "waiting" for row in room.open()):
        room.step(lambda *_: ("fold", 0))
    room.now = cast.START + timedelta(seconds=LEVEL)
    clock = Clock.objects.get(pk=room.tournament_id)
    cast.say(announce_level, by=SYSTEM, at=room.now, tournament_id=clock.pk, turn=clock.turn)
    for row in room.until_close(*(row.table_number for row in room.open())):
        close(room, row)


def buys(room: Room, person: cast.Person, **more: Any) -> dict[str, Any]:
    return answers(room, person, take_add_on, **more)


@pytest.mark.rule("PT-T.21", "PT-T.23", "PT-T.31", "PT-H.11")
def test_in_its_recess_and_once_the_hand_is_over_a_player_buys_to_the_limit_until_the_clock_goes_on(db):
    room = begun()
    first, second, third = room.people.values()
    with cast.refused("add_on_not_now", rule="PT-T.23"):
        buys(room, first)
    room.step(rash(Random(1)))
    room.now = cast.START + timedelta(seconds=LEVEL)
    with cast.refused("hand_is_played", rule="PT-H.11"):
        buys(room, first)
    in_recess(room)
    before = seat_of(first)[1]["chips"]
    with cast.refused("price_changed"):
        buys(room, first, told_cents=COSTS - 1)
    with cast.refused("add_on_limit", rule="PT-T.31"):
        buys(room, first, count=3)
    bought = buys(room, first, count=2, told_cents=COSTS)
    assert (bought["chips"], bought["stack_chips"], len(bought["receipts"])) == (
        2 * CHIPS,
        before + 2 * CHIPS,
        2,
    )
    assert seat_of(first)[1]["chips"] == before + 2 * CHIPS
    assert wallet_balance(first.player_id, unit="EUR") == BALANCE - PRICE - 2 * COSTS
    assert Sitting.objects.get(player_id=first.player_id).brought_chips == 1_000 + 2 * CHIPS
    field = room.field
    assert (field.add_ons, field.chips_issued) == (2, 3_000 + 2 * CHIPS)
    room.check()
    with cast.refused("add_on_limit", rule="PT-T.31"):
        buys(room, first)
    assert add_ons_sold(room.tournament_id, player_id=first.player_id, at=room.now) is None
    # what is sold and taken back at the felt is not, while a table has the chips
    entry = Entry.objects.get(player_id=first.player_id)
    with cast.refused("played_online"):
        cast.say(add_on, by=first, at=room.now, entry_id=entry.pk, method="balance")
    with cast.refused("played_online"):
        cast.say(undo_purchase, by=room.house.ana, at=room.now, purchase_id=Purchase.objects.latest("pk").pk)
    with cast.refused("forbidden"):
        buys_for_another = {"at": room.now, "table_id": room.open()[0].pk, "player_id": second.player_id}
        cast.say(take_add_on, by=first, **buys_for_another)
    # the recess counts from the end of the last hand, and its end is the deadline, noticed or not
    deadline = Clock.objects.get(pk=room.tournament_id).deadline_at
    room.now = deadline - timedelta(milliseconds=1)
    buys(room, second)
    room.now = deadline
    with cast.refused("add_on_not_now", rule="PT-T.23"):
        buys(room, third)
    (row,) = room.open()
    cast.say(open_hand, by=SYSTEM, at=room.now, table_id=row.pk, turn=row.turn)
    with cast.refused("hand_is_played", rule="PT-H.11"):
        buys(room, third)
    (row,) = room.open()
    hand = Hand.from_dict(row.hand)
    assert sum(hand.stacks.values()) + hand.pot_chips == 3_000 + 3 * CHIPS
    assert wallet_balance(third.player_id, unit="EUR") == BALANCE - PRICE
    room.check(between=False)
    cast.books_balance()


@pytest.mark.rule("PT-T.21")
def test_who_has_too_little_takes_nothing(db):
    room = begun(price_cents=BALANCE - PRICE, per_player=2)
    in_recess(room)
    first = next(iter(room.people.values()))
    with cast.refused("insufficient_funds"):
        buys(room, first, count=2)
    assert not Purchase.objects.exists() and room.field.chips_issued == 3_000
    buys(room, first)
    assert wallet_balance(first.player_id, unit="EUR") == 0
    room.check()


@pytest.mark.rule("PT-T.23", "PT-T.52", "PT-T.54")
def test_with_add_ons_at_several_tables_it_is_played_to_the_last_cent(db):
    room = begun(players=7, seats=4)
    in_recess(room)
    bought: dict[int, int] = {}
    for number, (row, kept) in enumerate([(row, one) for row in room.open() for one in row.seats]):
        if number % 3:
            person = room.people[kept["player_id"]]
            buys_at = {"by": person, "at": room.now, "table_id": row.pk, "player_id": person.player_id}
            cast.say(take_add_on, count=number % 3, **buys_at)
            bought[person.player_id] = number % 3
    room.check()
    assert room.field.add_ons == sum(bought.values()) > 3
    entries_close(room)
    random = Random(11)
    room.play_on(random, decides=rash(random, share=0.3))
    assert Tournament.objects.get().state == "finished"
    assert Elimination.objects.count() == 6
    won: dict[int, int] = {}
    for player_id, cents in Award.objects.values_list("entry__player_id", "amount_cents"):
        won[player_id] = won.get(player_id, 0) + cents
    assert sum(won.values()) == 7 * 2_000 + COSTS * sum(bought.values())
    for player_id in room.people:
        spent = PRICE + COSTS * bought.get(player_id, 0)
        assert wallet_balance(player_id, unit="EUR") == BALANCE - spent + won.get(player_id, 0)
    cast.books_balance()


@pytest.mark.django_db(transaction=True)
@pytest.mark.rule("PT-T.22", "PT-T.23", "PT-H.11")
def test_two_devices_and_the_next_deal_at_one_instant_sell_one_at_most():
    room = begun(per_player=1)
    in_recess(room)
    first = next(iter(room.people.values()))
    (row,) = room.open()
    deadline = Clock.objects.get(pk=room.tournament_id).deadline_at
    asked = {"by": first, "at": deadline - timedelta(milliseconds=1), "table_id": row.pk}
    ended = cast.together(
        [
            lambda: cast.asked(take_add_on, player_id=first.player_id, **asked),
            lambda: cast.asked(open_hand, by=SYSTEM, at=deadline, table_id=row.pk, turn=row.turn),
            lambda: cast.asked(take_add_on, player_id=first.player_id, **asked),
        ]
    )
    assert isinstance(ended[1], Done), ended
    bought = sum(isinstance(one, Done) for one in (ended[0], ended[2]))
    said = {one.code for one in (ended[0], ended[2]) if isinstance(one, Refused)}
    assert bought <= 1 and said <= {"add_on_limit", "hand_is_played"}, ended
    assert wallet_balance(first.player_id, unit="EUR") == BALANCE - PRICE - COSTS * bought
    assert Purchase.objects.count() == bought == room.field.add_ons
    (row,) = room.open()
    hand = Hand.from_dict(row.hand)
    assert sum(hand.stacks.values()) + hand.pot_chips == 3_000 + CHIPS * bought
    room.now = deadline
    room.check(between=False)
    cast.books_balance()
