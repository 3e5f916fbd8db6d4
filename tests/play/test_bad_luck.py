"""What goes wrong in an evening at tables online: clocks that jump, other people's tables, who leaves or excludes himself at the wrong moment, any
order of arrivals. Nobody loses a chip by it, and nobody waits."""

from __future__ import annotations

from datetime import timedelta
from decimal import Decimal
from itertools import permutations
from random import Random

import pytest

from dispatch.facts import SYSTEM
from payouts.models import Award, Score
from payouts.queries import season_table
from people.commands.exclude_self import exclude_self
from play.commands.act import act
from play.commands.expire import expire
from play.commands.open_hand import open_hand
from play.models import DealtHand, HandAct, PlayTable
from play.queries.payloads import own_payload
from play.queries.tables import due_at_tables
from rules import hands
from rules.hands import Hand
from rules.ranking import points
from tests import cast
from tests.payouts.test_season import circuit
from tests.play.cash import open_cash
from tests.play.event import begun, enter, house
from tests.play.room import loses_all, started
from tests.play.test_several_tables import _SEVEN_PAID
from tournaments.commands.register_player import register_player
from tournaments.models import Elimination, Entry, Tournament


@pytest.mark.rule("PT-T.49", "PT-T.50", "PT-T.51")
@pytest.mark.parametrize("order", list(permutations(range(3))))
def test_in_hand_for_hand_the_order_in_which_tables_end_changes_no_place(
    db: None, order: tuple[int, ...]
) -> None:
    room = started(house(), players=9, seats=3, payout_table=_SEVEN_PAID)
    numbers = [row.table_number or 0 for row in room.open()]
    (first,) = room.until_close(numbers[0])
    loses_all(first)
    room.fold_at(first)
    assert room.field.hand_for_hand and room.field.players_left == 8
    for row in room.until_close(*numbers[1:]):
        room.fold_at(row)  # the first round: that of the table where the eighth was left
    assert room.field.hand_for_hand_round == 2
    playing = room.until_close(*numbers)
    gone = [loses_all(row)[0] for row in playing]
    for place in order:
        room.fold_at(playing[place])
    assert room.field.players_left == 5 and not room.field.hand_for_hand
    outs = {one.entry.player_id: one for one in Elimination.objects.filter(entry__player_id__in=gone)}
    chips = [outs[who].stack_chips_start for who in gone]
    assert all(chips)
    # by the stacks with which the hand began, whichever table was done first; one was out before
    assert [outs[who].out_before for who in gone] == [1 + sum(x < mine for x in chips) for mine in chips]
    assert [outs[who].tied for who in gone] == [chips.count(mine) for mine in chips]
    room.check()


@pytest.mark.rule("PT-H.34")
def test_nobody_acts_at_the_table_of_another_tournament(db: None) -> None:
    home = house()
    one = begun(home, players=2)
    t = home.registering(
        "online-sit-and-go", capacity=2, seats_per_table=2, starting_stack_chips=1_000, name="Outro"
    )
    people = [enter(home, t, f"Outro{n}") for n in range(2)]
    other = PlayTable.objects.get(tournament_id=t)
    one.due()
    one.now = max(one.now, other.due_at or one.now)
    cast.say(open_hand, by=SYSTEM, at=one.now, table_id=other.pk, turn=other.turn)
    other.refresh_from_db()
    mine, theirs = one.people[one.to_act], {p.player_id: p for p in people}
    there = hands.options(Hand.from_dict(other.hand)).seat
    whose = next(kept["player_id"] for kept in other.seats if kept["seat"] == there)
    where = {"at": other.from_at, "table_id": other.pk, "turn": other.turn, "act": "fold"}
    with cast.refused("not_at_table"):
        cast.say(act, by=mine, player_id=mine.player_id, **where)
    with cast.refused("forbidden"):
        cast.say(act, by=mine, player_id=whose, **where)
    cast.say(act, by=theirs[whose], player_id=whose, **where)
    assert HandAct.objects.get().hand.table_id == other.pk


@pytest.mark.rule("PT-H.10", "PT-H.35", "PT-H.62")
def test_who_leaves_in_an_all_in_takes_what_the_hand_gives_and_no_more(db: None) -> None:
    table = open_cash()
    for seat in (1, 2, 3):
        table.sit(seat)
    table.deal()
    shover = table.to_act
    table.act("raise", 10_000)
    caller = table.to_act
    table.act("call")
    third = table.to_act
    for seat in (shover, caller):
        assert table.leave(seat)["at_once"] is False
    table.act("fold")
    while table.row.stage == "playing":
        assert table.row.due_kind == "street"  # nobody is asked, and nobody is folded for going
        table.due()
        table.check()
    result = DealtHand.objects.get(table_id=table.table_id, number=1).result
    won = dict(result["stacks"])
    assert len(result["board"]) == 5 and {one["seat"] for one in result["shown"]} == {shover, caller}
    table.due()
    assert {one["seat"] for one in table.row.seats} == {third}
    assert [table.wallet(seat) for seat in (shover, caller)] == [
        10_000 + won[shover],
        10_000 + won[caller],
    ]
    assert table.escrow() == table.stack(third) == won[third]
    assert won[shover] + won[caller] + won[third] + table.rake() == 30_000
    table.check()


@pytest.mark.rule("PT-T.21", "PT-T.54")
def test_who_excludes_himself_in_a_hand_of_a_tournament_plays_what_is_paid_to_its_end(db: None) -> None:
    home = house()
    event = begun(home, players=3)
    event.due()
    seat = event.to_act
    person = event.people[seat]
    cast.say(exclude_self, by=person, at=event.now, player_id=person.player_id)
    event.act("raise", event.row.big_blind_chips * 2, seat=seat)
    event.check_chips()
    assert Entry.objects.filter(state="playing").count() == 3
    event.play_on(Random(6))
    assert Tournament.objects.get(pk=event.tournament_id).state == "finished"
    assert sum(Award.objects.values_list("amount_cents", flat=True)) == 3_000
    assert "away" not in set(HandAct.objects.filter(seat=seat).values_list("manner", flat=True))
    cast.books_balance()
    again = home.registering("online-sit-and-go", name="Depois")
    with cast.refused("excluded", rule="PT-T.21"):
        cast.say(
            register_player,
            by=person,
            tournament_id=again,
            player_id=person.player_id,
            method="balance",
            terms_version="1",
        )


@pytest.mark.rule("PT-H.72", "PT-H.73")
def test_a_house_that_begins_again_between_the_deal_and_the_first_act_has_dealt_once(three) -> None:  # type: ignore[no-untyped-def]
    row, seat = three.row, three.to_act
    assert not HandAct.objects.exists()

    def cards() -> dict[int, list[str]]:
        return {
            one: [
                card["card"]
                for card in own_payload(table_id=row.pk, player_id=person.player_id or 0)["cards"]
            ]
            for one, person in three.people.items()
        }

    before = cards()
    back = row.due_at + timedelta(seconds=30)
    cast.say(expire, by=SYSTEM, at=back, table_id=row.pk, turn=row.turn)
    after = three.row
    assert (after.turn, three.to_act, after.hand_number) == (row.turn, seat, 1)
    assert cards() == before and not HandAct.objects.exists()
    assert after.due_at - after.from_at == row.due_at - row.from_at
    three.now = back
    three.act("call")
    assert HandAct.objects.get().manner == "player"


@pytest.mark.rule("PT-H.43", "PT-H.44", "PT-H.73")
def test_a_clock_that_is_set_back_costs_nobody_time_and_one_set_forward_folds_nobody(three) -> None:  # type: ignore[no-untyped-def]
    three.act("call")
    row, seat = three.row, three.to_act
    earlier = row.from_at - timedelta(hours=1)
    # the table's clock gives the full time again, by the clock that is now; who acts before it has looked is heard
    assert [one.kind for one in due_at_tables(at=earlier)] == ["decide"]
    person = three.people[seat]
    bank = next(one["bank_ms"] for one in row.seats if one["seat"] == seat)
    done = {"by": person, "player_id": person.player_id, "table_id": row.pk, "turn": row.turn}
    cast.say(act, at=earlier, act="call", **done)
    kept = HandAct.objects.latest("id")
    assert (kept.seat, kept.took_ms, kept.manner) == (seat, 0, "player")
    assert next(one["bank_ms"] for one in three.row.seats if one["seat"] == seat) == bank
    # the next decision has its own time, by the clock that is now
    after = three.row
    whole = 15 + (30 if three.hand.put_in[three.to_act] else 0)
    assert after.due_at - after.from_at == timedelta(seconds=whole) and after.from_at - earlier < timedelta(
        seconds=2
    )
    # an hour forward again: for the house it was away; the hand is void, and nobody was folded
    three.now = after.due_at + timedelta(hours=1)
    cast.say(expire, by=SYSTEM, at=three.now, table_id=row.pk, turn=after.turn)
    assert not HandAct.objects.filter(manner="timeout").exists()
    assert [one["chips"] for one in three.row.seats] == [10_000] * 3 and three.row.stage == "waiting"
    assert not any(one["away_since"] for one in three.row.seats)


@pytest.mark.rule("PT-T.52", "PT-T.54", "SCPT.R")
def test_a_tournament_online_that_counts_for_a_season_scores_every_place(db: None) -> None:
    home = house()
    season, stage = circuit(home)
    event = begun(home, players=2, stage_id=stage, ranks=True, ranking_weight_milli=1000)
    event.play_on(Random(2))
    assert Tournament.objects.get(pk=event.tournament_id).state == "finished"
    winner = Entry.objects.get(tournament_id=event.tournament_id, state="playing").player_id
    scores = {one.scored_as_place: one for one in Score.objects.filter(tournament_id=event.tournament_id)}
    assert len(scores) == 2 and scores[1].player_id == winner
    rows = season_table(season).rows
    assert [row.player_id for row in rows] == [scores[place].player_id for place in (1, 2)]
    assert [row.points for row in rows] == [
        points(n=2, k=place, b_cents=scores[place].buy_in_cents, c=Decimal(1)) for place in (1, 2)
    ]
