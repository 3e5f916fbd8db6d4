"""Rebuys at tables online: offered while the hand is shown in which the last chip was lost, with a deadline that is kept once."""

from __future__ import annotations

from datetime import timedelta
from random import Random
from typing import Any

import pytest

from dispatch.facts import SYSTEM, Done
from ledger.queries import wallet_balance
from payouts.models import Award
from play.commands.close_hand import close_hand
from play.commands.decline_rebuy import decline_rebuy
from play.commands.give_time_anew import give_time_anew
from play.commands.take_rebuy import take_rebuy
from play.models import PlayTable, Sitting
from play.queries.payloads import own_payload, table_payload
from rules.cards import Card, places_of_board, places_of_seat
from rules.clock_shown import milliseconds
from rules.hands import Hand
from rules.online.rebuys import TO_REBUY
from rules.refusals import Refused
from tables.models import Table
from tests import cast
from tests.play import test_late_entries as late
from tests.play.event import BALANCE, house
from tests.play.room import Room, rash, started
from tests.play.test_antes import EACH, approved, structure
from tests.play.test_late_entries import OPEN, PRICE, entries_close, seat_of
from tournaments.commands.rebuy import rebuy
from tournaments.commands.reenter import reenter
from tournaments.commands.undo_purchase import undo_purchase
from tournaments.models import Elimination, Entry, Purchase, Tournament

COSTS, CHIPS = 400, 1_500
SOLD = {
    "rebuy": {
        "price_cents": COSTS,
        "chips": CHIPS,
        "until_level": 2,
        "per_player": 1,
        "condition": "zero",
    }
}


def all_in(_row: PlayTable, options: Any) -> tuple[str, int]:
    """Everything, always."""
    if options.may_raise:
        return ("raise" if options.facing_chips else "bet"), options.raise_to_chips
    return ("check" if options.may_check else "call"), 0


class Aces:
    """A deck in which one of five seats has aces, and the others nothing."""

    def __init__(self, seat: int) -> None:
        board = zip(places_of_board(count=5), ("Ad", "Kc", "9s", "5h", "4s"), strict=True)
        nothing = ("7c 2d", "8c 3d", "7d 2c", "8d 3c", "6c 2s")
        own = {n: "As Ah" if n == seat else cards for n, cards in enumerate(nothing, 1)}
        self.known = dict(board)
        for number, cards in own.items():
            self.known |= zip(places_of_seat(number, count=2), cards.split(), strict=True)

    def cards(self, places: Any) -> list[Card]:
        return [Card.of(self.known[place]) for place in places]

    def told(self, places: Any) -> list[dict[str, str]]:
        return [{"card": self.known[place]} for place in places]


@pytest.fixture
def rigged(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Three players of whom the one in the last seat wins every hand."""

    def begin(**more: Any) -> Room:
        room = started(house(), players=3, seats=5, stack=1_000, **{**OPEN, **SOLD, **more})
        deck = Aces(max(one["seat"] for one in room.open()[0].seats))
        for module in ("play.operations.hands", "play.queries.payloads", "play.queries.decks"):
            monkeypatch.setattr(f"{module}.deck_of_hand", lambda _dealt: deck)
        shown(room)
        return room

    return begin


def shown(room: Room) -> PlayTable:
    """Everybody goes all in, until the end of the hand is shown."""
    while room.open()[0].stage != "showing":
        room.step(all_in)
    return room.open()[0]


def losers(room: Room) -> list[cast.Person]:
    """Who has no chips, by seat."""
    return [room.people[one["player_id"]] for one in room.open()[0].seats if not one["chips"]]


def answers(room: Room, person: cast.Person, command: Any = take_rebuy, **more: Any) -> dict[str, Any]:
    return answers_at(room.open()[0], person, command, at=room.now, **more)


def answers_at(row: PlayTable, person: cast.Person, command: Any = take_rebuy, **more: Any) -> dict[str, Any]:
    return cast.say(command, by=person, table_id=row.pk, player_id=person.player_id, **more)


def close(room: Room) -> None:
    (row,) = room.open()
    room.now = max(room.now, row.due_at)
    cast.say(close_hand, by=SYSTEM, at=room.now, table_id=row.pk, turn=row.turn)


def ends(room: Room) -> PlayTable:
    close(room)
    return room.open()[0]


@pytest.mark.rule("PT-T.21", "PT-T.23", "PT-T.31", "PT-T.44", "ADTP.27")
def test_who_loses_the_last_chip_buys_others_and_keeps_the_seat_and_no_hand_passes(db, rigged):
    room = rigged()
    first, second = losers(room)
    row = room.open()[0]
    seats = {one["player_id"]: one["seat"] for one in row.seats}
    own = own_payload(table_id=row.pk, player_id=first.player_id)
    assert own["rebuy_ms"] == milliseconds(row.due_at)
    offered = sorted(seats[one.player_id] for one in (first, second))
    assert table_payload(row.pk)["event"]["rebuying"] == offered
    deadline = row.due_at
    room.now = deadline - TO_REBUY + timedelta(seconds=5)
    done = answers(room, first, told_cents=COSTS)
    assert (done["chips"], room.open()[0].due_at) == (CHIPS, deadline)
    row, kept = seat_of(first)
    assert (kept["chips"], kept["seat"]) == (CHIPS, seats[first.player_id])
    assert own_payload(table_id=row.pk, player_id=first.player_id)["rebuy_ms"] is None
    assert wallet_balance(first.player_id, unit="EUR") == BALANCE - PRICE - COSTS
    field = room.field
    assert (field.rebuys, field.chips_issued, field.players_left) == (1, 3_000 + CHIPS, 3)
    room.check(between=False)
    # the last answer has come, and nobody waits any longer
    answers(room, second, decline_rebuy)
    assert room.open()[0].due_at == room.now
    row = ends(room)
    assert [out.entry.player_id for out in Elimination.objects.all()] == [second.player_id]
    room.check()
    assert Sitting.objects.get(player_id=first.player_id).brought_chips == 1_000 + CHIPS
    room.step(all_in)
    assert seats[first.player_id] in {p.seat for p in Hand.from_dict(room.open()[0].hand).seats}
    # one each: who loses that too is out without being asked
    row = shown(room)
    assert table_payload(row.pk)["event"]["rebuying"] == []
    with cast.refused("rebuy_time_over", rule="PT-T.44"):
        answers(room, first)
    close(room)
    assert Elimination.objects.count() == 2
    cast.books_balance()


@pytest.mark.rule("PT-T.31", "PT-T.44", "PT-T.50")
def test_when_the_time_is_over_the_bust_stands_and_a_late_tap_takes_nothing(db, rigged):
    room = rigged()
    first, second = losers(room)
    (row,) = room.open()
    room.now = row.due_at + timedelta(milliseconds=1)
    for word in (take_rebuy, decline_rebuy):
        with cast.refused("rebuy_time_over", rule="PT-T.44"):
            answers(room, first, word)
    close(room)
    with cast.refused("rebuy_time_over", rule="PT-T.44"):
        answers(room, second)
    outs = Elimination.objects.all()
    assert {out.entry.player_id for out in outs} == {first.player_id, second.player_id}
    assert {out.tied for out in outs} == {2} and not Purchase.objects.exists()
    assert {wallet_balance(one.player_id, unit="EUR") for one in (first, second)} == {BALANCE - PRICE}
    # entries are open: the one who is left waits, and wins as they close
    assert room.open()[0].due_kind == ""


@pytest.mark.rule("PT-H.72", "PT-T.31", "PT-T.44")
def test_where_the_clock_is_set_forward_the_time_to_rebuy_begins_anew_once(db, rigged):
    room = rigged()
    first, _second = losers(room)
    (row,) = room.open()
    room.now = row.due_at + timedelta(minutes=10)
    since = {"by": SYSTEM, "table_id": row.pk, "begun_before": room.now - timedelta(milliseconds=250)}
    cast.say(give_time_anew, at=room.now, **since)
    assert room.open()[0].due_at == room.now + timedelta(seconds=2) + TO_REBUY
    with cast.refused("turn_passed"):
        cast.say(give_time_anew, at=room.now, **since)
    room.now += TO_REBUY
    assert answers(room, first, told_cents=COSTS)["chips"] == CHIPS
    assert Elimination.objects.count() == 0
    room.check(between=False)


@pytest.mark.rule("PT-T.21", "PT-T.23")
def test_what_stands_against_it_takes_nothing_and_the_offer_stands(db, rigged):
    room = rigged(rebuy=SOLD["rebuy"] | {"price_cents": 4_000, "until_level": 1})
    first, second = losers(room)
    (row,) = room.open()
    room.now = row.due_at - timedelta(seconds=9)
    with cast.refused("insufficient_funds"):
        answers(room, first)
    with cast.refused("price_changed"):
        answers(room, first, told_cents=COSTS)
    assert own_payload(table_id=row.pk, player_id=first.player_id)["rebuy_ms"]
    winner = next(one for one in room.people.values() if one not in (first, second))
    with cast.refused("no_rebuy_now"):
        answers(room, winner)
    room.house.deposit(first.player_id, 4_000)
    entry = Entry.objects.get(player_id=first.player_id)
    # what is sold and taken back at the felt is not, while a table has the chips
    with cast.refused("played_online"):
        cast.say(rebuy, by=first, at=room.now, entry_id=entry.pk, method="balance")
    answers(room, first)
    bought = Purchase.objects.get()
    with cast.refused("played_online"):
        cast.say(undo_purchase, by=room.house.ana, at=room.now, purchase_id=bought.pk)
    # entries that close meanwhile end it
    room.house.deposit(second.player_id, 4_000)
    entries_close(room)
    with cast.refused("rebuy_time_over"):
        answers(room, second)
    close(room)
    room.check()


@pytest.mark.rule("PT-T.23")
def test_after_its_last_level_nobody_is_asked(db, rigged):
    room = rigged(late_registration_level=3, rebuy=SOLD["rebuy"] | {"until_level": 1, "per_player": 9})
    (row,) = room.open()
    assert table_payload(row.pk)["event"]["rebuying"]
    for one in losers(room):
        answers(room, one)
    room.now = cast.START + timedelta(minutes=10)
    row = ends(room)
    room.step(all_in)
    row = shown(room)
    assert row.level == 2 and table_payload(row.pk)["event"]["rebuying"] == []


@pytest.mark.rule("PT-T.23", "PT-T.47", "PT-T.48", "PT-T.49", "PT-T.52", "PT-T.54")
def test_with_antes_late_entries_second_entries_and_rebuys_it_is_played_to_the_last_cent(db):
    home = house()
    room = started(
        home,
        players=7,
        seats=4,
        stack=1_000,
        structure=structure(EACH, seconds=90),
        rule_set=approved(home),
        re_entries_per_player=1,
        **OPEN,
        **SOLD,
    )
    random = Random(11)
    paid = dict.fromkeys(room.people, 1)
    names = iter("ABCDEF")
    decides = rash(random, share=0.3)
    (row,) = room.until_close(1)
    late.loses_all(row)
    late.close(room, row)
    rebought: list[int] = []
    for number in range(2_000):
        if room.now >= cast.START + timedelta(seconds=180):
            break
        if number % 9 == 8:
            out = Entry.objects.filter(state="out").exclude(player__entries__state="playing").first()
            if out is not None and paid[out.player_id] < 2:
                cast.say(
                    reenter,
                    by=room.people[out.player_id],
                    at=room.now,
                    tournament_id=room.tournament_id,
                    player_id=out.player_id,
                    method="balance",
                )
                paid[out.player_id] += 1
            elif (name := next(names, None)) is not None:
                paid[late.comes(room, f"Tarde{name}").player_id] = 1
        row = room.rows().get(pk=room.step(decides).pk)
        for one in row.seats if row.stage == "showing" else []:
            if one.get("may_rebuy") and one["player_id"] not in rebought:
                answers_at(row, room.people[one["player_id"]], at=room.now)
                rebought.append(one["player_id"])
    entries_close(room)
    assert room.field.entries_closed_at is not None
    room.play_on(random, decides=decides)
    t = Tournament.objects.get()
    entries = sum(paid.values())
    assert t.state == "finished" and room.field.entries_total == entries
    assert Elimination.objects.count() == entries - 1
    won: dict[int, int] = {}
    for player_id, cents in Award.objects.values_list("entry__player_id", "amount_cents"):
        won[player_id] = won.get(player_id, 0) + cents
    # the cards decide how many took one: what they paid is in the prizes, to the cent
    assert sum(won.values()) == entries * 2_000 + COSTS * len(rebought)
    for player_id, times in paid.items():
        spent = PRICE * times + COSTS * rebought.count(player_id)
        assert wallet_balance(player_id, unit="EUR") == BALANCE - spent + won.get(player_id, 0)
    cast.books_balance()
    assert Table.objects.count() >= 2 and not Sitting.objects.filter(left_at__isnull=True).exists()


@pytest.mark.django_db(transaction=True)
@pytest.mark.rule("PT-T.22", "PT-T.31", "PT-T.44")
def test_two_devices_and_the_deadline_at_one_instant_have_one_effect(rigged):
    room = rigged()
    first, _second = losers(room)
    (row,) = room.open()
    asked = {"by": first, "at": row.due_at, "table_id": row.pk, "player_id": first.player_id}
    ended = cast.together(
        [
            lambda: cast.asked(take_rebuy, **asked),
            lambda: cast.asked(close_hand, by=SYSTEM, at=row.due_at, table_id=row.pk, turn=row.turn),
            lambda: cast.asked(take_rebuy, **asked),
            lambda: cast.asked(decline_rebuy, **asked),
        ]
    )
    assert isinstance(ended[1], Done), ended
    assert all(isinstance(one, Done | Refused) for one in ended), ended
    bought = sum(isinstance(one, Done) for one in (ended[0], ended[2]))
    assert bought <= 1 and bought + isinstance(ended[3], Done) <= 1
    out = Elimination.objects.filter(entry__player_id=first.player_id).count()
    assert (bought, out) in ((1, 0), (0, 1))
    assert wallet_balance(first.player_id, unit="EUR") == BALANCE - PRICE - COSTS * bought
    assert Purchase.objects.count() == bought == room.field.rebuys
    room.now = row.due_at
    room.check()
    cast.books_balance()
