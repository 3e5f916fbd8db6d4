"""Other games than no-limit hold'em at a table: what is dealt, how much may be bet, what a showdown names; all through the commands."""

from __future__ import annotations

from datetime import timedelta
from itertools import combinations

import pytest

from dispatch import topics
from dispatch.facts import SYSTEM
from dispatch.models import Fact
from play.commands.complain import complain
from play.commands.expire import expire
from play.commands.open_table import open_table
from play.commands.set_pre_act import set_pre_act
from play.commands.void_hand import void_hand
from play.models import DealtHand, HandAct, PlayTable
from play.queries.decks import deck_of_hand
from play.queries.history import own_hand, public_hand
from rules import hands
from rules.cards import Card, places_of_seat
from rules.hands.evaluator import strength_of
from rules.online import table_policies
from tests import cast
from tests.play.conftest import AtTable, open_one
from tests.play.test_history import check_down


def dealt(game: str, **more) -> AtTable:
    """A table of this game with players in seats 2, 5 and 7, and the first hand dealt."""
    table = open_one(cast.house(), game=game, **more)
    for seat in (2, 5, 7):
        table.sit(seat)
    table.deal()
    return table


def seen(table):
    return topics.resolve(f"play/{table.table_id}").payload()


def own(table, seat):
    return topics.resolve(f"player/{table.people[seat].player_id}/play/{table.table_id}").payload()


def bounds(table):
    may = hands.options(table.hand)
    return may.raise_from_chips, may.raise_to_chips


def refused_and_unchanged(table, code, word, to, **params):
    before = table.row
    with cast.refused(code, **params):
        table.act(word, to)
    after = table.row
    assert (after.turn, after.hand, after.seats) == (before.turn, before.hand, before.seats)


@pytest.mark.rule("PT-H.24", "PT-O.1", "PT-O.24")
def test_a_table_says_its_game_and_another_is_refused(db):
    house = cast.house()
    made = cast.say(open_table, by=house.ana, venue_id=house.venue_id, name="Omaha", game="plo")
    told = Fact.objects.get(stream=f"play:{made['table_id']}", kind="play_table_opened").body
    assert told["game"] == "plo"
    payload = topics.resolve(f"play/{made['table_id']}").payload()
    assert (payload["game"], payload["limit"], payload["hole_cards"]) == ("plo", "pot_limit", 4)
    for game in ("plo8", "plo5", "stud", "no_limit", ""):
        with cast.refused("online_game", rule="PT-H.24"):
            cast.say(open_table, by=house.ana, venue_id=house.venue_id, name="Mesa", game=game)
    assert PlayTable.objects.count() == 1


@pytest.mark.rule("PT-O.25", "PT-O.49", "PT-O.50")
def test_omaha_deals_four_cards_from_the_places_of_each_seat(db):
    table = dealt("plo")
    hand = DealtHand.objects.get(table_id=table.table_id, number=1)
    assert hand.hole_cards == 4
    whole: list[str] = []
    for seat in (2, 5, 7):
        mine = own(table, seat)["cards"]
        assert [one["at"] for one in mine] == list(places_of_seat(seat, count=4))
        whole += [one["card"] for one in mine]
    assert len(set(whole)) == 12


@pytest.mark.rule("PT-O.26", "PT-O.59", "PT-O.61")
def test_a_showdown_in_omaha_counts_two_of_the_own_cards_and_three_of_the_board(db):
    table = dealt("plo")
    while table.row.stage == "playing":
        table.act("check" if hands.options(table.hand).may_check else "call")
        if len(table.hand.board) == 5 and table.row.stage == "playing":
            makes = own(table, table.to_act)["makes"]
            assert len(makes["own"]) == 2
            assert set(makes["own"]) <= {one["card"] for one in own(table, table.to_act)["cards"]}
    result = DealtHand.objects.get(number=1, table_id=table.table_id).result
    assert len(result["shown"]) == 3
    best: dict[int, int] = {}
    for one in result["shown"]:
        assert len(one["hole"]) == 4 and len(one["five"]) == 5
        assert len(set(one["hole"]) & set(one["five"])) == 2
        assert len(set(result["board"]) & set(one["five"])) == 3
        best[one["seat"]] = max(
            strength_of([Card.of(text) for text in (*two, *three)])
            for two in combinations(one["hole"], 2)
            for three in combinations(result["board"], 3)
        )
    winners = {seat for pot in result["pots"] for seat, share in pot["shares"] if share}
    assert winners == {seat for seat, worth in best.items() if worth == max(best.values())}


@pytest.mark.rule("PT-H.24", "PT-O.24", "PT-O.37", "ADTP.54A")
@pytest.mark.parametrize(("game", "largest"), [("plo", 350), ("hpo", 225), ("plhe", 350), ("hphe", 225)])
def test_the_pot_or_half_of_it_is_the_most_that_may_be_bet(db, game, largest):
    table = dealt(game)
    assert bounds(table) == (200, largest)
    code = "raise_too_large"
    half = game in ("hphe", "hpo")
    refused_and_unchanged(table, code, "raise", largest + 1, rule="PT-H.24" if half else "ADTP.54A")
    refused_and_unchanged(table, "raise_too_small", "raise", 199, rule="ADTP.43A")
    table.act("raise", largest)
    # the pot after the call: blinds, the raise, and what the small blind still owes
    pot = 150 + largest + largest - 50
    assert bounds(table) == (2 * largest - 100, largest + (pot // 2 if half else pot))
    options = own(table, table.to_act)["options"]
    assert (options["raise_from_chips"], options["raise_to_chips"]) == bounds(table)


@pytest.mark.rule("PT-O.24", "PT-O.25", "PT-O.37")
def test_omaha_without_limit_is_raised_by_all_that_a_player_has(db):
    table = dealt("nlo")
    assert bounds(table) == (200, 10_000) and len(own(table, table.to_act)["cards"]) == 4
    refused_and_unchanged(table, "raise_too_large", "raise", 10_001)
    table.act("raise", 10_000)
    assert HandAct.objects.get().all_in and own(table, table.to_act)["options"]["facing_chips"] == 9_950


@pytest.mark.rule("PT-H.24", "PT-H.38", "PT-O.24", "PT-O.38", "ADTP.48")
@pytest.mark.parametrize(("game", "cards"), [("lhe", 2), ("lo", 4)])
def test_in_limit_a_bet_and_three_raises_are_the_most_and_late_streets_cost_double(db, game, cards):
    table = dealt(game)
    assert len(own(table, table.to_act)["cards"]) == cards
    for to in (200, 300, 400):
        assert bounds(table) == (to, to)
        refused_and_unchanged(table, "raise_too_large", "raise", to + 1)
        refused_and_unchanged(table, "raise_too_small", "raise", to - 1)
        table.act("raise", to)
    assert bounds(table) == (None, None) and own(table, table.to_act)["options"]["capped"] is True
    refused_and_unchanged(table, "may_not_raise", "raise", 500)
    table.act("call")
    table.act("call")
    for street, bet in (("flop", 100), ("turn", 200), ("river", 200)):
        assert (table.hand.street, bounds(table)) == (street, (bet, bet))
        assert own(table, table.to_act)["options"]["capped"] is False
        table.act("bet", bet)
        assert bounds(table) == (2 * bet, 2 * bet)
        table.act("call")
        table.act("call")
    assert table.row.stage == "showing" and table.chips() == 30_000
    assert sum(share for _seat, share in DealtHand.objects.get(number=1).result["pots"][0]["shares"]) == 2_700


@pytest.mark.rule("PT-H.34", "PT-H.43", "PT-O.34")
def test_a_call_decided_ahead_is_void_when_the_limit_lets_its_price_rise(db):
    table = dealt("lhe")
    small, big = table.hand.small_blind, table.hand.big_blind
    row, person = table.row, table.people[small]

    def ahead(facing):
        cast.say(
            set_pre_act, by=person, at=table.now, table_id=row.pk, player_id=person.player_id, ahead="call",
            number=1, street="preflop", facing_chips=facing,
        )  # fmt: skip

    with cast.refused("turn_passed"):
        ahead(100)
    ahead(50)
    table.act("raise", 200)
    assert table.to_act == small and not HandAct.objects.filter(seat=small).exists()
    assert own(table, small)["ahead"] is None and own(table, small)["options"]["facing_chips"] == 150
    table.act("fold")
    assert table.to_act == big


@pytest.mark.rule("PT-H.72", "PT-O.72")
def test_a_hand_of_omaha_goes_on_with_the_same_cards_and_made_void_gives_back_its_chips(db):
    table = dealt("plo")
    cards = {seat: [one["card"] for one in own(table, seat)["cards"]] for seat in (2, 5, 7)}
    table.act("raise", 350)
    # whoever reads the row next, after a crash too, makes the same deck of it
    again = deck_of_hand(DealtHand.objects.get(number=1))
    assert {s: [c.text for c in again.cards(places_of_seat(s, count=4))] for s in cards} == cards
    # the house comes back long after the time was over: the same player decides, and nobody is folded
    turn, now = table.row.turn, table.row.due_at + timedelta(seconds=20)
    cast.say(expire, by=SYSTEM, at=now, table_id=table.table_id, turn=turn)
    assert HandAct.objects.count() == 1 and seen(table)["notice"]["kind"] == "restarted"
    assert {seat: [one["card"] for one in own(table, seat)["cards"]] for seat in cards} == cards
    table.now = now
    cast.say(
        void_hand, by=table.house.ana, at=table.now, table_id=table.table_id, number=1, reason="Queda de luz"
    )
    assert table.row.stage == "waiting" and [one["chips"] for one in table.row.seats] == [10_000] * 3
    table.deal()
    assert table.hand.policies.limit == "pot_limit" and len(own(table, 2)["cards"]) == 4


@pytest.mark.rule("PT-H.65", "PT-H.66", "PT-O.65", "PT-O.66")
@pytest.mark.parametrize("game", ["plo", "lhe", "hphe", "nlo", "hpo", "lo"])
def test_a_hand_is_found_again_as_it_was_played_and_a_complaint_has_it(db, game):
    table = dealt(game)
    table.act("raise", bounds(table)[1])
    check_down(table)
    hand = DealtHand.objects.get(number=1)
    person = table.people[5]
    found = own_hand(table_id=table.table_id, number=1, player_id=person.player_id)
    assert found.game == game
    assert [step.act and step.act.to_chips for step in found.steps if step.act] == [
        row.to_chips for row in hand.acts.order_by("turn")
    ]
    assert found.steps[-1].after.policies == table_policies(game)
    mine = next(one for one in found.players if one.seat == 5)
    assert mine.cards == tuple(
        card.text for card in deck_of_hand(hand).cards(places_of_seat(5, count=hand.hole_cards))
    )
    cast.say(
        complain, by=person, at=table.now, table_id=table.table_id, number=1, player_id=person.player_id,
        said="Não era assim",
    )  # fmt: skip
    record = public_hand(table_id=table.table_id, number=1)
    assert (record.game, len(record.steps)) == (game, len(found.steps))
    assert record.result == found.result == hand.result


@pytest.mark.rule("PT-O.41", "PT-O.63")
def test_all_in_in_omaha_is_run_out_and_every_chip_stays(db):
    table = dealt("plo", stack_chips=1_000)
    while table.row.due_kind == "decide":
        least, most = bounds(table)
        word = "raise" if table.hand.betting.bet_chips else "bet"
        if least is None:
            table.act("check" if hands.options(table.hand).may_check else "call")
        else:
            table.act(word, most)
    assert HandAct.objects.filter(all_in=True).count() >= 2
    while table.row.stage == "playing":
        table.due()
    assert table.chips() == 3_000
    table.due()
    refilled = Fact.objects.filter(stream=f"play:{table.table_id}", kind="stack_refilled")
    assert table.chips() == 3_000 + sum(one.body["added_chips"] for one in refilled)
    table.deal()
    assert (seen(table)["hole_cards"], len(own(table, table.to_act)["cards"])) == (4, 4)
