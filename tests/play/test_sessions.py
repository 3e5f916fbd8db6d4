"""What a session came to: its hands, what was bet and won, the largest pots, as the chips themselves say it."""

from __future__ import annotations

from datetime import timedelta

import pytest

from play.commands.leave import leave
from play.commands.sit import sit
from play.models import DealtHand, Sitting
from play.queries.sessions import last_sessions, sat_down_at, session_at_table, session_of_player
from tests import cast
from tests.play.cash import open_cash
from tests.play.test_history import check_down, fold_out


@pytest.mark.rule("PT-H.67")
def test_a_session_adds_up_to_the_chips_that_were_taken_away(three):
    person = three.people[2]
    for play in (check_down, fold_out, check_down):
        if three.row.stage != "playing":
            three.deal()
        play(three)
    cast.say(leave, by=person, at=three.now, table_id=three.table_id, player_id=person.player_id)
    found = session_at_table(table_id=three.table_id, player_id=person.player_id)
    sitting = Sitting.objects.get(player_id=person.player_id)
    assert (found.line.hands, found.line.left_at) == (3, three.now)
    assert found.change_chips == sitting.taken_chips - sitting.brought_chips
    assert found.line.lasted(three.now + timedelta(days=1)) == three.now - found.line.since
    won = {
        hand.number: share
        for hand in DealtHand.objects.filter(closed_at__isnull=False)
        for pot in hand.result["pots"]
        for seat, share in pot["shares"]
        if seat == 2 and share
    }
    assert found.won_chips == sum(won.values())
    assert dict(found.biggest) == won
    assert [chips for _number, chips in found.biggest] == sorted(won.values(), reverse=True)
    assert [line.sitting_id for line in last_sessions(person.player_id)] == [sitting.pk]
    assert sat_down_at(table_id=three.table_id, player_id=person.player_id) is None


@pytest.mark.django_db
@pytest.mark.rule("PT-H.67")
def test_who_leaves_while_a_hand_is_looked_at_reads_a_result_that_adds_up():
    table = open_cash()
    for seat in (1, 2, 3):
        table.sit(seat)
    table.deal()
    seat = table.hand.big_blind
    table.fold_out()
    table.deal()
    table.act("call")
    while table.row.stage == "playing":
        table.act("fold")
    assert table.row.stage == "showing"
    person = table.people[seat]
    table.leave(seat)
    sitting = Sitting.objects.get(player_id=person.player_id)
    found = session_at_table(table_id=table.table_id, player_id=person.player_id)
    assert (found.hands, found.last_hand_open) == (1, True)
    assert found.change_chips == sitting.taken_chips - sitting.brought_chips
    table.due()
    after = session_at_table(table_id=table.table_id, player_id=person.player_id)
    assert (after.hands, after.last_hand_open, after.change_chips) == (2, False, found.change_chips)


@pytest.mark.rule("PT-H.67")
def test_a_new_session_begins_with_nothing_and_the_old_one_stays(three):
    fold_out(three)
    person = three.people[2]
    cast.say(leave, by=person, at=three.now, table_id=three.table_id, player_id=person.player_id)
    first = session_at_table(table_id=three.table_id, player_id=person.player_id)
    later = three.now + timedelta(minutes=90)
    cast.say(sit, by=person, at=later, table_id=three.table_id, player_id=person.player_id, seat=9)
    again = session_at_table(table_id=three.table_id, player_id=person.player_id)
    assert (again.staked_chips, again.won_chips, again.biggest, again.line.left_at) == (0, 0, [], None)
    assert sat_down_at(table_id=three.table_id, player_id=person.player_id) == later
    assert session_of_player(sitting_id=first.line.sitting_id, player_id=person.player_id) == first
    for sitting_id, who in ((first.line.sitting_id, three.people[5].player_id), (0, person.player_id)):
        with cast.refused("not_found"):
            session_of_player(sitting_id=sitting_id, player_id=who)
    with cast.refused("not_found"):
        session_at_table(table_id=three.table_id, player_id=three.house.caio.player_id)
