"""Several tables of one tournament at one instant: one effect each, nobody waits in a circle, nobody is lost on the way."""

from __future__ import annotations

import threading
from datetime import timedelta

import pytest
from django.db import connection, transaction

from dispatch import prepared
from dispatch.facts import SYSTEM, Done
from ledger.queries import wallet_balance
from play.commands.act import act
from play.commands.close_hand import close_hand
from play.commands.come_back import come_back
from play.commands.open_hand import open_hand
from play.commands.sit_out import sit_out
from play.models import HandAct, PlayTable
from rules import hands
from rules.hands import Hand
from rules.refusals import Refused
from tables.models import Move
from tests import cast
from tests.play.event import BALANCE, house
from tests.play.room import Room, loses_all, started
from tournaments.commands.reenter import reenter
from tournaments.models import Elimination, Entry, Field

pytestmark = pytest.mark.django_db(transaction=True)


def _act_of(room: Room, row: PlayTable, player_id: int, word: str) -> dict:
    return {
        "by": room.people[player_id],
        "at": row.from_at,
        "table_id": row.pk,
        "player_id": player_id,
        "turn": row.turn,
        "act": word,
        "to_chips": 0,
    }


def _close(row: PlayTable) -> dict:
    return {"by": SYSTEM, "at": row.due_at, "table_id": row.pk, "turn": row.turn}


@pytest.mark.rule("PT-T.44", "PT-T.47", "PT-T.48")
def test_two_tables_end_their_hands_at_one_instant_and_one_breaks():
    room = started(house(), players=12, seats=4)
    numbers = [row.table_number for row in room.open()]
    first, last = room.until_close(numbers[0], numbers[-1])
    out = [*loses_all(first, losers=2), *loses_all(last, losers=2)]
    at = max(first.due_at, last.due_at)
    ended = cast.together(
        [lambda row=row: cast.asked(close_hand, **_close(row) | {"at": at}) for row in (first, last)] * 2
    )
    assert sum(isinstance(one, Done) for one in ended) == 2, ended
    assert {one.code for one in ended if not isinstance(one, Done)} <= {"turn_passed", "table_closed"}
    outs = Elimination.objects.all()
    assert {o.entry.player_id for o in outs} == set(out) and room.field.players_left == 8
    assert sorted(o.out_before for o in outs) in ([0, 0, 2, 2], [0, 1, 2, 3])
    assert [row.table_number for row in room.open()] == numbers[:2]
    room.now = at
    room.check()
    assert Entry.objects.filter(state="playing", seat__isnull=True).count() == 0


@pytest.mark.rule("PT-T.47", "PT-T.48")
def test_somebody_is_moved_while_the_other_table_deals():
    room = started(house(), players=10, seats=5)
    giver, taker = (row.table_number for row in room.open())
    (row,) = room.until_close(taker)
    loses_all(row, losers=2)
    cast.say(close_hand, **_close(row))
    room.now = row.due_at
    (full,) = room.until_close(giver)
    short = room.rows().get(table_number=taker)
    assert short.due_kind == "open"
    at = max(full.due_at, short.due_at)
    done = cast.together(
        [
            lambda: cast.asked(close_hand, **_close(full) | {"at": at}),
            lambda: cast.asked(open_hand, **_close(short) | {"at": at}),
        ]
    )
    assert all(isinstance(one, Done) for one in done), done
    room.now = at
    room.check()
    move = Move.objects.get(reason="balance")
    short.refresh_from_db()
    assert (move.to_table_number, short.stage, len(short.seats)) == (taker, "playing", 4)
    # dealt in now or from the next hand on, as the one or the other was first
    assert len(Hand.from_dict(short.hand).seats) in (3, 4)


@pytest.mark.rule("PT-T.48", "PT-H.34")
def test_a_table_breaks_under_somebody_with_two_devices():
    room = started(house(), players=12, seats=4)
    numbers = [row.table_number for row in room.open()]
    (row,) = room.until_close(numbers[0])
    loses_all(row, losers=3)
    cast.say(close_hand, **_close(row))
    room.now = row.due_at
    (last,) = room.until_close(numbers[-1])
    loses_all(last)
    player_id = next(kept["player_id"] for kept in last.seats if kept["chips"])
    here = {"by": room.people[player_id], "at": last.due_at, "table_id": last.pk, "player_id": player_id}
    done = cast.together(
        [
            lambda: cast.asked(close_hand, **_close(last)),
            lambda: cast.asked(act, **here, turn=last.turn, act="check", to_chips=0),
            lambda: cast.asked(sit_out, **here),
            lambda: cast.asked(come_back, **here),
        ]
    )
    assert isinstance(done[0], Done) and isinstance(done[1], Refused), done
    assert done[1].code in {"turn_passed", "table_closed", "not_at_table"}
    assert all(isinstance(one, Done | Refused) for one in done), done
    room.now = last.due_at
    room.check()
    now = next(one for one in room.open() if any(k["player_id"] == player_id for k in one.seats))
    assert now.pk != last.pk and room.rows().get(pk=last.pk).stage == "closed"
    # at the new table the two devices act once
    for _ in range(200):
        now.refresh_from_db()
        if now.due_kind == "decide":
            seat = hands.options(Hand.from_dict(now.hand)).seat
            if next(k["player_id"] for k in now.seats if k["seat"] == seat) == player_id:
                break
        room.fold_at(now)
    before = HandAct.objects.count()
    twice = cast.together([lambda: cast.asked(act, **_act_of(room, now, player_id, "fold"))] * 2)
    assert sum(isinstance(one, Done) for one in twice) == 1 and HandAct.objects.count() == before + 1
    room.now += timedelta(seconds=1)
    room.check(between=False)


def _asks_of_an_act(players: int, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many statements an act sends at once each time, in a field of so many."""
    room = started(house(), players=players, seats=3)
    row = room.open()[0]
    room.fold_at(row)
    row.refresh_from_db()
    seat = hands.options(Hand.from_dict(row.hand)).seat
    player_id = next(k["player_id"] for k in row.seats if k["seat"] == seat)
    asked: list[int] = []
    one, several = prepared._run, prepared._run_together
    with monkeypatch.context() as patch:
        patch.setattr(prepared, "_run", lambda *more: asked.append(1) or one(*more))
        patch.setattr(
            prepared,
            "_run_together",
            lambda session, some: asked.append(len(some)) or several(session, some),
        )
        assert isinstance(cast.asked(act, **_act_of(room, row, player_id, "fold")), Done)
    return asked


def test_an_act_costs_the_same_in_any_field(monkeypatch):
    few, many = _asks_of_an_act(3, monkeypatch), _asks_of_an_act(30, monkeypatch)
    assert few == many == [5, 1, 3]  # one more than at a demo table: what who looks on is told late is kept


def test_an_act_waits_for_nobody_who_holds_the_field():
    room = started(house(), players=6, seats=3)
    row = room.open()[0]
    room.fold_at(row)
    row.refresh_from_db()
    seat = hands.options(Hand.from_dict(row.hand)).seat
    player_id = next(k["player_id"] for k in row.seats if k["seat"] == seat)
    holds, done, gave_up = threading.Event(), threading.Event(), []

    def hold() -> None:
        try:
            with transaction.atomic():
                Field.objects.select_for_update().get(pk=room.tournament_id)
                holds.set()
                if not done.wait(20):
                    gave_up.append(True)
        finally:
            connection.close()

    holder = threading.Thread(target=hold)
    holder.start()
    assert holds.wait(20)
    try:
        acted = cast.asked(act, **_act_of(room, row, player_id, "fold"))
    finally:
        done.set()
        holder.join()
    assert isinstance(acted, Done) and not gave_up
    assert HandAct.objects.filter(hand__table=row).count() == 1


@pytest.mark.rule("PT-T.23", "PT-T.48", "ADTP.8A")
def test_who_is_out_enters_again_while_another_table_ends_its_hand_and_gives_a_player():
    home = house()
    room = started(home, players=8, seats=5, re_entries_per_player=1, late_registration_level=2)
    short, full = room.until_close(*(row.table_number for row in room.open()))
    out, other = (room.people[player_id] for player_id in loses_all(short, losers=2))
    cast.say(close_hand, **_close(short))
    at = max(short.due_at, full.due_at)
    again = {"at": at, "tournament_id": room.tournament_id, "method": "balance"}
    done = cast.together(
        [
            lambda: cast.asked(reenter, by=out, player_id=out.player_id, **again),
            lambda: cast.asked(close_hand, **_close(full) | {"at": at}),
            lambda: cast.asked(reenter, by=out, player_id=out.player_id, **again),
            lambda: cast.asked(reenter, by=other, player_id=other.player_id, **again),
        ]
    )
    assert isinstance(done[1], Done), done
    assert all(isinstance(one, Done | Refused) for one in done), done
    assert [isinstance(done[0], Done), isinstance(done[2], Done)].count(True) == 1
    assert {one.code for one in done if isinstance(one, Refused)} <= {
        "still_playing",
        "already_registered",
        "seat_not_free_yet",
    }
    came = 1 + isinstance(done[3], Done)
    room.now = at
    room.check()
    assert room.field.players_left == 6 + came and room.field.entries_total == 8 + came
    sizes = sorted(len(row.seats) for row in room.open())
    assert sum(sizes) == 6 + came and sizes[-1] <= 5
    paid = [wallet_balance(one.player_id, unit="EUR") for one in (out, other)]
    assert paid == [BALANCE - 2 * 2_200, BALANCE - 2_200 * came]
    cast.books_balance()
