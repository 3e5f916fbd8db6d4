"""A hand from the blinds to the point where it can be settled."""

from __future__ import annotations

import json

import pytest

from rules.hands import (
    Act,
    CardGame,
    CardsDue,
    Hand,
    HandOver,
    HeadsUp,
    Limit,
    Stakes,
    Street,
    TablePolicies,
    act,
    begin,
    can_bet,
    needs,
    open_street,
    options,
)
from rules.levels import AnteDue, AnteKind
from rules.refusals import Refused
from tests.rules.hands.table import BOARD, STAKES, cards, dealt, play, to_act, turned


class TestBlinds:
    @pytest.mark.rule("PT-H.20–22", "PT-H.47", "PT-H.48", "PT-H.51")
    @pytest.mark.rule("PT-O.20–22", "PT-O.47", "PT-O.48", "PT-O.51")
    @pytest.mark.parametrize("game", list(CardGame))
    def test_first_and_second_seat_left_of_the_button_post_and_the_next_acts(self, game: CardGame) -> None:
        hand = dealt(1000, 1000, 1000, 1000, 1000, button=4, game=game)
        assert (hand.small_blind, hand.big_blind, to_act(hand)) == (5, 1, 2)
        assert hand.put_in == {5: 50, 1: 100, 2: 0, 3: 0, 4: 0}
        assert hand.pot_chips == 150
        assert hand.stacks == {5: 950, 1: 900, 2: 1000, 3: 1000, 4: 1000}

    @pytest.mark.rule("PT-H.49", "PT-H.50", "PT-O.49", "PT-O.50")
    def test_cards_go_round_from_the_small_blind(self) -> None:
        assert dealt(1000, 1000, 1000, 1000, button=3).dealing_order == (4, 1, 2, 3)

    @pytest.mark.rule("PT-H.48", "ADTP.34")
    @pytest.mark.parametrize(
        ("heads_up", "small", "before_the_flop", "after_it"),
        [(HeadsUp.AS_WRITTEN, 2, 2, 2), (HeadsUp.BUTTON_SMALL, 1, 1, 2)],
    )
    def test_heads_up_as_it_is_written_or_with_the_button_small(
        self, heads_up: HeadsUp, small: int, before_the_flop: int, after_it: int
    ) -> None:
        hand = dealt(1000, 1000, button=1, heads_up=heads_up)
        assert (hand.small_blind, to_act(hand)) == (small, before_the_flop)
        hand = turned(play(hand, Act.CALL, Act.CHECK))
        assert to_act(hand) == after_it

    @pytest.mark.rule("PT-H.52", "PT-H.39", "PT-O.52", "PT-O.39")
    @pytest.mark.parametrize("game", list(CardGame))
    def test_a_big_blind_all_in_for_less_is_called_whole(self, game: CardGame) -> None:
        hand = dealt(1000, 1000, 30, 1000, button=1, game=game)
        assert options(hand).call_to_chips == 100
        assert options(hand).raise_from_chips == 200
        hand = play(hand, Act.CALL, Act.CALL)
        assert (to_act(hand), options(hand).call_to_chips) == (2, 100)

    @pytest.mark.rule("ADTP.P11")
    def test_an_ante_for_all_is_paid_before_the_big_blind(self) -> None:
        stakes = Stakes(
            small_blind_chips=50, big_blind_chips=100, ante=AnteDue(kind=AnteKind.BIG_BLIND, chips=100)
        )
        hand = dealt(1000, 1000, 130, button=1, stakes=stakes)
        assert (hand.dead_chips, hand.put_in[3], hand.stacks[3], hand.pot_chips) == (100, 30, 0, 180)
        assert hand.antes == {3: 100}

    @pytest.mark.parametrize(
        ("seats", "button"), [({1: 1000}, 1), ({1: 1000, 2: 0}, 1), ({1: 1000, 2: 5}, 3), ({}, 0)]
    )
    @pytest.mark.rule("PT-H.5", "PT-H.7", "PT-O.5", "PT-O.7")
    def test_no_hand_without_two_players_with_chips_and_a_button(
        self, seats: dict[int, int], button: int
    ) -> None:
        with pytest.raises(Refused) as no:
            begin(seats=seats, button=button, stakes=STAKES, policies=TablePolicies())
        assert (no.value.code, no.value.rule) == ("bad_hand", "PT-H.7")

    @pytest.mark.rule("PT-H.5")
    def test_ten_play_and_eleven_do_not(self) -> None:
        assert len(dealt(*[1000] * 10).live) == 10
        with pytest.raises(Refused, match="bad_hand"):
            dealt(*[1000] * 11)


class TestStreets:
    @pytest.mark.rule(
        "PT-H.25", "PT-H.53", "PT-H.54", "PT-H.55", "PT-H.56", "PT-H.57", "PT-H.58", "PT-H.60", "PT-H.40"
    )
    @pytest.mark.rule("PT-O.25", "PT-O.40", "PT-O.53–58", "PT-O.60")
    @pytest.mark.parametrize("game", list(CardGame))
    def test_four_rounds_and_five_cards(self, game: CardGame) -> None:
        hand = dealt(1000, 1000, 1000, button=2, game=game)
        assert game.hole_cards == {CardGame.HOLDEM: 2, CardGame.OMAHA: 4}[game]
        hand = play(hand, Act.CALL, Act.CALL, Act.CHECK)
        for street, count in ((Street.FLOP, 3), (Street.TURN, 1), (Street.RIVER, 1)):
            assert needs(hand) == CardsDue(count=count, street=street)
            hand = turned(hand)
            assert (hand.street, to_act(hand)) == (street, 3)
            hand = play(hand, Act.CHECK, Act.CHECK, Act.CHECK)
        assert hand.board == cards(BOARD)
        assert needs(hand) == HandOver(showdown=True)

    @pytest.mark.rule("PT-H.35", "PT-H.36", "PT-O.35", "PT-O.36")
    @pytest.mark.parametrize("game", list(CardGame))
    def test_the_hand_is_over_when_all_but_one_have_folded(self, game: CardGame) -> None:
        hand = play(dealt(1000, 1000, 1000, button=1, game=game), Act.FOLD, Act.FOLD)
        assert needs(hand) == HandOver(showdown=False)
        assert hand.live == (3,)

    @pytest.mark.rule("PT-H.39", "PT-H.57")
    def test_nobody_is_asked_once_all_are_all_in(self) -> None:
        hand = play(dealt(1000, 1000, button=1), 1000, Act.CALL)
        for street in (Street.FLOP, Street.TURN, Street.RIVER):
            assert isinstance(needs(hand), CardsDue)
            hand = turned(hand)
            assert hand.street is street
        assert needs(hand) == HandOver(showdown=True)

    @pytest.mark.rule("ADTP.16")
    def test_a_street_is_bet_on_while_two_have_chips_behind(self) -> None:
        # seat 3 is all in with 600, the two others have 400 behind
        hand = play(dealt(1000, 1000, 600, button=1), 600, Act.CALL, Act.CALL)
        assert can_bet(hand)
        called = play(turned(hand), 400, Act.CALL)
        assert not can_bet(called)
        assert not can_bet(play(dealt(1000, 600, button=1), 600, Act.CALL))

    @pytest.mark.rule("PT-H.53")
    def test_cards_are_turned_only_when_they_are_due_and_none_twice(self) -> None:
        hand = dealt(1000, 1000, button=1)
        called = play(hand, Act.CALL, Act.CHECK)
        flop = turned(called)
        for early, given in (
            (hand, cards(BOARD)[:3]),
            (called, cards(BOARD)[:1]),
            (called, cards(BOARD)[:1] * 3),
            (play(flop, Act.CHECK, Act.CHECK), cards(BOARD)[:1]),
        ):
            with pytest.raises(Refused, match="no_cards_due"):
                open_street(early, cards=given)

    @pytest.mark.rule("PT-H.24", "ADTP.48")
    def test_in_fixed_limit_the_bet_doubles_on_the_turn(self) -> None:
        stakes = Stakes(small_blind_chips=50, big_blind_chips=100, big_bet_chips=200)
        hand = play(dealt(5000, 5000, stakes=stakes, limit=Limit.FIXED_LIMIT), Act.CALL, Act.CHECK)
        hand = turned(hand)
        assert options(hand).raise_from_chips == options(hand).raise_to_chips == 100
        hand = turned(play(hand, Act.CHECK, Act.CHECK))
        assert options(hand).raise_from_chips == options(hand).raise_to_chips == 200


class TestLimits:
    @pytest.mark.rule("PT-H.23", "PT-H.24", "PT-H.37", "PT-H.38", "PT-O.23", "PT-O.24", "PT-O.37", "PT-O.38")
    @pytest.mark.parametrize("game", list(CardGame))
    @pytest.mark.parametrize(
        ("limit", "most"),
        [(Limit.NO_LIMIT, 1000), (Limit.POT_LIMIT, 350), (Limit.HALF_POT, 225), (Limit.FIXED_LIMIT, 200)],
    )
    def test_how_far_a_first_raise_may_go(self, game: CardGame, limit: Limit, most: int) -> None:
        hand = dealt(1000, 1000, 1000, 1000, limit=limit, game=game, cap=2)
        may = options(hand)
        assert (may.raise_from_chips, may.raise_to_chips) == (200, most)
        with pytest.raises(Refused, match="raise_too_small"):
            play(hand, 199)
        with pytest.raises(Refused, match="raise_too_large"):
            play(hand, most + 1)
        assert not options(play(hand, 200)).may_raise  # the blind and a raise: two are all


class TestTurns:
    @pytest.mark.rule("PT-H.34")
    def test_an_act_for_a_turn_that_has_passed_does_nothing(self) -> None:
        hand = dealt(1000, 1000, 1000)
        after = play(hand, Act.CALL)
        assert (hand.turn, after.turn) == (0, 1)
        with pytest.raises(Refused) as no:
            act(after, turn=0, seat=2, act=Act.CALL)
        assert (no.value.code, no.value.params) == ("turn_passed", {"turn": 1})

    @pytest.mark.rule("PT-H.34", "PT-H.51")
    def test_only_the_player_in_turn_acts(self) -> None:
        with pytest.raises(Refused, match="not_to_act"):
            act(dealt(1000, 1000, 1000), turn=0, seat=2, act=Act.CALL)

    def test_turns_go_on_from_where_the_table_was(self) -> None:
        hand = begin(seats={1: 1000, 2: 1000}, button=1, stakes=STAKES, policies=TablePolicies(), turn=41)
        assert play(hand, Act.CALL, Act.CHECK).turn == 43


@pytest.mark.rule("PT-H.4")
def test_a_hand_is_written_and_read_back_the_same() -> None:
    stakes = Stakes(
        small_blind_chips=50,
        big_blind_chips=100,
        big_bet_chips=200,
        ante=AnteDue(kind=AnteKind.EACH, chips=10),
    )
    hand = dealt(1000, 1000, 60, 70, stakes=stakes, limit=Limit.POT_LIMIT, cap=4, game=CardGame.OMAHA)
    while True:
        assert Hand.from_dict(json.loads(json.dumps(hand.as_dict()))) == hand
        due = needs(hand)
        if isinstance(due, HandOver):
            break
        if isinstance(due, CardsDue):
            hand = turned(hand)
        else:
            hand = play(hand, Act.CHECK if due.options.may_check else Act.CALL)
