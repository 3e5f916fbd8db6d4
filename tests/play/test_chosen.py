"""What a table is opened with beside its game: who posts the small blind between two, and a round's most bets and raises."""

from __future__ import annotations

import pytest

from dispatch.models import Fact
from play.commands.open_cash_table import open_cash_table
from play.commands.open_table import open_table
from play.models import DealtHand, HandAct, PlayTable
from play.queries.history import last_hand
from rules.hands import HeadsUp
from rules.refusals import Refused
from tests import cast
from tests.play.cash import TERMS, CashTable, house, open_cash
from tests.play.conftest import open_one
from tests.play.event import begun
from tests.play.test_antes import approved

pytestmark = pytest.mark.django_db


def two(**chosen) -> CashTable:
    """A cash table with two players and the first hand dealt."""
    cash = open_cash(**chosen)
    for seat in (1, 4):
        cash.sit(seat)
    cash.deal()
    return cash


@pytest.mark.rule("PT-H.46", "PT-H.48")
def test_between_two_the_small_blind_is_posted_as_was_chosen():
    written, small = two(), two(heads_up="button_small")
    for cash, chosen in ((written, "as_written"), (small, "button_small")):
        assert cash.row.heads_up == chosen
        hand, button = cash.hand, cash.row.button_seat
        other = 5 - button  # seats 1 and 4
        posts = button if chosen == "button_small" else other
        assert (hand.small_blind, hand.big_blind) == (posts, 5 - posts)
        assert cash.to_act == posts
        cash.act("call")
        cash.act("check")
        assert len(cash.hand.board) == 3 and cash.to_act == other  # after the flop the button is the last
        cash.act("check")
        cash.act("fold")
        # the hand is told again as it was played
        cash.until("close")
        cash.due()
        told = last_hand(table_id=cash.table_id, player_id=None)
        assert told.steps[0].after.small_blind == posts and told.steps[0].after.policies.heads_up is HeadsUp(
            chosen
        )
        cash.check()


@pytest.mark.rule("PT-H.38")
def test_a_round_has_no_more_bets_and_raises_than_were_chosen():
    cash = two(bets_and_raises=3)
    assert (cash.row.game, cash.row.cap) == ("nlhe", 3)
    cash.act("raise", 300)
    assert not cash.hand.betting.capped
    cash.act("raise", 600)
    # the big blind was the first
    assert cash.hand.betting.capped
    acts = HandAct.objects.count()
    with pytest.raises(Refused) as no:
        cash.act("raise", 1_000)
    assert no.value.code == "may_not_raise" and HandAct.objects.count() == acts
    cash.act("call")
    assert len(cash.hand.board) == 3 and not cash.hand.betting.capped
    # at a table for which none was chosen nobody is capped
    free = two()
    for to in (300, 600, 1_000, 1_600, 2_400):
        free.act("raise", to)
    assert not free.hand.betting.capped


@pytest.mark.rule("PT-H.38", "PT-H.48")
@pytest.mark.parametrize("chosen", [{}, {"heads_up": "button_small", "bets_and_raises": 4}])
def test_what_was_chosen_is_told_as_a_table_of_any_kind_opens(chosen):
    home = house()
    demo, cash = open_one(home, **chosen), open_cash(home, **chosen)
    for table in (demo, cash):
        told = Fact.objects.get(stream=f"play:{table.table_id}", kind="play_table_opened").body
        assert told["heads_up"] == chosen.get("heads_up", "as_written") == table.row.heads_up
        # none where the game's own holds
        assert told.get("bets_and_raises") == chosen.get("bets_and_raises") == table.row.cap
    terms = Fact.objects.get(stream=f"play:{cash.table_id}", kind="cash_terms_set").body
    assert terms["heads_up"] == told["heads_up"]


@pytest.mark.parametrize("command", [open_cash_table, open_table])
@pytest.mark.parametrize(
    ("chosen", "code"),
    [
        ({"bets_and_raises": 1}, "number_too_small"),
        ({"bets_and_raises": 11}, "number_too_large"),
        ({"bets_and_raises": "3"}, "not_a_number"),
        ({"heads_up": "button"}, "no_such_choice"),
        ({"heads_up": ""}, "no_such_choice"),
    ],
)
def test_what_cannot_be_chosen_is_refused_and_no_table_is_opened(chosen, code, command):
    home = house()
    terms = TERMS if command is open_cash_table else {}
    with pytest.raises(Refused) as no:
        cast.say(command, by=home.ana, venue_id=home.venue_id, name="Mesa", **terms, **chosen)
    assert (no.value.code, no.value.params["field"]) == (code, next(iter(chosen)))
    assert not PlayTable.objects.exists()


@pytest.mark.rule("PT-H.38", "PT-H.46", "PT-H.48")
def test_a_tournaments_tables_are_opened_as_its_rule_set_has_it():
    usual = begun(house(), players=2)
    assert (usual.row.heads_up, usual.row.cap) == ("as_written", None)
    home = house()
    name = approved(home, online_button_posts_small=True, online_bets_and_raises=2)
    event = begun(home, players=2, rule_set=name)
    assert (event.row.heads_up, event.row.cap) == ("button_small", 2)
    event.due()
    assert event.hand.small_blind == event.row.button_seat == event.to_act
    event.act("raise", 100)
    assert event.hand.betting.capped
    with pytest.raises(Refused):
        event.act("raise", 300)
    assert DealtHand.objects.get(table=event.table_id, number=1).result is None
