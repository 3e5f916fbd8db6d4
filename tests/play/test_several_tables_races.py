"""Several tables of one tournament at one instant: one effect each, nobody waits in a circle, nobody is lost on the way."""

from __future__ import annotations

from datetime import timedelta

import pytest

from dispatch.facts import SYSTEM, Done
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
from tests.play.event import house
from tests.play.room import Room, loses_all, started
from tournaments.models import Elimination, Entry

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
