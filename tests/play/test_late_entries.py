"""Who enters a tournament online after its start, and who enters again: the seat, the chips, the money, the places."""

from __future__ import annotations

import pytest

from dispatch.facts import SYSTEM, Done
from ledger.queries import wallet_balance
from payouts.models import Award
from play.commands.close_hand import close_hand
from play.models import PlayTable, Sitting
from play.queries.payloads import own_payload
from rules.hands import Hand
from rules.refusals import Refused
from tables.models import Draw, Move
from tests import cast
from tests.play.event import BALANCE, enter, house
from tests.play.room import Room, loses_all, started
from tournaments.commands.announce_level import announce_level
from tournaments.commands.end_decided_online import end_decided_online
from tournaments.commands.reenter import reenter
from tournaments.commands.register_player import register_player
from tournaments.commands.remove_under_age import remove_under_age
from tournaments.models import Clock, Elimination, Tournament
from tournaments.tasks import end_decided_due

OPEN = {"late_registration_level": 2}  # two levels of ten minutes
PRICE = 2_200


def comes(room: Room, name: str) -> cast.Person:
    """Somebody enters now."""
    person = enter(room.house, room.tournament_id, name, at=room.now)
    room.people[person.player_id] = person
    return person


def seat_of(person: cast.Person) -> tuple[PlayTable, dict]:
    """Where somebody sits in the browser."""
    row = PlayTable.objects.exclude(stage="closed").get(seats__contains=[{"player_id": person.player_id}])
    return row, next(one for one in row.seats if one["player_id"] == person.player_id)


def entries_close(room: Room) -> None:
    """Time goes on to the end of the second level."""
    while room.field.entries_closed_at is None:
        clock = Clock.objects.get(pk=room.tournament_id)
        room.now = max(room.now, clock.deadline_at)
        cast.say(announce_level, by=SYSTEM, at=room.now, tournament_id=room.tournament_id, turn=clock.turn)


def close(room: Room, row: PlayTable) -> None:
    room.now = max(room.now, row.due_at)
    cast.say(close_hand, by=SYSTEM, at=room.now, table_id=row.pk, turn=row.turn)


@pytest.mark.rule("PT-T.21", "PT-T.23", "PT-T.39", "PT-T.41", "PT-H.46", "ADTP.8A")
def test_who_comes_late_is_drawn_to_a_seat_and_dealt_in_from_the_next_hand_on(db):
    room = started(house(), players=3, seats=5, **OPEN)
    room.step(lambda *_: ("fold", 0))
    draws, before = Draw.objects.count(), room.open()[0]
    ana = comes(room, "Ana")
    row, kept = seat_of(ana)
    assert (kept["chips"], kept["bank_ms"]) == (500, row.bank_seconds * 1000)
    # the hand that is played goes on without the newcomer, and nobody's turn has changed
    assert (row.turn, row.due_at, len(Hand.from_dict(row.hand).seats)) == (before.turn, before.due_at, 3)
    assert own_payload(table_id=row.pk, player_id=ana.player_id)["cards"] == []
    assert Draw.objects.count() == draws + 1
    field = room.field
    assert (field.entries_total, field.players_left, field.chips_issued) == (4, 4, 2_000)
    assert wallet_balance(ana.player_id, unit="EUR") == BALANCE - PRICE
    assert Move.objects.get(entry__player_id=ana.player_id, reason="late_entry").acknowledged_at
    assert Sitting.objects.get(player_id=ana.player_id).brought_chips == 500
    room.check()
    while room.open()[0].hand_number == 1:
        room.fold_at(room.open()[0])
    assert kept["seat"] in {p.seat for p in Hand.from_dict(room.open()[0].hand).seats}


@pytest.mark.rule("PT-T.23", "PT-T.47", "PT-T.48", "SCPT.H")
def test_where_all_seats_are_taken_a_table_opens_and_is_filled_from_the_others(db):
    room = started(house(), players=4, seats=4, **OPEN)
    room.step(lambda *_: ("fold", 0))
    ana = comes(room, "Ana")
    first, second = room.open()
    assert seat_of(ana)[0] == second and (second.table_number, second.stage) == (2, "waiting")
    assert (second.small_blind_chips, second.level, second.stack_chips) == (first.small_blind_chips, 1, 500)
    room.check()
    # alone there no hand is dealt; the next hand's end of the other table sends somebody
    room.now = second.due_at
    room.fold_at(second)
    second.refresh_from_db()
    assert (second.stage, second.due_kind) == ("waiting", "")
    (first,) = room.until_close(first.table_number)
    close(room, first)
    first, second = room.open()
    assert (len(first.seats), len(second.seats), second.due_kind) == (3, 2, "open")
    room.check()
    # who comes now goes to the shorter table, whether or not it plays
    assert seat_of(comes(room, "Rui"))[0].pk == second.pk
    room.check()


@pytest.mark.rule("PT-T.23", "ADTP.8B")
def test_once_entries_are_closed_nobody_comes_any_more(db):
    room = started(house(), players=3, **OPEN)
    late = cast.person("Tarde")
    room.house.deposit(late.player_id, BALANCE)
    gone = next(iter(room.people.values()))
    (row,) = room.until_close(1)
    out = room.people[loses_all(row)[0]]
    close(room, row)
    entries_close(room)
    for person, command, more in (
        (late, register_player, {"terms_version": "1"}),
        (out, reenter, {}),
    ):
        with cast.refused("late_reg_closed" if command is register_player else "re_entry_not_offered"):
            cast.say(
                command,
                by=person,
                at=room.now,
                tournament_id=room.tournament_id,
                player_id=person.player_id,
                method="balance",
                **more,
            )
    assert gone.player_id and room.field.entries_total == 3


@pytest.mark.rule("PT-T.23", "PT-T.44", "ADTP.8A")
def test_who_is_out_enters_again_with_a_full_stack_in_a_new_seat(db):
    room = started(house(), players=3, seats=5, re_entries_per_player=1, **OPEN)
    (row,) = room.until_close(1)
    out = room.people[loses_all(row)[0]]
    close(room, row)
    again = {"by": out, "at": room.now, "tournament_id": room.tournament_id, "player_id": out.player_id}
    cast.say(reenter, method="balance", **again)
    row, kept = seat_of(out)
    field = room.field
    assert (kept["chips"], field.players_left, field.entries_total, field.entries_unique) == (500, 3, 4, 3)
    assert Sitting.objects.filter(player_id=out.player_id).count() == 2
    # the place of the first entry counts the second one, too
    assert Elimination.objects.get().entry.player_id == out.player_id
    assert wallet_balance(out.player_id, unit="EUR") == BALANCE - 2 * PRICE
    room.check()
    with cast.refused("still_playing"):
        cast.say(reenter, method="balance", **again)


@pytest.mark.rule("PT-T.23", "PT-T.52", "PT-T.54")
def test_who_has_all_chips_waits_while_others_may_enter_and_wins_when_they_cannot(db):
    room = started(house(), players=2, **OPEN)
    (row,) = room.until_close(1)
    out = loses_all(row)
    close(room, row)
    (row,) = room.open()
    assert (row.stage, row.due_kind, room.field.players_left) == ("waiting", "", 1)
    with cast.refused("not_decided"):
        cast.say(end_decided_online, by=SYSTEM, at=room.now, tournament_id=room.tournament_id)
    ana = comes(room, "Ana")
    (row,) = room.open()
    assert row.due_kind == "open" and {one["chips"] for one in row.seats} == {500, 1_000}
    (row,) = room.until_close(1)
    row.seats = [{**one, "chips": 0 if one["player_id"] == ana.player_id else 1_500} for one in row.seats]
    row.save(update_fields=["seats"])
    close(room, row)
    end_decided_due(at=room.now)
    assert Tournament.objects.get().state == "running"
    entries_close(room)
    end_decided_due(at=room.now)
    assert Tournament.objects.get().state == "finished" and not room.open()
    (winner,) = set(room.people) - {ana.player_id, *out}
    pool = 3 * 2_000
    won = dict(Award.objects.values_list("entry__player_id", "amount_cents"))
    assert sum(won.values()) == pool and won[winner] > pool // 2
    for player_id in room.people:
        assert wallet_balance(player_id, unit="EUR") == BALANCE - PRICE + won.get(player_id, 0)
    cast.books_balance()


@pytest.mark.rule("PT-T.39")
def test_in_the_seat_of_who_was_taken_out_of_a_hand_nobody_sits_before_its_end(db):
    home = house()
    room = started(home, players=3, seats=3, capacity=3, **OPEN)
    room.step(lambda *_: ("fold", 0))
    row = room.open()[0]
    minor = next(one["player_id"] for one in row.seats)
    cast.say(remove_under_age, by=home.ana, at=room.now, tournament_id=room.tournament_id, player_id=minor)
    late = cast.person("Tarde")
    home.deposit(late.player_id, BALANCE)
    asks = {
        "by": late,
        "tournament_id": room.tournament_id,
        "player_id": late.player_id,
        "method": "balance",
        "terms_version": "1",
    }
    with cast.refused("seat_not_free_yet", rule="PT-T.39"):
        cast.say(register_player, at=room.now, **asks)
    (row,) = room.until_close(1)
    close(room, row)
    cast.say(register_player, at=room.now, **asks)
    room.check()


@pytest.mark.django_db(transaction=True)
@pytest.mark.rule("PT-T.22", "PT-T.23", "PT-T.47")
def test_two_come_for_the_last_seat_while_a_hand_ends_there():
    home = house()
    room = started(home, players=3, seats=4, capacity=4, **OPEN)
    (row,) = room.until_close(1)
    people = [cast.person(f"Tarde{n}") for n in range(2)]
    for one in people:
        home.deposit(one.player_id, BALANCE)

    def asks(one: cast.Person) -> object:
        return cast.asked(
            register_player,
            by=one,
            at=row.due_at,
            tournament_id=room.tournament_id,
            player_id=one.player_id,
            method="balance",
            terms_version="1",
        )

    ended = cast.together(
        [
            lambda: asks(people[0]),
            lambda: asks(people[1]),
            lambda: asks(people[0]),
            lambda: cast.asked(close_hand, by=SYSTEM, at=row.due_at, table_id=row.pk, turn=row.turn),
        ]
    )
    assert isinstance(ended[3], Done), ended
    assert sum(isinstance(one, Done) for one in ended[:3]) == 1
    assert {one.code for one in ended[:3] if isinstance(one, Refused)} <= {
        "no_seat_free",
        "already_registered",
    }
    room.now = row.due_at
    room.check()
    assert sorted(wallet_balance(one.player_id, unit="EUR") for one in people) == [BALANCE - PRICE, BALANCE]
    assert len(room.open()[0].seats) == 4 == room.field.entries_total
    cast.books_balance()
