"""All seats of a tournament online are drawn anew: for the final table, and at an announced number of players."""

from __future__ import annotations

import json
import subprocess
import sys
from datetime import timedelta
from random import Random
from typing import Any

import pytest
from django.urls import reverse

from dispatch.facts import SYSTEM, Done
from play.commands.close_hand import close_hand
from play.commands.hold_table import hold_table
from play.commands.open_hand import open_hand
from play.commands.release_table import release_table
from play.commands.sit_out import sit_out
from play.models import DealtHand, PlayTable
from play.queries.events import event_payload, tables_held_by_clock
from rules.balancing import PlayFormat
from rules.online import draws_all_seats
from rules.policies.adtp import ADTP
from rules.policies.pt_online import PT_ONLINE
from tables.models import Draw, Move, Table
from tests import cast
from tests.play.event import house
from tests.play.room import Room, loses_all, started
from tests.web.player.test_tables import browser
from tournaments.commands.create_rule_set import create_rule_set
from tournaments.models import Entry, Tournament


@pytest.mark.rule("ADTP.7", "ADTP.P9", "PT-T.48")
@pytest.mark.parametrize(
    ("players", "tables", "closed", "next_at", "policies", "draws"),
    [
        (9, 2, True, None, ADTP, True),
        (10, 2, True, None, ADTP, False),
        (9, 1, True, None, ADTP, False),  # it is the final table already
        (9, 2, False, None, ADTP, False),  # others may still come
        (9, 2, True, None, PT_ONLINE, False),
        (18, 3, True, 18, PT_ONLINE, True),  # an announced number of players
        (19, 3, True, 18, PT_ONLINE, False),
        (9, 2, True, 9, PT_ONLINE, False),  # the final table forms, as the rule set has it
    ],
)
def test_when_all_seats_are_drawn_anew(players, tables, closed, next_at, policies, draws):
    found = draws_all_seats(
        players=players,
        tables=tables,
        entries_closed=closed,
        next_redraw_at=next_at,
        format=PlayFormat(seats_per_table=9),
        policies=policies,
    )
    assert found is draws


def with_redraw(*, players: int, seats: int, **more: Any) -> Room:
    """A tournament under a rule set of the house that draws all seats of the final table."""
    home, name = house(), "Online com sorteio"
    cast.say(
        create_rule_set,
        by=home.olga,
        venue_id=home.venue_id,
        name=name,
        base="pt_online",
        changes={"redraw_at_final_table": True},
    )
    return started(home, players=players, seats=seats, rule_set=name, **more)


def _close(row: PlayTable, **more: Any) -> dict[str, Any]:
    return {"by": SYSTEM, "at": row.due_at, "table_id": row.pk, "turn": row.turn} | more


def _end(room: Room, row: PlayTable, *, losers: int) -> None:
    """The hand that is shown at a table ends, and so many of its players are out."""
    loses_all(row, losers=losers)
    cast.say(close_hand, **_close(row))
    room.now = max(room.now, row.due_at)
    row.refresh_from_db()


def _draws(kind: str) -> int:
    return Draw.objects.filter(kind=kind).count()


def _waits_for_the_other(room: Room) -> tuple[PlayTable, PlayTable]:
    """Two tables of three: four are left, one table has ended its hand, and at the other one is being played."""
    plays, waits = (row.table_number for row in room.open())
    (row,) = room.until_close(plays)
    _end(room, row, losers=1)
    room.fold_at(row)
    (row,) = room.until_close(waits)
    _end(room, row, losers=1)
    found = room.open()
    assert [one.stage for one in found] == ["playing", "waiting"] and room.field.players_left == 4
    return found[0], found[1]


@pytest.mark.rule("ADTP.7", "ADTP.P9", "PT-T.40", "PT-T.48", "PT-H.46")
def test_the_final_table_is_drawn_when_every_table_has_ended_its_hand(db, tmp_path, settings):
    room = with_redraw(players=6, seats=4)
    plays, waits = _waits_for_the_other(room)
    # the one that has ended its hand waits, and says for what
    told = event_payload(waits)
    assert (told["still_play"], told["redraw"], told["hand_for_hand"]) == (1, True, False)
    assert tables_held_by_clock(at=waits.due_at) == [waits.pk]
    with cast.unchanged(), cast.refused("others_still_play", rule="PT-T.48"):
        cast.say(open_hand, **_close(waits))
    who = room.people[waits.seats[0]["player_id"]]
    page = browser(who).get(f"/tables/{waits.pk}/").content.decode()
    assert (
        "Todos os assentos são sorteados de novo quando cada mesa terminar a mão. Mesas que ainda jogam: 1."
        in page
    )
    cast.say(sit_out, by=who, at=room.now, table_id=waits.pk, player_id=who.player_id)
    # in the last hand somebody else goes out
    (plays,) = room.until_close(plays.table_number)
    loses_all(plays)
    assert _draws("final_table_redraw") == 0
    again = cast.new_id()
    cast.say(close_hand, **_close(plays), command_id=again)
    assert cast.asked(close_hand, **_close(plays), command_id=again).replayed
    room.now = plays.due_at
    room.check()
    (row,) = room.open()
    assert (row.pk, len(row.seats), _draws("final_table_redraw")) == (plays.pk, 3, 1)
    assert Move.objects.filter(reason="final_table", acknowledged_at__isnull=False).count() == 3
    # nobody has lost a chip, and who was away is
    assert {kept["player_id"]: kept["chips"] for kept in row.seats} == dict(
        Entry.objects.filter(state="playing").values_list("player_id", "stack_chips")
    )
    assert [kept["player_id"] for kept in row.seats if kept["away_since"]] == [who.player_id]
    # everybody has time to find the seat, and the page says which it is
    assert (row.due_kind, row.due_at - plays.due_at) == ("open", timedelta(seconds=15))
    assert browser(who).get(f"/tables/{waits.pk}/")["Location"] == f"/tables/{row.pk}/"
    for kept in row.seats:
        page = browser(room.people[kept["player_id"]]).get(f"/tables/{row.pk}/").content.decode()
        assert "Mesa final: todos os assentos e o botão foram sorteados de novo." in page
        assert f"Você está no assento {kept['seat']}." in page
    # the button of the next hand is the one that was drawn
    cast.say(open_hand, **_close(row))
    drawn = Table.objects.get(tournament_id=room.tournament_id, number=row.table_number).button_seat
    row.refresh_from_db()
    assert (row.button_seat, row.notice) == (drawn, None) and row.stage == "playing"
    # anybody can check it
    public = browser(who).get(reverse("draw", args=[room.tournament_id])).content.decode()
    assert public.count("Mesa final") == 1
    record = tmp_path / "draw.json"
    record.write_bytes(browser(who).get(f"/api/tournaments/{room.tournament_id}/draw").content)
    kinds = [one["kind"] for one in json.loads(record.read_bytes())["draws"]]
    assert kinds[-2:] == ["final_table_redraw", "button"]
    run = subprocess.run(
        [sys.executable, str(settings.BASE_DIR / "static" / "verify_draw.py"), str(record)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout + run.stderr
    room.play_on(Random(8))
    assert Tournament.objects.get(pk=room.tournament_id).state == "finished"


@pytest.mark.rule("ADTP.P9", "PT-T.48", "PT-H.72")
def test_a_table_that_is_held_between_two_hands_stops_nobody(db):
    room = with_redraw(players=6, seats=4)
    plays, waits = _waits_for_the_other(room)
    held = {"by": room.house.ana, "table_id": waits.pk}
    cast.say(hold_table, **held, at=room.now, reason="Reclamação")
    number = plays.hand_number
    while plays.hand_number == number:
        room.fold_at(plays)
        plays.refresh_from_db()
    assert _draws("final_table_redraw") == 0
    # released, it waits for the hand that was begun meanwhile
    cast.say(release_table, **held, at=room.now)
    waits.refresh_from_db()
    assert event_payload(waits)["still_play"] == 1
    (plays,) = room.until_close(plays.table_number)
    cast.say(close_hand, **_close(plays))
    room.now = plays.due_at
    room.check()
    assert len(room.open()) == 1 and _draws("final_table_redraw") == 1


@pytest.mark.rule("ADTP.7", "PT-T.47", "PT-T.48")
def test_at_an_announced_number_all_seats_are_drawn_and_all_tables_go_on_together(db):
    room = started(house(), players=8, seats=5, redraw_at=[6])
    first, second = room.until_close(*(row.table_number for row in room.open()))
    _end(room, first, losers=1)
    assert _draws("redraw") == 0
    drawn_at = second.due_at
    _end(room, second, losers=1)
    room.check()
    rows = room.open()
    assert [len(row.seats) for row in rows] == [3, 3] and _draws("redraw") == 1
    assert {(row.due_kind, row.due_at) for row in rows} == {("open", drawn_at + timedelta(seconds=15))}
    assert {json.dumps(row.notice) for row in rows} == {'{"kind": "redrawn", "final": false}'}
    drawn = dict(Table.objects.values_list("number", "button_seat"))
    for row in rows:
        room.fold_at(row)
    assert {row.table_number: row.button_seat for row in room.open()} == drawn
    room.play_on(Random(4))
    assert _draws("redraw") == 1 and DealtHand.objects.filter(dealt_at__isnull=False).count() > 4


@pytest.mark.django_db(transaction=True)
@pytest.mark.rule("ADTP.P9", "PT-T.48")
def test_the_last_two_hands_end_at_one_instant_and_the_seats_are_drawn_once():
    room = with_redraw(players=8, seats=4)
    rows = room.until_close(*(row.table_number for row in room.open()))
    for row in rows:
        loses_all(row, losers=2)
    at = max(row.due_at for row in rows)
    done = cast.together([lambda row=row: cast.asked(close_hand, **_close(row, at=at)) for row in rows] * 2)
    assert sum(isinstance(one, Done) for one in done) == 2, done
    assert {one.code for one in done if not isinstance(one, Done)} <= {"turn_passed", "table_closed"}
    room.now = at
    room.check()
    (row,) = room.open()
    assert len(row.seats) == 4 and _draws("final_table_redraw") == 1
