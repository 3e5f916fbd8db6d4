"""Cash tables: money comes from the account and goes back to it, to the cent, whatever happens between."""

from __future__ import annotations

import random

import pytest
from django.core.management import call_command
from django.db import IntegrityError, connection, transaction

from ledger.commands.adjust import adjust
from ledger.models import Account, Transfer
from ledger.operations import account
from ledger.queries import venue_accounts
from people.commands.anonymise_player import anonymise_player
from people.commands.exclude_self import exclude_self
from people.commands.set_play_limit import set_play_limit
from people.models import Player
from play.commands.buy_in import buy_in
from play.commands.close_table import close_table
from play.commands.come_back import come_back
from play.commands.leave import leave
from play.commands.open_cash_table import open_cash_table
from play.commands.sit import sit
from play.commands.sit_out import sit_out
from play.commands.top_up import top_up
from play.commands.void_hand import void_hand
from play.models import HandOfPlayer, PlayTable, Sitting
from play.queries.cash import escrow_differences
from rules import hands
from rules.accounts import AccountKind
from rules.online import HOLDEM
from tests import cast
from tests.play.cash import TERMS, known, later, open_cash
from tests.play.cash import house as cash_house
from tests.play.conftest import in_both_games, open_one
from tournaments.commands.update_venue import update_venue

pytestmark = pytest.mark.django_db


@pytest.fixture
def table(request):
    return open_cash(game=getattr(request, "param", HOLDEM))


@pytest.fixture
def three(table):
    for seat in (1, 2, 3):
        table.sit(seat)
    table.deal()
    return table


def lines():
    found = Transfer.objects.filter(reference__startswith="sitting:").order_by("id")
    return [(one.kind, one.amount_cents) for one in found]


# ------------------------------------------------------------------------------------------ opening


@pytest.mark.rule("PT-H.6", "PT-H.14")
def test_a_house_runs_no_table_for_money_until_its_owner_allows_it():
    home = cast.house()
    with cast.refused("no_cash_tables"):
        cast.say(open_cash_table, by=home.ana, venue_id=home.venue_id, name="Cash", **TERMS)
    with cast.refused("forbidden"):
        cast.say(update_venue, by=home.ana, venue_id=home.venue_id, changes={"cash_tables": True})
    cast.say(update_venue, by=home.olga, venue_id=home.venue_id, changes={"cash_tables": True})
    table = open_cash(home)
    row = table.row
    assert (row.kind, row.currency, row.small_blind_chips, row.big_blind_chips) == ("cash", "BRL", 50, 100)
    assert (row.least_buy_in_cents, row.most_buy_in_cents, row.rake_manner, row.rake_bp) == (
        2000,
        10_000,
        "pot",
        500,
    )
    # and no more money comes to one that is open when it is allowed no longer; what lies there goes home
    person = known(home, "Rui", cents=5000)
    table.buy_in(person, seat=1, cents=2000)
    cast.say(update_venue, by=home.olga, venue_id=home.venue_id, changes={"cash_tables": False})
    with cast.refused("no_cash_tables"):
        table.top_up(1, 500)
    other = known(home, "Ines", cents=5000)
    with cast.refused("no_cash_tables"):
        table.buy_in(other, seat=2, cents=2000)
    table.leave(1)
    assert table.wallet(1) == 5000
    table.check()


@pytest.mark.parametrize(
    ("more", "code"),
    [
        ({"rake_bp": 501}, "bad_rake"),
        ({"rake_manner": "buy_in", "rake_bp": 400}, "bad_rake"),
        ({"rake_manner": "both"}, "no_such_choice"),
        ({"game": "plo8"}, "online_game"),
        ({"small_blind_cents": 101}, "bad_stakes"),
        ({"least_buy_in_cents": 999}, "bad_buy_in_range"),
        ({"most_buy_in_cents": 1999}, "bad_buy_in_range"),
        ({"big_blind_cents": -1}, "number_too_small"),
    ],
)
def test_what_the_law_does_not_know_is_not_opened(more, code):
    home = cash_house()
    with cast.refused(code):
        open_cash(home, **more)


# ------------------------------------------------------------------------------------------ sitting down, adding, leaving


@in_both_games
@pytest.mark.rule(
    "PT-H.8", "PT-H.9", "PT-H.10", "PT-H.13", "PT-H.69", "PT-O.8", "PT-O.9", "PT-O.10", "PT-O.13", "PT-O.69"
)
def test_money_comes_from_the_account_and_goes_back_to_it(table):
    table.sit(2, cents=5000)
    assert (table.wallet(2), table.escrow(), table.stack(2)) == (15_000, 5000, 5000)
    with cast.refused("already_at_table"):
        table.buy_in(table.people[2], seat=3, cents=5000)
    ines = known(table.house, "Ines", cents=5000)
    with cast.refused("seat_taken"):
        table.buy_in(ines, seat=2, cents=2000)
    with cast.refused("no_such_seat"):
        table.buy_in(ines, seat=7, cents=2000)
    done = table.leave(2)
    assert (done["chips"], done["at_once"]) == (5000, True)
    assert (table.wallet(2), table.escrow()) == (20_000, 0)
    sitting = Sitting.objects.get()
    assert (sitting.brought_chips, sitting.taken_chips, sitting.fee_cents) == (5000, 5000, 0)
    assert lines() == [("table_buy_in", 5000), ("table_cash_out", 5000)]
    with cast.refused("not_at_table"):
        table.leave(2)
    table.check()


@in_both_games
@pytest.mark.rule("PT-H.8", "PT-H.14", "PT-O.14", "PT-T.21")
def test_a_buy_in_is_within_the_range_and_the_balance(table):
    person = known(table.house, "Rui", cents=4000)
    for cents in (1999, 10_001):
        with cast.refused("bad_buy_in"):
            table.buy_in(person, seat=1, cents=cents)
    for cents in (0, -1, 10**30):
        with cast.refused("number_too_small" if cents < 1 else "number_too_large"):
            table.buy_in(person, seat=1, cents=cents)
    with cast.refused("insufficient_funds"):
        table.buy_in(person, seat=1, cents=4001)
    assert table.buy_in(person, seat=1, cents=4000)["chips"] == 4000
    assert table.wallet(1) == 0
    table.check()


@pytest.mark.rule("PT-T.21")
def test_who_is_excluded_or_not_identified_or_over_the_own_limit_brings_nothing(table):
    rui = known(table.house, "Rui", cents=20_000)
    Player.objects.filter(pk=rui.player_id).update(id_checked_at=None, id_checked_by=None)
    with cast.refused("identity_not_checked"):
        table.buy_in(rui, seat=1, cents=5000)
    Player.objects.filter(pk=rui.player_id).update(
        id_checked_at=cast.DRAFTED, id_checked_by_id=table.house.desi.user_id
    )
    cast.say(set_play_limit, by=rui, player_id=rui.player_id, unit="BRL", period="day", amount_cents=6000)
    with cast.refused("play_limit_reached"):
        table.buy_in(rui, seat=1, cents=6001)
    table.buy_in(rui, seat=1, cents=5000)
    with cast.refused("play_limit_reached"):
        table.top_up(1, 1001)
    table.top_up(1, 1000)
    # what was brought back was not spent
    table.leave(1)
    table.buy_in(rui, seat=1, cents=6000)
    table.leave(1)
    cast.say(exclude_self, by=rui, player_id=rui.player_id)
    with cast.refused("excluded") as refused:
        table.buy_in(rui, seat=1, cents=5000)
    assert refused.value.sentence.startswith("You are excluded")  # it is read by the player
    assert table.wallet(1) == 20_000
    table.check()


def test_what_was_lost_counts_against_the_limit(three):
    seat = three.hand.small_blind
    loser = three.people[seat]
    cast.say(
        set_play_limit, by=loser, player_id=loser.player_id, unit="BRL", period="day", amount_cents=10_000
    )
    three.fold_out()
    three.leave(seat)
    assert three.wallet(seat) == 20_000 - 50
    later(three, minutes=31)
    with cast.refused("play_limit_reached"):
        three.buy_in(loser, seat=seat, cents=9951)
    three.buy_in(loser, seat=seat, cents=9950)
    three.check()


@in_both_games
@pytest.mark.rule("PT-H.11", "PT-H.12", "PT-H.15", "PT-O.12")
def test_chips_are_added_between_two_hands_alone_and_up_to_the_largest_buy_in(table):
    for seat in (1, 2):
        table.sit(seat, cents=5000)
    assert table.top_up(1, 3000)["chips"] == 8000
    assert (table.stack(1), table.wallet(1), table.escrow()) == (8000, 12_000, 13_000)
    with cast.refused("bad_top_up"):
        table.top_up(1, 2001)
    table.deal()
    # in the hand it is a wish: nothing moves before the hand is over
    assert table.top_up(2, 1000) == {"table_id": table.table_id, "seat": 2, "chips": 5000, "at_once": False}
    assert (table.wallet(2), table.escrow()) == (15_000, 13_000)
    table.act("fold")
    # settled and shown: it is over, and nobody waits for who adds chips
    assert table.row.stage == "showing"
    assert table.top_up(2, 1000)["at_once"] is True
    table.check()
    sitting = Sitting.objects.get(player_id=table.people[2].player_id)
    assert sitting.brought_chips == 6000
    table.due()
    assert Sitting.objects.get(player_id=table.people[2].player_id).brought_chips == 6000


@pytest.mark.rule("PT-H.11")
def test_who_comes_back_within_half_an_hour_brings_what_he_left_with(three):
    three.fold_out()
    rich = max((1, 2, 3), key=three.stack)
    had = three.stack(rich)
    assert had > 10_000
    three.leave(rich)
    person = three.people[rich]
    later(three, minutes=29)
    with cast.refused("bad_buy_in", rule="PT-H.11"):
        three.buy_in(person, seat=rich, cents=had - 1)
    later(three, minutes=2)
    assert three.buy_in(person, seat=rich, cents=2000)["chips"] == 2000
    three.check()


@pytest.mark.rule("PT-H.10", "PT-H.35")
def test_who_leaves_in_a_hand_leaves_when_it_is_over_folded_or_not(three):
    folded = three.to_act
    three.act("fold")
    assert three.leave(folded)["at_once"] is False
    caller = three.to_act
    three.act("call")
    assert three.leave(caller)["at_once"] is False
    assert three.wallet(folded) == three.wallet(caller) == 10_000
    while three.row.stage == "playing":
        three.due() if three.to_act == caller else three.act("check")
    three.check()
    three.until("close")
    three.due()
    assert {one["seat"] for one in three.row.seats} == {1, 2, 3} - {folded, caller}
    assert three.wallet(folded) == 20_000
    last = next(seat for seat in (1, 2, 3) if seat not in (folded, caller))
    assert three.wallet(caller) + three.stack(last) + three.rake() == 30_000
    # one is left: no hand is dealt
    assert three.row.due_kind == ""
    three.check()


@in_both_games
@pytest.mark.rule("PT-H.15", "PT-H.70", "PT-O.70")
def test_who_has_less_than_a_big_blind_adds_chips_or_is_dealt_no_more(table):
    for seat in (1, 2):
        table.sit(seat, cents=2000)
    table.deal()
    table.act("fold")
    table.until("close")
    # as if the hand had cost seat 1 nearly all
    row = table.row
    row.seats = [{**one, "chips": 40 if one["seat"] == 1 else 3960} for one in row.seats]
    row.save(update_fields=["seats"])
    table.due()
    loser = 1
    # nobody is left to play with: the seat is kept for ten minutes
    assert table.row.due_kind == "free" and table.row.seats[0]["away_since"]
    with cast.refused("must_top_up", rule="PT-H.15"):
        table.say(come_back, table.people[loser])
    with cast.refused("bad_top_up"):
        table.top_up(loser, 59)
    table.top_up(loser, 5000)
    assert table.row.due_kind == "open" and not table.row.seats[loser - 1]["away_since"]
    table.check()


def test_who_sits_out_by_choice_and_adds_chips_sits_out_on(table):
    table.sit(1, cents=2000)
    table.say(sit_out, table.people[1])
    table.top_up(1, 2000)
    assert table.row.seats[0]["away_since"]


def test_the_seat_of_who_has_been_away_for_long_is_freed_and_the_money_goes_home(table):
    home = table.house
    for seat in (1, 2):
        table.sit(seat)
    table.say(sit_out, table.people[1])
    later(table, minutes=11)
    rui = known(home, "Rui", cents=5000)
    table.buy_in(rui, seat=1, cents=3000)
    away = next(p for p in Sitting.objects.filter(left_at__isnull=False))
    assert away.taken_chips == 10_000
    assert [one["player_id"] for one in table.row.seats if one["seat"] == 1] == [rui.player_id]
    assert table.escrow() == 13_000
    table.check()


# ------------------------------------------------------------------------------------------ hands, the house's share, failures


@in_both_games
@pytest.mark.rule("PT-H.16", "PT-H.17", "PT-H.18", "PT-H.19", "PT-O.16", "PT-O.18")
def test_the_house_takes_its_share_of_a_pot_in_one_transfer_and_none_without_a_flop(three):
    three.fold_out()
    assert three.rake() == 0 and three.escrow() == 30_000
    three.deal()
    three.act("call")
    three.act("call")
    three.act("check")
    three.act("bet", 200)
    three.act("fold")
    three.act("fold")
    # 300 in the pot that was called: 15 cents; the 200 that nobody matched went back
    assert (three.rake(), three.escrow()) == (15, 29_985)
    transfer = Transfer.objects.get(kind="rake")
    assert (transfer.amount_cents, transfer.reference) == (15, f"hand:{three.table_id}/2")
    three.check()
    three.until("close")
    three.due()
    won = HandOfPlayer.objects.get(hand__number=2, won_chips__gt=0)
    assert (won.staked_chips, won.won_chips) == (100, 285)
    for seat in (1, 2, 3):
        three.leave(seat)
    assert sum(three.wallet(seat) for seat in (1, 2, 3)) == 60_000 - 15
    assert three.escrow() == 0
    three.check()


@pytest.mark.rule("PT-H.17")
def test_or_of_what_is_brought_and_then_nothing_of_the_pots():
    table = open_cash(rake_manner="buy_in", rake_bp=1000)
    table.sit(1, cents=5009)
    assert (table.stack(1), table.rake(), table.wallet(1)) == (4509, 500, 20_000 - 5009)
    table.sit(2, cents=2000)
    table.top_up(2, 1000)
    assert (table.stack(2), table.rake(), table.escrow()) == (2700, 800, 7209)
    table.deal()
    table.act("call")
    table.act("check")
    table.act("bet", 100)
    table.act("call")
    table.act("bet", 100)
    table.act("fold")
    assert table.rake() == 800
    sitting = Sitting.objects.get(player_id=table.people[2].player_id)
    assert (sitting.brought_chips, sitting.fee_cents) == (2700, 300)
    table.check()


@pytest.mark.rule("PT-H.72")
def test_a_hand_that_is_made_void_gives_back_every_cent_of_its_start(three):
    three.act("raise", 400)
    three.act("call")
    three.check()
    cast.say(
        void_hand,
        by=three.house.ana,
        at=three.now,
        table_id=three.table_id,
        number=1,
        reason="Queda de rede",
    )
    assert [one["chips"] for one in three.row.seats] == [10_000] * 3
    assert (three.rake(), three.escrow()) == (0, 30_000)
    three.check()


def test_closing_brings_everybody_home(three):
    with cast.refused("hand_being_played"):
        cast.say(close_table, by=three.house.ana, at=three.now, table_id=three.table_id)
    three.fold_out()
    cast.say(close_table, by=three.house.ana, at=three.now, table_id=three.table_id)
    assert three.escrow() == 0 and sum(three.wallet(seat) for seat in (1, 2, 3)) == 60_000
    with cast.refused("table_closed"):
        three.buy_in(three.people[1], seat=1, cents=2000)
    three.check()


@pytest.mark.rule("PT-T.21")
def test_who_is_excluded_while_seated_goes_home_before_the_next_hand(three):
    person = three.people[1]
    cast.say(exclude_self, by=person, at=three.now, player_id=person.player_id)
    three.fold_out()
    three.due()
    assert 1 not in {one["seat"] for one in three.row.seats}
    assert three.wallet(1) + sum(three.stack(seat) for seat in (2, 3)) == 10_000 + 30_000
    three.check()


def test_the_file_of_who_has_money_on_a_table_is_not_erased(table):
    rui = known(table.house, "Rui", cents=2000)
    table.buy_in(rui, seat=1, cents=2000)
    with cast.refused("still_seated"):
        cast.say(anonymise_player, by=rui, player_id=rui.player_id)


@in_both_games
@pytest.mark.rule("PT-H.75", "PT-O.75")
def test_money_and_play_chips_never_meet(table):
    rui = known(table.house, "Rui", cents=5000)
    with cast.refused("buy_in_needed"):
        table.say(sit, rui, seat=1)
    demo = open_one(table.house)
    where = {"table_id": demo.table_id, "player_id": rui.player_id}
    with cast.refused("not_a_cash_table"):
        cast.say(buy_in, by=rui, seat=1, cents=5000, **where)
    cast.say(sit, by=rui, seat=1, **where)
    with cast.refused("not_a_cash_table"):
        cast.say(top_up, by=rui, cents=5000, **where)
    cast.say(leave, by=rui, **where)
    assert not Transfer.objects.filter(kind__startswith="table").exists()


def test_nobody_sits_down_with_anothers_money(table):
    rui = known(table.house, "Rui", cents=5000)
    for by in (table.house.ana, table.house.olga, table.house.caio, cast.PASSER_BY):
        with cast.refused("forbidden"):
            cast.say(buy_in, by=by, table_id=table.table_id, player_id=rui.player_id, seat=1, cents=2000)


@pytest.mark.rule("PT-H.17", "PT-H.19", "PT-H.24", "PT-O.17", "PT-O.19", "PT-O.24")
@pytest.mark.parametrize(
    ("game", "manner", "seed"),
    [
        ("nlhe", "pot", 1),
        ("nlhe", "pot", 2),
        ("nlhe", "buy_in", 1),
        ("nlhe", "buy_in", 2),
        ("plo", "pot", 1),
        ("lhe", "pot", 1),
        ("hphe", "buy_in", 1),
    ],
)
def test_whatever_is_done_the_tables_account_holds_what_lies_there_after_every_act(game, manner, seed):
    """People come, add, play rashly, sit out and leave at any moment; no cent is made or lost."""
    chance = random.Random(seed)
    table = open_cash(rake_manner=manner, rake_bp=500, game=game)
    assert table.row.game == game
    people = [known(table.house, f"Joga{n}", cents=100_000) for n in range(5)]
    for seat, person in enumerate(people, 1):
        table.buy_in(person, seat=seat, cents=chance.randrange(2000, 10_001))
    everybody = {person.player_id for person in people}
    for _ in range(120):
        row = table.row
        there = {one["seat"]: one for one in row.seats}
        what = chance.random()
        try:
            if what < 0.06 and there:
                table.leave(chance.choice(list(there)))
            elif what < 0.14:
                out = everybody - {one["player_id"] for one in there.values()}
                person = next(p for p in people if p.player_id in out)
                free = next(seat for seat in range(1, 7) if seat not in there)
                table.buy_in(person, seat=free, cents=chance.randrange(2000, 20_001))
            elif what < 0.24 and there:
                table.top_up(chance.choice(list(there)), chance.randrange(1, 8000))
            elif row.due_kind == "decide":
                may = hands.options(table.hand)
                if may.may_raise and chance.random() < 0.4:
                    to = chance.choice([may.raise_from_chips, may.raise_to_chips])
                    table.act("raise" if may.facing_chips else "bet", to)
                else:
                    table.act("check" if may.may_check else chance.choice(["call", "fold"]))
            elif row.due_kind:
                table.due()
        except (cast.Refused, StopIteration):
            pass
        assert escrow_differences() == ()
    cast.books_balance()
    while table.row.stage != "waiting":
        table.due()
    for one in table.row.seats:
        table.leave(one["seat"])
    assert table.escrow() == 0
    assert sum(table_wallet(p) for p in people) + table.rake() == 500_000
    table.check()


def table_wallet(person):
    from ledger.queries import wallet_balance

    return wallet_balance(person.player_id, unit="BRL")


def test_nobody_corrects_what_lies_on_a_table_by_the_books(three):
    escrow = Account.objects.get(kind="table_escrow").pk
    wallet = Account.objects.get(kind="player", player_id=three.people[1].player_id).pk
    for ends in ((escrow, wallet), (wallet, escrow)):
        with cast.refused("unknown_account"):
            cast.say(
                adjust,
                by=three.house.olga,
                venue_id=three.house.venue_id,
                debit_account_id=ends[0],
                credit_account_id=ends[1],
                unit="BRL",
                amount_cents=100,
                reason="try",
            )
    listed = {view.kind.value: cents for view, cents in venue_accounts(three.house.venue_id)}
    assert listed["table_escrow"] == 30_000 and listed["rake"] == 0


def test_an_account_of_a_table_has_its_table_and_no_other_does(three):
    with pytest.raises(IntegrityError), transaction.atomic():
        account(AccountKind.TABLE_ESCROW, unit="BRL", venue_id=three.house.venue_id)
    with pytest.raises(IntegrityError), transaction.atomic():
        account(AccountKind.RAKE, unit="BRL", venue_id=three.house.venue_id, play_table_id=three.table_id)
    with pytest.raises(IntegrityError), transaction.atomic():
        Account.objects.filter(kind="table_escrow").update(play_table_id=10**6)


def test_reconcile_names_a_table_whose_account_says_otherwise(three, capsys):
    call_command("reconcile")
    assert "BRL: level" in capsys.readouterr().out
    PlayTable.objects.filter(pk=three.table_id).update(
        seats=[{**one, "chips": one["chips"] + 1} for one in three.row.seats]
    )
    three_in_hand = escrow_differences()
    assert three_in_hand == ()  # in mid-hand it is the hand that says what lies there
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE play_playtable SET stage = 'waiting', hand = NULL, due_kind = '', due_at = NULL"
        )
    [difference] = escrow_differences()
    assert (difference.expected_cents, difference.found_cents) == (30_003, 30_000)
    with pytest.raises(SystemExit):
        call_command("reconcile")
    assert f"cash_table_{three.table_id}" in capsys.readouterr().err
