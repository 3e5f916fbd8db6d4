"""Hands that are over, as their players find them again: own cards made anew, nobody else's, each step as it was."""

from __future__ import annotations

import json

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from play.commands.leave import leave
from play.commands.void_hand import void_hand
from play.models import DealtHand, HandOfPlayer
from play.queries.decks import deck_of_hand
from play.queries.history import hands_of_player, last_hand, own_hand, tables_of_player, whole_hands_of_player
from rules import hands
from rules.cards import places_of_seat
from tests import cast


def cards_of(hand, seat):
    return tuple(card.text for card in deck_of_hand(hand).cards(places_of_seat(seat, count=2)))


def fold_out(table):
    """Everybody folds to the big blind."""
    while table.row.stage == "playing":
        table.act("fold")
    while table.row.due_kind != "open":
        table.due()


def check_down(table):
    while table.row.stage == "playing":
        if table.row.due_kind != "decide":
            table.due()
        elif hands.options(table.hand).may_check:
            table.act("check")
        else:
            table.act("call")
    while table.row.due_kind != "open":
        table.due()


@pytest.mark.rule("PT-H.65", "PT-H.67")
def test_a_part_is_kept_of_everybody_when_the_hand_is_put_away(three):
    small, big = three.hand.small_blind, three.hand.big_blind
    fold_out(three)
    parts = {part.seat: part for part in HandOfPlayer.objects.all()}
    assert set(parts) == {2, 5, 7}
    assert {seat: part.player_id for seat, part in parts.items()} == {
        seat: person.player_id for seat, person in three.people.items()
    }
    (other,) = set(parts) - {small, big}
    # what the big blind put in above the small one came back unmatched
    assert (parts[small].staked_chips, parts[small].won_chips) == (50, 0)
    assert (parts[big].staked_chips, parts[big].won_chips) == (50, 100)
    assert (parts[other].staked_chips, parts[other].won_chips) == (0, 0)
    assert {part.sitting.seat for part in parts.values()} == {2, 5, 7}


@pytest.mark.rule("PT-H.65")
def test_each_step_is_as_it_was_and_the_end_is_the_result(three):
    check_down(three)
    dealt = DealtHand.objects.get(number=1)
    seat = 5
    found = own_hand(table_id=three.table_id, number=1, player_id=three.people[seat].player_id)
    assert [
        step.act and (step.act.seat, step.act.act, step.act.to_chips) for step in found.steps if step.act
    ] == [(row.seat, row.act, row.to_chips) for row in dealt.acts.order_by("turn")]
    assert [len(step.after.board) for step in found.steps if step.cards] == [3, 4, 5]
    last = found.steps[-1].after
    assert last.pot_chips == 300 and tuple(card.text for card in last.board) == found.board
    assert {one.seat: one.after_chips for one in found.players} == dict(dealt.result["stacks"])
    assert sum(one.won_chips - one.staked_chips for one in found.players) == 0
    # everybody showed, so everybody's cards are there
    assert {one.seat: one.cards for one in found.players} == {n: cards_of(dealt, n) for n in (2, 5, 7)}


@pytest.mark.rule("PT-H.65")
def test_folded_cards_are_for_their_own_player_alone(three):
    fold_out(three)
    dealt = DealtHand.objects.get(number=1)
    for seat, person in three.people.items():
        found = own_hand(table_id=three.table_id, number=1, player_id=person.player_id)
        assert found.own_seat == seat
        assert {one.seat: one.cards for one in found.players if one.cards} == {seat: cards_of(dealt, seat)}
        assert last_hand(table_id=three.table_id, player_id=person.player_id) == found
        (line,) = hands_of_player(person.player_id).lines
        assert (line.cards, line.number, line.voided) == (cards_of(dealt, seat), 1, "")
        # neither is printed by accident
        assert not any(f"'{card}'" in f"{found} {line}" for card in cards_of(dealt, seat))
    for who in (None, three.house.caio.player_id):
        found = last_hand(table_id=three.table_id, player_id=who)
        assert found.own_seat is None and not any(one.cards for one in found.players)
    assert not any(
        f'"{card}"' in json.dumps(DealtHand.objects.values_list("result", "words").get(number=1))
        for seat in (2, 5, 7)
        for card in cards_of(dealt, seat)
    )


def test_who_was_not_in_it_and_what_is_still_played_is_not_found(three):
    caio, mine = three.house.caio.player_id, three.people[2].player_id
    with cast.refused("not_found"):
        own_hand(table_id=three.table_id, number=1, player_id=mine)  # it is played now
    assert last_hand(table_id=three.table_id, player_id=mine) is None
    fold_out(three)
    own_hand(table_id=three.table_id, number=1, player_id=mine)
    for number, who in ((1, caio), (2, mine), (99, mine)):
        with cast.refused("not_found"):
            own_hand(table_id=three.table_id, number=number, player_id=who)
    assert hands_of_player(caio).lines == []


@pytest.mark.rule("PT-H.65", "PT-H.72")
def test_a_void_hand_is_found_with_its_acts_and_nothing_won(three):
    first = three.to_act
    three.act("call")
    cast.say(
        void_hand, by=three.house.ana, at=three.now, table_id=three.table_id, number=1, reason="Falhou a luz"
    )
    found = own_hand(table_id=three.table_id, number=1, player_id=three.people[first].player_id)
    assert found.voided == "staff"
    assert [step.act.act for step in found.steps if step.act] == ["call"]
    assert {(one.staked_chips, one.won_chips, one.chips - one.after_chips) for one in found.players} == {
        (0, 0, 0)
    }
    assert hands_of_player(three.people[2].player_id).lines[0].voided == "staff"


def test_who_folded_and_left_before_the_end_finds_the_hand(three):
    seat = three.to_act
    three.act("fold")
    person = three.people[seat]
    cast.say(leave, by=person, at=three.now, table_id=three.table_id, player_id=person.player_id)
    check_down(three)
    found = own_hand(table_id=three.table_id, number=1, player_id=person.player_id)
    assert found.own_seat == seat and len(found.players) == 3


def test_without_the_key_the_hand_is_found_without_own_cards(three, settings):
    fold_out(three)
    settings.PLAY_KEY, settings.PLAY_KEY_FALLBACKS = "another", []
    found = own_hand(table_id=three.table_id, number=1, player_id=three.people[2].player_id)
    assert [one.cards for one in found.players] == [(), (), ()]
    assert hands_of_player(three.people[2].player_id).lines[0].cards == ()


@pytest.mark.rule("PT-H.65")
def test_a_page_costs_the_same_however_many_hands_there_are(three):
    me = three.people[2].player_id
    costs = []
    for _round in range(3):
        for _hand in range(2):
            if three.row.stage != "playing":
                three.deal()
            fold_out(three)
        with CaptureQueriesContext(
            connection,
        ) as asked:
            page = hands_of_player(me, limit=2)
        with CaptureQueriesContext(connection) as all_of_it:
            whole = whole_hands_of_player(me, limit=2)
        costs.append((len(asked), len(all_of_it)))
        assert [line.number for line in page.lines] == [hand.number for hand in whole]
    # two hands are fewer than the first page asks for: it looks for packs, too
    assert costs == [(3, 4), (2, 4), (2, 4)]
    # pages follow one another without a hole; another table's hands are left out
    seen, before = [], None
    while True:
        page = hands_of_player(me, before=before, limit=2)
        seen += [line.number for line in page.lines]
        before = page.next_before
        if before is None:
            break
    assert seen == [6, 5, 4, 3, 2, 1]
    assert hands_of_player(me, table_id=three.table_id).lines == hands_of_player(me).lines
    assert hands_of_player(me, table_id=three.table_id + 1).lines == []
    assert tables_of_player(me) == [(three.table_id, three.row.name)]
